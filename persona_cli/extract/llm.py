"""Facts by a model: a conversation in windows, one question each, and every answer checked against the words.

Finding nothing and failing are told apart: turns whose window got no readable answer are listed as failed and can be
tried again. A model's error never raises; a service that refuses every question ends the run.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from persona_cli.core.model import Turn
from persona_cli.core.vocabulary import PREDICATES
from persona_cli.errors import RemoteError
from persona_cli.extract.contract import Claim, Context, Extraction
from persona_cli.extract.llm_claims import CHANGED, NEVER_TRUE, Ground
from persona_cli.extract.llm_windows import Size, Window, windows
from persona_cli.extract.rules.people import GENERIC, People, people
from persona_cli.extract.tolerant import Parsed, parse_facts
from persona_cli.providers.contract import Message, Provider, Reply, Request, Usage

MAX_FACTS = 24  # of one window; stops models that repeat themselves
MAX_REFUSALS = 3  # windows refused one after the other; then it is not the windows
TEMPLATE = "extract.md"  # the fragment; its variables are the keys of `prompt_values`
_KINDS = ["fact", "trait", "preference", "value", "belief", "task", "project", "reminder", "todo"]
_THIS_INPUT = frozenset({400, 413, 422})  # refusals that the next window may not meet
_AGAIN = (
    "That could not be read. Answer again with nothing but one JSON object, "
    '{"facts": [...]}, with all fields of each fact; {"facts": []} if there is nothing to keep.'
)


def _text(limit: int, words: str) -> dict[str, Any]:
    return {"type": "string", "maxLength": limit, "description": words}


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "facts": {
            "type": "array",
            "maxItems": MAX_FACTS,
            "items": {
                "type": "object",
                "properties": {
                    "kind": {"type": "string", "enum": _KINDS},
                    "turn": {"type": "integer", "description": "number of the line"},
                    "quote": _text(300, "the words of that line it rests on, copied exactly"),
                    "subject": _text(80, "who it is about; never a pronoun"),
                    "predicate": _text(40, "a verb in snake_case"),
                    "object": _text(80, "whom or what it concerns; empty if none"),
                    "text": _text(300, "a whole sentence in the third person"),
                    "when": _text(80, "words of time in that line, copied exactly; empty if none"),
                    "correction": {"type": "string", "enum": ["no", CHANGED, NEVER_TRUE]},
                },
                "required": ["kind", "turn", "quote", "subject", "predicate", "object", "text", "when", "correction"],
            },
        }
    },
    "required": ["facts"],
}


class Estimate(NamedTuple):
    """What a run would take, before it is paid for; tokens are told from bytes, four to a token."""

    calls: int
    input_tokens: int
    output_tokens: int


@dataclass(slots=True)
class Budget:
    """Calls that may be made, shared by everything one command does, and what they came to."""

    max_calls: int | None = None  # None: as many as it takes
    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    stopped: str = ""  # why no more calls are made
    refusals: int = 0  # requests refused one after the other
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def take(self) -> bool:
        """Take one call if there is one left."""
        with self._lock:
            if not self.stopped and self.max_calls is not None and self.calls >= self.max_calls:
                self.stopped = f"stopped after {self.calls} call{'' if self.calls == 1 else 's'}, as --max-calls says"
            if self.stopped:
                return False
            self.calls += 1
            return True

    def spend(self, reply: Reply) -> None:
        """Count what an answer took; requests that the server turned down for their form are calls too."""
        with self._lock:
            self.calls += reply.calls - 1
            self.usage += reply.usage
            self.refusals = 0

    def refuse(self, why: str, *, final: bool) -> None:
        """Count a refused request; a refusal that holds for all, or one of many in a row, ends the run."""
        with self._lock:
            self.refusals += 1
            if final or self.refusals >= MAX_REFUSALS:
                self.stopped = self.stopped or why

    def stop(self, why: str) -> None:
        """Make no more calls."""
        with self._lock:
            self.stopped = self.stopped or why


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of one window."""

    claims: tuple[Claim, ...] = ()
    failed: tuple[str, ...] = ()
    rejected: int = 0
    notes: tuple[str, ...] = ()

    def __add__(self, other: _Outcome) -> _Outcome:
        return _Outcome(
            self.claims + other.claims,
            self.failed + other.failed,
            self.rejected + other.rejected,
            self.notes + other.notes,
        )


