"""What every export draws: nodes, links between them, and a count of what was left out.

A link stands for one fact with an object entity, or for one relation between episodes. A fact without an object is an
attribute and hangs on its node. Facts are the records of `core.model` themselves, so nothing is copied or reworded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from persona_cli.core.model import Fact
from persona_cli.core.when import BEGINNING, END, When

NodeKind = Literal["user", "subject", "other", "episode", "goal", "psyche"]
LinkKind = Literal["fact", "episode"]

NODE_KINDS: tuple[NodeKind, ...] = ("user", "subject", "other", "goal", "psyche", "episode")


@dataclass(frozen=True, slots=True)
class GraphNode:
    """An entity, an episode, or, where asked for, a goal or psyche fact drawn as a node of its own."""

    id: str
    name: str
    kind: NodeKind
    type: str = ""  # of an entity: person, place …; of a goal or psyche node: its aspect
    val: int = 1  # how many facts and relations touch it, at least 1: the size it is drawn with
    facts: tuple[Fact, ...] = ()  # what is said of it without an object
    aliases: tuple[str, ...] = ()
    description: str = ""
    time: str = ""  # of an episode: UTC instant of its beginning


@dataclass(frozen=True, slots=True)
class GraphLink:
    """A directed edge; two nodes may have many, one for each fact."""

    id: str  # unique in the graph; the fact's id where it stands for a fact
    source: str
    target: str
    label: str  # the predicate; NEXT, PREVIOUS or DERIVED_FROM where an episode is at an end
    kind: LinkKind = "fact"
    fact: Fact | None = None  # None for relations of episodes

    @property
    def valid_at(self) -> str:
        """When it became true, as ISO text; empty when not known."""
        return iso(self.fact.valid_at) if self.fact else ""

    @property
    def invalid_at(self) -> str:
        """When it ended, as ISO text; empty when it is not known to have ended."""
        return iso(self.fact.invalid_at) if self.fact else ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """How much a size limit kept out of the graph; filters that were asked for do not count here."""

    nodes: int = 0
    links: int = 0
    facts: int = 0  # attributes of nodes that were left out

    def __bool__(self) -> bool:
        return bool(self.nodes or self.links or self.facts)

    def __str__(self) -> str:
        return f"{self.nodes} nodes, {self.links} links and {self.facts} attributes were left out"


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes by id, links by source, target, label and id, facts of a node by id."""

    nodes: tuple[GraphNode, ...]
    links: tuple[GraphLink, ...]
    left_out: LeftOut = LeftOut()

    def facts(self) -> list[Fact]:
        """Every fact of the graph once, by id."""
        found = {fact.id: fact for node in self.nodes for fact in node.facts}
        found.update((link.fact.id, link.fact) for link in self.links if link.fact)
        return [found[key] for key in sorted(found)]


def iso(when: When | None) -> str:
    """A `When` as ISO text at its own precision; empty for None."""
    return when.iso if when else ""


def begins(fact: Fact) -> str:
    """The first instant a fact is shown as true: its valid time, else when it was said, else when it was learnt.

    Something said in May with no word of since when is known to be true in May; before that nothing is known.
    """
    if fact.valid_at:
        return fact.valid_at.start
    return fact.said_at or fact.known_at or BEGINNING


def ends(fact: Fact) -> str:
    """The first instant a fact is no longer shown as true; `END` when it is not known to have ended."""
    return fact.invalid_at.start if fact.invalid_at else END
