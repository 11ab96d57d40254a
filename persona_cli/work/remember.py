"""Remember: a fact written by hand. Hand-written facts are never closed by an extractor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from persona_cli.core.event import Event
from persona_cli.core.model import FACT_KINDS, USER_ENTITY
from persona_cli.core.names import name_key
from persona_cli.errors import UsageError
from persona_cli.store.vault import Vault
from persona_cli.work.change import Change, changing
from persona_cli.work.people import user_names


@dataclass(frozen=True, slots=True)
class Statement:
    """What the person wrote."""

    text: str
    about: str = ""  # name; empty: the person
    predicate: str = "states"
    object: str = ""
    kind: str = "fact"
    aspect: str = ""
    since: str = ""
    until: str = ""


def remember(vault: Vault, statement: Statement, *, dry_run: bool) -> str:
    """Record a fact and give its id; raises UsageError for an empty text or an unknown kind."""
    if not statement.text.strip():
        raise UsageError("there is nothing to remember in an empty text")
    if statement.kind not in FACT_KINDS:
        raise UsageError(f"no kind '{statement.kind}'", hint="the kinds are fact, psyche and goal")
    ident = vault.new_id("fa")
    if dry_run:
        return ident
    with changing(vault, "remember") as change:
        events: list[Event] = []
        body: dict[str, Any] = {
            "subject": entity_named(change, statement.about, events, kind="subject"),
            "predicate": statement.predicate,
            "object": entity_named(change, statement.object, events, kind="other") if statement.object else "",
            "text": " ".join(statement.text.split()),
            "kind": statement.kind,
            "aspect": statement.aspect,
            "status": "open" if statement.kind == "goal" else "",
            "valid_at": statement.since or ("" if statement.until else vault.now()[:10]),
            "invalid_at": statement.until,
            "said_at": vault.now(),
            "confidence": 1.0,
            "extractor": "hand",
        }
        change.commit([*events, Event("assert", ident, body)])
    return ident


def entity_named(change: Change, name: str, events: list[Event], *, kind: str) -> str:
    """The entity of a name typed by the person, made when there is none; raises UsageError when it means several."""
    names = user_names(change.vault)
    view = change.view
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
