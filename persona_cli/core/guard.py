"""What is taken out of a text before anything else sees it: our own rendered fragments, and private spans."""

from __future__ import annotations

import re

OPENING = "<persona-memory>"  # every rendered fragment stands between these, so that it is known on its way back in
CLOSING = "</persona-memory>"
IDENTITY_OPENING = "<persona-identity>"  # who the assistant is, and the date: no news either
IDENTITY_CLOSING = "</persona-identity>"

_FRAGMENT = re.compile(r"<persona-(memory|identity)\b[^>]*>.*?(?:</persona-\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_MARK = re.compile(r"<\s*/?\s*persona-(?:memory|identity)\b", re.IGNORECASE)
_PRIVATE_OPENS = re.compile(r"<\s{0,3}private\b[^>]*>", re.IGNORECASE)
_PRIVATE_CLOSES = re.compile(r"<\s{0,3}/\s{0,3}private\s{0,3}>", re.IGNORECASE)
_PRIVATE = re.compile(rf"{_PRIVATE_OPENS.pattern}.*?(?:{_PRIVATE_CLOSES.pattern}|\Z)", re.DOTALL | re.IGNORECASE)


def without_fragments(text: str) -> str:
    """`text` without the memory blocks this program renders: what it said itself is no news."""
    return _without(_FRAGMENT, text) if "<persona-" in text.casefold() else text


def marked(text: str) -> bool:
    """Whether one of our marks stands in a text."""
    return _MARK.search(text) is not None


def without_private(text: str) -> str:
    """`text` without spans marked `<private>…</private>`; an unclosed one goes on to the end."""
    return _without(_PRIVATE, text) if "<" in text and "private" in text.casefold() else text


def opens_private(text: str) -> int:
    """Where a private span begins that does not end in the text; -1 where none does."""
    if "<" not in text or "private" not in text.casefold():
        return -1
    at = 0
    while found := _PRIVATE_OPENS.search(text, at):
        end = _PRIVATE_CLOSES.search(text, found.end())
        if end is None:
            return found.start()
        at = end.end()
    return -1


def closes_private(text: str) -> int:
    """Behind the mark that ends a private span begun before the text; -1 where there is none."""
    found = _PRIVATE_CLOSES.search(text) if "<" in text else None
    return found.end() if found else -1


def _without(pattern: re.Pattern[str], text: str) -> str:
    """`text` without what the pattern finds, also where taking one span out makes another."""
    found = 1
    while found:
        text, found = pattern.subn("", text)
    return text
