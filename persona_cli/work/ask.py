"""Ask: a question answered by the chat model from what memory holds, with the ids of what it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from persona_cli.errors import RemoteError
from persona_cli.providers import gemini_cache
from persona_cli.providers.contract import Message, Provider, Reply, Request
from persona_cli.providers.gemini import Gemini
from persona_cli.providers.shape import fitting
from persona_cli.store import files
from persona_cli.store.vault import Vault
from persona_cli.work.context import Item
from persona_cli.work.prompt import Prompt
from persona_cli.work.recall import Recaller
from persona_cli.work.session import Wanted, turn

_CITED = re.compile(r"\b(?:fa|tn|ep)_[0-9a-z]{4,16}\b")


@dataclass(slots=True)
class Asking:
    """One question with the context it is asked in."""

    question: str
    items: tuple[Item, ...]
    request: Request
    reply: Reply | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def citations(self) -> list[str]:
        """Ids in the answer that were in its context, in order; others were made up."""
        known = [item.id for item in self.items]
        found = dict.fromkeys(_CITED.findall(self.reply.text if self.reply else ""))
        full = (next((ident for ident in known if ident.startswith(cited)), "") for cited in found)
        return [ident for ident in dict.fromkeys(full) if ident]


def prepare(
    vault: Vault,
    recaller: Recaller,
    question: str,
    *,
    session: str = "",
    budget: int,
    schema: Mapping[str, Any] | None = None,
) -> Asking:
    """Recall and compile what the question needs; no model is asked yet."""
    turned = turn(vault, recaller, Wanted(session, (question,), budget))
    memory = (*turned.compilation.items, *turned.top_up)
    parts = {"memory": memory, "knowledge": turned.knowledge}
    system = Prompt(vault, parts, question=question).template("ask.md", ("memory",))
    items = (*memory, *turned.knowledge)
    return Asking(question, items, Request((Message("user", question),), system=system, schema=schema))


def answer(vault: Vault, asking: Asking, provider: Provider, *, session: str = "") -> Iterator[str]:
    """The answer as it comes; raises RemoteError when there is none, so that no apology passes for one."""
    request = _cached(vault, asking, provider, session)
    for part in provider.stream(request):
        if isinstance(part, Reply):
            asking.reply = part
        elif part:
            yield part
    reply = asking.reply
    if reply is None:
        raise RemoteError(f"'{provider.name}' ended without an answer")
    if reply.cache == "dropped" and session:
        _keep(vault, session, gemini_cache.dropped(_kept(vault, session)))
    if reply.finish == "refusal":
        raise RemoteError(f"'{provider.name}' refused to answer: {reply.note or 'no reason given'}")
    if not reply.text.strip():
        raise RemoteError(f"'{provider.name}' gave an empty answer: {reply.note or reply.finish}")
    if reply.finish == "length":
        asking.notes.append("the answer was cut short by the model's limit")
    if request.schema is not None and not fitting(reply.text, request.schema):
        raise RemoteError(f"the answer of '{provider.name}' does not fit the schema")


def _cached(vault: Vault, asking: Asking, provider: Provider, session: str) -> Request:
    """The request with its context in the provider's cache, where there is one and it pays."""
    request = asking.request
    if not session or not isinstance(provider, Gemini):
        return request
    made = gemini_cache.ensure(provider, _kept(vault, session), request.system, now=vault.around.now)
    _keep(vault, session, made.state)
    if made.note:
        asking.notes.append(made.note)
    return Request(
        request.messages,
        system=request.system,
        schema=request.schema,
        max_tokens=request.max_tokens,
        cache_name=made.name,
    )


def _kept(vault: Vault, session: str) -> dict[str, Any]:
    try:
        found = orjson.loads((vault.local / "sessions" / f"{session}.cache.json").read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _keep(vault: Vault, session: str, state: Mapping[str, Any]) -> None:
    path = vault.local / "sessions" / f"{session}.cache.json"
    files.make_folder(path.parent)
    files.replace(path, orjson.dumps(state))
