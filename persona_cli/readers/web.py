"""HTML pages: what a page says is a document, role "other", one turn a paragraph.

Chats that were exported as HTML say so and are asked for as JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.html_text import html_text
from persona_cli.readers.source import MAX_RECORD, head_text, opened

NAME = "html"
ABOUT = "HTML page, as a document"

_PAGE = re.compile(
    r"(?:\s|<\?xml[^>]*>|<!--.*?-->)*<(?:!doctype\s+(?:html|netscape-bookmark)|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_TITLE = re.compile(r"<title[^>]*>([^<]{1,300})</title>", re.IGNORECASE)


def sniff(source: Input) -> float:
    """A page's first tags."""
    return 0.5 if _PAGE.match(head_text(source.head)) else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft: the page."""
    text = head_text(source.head)
    if "tgme" in text or "page_body chat_page" in text:
        yield Problem(source.path, 0, "Telegram's HTML export; choose JSON when exporting")
        return
    with opened(source) as stream:
        raw = stream.read(MAX_RECORD + 1)
    if len(raw) > MAX_RECORD:
        yield Problem(source.path, 0, f"page longer than {MAX_RECORD // 2**20} MB, skipped")
        return
    title = _TITLE.search(text)
    zone = options.zone if options.at else ""
    turns = (
        Message("", "other", part.strip(), options.at, zone=zone)
        for part in html_text(raw.decode("utf-8", "replace")).split("\n\n")
        if part.strip()
    )
    yield Draft(turns, title=html_text(title.group(1)) if title else "", time=options.at)
