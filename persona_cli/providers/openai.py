"""OpenAI over its Responses API, with strict JSON schemas; nothing is kept on the server (`store: false`).

Not sent: temperature, which its thinking models refuse.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from persona_cli.providers.contract import Finish, Reply, Request, Usage
from persona_cli.providers.http import Wire
from persona_cli.providers.reading import count_at, objects_at, text_at
from persona_cli.providers.shape import OPENAI_BOUNDS, strict


class OpenAI:
    """A provider; see `contract.Provider`."""

    name = "openai"

    def __init__(self, wire: Wire, *, model: str) -> None:
        self._wire = wire
        self.model = model
        self.origin = wire.origin

    def complete(self, request: Request) -> Reply:
        """The whole answer."""
        return self._read(self._wire.call("POST", "/responses", self._body(request)))

    def stream(self, request: Request) -> Iterator[str | Reply]:
        """Pieces of the answer, then the Reply."""
        for event in self._wire.events("/responses", {**self._body(request), "stream": True}):
            kind = event.get("type")
            if kind == "response.output_text.delta":
                yield text_at(event, "delta")
            elif kind in ("response.completed", "response.incomplete", "response.failed"):
                yield self._read(event.get("response"))
                return
        self._wire.fail("ended its answer without an end")

    def models(self) -> tuple[str, ...]:
        """Models this key may use."""
        return tuple(text_at(one, "id") for one in objects_at(self._wire.call("GET", "/models"), "data"))

    def close(self) -> None:
        """Give connections back."""
        self._wire.close()

    def _body(self, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": request.model or self.model,
            "input": [{"role": message.role, "content": message.text} for message in request.messages],
            "max_output_tokens": request.max_tokens,
            "store": False,
        }
        if request.system:
            body["instructions"] = request.system
        if request.schema is not None:
            schema = strict(request.schema, OPENAI_BOUNDS, all_required=True)
            shape = {"type": "json_schema", "name": request.schema_name, "schema": schema, "strict": True}
            body["text"] = {"format": shape}
        return body

    def _read(self, tree: Any) -> Reply:
        parts = [part for item in objects_at(tree, "output") for part in objects_at(item, "content")]
        text = "".join(text_at(part, "text") for part in parts if part.get("type") == "output_text")
        refusal = next((text_at(part, "refusal") for part in parts if part.get("type") == "refusal"), "")
        status = text_at(tree, "status")
        if status in ("failed", "cancelled") or not isinstance(tree, dict) or not status:
            words = text_at(tree, "error", "message") or "no reason given"
            self._wire.fail(f"gave no answer: {words}", code=text_at(tree, "error", "code"))
        reason = text_at(tree, "incomplete_details", "reason")
        return Reply(
            text,
            _finish(status, reason, refused=bool(refusal)),
            Usage(
                count_at(tree, "usage", "input_tokens"),
                count_at(tree, "usage", "output_tokens"),
                count_at(tree, "usage", "input_tokens_details", "cached_tokens"),
            ),
            text_at(tree, "model"),
            refusal or reason,
        )


def _finish(status: str, reason: str, *, refused: bool) -> Finish:
    if refused or reason == "content_filter":
        return "refusal"
    if status == "incomplete":
        return "length" if reason == "max_output_tokens" else "other"
    return "stop" if status == "completed" else "other"
