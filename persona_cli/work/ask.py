"""Ask: a question answered by the chat model from what memory holds, with the ids of what it rests on.

The system text holds what a session keeps, so that a provider's cache of it lasts; what this question alone asks for
stands before the question. Both are what `persona context` gives a host program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from persona_cli.errors import RemoteError
from persona_cli.providers.contract import Message, Provider, Reply, Request
from persona_cli.providers.shape import read_shaped
from persona_cli.store.vault import Vault
from persona_cli.work import caches
from persona_cli.work.context import Item
from persona_cli.work.prompt import Prompt
from persona_cli.work.recall import Recaller
from persona_cli.work.session import Wanted, turn
from persona_cli.work.setup import redactor_of

MAX_TOKENS = 4096  # of an answer, thinking included
THINKING, THOUGHT = "<think>", "</think>"  # around what some local models say before their answer
_CITED = re.compile(r"\b(?:fa|tn|ep)_[0-9a-z]{4,16}\b")


@dataclass(slots=True)
class Asking:
    """One question with the context it is asked in."""

    question: str
    items: tuple[Item, ...]
    request: Request
    reply: Reply | None = None
    value: Any = None  # the JSON of an answer of a shape
    notes: list[str] = field(default_factory=list)

    @property
    def citations(self) -> list[str]:
        """Ids in the answer that were in its context, in order; others were made up."""
        known = [item.id for item in self.items]
        found = dict.fromkeys(_CITED.findall(self.reply.text if self.reply else ""))
        full = (next((ident for ident in known if ident.startswith(cited)), "") for cited in found)
        return [ident for ident in dict.fromkeys(full) if ident]

    @property
    def cut(self) -> bool:
        """Whether the answer was cut short by the model's limit."""
        return self.reply is not None and self.reply.finish == "length"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and how."""

    text: str
    session: str = ""  # empty: for this question alone
    new: bool = False  # the session begins anew
    budget: int = 2000  # tokens of the compilation
    schema: Mapping[str, Any] | None = None
    now: str = ""  # the date and time in words


def prepare(vault: Vault, recaller: Recaller, question: Question) -> Asking:
    """Recall and compile what the question needs; no model is asked yet."""
    clean = redactor_of(vault, write=False)
    text = clean(question.text)
    turned = turn(vault, recaller, Wanted(question.session, (text,), question.budget, question.new))
    kept, added = turned.compilation.items, {"query": turned.top_up, "knowledge": turned.knowledge}
    system = Prompt(vault, {"memory": kept}).template("ask.md", ("memory",))
    needed = str(Prompt(vault, added, question=text).parts(("query", "knowledge")))
    asked = (needed, f"It is {question.now}." if question.now else "", text)
    message = Message("user", clean("\n\n".join(part for part in asked if part)))  # older logs may hold secrets
    request = Request((message,), system=clean(str(system)), schema=question.schema, max_tokens=MAX_TOKENS)
    return Asking(text, (*kept, *turned.top_up, *turned.knowledge), request)


def answer(vault: Vault, asking: Asking, provider: Provider, *, session: str = "") -> Iterator[str]:
    """The answer as it comes, or nothing until the whole is there where it must have a shape (then in `asking.value`).

    Raises RemoteError when there is none, also in the middle, so that no apology passes for one.
    """
    if session:
        asking.request, note = caches.cached(vault, session, provider, asking.request)
        asking.notes += [note] if note else []
    if asking.request.schema is None:
        yield from _streamed(asking, provider)
    else:
        asking.reply = provider.complete(asking.request)
    reply = asking.reply
    if reply is None:
        raise RemoteError(f"'{provider.name}' ended without an answer")
    if reply.cache == "dropped":
        asking.notes.append("the server did not take its cache; the context was sent instead")
        caches.dropped(vault, session)
    if reply.finish == "refusal":
        raise RemoteError(f"'{provider.name}' refused to answer: {reply.note or 'no reason given'}")
    if not reply.text.strip():
        raise RemoteError(f"'{provider.name}' gave an empty answer: {reply.note or reply.finish}")
    if asking.request.schema is not None:
        asking.value = _shaped(reply, asking.request.schema, provider)
    if asking.cut:
        asking.notes.append("the answer was cut short by the model's limit")


def _streamed(asking: Asking, provider: Provider) -> Iterator[str]:
    """The pieces of an answer; an error after the first one says that it broke off."""
    begun = False
    try:
        for part in spoken(provider.stream(asking.request)):
            if isinstance(part, Reply):
                asking.reply = part
            else:
                begun = True
                yield part
    except RemoteError as error:
        if not begun:
            raise
        told = f"the answer broke off: {error}"
        raise RemoteError(told, hint=error.hint, status=error.status, code=error.code) from error


def _shaped(reply: Reply, schema: Mapping[str, Any], provider: Provider) -> Any:
    """The JSON of an answer; raises RemoteError where it has not the shape."""
    try:
        return read_shaped(reply.text, schema)
    except ValueError:
        cut = "was cut short and " if reply.finish == "length" else ""
    raise RemoteError(f"the answer of '{provider.name}' {cut}does not fit the schema")


def spoken(parts: Iterable[str | Reply]) -> Iterator[str | Reply]:
    """An answer without the white space and the thoughts it begins with; no piece of it is empty."""
    held, begun = "", False
    for part in parts:
        if isinstance(part, Reply):
            yield replace(part, text=_said(part.text, whole=True))
        elif begun:
            if part:
                yield part
        else:
            held += part
            if said := _said(held, whole=False):
                begun = True
                yield said


def _said(text: str, *, whole: bool) -> str:
    """What a text says after its thoughts; nothing while it may still be one of them."""
    text = text.lstrip()
    if text.startswith(THINKING):
        return text.partition(THOUGHT)[2].lstrip()
    return "" if not whole and THINKING.startswith(text) else text
