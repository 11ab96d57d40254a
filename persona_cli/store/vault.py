"""The vault: the folder that holds one person's memory, and the one way to change it.

A change is an operation. Its events are written and synced first, its line in `operations/` last: no operation
line, no effect. `docs/format.md` publishes what readers and writers must and should do.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from persona_cli import __version__
from persona_cli.core.codec import base32, encode_line
from persona_cli.core.event import FORMAT, LOGS, Event, Log, operation_event
from persona_cli.core.model import Operation
from persona_cli.core.when import instant
from persona_cli.errors import DamagedError, PersonaError, UsageError
from persona_cli.store import files, lock
from persona_cli.store.log import append_lines, last_operations, log_files
from persona_cli.store.settings import Settings, dump_settings, read_settings, refuse_secrets, settings_of

SETTINGS_FILE = "persona.yaml"
LOCAL = ".persona"  # machine-local, ignored by Git, rebuilt when missing
_GITIGNORE = b".persona/\n"
_GITATTRIBUTES = b"*.jsonl -text merge=union diff=persona\n"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What only the top floor may read: the clock, randomness, and which machine this is."""

    now: Callable[[], datetime]  # aware
    entropy: Callable[[int], bytes]
    machine: str  # any text that differs between machines


@dataclass(frozen=True, slots=True)
class Vault:
    """An open vault."""

    root: Path
    settings: Settings
    around: Surroundings

    @property
    def local(self) -> Path:
        """The machine-local folder."""
        return self.root / LOCAL

    def now(self) -> str:
        """The time of knowing, as UTC text."""
        return instant(self.around.now()).iso

    def new_id(self, prefix: str) -> str:
        """A fresh random id of 80 bits."""
        return f"{prefix}_{base32(int.from_bytes(self.around.entropy(10), 'big'), 16)}"

    @contextlib.contextmanager
    def writing(self, command: str) -> Iterator[Writer]:
        """Hold the vault's lock and hand out its writer; no network, model or prompt may be used meanwhile.

        Raises PersonaError when the vault has gone since it was opened: it is not made anew under a running command.
        """
        with self.held(command):
            yield _writer(self)

    @contextlib.contextmanager
    def held(self, command: str) -> Iterator[None]:
        """Hold the vault's lock; raises PersonaError when the vault has gone, LockedError that names the holder."""
        if not exists(self.root):
            raise PersonaError(f"the vault in '{self.root}' is gone", hint="what was recorded before is where it went")
        files.make_folder(self.local)
        with lock.hold(self.local / "lock", wait=float(self.settings.get("lock.wait")), holder=command):
            yield

    def with_settings(self, changed: Callable[[Settings], Settings], command: str) -> Vault:
        """The vault with its settings changed, as they are by now; this very one when nothing changes.

        Raises UsageError for a new value that looks like a secret.
        """
        with self.held(command):
            before = open_vault(self.root, self.around).settings
            settings = changed(before)
            if settings.stated != before.stated:
                refuse_secrets(settings.stated, before.stated)
                files.replace(self.root / SETTINGS_FILE, dump_settings(settings.stated))
        return self if settings.stated == self.settings.stated else replace(self, settings=settings)


@dataclass(slots=True)
class Writer:
    """Appends operations while the lock is held."""

    vault: Vault
    device: str
    seq: int  # the last one used
    clock: int  # the highest seen from any device

    def commit(self, command: str, events: Sequence[Event], *, reverts: str = "") -> Operation:
        """Write one operation and return once it is on disk; raises PersonaError when the disk refuses."""
        vault = self.vault
        operation = Operation(
            id=vault.new_id("op"),
            device=self.device,
            seq=self.seq + 1,
            clock=self.clock + 1,
            time=vault.now(),
            command=command,
            counts=_counts(events),
            reverts=reverts,
            version=__version__,
        )
        placed = [replace(event, op=operation.id, n=n) for n, event in enumerate(events, 1)]
        lines = {log: [_line(event) for event in placed if event.log == log] for log in LOGS}
        lines["operations"] = [_line(operation_event(operation))]
        month = operation.time[:7]
        for log in (*LOGS[1:], LOGS[0]):  # the commit record last
            if lines[log]:
                append_lines(vault.root, log, month, self.device, lines[log])
        self.seq, self.clock = operation.seq, operation.clock
        with contextlib.suppress(PersonaError):  # the log says it too; without the note only a lost log goes unnoticed
            _save_device(vault, self.device, self.seq)
        return operation

    def event(self, kind: str, **body: Any) -> Event:
        """An event about an existing thing, with a fresh id of its own."""
        return Event(kind, self.vault.new_id("ev"), body)


