"""Rows into the vault: a person's notes as their own words, everything else as proposals that wait for a decision.

Notes go through the same matching as every correction, with the row's fact as what they mean. Values changed in Notion,
rows added there and rows moved to the trash are foreign: they are put in the review queue and do nothing by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from persona_cli.core.codec import derived_id
from persona_cli.core.event import Event
from persona_cli.core.guard import without_fragments, without_private
from persona_cli.core.model import FACT_KINDS, USER_ENTITY, Fact, Turn
from persona_cli.core.names import name_key
from persona_cli.core.when import When, parse_when
from persona_cli.errors import PersonaError
from persona_cli.extract.contract import Claim, Context, Extractor
from persona_cli.index.view import View
from persona_cli.store.vault import Vault
from persona_cli.work.believe import Believer
from persona_cli.work.change import Change, changing
from persona_cli.work.notion import plan
from persona_cli.work.notion.local import note_states
from persona_cli.work.notion.note import Said, Subject, new_beginning, read_note
from persona_cli.work.notion.rows import NAMES, Row, plain, too_long
from persona_cli.work.people import USER_SPEAKERS, People, user_names
from persona_cli.work.refresh import reading
from persona_cli.work.remember import entity_named
from persona_cli.work.slate import Slate

COMMAND = "notion-sync"
SOURCE = "notion"
BATCH = 200  # proposals in one operation
GONE = "the fact is not believed any more"
NOTHING = "the notes say nothing that can be taken as a correction: write what is true instead"

Clean = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Taker:
    """What taking rows in needs."""

    vault: Vault
    database: str
    extractor: Extractor
    redact: Clean

    @property
    def episode(self) -> str:
        """The one episode that keeps what came from a database."""
        return derived_id("ep", SOURCE, self.database)

    def clean(self, text: str) -> str:
        """Text as it may be kept: no secrets, private spans or fragments of ours."""
        return self.redact(without_fragments(without_private(text)))


# --- notes ----------------------------------------------------------------------------------------------------------


def take_note(taker: Taker, row: Row) -> str:
    """Apply a row's notes; empty when that is recorded, else why it could not be. Holds no lock while it extracts."""
    try:
        noted = _read(taker, row)
    except PersonaError as error:
        return str(error)
    if not noted.said and noted.since is None:
        return NOTHING
    with changing(taker.vault, COMMAND) as change:
        if note_states(change.view, [noted.turn.id]):
            return ""  # another run was here first
        slate = change.slate()
        for event in [*_episode(taker, change), _turn_event(noted.turn)]:
            slate.add(event)
        _believe(taker, slate, noted)
        if not any(event.target.startswith(("fa_", "rv_")) for event in slate.events):
            return NOTHING
        change.commit(slate.take())
    return ""


@dataclass(frozen=True, slots=True)
class _Noted:
    """Notes as they were understood."""

    turn: Turn
    about: Subject
    said: Sequence[Said]
    since: When | None  # the fact's beginning, where that is all that was said


def _read(taker: Taker, row: Row) -> _Noted:
    text = taker.clean(row.notes).strip()
    if not text:
        raise PersonaError("the notes hold nothing that may be kept")
    with reading(taker.vault) as view:
        about = _subject(view, row.fact)
    name = next(iter(user_names(taker.vault)), "")
    language = taker.vault.settings.text("language")
    turn = _turn(taker, plan.note_turn(row), name or "Me", "user", text)
    said = read_note(turn, about, taker.extractor, Context(name, _speakers(taker.vault), language=language))
    return _Noted(turn, about, said, new_beginning(text, turn.time, language or "en"))


def _believe(taker: Taker, slate: Slate, noted: _Noted) -> None:
    """What was said, believed in order: a correction means the row's fact, anything else is a fact like any other."""
    turn, fact = noted.turn, noted.about.fact
    people = _RowPeople(slate, user_names(taker.vault), _speakers(taker.vault), noted.about)
    for item in noted.said:
        meant = (fact.id,) if item.corrects else ()
        cardinalities = taker.vault.settings.get("predicates")
        believer = Believer(slate, people, cardinalities, taker.extractor.name, meant=meant)
        believer.take(_as_correction(item), turn, turn.time)
    if not noted.said and noted.since is not None:
        body = {"fact": fact.id, "valid_at": noted.since.iso, "reason": turn.text}
        slate.add(Event("edit", derived_id("ev", "since", turn.id), body))


