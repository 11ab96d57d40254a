"""One change of the vault: both locks, the belief as it is now, and what was recorded put into the index at once."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from persona_cli.core.event import Event
from persona_cli.core.model import Operation
from persona_cli.errors import PersonaError
from persona_cli.index.view import View
from persona_cli.store.vault import Vault, Writer
from persona_cli.work import refresh
from persona_cli.work.setup import redactor_of
from persona_cli.work.slate import Slate

_OURS = frozenset(
    "id op episode turn fact facts subject object entity into other review by target chain time said_at at".split()
)  # fields that hold ids of ours, or times
_OUR_ID = re.compile(r"[a-z]{2}_[0-9a-z]{1,16}|[0-9][0-9TZ:.+-]*")
_SAID = frozenset({"text", "quoted"})
_NAMES_OF_SOURCES = frozenset({"source_id", "reply_to", "conversation"})


@dataclass(slots=True)
class Change:
    """A change being made. Everything decided here is decided against the newest state."""

    vault: Vault
    writer: Writer
    opened: refresh.Opened
    command: str
    recorded: Sequence[Event] = ()  # what was recorded last, as it stands in the logs
    behind: str = ""  # why the index could not follow; the change itself is safe

    @property
    def view(self) -> View:
        """The belief as it is now."""
        return View(self.opened.catalog, now=self.vault.now())

    def slate(self) -> Slate:
        """A slate to gather events on."""
        return Slate(self.view, now=self.vault.now())

    def commit(self, events: Sequence[Event], *, reverts: str = "", said_clean: bool = False) -> Operation:
        """Record the events as one operation, without secrets, and let the catalogue follow.

        `said_clean` spares a second look at what was said where all of it has been looked at.
        """
        clean = without_secrets(events, redactor_of(self.vault, write=True), said_clean=said_clean)
        operation = self.writer.commit(self.command, clean, reverts=reverts)
        self.recorded = [replace(event, op=operation.id, n=n) for n, event in enumerate(clean, 1)]
        try:
            refresh.catch_up(self.vault, self.opened.catalog)
        except (PersonaError, sqlite3.Error, OSError, ValueError) as error:
            self.behind = str(error)
        return operation


@contextlib.contextmanager
def changing(vault: Vault, command: str) -> Iterator[Change]:
    """Hold the vault for one change; raises LockedError naming who holds it."""
    wait = float(vault.settings.get("lock.wait"))
    with vault.writing(command) as writer, refresh.following(vault, wait=wait) as opened:
        yield Change(vault, writer, opened, command, behind=opened.behind)


def without_secrets(events: Sequence[Event], redact: Callable[[str], str], *, said_clean: bool = False) -> list[Event]:
    """The events with the secrets taken out of every text in them, whichever field it is in."""
    return [
        replace(event, body=_without(event.body, redact, _SAID if said_clean and event.type == "turn" else ()))
        for event in events
    ]


def source_name(name: str, redact: Callable[[str], str]) -> str:
    """What a source calls a message or a conversation, without secrets; a number alone is no card but a number."""
    return name if name.isdigit() else redact(name)


def _without(body: Mapping[str, Any], redact: Callable[[str], str], clean: Collection[str]) -> dict[str, Any]:
    return {key: value if key in clean else _clean(value, key, redact) for key, value in body.items()}


def _clean(value: Any, key: str, redact: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        if not value or (key in _OURS and _OUR_ID.fullmatch(value)):
            return value
        return source_name(value, redact) if key in _NAMES_OF_SOURCES else redact(value)
    if isinstance(value, dict):
        return _without(value, redact, ())
    if isinstance(value, (list, tuple)):
        return [_clean(item, key, redact) for item in value]
    return value
