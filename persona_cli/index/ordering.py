"""Settles the order of the best: what the question asks for goes up, the newer of two statements above the older."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from persona_cli.core.similar import stem
from persona_cli.index import crawl
from persona_cli.index.document import Document
from persona_cli.index.fusion import Scores, ranked
from persona_cli.index.query import Query

# What a fitting document is worth more; every one bounded, so that words and meaning stay the base.
NAMED_SPEAKER = 1.4  # the question names who said it
NAMED_ENTITY = 1.15  # a fact about someone or something named
ASKED_RELATION = 2.0  # a fact about them whose predicate the question has in words: "where does she work", works_at
STANDING = 2.0  # a lasting wish, when advice is asked for
TIMED = 1.2  # it names a time, when a time is asked for
OWN_WORDS = 1.3  # a person's turn, when it is asked what the person said
IN_WINDOW = 1.3  # said, or true, in the time asked about
SOON_AFTER = 1.1  # said in the week after it
ASKED_KIND = 1.3  # a goal or a preference, when those are asked for
SUPPORTED = 0.05  # for each doubling of the turns that say so
LATEST = 0.3  # the newest of the candidates, when the newest is asked for

COMPARED = 10  # the best places in which newer statements are looked for
LIKE = 0.4  # share of the older one's matched weight that the newer one must match too
NOT_FAR = 0.3  # of the older one's score the newer one must have
_WEEK = 7

Boosts = dict[int, tuple[tuple[str, float], ...]]


def boosts(query: Query, documents: Mapping[int, Document], *, time: bool = True) -> Boosts:
    """The factors of each document, by name; none where nothing fits."""
    newest = _recency(documents) if "latest" in query.intents else {}
    out: Boosts = {}
    for number, document in documents.items():
        factors = [*_fitting(query, document)]
        if time:
            factors += _timely(query, document)
        if number in newest:
            factors.append(("latest", 1 + LATEST * newest[number]))
        if factors:
            out[number] = tuple(factors)
    return out


def boosted(scores: Scores, factors: Boosts) -> Scores:
    """Scores times their factors."""
    return {n: s * math.prod(f for _, f in factors.get(n, ())) for n, s in scores.items()}


def _fitting(query: Query, document: Document) -> Iterable[tuple[str, float]]:
    cues, intents = query.cues, query.intents
    if document.kind == "turn" and document.words_of_person and _named(document.speaker, query.all_words):
        yield "speaker", NAMED_SPEAKER
    if document.kind == "turn" and document.words_of_person and "own words" in intents:
        yield "own words", OWN_WORDS
    if document.kind == "fact" and set(document.entities) & set(query.entities):
        yield "entity", NAMED_ENTITY
        if {stem(word) for word in document.predicate.split("_")} & {stem(word.casefold()) for word in query.words}:
            yield "relation", ASKED_RELATION
    if document.kind == "fact" and document.supports > 1:
        yield "supports", 1 + SUPPORTED * math.log2(document.supports)
    if ("goals" in intents and document.fact_kind == "goal") or (
        "preferences" in intents and document.fact_kind == "psyche"
    ):
        yield "kind", ASKED_KIND
    if cues and "request" in intents and document.words_of_person and cues.standing.search(document.text):
        yield "standing wish", STANDING


def _timely(query: Query, document: Document) -> Iterable[tuple[str, float]]:
    cues = query.cues
    if cues and "when" in query.intents and document.words_of_person and cues.timed.search(document.text):
        yield "names a time", TIMED
    if query.window:
        start, end = query.window
        said = document.valid_from or document.time
        if said and start <= said < end:
            yield "in that time", IN_WINDOW
        elif document.kind == "turn" and said and end <= said < _later(end):
            yield "soon after", SOON_AFTER


def _later(time: str) -> str:
    from datetime import date, timedelta

    try:
        return (date.fromisoformat(time[:10]) + timedelta(days=_WEEK)).isoformat() + time[10:]
    except (ValueError, OverflowError):
        return time


def _named(speaker: str, words: frozenset[str]) -> bool:
    return any(len(part) > 1 and part in words for part in speaker.casefold().split())


def _recency(documents: Mapping[int, Document]) -> dict[int, float]:
    """From 0 for the oldest to 1 for the newest."""
    order = sorted((when(document), number) for number, document in documents.items() if document.time)
    return {number: place / max(1, len(order) - 1) for place, (_, number) in enumerate(order)}


def when(document: Document) -> tuple[str, str, int, str]:
    """What orders statements in time: the instant, then the place in the conversation."""
    return (document.time, document.episode, document.position, document.id)


def newer_first(
    scores: Scores, documents: Mapping[int, Document], query: Query, matched: Mapping[int, Mapping[str, float]]
) -> Scores:
    """Scores in which a later statement of the same speaker on the same matter stands above the earlier one.

    Only when one present value is asked for. The later one must speak of a change, match about what the earlier one
    matches (`matched`: the query's terms in each document, with their weight), and hold a number if one is asked for.
    """
    cues = query.cues
    if cues is None or "state" not in query.intents:
        return scores
    numeric = "quantity" in query.intents
    best = [n for n, _ in ranked(scores, documents) if documents[n].kind == "turn" and documents[n].words_of_person][
        :COMPARED
    ]
    best = [n for n in best if not numeric or cues.number.search(documents[n].text)]
    out = dict(scores)
    for newer in sorted(best, key=lambda n: when(documents[n])):
        if not cues.change.search(documents[newer].text):
            continue
        for older in best:
            if _replaces(documents[newer], documents[older], matched, newer, older) and (
                scores[newer] >= NOT_FAR * scores[older] and out[older] >= out[newer]
            ):
                out[newer] = out[older] * (1 + 2 * crawl.JUST_BEFORE)  # also before the facts of the older one
    return out


def _replaces(
    newer: Document, older: Document, matched: Mapping[int, Mapping[str, float]], newer_number: int, older_number: int
) -> bool:
    if newer.speaker != older.speaker or when(newer) <= when(older):
        return False
    theirs = matched.get(older_number, {})
    shared = sum(weight for term, weight in theirs.items() if term in matched.get(newer_number, {}))
    return shared > 0 and shared >= LIKE * sum(theirs.values())


def without_repeats(order: Sequence[int], documents: Mapping[int, Document]) -> list[int]:
    """The order without documents that say word for word what a better one of the same speaker and kind says."""
    seen: set[tuple[str, str, str]] = set()
    out = []
    for number in order:
        document = documents[number]
        words = " ".join(document.text.casefold().split())
        key = (document.kind, document.speaker.casefold(), words)
        if key not in seen:
            seen.add(key)
            out.append(number)
    return out
