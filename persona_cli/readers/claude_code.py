"""Claude Code's session files (`~/.claude/projects/<project>/<session>.jsonl`): what was typed and answered.

Tool calls and results, reasoning, side chains and injected reminders are not conversation and left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from persona_cli.core.model import Role
from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.moment import any_time
from persona_cli.readers.objects import dict_of, json_lines, text_of
from persona_cli.readers.runs import Item, runs
from persona_cli.readers.source import head_text

NAME = "claude-code"
ABOUT = "Claude Code session files (.jsonl)"

# Spans the program puts into the person's message.
_INJECTED = re.compile(
    r"<(system-reminder|command-message|command-name|command-args|local-command-stdout|local-command-caveat|"
    r"bash-input|bash-stdout|bash-stderr|ide_opened_file|ide_selection|task-notification)\b[^>]*>.*?</\1>",
    re.DOTALL,
)


def sniff(source: Input) -> float:
    """Lines with `sessionId` and `uuid` or `parentUuid`."""
    text = head_text(source.head)
    if not text.lstrip().startswith("{") or '"sessionId"' not in text:
        return 0.0
    return 0.95 if '"parentUuid"' in text or '"uuid"' in text else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft a session; summaries in the file give the title when they come first."""
    yield from runs(_items(source, options))


def _items(source: Input, options: Options) -> Iterator[Item | Problem]:
    title = ""
    for item in json_lines(source):
        if isinstance(item, Problem):
            yield item
            continue
        line, value = item
        kind = text_of(value, "type")
        if kind == "summary":
            title = title or text_of(value, "summary")
        if kind not in {"user", "assistant"} or value.get("isSidechain") is True or value.get("isMeta") is True:
            continue
        if text := _text(dict_of(value, "message").get("content")):
            stamp = any_time(value.get("timestamp"), options)
            if stamp.bad:
                yield Problem(source.path, line, stamp.bad)
            role: Role = "user" if kind == "user" else "assistant"
            message = Message(
                kind,
                role,
                text,
                stamp.time,
                text_of(value, "uuid"),
                stamp.zone,
                reply_to=text_of(value, "parentUuid"),
                line=line,
            )
            yield Item(message, text_of(value, "sessionId"), title)


def _text(content: Any) -> str:
    """The typed text; tool blocks and reasoning are no text."""
    if isinstance(content, str):
        parts = [content]
    elif isinstance(content, list):
        parts = [text_of(block, "text") for block in content if text_of(block, "type") == "text"]
    else:
        parts = []
    return _INJECTED.sub("", "\n\n".join(part for part in parts if part)).strip()
