"""Claude's data export, old and new: `conversations.json`, and the memories and projects beside it.

Text blocks are the message; where there are none the flat `text` is. What was attached is document material and goes
to `quoted`. Of edited messages only the branch that ends in the current leaf is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from persona_cli.errors import Problem
from persona_cli.readers.blocks import content_text
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.jsonstream import Cursor
from persona_cli.readers.moment import any_time
from persona_cli.readers.objects import elements, list_of, streamed, text_of
from persona_cli.readers.roles import role_given
from persona_cli.readers.source import head_text

NAME = "claude"
ABOUT = "Claude export: zip, conversations.json, memories.json, projects.json"

_SILENT = frozenset({"thinking", "redacted_thinking", "token_budget", "tool_use", "tool_result", "flag"})


def sniff(source: Input) -> float:
    """Records with `chat_messages`, or with the memory and project fields of the other files."""
    text = head_text(source.head).lstrip()
    if not text.startswith(("[", "{")):
        return 0.0
    if '"chat_messages"' in text:
        return 0.95
    memories = '"conversations_memory"' in text or '"project_memories"' in text
    projects = '"uuid"' in text and '"prompt_template"' in text
    return 0.9 if memories or projects else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft a conversation, a memory or a project."""

    def walk(cursor: Cursor) -> Iterator[Draft | Problem]:
        if cursor.peek() != "[":
            line, value = cursor.line, cursor.value()
            yield from _record(value, source, options, line)
            return
        for item in elements(cursor, source.path):
            if isinstance(item, Problem):
                yield item
            else:
                yield from _record(item[1], source, options, item[0])

    yield from streamed(source, walk)


def _record(value: Any, source: Input, options: Options, line: int) -> Iterator[Draft | Problem]:
    if isinstance(value, dict) and isinstance(value.get("chat_messages"), list):
        start = any_time(value.get("created_at"), options)
        yield Draft(
            _messages(_branch(value, options), source, options, line),
            conversation=text_of(value, "uuid", "id"),
            title=text_of(value, "name", "title"),
            time=start.time,
        )
    elif isinstance(value, dict) and ("conversations_memory" in value or "project_memories" in value):
        yield from _memories(value, line)
    elif isinstance(value, dict) and "prompt_template" in value:
        yield from _project(value, options, line)
    else:
        yield Problem(source.path, line, "a conversation without messages, skipped")


def _branch(value: dict[str, Any], options: Options) -> list[Any]:
    """The messages of the active branch, in order; all of them where the export does not tell branches."""
    messages = list_of(value, "chat_messages")
    by_id = {text_of(message, "uuid"): message for message in messages if text_of(message, "uuid")}
    at = text_of(value, "current_leaf_message_uuid")
    if options.all_branches or at not in by_id:
        return messages
    way: list[Any] = []
    while at in by_id:
        way.append(by_id.pop(at))
        at = text_of(way[-1], "parent_message_uuid")
    return way[::-1]


def _messages(messages: list[Any], source: Input, options: Options, line: int) -> Iterator[Message | Problem]:
    for message in messages:
        if not isinstance(message, dict):
            yield Problem(source.path, line, "not a message, skipped")
            continue
        text = _text(message)
        attached = _attached(message)
        if not text and not attached:
            continue
        stamp = any_time(message.get("created_at"), options)
        if stamp.bad:
            yield Problem(source.path, line, stamp.bad)
        sender = text_of(message, "sender", "role")
        yield Message(
            speaker=sender,
            role=role_given(sender),
            text=text,
            time=stamp.time,
            source_id=text_of(message, "uuid"),
            zone=stamp.zone,
            quoted=attached,
            line=line,
        )


def _text(message: dict[str, Any]) -> str:
    spoken = [
        block
        for block in list_of(message, "content")
        if not isinstance(block, dict) or (block.get("type") not in _SILENT and not _empty(block))
    ]
    return content_text(spoken) or text_of(message, "text").strip()


def _empty(block: dict[str, Any]) -> bool:
    return block.get("type") == "text" and not text_of(block, "text")


def _attached(message: dict[str, Any]) -> str:
    parts = []
    for attachment in list_of(message, "attachments"):
        name, content = text_of(attachment, "file_name"), text_of(attachment, "extracted_content")
        if name or content:
            parts.append(f"[{name or 'attachment'}]\n{content}".strip())
    parts += [f"[{text_of(file, 'file_name') or 'file'}]" for file in list_of(message, "files")]
    return "\n\n".join(parts)


def _memories(value: dict[str, Any], line: int) -> Iterator[Draft]:
    """What Claude remembers of the person: an assistant's words, not theirs."""
    memories = [("memories", text_of(value, "conversations_memory"))]
    projects = value.get("project_memories")
    if isinstance(projects, dict):
        memories += [(f"memories/{key}", text_of(projects, key)) for key in projects]
    for name, text in memories:
        if text:
            yield Draft(iter([Message("claude", "assistant", text, line=line)]), name, "Claude memories")


def _project(value: dict[str, Any], options: Options, line: int) -> Iterator[Draft]:
    """A project's instructions and documents."""
    stamp = any_time(value.get("created_at"), options)
    messages = [
        Message("", "other", text, stamp.time, zone=stamp.zone, line=line)
        for text in (text_of(value, "description"), text_of(value, "prompt_template"))
        if text
    ]
    messages += [
        Message(text_of(doc, "filename"), "other", text, stamp.time, text_of(doc, "uuid"), stamp.zone, line=line)
        for doc in list_of(value, "docs")
        if (text := text_of(doc, "content"))
    ]
    if messages:
        yield Draft(iter(messages), text_of(value, "uuid"), text_of(value, "name"), stamp.time)
