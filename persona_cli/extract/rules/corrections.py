"""Statements that something said before has changed, or was never so; strong cues only."""

from __future__ import annotations

import re

from persona_cli.extract.rules.pattern import Pattern

ENDED = Pattern(
    r"\b(?:no[ -]longer|not? (?:\w+ ){1,6}?any ?more|used to (?!it\b|the\b|being\b|having\b)|(?<!to )(?:have |has )?(?:stopped|quit|gave up|given up|left my job) (?:\w+ing\b|(?:my |the )?\w+)|stopped (?:being|\w+ing)|is over now)\b",
    re.IGNORECASE,
)
WRONG = Pattern(
    r"\b(?:I was wrong|I was mistaken|I misspoke|I made a mistake|that was wrong|that is wrong|that is not right|that is incorrect|scratch that|correction|I got (?:it|that) wrong|I mixed (?:it |that |them )?up|I meant|I lied|strike that)\b",
    re.IGNORECASE,
)
CHANGED = Pattern(
    r"\b(?:(?:I |have )?changed my mind|on second thou?ght|(?:it )?turns out(?: that)?|I take (?:it|that) back)\b",
    re.IGNORECASE,
)
INSTEAD = Pattern(
    r"(?:,\s*not\s+(?:my |a |an |the |in |at |to |on )?[\w' ]{2,40}[.!]?$)|\bnot\s+(?:\w+\s+){1,6}?but\s+(?!also\b|only\b|I\b|not\b)\w+",
    re.IGNORECASE,
)
PREFIX = Pattern(
    r"^(?:(?:sorry|oops|no|wait|actually|hm+|ah|oh|my bad|apologies)[,.!]?\s+)*(?:I (?:was wrong|was mistaken|misspoke|made a mistake|have changed my mind|changed my mind|mixed (?:it |that |them )?up|got (?:it|that) wrong|take (?:it|that) back)(?: (?:about|on|before|earlier)[^,.:;-]*)?|I meant(?: to say)?(?: that)?|scratch that|strike that|correction|that (?:was|is) (?:wrong|not right|incorrect)|on second thou?ght|(?:it )?turns out(?: that)?)(?:\s*[,.:;-]+\s*|\s+|$)(?:and |but )?(?:in fact,? |actually,? )?",
    re.IGNORECASE,
)
FROM_TO = Pattern(
    r"\b(?P<verb>moved|relocated|switched(?: jobs)?|changed(?: jobs)?|transferred|went)\s+(?:\w+\s+)?from\s+(?P<old>[\w' &.-]+?)\s+to\s+(?P<new>[\w' &.-]+?)(?=$|[,.;!]|\s+(?:in|on|last|this|for|because|after|and|a|two|three|since|yesterday)\b)"
)
_BARE_NEVER = Pattern(r"\bnot only\b|\bwhether or not\b", re.IGNORECASE)


def closes(text: str) -> bool:
    """Whether a clause says that something is so no more."""
    return bool(ENDED.search(text)) and not _BARE_NEVER.search(text)


def instead(text: str) -> bool:
    """Whether a clause puts one thing in the place of another: "not X but Y", "Y, not X"."""
    return bool(INSTEAD.search(text)) and not _BARE_NEVER.search(text)


def announced(text: str) -> tuple[str, bool, bool]:
    """(the rest of a sentence that begins by taking something back, whether it does, whether that was never right)."""
    found = PREFIX.match(text)
    if not found:
        return text, False, False
    return text[found.end() :], True, bool(WRONG.search(found[0]))
