"""Meeting transcripts as JSON of Fireflies, Fathom and tl;dv: sentences with a speaker and a time from the beginning.

Sentences of one speaker that follow each other are one turn. The meeting's date is the file's own, else as given.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from persona_cli.errors import Problem
from persona_cli.readers.captions import after, message_of, started
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.jsonstream import Cursor
from persona_cli.readers.moment import any_time
from persona_cli.readers.objects import elements, streamed, text_of
from persona_cli.readers.source import MAX_TEXT, clean, head_text

_LISTS = frozenset({"sentences", "transcript", "transcripts", "data"})
_MEETINGS = frozenset({"items", "meetings"})  # lists of whole meetings
_STARTS = (
    "recording_start_time",
    "date",
    "dateString",
    "happenedAt",
    "scheduled_start_time",
    "created_at",
    "createdAt",
)
_CLOCK = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):(\d\d(?:\.\d+)?)")
_DEEPEST = 4  # objects around the sentences
_SPOKEN = re.compile(r'"speaker(?:_name)?"\s*:\s*(?:"|\{\s*"display_name")')
_WORDS = re.compile(r'"(?:sentence|text|raw_text)"\s*:\s*"')
_SINCE = re.compile(r'"(?:startTime|start_time)"\s*:\s*(?:\d|"\d)|"timestamp"\s*:\s*"(?:\d\d?:)?\d\d?:\d\d"')
_GAP = 2.0  # seconds between sentences of one turn


class _Meeting(NamedTuple):
    """What is known of a meeting before its sentences."""

    title: str = ""
    name: str = ""
    start: str = ""


def sniff(source: Input) -> bool:
    """Whether JSON holds sentences with a speaker, words and a time from the beginning, and nobody's role."""
    text = head_text(source.head).lstrip()
    if not text.startswith(("{", "[")) or '"role"' in text:
        return False
    return all(sign.search(text) for sign in (_SPOKEN, _WORDS, _SINCE))


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft a meeting."""
    yield from streamed(source, lambda cursor: _value(cursor, source, options, _Meeting(), 0))


def _value(cursor: Cursor, source: Input, options: Options, about: _Meeting, depth: int) -> Iterator[Draft | Problem]:
    if cursor.peek() == "[":
        yield _draft(elements(cursor, source.path), source, options, about)
        return
    given: dict[str, Any] = {}
    for key in cursor.fields():
        here = cursor.peek()
        if key in _MEETINGS and here == "[" and depth < _DEEPEST:
            for _ in cursor.items():
                yield from _value(cursor, source, options, about, depth + 1)
        elif (key in _LISTS and here == "[") or (here == "{" and key in _LISTS and depth < _DEEPEST):
            yield from _value(cursor, source, options, _known(given, about, options), depth + 1)
        elif here in "[{":
            cursor.skip()
        else:
            given[key] = cursor.value()


def _known(given: dict[str, Any], about: _Meeting, options: Options) -> _Meeting:
    time = next((given[key] for key in _STARTS if given.get(key)), None)
    return _Meeting(
        text_of(given, "title", "meeting_title", "name") or about.title,
        text_of(given, "id", "meetingId", "recording_id") or about.name,
        any_time(time, options).time or about.start,
    )


def _draft(rows: Iterator[tuple[int, Any] | Problem], source: Input, options: Options, about: _Meeting) -> Draft:
    stem = posixpath.splitext(posixpath.basename(source.path))[0].removeprefix("-")
    start = about.start or started(stem, options)
    conversation = f"meeting/{clean(about.name)}" if about.name else ""
    return Draft(_turns(rows, source, options, start), conversation, clean(about.title) or stem, start)


def _turns(
    rows: Iterator[tuple[int, Any] | Problem], source: Input, options: Options, start: str
) -> Iterator[Message | Problem]:
    speaker, said, first, begun, ended = "", "", 0, 0.0, 0.0
    for row in rows:
        if isinstance(row, Problem):
            yield row
            continue
        line, value = row
        text = clean(text_of(value, "sentence", "text", "raw_text")).strip()
        if not text:
            yield Problem(source.path, line, "not a sentence: it has no text")
            continue
        name = clean(_speaker(value))
        since = _seconds(value, ("startTime", "start_time", "start", "timestamp"), ended)
        if said and name == speaker and since - ended <= _GAP and len(said) < MAX_TEXT:
            said = f"{said} {text}"
        else:
            if said:
                yield message_of(speaker, said, first, after(start, begun, options), options)
            speaker, said, first, begun = name, text, line, since
        ended = max(since, _seconds(value, ("endTime", "end_time", "end"), since))
    if said:
        yield message_of(speaker, said, first, after(start, begun, options), options)


def _speaker(value: dict[str, Any]) -> str:
    given = value.get("speaker")
    if isinstance(given, dict):
        return text_of(given, "display_name", "name")
    return text_of(value, "speaker_name", "speaker", "speakerName")


def _seconds(value: dict[str, Any], keys: tuple[str, ...], otherwise: float) -> float:
    """Seconds from the beginning, given as a number or a clock."""
    given = next((value[key] for key in keys if value.get(key) is not None), None)
    if isinstance(given, (int, float)):
        return float(given) if 0 <= given < 10**7 else otherwise
    found = _CLOCK.fullmatch(given.strip()) if isinstance(given, str) else None
    return int(found[1] or 0) * 3600 + int(found[2]) * 60 + float(found[3]) if found else otherwise
