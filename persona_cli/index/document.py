"""A document is one searchable text, a turn or a fact, with everything the channels of recall look at.

Documents are made by the catalogue, in order of their number; the lexical index and the vectors are built from an
iterator of them, and search asks for them again by number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from persona_cli.core.model import Role

DocumentKind = Literal["turn", "fact"]

PEOPLE: frozenset[str] = frozenset({"user", "other"})  # roles of those who speak for themselves


@dataclass(slots=True)  # not frozen, and never changed: a question makes a thousand, in a third of the time
class Document:
    """One searchable text. Times are sortable UTC text; an empty string means "not known"."""

    number: int  # stable, dense from 0, never used twice: the row of its vectors
    kind: DocumentKind
    id: str  # turn or fact id
    text: str  # the turn's own words, or the fact's sentence
    episode: str = ""  # of a fact: the episode of its first evidence
    position: int = 0  # place in the episode
    time: str = ""  # when it was said
    speaker: str = ""  # who said it, as the source writes the name
    role: Role = "user"
    title: str = ""  # of the episode
    before: str = ""  # text of the turn before, for the context field; may be left out when not indexing
    before_role: str = ""  # its role; empty at the beginning of an episode
    before_speaker: str = ""
    entities: tuple[str, ...] = ()  # entity ids: subject, object, or the speaker's and those named in a turn
    predicate: str = ""  # of a fact
    fact_kind: str = ""  # of a fact: fact, psyche, goal
    aspect: str = ""  # of a fact
    valid_from: str = ""  # of a fact: start of its valid time
    valid_to: str = ""  # of a fact: the instant it ended
    hidden: str = ""  # why it is not shown unless asked for: retracted, superseded, erased, …; empty when live
    evidence: tuple[int, ...] = ()  # of a fact: numbers of the turns it rests on
    supports: int = 1  # of a fact: how many turns say so
    inferred: bool = False  # of a fact: a guess rather than a statement
    source: str = ""  # where the episode came from, for scopes

    @property
    def words_of_person(self) -> bool:
        """Whether a person says it, rather than an assistant, a tool or a document."""
        return self.role in PEOPLE


@dataclass(slots=True)  # as above
class Neighbour:
    """A turn near another in the same episode."""

    number: int
    offset: int  # -1: the turn before, +1: the turn after
    role: Role
    id: str = ""  # empty where whether it may be found must be looked up
