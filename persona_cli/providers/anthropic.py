"""Anthropic over its Messages API, with JSON schemas in `output_config`.

Not sent: temperature, forced tools and a beginning of the answer, which the current version of the API refuses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from persona_cli.providers.contract import Finish, Reply, Request, Usage
from persona_cli.providers.http import Wire
from persona_cli.providers.reading import count_at, objects_at, text_at
from persona_cli.providers.shape import ANTHROPIC_BOUNDS, strict

VERSION = "2026-10-21"  # of the API, sent with every request
_FINISH: dict[str, Finish] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
}


def auth_of(version: str) -> tuple[str, str]:
    """The header a key goes into: versions before 2026 know `x-api-key` alone."""
    return ("x-api-key", "") if version < "2026" else ("authorization", "Bearer ")


class Anthropic:
    """A provider; see `contract.Provider`. The wire sends the version."""

    name = "anthropic"

    def __init__(self, wire: Wire, *, model: str) -> None:
        self._wire = wire
        self.model = model
        self.origin = wire.origin

    def complete(self, request: Request) -> Reply:
        """The whole answer."""
        tree = self._wire.call("POST", "/v1/messages", self._body(request))
        if text_at(tree, "type") != "message":
            self._wire.fail("answered something that is no message")
        text = "".join(text_at(one, "text") for one in objects_at(tree, "content") if one.get("type") == "text")
        return _reply(text, tree, tree, tree)

    def stream(self, request: Request) -> Iterator[str | Reply]:
        """Pieces of the answer, then the Reply."""
        pieces: list[str] = []
        start: Any = {}
        end: Any = {}
        for event in self._wire.events("/v1/messages", {**self._body(request), "stream": True}):
            kind = event.get("type")
            if kind == "message_start":
                start = event.get("message")
            elif kind == "content_block_delta" and text_at(event, "delta", "type") == "text_delta":
                pieces.append(text_at(event, "delta", "text"))
                yield pieces[-1]
            elif kind == "message_delta":
                end = event
            elif kind == "message_stop":
                yield _reply("".join(pieces), start, end.get("delta"), end)
                return
        self._wire.fail("ended its answer without an end")

    def models(self) -> tuple[str, ...]:
        """Models this key may use."""
        return tuple(text_at(one, "id") for one in objects_at(self._wire.call("GET", "/v1/models"), "data"))

    def close(self) -> None:
        """Give connections back."""
        self._wire.close()

    def _body(self, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": request.model or self.model,
            "max_tokens": request.max_tokens,
            "messages": [{"role": message.role, "content": message.text} for message in request.messages],
        }
        if request.system:
            body["system"] = request.system
        if request.schema is not None:
            schema = strict(request.schema, ANTHROPIC_BOUNDS)
            body["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
        return body


def _reply(text: str, start: Any, stop: Any, end: Any) -> Reply:
    """A Reply from the message (`start`), where it says why it stopped, and where it counts the output."""
    reason = text_at(stop, "stop_reason")
    fresh = count_at(start, "usage", "input_tokens")
    cached = count_at(start, "usage", "cache_read_input_tokens")
    written = count_at(start, "usage", "cache_creation_input_tokens")
    return Reply(
        text,
        _FINISH.get(reason, "other"),
        Usage(fresh + cached + written, count_at(end, "usage", "output_tokens"), cached),
        text_at(start, "model"),
        text_at(stop, "stop_details", "category") or ("" if reason == "end_turn" else reason),
    )
