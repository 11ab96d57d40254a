"""Comments of a note, `%%…%%` of Obsidian and `<!-- … -->`, which its page does not show, taken out of its lines.

A comment of several lines begins at the beginning of a line; one that is not closed is text. Code keeps its signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from persona_cli.errors import Problem
from persona_cli.readers.source import Line

_INLINE = re.compile(r"[ \t]?(?:%%(?:(?!%%).){1,1000}?%%|<!--.{0,1000}?-->)")
_BEGINS = re.compile(r"\s*(?:(?P<percent>%%)|<!--)")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_MOST = 2000  # lines of one comment


def without_comments(lines: Iterator[Line | Problem], *, head: int = 0) -> Iterator[Line | Problem]:
    """The lines without what is commented out; the first `head` ones are passed on as they are."""
    fenced = False
    held: list[Line] = []
    closing = ""
    for item in lines:
        if isinstance(item, Problem):
            yield item
            continue
        if held:
            held.append(item)
            _, closed, rest = item.text.partition(closing)
            if closed:
                yield held[0]._replace(text="")
                yield item._replace(text=rest.lstrip())
                held = []
            elif len(held) > _MOST:
                yield from held
                held = []
            continue
        fenced ^= bool(_FENCE.match(item.text))
        if fenced or item.number <= head:
            yield item
            continue
        text = item.text if "`" in item.text else _INLINE.sub("", item.text)
        if begins := _BEGINS.match(text):
            held, closing = [item], "%%" if begins["percent"] else "-->"
        else:
            yield item._replace(text=text)
    yield from held
