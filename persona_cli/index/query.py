"""Reads a question: which words carry it, whom and what time it names, and what kind of answer it wants.

A pure function of the text, the clock and the names it is given; nothing here depends on what the vault holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from persona_cli.core.timex import query_window
from persona_cli.index.cues import CUES, Cues

Intent = Literal[
    "request", "state", "quantity", "when", "overview", "own words", "assistant", "latest", "goals", "preferences"
]
Named = Callable[[Sequence[str]], Mapping[str, Sequence[str]]]  # phrases -> ids of the entities that go by them

_READ = 20_000  # characters of a question that are read
_CHATTER = 100  # characters of the longest small talk
_PHRASES = 300  # phrases that are looked up as names
_WORD = re.compile(r"[^\W_]+(?:[.'’\-][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s?$")


@dataclass(frozen=True, slots=True)
class Query:
    """A question as search sees it."""

    text: str
    words: tuple[str, ...]  # that carry the question; all of them where it has none but stop words; none of small talk
    meant: str  # whose vector is looked for: the text, but of a question for a summary only the words that carry it
    all_words: frozenset[str]  # casefolded, possessives taken off
    entities: tuple[str, ...]  # ids of entities named
    window: tuple[str, str] | None  # [start, end) in sortable UTC text, when the question names a time
    intents: frozenset[Intent]
    cues: Cues | None  # of its language


def understand(text: str, *, now: datetime, named: Named | None = None, language: str = "en") -> Query:
    """Read `text`; `now` resolves words like "last summer", `named` finds entities by what they are called."""
    text = text[:_READ]
    cues = CUES.get(language)
    words = [_POSSESSIVE.sub("", word) for word in _WORD.findall(text)]
    stop = cues.stop_words if cues else frozenset[str]()
    content = tuple(word for word in words if not _is_stop(word, stop)) or tuple(words)
    intents = _intents(text, cues) if cues else frozenset()
    asking = {word for intent in intents for word in cues.asking.get(intent, ())} if cues else set()
    content = tuple(word for word in content if word.casefold() not in asking) or content
    entities = _entities(words, named) if named else ()
    if cues and not entities and len(text) <= _CHATTER and cues.small_talk.match(text):
        content = ()
    return Query(
        text,
        content,
        " ".join(content) if "overview" in intents else text,
        frozenset(word.casefold() for word in words),
        entities,
        _window(text, now, language),
        intents,
        cues,
    )


def _is_stop(word: str, stop: frozenset[str]) -> bool:
    return all(part in stop for part in re.split(r"['’]", word.casefold()))


def _intents(text: str, cues: Cues) -> frozenset[Intent]:
    found: set[Intent] = set()
    if cues.overview.search(text):
        found.add("overview")
    if cues.request.search(text) and not cues.retrospect.search(text):
        found.add("request")
    elif cues.state.search(text) and not cues.past.search(text):
        found.add("state")
    simple: tuple[tuple[Intent, re.Pattern[str]], ...] = (
        ("quantity", cues.quantity),
        ("when", cues.when),
        ("assistant", cues.assistant),
        ("own words", cues.own_words),
        ("latest", cues.latest),
        ("goals", cues.goals),
        ("preferences", cues.preferences),
    )
    found.update(intent for intent, pattern in simple if pattern.search(text))
    return frozenset(found)


def _entities(words: Sequence[str], named: Named) -> tuple[str, ...]:
    """Entities named by one, two or three words in a row; a longer name beats the shorter ones inside it."""
    spans = [(size, start) for size in (3, 2, 1) for start in range(len(words) - size + 1)][:_PHRASES]
    phrases = {(size, start): " ".join(words[start : start + size]) for size, start in spans}
    known = named(list(dict.fromkeys(phrases.values())))
    taken: set[int] = set()
    found: dict[str, None] = {}
    for (size, start), phrase in phrases.items():
        places = set(range(start, start + size))
        if known.get(phrase) and not places & taken:
            taken |= places
            found.update(dict.fromkeys(known[phrase]))
    return tuple(found)


def _window(text: str, now: datetime, language: str) -> tuple[str, str] | None:
    window = query_window(text[:1000], now, language)
    return (window[0].start, window[1].end) if window else None
