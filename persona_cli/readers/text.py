"""Plain text: transcripts of the form `Speaker: text`, else prose, one turn a paragraph.

Labels are `Ana:`, `**Ana:**`, `Ana (10:00):`, `[2026-03-05 10:00] Ana:` and, for roles and known names, a heading
`### User` or the name alone on its line. Which words before a colon are speakers is told from the whole file, see
`labels`. Text without speakers is the person's own note (role "user") unless they call it a document or it is a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.dates import Written, day_only, written_at
from persona_cli.readers.labels import Label, Speakers, count_labels, label_of
from persona_cli.readers.moment import Stamp, local_day
from persona_cli.readers.roles import named, role_of
from persona_cli.readers.rows import mark_of, read_rows
from persona_cli.readers.source import MAX_TEXT, Line, is_binary, lines, otherwise

NAME = "text"
ABOUT = "plain text: `Speaker: text` transcripts with or without times, or prose"

_DAY_LINE = re.compile(
    r"(?:#{1,6}\s+|[-=*_\u2014]{2,}\s*|(?:Date|Datum|Fecha|Day):\s*)*"
    r"(?:(?:Session|Day|Chat|Conversation|Entry|Meeting|Part|Tag|Sitzung)\s*#?\d*\s*[-\u2013\u2014:,|]?\s*)?"
    r"\(?(.+?)\)?(?:\s*[-=*_\u2014]{2,}|:)*\s*",
    re.IGNORECASE,
)
_TITLE = re.compile(r"#{1,2}\s+(\S.*)|(?:Title|Subject):\s*(\S.*)")
_ISO_DAY = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_FENCE = re.compile(r"\s*(```|~~~)")


def sniff(source: Input) -> float:
    """The last resort for every text."""
    return 0.0 if is_binary(source.head) else 0.05


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft, or one for each day where lines with a date alone cut the text."""
    if told := otherwise(source.head):
        yield Problem(source.path, 0, told)
        return
    speakers = count_labels(source, options)
    if not speakers.names and (mark := mark_of(source.head)):
        yield from read_rows(source, options, mark)
        return
    state = _Reading(source, options, speakers)
    yield from state.drafts()


def _named_day(path: str, options: Options) -> str:
    """The beginning of the day that the name of a file holds, as an instant."""
    found = _ISO_DAY.search(path.replace("\\", "/").rpartition("/")[2].replace("_", " "))
    written = written_at(found.group()) if found else None
    return written.stamp(options).time if written else ""


class _Open(NamedTuple):
    """The turn being read."""

    label: Label | None
    stamp: Stamp
    line: int


class _Reading:
    """The place in the text: what day it is, which turn is open, what comes next."""

    def __init__(self, source: Input, options: Options, speakers: Speakers) -> None:
        self._source = source
        self._options = options
        self._speakers = speakers
        self._lines = lines(source)
        self._next: Line | Problem | None = next(self._lines, None)
        self._day: date | None = None
        self._start = options.at or _named_day(source.path, options)
        if self._start:
            self._day = date.fromisoformat(local_day(self._start, options.zone))
        self._title = ""
        self._fenced = False
        self._foreign = options.document or bool(speakers.names)
        self._again = True

    def drafts(self) -> Iterator[Draft | Problem]:
        while self._again:
            self._again = False
            yield from self._preamble()
            if self._next is not None:
                yield Draft(self._messages(), title=self._title, time=self._start)

    def _preamble(self) -> Iterator[Problem]:
        """Take the title and the date that stand before the first turn."""
        first = True
        while (item := self._next) is not None:
            if isinstance(item, Problem):
                yield item
            elif day := self._day_of(item.text):
                yield from self._turn_to(day, item)
            elif title := self._title_of(item.text, first=first):
                self._title, first = title, False
                if within := _ISO_DAY.search(title):
                    yield from self._turn_to(written_at(title, within.start()), item)
            elif item.text.strip(" \t\ufeff-=*_"):
                return
            self._next = next(self._lines, None)

    def _title_of(self, text: str, *, first: bool) -> str:
        """The title in a line: marked as one, or, in a transcript, the first short line if nobody says it."""
        if self._label(text):
            return ""
        text = text.strip(" \t\ufeff-=*_")
        if found := _TITLE.fullmatch(text):
            return (found.group(1) or found.group(2)).strip()
        return text if first and not self._title and self._speakers.names and len(text) <= 100 else ""

    def _turn_to(self, day: Written | None, item: Line) -> Iterator[Problem]:
        if day is None:
            return
        stamp = day.stamp(self._options)
        if stamp.bad:
            yield Problem(self._source.path, item.number, stamp.bad)
        self._day, self._start = day.day, stamp.time

    def _day_of(self, text: str) -> Written | None:
        found = _DAY_LINE.fullmatch(text.strip()) if len(text) < 80 else None
        return day_only(found.group(1), order=self._options.date_order) if found else None

    def _label(self, text: str) -> Label | None:
        return None if self._fenced else label_of(text, self._speakers, self._options)

    def _messages(self) -> Iterator[Message | Problem]:
        """Turns up to the end or to the next line that is a date alone."""
        opened = _Open(None, self._stamp(None), self._next.number if isinstance(self._next, Line) else 0)
        body: list[str] = []
        size = 0
        while (item := self._next) is not None:
            if isinstance(item, Problem):
                yield item
            elif not self._fenced and self._day_of(item.text):
                self._again = True
                break
            elif label := self._label(item.text):
                yield from self._close(opened, body)
                stamp = self._stamp(label.written)
                if stamp.bad:
                    yield Problem(self._source.path, item.number, stamp.bad)
                opened, body, size = _Open(label, stamp, item.number), [label.rest], len(label.rest)
            else:
                cut = size > MAX_TEXT or (not self._speakers.names and not item.text.strip() and not self._fenced)
                if cut or not any(body):
                    yield from self._close(opened, body)
                    body, size = [], 0
                    if not opened.label or not opened.label.written:
                        opened = opened._replace(line=item.number)
                body.append(item.text)
                size += len(item.text)
                self._fenced ^= bool(_FENCE.match(item.text))
            self._next = next(self._lines, None)
        yield from self._close(opened, body)

    def _stamp(self, written: Written | None) -> Stamp:
        if written is None:
            return Stamp(self._start, self._options.zone if self._start else "")
        if written.day:
            self._day = written.day
        return written.stamp(self._options, self._day)

    def _close(self, opened: _Open, body: list[str]) -> Iterator[Message]:
        text = "\n".join(body).strip()
        if not text:
            return
        if opened.label is not None:
            speaker = named(opened.label.speaker, self._options)
            role = role_of(speaker, self._options)
        else:
            speaker = ""
            role = "other" if self._foreign else "user"
        yield Message(speaker, role, text, time=opened.stamp.time, zone=opened.stamp.zone, line=opened.line)