def _line(event: Event) -> bytes:
    try:
        return encode_line(event.record())
    except ValueError as error:
        raise PersonaError(f"cannot record a '{event.type}' event: {error}") from error


def _counts(events: Iterable[Event]) -> tuple[tuple[str, int], ...]:
    counts: dict[Log, int] = {}
    for event in events:
        counts[event.log] = counts.get(event.log, 0) + 1
    return tuple(sorted(counts.items()))


def exists(root: Path) -> bool:
    """Whether a folder is a vault."""
    return (root / SETTINGS_FILE).is_file()


def create(root: Path, around: Surroundings, *, identity: dict[str, Any] | None = None) -> Vault:
    """Make a vault in a folder that is new, empty or without one; raises UsageError if there is a vault already."""
    if exists(root):
        raise UsageError(f"there is a vault in '{root}' already")
    if root.exists() and not root.is_dir():
        raise UsageError(f"'{root}' is not a folder")
    refuse_secrets({"identity": identity or {}}, {})
    if not root.is_dir():
        files.make_folder(root)
    files.create(root / ".gitignore", _GITIGNORE)
    files.create(root / ".gitattributes", _GITATTRIBUTES)
    for log in LOGS:
        files.make_folder(root / log)
    stated: dict[str, Any] = {"format": FORMAT}
    if identity:
        stated["identity"] = identity
    files.replace(root / SETTINGS_FILE, dump_settings(stated))
    return open_vault(root, around)


def open_vault(root: Path, around: Surroundings) -> Vault:
    """Open a vault; raises PersonaError when there is none, DamagedError when a newer program made it."""
    path = root / SETTINGS_FILE
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PersonaError(f"no vault in '{root}'", hint="persona init makes one") from None
    except OSError as error:
        raise PersonaError(f"cannot read '{path}': {error.strerror}") from error
    stated = read_settings(data, path=str(path))
    version = stated.get("format", FORMAT)
    if type(version) is not int:
        raise UsageError(f"'{path}': 'format' must be a whole number, not {version!r}")
    if version > FORMAT:  # before anything else is understood of it
        raise DamagedError(
            f"'{root}' has format {version}; this program reads up to {FORMAT}", hint="use a newer persona"
        )
    return Vault(root, settings_of(stated, path=str(path)), around)


def imagined(root: Path, around: Surroundings) -> Vault:
    """A vault that is not there yet, for dry runs: empty, with the default settings."""
    return Vault(root, settings_of({}, path=str(root / SETTINGS_FILE)), around)


def _writer(vault: Vault) -> Writer:
    """The writer as the logs and this machine's notes say it must go on."""
    device, noted = _device(vault)
    seq, clock = noted, 0
    newest = {file.device: file for file in log_files(vault.root, "operations")}
    for owner, file in newest.items():
        for operation in last_operations(vault.root, file):
            clock = max(clock, operation.clock)
            seq = max(seq, operation.seq) if owner == device else seq
    if not noted and not seq:  # a new device keeps its id from its first change on, whatever becomes of that
        _save_device(vault, device, 0)
    return Writer(vault, device, seq, max(clock, seq))


def _device(vault: Vault) -> tuple[str, int]:
    """This machine's device id for this vault and the last `seq` it used.

    A copied or cloned folder must not go on under the same id, or two machines would append to one file: the id
    holds only while machine and path are those it was made for.
    """
    try:
        note = orjson.loads((vault.local / "device.json").read_bytes())
        if note["home"] == _home(vault):
            return str(note["device"]), int(note["seq"])
    except (OSError, ValueError, KeyError, TypeError):
        pass  # no note, or not one of ours: a new device
    return base32(int.from_bytes(vault.around.entropy(4), "big"), 6), 0


def _save_device(vault: Vault, device: str, seq: int) -> None:
    note = {"device": device, "seq": seq, "home": _home(vault)}
    files.replace(vault.local / "device.json", orjson.dumps(note))


def _home(vault: Vault) -> str:
    place = f"{vault.around.machine}\x1f{vault.root.resolve()}"
    return hashlib.sha256(place.encode("utf-8", "replace")).hexdigest()[:16]


def device_note(vault: Vault) -> tuple[str, int]:
    """The device id and the last `seq` this machine remembers; an empty id where it has written nothing."""
    device, seq = _device(vault)
    return (device, seq) if seq else ("", 0)
