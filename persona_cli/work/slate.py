"""The belief as it will be once the events gathered so far are recorded: what one batch decides against.

Facts are folded from the events on disk and the new ones together, by the same `core.fold` that readers use, so a
decision in the middle of a batch sees exactly what it would see after it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from persona_cli.core.event import Event
from persona_cli.core.fold import Placed, fold_entity, fold_fact, fold_review, owned
from persona_cli.core.model import USER_ENTITY, Entity, Fact, Operation, ReviewItem
from persona_cli.core.names import blocking_keys, name_key
from persona_cli.core.similar import common_keys, signature, stem
from persona_cli.core.when import When, parse_when
from persona_cli.index.view import View


@dataclass(frozen=True, slots=True)
class Statement:
    """One time a fact was stated."""

    key: tuple[str, str]  # its place in time: see `place_of`, and when it was said, as UTC text
    valid_at: str
    body: Mapping[str, Any]


class Slate:
    """Events to be recorded as one operation, and the belief with them."""

    def __init__(self, view: View, *, now: str) -> None:
        self.view = view
        self.now = now
        self.events: list[Event] = []
        self._operation = Operation("", "~", 1 << 62, 1 << 62, now, "")  # later than everything there is
        self._pending: dict[str, list[Placed]] = defaultdict(list)
        self._subjects: dict[str, list[str]] = defaultdict(list)  # entity id -> facts asserted here
        self._alike: dict[int, list[str]] = defaultdict(list)  # key of `core.similar` -> facts asserted here
        self._stored: dict[str, list[Placed]] = {}  # what is on disk about a thing, once looked up
        self._slots: dict[tuple[str, str], list[str]] = {}  # subject, predicate -> facts, once looked up
        self._folded: dict[str, Fact | None] = {}
        self._names: dict[str, set[str]] = defaultdict(set)  # name key -> entities named here
        self._near: dict[str, set[str]] = defaultdict(set)  # blocking key -> the same

    def add(self, event: Event) -> None:
        """Gather one event."""
        self.events.append(event)
        self._pending[event.target].append(
            Placed(Event(event.type, event.id, event.body, "", len(self.events)), self._operation)
        )
        self._folded.pop(event.target, None)
        if event.type == "assert":
            subject, predicate = str(event.body["subject"]), str(event.body["predicate"])
            self._subjects[subject].append(event.id)
            if (subject, predicate) in self._slots:
                self._slots[subject, predicate].append(event.id)
            for key in common_keys(str(event.body["text"]), kept=True):
                self._alike[key].append(event.id)

    def withdraw(self, start: int) -> list[Event]:
        """Take back the entities and aliases gathered from a place on, the person's own apart."""
        back = [e for e in self.events[start:] if e.type in ("entity", "alias") and e.target != USER_ENTITY]
        for event in back:
            self.events.remove(event)
            self._pending[event.target] = [p for p in self._pending[event.target] if p.event.id != event.id]
            if event.type == "entity":
                for known in (*self._names.values(), *self._near.values()):
                    known.discard(event.id)
        return back

    def take(self) -> list[Event]:
        """The events gathered, which are now somebody else's to record."""
        events, self.events = self.events, []
        return events

    def fact(self, ident: str) -> Fact | None:
        """A fact as it will be believed."""
        if ident not in self._folded:
            fact = fold_fact(self._about(ident))
            self._folded[ident] = owned(fact, self.view.owner) if fact else None
        return self._folded[ident]

    def _about(self, ident: str) -> list[Placed]:
        """All events about a thing, on disk and gathered."""
        if ident not in self._stored:
            self._stored[ident] = self.view.catalog.placed(ident)
        return [*self._stored[ident], *self._pending.get(ident, ())]

    def _facts(self, ids: Iterable[str]) -> list[Fact]:
        wanted = list(dict.fromkeys(ids))
        unseen = [ident for ident in wanted if ident not in self._folded and ident not in self._pending]
        self._folded.update((ident, None) for ident in unseen)
        self._folded.update((fact.id, fact) for fact in self.view.facts(unseen))  # as the catalogue has folded them
        found = (self.fact(ident) for ident in wanted)
        return [fact for fact in found if fact is not None and not fact.retracted]

    def slot(self, subject: str, predicate: str) -> list[Fact]:
        """Facts of a subject with a predicate that are not retracted."""
        if (subject, predicate) not in self._slots:
            old = [fact.id for fact in self.view.facts_about(subject, predicate=predicate)]
            self._slots[subject, predicate] = [*old, *self._subjects[subject]]
        return [fact for fact in self._facts(self._slots[subject, predicate]) if fact.predicate == predicate]

    def statements(self, ident: str) -> list[Statement]:
        """When a fact was stated, earliest first."""
        bodies = [p.event.body for p in self._about(ident) if p.event.type in ("assert", "support")]
        said = ((str(body.get("valid_at", "")), str(body.get("said_at", "")), body) for body in bodies)
        return sorted((Statement((place_of(at, when), when), at, body) for at, when, body in said), key=lambda s: s.key)

    def key(self, fact: Fact) -> tuple[str, str]:
        """The place in time of the first statement of a fact: of two of one time the one said later holds."""
        first = next(iter(self.statements(fact.id)), None)
        return first.key if first and not fact.hand else (place_of(fact.valid_at, fact.said_at), fact.said_at)

    def entity(self, ident: str) -> Entity | None:
        """An entity as it will be believed."""
        return fold_entity(ident, self._about(ident))

    def review(self, ident: str) -> ReviewItem | None:
        """A review item as it will be."""
        return fold_review(self._about(ident))

    def on(self, subject: str, obj: str) -> list[Fact]:
        """Facts that relate a subject to an object entity and have not ended."""
        old = [fact.id for fact in self.view.facts_about(subject, obj=obj)]
        return [f for f in self._facts([*old, *self._subjects[subject]]) if f.object == obj and f.invalid_at is None]

    def like(self, subject: str, text: str) -> list[Fact]:
        """Facts of a subject that share a telling word with a sentence, also those that have ended."""
        said = signature(text)
        old = self.view.facts_sharing(said.words | said.numbers, self.view.members(subject))
        return self._facts([*old, *self._subjects[subject]])

    def repeats(self, subject: str, text: str, *, ignore: Collection[str]) -> list[Fact]:
        """Facts of a subject that may say the same as a sentence, also those that have ended."""
        members, said = self.view.members(subject), signature(text)
        names = {stem(name) for name in said.names} - {stem(word) for word in ignore}
        if keys := common_keys(text, ignore=ignore):
            old = self.view.facts_alike(keys, members, names)
            new = [ident for key in keys for ident in self._alike.get(key, ())]
        elif must := said.numbers | names:  # of nothing else, and they must be the same
            _, rarest = min((self.view.rarity(word), word) for word in must)
            old, new = self.view.facts_sharing([rarest], members, rare=0), self._subjects[subject]
        else:
            return self.like(subject, text)
        return [fact for fact in self._facts([*old, *new]) if fact.subject == subject]

    def name(self, name: str, entity: str) -> None:
        """Remember that a name stands for an entity made or met in this batch."""
        self._names[name_key(name)].add(entity)
        for key in blocking_keys(name):
            self._near[key].add(entity)

    def by_keys(self, keys: Sequence[str], *, exact: bool) -> set[str]:
        """Entities that go by one of the name keys."""
        found = {entity for entities in self.view.by_keys(keys, exact=exact).values() for entity in entities}
        named = self._names if exact else self._near
        return found.union(*(named[key] for key in keys if key in named))


def start_of(when: When | str | None) -> str:
    """The instant from which a time counts, given as `When` or its text; empty when not known."""
    if isinstance(when, When):
        return when.start
    return parse_when(when).start if when else ""


def sooner(end: When | None, known: When | None) -> bool:
    """Whether an end comes before the one that is known; of two of one start it is settled as for beginnings, by text."""
    return end is not None and (known is None or (end.start, end.iso) < (known.start, known.iso))


def place_of(when: When | str | None, said_at: str) -> str:
    """The last instant of which a statement speaks: where its time ends, or when it was said, if that was before.

    "I live in Lyon", said on 5 January, comes before "I moved to Porto this year", said in June: that began on some day
    of the year, and was the newer state of things when it was said. Empty when its time is not known.
    """
    known = parse_when(when) if isinstance(when, str) and when else when
    if not isinstance(known, When):
        return ""
    return max(known.start, min(known.end, said_at or known.end))