class ModelExtractor:
    """An `Extractor` that asks a provider. `render` makes the prompt from `prompt_values`.

    `on_window` is told of windows done and of all there are, `on_reject` of each fact that was not kept (empty when it
    could not be read) and why; with several workers, `on_reject` is called from their threads.
    """

    def __init__(
        self,
        provider: Provider,
        render: Callable[[dict[str, Any]], str],
        *,
        budget: Budget | None = None,
        model: str = "",
        size: Size | None = None,
        max_tokens: int = 4096,
        workers: int = 1,
        on_window: Callable[[int, int], None] = lambda _done, _all: None,
        on_reject: Callable[[Mapping[str, Any], str], None] = lambda _fact, _why: None,
    ) -> None:
        self.name = _name(provider, model)
        self.budget = budget or Budget()
        self._provider = provider
        self._render = render
        self._model = model
        self._size = size or Size()
        self._max_tokens = max_tokens
        self._workers = workers
        self._on_window = on_window
        self._on_reject = on_reject

    def extract(self, turns: Sequence[Turn], context: Context) -> Extraction:
        """Claims of `turns` in their order, whatever the number of workers."""
        plan = windows(turns, context, self._size)
        who = people(turns, context)
        total = _Outcome()
        for done, outcome in enumerate(self._outcomes(plan, who, context), 1):
            total += outcome
            self._on_window(done, len(plan))
        self.name = _name(self._provider, self._model)  # a server without a set model has told it by now
        order = {turn.id: place for place, turn in enumerate(turns)}
        claims: dict[tuple[str, str], Claim] = {}
        for claim in total.claims:
            claims.setdefault((claim.turn, claim.text.casefold()), claim)
        kept = sorted(claims.values(), key=lambda claim: order[claim.turn])
        return Extraction(tuple(kept), tuple(dict.fromkeys(total.failed)), total.rejected, _counted(total.notes))

    def close(self) -> None:
        """Give the provider's connections back."""
        self._provider.close()

    def estimate(self, turns: Sequence[Turn], context: Context) -> Estimate:
        """What `extract` would take if every window were answered at once."""
        plan = windows(turns, context, self._size)
        sent = sum(_tokens(self._prompt(one, context)) + _tokens(one.text) + _tokens(str(SCHEMA)) for one in plan)
        return Estimate(len(plan), sent, sum(min(self._max_tokens, 20 + 60 * len(one.cited)) for one in plan))

    def _outcomes(self, plan: Sequence[Window], who: People, context: Context) -> Iterator[_Outcome]:
        if self._workers <= 1 or len(plan) <= 1:
            yield from (self._window(window, who, context) for window in plan)
            return
        with ThreadPoolExecutor(min(self._workers, len(plan)), "extract") as pool:
            try:
                yield from pool.map(lambda window: self._window(window, who, context), plan)
            except BaseException:
                self.budget.stop("interrupted")
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _window(self, window: Window, who: People, context: Context, *, whole: bool = True) -> _Outcome:
        """One window asked, and asked in halves when the answer did not fit."""
        try:
            parsed, note = self._asked(window, context)
        except RemoteError as error:
            self.budget.refuse(_told(error), final=error.status not in _THIS_INPUT)
            return _Outcome(failed=window.turns, notes=(_told(error),))
        if parsed is None:
            return _Outcome(failed=window.turns, notes=(note,))
        if parsed.truncated and whole and (halves := window.halves()):
            first, second = (self._window(half, who, context, whole=False) for half in halves)
            return first + second
        ground = Ground(window, who, context)
        claims: list[Claim] = []
        rejected = parsed.skipped
        for _ in range(parsed.skipped):
            self._on_reject({}, "not all fields of a fact")
        for fact in parsed.facts:
            made = ground.claim(fact)
            if isinstance(made, Claim):
                claims.append(made)
            else:
                rejected += 1
                self._on_reject(fact, made)
        failed = window.turns if parsed.truncated and not parsed.facts else ()
        return _Outcome(tuple(claims), failed, rejected, ("the answer was cut off",) if failed else ())

    def _asked(self, window: Window, context: Context) -> tuple[Parsed | None, str]:
        """The model's answer, asked for a second time when the first cannot be read; None and why without one."""
        messages: tuple[Message, ...] = (Message("user", window.text),)
        for attempt in range(2):
            if not self.budget.take():
                return None, self.budget.stopped
            reply = self._provider.complete(self._request(window, messages, context))
            self.budget.spend(reply)
            if reply.finish == "refusal":
                return None, "the model refused to answer"
            parsed = parse_facts(reply.text)
            if parsed.readable or parsed.truncated or reply.finish == "length" or attempt:
                return _judged(parsed, reply)
            said = (Message("assistant", reply.text[:2000]),) if reply.text.strip() else ()
            messages = (
                (*messages, *said, Message("user", _AGAIN))
                if said
                else (Message("user", f"{window.text}\n\n{_AGAIN}"),)
            )
        raise AssertionError("the second answer is taken as it is")

    def _request(self, window: Window, messages: tuple[Message, ...], context: Context) -> Request:
        return Request(
            messages,
            self._prompt(window, context),
            SCHEMA,
            "facts",
            self._max_tokens,
            self._model,
            temperature=0.0,
        )

    def _prompt(self, window: Window, context: Context) -> str:
        return self._render(prompt_values(window, context))


