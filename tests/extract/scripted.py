"""A provider that answers from a script, and turns of an invented conversation."""

from __future__ import annotations

import json
import threading
from typing import Any

from persona_cli.core.model import Turn
from persona_cli.errors import RemoteError
from persona_cli.providers.contract import Reply, Request, Usage


class Scripted:
    """Answers in order, the last one for ever; an answer may be text, a Reply, an error, or a function."""

    name = "local"
    model = "tiny"
    origin = "http://127.0.0.1"

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[Request] = []
        self._lock = threading.Lock()

    def complete(self, request: Request) -> Reply:
        with self._lock:
            self.asked.append(request)
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if callable(answer):
            answer = answer(request)
        if isinstance(answer, RemoteError):
            raise answer
        return answer if isinstance(answer, Reply) else Reply(answer, "stop", Usage(100, 10), "tiny")

    def stream(self, request: Request):
        yield self.complete(request)

    def models(self) -> tuple[str, ...]:
        return ("tiny",)

    def close(self) -> None:
        pass


def turn(position: int, text: str, role: str = "user", speaker: str = "", **more: Any) -> Turn:
    more = {"time": "2026-03-05T10:00:00Z", **more}
    return Turn(f"tu_{position}", "ep_1", position, speaker=speaker or role, role=role, text=text, **more)


def fact(text: str, quote: str, **more: Any) -> dict[str, Any]:
    return {
        "kind": "fact",
        "turn": 1,
        "quote": quote,
        "subject": "The user",
        "predicate": "states",
        "object": "",
        "text": text,
        "when": "",
        "correction": "no",
        **more,
    }


def answer(*facts: dict[str, Any]) -> str:
    return json.dumps({"facts": list(facts)})
