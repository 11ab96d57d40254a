"""What a statement ends besides its own predicate: a divorce a marriage, a death a pet's keeping, retirement a job.

A short, closed list, each entry between facts of one subject. It holds in whatever order the two were heard: of a fact
and a later one that ends it the earlier ends where the later begins. A fact written or edited by hand is never ended.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from persona_cli.core.codec import derived_id
from persona_cli.core.event import Event
from persona_cli.core.model import USER_ENTITY, Fact
from persona_cli.work.line import Line
from persona_cli.work.slate import Slate, sooner, start_of

_COUPLE = ("married_to", "partner_of", "engaged_to")
_PLACES = ("works_at", "studies_at", "member_of", "volunteers_at", "lives_in")
_PARTED = re.compile(
    r"\b(?:divorced?|split up|splits? (?:up )?(?:from|with)|broke up|separated from|widow(?:ed|er)?|single"
    r"|divorci\w+|se separ\w+|solter[oa]|viud[oa])\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|never|n't|no|nunca|single-\w+)\b", re.IGNORECASE)
_LEFT = r"\b(?:left|leaves|quit|resigned from|graduated from|dej[oó]|abandon[oó]) (?:the |el |la )?{}(?!\w)"
_ENDERS = frozenset({"relationship_status", "ex_of", "split", "separate", "divorce", "leave", "quit", "resign"}) | {
    *("retired_from", "married_to", "die", "died", "pass", "graduate", "studied_at", "break"),
}
_ENDABLE = frozenset({*_COUPLE, *_PLACES, "works_as", "relationship_status", "has_pet", "lives_with"})
_DIED = frozenset({"die", "died", "pass"})


@dataclass(frozen=True, slots=True)
class Endings:
    """Finds what ends what; what that takes is put on the slate."""

    slate: Slate
    names_of: Callable[[str], Collection[str]]

    def place(self, ident: str, line: Line) -> tuple[int, list[Fact]]:
        """Close what a new fact ends, and the fact where a later one ends it; also gives hand-written ones it would end.

        What was stated again after its end, as `line` tells, is a fact of its own from there on.
        """
        fact = self.slate.fact(ident)
        if fact is None or fact.retracted:
            return 0, []
        ended, guarded, again = 0, [], list[str]()
        pairs = [*((other, fact) for other in self._ended_by(fact)), *((fact, ender) for ender in self.enders(fact))]
        for one, ender in pairs:
            if one.hand:
                guarded += [one] if one.id != ident and one.invalid_at is None else []
            elif self._close(one, ender):
                ended += 1
                again += line.stated_again(one, after=self.slate.key(ender))
        for new in again:
            ended += line.place(new) + self.place(new, line)[0]
        return ended, guarded

    def bounded(self, body: Mapping[str, Any], turn: str) -> dict[str, Any]:
        """A new fact's body, ended if its own message says so: "my wife Eva and I divorced in 2024"."""
        fact = _draft(body)
        if fact.predicate not in _ENDABLE:
            return dict(body)
        for ender in self._about(fact.subject, fact.object):
            same = any(item.turn == turn for item in ender.evidence)
            if same and ender.valid_at is not None and self._ends(ender, fact):
                return {**body, "valid_at": "", "invalid_at": ender.valid_at.iso}
        return dict(body)

    def closing(self, fact: Fact, ender: Fact) -> Event:
        """The event that ends a fact where another begins."""
        at = ender.valid_at.iso if ender.valid_at else ender.said_at[:10]
        body = {"fact": fact.id, "at": at, "by": ender.id, "auto": True}
        return Event("close", derived_id("ev", "ending", fact.id, at, ender.id), body)

    def _close(self, fact: Fact, ender: Fact) -> bool:
        now = self.slate.fact(fact.id) or fact
        start, mine, theirs = start_of(ender.valid_at), self.slate.key(fact), self.slate.key(ender)
        if fact.hand or not start or mine >= theirs:
            return False
        if not sooner(ender.valid_at, now.invalid_at):
            return False
        self.slate.add(self.closing(fact, ender))
        return True

    def _ended_by(self, fact: Fact) -> Iterator[Fact]:
        if fact.predicate not in _ENDERS:
            return
        for predicate in (*_COUPLE, *_PLACES, "works_as", "relationship_status"):
            for other in self.slate.slot(fact.subject, predicate):
                if self._ends(fact, other):
                    yield other
        if fact.predicate in _DIED:
            for predicate in ("has_pet", "lives_with", *_COUPLE):
                yield from (f for f in self.slate.slot(USER_ENTITY, predicate) if f.object == fact.subject)

    def enders(self, fact: Fact) -> list[Fact]:
        """Facts that end this one, earliest first."""
        if fact.predicate not in _ENDABLE:
            return []
        found = [other for other in self._about(fact.subject, fact.object) if self._ends(other, fact)]
        return sorted(found, key=lambda f: (start_of(f.valid_at), f.id))

    def _about(self, *subjects: str) -> Iterator[Fact]:
        for subject in filter(None, subjects):
            for predicate in sorted(_ENDERS):
                yield from self.slate.slot(subject, predicate)

    def _ends(self, ender: Fact, fact: Fact) -> bool:
        if ender.id == fact.id or ender.predicate not in _ENDERS:
            return False
        if ender.predicate in _DIED:
            mine = ender.subject == fact.object and fact.predicate in ("has_pet", "lives_with", *_COUPLE)
            return mine or (ender.subject == fact.subject and fact.predicate in (*_PLACES[:4], "works_as"))
        return ender.subject == fact.subject and (
            self._retires(ender, fact)
            or self._marries(ender, fact)
            or (fact.predicate in _COUPLE and self._parts(ender, fact))
            or (fact.predicate in _PLACES and self._leaves(ender, fact))
        )

    def _retires(self, ender: Fact, fact: Fact) -> bool:
        work = fact.predicate in ("works_at", "works_as")
        return work and ender.predicate == "retired_from" and ender.object in ("", fact.object)

    def _marries(self, ender: Fact, fact: Fact) -> bool:
        if ender.predicate != "married_to":
            return False
        single = fact.predicate == "relationship_status" and "married" not in fact.text.casefold()
        return single or (fact.predicate == "engaged_to" and ender.object == fact.object)

    def _parts(self, ender: Fact, fact: Fact) -> bool:
        """Whether a couple parted: the one named, or, where nobody is named, whoever it was."""
        if ender.predicate == "ex_of":
            return ender.object == fact.object
        if not _PARTED.search(ender.text) or _NOT.search(ender.text):
            return False
        if ender.object:
            return ender.object == fact.object
        others = (f.object for predicate in _COUPLE for f in self.slate.slot(fact.subject, predicate))
        named = {entity for entity in {*others, fact.object} if entity and self._names(ender.text, entity)}
        return fact.object in named if named else True

    def _leaves(self, ender: Fact, fact: Fact) -> bool:
        return any(re.search(_LEFT.format(re.escape(name)), ender.text) for name in self.names_of(fact.object) if name)

    def _names(self, text: str, entity: str) -> bool:
        names = (re.escape(name) for name in self.names_of(entity) if name)
        return any(re.search(rf"(?<!\w){name}(?!\w)", text, re.IGNORECASE) for name in names)


def _draft(body: Mapping[str, Any]) -> Fact:
    """A fact that is not recorded yet, for asking what would end it."""
    said = {key: str(body.get(key, "")) for key in ("subject", "predicate", "object", "text", "aspect", "said_at")}
    return Fact(
        id="",
        kind=body.get("kind", "fact"),
        status="",
        valid_at=None,
        invalid_at=None,
        when_said="",
        evidence=(),
        confidence=1.0,
        extractor="",
        edited=False,
        retracted=False,
        **said,
    )
