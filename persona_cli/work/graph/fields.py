"""Facts as the JSON objects that every export with room for them shows, and text made safe for one line."""

from __future__ import annotations

import re
from typing import Any

from persona_cli.core.model import Fact
from persona_cli.work.graph.model import iso

_SPACE = re.compile(r"\s+")
_MARKUP = re.compile(r"[\\`*_\[\]{}#|~$^%=!]|(?<=:):|^[-+>]|^\d+(?=[.)])")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")


def fact_object(fact: Fact) -> dict[str, Any]:
    """A fact with the fields that `recall --jsonl` prints, and those a picture needs besides.

    A time that is not known is null, as there.
    """
    return {
        "type": "fact",
        "id": fact.id,
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "kind": fact.kind,
        **what_is_said(fact),
    }


def what_is_said(fact: Fact) -> dict[str, Any]:
    """The fields of a fact that a link shows too: all but its id, its ends, its predicate and its kind."""
    valid_at, invalid_at = fact.valid_at, fact.invalid_at
    return {
        "text": fact.text,
        "valid_at": valid_at.iso if valid_at else None,
        "invalid_at": invalid_at.iso if invalid_at else None,
        "evidence": [{"turn": e.turn, "source_id": e.source_id, "quote": e.quote} for e in fact.evidence],
        "aspect": fact.aspect,
        "status": fact.status,
        "when_said": fact.when_said,
        "said_at": fact.said_at,
        "known_at": fact.known_at,
        "closed_by": fact.closed_by,
        "confidence": fact.confidence,
        "extractor": fact.extractor,
    }


def one_line(text: str) -> str:
    """The text with every run of white space, line ends included, as one space, and no control characters."""
    return _SPACE.sub(" ", printable(text)).strip()


def printable(text: str) -> str:
    """The text with the characters that XML 1.0 and most readers refuse shown as U+FFFD; tabs and line ends stay."""
    return _UNPRINTABLE.sub("\ufffd", text)


def markdown(text: str) -> str:
    """One line of Markdown that shows exactly this text, in Obsidian too: no markup, link, tag, HTML or template."""
    line = one_line(text).replace("&", "&amp;").replace("<", "&lt;")
    return _MARKUP.sub(lambda found: f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}", line)


def span(fact: Fact) -> str:
    """A fact's validity in words: "since 2021", "2019 to 2021-05", "until 2020"; empty when nothing is known."""
    begin, end = iso(fact.valid_at)[:10], iso(fact.invalid_at)[:10]
    if begin and end:
        return f"{begin} to {end}"
    return f"since {begin}" if begin else f"until {end}" if end else ""
