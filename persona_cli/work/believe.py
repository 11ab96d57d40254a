"""What a claim does to belief: a new fact, more evidence, an ending, or a question for a person.

The rules (docs/belief.md): a repeat adds evidence; a newer value of a single-valued predicate closes the older one; a
correction closes what it speaks of and nothing else; what is uncertain or speaks against a person's own hand waits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from persona_cli.core.codec import derived_id
from persona_cli.core.event import Event
from persona_cli.core.model import USER_ENTITY, Fact, Turn
from persona_cli.core.similar import FLOOR, likeness, same_statement
from persona_cli.core.vocabulary import Cardinality, single_valued
from persona_cli.extract.contract import Claim
from persona_cli.readers.moment import local_day
from persona_cli.work.endings import Endings
from persona_cli.work.line import Line
from persona_cli.work.people import People, Unsure
from persona_cli.work.slate import Slate, start_of

_TIMELESS = frozenset({"birthday", "born_on", "born_in", "from"})  # where they are corrected, they were never right


@dataclass(slots=True)
class Believer:
    """Takes claims one after the other and gathers their events on a slate."""

    slate: Slate
    people: People
    cardinalities: Mapping[str, Cardinality] = field(default_factory=dict)
    extractor: str = "rules"
    meant: tuple[str, ...] = ()  # facts the person points at: a correction means these, whatever its words
    counts: Counter[str] = field(default_factory=Counter)
    doubt: float = 0.0  # confidence below which a claim waits for a person
    by_person: bool = False  # told to correct: what it ends stays ended, and what matches nothing only waits
    _named_from: int = 0  # from there on the slate holds the names of the claim at hand

    @property
    def _line(self) -> Line:
        return Line(self.slate, self.cardinalities, self.people.words_of, self._endings.enders)

    @property
    def _endings(self) -> Endings:
        return Endings(self.slate, self.people.names_of)

    def take(self, claim: Claim, turn: Turn, said_at: str) -> None:
        """Decide about one claim; `said_at` is the UTC instant the turn counts as said, empty when not known."""
        unsure: list[Unsure] = []
        self._named_from = len(self.slate.events)
        subject = _or_open(lambda: self.people.subject(claim, turn), unsure)
        obj = _or_open(lambda: self.people.object(claim, turn), unsure)
        body = self._body(claim, turn, subject, obj, said_at)
        if unsure:
            event = Event("assert", self._fact_id(claim, turn), body)
            self._ask("ambiguous", claim, turn, [event], (), name=unsure[0].name, candidates=unsure[0].candidates)
            return
        if reason := self._distrust(claim, turn, subject):
            events = [self._ending(f, claim, turn, body, by="") for f in self._matched(body)] if claim.negated else []
            events += [] if events else [Event("assert", self._fact_id(claim, turn), body)]
            self._ask(reason, claim, turn, events, [f for e in events if (f := self.slate.fact(e.target))])
            return
        if claim.is_correction and self._correct(claim, turn, body):
            return
        if known := self._known(body):
            self._support(known, claim, turn, body)
            return
        self._assert(claim, turn, self._endings.bounded(body, turn.id))
        if claim.retracts and (wrong := self._misnamed(body)):
            ends = [self._ending(fact, claim, turn, body, by=self._fact_id(claim, turn)) for fact in wrong]
            self._ask("contradiction", claim, turn, ends, wrong)

    def _misnamed(self, body: Mapping[str, Any]) -> list[Fact]:
        """Facts that say the same of another name, where a name was put right: "my sister is called Ida", not Ina.

        Whether it was that one who was meant, and not a second sister, is for a person to say.
        """
        subject, obj = str(body["subject"]), str(body.get("object", ""))
        if not obj:
            return []
        said = self._unnamed(str(body["text"]), obj)
        return [
            fact
            for fact in self.slate.slot(subject, str(body["predicate"]))
            if fact.object not in ("", obj)
            and fact.invalid_at is None
            and self._unnamed(fact.text, fact.object) == said
        ]

    def _unnamed(self, text: str, entity: str) -> str:
        """A sentence without the name of an entity."""
        for name in sorted(self.people.names_of(entity), key=len, reverse=True):
            text = text.replace(name, "")
        return " ".join(text.split())

    def _distrust(self, claim: Claim, turn: Turn, subject: str) -> str:
        """Why a claim may not change belief by itself; empty when it may."""
        if turn.role not in ("user", "other") or (subject == USER_ENTITY and not self.people.is_user(turn)):
            return "foreign"
        return "uncertain" if claim.confidence < self.doubt else ""

    # --- corrections --------------------------------------------------------------------------------------------

    def _correct(self, claim: Claim, turn: Turn, body: dict[str, Any]) -> bool:
        """Close or retract what a correction speaks of; whether there is nothing left to record of it."""
        matched = self._matched(body)
        ident = self._fact_id(claim, turn)
        replaces = "" if claim.negated else ident
        changes = [self._ending(fact, claim, turn, body, by=replaces) for fact in matched]
        if not matched:
            if claim.negated:
                self._ask("unmatched", claim, turn, [Event("assert", ident, body)], ())
            return claim.negated and self.by_person
        if any(fact.hand for fact in matched):
            truth = [] if claim.negated else [Event("assert", ident, body)]
            self._ask("protected", claim, turn, changes + truth, matched)
            return True
        for event in changes:
            self.slate.add(event)
            self.counts["closed"] += 1
        return claim.negated

    def _matched(self, body: Mapping[str, Any]) -> list[Fact]:
        """The facts a correction means: all with its object, or the one most alike; predicates do not count."""
        subject, obj = str(body["subject"]), str(body.get("object", ""))
        if self.meant:
            return [f for f in map(self.slate.fact, self.meant) if f is not None and not f.retracted]
        if obj:
            return [f for f in self.slate.on(subject, obj) if f.text != body["text"]]
        names = self.people.words_of(subject)
        scored = [
            (likeness(str(body["text"]), fact.text, ignore=names), fact.known_at, fact)
            for fact in self.slate.like(subject, str(body["text"]))
            if not fact.object and fact.text != body["text"] and fact.invalid_at is None
        ]
        best = max(scored, key=lambda item: item[:2], default=None)
        return [best[2]] if best and best[0] >= FLOOR else []

    def _ending(self, fact: Fact, claim: Claim, turn: Turn, body: Mapping[str, Any], *, by: str) -> Event:
        evidence = [_evidence(claim, turn)]
        ident = derived_id("ev", "end", fact.id, turn.id, claim.text)
        common: dict[str, Any] = {"fact": fact.id, "by": by, "evidence": evidence}
        common |= {} if self.by_person else {"auto": True}
        if claim.retracts or fact.predicate in _TIMELESS:
            return Event("retract", ident, common)
        end = claim.invalid_at or (claim.valid_at if claim.when_said else None)
        at = end.iso if end else str(body.get("valid_at", ""))
        return Event("close", ident, common | {"at": at})

    # --- repeats and new facts ----------------------------------------------------------------------------------

    def _known(self, body: Mapping[str, Any]) -> Fact | None:
        """A fact that holds and says the same, if there is one."""
        subject, obj, text = str(body["subject"]), str(body.get("object", "")), str(body["text"])
        names = self.people.words_of(subject)
        for fact in self.slate.repeats(subject, text, ignore=names):
            if fact.kind == body["kind"] and self._says(fact, text, obj, names):
                dated = body.get("when") and fact.when_said and not single_valued(fact.predicate, self.cardinalities)
                if dated and fact.valid_at and fact.valid_at.iso != body.get("valid_at"):
                    continue  # the same thing at another time is another fact
                if self._line.joins(fact, body):
                    return fact
        return None

    def _says(self, fact: Fact, text: str, obj: str, names: Collection[str]) -> bool:
        """Whether a fact says the same; one that a person reworded also stands for the words it had before."""
        if fact.object == obj and same_statement(fact.text, text, ignore=names):
            return True
        before = (str(said.body.get("text", "")) for said in self.slate.statements(fact.id)) if fact.edited else ()
        return any(words and same_statement(words, text, ignore=names) for words in before)

    def _support(self, fact: Fact, claim: Claim, turn: Turn, body: Mapping[str, Any]) -> None:
        if any(item.turn == turn.id for item in fact.evidence):
            return
        said = {name: body[name] for name in ("valid_at", "said_at", "evidence", "extractor")}
        ident = derived_id("ev", "support", fact.id, turn.id, claim.quote)
        self.slate.add(Event("support", ident, {"fact": fact.id, **said}))
        self.counts["supported"] += 1
        self._place(fact.id, claim, turn)

    def _assert(self, claim: Claim, turn: Turn, body: dict[str, Any]) -> None:
        ident = self._fact_id(claim, turn)
        start = start_of(body["valid_at"])
        rivals = self._line.rivals(ident, body)
        guarded = [f for f in rivals if f.hand and f.invalid_at is None and start_of(f.valid_at) <= start]
        event = Event("assert", ident, body)
        if guarded:
            closes = [self._ending(fact, claim, turn, body, by=ident) for fact in guarded]
            self._ask("protected", claim, turn, [*closes, event], guarded)
            return
        self.slate.add(event)
        self.counts["asserted"] += 1
        self._place(ident, claim, turn)

    def _place(self, ident: str, claim: Claim, turn: Turn) -> None:
        """End what a fact ends, and the fact where another does."""
        line = self._line
        self.counts["closed"] += line.place(ident)
        ended, guarded = self._endings.place(ident, line)
        self.counts["closed"] += ended
        if guarded and (fact := self.slate.fact(ident)):
            self._ask("protected", claim, turn, [self._endings.closing(f, fact) for f in guarded], guarded)

    # --- shared -------------------------------------------------------------------------------------------------

    def _body(self, claim: Claim, turn: Turn, subject: str, obj: str, said_at: str) -> dict[str, Any]:
        said_on = "" if claim.invalid_at else local_day(said_at, turn.zone)
        valid_at = claim.valid_at.iso if claim.valid_at else said_on
        return {
            "subject": subject,
            "predicate": claim.predicate,
            "object": obj,
            "text": claim.text,
            "kind": claim.kind,
            "aspect": claim.aspect,
            "status": "open" if claim.kind == "goal" else "",
            "valid_at": valid_at,
            "invalid_at": claim.invalid_at.iso if claim.invalid_at else "",
            "when": claim.when_said,
            "said_at": said_at,
            "evidence": [_evidence(claim, turn)],
            "confidence": round(claim.confidence, 3),
            "extractor": self.extractor,
        }

    def _fact_id(self, claim: Claim, turn: Turn) -> str:
        return derived_id("fa", turn.id, claim.predicate, claim.text)

    def _ask(
        self,
        reason: str,
        claim: Claim,
        turn: Turn,
        events: Sequence[Event],
        facts: Sequence[Fact],
        **more: Any,
    ) -> None:
        """Put a change in the review queue: the very events that accepting it would record, and the entities it names.

        Where the claim is believed all the same, its entities are recorded with it.
        """
        inert = not any(e.type in ("assert", "support") for e in self.slate.events[self._named_from :])
        believed = reason == "unmatched" and not self.by_person
        names = self.slate.withdraw(self._named_from) if inert and not believed else []
        proposal = {
            "text": claim.text,
            "turn": turn.id,
            "quote": claim.quote,
            "events": [{"type": e.type, "id": e.id, **e.body} for e in (*names, *events)],
            **more,
        }
        body = {"reason": reason, "proposal": proposal, "facts": [fact.id for fact in facts]}
        self.slate.add(Event("propose", derived_id("rv", reason, turn.id, claim.text), body))
        self.counts["proposed"] += 1


def _or_open(resolve: Callable[[], str], unsure: list[Unsure]) -> str:
    """What a name resolves to, or `?` with the question put aside."""
    try:
        return resolve()
    except Unsure as question:
        unsure.append(question)
        return "?"


def _evidence(claim: Claim, turn: Turn) -> dict[str, str]:
    item = {"turn": turn.id, "quote": claim.quote, "source_id": turn.source_id}
    return {key: value for key, value in item.items() if value}
