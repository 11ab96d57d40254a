"""The content of an AI chat's message, a string or a list of blocks, as text.

What is not text stays visible as a placeholder in square brackets; nothing a message holds is dropped unseen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_TEXT_KEYS = ("text", "value", "content", "transcript", "input_text", "output_text", "refusal")
_DEEPEST = 30  # blocks within blocks that are read
_LONGEST = 2000  # characters of a tool call's arguments that are kept


def content_text(content: Any) -> str:
    """Text of a message's content; blocks are joined by blank lines."""
    return "\n\n".join(part for part in _parts(content) if part)


def _parts(content: Any, depth: int = 0) -> Iterator[str]:
    if content is None:
        return
    if depth > _DEEPEST:
        yield "[...]"
    elif isinstance(content, str):
        yield content.strip()
    elif isinstance(content, list):
        for block in content:
            yield from _parts(block, depth + 1)
    elif isinstance(content, dict):
        yield from _block(content, depth)
    else:
        yield json.dumps(content)


def _block(block: dict[str, Any], depth: int) -> Iterator[str]:
    kind = str(block.get("type") or block.get("content_type") or block.get("block_type") or "")
    if kind in {"tool_use", "tool_call", "function_call", "function"}:
        yield call_text(block)
    elif kind in {"thinking", "redacted_thinking", "reasoning"}:
        yield f"[{kind}]"
    elif kind in {"tool_result", "function_call_output"}:
        yield from _parts(block.get("content", block.get("output")), depth + 1)
    elif "image" in kind:
        yield "[image]"
    else:
        for key in _TEXT_KEYS:
            if isinstance(block.get(key), (str, list, dict)) and block[key]:
                yield from _parts(block[key], depth + 1)
                return
        yield f"[{kind or next(iter(block), 'nothing')}]"


def call_text(call: dict[str, Any]) -> str:
    """A tool call as a placeholder: its name and arguments."""
    function = call["function"] if isinstance(call.get("function"), dict) else call
    arguments = function.get("arguments", function.get("input", ""))
    if not isinstance(arguments, str):
        arguments = json.dumps(arguments, ensure_ascii=False)
    return f"[tool call {function.get('name', '')}: {arguments[:_LONGEST]}]"


def only_results(content: Any) -> bool:
    """Whether a message holds nothing but results of tools."""
    return (
        isinstance(content, list)
        and bool(content)
        and all(isinstance(block, dict) and block.get("type") == "tool_result" for block in content)
    )
