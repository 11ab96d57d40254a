"""What is taken out of a text before anything else sees it: our own rendered fragments, and private spans."""

from __future__ import annotations

import re

OPENING = "<persona-memory>"  # every rendered fragment stands between these, so that it is known on its way back in
CLOSING = "</persona-memory>"

_FRAGMENT = re.compile(r"<persona-memory\b[^>]*>.*?(?:</persona-memory>|\Z)", re.DOTALL | re.IGNORECASE)
_PRIVATE = re.compile(r"<private\b[^>]*>.*?(?:</private>|\Z)", re.DOTALL | re.IGNORECASE)


def without_fragments(text: str) -> str:
    """`text` without the memory blocks this program renders: what it said itself is no news."""
    return _without(_FRAGMENT, text) if OPENING[:-1] in text.casefold() else text


def without_private(text: str) -> str:
    """`text` without spans marked `<private>…</private>`; an unclosed one goes on to the end."""
    return _without(_PRIVATE, text) if "<private" in text.casefold() else text


def _without(pattern: re.Pattern[str], text: str) -> str:
    """`text` without what the pattern finds, also where taking one span out makes another."""
    found = 1
    while found:
        text, found = pattern.subn("", text)
    return text
