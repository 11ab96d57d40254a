"""HTML as the text a person reads; what stands in quotations begins with `> `."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

_BLOCKS = frozenset(
    ("p", "div", "br", "li", "tr", "table", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "hr")
)
_VOID = frozenset(
    ("br", "hr", "img", "meta", "link", "input", "wbr", "area", "base", "col", "embed", "source", "track")
)
_UNSEEN = frozenset(("script", "style", "head", "title", "template"))
_QUOTES = re.compile(r"\b(?:gmail_quote|moz-cite-prefix|yahoo_quoted|protonmail_quote|divRplyFwdMsg|OLK_SRC_BODY)")
_TAG = re.compile(r"<[^>]*>")
_UNCLOSED = re.compile(r"<(?![^<>]{1,4000}>)")
_SPACES = re.compile(r"[ \t\r\n\f\u00a0]+")
_DEEPEST = 1000  # open elements that are kept track of


class _Text(HTMLParser):
    """Collects lines; the stack holds for each open element whether it is unseen or a quotation."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[tuple[bool, str]] = []
        self._row: list[str] = []
        self._open: list[tuple[str, bool, bool]] = []
        self._quoted = 0
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS:
            self.end_row(paragraph=tag in {"p", "blockquote", "h1", "h2", "h3", "table"})
        if tag == "li":
            self._row.append("- ")
        if tag in _VOID or len(self._open) >= _DEEPEST:
            return
        names = " ".join(value or "" for key, value in attrs if key in {"class", "id"})
        quotes, unseen = tag == "blockquote" or bool(_QUOTES.search(names)), tag in _UNSEEN
        self._open.append((tag, quotes, unseen))
        self._quoted += quotes
        self._unseen += unseen

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.end_row(paragraph=tag in {"p", "blockquote", "h1", "h2", "h3", "table"})
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at][0] == tag:
                for _, quotes, unseen in self._open[at:]:
                    self._quoted -= quotes
                    self._unseen -= unseen
                del self._open[at:]
                return

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._row.append(data)

    def end_row(self, *, paragraph: bool = False) -> None:
        text = _SPACES.sub(" ", "".join(self._row)).strip()
        self._row = []
        if text and text != "-":
            self.rows.append((self._quoted > 0, text))
        if paragraph and self.rows and self.rows[-1][1]:
            self.rows.append((self._quoted > 0, ""))


def closed(source: str) -> str:
    """HTML without comments and with every `<` that opens no tag written out: the parser takes quadratic time for those."""
    parts: list[str] = []
    at = 0
    while (begin := source.find("<!--", at)) >= 0:
        parts.append(source[at:begin])
        end = source.find("-->", begin + 4)
        at = len(source) if end < 0 else end + 3
    parts.append(source[at:])
    return _UNCLOSED.sub("&lt;", "".join(parts))


def html_text(source: str) -> str:
    """The text of an HTML document or fragment; anything is taken, nothing raised."""
    parser = _Text()
    try:
        parser.feed(closed(source))
        parser.close()
    except AssertionError:  # the standard parser's answer to some malformed declarations
        return html.unescape(_TAG.sub(" ", source)).strip()
    parser.end_row()
    while parser.rows and not parser.rows[-1][1]:
        parser.rows.pop()
    return "\n".join(f"> {text}".rstrip() if quoted else text for quoted, text in parser.rows).strip()
