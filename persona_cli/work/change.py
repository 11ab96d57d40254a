"""One change of the vault: both locks, the belief as it is now, and what was recorded put into the index at once."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from persona_cli.core.event import Event
from persona_cli.core.model import Operation
from persona_cli.errors import PersonaError
from persona_cli.index.view import View
from persona_cli.store.vault import Vault, Writer
from persona_cli.work import refresh
from persona_cli.work.slate import Slate


@dataclass(slots=True)
class Change:
    """A change being made. Everything decided here is decided against the newest state."""

    vault: Vault
    writer: Writer
    opened: refresh.Opened
    command: str
    behind: str = ""  # why the index could not follow; the change itself is safe

    @property
    def view(self) -> View:
        """The belief as it is now."""
        return View(self.opened.catalog, now=self.vault.now())

    def slate(self) -> Slate:
        """A slate to gather events on."""
        return Slate(self.view, now=self.vault.now())

    def commit(self, events: Sequence[Event], *, reverts: str = "") -> Operation:
        """Record the events as one operation, and let the catalogue follow."""
        operation = self.writer.commit(self.command, events, reverts=reverts)
        try:
            refresh.catch_up(self.vault, self.opened.catalog)
        except (PersonaError, sqlite3.Error) as error:
            self.behind = str(error)
        return operation


@contextlib.contextmanager
def changing(vault: Vault, command: str) -> Iterator[Change]:
    """Hold the vault for one change; raises LockedError naming who holds it."""
    wait = float(vault.settings.get("lock.wait"))
    with vault.writing(command) as writer, refresh.following(vault, wait=wait) as opened:
        yield Change(vault, writer, opened, command, opened.behind)
