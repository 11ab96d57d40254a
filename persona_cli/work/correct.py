"""Correct: a person says that a fact has changed, ended, or was never so.

By id it does exactly what it is told. A sentence in the person's own words is kept as a turn and goes through the same
matching as everything that is ingested. What a person changes by hand no extractor touches again.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from persona_cli.core.event import Event
from persona_cli.core.model import Fact, Operation, ReviewItem, Turn
from persona_cli.core.when import When, parse_when
from persona_cli.errors import UsageError
from persona_cli.extract.contract import Claim, Context, Extractor
from persona_cli.index.view import View
from persona_cli.store.vault import Vault
from persona_cli.work.believe import Believer
from persona_cli.work.change import Change, changing
from persona_cli.work.ingest import context_of
from persona_cli.work.people import People, user_names
from persona_cli.work.remember import entity_named

_NAME_WORDS = 4  # a name of more is rather a clause
_NOBODY = "\x00"  # speaks a sentence about the person in the third person


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to become of a fact."""

    to: str = ""  # its new words
    retract: bool = False
    until: str = ""  # `When` text
    since: str = ""
    obj: str = ""  # name of its new object
    reopen: bool = False  # take back its end, or that it was never right
    status: str = ""  # of a goal: open, done, dropped
    reason: str = ""

    @property
    def anything(self) -> bool:
        """Whether there is a wish at all."""
        return bool(self.to or self.retract or self.until or self.since or self.obj or self.reopen or self.status)

    def check(self) -> None:
        """Raises UsageError for wishes that cannot go together, or for none."""
        if not self.anything:
            raise UsageError(
                "nothing to change was named", hint="use --to, --until, --since, --retract or --reopen with it"
            )
        if self.status not in ("", "open", "done", "dropped"):
            raise UsageError(f"--status does not understand '{self.status}'", hint="write open, done or dropped")
        if self.retract and (self.to or self.until or self.since or self.obj or self.reopen or self.status):
            raise UsageError("--retract goes alone", hint="a fact that was never right has no other end")
        if self.reopen and self.until:
            raise UsageError("--reopen takes back an end, and --until names one", hint="use one of them")

    def fits(self, fact: Fact) -> None:
        """Raises UsageError where it cannot be done to a fact."""
        if self.retract and fact.retracted:
            raise UsageError(f"'{fact.id}' has been retracted already", hint="--reopen takes that back")
        if self.status and fact.kind != "goal":
            raise UsageError(f"'{fact.id}' is no goal", hint="facts end with --until")
        if self.reopen and not fact.retracted and fact.invalid_at is None:
            raise UsageError(f"'{fact.id}' has not ended", hint=f"persona show {fact.id} tells its life")
        begins = parse_when(self.since) if self.since else fact.valid_at if began_as_said(fact) else None
        ends = parse_when(self.until) if self.until else None
        if self.since and not self.to and not self.reopen:  # the beginning moves, an end that is known stays
            ends = ends or fact.invalid_at
        _in_order(fact.valid_at if self.to and self.since and began_as_said(fact) else None, begins, "--since")
        _in_order(begins, ends, "--until" if self.until else "--since")


@dataclass(frozen=True, slots=True)
class Corrected:
    """What came of it."""

    operation: Operation | None  # None in a dry run
    changes: tuple[tuple[Fact | None, Fact | None], ...]  # before and after, for each fact touched
    reviews: tuple[ReviewItem, ...] = ()  # what waits for a person
    names: dict[str, str] = field(default_factory=dict)


def fact_of(view: View, prefix: str) -> Fact | None:
    """The fact an id or its beginning means; None when it looks like no id; raises UsageError when it is not one."""
    looks = prefix.startswith("fa_") or (prefix.isalnum() and prefix.islower() and any(c.isdigit() for c in prefix))
    if not looks or " " in prefix:
        return None
    ids = [ident for ident in view.ids(prefix) if ident.startswith("fa_")]
    if len(ids) > 1:
        raise UsageError(f"'{prefix}' means several facts: {', '.join(ids)}", hint="type more of the id")
    if not ids:
        if prefix.startswith("fa_"):
            raise UsageError(f"no fact has the id '{prefix}'", hint="persona facts prints ids")
        return None
    return next(view.facts(ids), None)


