"""Recall: questions in, the facts and turns that answer them out, best first."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from persona_cli.core.model import Fact, Turn
from persona_cli.core.names import name_key
from persona_cli.index.documents import Documents
from persona_cli.index.query import understand
from persona_cli.index.search import ARMS, Arm, Hit, Scope, Searcher
from persona_cli.index.view import View
from persona_cli.store.vault import Vault
from persona_cli.work import indexing, refresh


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for besides the question itself."""

    limit: int = 10
    scope: Scope = field(default_factory=Scope)
    arms: frozenset[Arm] = ARMS
    why: bool = False  # also which related words were found


@dataclass(frozen=True, slots=True)
class Found:
    """One answer: a fact or a turn."""

    hit: Hit
    fact: Fact | None = None
    turn: Turn | None = None


TOKEN = 4  # characters
OVERHEAD = 12  # tokens of an answer's id and dates


def within(found: Sequence[Found], budget: int) -> list[Found]:
    """The best answers that fit a budget of tokens; what is inferred is dropped before what was stated."""
    order = sorted(range(len(found)), key=lambda place: (found[place].hit.document.inferred, place))
    kept: set[int] = set()
    for place in order:
        cost = len(found[place].hit.document.text) // TOKEN + OVERHEAD
        if cost <= budget:
            kept.add(place)
            budget -= cost
    return [item for place, item in enumerate(found) if place in kept]


@dataclass(slots=True)
class Recaller:
    """Answers questions about one state of the vault, as many as one likes."""

    view: View
    searcher: Searcher
    indexes: indexing.Indexes
    now: datetime
    language: str
    names: dict[str, str] = field(default_factory=dict)

    def ask(self, question: str, asked: Asked) -> list[Found]:
        """The best answers to a question, best first; nothing when nothing fits."""
        query = understand(question, now=self.now, named=self._named, language=self.language or "en")
        meaning = self.indexes.meaning
        vector = meaning.vector(query.meant) if meaning and query.words and "dense" in asked.arms else None
        hits = self.searcher.search(query, vector, limit=asked.limit, scope=asked.scope, arms=asked.arms, why=asked.why)
        return self._filled(hits)

    def _named(self, phrases: Sequence[str]) -> Mapping[str, Sequence[str]]:
        keys = {name_key(phrase): phrase for phrase in phrases}
        found = self.view.by_keys(list(keys), exact=True)
        return {keys[key]: sorted(entities) for key, entities in found.items()}

    def _filled(self, hits: Sequence[Hit]) -> list[Found]:
        facts = {f.id: f for f in self.view.facts([h.document.id for h in hits if h.document.kind == "fact"])}
        turns = self.view.turns([h.document.id for h in hits if h.document.kind == "turn"])
        self.names.update(self.view.named(e for fact in facts.values() for e in (fact.subject, fact.object)))
        return [Found(hit, facts.get(hit.document.id), turns.get(hit.document.id)) for hit in hits]


@contextlib.contextmanager
def recalling(vault: Vault, *, as_of: str = "", known_at: str = "", say: Callable[[str], None]) -> Iterator[Recaller]:
    """A recaller over the belief now, as true at an instant, or as known at one (UTC text).

    The index is brought up to date first where that can be done without waiting.
    """
    embedder = indexing.embedder_of(vault)
    with contextlib.ExitStack() as held:
        opened = held.enter_context(refresh.using(vault))
        if indexing.behind(vault, opened, embedder) and not opened.behind:
            held.close()
            indexing.index_documents(vault, wait=0.0)
            opened = held.enter_context(refresh.using(vault))
        refresh.tell_damage(opened, say)
        view = View(opened.catalog, now=vault.now(), as_of=as_of, known_at=known_at)
        indexes = indexing.open_indexes(vault, opened, view, embedder, say=say)
        searcher = Searcher(Documents(view), indexes.lexical, indexes.dense)
        yield Recaller(view, searcher, indexes, vault.around.now(), vault.settings.text("language"))
