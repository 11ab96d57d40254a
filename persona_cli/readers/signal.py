"""Signal chats as text or signal-export's Markdown, `[2026-03-05, 10:00] Name: text`, one episode a day."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.moment import iso
from persona_cli.readers.roles import named, person_role
from persona_cli.readers.runs import by_day
from persona_cli.readers.source import MAX_TEXT, head_lines, lines

NAME = "signal"
ABOUT = "Signal chat as text ([YYYY-MM-DD, HH:MM] Name: text)"

_HEADER = re.compile(r"\[(\d{4}-\d\d-\d\d),? (\d\d:\d\d(?::\d\d)?)\] ([^:\n]{1,80}): ?(.*)", re.DOTALL)
_QUOTE = re.compile(r"> ?")
_ATTACHED = re.compile(r"!?\[([^\]]*)\]\(\.?/?media/[^)]*\)")


def sniff(source: Input) -> float:
    """Lines with the date and time in brackets, comma between."""
    rows = [row for row in head_lines(source.head)[:200] if row.strip()]
    found = [row for row in rows if _HEADER.match(row)]
    if not rows or not found or not _HEADER.match(rows[0]):
        return 0.0
    if "," in found[0][:13]:
        return 0.93
    exported = posixpath.basename(source.path) in {"chat.md", "index.md"}
    return 0.57 if exported else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft for each day; the chat's name is the file's or, for `chat.md` and `index.md`, the folder's."""
    parts = source.path.replace("\\", "/").split("/")
    stem = posixpath.splitext(parts[-1])[0].removeprefix("-")
    title = parts[-2] if stem in {"chat", "index"} and len(parts) > 1 else stem
    yield from by_day(
        _messages(source, options), options, conversation=f"signal/{title}" if title else "", title=title, by_file=True
    )


def _messages(source: Input, options: Options) -> Iterator[Message | Problem]:
    found: re.Match[str] | None = None
    body: list[str] = []
    line = size = 0
    for item in lines(source):
        if isinstance(item, Problem):
            yield item
            continue
        begins = _HEADER.match(item.text)
        if begins or size > MAX_TEXT:
            if found:
                yield from _message(found, body, source, options, line)
            found, body, line, size = begins, [begins.group(4)] if begins else [], item.number, 0
        elif found:
            body.append(item.text)
            size += len(item.text)
        elif item.text.strip():
            yield Problem(source.path, item.number, "a line that belongs to no message, skipped")
    if found:
        yield from _message(found, body, source, options, line)


def _message(
    found: re.Match[str], body: list[str], source: Input, options: Options, line: int
) -> Iterator[Message | Problem]:
    stamp = iso(f"{found.group(1)} {found.group(2)}", options)
    if stamp.bad:
        yield Problem(source.path, line, stamp.bad)
    speaker = named(found.group(3).strip(), options)
    quoted = "\n".join(_QUOTE.sub("", row, count=1) for row in body if row.startswith(">"))
    text = _ATTACHED.sub(r"[\1]", "\n".join(row for row in body if not row.startswith(">"))).strip()
    if text or quoted:
        yield Message(
            speaker, person_role(speaker, options), text, stamp.time, zone=stamp.zone, quoted=quoted, line=line
        )
