"""Any server that speaks the Chat Completions dialect: llama.cpp, Ollama, LM Studio, vLLM; a key is not needed.

Servers differ in how they keep an answer to a schema, so three ways are tried in order and the one that works is kept:
`json_schema`, `json_object` with the schema beside it, and the schema told in the prompt. Some accept a schema and
ignore it, which is why answers are looked at.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from persona_cli.errors import RemoteError
from persona_cli.providers.contract import Finish, Reply, Request, Usage
from persona_cli.providers.http import Wire
from persona_cli.providers.reading import at, count_at, objects_at, text_at
from persona_cli.providers.shape import fitting, told

SCHEMA, OBJECT, PLAIN = 0, 1, 2
FORM_REFUSED = frozenset({400, 415, 422, 500, 501})  # what servers answer to a form they do not know
_FINISH: dict[str, Finish] = {
    "": "stop",  # some servers give no reason with a whole answer
    "stop": "stop",
    "eos_token": "stop",
    "length": "length",
    "content_filter": "refusal",
}


class Local:
    """A provider; see `contract.Provider`. It learns the server's way with schemas and, if none is set, its model."""

    name = "local"

    def __init__(self, wire: Wire, *, model: str = "") -> None:
        self._wire = wire
        self.model = model
        self.origin = wire.origin
        self._way = SCHEMA

    def complete(self, request: Request) -> Reply:
        """The whole answer; where a schema was asked for and not kept, ways that are left are tried."""
        if request.schema is None:
            return self._ask(request, PLAIN)
        usage = Usage()
        first = self._way
        for way in range(first, PLAIN + 1):
            try:
                reply = self._ask(request, way)
            except RemoteError as error:
                if way == PLAIN or error.status not in FORM_REFUSED:
                    raise
            else:
                usage += reply.usage
                kept = reply.finish != "stop" or fitting(reply.text, request.schema)
                if way == PLAIN or kept:
                    self._way = way
                    return dataclasses.replace(reply, usage=usage, calls=way - first + 1)
        raise AssertionError("the plain way returns or raises")

    def stream(self, request: Request) -> Iterator[str | Reply]:
        """Pieces of the answer, then the Reply."""
        yield from self._stream(request, PLAIN if request.schema is None else self._way)

    def models(self) -> tuple[str, ...]:
        """Models the server has."""
        return tuple(text_at(one, "id") for one in objects_at(self._wire.call("GET", "/models"), "data"))

    def close(self) -> None:
        """Give connections back."""
        self._wire.close()

    def _stream(self, request: Request, way: int) -> Iterator[str | Reply]:
        pieces: list[str] = []
        last: dict[str, Any] = {}
        reason = ""
        try:
            for event in self._wire.events("/chat/completions", self._body(request, way, stream=True), once=_once(way)):
                last = {**last, **{name: value for name, value in event.items() if value}}
                reason = text_at(event, "choices", 0, "finish_reason") or reason
                if piece := text_at(event, "choices", 0, "delta", "content"):
                    pieces.append(piece)
                    yield piece
        except RemoteError as error:
            if way == PLAIN or pieces or error.status not in FORM_REFUSED:
                raise
            yield from self._stream(request, way + 1)
            return
        if not reason:
            self._wire.fail("ended its answer without an end")
        if request.schema is not None:
            self._way = way
        yield _reply("".join(pieces), reason, last)

    def _ask(self, request: Request, way: int) -> Reply:
        body = self._body(request, way, stream=False)
        tree = self._wire.call("POST", "/chat/completions", body, once=_once(way))
        if not objects_at(tree, "choices"):
            self._wire.fail("answered without a choice")
        content = at(tree, "choices", 0, "message", "content")
        parts = objects_at({"parts": content}, "parts")
        text = content if isinstance(content, str) else "".join(text_at(part, "text") for part in parts)
        reply = _reply(text, text_at(tree, "choices", 0, "finish_reason"), tree)
        refusal = text_at(tree, "choices", 0, "message", "refusal")
        return dataclasses.replace(reply, finish="refusal", note=refusal) if refusal else reply

    def _body(self, request: Request, way: int, *, stream: bool) -> dict[str, Any]:
        system = request.system
        if request.schema is not None and way == PLAIN:
            system = f"{system}\n\n{told(request.schema)}".strip()
        messages = [{"role": message.role, "content": message.text} for message in request.messages]
        if system:
            messages.insert(0, {"role": "system", "content": system})
        body: dict[str, Any] = {"messages": messages, "max_tokens": request.max_tokens, "stream": stream}
        if model := request.model or self.model or self._first_model():
            body["model"] = model
        if request.temperature is not None:
            body["temperature"] = request.temperature
        if stream:
            body["stream_options"] = {"include_usage": True}
        if request.schema is not None and way == SCHEMA:
            shape = {"name": request.schema_name, "schema": dict(request.schema), "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": shape}
        elif request.schema is not None and way == OBJECT:
            body["response_format"] = {"type": "json_object", "schema": dict(request.schema)}
        return body

    def _first_model(self) -> str:
        """The server's first model, remembered; empty where it does not tell."""
        try:
            self.model = next(iter(self.models()), "")
        except RemoteError as error:
            if not error.status:
                raise
        return self.model


def _once(way: int) -> frozenset[int]:
    """Statuses that are not worth repeating, because another way may be understood at once."""
    return frozenset() if way == PLAIN else FORM_REFUSED


def _reply(text: str, reason: str, tree: Any) -> Reply:
    return Reply(
        text,
        _FINISH.get(reason, "other"),
        Usage(
            count_at(tree, "usage", "prompt_tokens"),
            count_at(tree, "usage", "completion_tokens"),
            count_at(tree, "usage", "prompt_tokens_details", "cached_tokens"),
        ),
        text_at(tree, "model"),
        "" if reason == "stop" else reason,
    )
