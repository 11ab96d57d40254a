"""What search needs to know about documents, as a protocol that the catalogue fulfils.

Every method answers for many documents at once: search asks a handful of questions per query, whatever it finds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from persona_cli.index.document import Document, Neighbour


class Records(Protocol):
    """The documents of one state of the vault (`--known-at` is another state, hence another `Records`)."""

    def documents(self, numbers: Sequence[int]) -> Mapping[int, Document]:
        """Documents by number; those not known in this state are left out and so never found.

        The `before…` fields may be empty here.
        """
        ...

    def outlines(self, numbers: Sequence[int]) -> Mapping[int, Document]:
        """The same documents with id, kind and role, and `hidden` not empty where they are; the rest may be."""
        ...

    def neighbours(self, numbers: Sequence[int], reach: int) -> Mapping[int, Sequence[Neighbour]]:
        """Turns of the same episode at most `reach` places before or after each turn in `numbers`."""
        ...

    def of_entities(self, entities: Sequence[str], limit: int) -> Sequence[tuple[int, str]]:
        """(number, entity) of documents touching the entities, facts first, newest first, `limit` for each entity."""
        ...

    def in_window(self, start: str, end: str, limit: int) -> Sequence[int]:
        """Documents said in [start, end), and facts whose valid time begins in it; newest first."""
        ...
