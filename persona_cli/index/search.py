"""Finds the documents that answer a question: by words, by meaning, by time and along the graph, fused into one ranking.

What each step does and what it adds is measured in docs/retrieval.md. Search reads; it writes and prints nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from persona_cli.index import crawl, ordering
from persona_cli.index.cues import ENGLISH
from persona_cli.index.document import PEOPLE, Document, Neighbour
from persona_cli.index.fusion import Channel, Scores, Trace, fuse, ranked
from persona_cli.index.lexical import WEIGHTS, Lexical
from persona_cli.index.query import Query
from persona_cli.index.records import Records
from persona_cli.index.related import NO_WORDS, Related, related

if TYPE_CHECKING:  # for the type checker alone: numpy costs 100 ms at run time
    import numpy as np
    from numpy.typing import NDArray

Arm = Literal["lexical", "related", "dense", "context", "time", "graph", "intent"]
ARMS: frozenset[Arm] = frozenset({"lexical", "related", "dense", "context", "time", "graph", "intent"})

TURNS = 120  # taken from each list
FACTS = 50
WIDER = 10  # times as many, where the scope leaves less than is asked for
CANDIDATES = 150  # fused documents that boosts and support can still move
SHOWN = 60  # of these those that can still change places or be repeats of each other
DENSE = 0.6  # weight of meaning beside words, 1
WINDOW = 0.3  # weight of the time asked about
ENTITY = 0.3  # weight of facts about whom or what the question names
_CONTEXT_FIELDS = ("context", "title")
_TIME_FIELDS = ("date",)


class Nearest(Protocol):
    """Documents by nearness to a vector; `vectors.Vectors` is one."""

    def search(self, query: NDArray[np.float32], *, limit: int) -> list[tuple[int, float]]:
        """(document number, cosine), best first."""
        ...


@dataclass(frozen=True, slots=True)
class Scope:
    """What may be found. Empty means any."""

    kinds: frozenset[str] = frozenset()  # turn, fact
    fact_kinds: frozenset[str] = frozenset()  # fact, psyche, goal: facts of other kinds and all turns are left out
    predicates: frozenset[str] = frozenset()
    without_predicates: frozenset[str] = frozenset()
    entities: frozenset[str] = frozenset()
    episodes: frozenset[str] = frozenset()
    sources: frozenset[str] = frozenset()
    since: str = ""  # sortable UTC text; by said time, of facts by valid time
    until: str = ""
    hidden: bool = False  # also what is superseded, ended or retracted: it says so itself

    @property
    def narrow(self) -> bool:
        """Whether it may leave out nearly all that is found."""
        wanted = (self.fact_kinds, self.predicates, self.entities, self.episodes, self.sources, self.since, self.until)
        return any(wanted)

    def admits(self, document: Document) -> bool:
        """Whether the document may be found."""
        time = document.valid_from or document.time
        return (
            (self.hidden or not document.hidden)
            and (not self.kinds or document.kind in self.kinds)
            and (not self.fact_kinds or document.fact_kind in self.fact_kinds)
            and (not self.predicates or document.predicate in self.predicates)
            and document.predicate not in (self.without_predicates or ())
            and (not self.entities or bool(self.entities & set(document.entities)))
            and (not self.episodes or document.episode in self.episodes)
            and (not self.sources or document.source in self.sources)
            and (not self.since or time >= self.since)
            and (not self.until or (bool(time) and time < self.until))
        )


ANYWHERE = Scope()


@dataclass(frozen=True, slots=True)
class Hit:
    """One document found, and why."""

    document: Document
    score: float
    channels: tuple[Trace, ...]
    boosts: tuple[tuple[str, float], ...]
    related: Mapping[str, str] = field(default_factory=dict)  # words asked for -> those in it that stood for them


@dataclass(slots=True)
class _Pool:
    """The documents and edges one search has asked for so far."""

    records: Records
    scope: Scope
    documents: dict[int, Document] = field(default_factory=dict)
    asked: set[int] = field(default_factory=set)
    outlined: set[int] = field(default_factory=set)  # of the documents those not read in full
    edges: crawl.Edges = field(default_factory=dict)

    def fetch(self, numbers: Iterable[int]) -> None:
        new = [n for n in dict.fromkeys(numbers) if n not in self.asked]
        self.asked.update(new)
        if new and self.scope == ANYWHERE:
            shown = {n: d for n, d in self.records.outlines(new).items() if not d.hidden}
            self.documents.update(shown)
            self.outlined.update(shown)
        elif new:
            found = self.records.documents(new)
            self.documents.update((n, d) for n, d in found.items() if self.scope.admits(d))

    def meet(self, neighbours: Sequence[Neighbour]) -> None:
        """The same for neighbours, which may bring their outline with them."""
        if self.scope == ANYWHERE:
            new = {n.number: n for n in neighbours if n.id and n.number not in self.asked}
            self.documents.update((i, Document(i, "turn", n.id, "", role=n.role)) for i, n in new.items())
            self.outlined |= new.keys()
            self.asked |= new.keys()
        self.fetch(n.number for n in neighbours)

    def fill(self, numbers: Iterable[int]) -> None:
        """Read in full what is known in outline."""
        wanted = [n for n in numbers if n in self.outlined]
        self.outlined.difference_update(wanted)
        self.documents.update(self.records.documents(wanted))

    def kept(self, scores: Mapping[int, float]) -> Scores:
        return {n: s for n, s in scores.items() if n in self.documents}


@dataclass(frozen=True, slots=True)
class Searcher:
    """The indexes of one vault, opened; `lexical` and `dense` may each be several: on disk, and the tail in memory."""

    records: Records
    lexical: Sequence[Lexical]
    dense: Sequence[Nearest] = ()

    def search(
        self,
        query: Query,
        vector: NDArray[np.float32] | None = None,
        *,
        limit: int = 10,
        scope: Scope = ANYWHERE,
        arms: Collection[Arm] = ARMS,
        why: bool = False,
    ) -> list[Hit]:
        """The best documents for `query`, best first; ties by id. `vector` is the query's, None to go without.

        With `why`, hits also tell their related words.
        """
        pool = _Pool(self.records, scope)
        near = related(query.words) if "related" in arms and query.cues is ENGLISH else NO_WORDS
        words, meaning = self._lists(pool, query, vector, arms, near)
        if scope.narrow and len(words.keys() | meaning.keys()) < limit:
            words, meaning = self._lists(pool, query, vector, arms, near, times=WIDER)
        if "graph" in arms:
            words, meaning = self._crawled(pool, words, meaning, answers=_answers_too(query))
        channels = [Channel("words", words, 1.0), Channel("meaning", meaning, DENSE)]
        if "time" in arms and query.window:
            channels.append(Channel("time", self._window(pool, query, words), WINDOW, credit=False))
        if "graph" in arms and query.entities:
            channels.append(Channel("entity", self._of_entities(pool, query, words), ENTITY, credit=False))
        facts = {n for n, document in pool.documents.items() if document.kind == "fact"}
        fused = fuse(channels, pool.documents, facts)
        scores = dict(ranked(fused.scores, pool.documents)[: max(CANDIDATES, 2 * limit)])
        pool.fill(scores)
        if "graph" in arms:
            pool.fetch(turn for number in scores for turn in pool.documents[number].evidence)
        factors = self._boosts(pool, scores, query, arms)
        scores = ordering.boosted(scores, factors)
        if "intent" in arms and _answers_too(query):
            scores = crawl.with_answers(scores, pool.documents, pool.edges)
        if facts:
            scores = crawl.supported(scores, pool.documents)
        best = dict(ranked(scores, pool.documents)[: max(SHOWN, 3 * limit)])
        pool.fill(best)  # also the turns and answers that came in by these edges
        if "intent" in arms:
            best = ordering.newer_first(best, pool.documents, query, self._matched(pool, query, best))
        order = ordering.without_repeats([n for n, _ in ranked(best, pool.documents)], pool.documents)[:limit]
        told = {n: self._stand_ins(query, pool.documents[n], near) for n in order if why and "lexical" in arms}
        return [
            Hit(pool.documents[n], round(best[n], 6), fused.traces(n), factors.get(n, ()), told.get(n, {}))
            for n in order
        ]

    def _lists(
        self,
        pool: _Pool,
        query: Query,
        vector: NDArray[np.float32] | None,
        arms: Collection[Arm],
        near: Related,
        *,
        times: int = 1,
    ) -> tuple[Scores, Scores]:
        """What words and what meaning find, of what may be found."""
        words = pool_of(pool, self._words(query, arms, near, times)) if "lexical" in arms else {}
        return words, pool_of(pool, self._meaning(vector, times)) if "dense" in arms else {}

    def _stand_ins(self, query: Query, document: Document, near: Related) -> dict[str, str]:
        found: dict[str, str] = {}
        for index in self.lexical:
            found = index.stand_ins(query.words, document.text, near) | found
        return found

    def _words(self, query: Query, arms: Collection[Arm], near: Related, times: int) -> Scores:
        weights = dict(WEIGHTS)
        if "context" not in arms:
            weights |= dict.fromkeys(_CONTEXT_FIELDS, 0.0)
        if "time" not in arms:
            weights |= dict.fromkeys(_TIME_FIELDS, 0.0)
        if "intent" not in arms or "assistant" in query.intents:
            weights["reply"] = weights["words"]
        found: Scores = {}
        turns, facts = TURNS * times, FACTS * times
        for index in self.lexical:
            for number, score in index.search(query.words, turns=turns, facts=facts, weights=weights, related=near):
                found[number] = max(found.get(number, 0.0), score)
        return found

    def _meaning(self, vector: NDArray[np.float32] | None, times: int) -> Scores:
        found: Scores = {}
        if vector is None:
            return found
        for index in self.dense:
            for number, score in index.search(vector, limit=(TURNS + FACTS) * times):
                found[number] = max(found.get(number, 0.0), score)
        return found

    def _crawled(self, pool: _Pool, words: Scores, meaning: Scores, *, answers: bool) -> tuple[Scores, Scores]:
        edges = pool.edges = self.records.neighbours(crawl.seeds(words, meaning, among=pool.documents), crawl.REACH)
        near = (n for nears in edges.values() for n in nears)
        pool.meet([n for n in near if answers or n.role in PEOPLE])  # others gain nothing
        return (
            crawl.spread(words, pool.documents, edges),
            crawl.spread(meaning, pool.documents, edges, decay=0.5),
        )

    def _window(self, pool: _Pool, query: Query, words: Scores) -> Scores:
        """Documents of the time asked about, those that match in words first."""
        if query.window is None:
            return {}
        numbers = list(self.records.in_window(*query.window, TURNS))
        pool.fetch(numbers)
        return pool.kept({n: 1 + words.get(n, 0.0) for n in numbers})

    def _of_entities(self, pool: _Pool, query: Query, words: Scores) -> Scores:
        """Facts about the entities named, those that match in words first, then the newest."""
        found = list(dict.fromkeys(n for n, _ in self.records.of_entities(query.entities, FACTS)))
        pool.fetch(found)
        facts = {n: 1 + words.get(n, 0.0) - place / 1e6 for place, n in enumerate(found)}
        return {n: s for n, s in pool.kept(facts).items() if pool.documents[n].kind == "fact"}

    def _boosts(self, pool: _Pool, scores: Scores, query: Query, arms: Collection[Arm]) -> ordering.Boosts:
        if "intent" not in arms:
            return {}
        return ordering.boosts(query, {n: pool.documents[n] for n in scores}, time="time" in arms)

    def _matched(self, pool: _Pool, query: Query, scores: Scores) -> Mapping[int, Mapping[str, float]]:
        """The query's terms in each of the best documents, with their weights."""
        if "state" not in query.intents or not self.lexical:
            return {}
        index = self.lexical[0]
        weight = index.rarity(" ".join(query.words))
        best = [n for n, _ in ranked(scores, pool.documents)][: 3 * ordering.COMPARED]
        found = {n: weight.keys() & set(index.terms(pool.documents[n].text)) for n in best}
        return {n: {term: weight[term] for term in terms} for n, terms in found.items()}


def _answers_too(query: Query) -> bool:
    """Whether an assistant's answers belong to what is asked for, beside the turns they answer."""
    return "overview" in query.intents and "own words" not in query.intents


def pool_of(pool: _Pool, scores: Scores) -> Scores:
    """The scores of documents that exist and may be found."""
    pool.fetch(scores)
    return pool.kept(scores)
