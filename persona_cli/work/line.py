"""The line of time of a single-valued predicate: which value holds from when to when, however the statements arrive.

Each statement says a value as of a point in time. Sorted by that time, a value holds until the next other one; so it
comes out the same whether old transcripts are read before or after new ones. Facts only ever end earlier and begin
earlier; a value that was stated again after another one gets a fact of its own from there on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from persona_cli.core.codec import derived_id
from persona_cli.core.event import Event
from persona_cli.core.model import Fact
from persona_cli.core.similar import same_statement
from persona_cli.core.vocabulary import Cardinality, predicate, single_valued
from persona_cli.work.slate import Slate, place_of, sooner, start_of


@dataclass(frozen=True, slots=True)
class Line:
    """Places facts on their lines; what that takes is put on the slate."""

    slate: Slate
    cardinalities: Mapping[str, Cardinality]
    words_of: Callable[[str], Collection[str]]  # folded words of an entity's names
    enders: Callable[[Fact], Collection[Fact]]  # facts of other predicates that end one: see `work.endings`

    def rivals(self, ident: str, body: Mapping[str, Any]) -> list[Fact]:
        """Facts that hold another value of the same single-valued predicate.

        Where the predicate asks for an object both must have one: "lives in a small flat" says nothing of the town.
        """
        subject, name, obj = (str(body.get(key, "")) for key in ("subject", "predicate", "object"))
        if not single_valued(name, self.cardinalities) or (predicate(name).object_type and not obj):
            return []
        slot = [fact for fact in self.slate.slot(subject, name) if fact.id != ident and bool(fact.object) == bool(obj)]
        if obj:
            return [fact for fact in slot if fact.object != obj]
        words, text = self.words_of(subject), str(body.get("text", ""))
        return [fact for fact in slot if not same_statement(fact.text, text, ignore=words)]

    def joins(self, fact: Fact, body: Mapping[str, Any]) -> bool:
        """Whether a statement of the same value belongs to a fact: in its time, or before it with nothing between."""
        at, said_at = str(body.get("valid_at", "")), str(body.get("said_at", ""))
        start, mine, theirs = start_of(at), (place_of(at, said_at), said_at), self.slate.key(fact)
        if fact.invalid_at is not None and (not start or self._after(mine, start, fact)):
            return False
        if fact.hand or not start or theirs <= mine:
            return True
        between = (*self.rivals(fact.id, body), *self.enders(fact))
        others = (said for rival in between for said in self.slate.statements(rival.id))
        return not any(mine < said.key < theirs for said in others)

    def place(self, ident: str) -> int:
        """End what a new or earlier fact ends, and the fact where another begins; gives the number of endings."""
        fact = self.slate.fact(ident)
        if fact is None:
            return 0
        ended, mine, again = 0, self.slate.key(fact), list[str]()
        for other in self.rivals(
            ident, {name: getattr(fact, name) for name in ("subject", "predicate", "object", "text")}
        ):
            if mine >= self.slate.key(other):
                ended += self._end(other, fact)
                again += self.stated_again(other, after=mine)
            else:
                ended += self._end(self.slate.fact(ident) or fact, other)
        return ended + sum(self.place(new) for new in again)

    def _after(self, key: tuple[str, str], start: str, fact: Fact) -> bool:
        """Whether a statement comes after a fact's end: after the one that ended it, where that is known."""
        successor = self.slate.fact(fact.closed_by) if fact.closed_by else None
        if successor is not None:
            return key >= self.slate.key(successor)
        return fact.invalid_at is not None and start >= fact.invalid_at.start

    def _end(self, fact: Fact, successor: Fact) -> int:
        if successor.valid_at is None or fact.hand:
            return 0
        if not sooner(successor.valid_at, fact.invalid_at):
            return 0
        body = {"fact": fact.id, "at": successor.valid_at.iso, "by": successor.id, "auto": True}
        self.slate.add(Event("close", derived_id("ev", "slot", fact.id, successor.valid_at.iso, successor.id), body))
        return 1

    def stated_again(self, fact: Fact, *, after: tuple[str, str]) -> list[str]:
        """A fact for the value of another from where it was stated again, ending where that one did.

        `fact` is as it was before it was ended at the place in time `after`.
        """
        later = [said for said in self.slate.statements(fact.id) if said.key > after]
        within = [said for said in later if not self._after(said.key, start_of(said.valid_at), fact)]
        if fact.hand or not within:
            return []
        first, *rest = within
        ident = derived_id("fa", "again", fact.id, *first.key)
        if self.slate.fact(ident) is not None:
            return []
        body: dict[str, Any] = {
            name: getattr(fact, name)
            for name in (
                "subject",
                "predicate",
                "object",
                "text",
                "kind",
                "aspect",
                "status",
                "confidence",
                "extractor",
            )
        }
        body |= {"valid_at": first.valid_at, "said_at": first.key[1], "evidence": first.body.get("evidence", [])}
        self.slate.add(Event("assert", ident, body))
        for said in rest:
            support = {name: said.body.get(name, "") for name in ("valid_at", "said_at", "evidence", "extractor")}
            self.slate.add(Event("support", derived_id("ev", "support", ident, *said.key), {"fact": ident, **support}))
        if fact.invalid_at is not None:
            end = {"fact": ident, "at": fact.invalid_at.iso, "by": fact.closed_by, "auto": True}
            self.slate.add(Event("close", derived_id("ev", "slot", *map(str, end.values())), end))
        return [ident]
