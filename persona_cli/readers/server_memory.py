"""The MCP memory server's JSON lines: entities with observations, and relations.

What another program remembered is read as a document, role "other"; nothing in it is a fact by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.objects import json_lines, list_of, text_of
from persona_cli.readers.runs import Item, identified, runs
from persona_cli.readers.source import head_text

NAME = "server-memory"
ABOUT = "memory of the MCP memory server (memory.jsonl)"


def sniff(source: Input) -> float:
    """Lines of type entity with observations, or of type relation."""
    text = head_text(source.head).lstrip()
    if not text.startswith("{"):
        return 0.0
    return 0.95 if ('"entityType"' in text and '"observations"' in text) or '"relationType"' in text else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft an entity, and one for each run of relations."""
    for draft in runs(_items(source, options)):
        yield replace(draft, messages=identified(draft.messages)) if isinstance(draft, Draft) else draft


def _items(source: Input, options: Options) -> Iterator[Item | Problem]:
    for item in json_lines(source):
        if isinstance(item, Problem):
            yield item
            continue
        line, value = item
        texts = []
        name = text_of(value, "name", "from")
        if text_of(value, "type") == "entity" and name:
            kind = text_of(value, "entityType")
            title = f"{name} ({kind})" if kind else name
            texts = [f"{title}: {seen}" for seen in list_of(value, "observations") if isinstance(seen, str)] or [title]
        elif text_of(value, "type") == "relation" and name and text_of(value, "to"):
            texts = [
                f"{name} {text_of(value, 'relationType').replace('_', ' ') or 'relates to'} {text_of(value, 'to')}"
            ]
        else:
            yield Problem(source.path, line, "neither an entity nor a relation, skipped")
        for text in texts:
            message = Message("", "other", text, options.at, line=line)
            yield Item(message, f"server-memory/{name}", name, options.at)
