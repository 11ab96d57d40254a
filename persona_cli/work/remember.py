"""Remember: a fact written by hand. Hand-written facts are never closed by an extractor."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from persona_cli.core.event import Event
from persona_cli.core.model import FACT_KINDS, USER_ENTITY, Fact, Turn
from persona_cli.core.names import name_key
from persona_cli.core.safe import seen
from persona_cli.core.when import parse_when
from persona_cli.errors import UsageError
from persona_cli.extract.contract import Extractor
from persona_cli.store.vault import Vault, Writer
from persona_cli.work import refresh
from persona_cli.work.change import Change, changing
from persona_cli.work.endings import Endings
from persona_cli.work.ingest import context_of
from persona_cli.work.line import Line
from persona_cli.work.people import People, user_names
from persona_cli.work.rehearsal import Rehearsal

_PREDICATE = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True)
class Statement:
    """What the person wrote; what they left empty is taken from the sentence where it says it plainly."""

    text: str
    about: str = ""  # name; empty: the person
    predicate: str = ""
    object: str = ""
    kind: str = ""
    aspect: str = ""
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class Remembered:
    """What was written down."""

    fact: Fact
    ended: tuple[Fact, ...]  # what it brought to an end, as it was
    against: tuple[Fact, ...]  # what was written by hand as well and cannot be true at once
    names: dict[str, str]


def remember(vault: Vault, statement: Statement, extractor: Extractor | None = None, *, dry_run: bool) -> Remembered:
    """Record a fact; raises UsageError for an empty text or an unknown kind.

    A new value of a single-valued predicate ends the old one, unless that was written by hand too. With an extractor,
    what was left empty is taken from the sentence itself.
    """
    if not seen(statement.text):
        raise UsageError("there is nothing to remember in an empty text")
    if statement.kind and statement.kind not in FACT_KINDS:
        raise UsageError(f"no kind '{statement.kind}'", hint="the kinds are fact, psyche and goal")
    statement = replace(statement, predicate=predicate_of(statement.predicate))
    now = vault.now()
    stated = statement.since
    statement = _understood(vault, statement, extractor)
    if statement.since and statement.until and parse_when(statement.until).end <= parse_when(statement.since).start:
        raise UsageError(
            f"--until would end it at {statement.until}, before it began at {statement.since}", hint="give a later date"
        )
    with _changing(vault, dry_run=dry_run) as change:
        events: list[Event] = []
        body: dict[str, Any] = {
            "subject": entity_named(change, statement.about, events, kind="subject"),
            "predicate": statement.predicate,
            "object": entity_named(change, statement.object, events, kind="other") if statement.object else "",
            "text": " ".join(statement.text.split()),
            "kind": statement.kind,
            "aspect": statement.aspect,
            "status": "open" if statement.kind == "goal" else "",
            "valid_at": statement.since or ("" if statement.until else now[:10]),
            "invalid_at": statement.until,
            "when": f"since {stated}" if stated else "",
            "said_at": now,
            "confidence": 1.0,
            "extractor": "hand",
        }
        slate = change.slate()
        ident = vault.new_id("fa")
        for event in (*events, Event("assert", ident, body)):
            slate.add(event)
        people = People(slate, user_names(vault), frozenset())
        endings = Endings(slate, people.names_of)
        line = Line(slate, vault.settings.get("predicates"), people.words_of, endings.enders)
        line.place(ident)
        endings.place(ident, line)
        closed = [e.target for e in slate.events if e.type == "close" and e.target != ident]
        ended = tuple(change.view.facts(dict.fromkeys(closed)))
        fact = slate.fact(ident)
        assert fact is not None  # noqa: S101 - it was just asserted
        rivals = () if statement.until else line.rivals(ident, body)
        against = tuple(rival for rival in rivals if rival.hand and rival.invalid_at is None)
        mentioned = [entity for item in (fact, *ended, *against) for entity in (item.subject, item.object) if entity]
        names = {entity: found.name for entity in mentioned if (found := slate.entity(entity))}
        if not dry_run:
            change.commit(slate.take())
            fact = next(change.view.facts([ident]), fact)
    return Remembered(fact, ended, against, names)


def predicate_of(text: str) -> str:
    """A predicate as it is kept: one word; raises UsageError for what cannot be one."""
    word = "_".join(part for part in text.split(" ") if part)
    if text and not _PREDICATE.fullmatch(word):
        raise UsageError(f"'{text}' is no predicate", hint="write one word of letters, digits, _ and -, like works_at")
    return word


def name_of(text: str) -> str:
    """A name as it is kept: on one line; raises UsageError where nothing of it can be seen."""
    if not seen(text):
        raise UsageError("a name cannot be empty")
    return " ".join(text.split())


@contextlib.contextmanager
def _changing(vault: Vault, *, dry_run: bool) -> Iterator[Change]:
    """A change of the vault; in a dry run of one that is made on no disk, since there may be no vault yet."""
    if not dry_run:
        with changing(vault, "remember") as change:
            yield change
        return
    with refresh.reading(vault) if vault.root.exists() else Rehearsal(vault).reading() as view:
        yield Change(vault, Writer(vault, "", 0, 0), refresh.Opened(view.catalog, None), "remember")


def _first_name(text: str) -> str:
    """The name a sentence begins with, as far as its words have capitals: "Bob Ray" of "Bob Ray lives in Rome"."""
    words = text.split()
    count = next((n for n, word in enumerate(words) if not (word[0].isupper() and word.isalpha())), len(words))
    return " ".join(words[:count]) if count < len(words) else ""


def _understood(vault: Vault, statement: Statement, extractor: Extractor | None) -> Statement:
    """The statement with what its sentence itself says, if that is one thing about the same subject."""
    plain = replace(statement, predicate=statement.predicate or "states", kind=statement.kind or "fact")
    if statement.predicate or statement.object or extractor is None:
        return plain
    context = context_of(vault)
    name = statement.about or context.user_name or "User"
    first = "" if statement.about else _first_name(statement.text)
    known = (*context.known_names, name, *filter(None, [first]))
    turn = Turn("tn_", "", 0, vault.now(), "\x00", "user", statement.text)
    claims = extractor.extract([turn], replace(context, known_names=known)).claims
    of_first = bool(first) and any(name_key(c.subject) == name_key(first) for c in claims)
    wanted = name_key(first if of_first else name)
    about = [c for c in claims if name_key(c.subject) == wanted and not (c.is_correction or c.negated)]
    if len(about) != 1:
        return plain
    claim = about[0]
    return replace(
        statement,
        about=claim.subject if of_first else statement.about,
        predicate=claim.predicate,
        object=claim.object,
        kind=statement.kind or claim.kind,
        aspect=statement.aspect or claim.aspect,
        since=statement.since or (claim.valid_at.iso if claim.valid_at else ""),
        until=statement.until or (claim.invalid_at.iso if claim.invalid_at else ""),
    )


def entity_named(change: Change, name: str, events: list[Event], *, kind: str) -> str:
    """The entity of a name typed by the person, made when there is none; raises UsageError when it means several."""
    names = user_names(change.vault)
    view = change.view
    name = name_of(name) if name else ""
    if not name or name_key(name) in {name_key(known) for known in names}:
        if view.entity(USER_ENTITY) is None and not any(event.id == USER_ENTITY for event in events):
            body = {"name": names[0] if names else "User", "kind": "user", "etype": "person"}
            events.append(Event("entity", USER_ENTITY, body))
        return USER_ENTITY
    found = view.by_keys([name_key(name)], exact=True).get(name_key(name), set())
    if len(found) > 1:
        raise UsageError(f"'{name}' means {len(found)} entities", hint="persona entities list shows them")
    if found:
        return next(iter(found))
    ident = change.vault.new_id("en")
    events.append(Event("entity", ident, {"name": name, "kind": kind}))
    return ident
