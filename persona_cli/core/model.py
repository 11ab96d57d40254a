"""The records everything else speaks of: episodes, turns, entities, facts, operations and review items.

Records are frozen. An empty string or tuple means "none"; None stands only where a time is unknown.
Events, from which `core.fold` makes these records, are in `core.event`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from persona_cli.core.when import When

Role = Literal["user", "assistant", "system", "tool", "other"]
FactKind = Literal["fact", "psyche", "goal"]
EntityKind = Literal["user", "subject", "other"]
GoalStatus = Literal["", "open", "done", "dropped"]

ROLES: tuple[Role, ...] = ("user", "assistant", "system", "tool", "other")
FACT_KINDS: tuple[FactKind, ...] = ("fact", "psyche", "goal")
USER_ENTITY = "en_user"  # the one entity every vault has: its person


@dataclass(frozen=True, slots=True)
class Turn:
    """One message or paragraph of an episode."""

    id: str
    episode: str  # its episode's id
    position: int  # place in the episode, from 0
    time: str  # UTC instant `2026-03-05T10:00:00Z`; empty when not known
    speaker: str  # the name as the source writes it
    role: Role
    text: str
    source_id: str = ""  # the source's own id of the message
    zone: str = ""  # the zone the words were said in, `Europe/Paris` or `+02:00`; empty for UTC
    quoted: str = ""  # what the message quotes or forwards: not this speaker's words
    reply_to: str = ""  # source id of the message it answers


@dataclass(frozen=True, slots=True)
class Episode:
    """One conversation, note, mail or document."""

    id: str
    source: str  # where it came from, as given or as the reader names it
    conversation: str  # the source's own id of the conversation
    title: str
    time: str  # UTC instant of its beginning; empty when not known
    time_from: str = ""  # how `time` is known: "text", "given", "file", "now"
    op: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a fact is believed: a turn, and the words in it."""

    turn: str  # turn id; empty for a hand-written fact
    quote: str
    source_id: str = ""


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, place, project, organisation or thing."""

    id: str
    name: str
    kind: EntityKind
    type: str = ""  # person, place, organisation, work, animal, thing; empty when not certain
    aliases: tuple[str, ...] = ()
    description: str = ""
    merged_into: str = ""  # the entity this one is part of; empty for a canonical one
    distinct: tuple[str, ...] = ()  # entities it must never be merged with
    links: tuple[str, ...] = ()  # references to outside records


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement about a subject, as believed at some point of known time."""

    id: str
    subject: str  # entity id, canonical
    predicate: str
    object: str  # entity id, canonical; empty when the fact has no object entity
    text: str  # a whole sentence in the third person
    kind: FactKind
    aspect: str  # psyche: trait, preference, value, belief; goal: task, project, reminder, todo; else empty
    status: GoalStatus  # of a goal
    valid_at: When | None  # None: not known since when
    invalid_at: When | None  # None: not known to have ended
    when_said: str  # the words of time as said: "last summer"
    said_at: str  # UTC instant of the turn it rests on; empty when not known
    evidence: tuple[Evidence, ...]
    confidence: float  # 0 to 1
    extractor: str  # `hand`, `rules`, or a provider and model
    edited: bool  # written or edited by hand: no extractor may close it
    retracted: bool
    closed_by: str = ""  # the fact that took its place
    op: str = ""  # the operation that asserted it
    known_at: str = ""  # UTC instant of that operation

    @property
    def hand(self) -> bool:
        """Whether a person wrote or edited it."""
        return self.edited or self.extractor == "hand"


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A proposed change that waits for a person."""

    id: str
    reason: str  # why it waits: see `core.event.REASONS`
    proposal: dict[str, Any]  # the claim or change as it would be recorded
    facts: tuple[str, ...]  # live facts it would touch
    state: Literal["open", "accepted", "discarded"]
    op: str = ""
    known_at: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """One command's whole change."""

    id: str
    device: str
    seq: int  # gapless per device, from 1
    clock: int  # Lamport clock: greater than all the writer had seen
    time: str  # UTC instant
    command: str
    counts: tuple[tuple[str, int], ...] = ()  # events per log
    reverts: str = ""  # the operation an undo takes back
    version: str = ""  # of the program that wrote it

    @property
    def order(self) -> tuple[int, str, int, str]:
        """Its place in the one order all devices agree on; ids settle what a restored backup has numbered twice."""
        return (self.clock, self.device, self.seq, self.id)
