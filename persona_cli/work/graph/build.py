"""Make a graph of believed records: which facts are in, what hangs on what, in one order whatever the input's order."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from persona_cli.core.fold import canonical
from persona_cli.core.model import FACT_KINDS, USER_ENTITY, Entity, Episode, Fact, FactKind
from persona_cli.core.when import BEGINNING, END, When
from persona_cli.errors import NothingFoundError
from persona_cli.work.graph.model import Graph, GraphLink, GraphNode, LeftOut, NodeKind, begins, ends

NO_LIMIT = 0


@dataclass(frozen=True, slots=True)
class _Window:
    """Which facts are wanted by kind and time."""

    kinds: frozenset[str]
    since: str
    until: str
    as_of: str
    include_past: bool

    def takes(self, fact: Fact) -> bool:
        if fact.retracted or fact.kind not in self.kinds:
            return False
        end = ends(fact)
        if begins(fact) >= self.until or end <= self.since:
            return False
        if self.include_past:
            return True
        if not self.as_of:
            return end == END
        return end > self.as_of and (fact.valid_at is None or fact.valid_at.start <= self.as_of)


def build_graph(
    entities: Iterable[Entity],
    facts: Iterable[Fact],
    episodes: Iterable[Episode] = (),
    *,
    episode_of: Mapping[str, str] | None = None,
    about: str = "",
    depth: int = 1,
    kinds: Collection[FactKind] = FACT_KINDS,
    since: When | None = None,
    until: When | None = None,
    as_of: When | None = None,
    include_past: bool = False,
    with_episodes: bool = False,
    with_goals: bool = False,
    with_psyche: bool = False,
    limit: int = NO_LIMIT,
) -> Graph:
    """The graph of what is believed.

    Every entity is a node, with or without facts. `episode_of` tells each turn's episode and is needed for links to
    episodes. `about` is an entity's id, name or alias; with it the graph holds what lies within `depth` links of it
    and every link between those; unknown, it raises NothingFoundError. `since` and `until` keep facts whose valid time
    overlaps that period, both ends included at their own precision. Without `include_past` only facts true at `as_of`
    are in (without `as_of`: those that have no end). Retracted facts never are. `limit` bounds the number of nodes:
    the entity asked about, the user, then the most connected stay.
    """
    known = {entity.id: entity for entity in entities}
    window = _Window(
        frozenset(kinds),
        since.start if since else BEGINNING,
        _after(until) if until else END,
        as_of.start if as_of else "",
        include_past,
    )
    own_node = frozenset(kind for kind, wanted in (("goal", with_goals), ("psyche", with_psyche)) if wanted)
    draft = _Draft(known, own_node)
    for fact in facts:
        if window.takes(fact):
            draft.add_fact(fact)
    if with_episodes:
        draft.add_episodes(episodes, episode_of or {})
    start = _find(about, known, draft) if about else ""
    chosen = draft.within(start, depth) if start else set(draft.names)
    return draft.graph(chosen, start or USER_ENTITY, limit)


def _after(until: When) -> str:
    return until.end if until.precision != "instant" else until.iso + "\x00"


class _Draft:
    """Nodes and links while they are being gathered, in any order."""

    def __init__(self, known: Mapping[str, Entity], own_node: frozenset[str]) -> None:
        self.known = known
        self.own_node = own_node
        self.owner = canonical({entity.id: entity.merged_into for entity in known.values()})
        self.attributes: defaultdict[str, list[Fact]] = defaultdict(list)
        self.facts: dict[str, Fact] = {}  # goals and psyche that are nodes
        self.episodes: dict[str, Episode] = {}
        self.links: list[GraphLink] = []
        self.names: dict[str, NodeKind] = {}  # every node's id and kind
        for entity in known.values():
            if self.owner[entity.id] == entity.id:
                self.names[entity.id] = entity.kind

    def add_fact(self, fact: Fact) -> None:
        subject = self.entity(fact.subject)
        target = self.entity(fact.object) if fact.object else ""
        if (subject, target) != (fact.subject, fact.object):
            fact = replace(fact, subject=subject, object=target)
        if fact.kind != "fact" and fact.kind in self.own_node:
            self.facts[fact.id] = fact
            self.names[fact.id] = fact.kind
            self.links.append(GraphLink(fact.id, subject, fact.id, fact.predicate, "fact", fact))
            if fact.object:
                self.links.append(GraphLink(f"{fact.id}/about", fact.id, target, "about", "fact", fact))
        elif fact.object:
            self.links.append(GraphLink(fact.id, subject, target, fact.predicate, "fact", fact))
        else:
            self.attributes[subject].append(fact)

    def entity(self, entity: str) -> str:
        """The id a node goes by: that of the entity this one finally belongs to."""
        if entity in self.names:
            return entity
        last = self.owner.get(entity, entity)
        self.names.setdefault(last, self.known[last].kind if last in self.known else "other")
        return last

    def add_episodes(self, episodes: Iterable[Episode], episode_of: Mapping[str, str]) -> None:
        """Episodes as nodes: a chain in the order of their times, and which node's facts rest on which episode."""
        self.episodes = {episode.id: episode for episode in episodes}
        self.names.update((key, "episode") for key in self.episodes)
        chain = sorted((e for e in self.episodes.values() if e.time), key=lambda e: (e.time, e.id))
        for earlier, later in pairwise(chain):
            self._relate(earlier.id, later.id, "NEXT")
            self._relate(later.id, earlier.id, "PREVIOUS")
        pairs = {
            (node, episode)
            for node, facts in self._facts_by_node()
            for fact in facts
            for evidence in fact.evidence
            if (episode := episode_of.get(evidence.turn, "")) in self.episodes
        }
        for node, episode in pairs:
            self._relate(node, episode, "DERIVED_FROM")

    def _relate(self, source: str, target: str, label: str) -> None:
        self.links.append(GraphLink(f"{source}/{label}/{target}", source, target, label, "episode"))

    def _facts_by_node(self) -> Iterable[tuple[str, list[Fact]]]:
        """A goal's or psyche node's own fact; of an entity, all other facts it is the subject of."""
        yield from self.attributes.items()
        for link in self.links:
            if link.fact and link.id == link.fact.id:
                yield (link.target if link.target in self.facts else link.source), [link.fact]

    def within(self, start: str, depth: int) -> set[str]:
        """The nodes at most `depth` links from `start`, whatever the direction; episodes do not carry one further."""
        beside: defaultdict[str, set[str]] = defaultdict(set)
        for link in self.links:
            beside[link.source].add(link.target)
            beside[link.target].add(link.source)
        reached, edge = {start}, {start}
        for _ in range(depth):
            edge = {far for near in edge if self.names[near] != "episode" for far in beside[near]} - reached
            reached |= edge
        return reached

    def graph(self, chosen: set[str], first: str, limit: int) -> Graph:
        """The chosen nodes as records, sorted; the least connected beyond `limit` counted as left out."""
        links = [link for link in self.links if link.source in chosen and link.target in chosen]
        touching: defaultdict[str, int] = defaultdict(int)
        for link in links:
            touching[link.source] += 1
            touching[link.target] += 1
        vals = {key: max(1, touching[key] + len(self.attributes.get(key, ()))) for key in chosen}
        kept, left_out = chosen, LeftOut()
        if limit and len(chosen) > limit:
            order = sorted(chosen, key=lambda key: (key != first, key != USER_ENTITY, -vals[key], key))
            kept = set(order[:limit])
            inside = [link for link in links if link.source in kept and link.target in kept]
            lost = sum(len(self.attributes.get(key, ())) for key in order[limit:])
            left_out = LeftOut(len(chosen) - limit, len(links) - len(inside), lost)
            links = inside
        links.sort(key=lambda link: (link.source, link.target, link.label, link.id))
        return Graph(tuple(self._node(key, vals[key]) for key in sorted(kept)), tuple(links), left_out)

    def _node(self, key: str, val: int) -> GraphNode:
        kind = self.names[key]
        if kind == "episode":
            episode = self.episodes[key]
            return GraphNode(key, episode.title or episode.source or key, kind, val=val, time=episode.time)
        if fact := self.facts.get(key):
            return GraphNode(key, fact.text, kind, fact.aspect, val)
        said = tuple(sorted(self.attributes.get(key, ()), key=lambda fact: fact.id))
        entity = self.known.get(key)
        if entity is None:
            return GraphNode(key, key, kind, val=val, facts=said)
        node = GraphNode(key, entity.name, kind, entity.type, val, said, description=entity.description)
        return replace(node, aliases=tuple(sorted(entity.aliases))) if entity.aliases else node


def _find(about: str, known: Mapping[str, Entity], draft: _Draft) -> str:
    """The node meant by an id, a name or an alias, in that order of trust."""
    if about in draft.names or about in known:
        return draft.entity(about)
    wanted = _plain(about)
    for names_of in (lambda e: (e.name,), lambda e: e.aliases):
        found = {draft.entity(e.id) for e in known.values() if wanted in map(_plain, names_of(e))}
        if len(found) == 1:
            return found.pop()
        if found:
            raise NothingFoundError(
                f'"{about}" names {len(found)} entities: {", ".join(sorted(found))}', hint="give the id of one of them"
            )
    raise NothingFoundError(f'no entity is called "{about}"', hint="list them with `persona entities`")


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()