def _speakers(vault: Vault) -> frozenset[str]:
    return frozenset({name.casefold() for name in user_names(vault)} | USER_SPEAKERS)


def _as_correction(said: Said) -> Claim:
    return replace(said.claim, is_correction=True) if said.corrects else said.claim


@dataclass(slots=True)
class _RowPeople(People):
    """Names as everywhere, but the row's own subject is the one meant, however many go by its name."""

    about: Subject

    def subject(self, claim: Claim, turn: Turn) -> str:
        if not claim.subject_is_speaker and name_key(claim.subject) in self.about.names:
            return self.about.fact.subject
        return People.subject(self, claim, turn)


def _subject(view: View, ident: str) -> Subject:
    fact = next(view.facts([ident]), None)
    entity = view.entity(fact.subject) if fact and not fact.retracted else None
    if fact is None or entity is None:
        raise PersonaError(GONE)
    obj = view.named([fact.object]).get(fact.object, "")
    return Subject(fact, entity.name, frozenset(name_key(name) for name in (entity.name, *entity.aliases)), obj)


# --- proposals ------------------------------------------------------------------------------------------------------


def propose(taker: Taker, actions: Sequence[plan.Action]) -> dict[str, str]:
    """Put what changed in Notion into the review queue; by action's item why some of it could not be."""
    failed: dict[str, str] = {}
    for start in range(0, len(actions), BATCH):
        with changing(taker.vault, COMMAND) as change:
            events: list[Event] = []
            for action in actions[start : start + BATCH]:
                item = item_of(action)
                if change.view.review(item) is not None:
                    continue  # another run was here first
                try:
                    events += _proposal(taker, change, action, item)
                except (PersonaError, ValueError) as error:
                    failed[item] = str(error)
            if events:
                change.commit([*_episode(taker, change), *events])
    return failed


def item_of(action: plan.Action) -> str:
    """The review item that an import of this kind makes."""
    if action.what == "trash" or action.row is None:
        return plan.trash_item(action.page, action.fact)
    return plan.row_item(action.page) if action.what == "row" else plan.edit_item(action.row, action.columns)


def _proposal(taker: Taker, change: Change, action: plan.Action, item: str) -> list[Event]:
    """The turn that keeps what was found, and the item that waits."""
    row = action.row
    if action.what == "trash" or row is None:
        reason = "its row was moved to the trash in Notion"
        events = [Event("retract", derived_id("ev", item), {"fact": action.fact, "reason": reason})]
        return [_waiting(item, f"take back: {action.text}", events, [action.fact], page=action.page)]
    text = plain(taker.clean(row.values.get("fact", "")))
    if not text:
        raise ValueError("the fact is empty in Notion: to take it back, delete the row there")
    turn = _turn(taker, derived_id("tn", item), "Notion", "other", text)
    if action.what == "row":
        facts, events = [], _added(taker, change, row, text, turn)
    else:
        facts, events = _standing(change.view, action.fact), _edited(taker, change, action, text, item)
    told = text if action.what == "row" or "fact" in action.columns else f"{text} ({_told(row, action.columns)})"
    return [_turn_event(turn), _waiting(item, told, events, facts, page=row.page, turn=turn.id, quote=text)]


def _standing(view: View, ident: str) -> list[str]:
    """The fact a change touches, while it has not ended: one that has can be changed whatever ends it since."""
    return [fact.id for fact in view.facts([ident]) if fact.invalid_at is None]


def _waiting(item: str, text: str, events: Sequence[Event], facts: Sequence[str], **more: str) -> Event:
    recorded = [{"type": event.type, "id": event.id, **event.body} for event in events]
    proposal = {"text": text, **more, "events": recorded}
    return Event("propose", item, {"reason": "foreign", "proposal": proposal, "facts": list(facts)})


def _told(row: Row, columns: Sequence[str]) -> str:
    return "; ".join(f"{NAMES[key]}: {row.values.get(key) or 'empty'}" for key in columns if key != "fact")


