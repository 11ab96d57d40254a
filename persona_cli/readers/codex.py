"""Codex's session files (`rollout-*.jsonl`): the events of what was typed and answered.

`response_item` lines repeat them with injected context, so they are read only in files that have no events.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from persona_cli.core.model import Role
from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.moment import any_time
from persona_cli.readers.objects import dict_of, json_lines, list_of, text_of
from persona_cli.readers.runs import Item, runs
from persona_cli.readers.source import head_text

NAME = "codex"
ABOUT = "Codex session files (rollout-*.jsonl)"

_SPEAKERS: dict[str, Role] = {"user_message": "user", "agent_message": "assistant"}
_INJECTED = re.compile(r"<(user_instructions|environment_context|turn_aborted|INSTRUCTIONS)\b[^>]*>.*?</\1>", re.DOTALL)


def sniff(source: Input) -> float:
    """Lines of `session_meta`, `event_msg` or `response_item` with a `payload`."""
    text = head_text(source.head)
    if not text.lstrip().startswith("{") or '"payload"' not in text:
        return 0.0
    return 0.95 if any(f'"{kind}"' in text for kind in ("session_meta", "event_msg", "response_item")) else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft a session."""
    yield from runs(_items(source, options, with_events=_has_events(source)))


def _has_events(source: Input) -> bool:
    return any(
        not isinstance(item, Problem)
        and item[1].get("type") == "event_msg"
        and text_of(dict_of(item[1], "payload"), "type") in _SPEAKERS
        for item in json_lines(source)
    )


def _items(source: Input, options: Options, *, with_events: bool) -> Iterator[Item | Problem]:
    session = start = ""
    for item in json_lines(source):
        if isinstance(item, Problem):
            yield item
            continue
        line, value = item
        payload = dict_of(value, "payload")
        kind = text_of(value, "type")
        if kind == "session_meta":
            session = session or text_of(payload, "id")
            start = start or any_time(payload.get("timestamp"), options).time
        spoken = _event(payload) if kind == "event_msg" and with_events else None
        if kind == "response_item" and not with_events:
            spoken = _response(payload)
        if spoken:
            stamp = any_time(value.get("timestamp"), options)
            if stamp.bad:
                yield Problem(source.path, line, stamp.bad)
            role, text = spoken
            yield Item(Message(role, role, text, stamp.time, zone=stamp.zone, line=line), session, start=start)


def _event(payload: dict[str, Any]) -> tuple[Role, str] | None:
    role = _SPEAKERS.get(text_of(payload, "type"))
    text = _INJECTED.sub("", text_of(payload, "message")).strip()
    return (role, text) if role and text else None


def _response(payload: dict[str, Any]) -> tuple[Role, str] | None:
    given = text_of(payload, "role")
    if text_of(payload, "type") != "message" or given not in {"user", "assistant"}:
        return None
    text = "\n\n".join(text_of(block, "text") for block in list_of(payload, "content"))
    text = _INJECTED.sub("", text).strip()
    role: Role = "user" if given == "user" else "assistant"
    return (role, text) if text else None
