"""The head of a Markdown note, `---` to `---`: its simple fields, read leniently.

Only what notes use is read: `key: value`, `key: [a, b]` and lists of `- item`. Values stay text, a date is not turned
into anything; what is broken is left out, and the note is read all the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from persona_cli.readers.source import head_lines

_MOST_LINES = 200
_PAIR = re.compile(r"([\w][\w .-]{0,60}?)\s*:(?:\s+(.*))?$")
_ITEM = re.compile(r"\s*-\s+(.*)$")


@dataclass(frozen=True, slots=True)
class Head:
    """Fields of a note's head, names in lower case, and how many lines it takes; 0 for a note without one."""

    fields: dict[str, list[str]] = field(default_factory=dict)
    lines: int = 0

    def first(self, *names: str) -> str:
        """The first value of the first of `names` that has one."""
        return next((self.fields[name][0] for name in names if self.fields.get(name)), "")


def head_of(head: bytes) -> Head:
    """The head of a note, from the beginning of its file."""
    rows = head_lines(head)[: _MOST_LINES + 1]
    if not rows or rows[0].rstrip() != "---":
        return Head()
    end = next((at for at, row in enumerate(rows[1:], 1) if row.rstrip() in {"---", "..."}), 0)
    if not end:
        return Head()
    fields: dict[str, list[str]] = {}
    key = ""
    for row in rows[1:end]:
        if item := _ITEM.match(row):
            fields.setdefault(key, []).append(_bare(item.group(1)))
        elif pair := _PAIR.match(row):
            key = pair.group(1).lower()
            fields[key] = _values(pair.group(2) or "")
    return Head(fields, end + 1)


def _values(text: str) -> list[str]:
    text = text.strip()
    if text.startswith("[") and text.endswith("]") and not text.startswith("[["):
        return [value for part in text[1:-1].split(",") if (value := _bare(part))]
    return [value] if (value := _bare(text)) else []


def _bare(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return re.sub(r"\s+#.*", "", text)
