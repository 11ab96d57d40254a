"""Meeting transcripts as text: Otter and Teams (`Name  0:15`), Zoom's captions and chat, Meet with headings of time.

`Speaker 1` is a label and stays one: it has role "other" and is nobody until the person says who it is.
"""

from __future__ import annotations

import itertools
import posixpath
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from persona_cli.errors import Problem
from persona_cli.readers import meeting_json
from persona_cli.readers.captions import after, started
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.dates import written_at
from persona_cli.readers.moment import Stamp, local_day, stamp
from persona_cli.readers.roles import named, person_role
from persona_cli.readers.source import MAX_TEXT, head_lines, head_text, is_binary, lines

NAME = "meeting"
ABOUT = "meeting transcripts: Otter, Teams, Zoom, Meet as text; Fireflies, Fathom, tl;dv as JSON"

_WORD = r"[^\W\d_][\w'\u2019.\-]*"
_PERSON = rf"{_WORD}(?:,?\s[\w'\u2019.()\-]+){{0,5}}"
_CLOCK = r"(?:(\d{1,2}):)?(\d{1,2}):(\d\d)"
_FORMS = {
    "name-time": re.compile(rf"({_PERSON}?)(?:\s{{2,}}|\t|\s\|\s|\s(?=\d+:\d\d(?::\d\d)?\s*$)){_CLOCK}\s*()$"),
    "bracket": re.compile(rf"\[({_PERSON})\]\s+{_CLOCK}\s*()$"),
    "chat": re.compile(rf"(?:\d{{4}}-\d\d-\d\d )?{_CLOCK}\s+From\s+(.{{1,80}}?)(?:\s+[tT]o\s+.{{1,80}}?)?\s?:\s*(.*)$"),
    "meet": re.compile(rf"({_PERSON}):\s(.*)$"),
}
_HEADING = re.compile(rf"{_CLOCK}\s*$")
_MADE_BY = re.compile(r"(?:^|\n)Transcribed by https://otter\.ai/?\s*$")
_OFFSET = re.compile(r"(?<=GMT|UTC)([+-])(\d{1,2})(?![\d:])")
_NEEDED = 2


class _Said(NamedTuple):
    speaker: str
    seconds: float | None  # None: no time of its own
    text: str


def sniff(source: Input) -> float:
    """Enough lines of one of the forms."""
    if meeting_json.sniff(source):
        return 0.9
    form = "" if is_binary(source.head) else _form_of(head_lines(source.head)[:400])
    return 0.85 if form else 0.0


def _form_of(rows: list[str]) -> str:
    counts = {name: sum(bool(form.match(row)) for row in rows) for name, form in _FORMS.items() if name != "meet"}
    counts["name-time"] = _said_below(rows)
    best = max(counts, key=lambda name: counts[name])
    if counts[best] >= _NEEDED or (counts[best] == 1 and best != "name-time"):
        return best
    headings = sum(bool(_HEADING.match(row)) for row in rows)
    return "meet" if headings and sum(bool(_FORMS["meet"].match(row)) for row in rows) >= _NEEDED else ""


def _said_below(rows: list[str]) -> int:
    """How many lines of a name and a time stand above words; `Lunch 12:30` in a list of such lines is an appointment."""
    form = _FORMS["name-time"]
    return sum(
        bool(form.match(row)) and bool(below.strip()) and not form.match(below)
        for row, below in itertools.pairwise(rows)
    )


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft: the meeting."""
    if head_text(source.head).lstrip().startswith(("{", "[{")) or meeting_json.sniff(source):
        yield from meeting_json.read(source, options)
        return
    title = posixpath.splitext(posixpath.basename(source.path))[0].removeprefix("-")
    start = started(title, options) or _announced(source, options)
    form = _form_of(head_lines(source.head)[:400]) or "name-time"
    yield Draft(_turns(source, options, form, start), title=title, time=start)


def _announced(source: Input, options: Options) -> str:
    """The date and time in the lines above the first speaker: `Thu, Mar 5, 2026 10:00AM`, `Standup (2026-03-05 10:00 GMT+1)`."""
    for row in head_lines(source.head)[:12]:
        if any(form.match(row.rstrip()) for form in _FORMS.values()):
            return ""
        for at in (0, row.find("(") + 1):
            written = written_at(row, at)
            if written and written.day and written.clock:
                if hours := _OFFSET.match(row, written.end):
                    written = written._replace(zone=f"{hours[1]}{int(hours[2]):02}:00")
                return written.stamp(options).time
    return ""


def _turns(source: Input, options: Options, form: str, start: str) -> Iterator[Message | Problem]:
    said: _Said | None = None
    body: list[str] = []
    line = size = 0
    heading: float | None = None
    for item in lines(source):
        if isinstance(item, Problem):
            yield item
            continue
        begins = _said(item.text, form, heading)
        if form == "meet" and (found := _HEADING.match(item.text.strip())):
            heading = _seconds(found.groups())
        elif begins or size > MAX_TEXT:
            yield from _close(said, body, line, _stamp(said, form, start, options), options)
            rest = [begins.text] if begins else [item.text]
            said, body, line, size = begins or said, rest, item.number, len(item.text)
        else:
            body.append(item.text)
            size += len(item.text)
            line = line or item.number
    yield from _close(said, body, line, _stamp(said, form, start, options), options)


def _said(text: str, form: str, heading: float | None) -> _Said | None:
    found = _FORMS[form].match(text.rstrip())
    if not found:
        return None
    if form == "meet":
        return _Said(found.group(1), heading, found.group(2))
    if form == "chat":
        return _Said(found.group(4), _seconds(found.groups()[:3]), found.group(5))
    return _Said(found.group(1), _seconds(found.groups()[1:4]), found.group(5))


def _seconds(clock: tuple[str | None, ...]) -> float:
    hours, minutes, seconds = clock
    return int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds or 0)


def _stamp(said: _Said | None, form: str, start: str, options: Options) -> Stamp:
    """Otter's, Teams' and Meet's times count from the beginning; Zoom's are times of day."""
    if said is None or said.seconds is None or form in {"name-time", "meet"}:
        return after(start, (said.seconds or 0) if said else 0, options)
    if not start:
        return Stamp()
    midnight = datetime.fromisoformat(local_day(start, options.zone))
    return stamp(midnight + timedelta(seconds=said.seconds), options)


def _close(said: _Said | None, body: list[str], line: int, when: Stamp, options: Options) -> Iterator[Message]:
    text = _MADE_BY.sub("", "\n".join(row.strip() for row in body)).strip()
    if not text:
        return
    if said is None:
        yield Message("", "other", text, when.time, zone=when.zone, line=line)
        return
    speaker = named(said.speaker.strip(), options)
    yield Message(speaker, person_role(speaker, options), text, when.time, zone=when.zone, line=line)
