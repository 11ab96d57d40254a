"""Cuts documents into passages of bounded size, and says which neighbouring words make a turn findable."""

from __future__ import annotations

import re
from collections.abc import Iterator

from persona_cli.index.document import PEOPLE, Document

PASSAGE = 700  # characters: a long message is found by its best passage
CONTEXT = 600  # characters of a neighbouring turn that count

_BREAK = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")

_FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)


def passages(text: str, size: int = PASSAGE) -> list[str]:
    """Whole sentences and lines up to `size` characters each; what is longer than two passages is cut hard."""
    out: list[str] = []
    current = ""
    for part in _parts(text, size):
        if current and len(current) + len(part) > size:
            out.append(current)
            current = part
        else:
            current = f"{current} {part}" if current else part
    return [*out, current] if current else out


def prose(text: str) -> str:
    """The text without fenced code, whose pieces of words say nothing of what it means; all of it where it is nothing else."""
    if "```" not in text:
        return text
    return _FENCED.sub(" ", text).strip() or text


def context_of(document: Document) -> str:
    """The words beside a turn that tell what it is about.

    Between people it is the turn before, often the question this one answers. What an assistant answered is not added
    to the person's words: it would have to be known before it is said.
    """
    if document.kind == "turn" and document.words_of_person and document.before_role in PEOPLE:
        return f"{document.before_speaker}: {document.before[:CONTEXT]}"
    return ""


def _parts(text: str, size: int) -> Iterator[str]:
    for part in _BREAK.split(text):
        stripped = part.strip()
        while len(stripped) > 2 * size:
            yield stripped[:size]
            stripped = stripped[size:].strip()
        if stripped:
            yield stripped
