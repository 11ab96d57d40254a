"""Gemini CLI's session files, JSON lines or the older single JSON object: what was typed and answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from persona_cli.core.model import Role
from persona_cli.errors import Problem
from persona_cli.readers.blocks import content_text
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.jsonstream import Cursor
from persona_cli.readers.moment import any_time
from persona_cli.readers.objects import elements, json_lines, streamed, text_of
from persona_cli.readers.runs import Item, runs
from persona_cli.readers.source import head_text

NAME = "gemini-cli"
ABOUT = "Gemini CLI session files (.jsonl or .json)"

_ROLES: dict[str, Role] = {"user": "user", "gemini": "assistant"}


def sniff(source: Input) -> float:
    """`session_metadata` first, or an object with `sessionId`, `projectHash` and messages of type `gemini`."""
    text = head_text(source.head).lstrip()
    if not text.startswith("{"):
        return 0.0
    if '"session_metadata"' in text[:2000]:
        return 0.97
    return 0.97 if '"projectHash"' in text and '"sessionId"' in text else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft a session."""
    if '"session_metadata"' in head_text(source.head)[:2000]:
        yield from runs(_from_lines(source, options))
    else:
        yield from runs(streamed(source, lambda cursor: _from_object(cursor, source, options)))


def _from_lines(source: Input, options: Options) -> Iterator[Item | Problem]:
    outer = Item()
    for item in json_lines(source):
        if isinstance(item, Problem):
            yield item
            continue
        line, value = item
        if text_of(value, "type") == "session_metadata":
            start = any_time(value.get("startTime") or value.get("timestamp"), options).time
            outer = Item(conversation=text_of(value, "sessionId", "id"), start=start)
        else:
            yield from _message(value, source, options, line, outer)


def _from_object(cursor: Cursor, source: Input, options: Options) -> Iterator[Item | Problem]:
    about: dict[str, Any] = {}
    for key in cursor.fields():
        if key == "messages" and cursor.peek() == "[":
            start = any_time(about.get("startTime"), options).time
            outer = Item(conversation=text_of(about, "sessionId"), start=start)
            for item in elements(cursor, source.path):
                if isinstance(item, Problem):
                    yield item
                else:
                    yield from _message(item[1], source, options, item[0], outer)
        else:
            about[key] = cursor.value()


def _message(
    value: dict[str, Any], source: Input, options: Options, line: int, outer: Item
) -> Iterator[Item | Problem]:
    role = _ROLES.get(text_of(value, "type"))
    text = content_text(value.get("content")) if role else ""
    if not role or not text:
        return
    stamp = any_time(value.get("timestamp"), options)
    if stamp.bad:
        yield Problem(source.path, line, stamp.bad)
    speaker = text_of(value, "type")
    yield outer._replace(message=Message(speaker, role, text, stamp.time, text_of(value, "id"), stamp.zone, line=line))
