"""Captions with cue times, WebVTT and SRT, as Zoom, Teams and players write them.

Cues of one speaker that follow within two seconds are one turn; captions that roll repeat their last words, which are
said once. Times count from the beginning: it is told from a name like `GMT20260305-160233_…` or given from outside.
"""

from __future__ import annotations

import html
import itertools
import posixpath
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.labels import PARTICLES
from persona_cli.readers.moment import Stamp, stamp
from persona_cli.readers.roles import named, person_role
from persona_cli.readers.source import MAX_TEXT, head_lines, is_binary, lines

NAME = "captions"
ABOUT = "captions: WebVTT (Zoom, Teams, Meet), SRT"

_GAP = 2.0  # seconds between cues of one turn
_TIME = r"(?:(\d{1,4}):)?(\d{1,2}):(\d\d)[.,](\d{1,3})"
_TIMING = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s.*)?$")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]*)>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^>]*>|<\d[\d:.]*>|\{\\[^}]*\}")
_SPEAKER = re.compile(
    r"(?:-\s*)?(?:\[([^\W\d_a-z][^\]:]{0,49})\]:?|([^\W\d_][\w'\u2019.\-]*(?:,?\s[\w'\u2019.()\-]+){0,4}):)\s+(?=\S)"
)
_ALONE = re.compile(r"\(([^\W\d_a-z][^()\n]{0,60})\)\s*")
_STARTED = re.compile(r"GMT(\d{8})-(\d{6})")


class _Cue(NamedTuple):
    line: int
    start: float
    end: float
    rows: list[str]


def sniff(source: Input) -> float:
    """`WEBVTT` first, or a line of cue times near the beginning."""
    if is_binary(source.head):
        return 0.0
    rows = [row for row in head_lines(source.head)[:60] if row.strip()]
    if rows and rows[0].lstrip("\ufeff").startswith("WEBVTT"):
        return 0.97
    return 0.9 if any(_TIMING.match(row) for row in rows[:3]) else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft: the recording."""
    title = posixpath.splitext(posixpath.basename(source.path))[0].removeprefix("-")
    start = started(title, options)
    yield Draft(_turns(source, options, start, alone=_stand_alone(source.head)), title=title, time=start)


def _stand_alone(head: bytes) -> bool:
    """Whether names stand in brackets above what is said, `(Ana Ruiz)`, in most cues, where sounds stand in some."""
    pairs = list(itertools.pairwise(head_lines(head)))
    named = sum(bool(_TIMING.match(row) and _ALONE.fullmatch(below)) for row, below in pairs)
    return named > 1 and named * 2 >= sum(bool(_TIMING.match(row)) for row, _ in pairs)


def started(name: str, options: Options) -> str:
    """The instant a recording began, by its name as Zoom writes it, else as given."""
    if found := _STARTED.search(name):
        try:
            moment = datetime.strptime("".join(found.groups()), "%Y%m%d%H%M%S").replace(tzinfo=UTC)
        except ValueError:
            return options.at
        return stamp(moment, options).time
    return options.at


def after(start: str, seconds: float, options: Options) -> Stamp:
    """The instant so many seconds after `start`; none when that is not known."""
    if not start:
        return Stamp()
    try:
        return stamp(datetime.fromisoformat(start) + timedelta(seconds=int(seconds)), options)
    except OverflowError:
        return Stamp()


def _cues(source: Input) -> Iterator[_Cue | Problem]:
    cue: _Cue | None = None
    for item in lines(source):
        if isinstance(item, Problem):
            yield item
        elif found := _TIMING.match(item.text):
            if cue:
                yield _without_id(cue)
            times = found.groups(default="0")
            cue = _Cue(item.number, _seconds(times[:4]), _seconds(times[4:]), [])
        elif not item.text.strip():
            if cue:
                yield cue
            cue = None
        elif cue:
            cue.rows.append(item.text)
    if cue:
        yield cue


def _without_id(cue: _Cue) -> _Cue:
    """A cue that no empty line ends, without the id of the next one."""
    if cue.rows and _is_id(cue.rows[-1]):
        cue.rows.pop()
    return cue


def _is_id(row: str) -> bool:
    return bool(re.fullmatch(r"\d+|[0-9a-f-]{8,}(?:/\d+-\d+)?", row.strip()))


def _seconds(parts: tuple[str, ...]) -> float:
    hours, minutes, seconds, part = parts
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + int(part.ljust(3, "0")) / 1000


def _turns(source: Input, options: Options, start: str, *, alone: bool) -> Iterator[Message | Problem]:
    speaker, said, line, begun, ended = "", "", 0, 0.0, 0.0
    for cue in _cues(source):
        if isinstance(cue, Problem):
            yield cue
            continue
        for name, text, another in _spoken(_rows(cue.rows, alone=alone), speaker if cue.start - ended <= _GAP else ""):
            near = name == speaker and not another and cue.start - ended <= _GAP
            same = near and said and len(said) < MAX_TEXT
            if same:
                said = _joined(said, text)
            else:
                if said:
                    yield message_of(speaker, said, line, after(start, begun, options), options)
                speaker, said, line, begun = name, text, cue.line, cue.start
            ended = max(ended if same else 0.0, cue.end)
    if said:
        yield message_of(speaker, said, line, after(start, begun, options), options)


def _rows(rows: list[str], *, alone: bool) -> list[str]:
    """The lines of a cue, a name that stands alone in brackets written before the words."""
    found = _ALONE.fullmatch(rows[0]) if alone and len(rows) > 1 else None
    return [f"[{found[1]}] {rows[1]}", *rows[2:]] if found else rows


def _spoken(rows: list[str], before: str) -> Iterator[tuple[str, str, bool]]:
    """Who says what in a cue, and whether a dash says that it is another; without a name it is the speaker before."""
    name, another = before, False
    parts: list[str] = []
    for row in rows:
        voice = _VOICE.search(row)
        plain = html.unescape(_TAG.sub("", _VOICE.sub("", row))).strip()
        label = None if voice else _label(plain)
        dashed = plain.startswith("- ") and len(rows) > 1
        if voice or label or dashed:
            if parts:
                yield name, " ".join(parts), another
            parts, another = [], dashed
            name = html.unescape(voice.group(1)).strip() if voice else _labelled(label)
            plain = plain[label.end() :] if label else plain.removeprefix("- ")
        if plain:
            parts.append(plain)
    if parts:
        yield name, " ".join(parts), another


def _label(text: str) -> re.Match[str] | None:
    """The name before a colon; `And the thing is:` begins like one and is none."""
    found = _SPEAKER.match(text)
    words = re.findall(r"[^\W\d_][\w'\u2019.\-]*", found[2]) if found and found[2] else []
    mixed = words and words[0][0].isupper() and any(word[0].islower() and word not in PARTICLES for word in words[1:])
    return None if mixed else found


def _labelled(label: re.Match[str] | None) -> str:
    return (label.group(1) or label.group(2)) if label else ""


def _joined(said: str, text: str) -> str:
    """The words so far and the next ones, those that a rolling caption repeats said once."""
    if said.endswith(text):
        return said
    old, new = said.split(), text.split()
    for size in range(min(len(old), len(new), 30), 1, -1):
        if old[-size:] == new[:size]:
            return " ".join([said, *new[size:]])
    return f"{said} {text}"


def message_of(speaker: str, text: str, line: int, when: Stamp, options: Options) -> Message:
    """What somebody said in a recording, as a turn."""
    name = named(speaker, options)
    return Message(name, person_role(name, options), text, when.time, zone=when.zone, line=line)
