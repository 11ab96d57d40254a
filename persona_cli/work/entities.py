"""Entities by hand: other names, merges that can be taken back, and pairs that are never one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from persona_cli.core.codec import derived_id
from persona_cli.core.event import Event
from persona_cli.core.model import USER_ENTITY, Entity
from persona_cli.core.names import blocking_keys, compare, name_key
from persona_cli.core.safe import seen
from persona_cli.errors import PersonaError, UsageError
from persona_cli.index.view import View
from persona_cli.store.vault import Vault
from persona_cli.work.change import Change, changing
from persona_cli.work.remember import entity_named

TYPES = ("person", "place", "organisation", "work", "animal", "thing")
_CROWD = 50  # entities that share a key: more say nothing by it


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two entities that may be one."""

    one: Entity
    other: Entity
    reason: str


def entity_of(view: View, name: str) -> Entity:
    """The entity of an id, its beginning, a name or an alias; raises UsageError when it is none or several."""
    ids: Iterable[str] = view.ids(name) if name.startswith("en_") else ()
    found = {ident for ident in ids if ident.startswith("en_")} or view.by_keys([name_key(name)], exact=True).get(
        name_key(name), set()
    )
    if len(found) != 1:
        what = "nothing goes" if not found else f"{len(found)} entities go"
        known = {ident: entity.name for ident in sorted(found) if (entity := view.entity(ident))}
        more = f": {', '.join(f'{named} ({ident})' for ident, named in known.items())}" if found else ""
        raise UsageError(f"{what} by '{name}'{more}", hint="persona entities list shows names and ids")
    entity = view.entity(next(iter(found)))
    if entity is None:
        raise UsageError(f"'{name}' was not known then")
    return entity


@dataclass(frozen=True, slots=True)
class Changed:
    """What was recorded about entities named by the person."""

    entities: tuple[Entity, ...]  # those named, or for an unmerge those that stand alone again
    events: tuple[Event, ...]
    operation: str  # empty in a dry run


def change_entity(vault: Vault, verb: str, names: tuple[str, ...], body: dict[str, Any], *, dry_run: bool) -> Changed:
    """Record one event about entities named by the person: alias, rename, describe, merge, unmerge, distinct."""
    body = {key: " ".join(str(value).split()) if key in ("name", "link") else value for key, value in body.items()}
    if any(not seen(str(value)) for value in body.values()) or (verb == "describe" and not body):
        raise UsageError(f"nothing to {verb} with", hint=f"persona entities {verb} --help shows how")
    if body.get("etype", "person") not in TYPES:
        raise UsageError(f"no type '{body['etype']}'", hint=f"the types are {', '.join(TYPES)}")
    with changing(vault, f"entities {verb}") as change:
        made: list[Event] = []
        entities = [_meant(change, name, made) for name in names]
        if len(entities) > 1 and entities[0].id == entities[1].id:
            raise UsageError(f"'{names[0]}' and '{names[1]}' are one already")
        events = _events(change, verb, entities, body)
        if verb == "unmerge":
            apart = (change.view.entity(event.target) for event in events)
            entities = [entities[0], *(entity for entity in apart if entity)]
        operation = "" if dry_run else change.commit([*made, *events]).id
        return Changed(tuple(entities), tuple(events), operation)


def _meant(change: Change, name: str, made: list[Event]) -> Entity:
    """The entity of a name; the person, of whom nothing may be known yet, is made with the change."""
    if name != USER_ENTITY or change.view.entity(USER_ENTITY) is not None:
        return entity_of(change.view, name)
    entity_named(change, "", made, kind="user")
    return Entity(USER_ENTITY, name=str(made[0].body["name"]), kind="user", type="person")


def _events(change: Change, verb: str, entities: list[Entity], body: dict[str, Any]) -> list[Event]:
    first, event = entities[0], change.writer.event
    if verb in ("merge", "distinct"):
        other = entities[1]
        if verb == "distinct":
            return [
                event("distinct", entity=first.id, other=other.id),
                event("distinct", entity=other.id, other=first.id),
            ]
        if first.id in other.distinct or other.id in first.distinct:
            raise PersonaError(
                f"'{first.name}' and '{other.name}' were said to be distinct",
                hint=f"persona show {first.id} tells when; persona undo takes that back",
            )
        if first.id == USER_ENTITY:
            raise UsageError(f"'{first.name}' is you", hint=f"persona entities merge '{other.name}' '{first.name}'")
        return [event("merge", entity=first.id, into=other.id)]
    if verb == "unmerge":
        merged = [e for e in change.view.members(first.id) if e != first.id] or [first.id]
        known = [e for e in merged if (entity := change.view.entity(e)) and entity.merged_into]
        if not known:
            raise UsageError(f"nothing was merged into '{first.name}'")
        return [event("unmerge", entity=ident) for ident in known]
    return [event(verb, entity=first.id, **body)]


def dedupe(vault: Vault, *, dry_run: bool) -> list[Candidate]:
    """Pairs of entities that may be one; put into the review queue unless it is a dry run."""
    with changing(vault, "entities dedupe") as change:
        found = candidates(change.view)
        events = [_proposal(pair) for pair in found]
        new = [event for event in events if change.view.review(event.id) is None]
        if new and not dry_run:
            change.commit(new)
        return [pair for pair, event in zip(found, events, strict=True) if event in new]


def candidates(view: View) -> list[Candidate]:
    """Pairs of canonical entities whose names may mean one, with the reason; pairs said to be distinct are left out."""
    entities = {e.id: e for e in view.entities() if not e.merged_into}
    by_key: dict[str, set[str]] = defaultdict(set)
    for entity in entities.values():
        for name in (entity.name, *entity.aliases):
            for key in blocking_keys(name):
                by_key[key].add(entity.id)
    pairs = {
        (one, other)
        for group in by_key.values()
        if 1 < len(group) <= _CROWD
        for one in group
        for other in group
        if one < other
    }
    found = []
    for one, other in sorted(pairs):
        left, right = sorted((entities[one], entities[other]), key=lambda e: (-len(e.name), e.name, e.id))
        if right.id in left.distinct or left.id in right.distinct:
            continue
        if reason := _alike(left, right):
            found.append(Candidate(left, right, reason))
    return sorted(found, key=lambda pair: (pair.one.name, pair.other.name))


def _alike(left: Entity, right: Entity) -> str:
    for mine in (left.name, *left.aliases):
        for theirs in (right.name, *right.aliases):
            judged = compare(mine, theirs, type_a=left.type, type_b=right.type)
            if judged.verdict != "different":
                return f"{mine} / {theirs}: {judged.reason}"
    return ""


def _proposal(pair: Candidate) -> Event:
    ident = derived_id("rv", "duplicate", *sorted((pair.one.id, pair.other.id)))
    merge = {"type": "merge", "id": derived_id("ev", ident), "entity": pair.other.id, "into": pair.one.id}
    body = {
        "reason": "duplicate",
        "proposal": {"text": f"{pair.other.name} is {pair.one.name} ({pair.reason})", "events": [merge]},
    }
    return Event("propose", ident, body)
