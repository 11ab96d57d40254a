"""Belief as a pure function of the set of events: whatever their order, repetition or division into files.

Each object (fact, entity, review item) is folded from its own events alone, in the one order all devices agree on:
(`clock`, device, `seq`, `n`). So an index can refold just the objects that new events touch, and a late arrival
from another device gives the same belief as an early one. Wall clocks decide nothing here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from persona_cli.core.event import FORMAT, LARGEST, Event
from persona_cli.core.model import (
    FACT_KINDS,
    ROLES,
    USER_ENTITY,
    Entity,
    Episode,
    Evidence,
    Fact,
    GoalStatus,
    Operation,
    ReviewItem,
    Turn,
)
from persona_cli.core.when import END, When, parse_when

_ENTITY_KINDS = ("user", "subject", "other")


@dataclass(frozen=True, slots=True)
class Placed:
    """An event with the operation that makes it count."""

    event: Event
    operation: Operation

    @property
    def order(self) -> tuple[int, str, int, str, int]:
        """Its place in the one order of all events."""
        return (*self.operation.order, self.event.n)


@dataclass(frozen=True, slots=True)
class Belief:
    """Everything believed at one point of known time."""

    episodes: Mapping[str, Episode]
    turns: Mapping[str, Turn]
    entities: Mapping[str, Entity]
    facts: Mapping[str, Fact]
    reviews: Mapping[str, ReviewItem]
    operations: tuple[Operation, ...] = field(default=())  # in order, live or not
    live: frozenset[str] = frozenset()  # ids of operations in effect


def reverted_operations(operations: Iterable[Operation]) -> frozenset[str]:
    """Ids of the operations that a later, itself living, operation takes back; only undoing ones need be given."""
    reverted: set[str] = set()
    for operation in sorted({op.id: op for op in operations}.values(), key=lambda op: op.order, reverse=True):
        if operation.reverts and operation.id not in reverted:
            reverted.add(operation.reverts)
    return frozenset(reverted)


def fold(operations: Iterable[Operation], events: Iterable[Event], *, known_at: str = "") -> Belief:
    """The belief of a set of events, or of what of them was known at an instant (UTC text).

    What was erased is gone from every state, also from those before, and whether or not its erasure was undone.
    """
    every = {op.id: op for op in operations}
    known = {op.id: op for op in every.values() if not known_at or op.time <= known_at}
    live = known.keys() - reverted_operations(known.values())
    by_target: dict[str, dict[tuple[str, int], Placed]] = defaultdict(dict)
    gone = set()
    for event in events:
        if event.op in live and in_effect(event):
            by_target[event.target][event.op, event.n] = Placed(event, known[event.op])
        if event.type == "erased" and event.op in every:
            gone.add(event.target)
    belief = Belief({}, {}, {}, {}, {}, tuple(sorted(known.values(), key=lambda op: op.order)), frozenset(live))
    groups = {
        target: sorted(group.values(), key=lambda p: p.order)
        for target, group in by_target.items()
        if target not in gone
    }
    entities = {target: entity for target, group in groups.items() if (entity := fold_entity(target, group))}
    owner = canonical({entity.id: entity.merged_into for entity in entities.values()})
    for target, group in groups.items():
        _place(belief, target, group, owner)
    cast("dict[str, Entity]", belief.entities).update(entities)
    return belief


def in_effect(event: Event) -> bool:
    """Whether this program knows what an event means; one of a higher version is kept and has no effect."""
    return event.v <= FORMAT


def _place(belief: Belief, target: str, group: Sequence[Placed], owner: Mapping[str, str]) -> None:
    for kind, record in (
        (belief.facts, fold_fact(group)),
        (belief.reviews, fold_review(group)),
        (belief.episodes, fold_episode(group)),
        (belief.turns, fold_turn(group)),
    ):
        if record is not None:
            cast("dict[str, Any]", kind)[target] = owned(record, owner) if isinstance(record, Fact) else record


def owned(fact: Fact, owner: Mapping[str, str]) -> Fact:
    """`fact` with merged entities replaced by what they were merged into."""
    subject, obj = owner.get(fact.subject, fact.subject), owner.get(fact.object, fact.object)
    if (subject, obj) == (fact.subject, fact.object):
        return fact
    return replace(fact, subject=subject, object=obj)


def canonical(merged_into: Mapping[str, str]) -> dict[str, str]:
    """For each entity the one it finally belongs to; a circle of merges belongs to its smallest id.

    `merged_into` gives what each entity was merged into, empty where it was not.
    """
    owner: dict[str, str] = {}
    for start in merged_into:
        path, here = [start], start
        while after := merged_into.get(here):
            here = after
            if here in path:
                here = min(path[path.index(here) :])
                break
            path.append(here)
        owner[start] = here
    return owner


def fold_fact(group: Sequence[Placed]) -> Fact | None:
    """A fact from its events, sorted; None when nothing asserts it."""
    first = next((p for p in group if p.event.type == "assert"), None)
    if first is None:
        return None
    fact = _asserted(first)
    starts = [fact.valid_at] if fact.valid_at else []
    for placed in group:
        body, kind = placed.event.body, placed.event.type
        if kind in ("support", "assert"):
            fact = replace(fact, evidence=_joined(fact.evidence, _evidence(body)))
            starts += [start] if (start := _when(body.get("valid_at"))) else []
        elif kind == "status":
            fact = replace(fact, status=_status(body))
        elif kind == "edit":
            fact = _edited(fact, body)
    if starts and not fact.hand:  # what was said of it earlier moves its beginning back, whichever was heard first
        fact = replace(fact, valid_at=min(starts, key=lambda start: (start.start, start.iso)))
    return _ended(fact, group)


@dataclass(slots=True)
class _End:
    """What was said of a fact's end since it was last reopened."""

    at: When | None = None  # by a person
    by: str = ""
    retracts: dict[bool, str] = field(default_factory=dict)  # by an extractor or not: the fact that took its place
    closes: list[tuple[str, str, str, When]] = field(default_factory=list)  # start, text, by whom, end: by extractors

    def add(self, placed: Placed) -> None:
        body, auto = placed.event.body, bool(placed.event.body.get("auto"))
        if placed.event.type == "close":
            end = _when(body.get("at")) or When(placed.operation.time, "instant")
            if auto:
                self.closes.append((end.start, end.iso, _text(body, "by"), end))
            else:
                self.at, self.by = end, _text(body, "by")
        elif placed.event.type == "retract":
            self.retracts[auto] = _text(body, "by")
        elif placed.event.type == "edit" and body.get("invalid_at"):
            self.at, self.by = _when(body["invalid_at"]), ""


