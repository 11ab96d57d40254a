"""ChatGPT's data export: `conversations.json` or its shards, one episode a conversation.

A conversation is a tree of edits and regenerations; its active branch is the way from `current_node` up to the root.
Hidden messages, reasoning, tool output and system messages are left out, save the person's own instructions. What was
written to the `bio` tool, the saved memories, is kept with role "tool".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from persona_cli.core.model import Role
from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.jsonstream import Cursor
from persona_cli.readers.moment import any_time
from persona_cli.readers.objects import dict_of, elements, list_of, streamed, text_of
from persona_cli.readers.source import head_text

NAME = "chatgpt"
ABOUT = "ChatGPT export: zip, conversations.json or its shards"

_CITATION = re.compile(" ?\ue200.{0,2000}?\ue201|[\ue000-\uf8ff]", re.DOTALL)  # private-use marks around citations
_SILENT = frozenset(
    {"thoughts", "reasoning_recap", "execution_output", "tether_quote", "tether_browsing_display", "sonic_webpage"}
)
_PLAIN = frozenset({"text", "multimodal_text", "code", "user_editable_context"})
_LONGEST_BRANCH = 100_000  # messages of one conversation


def sniff(source: Input) -> float:
    """An array or object whose records have a `mapping` of messages."""
    text = head_text(source.head).lstrip()
    if not text.startswith(("[", "{")) or '"mapping"' not in text:
        return 0.0
    return 0.95 if '"children"' in text or '"current_node"' in text or '"parent"' in text else 0.4


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft a conversation."""

    def walk(cursor: Cursor) -> Iterator[Draft | Problem]:
        if cursor.peek() == "[":
            yield from _array(cursor)
        else:
            about: dict[str, Any] = {}
            for key in cursor.fields():
                if key == "conversations" and cursor.peek() == "[":
                    yield from _array(cursor)
                else:
                    about[key] = cursor.value()
            if "mapping" in about:
                yield from _conversation(about, source, options, 1)

    def _array(cursor: Cursor) -> Iterator[Draft | Problem]:
        for item in elements(cursor, source.path):
            if isinstance(item, Problem):
                yield item
            else:
                yield from _conversation(item[1], source, options, item[0])

    yield from streamed(source, walk)


def _conversation(value: dict[str, Any], source: Input, options: Options, line: int) -> Iterator[Draft | Problem]:
    mapping = value.get("mapping")
    if not isinstance(mapping, dict):
        yield Problem(source.path, line, "a conversation without messages, skipped")
        return
    if value.get("is_do_not_remember") is True:
        return
    name = text_of(value, "conversation_id", "id")
    start = any_time(value.get("create_time"), options)
    for number, nodes in enumerate(_branches(mapping, value.get("current_node"), options)):
        yield Draft(
            _messages(nodes, source, options, line),
            conversation=f"{name}/{number}" if number else name,
            title=text_of(value, "title"),
            time=start.time,
        )


def _branches(mapping: dict[str, Any], current: Any, options: Options) -> Iterator[list[dict[str, Any]]]:
    """Ways from the root to a leaf: the active one first, then, if asked for, what the others add."""
    leaves = [key for key, node in mapping.items() if isinstance(node, dict) and not list_of(node, "children")]
    if not isinstance(current, str) or current not in mapping:
        current = max(leaves or list(mapping), key=lambda key: _created(mapping[key]), default=None)
    if current is None:
        return
    active = _way_to(mapping, current)
    yield active
    if options.all_branches:
        given = {id(node) for node in active}
        for leaf in leaves:
            fresh = [node for node in _way_to(mapping, leaf) if id(node) not in given]
            given.update(id(node) for node in fresh)
            if fresh:
                yield fresh


def _way_to(mapping: dict[str, Any], leaf: str) -> list[dict[str, Any]]:
    """The nodes from the root to `leaf`; a cycle ends it."""
    way: list[dict[str, Any]] = []
    seen: set[str] = set()
    at: Any = leaf
    while isinstance(at, str) and at in mapping and at not in seen and len(way) < _LONGEST_BRANCH:
        seen.add(at)
        if isinstance(mapping[at], dict):
            way.append(mapping[at])
        at = mapping[at].get("parent") if isinstance(mapping[at], dict) else None
    return way[::-1]


def _created(node: Any) -> float:
    created = dict_of(node, "message").get("create_time")
    return float(created) if isinstance(created, (int, float)) else 0.0


def _messages(nodes: list[dict[str, Any]], source: Input, options: Options, line: int) -> Iterator[Message | Problem]:
    for node in nodes:
        message = dict_of(node, "message")
        role = _role(message)
        text = _text(message) if role else ""
        if not role or not text:
            continue
        stamp = any_time(message.get("create_time"), options)
        if stamp.bad:
            yield Problem(source.path, line, stamp.bad)
        author = dict_of(message, "author")
        speaker = "bio" if role == "tool" else text_of(author, "name") or text_of(author, "role")
        yield Message(speaker, role, text, stamp.time, text_of(message, "id"), stamp.zone, line=line)


def _role(message: dict[str, Any]) -> Role | None:
    """The role a message is kept with; None when it is left out."""
    meta = dict_of(message, "metadata")
    content = dict_of(message, "content")
    kind = text_of(content, "content_type")
    given = text_of(dict_of(message, "author"), "role")
    if kind == "user_editable_context":
        return "user"
    if meta.get("is_visually_hidden_from_conversation") is True or kind in _SILENT:
        return None
    if given == "assistant" and message.get("recipient") == "bio":
        return "tool"
    if given == "assistant":
        return "assistant" if message.get("recipient") in (None, "", "all") else None
    if given == "system":
        return "system" if meta.get("is_user_system_message") is True else None
    return "user" if given == "user" else None


def _text(message: dict[str, Any]) -> str:
    content = dict_of(message, "content")
    parts = [_part(part) for part in list_of(content, "parts")]
    parts += [text_of(content, key) for key in ("text", "user_profile", "user_instructions", "result")]
    kind = text_of(content, "content_type")
    if kind and kind not in _PLAIN and not any(part.strip() for part in parts):
        return f"[{kind}]"
    return _CITATION.sub("", "\n\n".join(part.strip() for part in parts if part.strip())).strip()


def _part(part: Any) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    kind = text_of(part, "content_type")
    if spoken := text_of(part, "text", "transcript"):
        return spoken
    if "asset_pointer" in part:
        return "[audio]" if "audio" in kind else "[image]"
    return f"[{kind}]" if kind else ""
