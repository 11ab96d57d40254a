"""Which large inputs were read to their end, so that an unchanged one is passed over next time without being parsed.

What is remembered is a hash of the content, the name and all that was asked for, and the state of the vault it holds
for: that no operation since is lost or undone. It is machine-local; without it an input is read again, to the same end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from persona_cli import __version__
from persona_cli.core.codec import derived_id
from persona_cli.errors import Problem
from persona_cli.index.view import View
from persona_cli.readers import folder
from persona_cli.readers.contract import Input
from persona_cli.store import files
from persona_cli.store.vault import Vault

SMALLEST = 1_000_000  # bytes; to read less costs no more than to remember it
KEPT = 10_000  # inputs remembered, the newest
_FILE = "ingested.json"
_CHUNK = 1 << 20


def fingerprint(path: Path | None, asked: str) -> str:
    """The hash of an input and of what was asked for; empty when it is small, cannot be read, or is standard input."""
    if path is None:
        return ""
    digest, size = hashlib.blake2b(f"{__version__}\x1f{path.name}\x1f{asked}".encode("utf-8", "replace")), 0
    try:
        for part in _parts(path):
            digest.update(part)
            size += len(part)
    except OSError:
        return ""
    return digest.hexdigest()[:32] if size >= SMALLEST else ""


def _parts(path: Path) -> Iterator[bytes]:
    if not path.is_dir():
        if path.stat().st_size >= SMALLEST:
            with path.open("rb") as stream:
                yield from iter(lambda: stream.read(_CHUNK), b"")
        return
    for item in folder.inputs(path):
        if isinstance(item, Problem):
            raise OSError(item.message)
        yield from _member(item, path)


def _member(item: Input, root: Path) -> Iterator[bytes]:
    relative = Path(item.path).relative_to(root).as_posix()
    yield f"\x1f{relative}\x1f".encode("utf-8", "replace")
    with item.open() as stream:
        yield from iter(lambda: stream.read(_CHUNK), b"")


@dataclass(slots=True)
class Ledger:
    """The inputs read before, as one state of the vault confirms them."""

    vault: Vault
    inputs: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def open(cls, vault: Vault) -> Ledger:
        """What this machine remembers; nothing when that cannot be read."""
        try:
            found = orjson.loads((vault.local / _FILE).read_bytes())
        except (OSError, ValueError):
            found = None
        inputs = found.get("inputs") if isinstance(found, dict) else None
        return cls(vault, inputs if isinstance(inputs, dict) else {})

    def turns(self, view: View, key: str) -> int | None:
        """How many turns an input has, all of them in the vault; None when it must be read."""
        noted = self.inputs.get(key)
        try:
            if noted is None or noted["undone"] != _undone(view) or not _there(view, noted["after"]):
                return None
            return int(noted["turns"])
        except (KeyError, TypeError, ValueError, AttributeError):  # not written by us
            return None

    def add(self, view: View, read: dict[str, int]) -> None:
        """Remember inputs with the number of their turns."""
        state = {"after": _newest(view), "undone": _undone(view)}
        for key, turns in read.items():
            self.inputs.pop(key, None)
            self.inputs[key] = {"turns": turns, **state}
        if read:
            kept = dict(list(self.inputs.items())[-KEPT:])
            files.make_folder(self.vault.local)
            files.replace(self.vault.local / _FILE, orjson.dumps({"inputs": kept}))


def _newest(view: View) -> dict[str, str]:
    """The last operation of each device."""
    rows = view.base.execute("SELECT device, id, MAX(seq) FROM operations GROUP BY device")
    return {device: ident for device, ident, _ in rows}


def _there(view: View, operations: dict[str, str]) -> bool:
    found = (view.base.execute("SELECT 1 FROM operations WHERE id = ?", (op,)).fetchone() for op in operations.values())
    return bool(operations) and all(found)


def _undone(view: View) -> str:
    rows = view.base.execute("SELECT id FROM operations WHERE reverts != '' ORDER BY id")
    return derived_id("st", *(ident for (ident,) in rows))