def _ended(fact: Fact, group: Sequence[Placed]) -> Fact:
    """The end that counts: a person's word, else the earliest that was stated or follows from newer facts.

    What an extractor says has no effect on a fact that a person wrote or edited, whichever came first.
    """
    end = _End()
    for placed in group:
        if placed.event.type == "reopen":
            end = _End()
            fact = replace(fact, invalid_at=None)
        end.add(placed)
    for auto in (False, True):
        if auto in end.retracts and not (auto and fact.hand):
            return replace(fact, retracted=True, invalid_at=end.at or fact.invalid_at, closed_by=end.retracts[auto])
    if end.at is not None:
        return replace(fact, invalid_at=end.at, closed_by=end.by)
    if end.closes and not fact.hand:
        start, _, by, at = min(
            end.closes, key=lambda close: close[:3]
        )  # the text decides here as it does of beginnings
        if fact.invalid_at is None or start < fact.invalid_at.start:
            return replace(fact, invalid_at=at, closed_by=by)
    return fact


def _asserted(placed: Placed) -> Fact:
    body, op = placed.event.body, placed.operation
    return Fact(
        id=placed.event.id,
        subject=_text(body, "subject"),
        predicate=_text(body, "predicate"),
        object=_text(body, "object"),
        text=_text(body, "text"),
        kind=_one_of(FACT_KINDS, body.get("kind"), "fact"),
        aspect=_text(body, "aspect"),
        status=_status(body),
        valid_at=_when(body.get("valid_at")),
        invalid_at=_when(body.get("invalid_at")),
        when_said=_text(body, "when"),
        said_at=_text(body, "said_at"),
        evidence=_evidence(body),
        confidence=float(certain) if isinstance(certain := body.get("confidence"), (int, float)) else 0.0,
        extractor=_text(body, "extractor"),
        edited=False,
        retracted=False,
        op=op.id,
        known_at=op.time,
    )


def _edited(fact: Fact, body: Mapping[str, Any]) -> Fact:
    changes: dict[str, Any] = {k: _text(body, k) for k in ("text", "predicate", "object", "aspect") if body.get(k)}
    if body.get("kind"):
        changes["kind"] = _one_of(FACT_KINDS, body["kind"], fact.kind)
    if body.get("valid_at"):
        changes["valid_at"] = _when(body["valid_at"])
    cleared = _list(body, "clear")
    changes |= {"object": ""} if "object" in cleared else {}
    changes |= {"valid_at": None} if "valid_at" in cleared else {}
    return replace(fact, edited=True, **changes)


