"""Sessions: what a host program asks for at each turn, compiled once and topped up with what the turn needs.

The compilation of a session stays as it is, so that a provider's cache holds; only what is no longer true leaves it, at
once. What is kept between calls is which lines it has, never their text: what is erased or ended is gone from it.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import orjson

from persona_cli.core.codec import derived_id, well_formed
from persona_cli.errors import PersonaError, UsageError
from persona_cli.store import files
from persona_cli.store.vault import Vault
from persona_cli.work import context
from persona_cli.work.context import Compilation, Item, Pick
from persona_cli.work.recall import Recaller
from persona_cli.work.setup import redactor_of
from persona_cli.work.topup import Seeker
from persona_cli.work.voices import Voices, voices_of

MESSAGES = 3  # last ones that make up a question: a lone "why?" finds nothing
LONGEST = 2000  # characters of a message that are read
KEPT = timedelta(days=30)  # a session nobody has asked for since is over
FORMAT = 2  # of the state below; another one means compile anew
# No secret has only short words of letters and short numbers, unless a word before it tells; what does is looked through.
_UNPLAIN = re.compile(
    r"\d{4}|[^\W\d]\d|\d[^\W\d]|\S{20}|://|@|pass|pwd|pin\b|secret|token|key|code|clave|contra|senha|mot|kenn|geheim|cred|auth|login",
    re.IGNORECASE,
)
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(slots=True)
class State:
    """What is kept of a session between calls; machine-local, and made anew when it is gone."""

    key: str = ""  # what the compilation was made for: budget, state asked for, reserved predicates, the person's names
    digest: str = ""  # of the belief it was last compared with
    exhaustive: bool = False
    left_out: int = 0
    picks: list[Pick] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Turned:
    """What one call gives."""

    compilation: Compilation
    top_up: tuple[Item, ...]
    knowledge: tuple[Item, ...]
    skipped: str  # why there is no top-up: "no message", "compilation is exhaustive", or nothing
    fresh: bool  # the compilation was made in this call
    digest: str  # of the belief
    voices: Voices


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a host program asks for."""

    session: str = ""  # empty: for this call alone
    messages: tuple[str, ...] = ()
    budget: int = context.BUDGET
    new: bool = False


def turn(vault: Vault, recaller: Recaller, wanted: Wanted) -> Turned:
    """The compilation of a session and the top-up for its last messages."""
    path = _path(vault, wanted.session) if wanted.session else None
    before = _load(path) if path is not None and not wanted.new else State()
    if path is not None and wanted.new:
        from persona_cli.work.caches import begin_anew  # with all it needs to talk to providers

        begin_anew(vault, wanted.session)
    voices = voices_of(vault, recaller.view)
    digest = recaller.view.catalog.digest()
    key = _key(recaller, voices, wanted.budget)
    fresh = before.key != key
    made = _compiled(recaller, voices, wanted) if fresh else _kept(recaller, voices, before, digest, wanted.budget)
    messages = [*before.messages, *(well_formed(text)[:LONGEST] for text in wanted.messages)][-MESSAGES:]
    skipped = "no message" if not wanted.messages else "compilation is exhaustive" if made.exhaustive else ""
    question, seeker = "\n".join(messages), Seeker(recaller, voices)
    top_up = [] if skipped else seeker.top_up(question, context.shown(made.items))
    knowledge = seeker.knowledge(question) if wanted.messages else []
    if path is not None:
        picks = [Pick(item.id, item.section, item.why, item.sources) for item in made.items]
        after = State(key, digest, made.exhaustive, made.left_out, picks, redacted(vault, messages))
        if after != before:
            _save(path, after)
        if fresh:
            _forget(path.parent, vault.around.now() - KEPT)
    return Turned(made, tuple(top_up), tuple(knowledge), skipped, fresh, digest, voices)


def _compiled(recaller: Recaller, voices: Voices, wanted: Wanted) -> Compilation:
    return context.compile_session(recaller.view, voices, budget=wanted.budget)


def _kept(recaller: Recaller, voices: Voices, before: State, digest: str, budget: int) -> Compilation:
    """The compilation of earlier calls without what no longer holds; what it lacks is counted when belief changed."""
    items = context.renewed(recaller.view, voices, before.picks)
    if digest != before.digest:
        return context.measured(recaller.view, voices, items, budget=budget)
    return Compilation(tuple(items), before.exhaustive, before.left_out, budget)


def _key(recaller: Recaller, voices: Voices, budget: int) -> str:
    """What a compilation depends on besides belief; the clock counts only where an instant was asked for."""
    view = recaller.view
    instants = (view.as_of, view.known_at) if view.then else ("", "")
    return derived_id("ss", str(FORMAT), str(budget), *instants, *sorted(voices.reserved), "", *sorted(voices.names))


def redacted(vault: Vault, messages: list[str]) -> list[str]:
    """Messages as they may be kept until the next call."""
    if not any(map(_UNPLAIN.search, messages)):
        return messages
    redact = redactor_of(vault, write=False)
    return [redact(text) for text in messages]


def _path(vault: Vault, session: str) -> Path:
    if not _ID.fullmatch(session):
        raise UsageError(
            f"'{session}' is no session id", hint="use up to 64 letters, digits, dots, dashes and underscores"
        )
    return vault.local / "sessions" / f"{session}.json"


def _load(path: Path) -> State:
    """What was kept; an empty state where there is nothing, or nothing that can be read."""
    try:
        raw = orjson.loads(path.read_bytes())
        picks = [
            Pick(str(p["id"]), str(p["section"]), str(p["why"]), tuple(map(str, p["sources"]))) for p in raw["picks"]
        ]
        messages = [str(text) for text in raw["messages"]]
        exhaustive, left_out = bool(raw["exhaustive"]), int(raw["left_out"])
        state = State(str(raw["key"]), str(raw["digest"]), exhaustive, left_out, picks, messages)
    except (OSError, ValueError, TypeError, KeyError):
        return State()
    return state if all(pick.section in context.TITLES for pick in state.picks) else State()


def _save(path: Path, state: State) -> None:
    """Keep a session; a folder that cannot be written costs the next call a compilation, and nothing else."""
    with contextlib.suppress(PersonaError, OSError):
        files.make_folder(path.parent)
        files.replace(path, orjson.dumps(asdict(state)))


def _forget(folder: Path, before: datetime) -> None:
    """Remove sessions that were last kept before an instant; a provider's caches beside them are not ours to drop."""
    with contextlib.suppress(OSError):
        for path in folder.glob("*.json"):
            if not path.name.endswith(".cache.json") and path.stat().st_mtime < before.timestamp():
                path.unlink()
