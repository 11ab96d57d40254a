"""basic-memory's Markdown notes: observations `- [category] text` and relations `- verb [[Note]]`.

What another program remembered is read as a document, role "other"; nothing in it is a fact by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.dates import day_only
from persona_cli.readers.front_matter import head_of
from persona_cli.readers.moment import Stamp
from persona_cli.readers.notes import place_of
from persona_cli.readers.runs import identified
from persona_cli.readers.source import is_binary, lines

NAME = "basic-memory"
ABOUT = "basic-memory Markdown notes"

_OBSERVATION = re.compile(r"\s*[-*]\s+\[([^\]\s][^\]]*)\]\s+(.*?)(?:\s+\(([^()]*)\))?\s*$")
_RELATION = re.compile(r"\s*[-*]\s+(?:(.*?)\s+)?\[\[([^\]]+)\]\](?:\s+\(([^()]*)\))?\s*$")
_TASK = frozenset({"x", "X", "-", "/"})


def sniff(source: Input) -> float:
    """A head with a permalink."""
    return 0.6 if not is_binary(source.head) and head_of(source.head).first("permalink") else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft a note."""
    head = head_of(source.head)
    name, place = place_of(source.path)
    title = head.first("title") or name
    written = day_only(head.first("created", "date"))
    start = written.stamp(options) if written else Stamp(options.at, options.zone if options.at else "")
    if start.bad:
        yield Problem(source.path, 1, start.bad)
    conversation = f"basic-memory/{head.first('permalink') or place}"
    yield Draft(identified(_turns(source, head.lines, title, start)), conversation, title, start.time)


def _turns(source: Input, skip: int, title: str, start: Stamp) -> Iterator[Message | Problem]:
    for item in lines(source):
        if isinstance(item, Problem):
            yield item
            continue
        text = item.text.strip()
        if item.number <= skip or not text or text.startswith("#"):
            continue
        observed, related = _OBSERVATION.match(text), _RELATION.match(text)
        if related:
            text = f"{title} {(related.group(1) or 'relates to').replace('_', ' ')} {related.group(2)}"
        elif observed and observed.group(1) not in _TASK:
            text = f"{title} ({observed.group(1)}): {observed.group(2)}"
        yield Message("", "other", text, start.time, zone=start.zone, line=item.number)
