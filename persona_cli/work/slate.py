"""The belief as it will be once the events gathered so far are recorded: what one batch decides against.

Facts are folded from the events on disk and the new ones together, by the same `core.fold` that readers use, so a
decision in the middle of a batch sees exactly what it would see after it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from persona_cli.core.event import Event
from persona_cli.core.fold import Placed, fold_fact, owned
from persona_cli.core.model import Fact, Operation
from persona_cli.core.similar import signature
from persona_cli.index.view import View


class Slate:
    """Events to be recorded as one operation, and the belief with them."""

    def __init__(self, view: View, *, now: str) -> None:
        self.view = view
        self.now = now
        self.events: list[Event] = []
        self._operation = Operation("", "~", 1 << 62, 1 << 62, now, "")  # later than everything there is
        self._pending: dict[str, list[Placed]] = defaultdict(list)
        self._subjects: dict[str, list[str]] = defaultdict(list)  # entity id -> facts asserted here
        self._folded: dict[str, Fact | None] = {}
        self._names: dict[str, set[str]] = defaultdict(set)  # name key -> entities named here

    def add(self, event: Event) -> None:
        """Gather one event."""
        self.events.append(event)
        self._pending[event.target].append(
            Placed(Event(event.type, event.id, event.body, "", len(self.events)), self._operation)
        )
        self._folded.pop(event.target, None)
        if event.type == "assert":
            self._subjects[str(event.body["subject"])].append(event.id)

    def take(self) -> list[Event]:
        """The events gathered, which are now somebody else's to record."""
        events, self.events = self.events, []
        return events

    def fact(self, ident: str) -> Fact | None:
        """A fact as it will be believed."""
        if ident not in self._folded:
            group = [*self.view.catalog.placed(ident), *self._pending.get(ident, ())]
            fact = fold_fact(group)
            self._folded[ident] = owned(fact, self.view.owner) if fact else None
        return self._folded[ident]

    def _facts(self, ids: Iterable[str]) -> list[Fact]:
        found = (self.fact(ident) for ident in dict.fromkeys(ids))
        return [fact for fact in found if fact is not None and not fact.retracted]

    def slot(self, subject: str, predicate: str) -> list[Fact]:
        """Facts of a subject with a predicate that are not retracted."""
        old = [fact.id for fact in self.view.facts_about(subject, predicate=predicate)]
        return [f for f in self._facts([*old, *self._subjects[subject]]) if f.predicate == predicate]

    def on(self, subject: str, obj: str) -> list[Fact]:
        """Facts that relate a subject to an object entity and have not ended."""
        old = [fact.id for fact in self.view.facts_about(subject, obj=obj)]
        return [f for f in self._facts([*old, *self._subjects[subject]]) if f.object == obj and f.invalid_at is None]

    def like(self, subject: str, text: str) -> list[Fact]:
        """Facts of a subject that share a telling word with a sentence and have not ended."""
        said = signature(text)
        old = self.view.facts_sharing(said.words | said.numbers, self.view.members(subject))
        return [f for f in self._facts([*old, *self._subjects[subject]]) if f.invalid_at is None]

    def name(self, key: str, entity: str) -> None:
        """Remember that a name key stands for an entity made or met in this batch."""
        self._names[key].add(entity)

    def by_keys(self, keys: Sequence[str], *, exact: bool) -> set[str]:
        """Entities that go by one of the name keys."""
        found = {entity for entities in self.view.by_keys(keys, exact=exact).values() for entity in entities}
        return found.union(*(self._names[key] for key in keys if key in self._names)) if exact else found
