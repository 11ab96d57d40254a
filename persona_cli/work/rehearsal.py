"""A dry run: the vault in memory, where changes are believed and nothing is written."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace

from persona_cli.core.event import Event, operation_event
from persona_cli.core.model import Operation
from persona_cli.index import schema
from persona_cli.index.catalog import Catalog
from persona_cli.index.view import View
from persona_cli.store.vault import Vault
from persona_cli.work import refresh


class Rehearsal:
    """Plays changes against a copy of the belief."""

    def __init__(self, vault: Vault, *, blank: bool = False) -> None:
        """`blank`: as if nothing had been recorded yet."""
        self._vault = vault
        self._catalog = Catalog(schema.connect_memory()) if blank else refresh.in_memory(vault).catalog
        self._played = 0

    def view(self) -> View:
        """The belief with all that was played."""
        return View(self._catalog, now=self._vault.now())

    @contextlib.contextmanager
    def reading(self) -> Iterator[View]:
        """The same, where a view of the vault on disk could stand."""
        yield self.view()

    def record(self, events: Sequence[Event]) -> None:
        """Believe events as if they had been recorded."""
        self._played += 1
        after = (1 << 61) + self._played  # later than everything on disk
        operation = Operation(f"op_rehearsal{self._played}", "~", self._played, after, self._vault.now(), "rehearsal")
        placed = [replace(event, op=operation.id, n=n) for n, event in enumerate(events, 1)]
        self._catalog.begin()
        self._catalog.take("rehearsal", [operation_event(operation), *placed], (), (0, 0))
        self._catalog.finish()
