"""Correct: a person says that a fact has changed, ended, or was never so.

By id it does exactly what it is told. A sentence in the person's own words is kept as a turn and goes through the same
matching as everything that is ingested. What a person changes by hand no extractor touches again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from persona_cli.core.event import Event
from persona_cli.core.model import Fact, Operation, ReviewItem, Turn
from persona_cli.core.similar import FLOOR, likeness
from persona_cli.errors import PersonaError, UsageError
from persona_cli.extract.contract import Context, Extractor
from persona_cli.index.view import View
from persona_cli.store.vault import Vault
from persona_cli.work.believe import Believer
from persona_cli.work.change import Change, changing
from persona_cli.work.people import USER_SPEAKERS, People, user_names
from persona_cli.work.remember import entity_named


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to become of a fact."""

    to: str = ""  # its new words
    retract: bool = False
    until: str = ""  # `When` text
    since: str = ""
    obj: str = ""  # name of its new object
    reason: str = ""

    def check(self) -> None:
        """Raises UsageError for wishes that cannot go together, or for none."""
        if not (self.to or self.retract or self.until or self.since or self.obj):
            raise UsageError("nothing to change was named", hint="use --to, --retract, --until or --since")
        if self.retract and (self.to or self.until or self.since or self.obj):
            raise UsageError("--retract goes alone", hint="a fact that was never right has no other end")


@dataclass(frozen=True, slots=True)
class Corrected:
    """What came of it."""

    operation: Operation | None  # None in a dry run
    changes: tuple[tuple[Fact | None, Fact | None], ...]  # before and after, for each fact touched
    reviews: tuple[ReviewItem, ...] = ()  # what waits for a person
    names: dict[str, str] = field(default_factory=dict)


def fact_of(view: View, prefix: str) -> Fact | None:
    """The fact an id or its beginning means; None when it looks like no id; raises PersonaError when it is not one."""
    looks = prefix.startswith("fa_") or (prefix.isalnum() and prefix.islower() and any(c.isdigit() for c in prefix))
    if not looks or " " in prefix:
        return None
    ids = [ident for ident in view.ids(prefix) if ident.startswith("fa_")]
    if len(ids) > 1:
        raise PersonaError(f"'{prefix}' means several facts: {', '.join(ids)}", hint="type more of the id")
    if not ids:
        if prefix.startswith("fa_"):
            raise PersonaError(f"no fact has the id '{prefix}'", hint="persona facts prints ids")
        return None
    return next(view.facts(ids), None)


def by_words(view: View, text: str) -> list[Fact]:
    """Facts that hold and are meant by some words: those most alike, best first."""
    scored = []
    for fact in view.facts():
        if not fact.retracted and fact.invalid_at is None:
            score = likeness(text, fact.text)
            if score >= FLOOR:
                scored.append((-score, fact.id, fact))
    return [fact for _, _, fact in sorted(scored)]


def correct_fact(vault: Vault, ident: str, wanted: Wanted, *, dry_run: bool) -> Corrected:
    """Change one fact by id."""
    wanted.check()
    with changing(vault, "correct") as change:
        before = next(change.view.facts([ident]))
        slate = change.slate()
        new = _changes(change, before, wanted)
        for event in new:
            slate.add(event)
        after = slate.fact(ident)
        made = [slate.fact(event.id) for event in new if event.type == "assert"]
        operation = None if dry_run else change.commit(slate.take())
        names = change.view.named(e for fact in (before, after, *made) if fact for e in (fact.subject, fact.object))
    return Corrected(operation, ((before, after), *((None, fact) for fact in made)), names=names)


def _changes(change: Change, fact: Fact, wanted: Wanted) -> list[Event]:
    event, common = change.writer.event, {"fact": fact.id, "reason": wanted.reason}
    if wanted.retract:
        return [event("retract", **common)]
    events: list[Event] = []
    obj = entity_named(change, wanted.obj, events, kind="other") if wanted.obj else _object(change, fact, wanted.to)
    text = " ".join(wanted.to.split())
    if text and wanted.since:  # it changed in the world: the old one ends where the new one begins
        ident = change.vault.new_id("fa")
        body: dict[str, Any] = {
            name: getattr(fact, name) for name in ("subject", "predicate", "kind", "aspect", "status")
        }
        body |= {"object": obj, "text": text, "valid_at": wanted.since, "invalid_at": wanted.until}
        body |= {"said_at": change.vault.now(), "confidence": 1.0, "extractor": "hand"}
        return [*events, Event("assert", ident, body), event("close", at=wanted.since, by=ident, **common)]
    edit: dict[str, Any] = {}
    if text:
        edit["text"] = text
    if obj != fact.object:
        edit |= {"object": obj} if obj else {"clear": ["object"]}
    if wanted.since:
        edit["valid_at"] = wanted.since
    if edit:
        events.append(event("edit", **common, **edit))
    if wanted.until:
        events.append(event("close", at=wanted.until, **common))
    return events


def _object(change: Change, fact: Fact, text: str) -> str:
    """The object a reworded fact keeps: none whose name its new words no longer hold."""
    entity = change.view.entity(fact.object) if fact.object else None
    if entity is None or not text:
        return fact.object
    folded = text.casefold()
    return fact.object if any(name.casefold() in folded for name in (entity.name, *entity.aliases)) else ""


def correct_by_sentence(vault: Vault, text: str, extractor: Extractor, *, dry_run: bool) -> Corrected:
    """Take a sentence of the person for what it says about what is believed; raises PersonaError when it says nothing."""
    names = user_names(vault)
    now = vault.now()
    episode, ident = vault.new_id("ep"), vault.new_id("tn")
    turn = Turn(ident, episode, 0, now, names[0] if names else "Me", "user", text)
    speakers = frozenset({name.casefold() for name in names} | USER_SPEAKERS)
    found = extractor.extract(
        [turn], Context(names[0] if names else "", speakers, language=vault.settings.text("language"))
    )
    if not found.claims:
        raise PersonaError(
            "that sentence says nothing that can be taken as a correction",
            hint="name a fact by its id: persona correct fa_… --to TEXT, --until DATE or --retract",
        )
    with changing(vault, "correct") as change:
        slate = change.slate()
        slate.add(Event("episode", episode, {"source": "correct", "time": now, "time_from": "given"}))
        body = {"episode": episode, "time": now, "speaker": turn.speaker, "role": "user", "text": text}
        slate.add(Event("turn", ident, body))
        believer = Believer(slate, People(slate, names, speakers), vault.settings.get("predicates"), extractor.name)
        for claim in found.claims:
            believer.take(claim, turn, now)
        touched = dict.fromkeys(e.target for e in slate.events if e.target.startswith("fa_"))
        before = {fact.id: fact for fact in change.view.facts(touched)}
        changes = tuple((before.get(fact), slate.fact(fact)) for fact in touched)
        waiting = [event.id for event in slate.events if event.type == "propose"]
        mentioned = [fact for pair in changes for fact in pair if fact]
        operation = None if dry_run else change.commit(slate.take())
        shown = change.view.named(e for fact in mentioned for e in (fact.subject, fact.object))
        items = [] if dry_run else [change.view.review(item) for item in waiting]
    return Corrected(operation, changes, tuple(item for item in items if item), shown)
