"""Records as lines for people and as JSON for programs; the JSON fields are published and only grow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from persona_cli.core.model import Entity, Episode, Evidence, Fact, Operation, ReviewItem, Turn
from persona_cli.core.safe import one_line
from persona_cli.core.when import When
from persona_cli.readers.moment import local_day

SHORT = 11  # characters of an id that people see: its kind and enough to be unique in most vaults
WIDTH = 160  # characters of a turn's text on one line


def short(ident: str) -> str:
    """An id as people see it; any unique beginning of it is understood."""
    return ident[:SHORT]


def fact_line(fact: Fact, names: Mapping[str, str], *, label: str = "") -> str:
    """What, who, when, id."""
    who = names.get(fact.subject, "")
    when = span(fact.valid_at, fact.invalid_at)
    state = "retracted" if fact.retracted else fact.status if fact.status in ("done", "dropped") else ""
    notes = ", ".join(part for part in (label, who, when, state) if part)
    return f"{one_line(fact.text, 400)}  [{notes}]  {short(fact.id)}"


def span(begins: When | None, ends: When | None) -> str:
    """Valid time in words."""
    since = f"since {said(begins)}" if begins else ""
    until = f"until {said(ends)}" if ends else ""
    return " ".join(part for part in (since, until) if part)


def said(when: When) -> str:
    """A time for people: instants to the minute."""
    return f"{when.iso[:10]} {when.iso[11:16]}" if when.precision == "instant" else when.iso


def turn_line(turn: Turn, *, label: str = "") -> str:
    """What, who, when, id."""
    notes = ", ".join(part for part in (label, turn.speaker or turn.role, local_day(turn.time, turn.zone)) if part)
    return f"“{one_line(turn.text, WIDTH)}”  [{notes}]  {short(turn.id)}"


def fact_record(fact: Fact, names: Mapping[str, str]) -> dict[str, Any]:
    """A fact as published."""
    return {
        "type": "fact",
        "id": fact.id,
        "text": fact.text,
        "subject": names.get(fact.subject, ""),
        "subject_id": fact.subject,
        "predicate": fact.predicate,
        "object": names.get(fact.object, "") or None,
        "object_id": fact.object or None,
        "kind": fact.kind,
        "aspect": fact.aspect or None,
        "status": fact.status or None,
        "valid_at": fact.valid_at.iso if fact.valid_at else None,
        "invalid_at": fact.invalid_at.iso if fact.invalid_at else None,
        "when_said": fact.when_said or None,
        "said_at": fact.said_at or None,
        "known_at": fact.known_at,
        "retracted": fact.retracted,
        "hand": fact.hand,
        "confidence": fact.confidence,
        "extractor": fact.extractor,
        "operation": fact.op,
        "evidence": [evidence_record(item) for item in fact.evidence],
    }


def evidence_record(item: Evidence) -> dict[str, Any]:
    """Evidence as published."""
    return {"turn": item.turn, "source_id": item.source_id or None, "quote": item.quote}


def turn_record(turn: Turn) -> dict[str, Any]:
    """A turn as published."""
    return {
        "type": "turn",
        "id": turn.id,
        "source_id": turn.source_id or None,
        "episode": turn.episode,
        "position": turn.position,
        "speaker": turn.speaker,
        "role": turn.role,
        "time": turn.time or None,
        "text": turn.text,
    }


def episode_record(episode: Episode) -> dict[str, Any]:
    """An episode as published."""
    return {
        "type": "episode",
        "id": episode.id,
        "source": episode.source,
        "conversation": episode.conversation or None,
        "title": episode.title,
        "time": episode.time or None,
        "time_from": episode.time_from,
    }


def entity_record(entity: Entity) -> dict[str, Any]:
    """An entity as published."""
    return {
        "type": "entity",
        "id": entity.id,
        "name": entity.name,
        "kind": entity.kind,
        "entity_type": entity.type or None,
        "aliases": list(entity.aliases),
        "description": entity.description or None,
        "merged_into": entity.merged_into or None,
        "distinct": list(entity.distinct),
        "links": list(entity.links),
    }


def review_record(item: ReviewItem) -> dict[str, Any]:
    """A review item as published."""
    return {
        "type": "review",
        "id": item.id,
        "reason": item.reason,
        "state": item.state,
        "proposal": item.proposal,
        "facts": list(item.facts),
        "known_at": item.known_at,
    }


def operation_record(operation: Operation, *, live: bool) -> dict[str, Any]:
    """An operation as published."""
    return {
        "type": "operation",
        "id": operation.id,
        "command": operation.command,
        "time": operation.time,
        "device": operation.device,
        "seq": operation.seq,
        "clock": operation.clock,
        "counts": dict(operation.counts),
        "reverts": operation.reverts or None,
        "in_effect": live,
    }
