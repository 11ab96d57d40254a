"""Gemini over generateContent, the key in a header; a cache that is not accepted is left out, once.

A cache of the server (`cachedContent`) holds the system text, so a request that names one sends no system text.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import Any

from persona_cli.errors import RemoteError, UsageError
from persona_cli.providers.contract import Finish, Reply, Request, Usage
from persona_cli.providers.http import Wire
from persona_cli.providers.reading import at, count_at, objects_at, text_at
from persona_cli.providers.shape import GEMINI_BOUNDS, strict

VERSION = "v1beta"  # of the API; explicit caches are certain to exist there
AUTH = ("x-goog-api-key", "")
CACHE_REFUSED = frozenset({400, 403, 404})  # expired, foreign, or not for this model
_FINISH: dict[str, Finish] = {"STOP": "stop", "MAX_TOKENS": "length"}
_REFUSED = frozenset({"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "LANGUAGE"})
_MODEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?:/[A-Za-z0-9][A-Za-z0-9._-]*)?")


class Gemini:
    """A provider; see `contract.Provider`."""

    name = "gemini"

    def __init__(self, wire: Wire, *, model: str, version: str = VERSION) -> None:
        if not re.fullmatch(r"[a-z0-9]{1,16}", version):
            raise UsageError(f"'{version}' is no version of the Gemini API", hint=f"such as {VERSION}")
        self.wire = wire  # the caches go over it too
        self.model = model
        self.version = version
        self.origin = wire.origin

    def complete(self, request: Request) -> Reply:
        """The whole answer."""
        try:
            tree = self.wire.call("POST", self._path(request, "generateContent"), _body(request))
        except RemoteError as error:
            if not request.cache_name or error.status not in CACHE_REFUSED:
                raise
            return dataclasses.replace(self.complete(_uncached(request)), cache="dropped", calls=2)
        return self._reply(_text(tree), tree, request)

    def stream(self, request: Request) -> Iterator[str | Reply]:
        """Pieces of the answer, then the Reply."""
        pieces: list[str] = []
        last: Any = None
        try:
            for event in self.wire.events(self._path(request, "streamGenerateContent?alt=sse"), _body(request)):
                last = _merged(last, event)
                if piece := _text(event):
                    pieces.append(piece)
                    yield piece
        except RemoteError as error:
            if not request.cache_name or error.status not in CACHE_REFUSED or last is not None:
                raise
            for part in self.stream(_uncached(request)):
                yield part if isinstance(part, str) else dataclasses.replace(part, cache="dropped", calls=2)
            return
        if not at(last, "candidates", 0, "finishReason") and not at(last, "promptFeedback", "blockReason"):
            self.wire.fail("ended its answer without an end")
        yield self._reply("".join(pieces), last, request)

    def models(self) -> tuple[str, ...]:
        """Models this key may use."""
        tree = self.wire.call("GET", f"/{self.version}/models")
        return tuple(text_at(one, "name").removeprefix("models/") for one in objects_at(tree, "models"))

    def close(self) -> None:
        """Give connections back."""
        self.wire.close()

    def _path(self, request: Request, verb: str) -> str:
        return f"/{self.version}/{model_path(request.model or self.model)}:{verb}"

    def _reply(self, text: str, tree: Any, request: Request) -> Reply:
        reason = text_at(tree, "candidates", 0, "finishReason")
        blocked = text_at(tree, "promptFeedback", "blockReason")
        if not reason and not blocked:
            self.wire.fail("answered without a candidate")
        refused = blocked or reason in _REFUSED
        thought = count_at(tree, "usageMetadata", "thoughtsTokenCount")
        return Reply(
            text,
            "refusal" if refused else _FINISH.get(reason, "other"),
            Usage(
                count_at(tree, "usageMetadata", "promptTokenCount"),
                count_at(tree, "usageMetadata", "candidatesTokenCount") + thought,
                count_at(tree, "usageMetadata", "cachedContentTokenCount"),
            ),
            text_at(tree, "modelVersion"),
            blocked or ("" if reason == "STOP" else reason),
            "used" if request.cache_name else "",
        )


def model_path(model: str) -> str:
    """A model as it stands in URLs and caches, `models/NAME`; raises UsageError for what is no name."""
    if not _MODEL.fullmatch(model):
        raise UsageError(f"'{model}' is no name of a Gemini model")
    return model if "/" in model else f"models/{model}"


def _uncached(request: Request) -> Request:
    return dataclasses.replace(request, cache_name="")


def _body(request: Request) -> dict[str, Any]:
    roles = {"user": "user", "assistant": "model"}
    config: dict[str, Any] = {"maxOutputTokens": request.max_tokens}
    if request.temperature is not None:
        config["temperature"] = request.temperature
    if request.schema is not None:
        config["responseMimeType"] = "application/json"
        config["responseJsonSchema"] = strict(request.schema, GEMINI_BOUNDS)
    body: dict[str, Any] = {
        "contents": [{"role": roles[one.role], "parts": [{"text": one.text}]} for one in request.messages],
        "generationConfig": config,
    }
    if request.cache_name:
        body["cachedContent"] = request.cache_name
    elif request.system:
        body["systemInstruction"] = {"parts": [{"text": request.system}]}
    return body


def _text(tree: Any) -> str:
    """The words of an answer, thoughts left out."""
    parts = objects_at(tree, "candidates", 0, "content", "parts")
    return "".join(text_at(part, "text") for part in parts if part.get("thought") is not True)


def _merged(last: Any, event: dict[str, Any]) -> dict[str, Any]:
    """The newest word on every field: counts and reasons come with the last events."""
    return {**(last or {}), **event}
