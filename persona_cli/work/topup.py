"""What the last messages ask for, beyond what a prompt holds already: seeds by search, then their neighbours.

The order is ours: what answers the question stands first, facts about the same people and things next, and what is
always on has its own section with its own bounds. So no list can push the question's neighbours out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from persona_cli.core.model import USER_ENTITY, Fact
from persona_cli.index import prominence
from persona_cli.index.search import Scope
from persona_cli.work import context
from persona_cli.work.context import Item
from persona_cli.work.recall import Asked, Found, Recaller
from persona_cli.work.voices import Voices

MOST = 10  # memories of a top-up
NEIGHBOURS = 3  # of these, facts about the people and things that the best answers are about
LOOKED = 60  # answers that are looked at: others' turns are among them
FLOOR = 0.25  # of the best score: less has little to do with the question
NEAR = 0.35  # cosine from which meaning alone is enough
RULES = 3  # reference facts
HUB = 30  # facts of an entity from which its neighbourhood is everything and nothing


@dataclass(frozen=True, slots=True)
class Seeker:
    """Finds what a question asks for in one state of a vault."""

    recaller: Recaller
    voices: Voices

    def top_up(self, question: str, held: frozenset[str]) -> list[Item]:
        """The memories that answer, best first, then their neighbours; nothing that is held already."""
        scope = Scope(without_predicates=frozenset(self.voices.reserved))
        found = [item for item in self.recaller.ask(question, Asked(LOOKED, scope)) if self._may(item)]
        best = found[0].hit.score if found else 0.0
        near = [item for item in found if item.hit.score >= FLOOR * best and _relevant(item)]
        seeds = list(self._new(near, held))
        ids = held | {item.hit.document.id for item in seeds}
        beside = list(self._neighbours(near[:MOST], ids))[:NEIGHBOURS]
        return [*(_item(item, "query") for item in seeds[: MOST - len(beside)]), *beside]

    def knowledge(self, question: str) -> list[Item]:
        """Reference facts that share a word with the question."""
        if not prominence.any_with(self.recaller.view, self.voices.reserved):
            return []
        scope = Scope(predicates=frozenset(self.voices.reserved))
        found = self.recaller.ask(question, Asked(LOOKED, scope))
        rules = (item for item in found if item.fact is not None and self.voices.authoritative(item.fact))
        return [_item(item, "knowledge") for item in rules if _worded(item)][:RULES]

    def _may(self, found: Found) -> bool:
        """Whether an answer may stand in a prompt at all."""
        if found.fact is not None:
            return self.voices.admits(found.fact)
        return found.turn is not None and self.voices.admits_turn(found.turn)

    def _new(self, found: Sequence[Found], shown: frozenset[str]) -> Iterator[Found]:
        """Answers that add something to what is shown, those before them included."""
        for item in found:
            if item.fact is not None and item.fact.id not in shown:
                shown |= {item.fact.id}
                yield item
            elif item.turn is not None and not context.held(self.recaller.view, item.turn, shown):
                shown |= {item.turn.id}
                yield item

    def _neighbours(self, seeds: Sequence[Found], shown: frozenset[str]) -> Iterator[Item]:
        """Facts about whom and what the seeds are about, one hop away, seed by seed, newest first."""
        view, seen = self.recaller.view, {USER_ENTITY, ""}
        for seed in seeds:
            rests = [seed.fact] if seed.fact is not None else view.facts_on_turn(seed.hit.document.id)
            for entity in dict.fromkeys(e for fact in rests for e in (fact.subject, fact.object)):
                if entity not in seen:
                    seen.add(entity)
                    for fact in prominence.around(view, entity, HUB):
                        if fact.id not in shown and self.voices.admits(fact):
                            shown |= {fact.id}
                            yield _beside(fact, seed.hit.document.id)


def _relevant(found: Found) -> bool:
    """Whether words or meaning found it."""
    return any(t.channel == "words" or (t.channel == "meaning" and t.score >= NEAR) for t in found.hit.channels)


def _worded(found: Found) -> bool:
    return any(trace.channel == "words" for trace in found.hit.channels)


def _beside(fact: Fact, seed: str) -> Item:
    return context.item_of_fact(fact, section="query", why=f"query: one step from {seed[:11]}")


def _item(found: Found, section: str) -> Item:
    channels = ", ".join(f"{t.channel} {t.rank}" for t in found.hit.channels)
    why = f"{section}: score {found.hit.score:.3f} ({channels or 'a neighbour'})"
    if found.fact is not None:
        return context.item_of_fact(found.fact, section=section, why=why)
    if found.turn is None:
        raise ValueError("an answer is a fact or a turn")
    return context.item_of_turn(found.turn, section=section, why=why)