def _edited(taker: Taker, change: Change, action: plan.Action, text: str, item: str) -> list[Event]:
    """The events that values changed in a row amount to; raises ValueError for what no fact can be."""
    fact = next(change.view.facts([action.fact]), None)
    if fact is None or action.row is None:
        raise ValueError(GONE)
    values, events = action.row.values, list[Event]()
    if "fact" in action.columns and too_long(fact.text):
        raise ValueError("the fact is longer than a row shows; change it with persona correct")
    readings: dict[str, tuple[str, Callable[[str], str]]] = {
        "fact": ("text", lambda _: text),
        "predicate": ("predicate", _word),
        "kind": ("kind", _kind),
        "since": ("valid_at", _time),
        "until": ("invalid_at", _time),
        "object": ("object", lambda name: entity_named(change, plain(taker.clean(name)), events, kind="other")),
    }
    edit: dict[str, Any] = {}
    clear = []
    for key, (name, read) in readings.items():
        if key not in action.columns:
            continue
        if values.get(key) or key not in ("since", "until", "object"):
            edit[name] = read(values.get(key, ""))
        else:
            clear.append(name)
    if edit or clear:
        body = {"fact": fact.id, **edit, "clear": clear, "reason": "changed in Notion"}
        events.append(Event("edit", derived_id("ev", item, "edit"), body))
    if "status" in action.columns:
        events += _status(fact, values, item, change)
    return events


def _status(fact: Fact, values: Any, item: str, change: Change) -> list[Event]:
    status, ident = values.get("status", ""), derived_id("ev", item, "status")
    if fact.kind == "goal" and status in ("open", "done", "dropped"):
        return [Event("status", ident, {"fact": fact.id, "status": status, "at": change.vault.now()})]
    if status == "ended":
        return [] if values.get("until") else [Event("close", ident, {"fact": fact.id, "at": change.vault.now()[:10]})]
    if status == "current":
        return [Event("reopen", ident, {"fact": fact.id, "reason": "changed in Notion"})]
    raise ValueError(f"the status '{status}' does not fit a {fact.kind}")


def _added(taker: Taker, change: Change, row: Row, text: str, turn: Turn) -> list[Event]:
    """The fact that a row added in Notion states."""
    values, events = row.values, list[Event]()
    about = plain(taker.clean(values.get("name", "")))
    obj = plain(taker.clean(values.get("object", "")))
    kind = _kind(values.get("kind") or "fact")
    body = {
        "subject": entity_named(change, about, events, kind="subject") if about else USER_ENTITY,
        "predicate": _word(values.get("predicate") or "states"),
        "object": entity_named(change, obj, events, kind="other") if obj else "",
        "text": text,
        "kind": kind,
        "status": "open" if kind == "goal" else "",
        "valid_at": _time(values["since"]) if values.get("since") else "",
        "invalid_at": _time(values["until"]) if values.get("until") else "",
        "said_at": turn.time,
        "evidence": [{"turn": turn.id, "quote": text}],
        "confidence": 1.0,
        "extractor": SOURCE,
    }
    if body["subject"] == USER_ENTITY and not about:
        entity_named(change, "", events, kind="user")  # its event, where the vault has none yet
    return [*events, Event("assert", plan.row_fact(row.page), body)]


def _word(text: str) -> str:
    word = "_".join(text.casefold().split())
    if not word or not word.replace("_", "").isalnum():
        raise ValueError(f"'{text}' is no predicate: write one word, like works_at")
    return word


def _kind(text: str) -> str:
    if text not in FACT_KINDS:
        raise ValueError(f"'{text}' is no kind: choose {', '.join(FACT_KINDS)}")
    return text


def _time(text: str) -> str:
    try:
        return parse_when(text).iso
    except ValueError:
        raise ValueError(f"{text} is no single time: give one day, or a whole month or year") from None


# --- turns ----------------------------------------------------------------------------------------------------------


def _turn(taker: Taker, ident: str, speaker: str, role: Any, text: str) -> Turn:
    return Turn(ident, taker.episode, 0, taker.vault.now(), speaker, role, text)


def _turn_event(turn: Turn) -> Event:
    body = {"episode": turn.episode, "time": turn.time, "speaker": turn.speaker, "role": turn.role, "text": turn.text}
    return Event("turn", turn.id, body)


def _episode(taker: Taker, change: Change) -> list[Event]:
    """The episode of the database, unless the vault has it already."""
    if change.view.episode(taker.episode) is not None:
        return []
    body = {"source": SOURCE, "conversation": taker.database, "title": "Notion", "time": taker.vault.now()}
    return [Event("episode", taker.episode, {**body, "time_from": "now"})]
