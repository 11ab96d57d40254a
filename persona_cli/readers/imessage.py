"""imessage-exporter's text files, one episode a day: a date line, the sender, the text, a blank line.

Reactions and read receipts are left out; replies stand indented below what they answer and are not read twice.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.dates import written_at
from persona_cli.readers.moment import Stamp
from persona_cli.readers.roles import named, person_role
from persona_cli.readers.runs import by_day
from persona_cli.readers.source import MAX_TEXT, head_lines, lines

NAME = "imessage"
ABOUT = "iMessage text files of imessage-exporter"

# `Mar 05, 2026  9:05:07 AM (Read by them after 1 minute, 2 seconds)`
_DATE = re.compile(
    r"(?P<indent>\s*)(?P<date>[A-Z][a-z]{2} \d{2}, \d{4}) +(?P<clock>\d{1,2}:\d\d:\d\d [AP]M)(?: \(.*\))?\s*"
)
_EDIT = re.compile(r"(?:Edited|Unsent|Expand|This message responded to an earlier message\.?)\b.*")
_ANNOUNCED = re.compile(r"(?:You|.{1,60}?) (?:named the conversation|added|removed|left the conversation|changed)\b.*")


def sniff(source: Input) -> float:
    """Lines of a date and time alone, followed by a line with a name."""
    rows = head_lines(source.head)[:400]
    found = sum(bool(_DATE.fullmatch(row)) for row in rows)
    first = next((row for row in rows if row.strip()), "")
    return 0.92 if found and _DATE.match(first) else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft for each day; the chat's name is the file's."""
    title = posixpath.splitext(posixpath.basename(source.path))[0].removeprefix("-")
    yield from by_day(
        _messages(source, options),
        options,
        conversation=f"imessage/{title}" if title else "",
        title=title,
        by_file=True,
    )


def _messages(source: Input, options: Options) -> Iterator[Message | Problem]:
    block: list[tuple[int, str]] = []
    size = 0
    for item in lines(source):
        if isinstance(item, Problem):
            yield item
            continue
        if _DATE.match(item.text) or size > MAX_TEXT:
            yield from _block(block, source, options)
            block, size = [], 0
        block.append((item.number, item.text))
        size += len(item.text)
    yield from _block(block, source, options)


def _block(block: list[tuple[int, str]], source: Input, options: Options) -> Iterator[Message | Problem]:
    """One message: its date line, its sender, its text."""
    if not block:
        return
    number, head = block[0]
    found = _DATE.fullmatch(head)
    if not found:
        behind = _DATE.match(head)
        if behind and _ANNOUNCED.fullmatch(rest := head[behind.end() :].strip()):
            stamp = _stamp(behind, options)
            yield Message("", "system", rest, stamp.time, zone=stamp.zone, line=number)
        elif any(text.strip() for _, text in block):
            yield Problem(source.path, number, "a line that belongs to no message, skipped")
        return
    if found["indent"]:  # a reply shown below what it answers; it stands again in its own place
        return
    stamp = _stamp(found, options)
    if stamp.bad:
        yield Problem(source.path, number, stamp.bad)
    speaker = named(block[1][1].strip(), options) if len(block) > 1 else ""
    text = "\n".join(_body([text for _, text in block[2:]])).strip()
    if speaker and text:
        yield Message(speaker, person_role(speaker, options), text, stamp.time, zone=stamp.zone, line=number)


def _body(rows: list[str]) -> Iterator[str]:
    """The lines of the text without tapbacks and marks of editing."""
    for row in rows:
        if row.strip() in {"Tapbacks:", "Reactions:"}:
            return
        if not _EDIT.fullmatch(row.strip()) and not row.startswith("    "):
            yield row


def _stamp(found: re.Match[str], options: Options) -> Stamp:
    written = written_at(f"{found['date']} {found['clock']}")
    return written.stamp(options) if written else Stamp(bad=f"no such date: {found['date']}")
