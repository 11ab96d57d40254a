"""mem0's memories as JSON: an array, or an object with `results` or `memories`.

What another program remembered is read as a document, role "other"; nothing in it is a fact by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.jsonstream import Cursor
from persona_cli.readers.moment import any_time
from persona_cli.readers.objects import elements, streamed, text_of
from persona_cli.readers.runs import Item, identified, runs
from persona_cli.readers.source import head_text

NAME = "mem0"
ABOUT = "mem0 memories (JSON)"


def sniff(source: Input) -> float:
    """Records with `memory` and mem0's other fields."""
    text = head_text(source.head).lstrip()
    if not text.startswith(("[", "{")) or '"memory"' not in text:
        return 0.0
    return 0.9 if any(f'"{key}"' in text for key in ("user_id", "hash", "created_at", "agent_id")) else 0.4


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft for each run of memories of the same person."""
    for draft in runs(streamed(source, lambda cursor: _root(cursor, source, options))):
        yield replace(draft, messages=identified(draft.messages)) if isinstance(draft, Draft) else draft


def _root(cursor: Cursor, source: Input, options: Options) -> Iterator[Item | Problem]:
    if cursor.peek() == "[":
        yield from _memories(cursor, source, options)
        return
    for key in cursor.fields():
        if key in {"results", "memories"} and cursor.peek() == "[":
            yield from _memories(cursor, source, options)
        else:
            cursor.skip()


def _memories(cursor: Cursor, source: Input, options: Options) -> Iterator[Item | Problem]:
    for item in elements(cursor, source.path):
        if isinstance(item, Problem):
            yield item
            continue
        line, value = item
        text = text_of(value, "memory", "text")
        if not text:
            yield Problem(source.path, line, "a memory without text, skipped")
            continue
        stamp = any_time(value.get("updated_at") or value.get("created_at"), options)
        if stamp.bad:
            yield Problem(source.path, line, stamp.bad)
        owner = text_of(value, "user_id", "agent_id")
        message = Message("mem0", "other", text, stamp.time, text_of(value, "id"), stamp.zone, line=line)
        yield Item(message, f"mem0/{owner}" if owner else "mem0", "mem0 memories")
