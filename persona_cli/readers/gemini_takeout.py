"""Gemini's activity in Google Takeout, `MyActivity.json` or `.html`: prompts and answers, one episode a day.

The export has no conversations: each prompt stands with its answer, newest first. A day is held and turned round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.dates import written_at
from persona_cli.readers.html_text import closed, html_text
from persona_cli.readers.jsonstream import Cursor
from persona_cli.readers.meta import oldest_first
from persona_cli.readers.moment import Stamp, any_time, local_day
from persona_cli.readers.objects import elements, list_of, streamed, text_of
from persona_cli.readers.runs import by_day
from persona_cli.readers.source import HEAD, MAX_RECORD, head_text, opened

NAME = "gemini-takeout"
ABOUT = "Gemini Apps activity of Google Takeout (MyActivity.json or .html)"

_APPS = frozenset({"Gemini Apps", "Gemini", "Bard", "Gemini-Apps", "Applications Gemini", "Aplicaciones de Gemini"})
# What Takeout writes before the prompt, in some languages.
_VERB = re.compile(r"(?:Prompted|Asked|Said|Eingegebener Prompt:|Prompt:|Requête :|Se ha enviado la petición:)\s+")
_CELL = re.compile(r'<div class="outer-cell')
_ABBREVIATIONS = {
    "PST": -8, "PDT": -7, "MST": -7, "MDT": -6, "CST": -6, "CDT": -5, "EST": -5, "EDT": -4, "UTC": 0, "GMT": 0, "WET": 0,
    "WEST": 1, "BST": 1, "CET": 1, "MEZ": 1, "CEST": 2, "MESZ": 2, "EET": 2, "EEST": 3, "MSK": 3, "JST": 9, "AEST": 10,
}  # fmt: skip


def sniff(source: Input) -> float:
    """An array of activity of Gemini, or the page made of it."""
    text = head_text(source.head).lstrip()
    if text.startswith("[") and '"header"' in text and '"time"' in text and '"title"' in text:
        return 0.95 if any(f'"{app}"' in text for app in _APPS) else 0.0
    return 0.9 if text[:200].lower().startswith(("<html", "<!doctype html")) and 'class="outer-cell' in text else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft for each day, newest day first as the file has them."""
    if head_text(source.head).lstrip().startswith("["):
        pairs = streamed(source, lambda cursor: _entries(cursor, source, options))
    else:
        pairs = _cells(source, options)
    yield from by_day(_forward(pairs, options), options, conversation="gemini-takeout", title="Gemini Apps")


_Pair = tuple[Message, ...]


def _forward(pairs: Iterator[_Pair | Problem], options: Options) -> Iterator[Message | Problem]:
    """Each day's prompts and answers, oldest first."""
    day = ""
    held: list[Message] = []
    for pair in pairs:
        if isinstance(pair, Problem):
            yield pair
            continue
        today = (local_day(pair[0].time, options.zone) if pair else "") or day
        if today != day:
            yield from oldest_first(held)
            day, held = today, []
        held.extend(reversed(pair))
    yield from oldest_first(held)


def _entries(cursor: Cursor, source: Input, options: Options) -> Iterator[_Pair | Problem]:
    for item in elements(cursor, source.path):
        if isinstance(item, Problem):
            yield item
            continue
        line, value = item
        if text_of(value, "header") not in _APPS:
            continue
        stamp = any_time(value.get("time"), options)
        if stamp.bad:
            yield Problem(source.path, line, stamp.bad)
        answers = (html_text(text_of(part, "html")) for part in list_of(value, "safeHtmlItem"))
        answer = "\n\n".join(part for part in answers if part)
        yield _pair(text_of(value, "title"), answer, _files(value), stamp, line)


def _files(value: dict[str, Any]) -> str:
    names = [name for name in list_of(value, "attachedFiles") if isinstance(name, str)]
    return "\n".join(f"[{name}]" for name in names)


def _pair(title: str, answer: str, files: str, stamp: Stamp, line: int) -> _Pair:
    prompt = _VERB.sub("", title.replace("\u00a0", " "), count=1).strip() if _VERB.match(title) or answer else ""
    found = []
    if prompt:
        found.append(Message("user", "user", prompt, stamp.time, zone=stamp.zone, quoted=files, line=line))
    if answer:
        found.append(Message("gemini", "assistant", answer, stamp.time, zone=stamp.zone, line=line))
    return tuple(found)


class _Cell(HTMLParser):
    """The first content cell of an entry, as HTML: the prompt, the time and the answer."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self._depth = 0
        self._done = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs).get("class") or ""
        if self._depth:
            self.parts.append(self.get_starttag_text() or "")
            self._depth += tag == "div"
        elif tag == "div" and "content-cell" in names and "mdl-typography--text-right" not in names and not self._done:
            self._depth = 1

    def handle_endtag(self, tag: str) -> None:
        if not self._depth:
            return
        self._depth -= tag == "div"
        self._done = not self._depth
        if self._depth:
            self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self._depth:
            self.parts.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")


def _cells(source: Input, options: Options) -> Iterator[_Pair | Problem]:
    """The entries of the page, one in memory at a time."""
    with opened(source) as stream:
        held = ""
        while chunk := stream.read(HEAD):
            held += chunk.decode("utf-8", "replace")
            *whole, held = _CELL.split(held)
            for cell in whole:
                yield from _entry(cell, source, options)
            if len(held) > MAX_RECORD:
                yield Problem(source.path, 0, f"record longer than {MAX_RECORD // 2**20} MB, skipped")
                held = ""
        yield from _entry(held, source, options)


def _entry(cell: str, source: Input, options: Options) -> Iterator[_Pair | Problem]:
    parser = _Cell()
    try:
        parser.feed(closed('<div class="outer-cell' + cell))
        parser.close()
    except AssertionError:  # the standard parser's answer to some malformed declarations
        yield Problem(source.path, 0, "an entry that is not HTML, skipped")
        return
    rows = html_text("".join(parser.parts)).split("\n")
    for at, row in enumerate(rows[:200]):
        written = written_at(row)
        if not written or not written.day or not written.clock:
            continue
        zone = _ABBREVIATIONS.get(row[written.end :].strip())
        if zone is not None:
            written = written._replace(zone=f"{zone:+03}:00")
        elif row[written.end :].strip():
            continue
        stamp = written.stamp(options)
        if stamp.bad:
            yield Problem(source.path, 0, stamp.bad)
        yield _pair("\n".join(rows[:at]), "\n".join(rows[at + 1 :]).strip(), "", stamp, 0)
        return
