"""Statements that something said before has changed, or was never so; strong cues only."""

from __future__ import annotations

import re

from persona_cli.extract.rules.packs import en_cues as cues
from persona_cli.extract.rules.pattern import Pattern

_BARE_NEVER = Pattern(r"\bnot only\b|\bwhether or not\b", re.IGNORECASE)


def closes(text: str) -> bool:
    """Whether a clause says that something is so no more."""
    return bool(cues.ENDED.search(text)) and not _BARE_NEVER.search(text)


def instead(text: str) -> bool:
    """Whether a clause puts one thing in the place of another: "not X but Y", "Y, not X"."""
    return bool(cues.INSTEAD.search(text)) and not _BARE_NEVER.search(text)


def announced(text: str) -> tuple[str, bool, bool]:
    """(the rest of a sentence that begins by taking something back, whether it does, whether that was never right)."""
    if put_right := cues.PUT_RIGHT.match(text):
        return f"{put_right['what']} {put_right['new']}", True, True
    found = cues.PREFIX.match(text)
    if not found:
        return text, False, False
    return text[found.end() :], True, bool(cues.WRONG.search(found[0]))
