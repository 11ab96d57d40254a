"""Check: every promise of the format that can be looked at, looked at; silent when all is well."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from persona_cli.core.codec import decode_line
from persona_cli.core.event import FORMAT, LOGS, TYPES, Event, event_of, operation_of
from persona_cli.core.model import Operation
from persona_cli.core.when import parse_when
from persona_cli.errors import Problem
from persona_cli.store.log import LogFile, all_files, read_lines
from persona_cli.store.vault import SETTINGS_FILE, Vault, device_note

_TIMES = ("time", "valid_at", "invalid_at", "said_at", "at")


def check(vault: Vault) -> list[Problem]:
    """All problems of a vault's files, in order of file and line."""
    found: list[Problem] = []
    seen = _Seen()
    for file in all_files(vault.root):
        found += _file(vault.root, file, seen)
    found += seen.problems(*device_note(vault))
    found += _strays(vault.root)
    found += _permissions(vault.root)
    return found


class _Seen:
    """What has been read of all files so far."""

    def __init__(self) -> None:
        self.operations: dict[str, Operation] = {}
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.places: dict[str, dict[int, bytes]] = defaultdict(dict)  # checksums by place in the operation
        self.first: dict[str, Problem] = {}  # where an operation's first event stands
        self.erased: set[str] = set()
        self.content: dict[str, Problem] = {}

    def add(self, event: Event, file: LogFile, line: int, checksum: bytes) -> Iterator[Problem]:
        if event.type == "operation":
            yield from self._add_operation(event, file, line)
            return
        first = self.places[event.op].setdefault(event.n, checksum)
        if first is checksum:
            self.counts[event.op][file.log] += 1
        elif first != checksum:
            yield Problem(file.name, line, f"another event number {event.n} of operation '{event.op}'")
        self.first.setdefault(event.op, Problem(file.name, line, ""))
        if event.type == "erased":
            self.erased.add(event.target)
        elif event.type in ("turn", "assert", "entity"):
            self.content[event.id] = Problem(file.name, line, "")

    def _add_operation(self, event: Event, file: LogFile, line: int) -> Iterator[Problem]:
        try:
            operation = operation_of(event)
        except ValueError as error:
            yield Problem(file.name, line, str(error))
            return
        if operation.device != file.device:
            yield Problem(file.name, line, f"an operation of device '{operation.device}' in another device's file")
        self.operations[operation.id] = operation

    def problems(self, device: str, noted: int) -> Iterator[Problem]:
        """What only all files together show."""
        for op, place in self.first.items():
            if op not in self.operations:
                count = sum(self.counts[op].values())
                text = f"{count} events of operation '{op}', which was never completed, have no effect"
                yield Problem(place.path, place.line, text)
        for op, operation in self.operations.items():
            for log, count in operation.counts:
                if self.counts[op][log] < count:
                    text = f"operation '{op}' has {self.counts[op][log]} of its {count} events in {log}/"
                    yield Problem("operations", 0, text)
        yield from self._sequence(device, noted)
        for target in sorted(self.erased & self.content.keys()):
            place = self.content[target]
            yield Problem(place.path, place.line, f"'{target}' was erased, and its content has come back")

    def _sequence(self, device: str, noted: int) -> Iterator[Problem]:
        by_device: dict[str, dict[int, str]] = defaultdict(dict)
        for operation in self.operations.values():
            other = by_device[operation.device].setdefault(operation.seq, operation.id)
            if other != operation.id:
                text = f"'{other}' and '{operation.id}' have the same number {operation.seq}: a copied device id?"
                yield Problem("operations", 0, text)
        if device:
            by_device.setdefault(device, {})
        for owner, numbers in sorted(by_device.items()):
            last = max(max(numbers, default=0), noted if owner == device else 0)
            missing = [n for n in range(1, last + 1) if n not in numbers]
            if missing:
                text = f"{len(missing)} operations of device '{owner}' are missing, the first is number {missing[0]}"
                yield Problem("operations", 0, text)


def _file(root: Path, file: LogFile, seen: _Seen) -> Iterator[Problem]:
    for number, line in read_lines(root, file.name):
        if not line.endswith(b"\n"):
            yield Problem(file.name, number, "the last line is cut short (it is closed off before the next is written)")
        elif line != b"\n":
            try:
                event = event_of(decode_line(line))
            except ValueError as error:
                yield Problem(file.name, number, str(error))
            else:
                yield from _event(event, line, file, number)
                yield from seen.add(event, file, number, line[-11:-3])


def _event(event: Event, line: bytes, file: LogFile, number: int) -> Iterator[Problem]:
    if event.v > FORMAT:
        yield Problem(file.name, number, f"of format {event.v}; this program reads up to {FORMAT}")
        return
    known = TYPES.get(event.type)
    if known is None:
        yield Problem(file.name, number, f"of unknown type '{event.type}' (kept, without effect)")
    elif known.log != file.log:
        yield Problem(file.name, number, f"a '{event.type}' event belongs into {known.log}/")
    for name in _TIMES:
        value = event.body.get(name)
        if isinstance(value, str) and value and not _readable(value):
            yield Problem(file.name, number, f"'{name}' is no time: {value!r}")
    if _repeats_a_key(line):
        yield Problem(file.name, number, "a key stands twice")


def _readable(value: str) -> bool:
    try:
        parse_when(value)
    except ValueError:
        return False
    return True


def _repeats_a_key(line: bytes) -> bool:
    repeated = False

    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        nonlocal repeated
        found = dict(items)
        repeated = repeated or len(found) != len(items)
        return found

    try:
        json.loads(line, object_pairs_hook=pairs)
    except RecursionError:  # nested deeper than this parser goes, which our own writer never does
        return True
    return repeated


def _strays(root: Path) -> Iterator[Problem]:
    """Files in a log's folder that are none of its own, such as a conflict copy of a file synchroniser."""
    known = {file.name for file in all_files(root)}
    for log in LOGS:
        for path in sorted((root / log).iterdir() if (root / log).is_dir() else ()):
            name = path.relative_to(root).as_posix()
            if name not in known and not path.name.startswith("."):
                yield Problem(name, 0, "is no log file, and is not read")


def _permissions(root: Path) -> Iterator[Problem]:
    for path in _kept(root):
        if path.stat().st_mode & 0o077:
            yield Problem(str(path.relative_to(root)), 0, "can be read by others; persona check --fix narrows it")


def narrow(vault: Vault) -> None:
    """Take from others the permissions on everything that holds memory."""
    for path in _kept(vault.root):
        path.chmod(path.stat().st_mode & 0o700)


def _kept(root: Path) -> list[Path]:
    paths = (root / SETTINGS_FILE, *(root / log for log in LOGS), *(root / file.name for file in all_files(root)))
    return [path for path in paths if path.exists()]