def began_as_said(fact: Fact) -> bool:
    """Whether somebody said when a fact began: without a word about it, it counts from the day it was said."""
    return bool(fact.valid_at and (fact.when_said or fact.valid_at.iso != fact.said_at[:10]))


def _in_order(first: When | None, second: When | None, option: str) -> None:
    if first is not None and second is not None and second.end <= first.start:
        raise UsageError(f"{option} would end it at {second}, before it began at {first}", hint="give a later date")


def correct_fact(vault: Vault, ident: str, wanted: Wanted, *, dry_run: bool) -> Corrected:
    """Change one fact by id."""
    wanted.check()
    with changing(vault, "correct") as change:
        before = next(change.view.facts([ident]))
        wanted.fits(before)
        slate = change.slate()
        new = _changes(change, before, wanted)
        for event in new:
            slate.add(event)
        after = slate.fact(ident)
        made = [slate.fact(event.id) for event in new if event.type == "assert"]
        operation = None if dry_run else change.commit(slate.take())
        made = [fact and _recorded(change, fact) for fact in made] if operation else made
        names = change.view.named(e for fact in (before, after, *made) if fact for e in (fact.subject, fact.object))
    return Corrected(operation, ((before, after), *((None, fact) for fact in made)), names=names)


def _recorded(change: Change, fact: Fact) -> Fact:
    """A fact as it was recorded, with its operation."""
    return next(change.view.facts([fact.id]), fact)


def _changes(change: Change, fact: Fact, wanted: Wanted) -> list[Event]:
    event, common = change.writer.event, {"fact": fact.id, "reason": wanted.reason}
    if wanted.retract:
        return [event("retract", **common)]
    events: list[Event] = []
    text = " ".join(wanted.to.split())
    obj = entity_named(change, wanted.obj, events, kind="other") if wanted.obj else _object(change, fact, text, events)
    if text and wanted.since:  # it changed in the world: the old one ends where the new one begins
        new = _successor(change, fact, wanted, text, obj)
        return [*events, new, event("close", at=wanted.since, by=new.id, **common)]
    if wanted.reopen:
        events.append(event("reopen", **common))
    if wanted.status:
        events.append(event("status", fact=fact.id, status=wanted.status, at=change.vault.now()))
    if edit := _edit(fact, wanted, text, obj):
        events.append(event("edit", **common, **edit))
    if wanted.until:
        events.append(event("close", at=wanted.until, **common))
    elif edit and not wanted.reopen:
        events += _same_end(change, fact, common)
    return events


def _successor(change: Change, fact: Fact, wanted: Wanted, text: str, obj: str) -> Event:
    body: dict[str, Any] = {name: getattr(fact, name) for name in ("subject", "predicate", "kind", "aspect", "status")}
    body |= {"object": obj, "text": text, "valid_at": wanted.since, "invalid_at": wanted.until}
    body |= {"said_at": change.vault.now(), "confidence": 1.0, "extractor": "hand"}
    return Event("assert", change.vault.new_id("fa"), body)


def _edit(fact: Fact, wanted: Wanted, text: str, obj: str) -> dict[str, Any]:
    """The fields that a correction by hand sets anew; none where it leaves the words and the beginning."""
    edit: dict[str, Any] = {"text": text} if text else {}
    if obj != fact.object:
        edit |= {"object": obj} if obj else {"clear": ["object"]}
    if wanted.since:
        edit["valid_at"] = wanted.since
    elif wanted.until and fact.valid_at and parse_when(wanted.until).end <= fact.valid_at.start:
        edit.setdefault("clear", []).append("valid_at")  # it only counted from the day it was said
    return edit


