"""Sessions: what a host program asks for at each turn, compiled once and topped up with what the turn needs.

The compilation of a session stays as it is, so that a provider's cache holds; only what is no longer true leaves it, at
once. The top-up brings what the last messages ask for and the compilation does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import orjson

from persona_cli.errors import UsageError
from persona_cli.index import prominence
from persona_cli.index.search import Scope
from persona_cli.index.view import View
from persona_cli.store import files
from persona_cli.store.vault import Vault
from persona_cli.work import context
from persona_cli.work.context import Compilation, Item
from persona_cli.work.recall import Asked, Found, Recaller

MESSAGES = 3  # last ones that make up a question: a lone "why?" finds nothing
TOP_UP = 10  # memories
FLOOR = 0.25  # of the best score: less has little to do with the question
NEAR = 0.35  # cosine from which meaning alone is enough
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(slots=True)
class State:
    """What is kept of a session between calls; machine-local, and rebuilt when it is gone."""

    digest: str = ""
    budget: int = 0
    exhaustive: bool = False
    left_out: int = 0
    items: list[Item] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Turned:
    """What one call gives."""

    compilation: Compilation
    top_up: tuple[Item, ...]
    knowledge: tuple[Item, ...]
    skipped: str  # why there is no top-up: "no message", "compilation is exhaustive", or nothing
    fresh: bool  # the compilation was made in this call


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a host program asks for."""

    session: str = ""  # empty: for this call alone
    messages: tuple[str, ...] = ()
    budget: int = context.BUDGET
    new: bool = False


def turn(vault: Vault, recaller: Recaller, wanted: Wanted) -> Turned:
    """The compilation of a session and the top-up for its last messages."""
    view, reserved = recaller.view, reserved_of(vault)
    digest = view.catalog.digest()
    state = _load(vault, wanted) if wanted.session and not wanted.new else State()
    fresh = not state.digest or state.budget != wanted.budget
    if fresh:
        made = context.compile_session(view, budget=wanted.budget, reserved=reserved)
        state.items, state.exhaustive, state.left_out = list(made.items), made.exhaustive, made.left_out
        state.budget = wanted.budget
    elif digest != state.digest:
        state.items = list(context.still_true(view, state.items))
        state.left_out = context.left_out(view, state.items, reserved)
        state.exhaustive = state.left_out == 0
    state.digest = digest
    state.messages = [*state.messages, *wanted.messages][-MESSAGES:]
    question = "\n".join(state.messages)
    skipped = "no message" if not wanted.messages else "compilation is exhaustive" if state.exhaustive else ""
    held = {item.id for item in state.items}
    top_up = [] if skipped else _top_up(recaller, question, held, reserved)
    asked = wanted.messages and prominence.any_with(view, reserved)
    knowledge = _knowledge(recaller, question, reserved) if asked else []
    if wanted.session:
        _save(vault, wanted.session, state)
    compilation = Compilation(tuple(state.items), state.exhaustive, state.left_out, state.budget)
    return Turned(compilation, tuple(top_up), tuple(knowledge), skipped, fresh)


def reserved_of(vault: Vault) -> tuple[str, ...]:
    """Predicates of reference knowledge, kept out of everything but the knowledge section."""
    return tuple(str(name) for name in vault.settings.get("recall.reserved"))


def _top_up(recaller: Recaller, question: str, held: set[str], reserved: Sequence[str]) -> list[Item]:
    scope = Scope(without_predicates=frozenset(reserved))
    found = recaller.ask(question, Asked(limit=3 * TOP_UP, scope=scope))
    best = found[0].hit.score if found else 0.0
    near = [item for item in found if item.hit.score >= FLOOR * best and _relevant(item)]
    new: list[Found] = []
    for item in near:
        if not _held(recaller.view, item, held):
            new.append(item)
            held = held | {item.hit.document.id}  # a turn adds nothing to the fact that rests on it
    return [_item(found, "query") for found in new[:TOP_UP]]


def _relevant(found: Found) -> bool:
    """Whether words or meaning found it, and a person of the vault said it: others' words are no memory to rely on."""
    if found.turn is not None and found.turn.role != "user":
        return False
    return any(t.channel == "words" or (t.channel == "meaning" and t.score >= NEAR) for t in found.hit.channels)


def _held(view: View, found: Found, held: set[str]) -> bool:
    """Whether the compilation holds it: itself, a fact that rests on it, or its episode."""
    if found.fact is not None:
        return found.fact.id in held
    if found.turn is None:
        return True
    return found.turn.id in held or any(fact.id in held for fact in view.facts_on_turn(found.turn.id))


def _item(found: Found, section: str) -> Item:
    channels = ", ".join(f"{t.channel} {t.rank}" for t in found.hit.channels)
    why = f"{section}: score {found.hit.score:.3f} ({channels or 'a neighbour'})"
    if found.fact is not None:
        return context.item_of_fact(found.fact, section=section, why=why)
    if found.turn is None:
        raise ValueError("an answer is a fact or a turn")
    return context.item_of_turn(found.turn, section=section, why=why)


def _knowledge(recaller: Recaller, question: str, reserved: Sequence[str]) -> list[Item]:
    """Reference facts that share a word with the question."""
    found = recaller.ask(question, Asked(limit=TOP_UP, scope=Scope(predicates=frozenset(reserved))))
    worded = (item for item in found if any(t.channel == "words" for t in item.hit.channels))
    return [_item(item, "knowledge") for item in worded][:3]


def _path(vault: Vault, session: str) -> Path:
    if not _ID.fullmatch(session):
        raise UsageError(
            f"'{session}' is no session id", hint="use up to 64 letters, digits, dots, dashes and underscores"
        )
    return vault.local / "sessions" / f"{session}.json"


def _load(vault: Vault, wanted: Wanted) -> State:
    try:
        raw: dict[str, Any] = orjson.loads(_path(vault, wanted.session).read_bytes())
        raw["items"] = [Item(**item) for item in raw["items"]]
        return State(**raw)
    except (OSError, ValueError, TypeError, KeyError):
        return State()


def _save(vault: Vault, session: str, state: State) -> None:
    path = _path(vault, session)
    files.make_folder(path.parent)
    files.replace(path, orjson.dumps(asdict(state)))