def fold_entity(target: str, group: Sequence[Placed]) -> Entity | None:
    """An entity from its events, sorted; None when nothing makes it. The user's entity always exists once named."""
    first = next((p for p in group if p.event.type == "entity"), None)
    if first is None and (target != USER_ENTITY or not group):
        return None
    body = first.event.body if first else {"name": "", "kind": "user"}
    name = _text(body, "name")
    entity = Entity(target, name, _one_of(_ENTITY_KINDS, body.get("kind"), "other"), _text(body, "etype"))
    names = {name: None} if name else {}
    for placed in group:
        body, kind = placed.event.body, placed.event.type
        if kind in ("alias", "rename", "entity") and (name := _text(body, "name")):
            names[name] = None
        if kind == "rename" and name:
            entity = replace(entity, name=name)
        elif kind == "describe":
            links = (*entity.links, link) if (link := _text(body, "link")) else entity.links
            entity = replace(
                entity,
                description=_text(body, "text") or entity.description,
                type=_text(body, "etype") or entity.type,
                links=tuple(dict.fromkeys(links)),
            )
        elif kind == "merge":
            entity = replace(entity, merged_into=_text(body, "into"))
        elif kind == "unmerge":
            entity = replace(entity, merged_into="")
        elif kind == "distinct":
            entity = replace(entity, distinct=tuple(dict.fromkeys((*entity.distinct, _text(body, "other")))))
    if entity.merged_into in entity.distinct:  # "never the same" outranks "the same", whichever was said first
        entity = replace(entity, merged_into="")
    return replace(entity, aliases=tuple(alias for alias in names if alias != entity.name))


def fold_review(group: Sequence[Placed]) -> ReviewItem | None:
    """A review item from its events, sorted; None when nothing proposes it."""
    first = next((p for p in group if p.event.type == "propose"), None)
    if first is None:
        return None
    body = first.event.body
    item = ReviewItem(
        id=first.event.id,
        reason=_text(body, "reason"),
        proposal=dict(proposal) if isinstance(proposal := body.get("proposal"), dict) else {},
        facts=tuple(fact for fact in _list(body, "facts") if isinstance(fact, str)),
        state="open",
        op=first.operation.id,
        known_at=first.operation.time,
    )
    for placed in group:
        if placed.event.type == "decide":
            accepted = placed.event.body.get("decision") == "accept"
            item = replace(item, state="accepted" if accepted else "discarded")
    return item


def fold_episode(group: Sequence[Placed]) -> Episode | None:
    """An episode from its events, sorted; None when nothing makes it. It begins at the earliest time that is said of it."""
    made = [placed for placed in group if placed.event.type == "episode"]
    if not made:
        return None
    first = made[0]
    text = {key: _text(first.event.body, key) for key in ("source", "conversation", "title")}
    times = [(_text(p.event.body, "time"), _text(p.event.body, "time_from")) for p in made]
    time, time_from = min((time for time in times if time[0]), default=times[0])
    return Episode(id=first.event.id, op=first.operation.id, time=time, time_from=time_from, **text)


def fold_turn(group: Sequence[Placed]) -> Turn | None:
    """A turn from its events, sorted; None when nothing says it. Turns never change."""
    first = next((p for p in group if p.event.type == "turn"), None)
    return turn_of(first.event) if first else None


def turn_of(event: Event) -> Turn:
    """The turn of its event."""
    body = event.body
    fields = ("episode", "time", "speaker", "text", "source_id", "zone", "quoted", "reply_to")
    text = {key: _text(body, key) for key in fields}
    position = place if isinstance(place := body.get("position"), int) and 0 <= place < LARGEST else 0
    return Turn(id=event.id, position=position, role=_one_of(ROLES, body.get("role"), "other"), **text)


def valid(fact: Fact, *, at: str) -> bool:
    """Whether the fact is true in the world at an instant (UTC text) as far as is known."""
    begins = fact.valid_at.start if fact.valid_at else ""
    ends = fact.invalid_at.start if fact.invalid_at else END
    return not fact.retracted and begins <= at < ends


def _evidence(body: Mapping[str, Any]) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(_text(item, "turn"), _text(item, "quote"), _text(item, "source_id"))
        for item in _list(body, "evidence")
        if isinstance(item, dict)
    )


def _joined(old: tuple[Evidence, ...], new: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    return tuple({(item.turn, item.quote): item for item in (*old, *new)}.values())


def _text(body: Mapping[str, Any], key: str) -> str:
    """A text field; what is no text counts as empty. Folding never fails, whatever a valid line holds."""
    value = body.get(key)
    return value if isinstance(value, str) else ""


def _list(body: Mapping[str, Any], key: str) -> list[Any]:
    value = body.get(key)
    return value if isinstance(value, list) else []


def _one_of(known: Sequence[Any], value: object, otherwise: Any) -> Any:
    return value if value in known else otherwise


def _status(body: Mapping[str, Any]) -> GoalStatus:
    return cast("GoalStatus", _one_of(("open", "done", "dropped"), body.get("status"), ""))


def _when(value: object) -> When | None:
    """A stored time; what cannot be read counts as unknown (`check` reports it)."""
    if not isinstance(value, str) or not value:
        return None
    try:
        return parse_when(value)
    except ValueError:
        return None