def _same_end(change: Change, fact: Fact, common: dict[str, str]) -> list[Event]:
    """The end a fact has, now by hand: what an extractor said of it no longer counts once it is edited."""
    if fact.retracted:
        return [change.writer.event("retract", by=fact.closed_by, **common)]
    if fact.invalid_at is not None:
        return [change.writer.event("close", at=fact.invalid_at.iso, by=fact.closed_by, **common)]
    return []


def _object(change: Change, fact: Fact, text: str, events: list[Event]) -> str:
    """The object of a reworded fact: the one it had, if its name still stands there, else what stands in its place."""
    entity = change.view.entity(fact.object) if fact.object else None
    if entity is None or not text:
        return fact.object
    folded = text.casefold()
    names = [name for name in (entity.name, *entity.aliases) if name]
    if any(name.casefold() in folded for name in names):
        return fact.object
    for name in names:
        before, found, after = fact.text.partition(name)
        after = after.strip(" .")
        if found and text.startswith(before) and text.rstrip(" .").endswith(after):
            new = text.rstrip(" .").removeprefix(before).removesuffix(after).strip()
            if new and new[0].isupper() and len(new.split()) <= _NAME_WORDS:
                return entity_named(change, new, events, kind="other")
    return ""


def correct_by_sentence(vault: Vault, text: str, extractor: Extractor, *, dry_run: bool) -> Corrected | None:
    """Take a sentence of the person for what it says about what is believed; None when it says nothing of that kind."""
    names, context = user_names(vault), context_of(vault)
    now = vault.now()
    episode, ident = vault.new_id("ep"), vault.new_id("tn")
    turn = Turn(ident, episode, 0, now, names[0] if names else "Me", "user", text)
    claims = _claims(turn, extractor, context)
    if not claims:
        return None
    with changing(vault, "correct") as change:
        slate = change.slate()
        slate.add(Event("episode", episode, {"source": "correct", "time": now, "time_from": "given"}))
        body = {"episode": episode, "time": now, "speaker": turn.speaker, "role": "user", "text": text}
        slate.add(Event("turn", ident, body))
        people = People(slate, names, context.user_speakers)
        believer = Believer(slate, people, vault.settings.get("predicates"), extractor.name, by_person=True)
        for claim in claims:
            believer.take(claim, turn, now)
        touched = dict.fromkeys(e.target for e in slate.events if e.target.startswith("fa_"))
        before = {fact.id: fact for fact in change.view.facts(touched)}
        order = sorted(touched, key=lambda fact: fact not in before)  # what there was, then what is new
        changes = tuple((before.get(fact), slate.fact(fact)) for fact in order)
        items = tuple(item for item in (slate.review(e.id) for e in slate.events if e.type == "propose") if item)
        mentioned = [fact for pair in changes for fact in pair if fact]
        operation = None if dry_run else change.commit(slate.take())
        changes = tuple((old, _recorded(change, new) if operation and new else new) for old, new in changes)
        entities = {e for fact in mentioned for e in (fact.subject, fact.object) if e}
        shown = {e: entity.name for e in sorted(entities) if (entity := slate.entity(e))}
    return Corrected(operation, changes, items, shown)


def _claims(turn: Turn, extractor: Extractor, context: Context) -> list[Claim]:
    """What a sentence says: in the first person, of somebody by name, or with its subject left out.

    What it denies it corrects: whoever says "I don't live in Rome" here means a fact that says so.
    """
    context = replace(context, known_names=(*context.known_names, *filter(None, [context.user_name])))
    said = list(extractor.extract([turn], context).claims)
    if not said and context.user_name:
        named = f"{context.user_name} {turn.text[:1].lower()}{turn.text[1:]}"
        for text in (turn.text, named):
            read = extractor.extract([replace(turn, speaker=_NOBODY, text=text)], context).claims
            if said := [replace(claim, quote=turn.text) for claim in read if not claim.subject_is_speaker]:
                break
    return [replace(claim, is_correction=claim.is_correction or claim.negated) for claim in said]
