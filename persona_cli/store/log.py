"""The append-only logs on disk: `LOG/<month>.<device>[.<part>].jsonl`, one device and one UTC month a file.

Reading takes no lock: operations are read first, so that a reader can only miss the newest change, never half of one.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from persona_cli.core.codec import decode_line
from persona_cli.core.event import LOGS, Event, Log, event_of, operation_of
from persona_cli.core.model import Operation
from persona_cli.errors import DamagedError, Problem
from persona_cli.store import files

PART_SIZE = 4 * 1024 * 1024  # bytes; a fuller file is left alone and a numbered part begun
_NAME = re.compile(r"(\d{4}-\d\d)\.([a-z0-9]+)(?:\.(\d+))?\.jsonl")
_CHUNK = 1024 * 1024
_MARK = 256  # bytes before the end of what was read, to tell an appended file from a changed one


@dataclass(frozen=True, slots=True, order=True)
class LogFile:
    """One file of a log, named by what it holds."""

    log: Log
    month: str
    device: str
    part: int

    @property
    def name(self) -> str:
        """Its path inside the vault."""
        part = f".{self.part}" if self.part else ""
        return f"{self.log}/{self.month}.{self.device}{part}.jsonl"


@dataclass(frozen=True, slots=True)
class Read:
    """How far a file has been read: whole lines only, and a mark of the bytes before that point."""

    size: int
    mark: int


@dataclass(frozen=True, slots=True)
class Tail:
    """What a file holds past a point: the events, the problems, and how far it is read now."""

    file: str
    events: list[Event]
    problems: list[Problem]
    read: Read


def log_files(root: Path, log: Log) -> list[LogFile]:
    """The files of one log, in order of month, device and part."""
    folder = root / log
    if not folder.is_dir():
        return []
    found = (_NAME.fullmatch(entry.name) for entry in folder.iterdir())
    return sorted(LogFile(log, m[1], m[2], int(m[3] or 0)) for m in found if m)


def all_files(root: Path) -> list[LogFile]:
    """The files of every log, operations first."""
    return [file for log in LOGS for file in log_files(root, log)]


def read_tail(root: Path, file: str, after: Read | None = None) -> Iterator[Tail]:
    """What `file` holds after what was read, in pieces of bounded size.

    A last line without its newline is left for the next time. Raises DamagedError when the file is shorter than it
    was, or changed before that point: whoever follows it must begin again.
    """
    path = root / file
    start = after.size if after else 0
    with path.open("rb") as source:
        if after is not None and (path.stat().st_size < start or _mark(source, start) != after.mark):
            raise DamagedError(f"'{file}' was changed behind the end of what was read")
        source.seek(start)
        line_number = 0 if start == 0 else -1  # numbers are told only for reads from the beginning
        rest: list[bytes] = []
        while chunk := source.read(_CHUNK):
            first, *lines = chunk.split(b"\n")
            rest.append(first)
            if not lines:  # inside one long line
                continue
            lines = [b"".join(rest), *lines]
            rest = [lines.pop()]
            events, problems = decode(file, lines, line_number)
            line_number += len(lines) if line_number >= 0 else 0
            start += sum(map(len, lines)) + len(lines)
            yield Tail(file, events, problems, Read(start, _mark(source, start)))


def goes_on(root: Path, file: str, size: int) -> bool:
    """Whether a file holds a whole line after its first `size` bytes; a torn tail alone is nothing to read."""
    with (root / file).open("rb") as source:
        source.seek(size)
        return any(b"\n" in chunk for chunk in iter(lambda: source.read(_CHUNK), b""))


def read_lines(root: Path, file: str) -> Iterator[tuple[int, bytes]]:
    """The raw lines of a file with their numbers, from 1; each with its newline, save a last one cut short."""
    with (root / file).open("rb") as source:
        yield from enumerate(source, 1)


def decode(file: str, lines: Iterable[bytes], first: int) -> tuple[list[Event], list[Problem]]:
    """Events of whole lines, and a problem for each line that holds none; empty lines are no problem."""
    events, problems = [], []
    for number, line in enumerate(lines, first + 1):
        if not line:
            continue
        try:
            events.append(event_of(decode_line(line)))
        except ValueError as error:
            problems.append(Problem(file, max(number, 0), str(error)))
    return events, problems


def _mark(source, size: int) -> int:  # type: ignore[no-untyped-def]  # noqa: ANN001 - any seekable binary file
    here = source.tell()
    source.seek(max(0, size - _MARK))
    mark = zlib.crc32(source.read(min(size, _MARK)))
    source.seek(here)
    return mark


def last_operations(root: Path, file: LogFile) -> list[Operation]:
    """The last operations of a file, at least one if it holds any, found from its end."""
    path = root / file.name
    size = path.stat().st_size
    block = 16 * 1024
    while size:
        with path.open("rb") as source:
            source.seek(max(0, size - block))
            lines = source.read().split(b"\n")
        events, _ = decode(file.name, lines if block >= size else lines[1:], 0)
        operations = [op for event in events if event.type == "operation" and (op := _operation(event))]
        if operations or block >= size:
            return operations
        block *= 8
    return []


def _operation(event: Event) -> Operation | None:
    try:
        return operation_of(event)
    except ValueError:
        return None  # `check` reports it


def target_file(root: Path, log: Log, month: str, device: str) -> LogFile:
    """The file that a device appends to now: never an earlier month than its newest, a new part past 4 MB."""
    own = [file for file in log_files(root, log) if file.device == device]
    newest = own[-1] if own else LogFile(log, month, device, 0)
    if newest.month < month:
        return LogFile(log, month, device, 0)
    path = root / newest.name
    if path.exists() and path.stat().st_size > PART_SIZE:
        return LogFile(log, newest.month, device, newest.part + 1)
    return newest


def append_lines(root: Path, log: Log, month: str, device: str, lines: Iterable[bytes]) -> None:
    """Append encoded lines to a device's log and return when they are on disk."""
    files.make_folder(root / log)
    files.append(root / target_file(root, log, month, device).name, b"".join(lines))