def _name(provider: Provider, model: str) -> str:
    """Provider and model as facts record them; a server that names a model by its file tells no folders."""
    model = model or provider.model
    model = model.replace("\\", "/").rpartition("/")[2] if model.startswith(("/", ".")) or "\\" in model else model
    return f"{provider.name}/{model}" if model else provider.name


def prompt_values(window: Window, context: Context) -> dict[str, Any]:
    """The variables of the prompt's template; without a name of their own, the user is called as the source does."""
    speakers = {line.turn.speaker.strip() for line in window.cited if line.label == "user"}
    named = [name for name in speakers if name.casefold() not in GENERIC]
    return {
        "user_name": context.user_name or (" ".join(named[0].split())[:60] if len(named) == 1 else ""),
        "known_names": [" ".join(name.split())[:60] for name in window.names(context.known_names)],
        "kinds": list(_KINDS),
        "predicates": list(PREDICATES),
        "max_facts": MAX_FACTS,
    }


def _judged(parsed: Parsed, reply: Reply) -> tuple[Parsed | None, str]:
    """A parsed answer with its end told, or None when nothing can be told from it."""
    cut = parsed.truncated or reply.finish == "length"
    if not cut and not parsed.readable:
        return None, "the model's answer could not be read"
    return Parsed(parsed.facts, parsed.skipped, parsed.saw_json, cut), ""


def _told(error: RemoteError) -> str:
    return f"{error}; {error.hint}" if error.hint else str(error)


def _tokens(text: str) -> int:
    return len(text.encode("utf-8", errors="replace")) // 4 + 1


def _counted(notes: Sequence[str]) -> tuple[str, ...]:
    """Each note once, with how often it came."""
    counts: Mapping[str, int] = {note: notes.count(note) for note in dict.fromkeys(notes)}
    return tuple(note if count == 1 else f"{note} ({count} windows)" for note, count in counts.items())
