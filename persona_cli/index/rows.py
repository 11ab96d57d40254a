"""Records of the model as rows of the catalogue, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from persona_cli.core.model import Entity, Episode, Evidence, Fact, Operation, ReviewItem, Turn
from persona_cli.core.when import When

OPERATION = "SELECT id, clock, device, seq, time, command, reverts, counts, version FROM operations"
TURN = "SELECT id, episode, position, time, speaker, role, text, source_id, zone, quoted, reply_to, number FROM turns"
EPISODE = "SELECT id, source, conversation, title, time, time_from, op FROM episodes"


def operation(row: Sequence[Any]) -> Operation:
    """The operation of a row of `OPERATION`."""
    ident, clock, device, seq, time, command, reverts, counts, version = row
    counted = tuple(sorted(orjson.loads(counts).items()))
    return Operation(ident, device, seq, clock, time, command, counted, reverts, version)


def turn(row: Sequence[Any]) -> Turn:
    """The turn of a row of `TURN`."""
    return Turn(*row[:11])


def episode(row: Sequence[Any]) -> Episode:
    """The episode of a row of `EPISODE`."""
    return Episode(*row)


def fact_body(fact: Fact) -> bytes:
    """A fact as its stored body."""
    return orjson.dumps(fact)


def fact(body: bytes) -> Fact:
    """The fact of its stored body."""
    fields = orjson.loads(body)
    fields["valid_at"] = _when(fields["valid_at"])
    fields["invalid_at"] = _when(fields["invalid_at"])
    fields["evidence"] = tuple(Evidence(**item) for item in fields["evidence"])
    return Fact(**fields)


def entity(body: bytes) -> Entity:
    """The entity of its stored body."""
    fields = orjson.loads(body)
    for key in ("aliases", "distinct", "links"):
        fields[key] = tuple(fields[key])
    return Entity(**fields)


def review(body: bytes) -> ReviewItem:
    """The review item of its stored body."""
    fields = orjson.loads(body)
    fields["facts"] = tuple(fields["facts"])
    return ReviewItem(**fields)


def _when(value: dict[str, Any] | None) -> When | None:
    return When(**value) if value else None
