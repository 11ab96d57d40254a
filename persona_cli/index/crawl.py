"""Follows the edges around what was found: the turns beside a turn, the answer to it, the facts that rest on it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from persona_cli.index.document import PEOPLE, Document, Neighbour
from persona_cli.index.fusion import Scores, ranked

REACH = 2  # places in an episode
SEEDS = 40  # documents whose neighbourhood is looked at
NEAR = {-1: 0.25, 1: 0.25, -2: 0.12, 2: 0.12}  # what a person's turn gains from another person's, by distance
ANSWER = 0.5  # what a person's turn gains from the answer of an assistant right after it
ANSWERED = 0.95  # of a turn's score its answer is worth, when a summary is asked for
SUPPORT = 0.3  # what a turn gains from its best fact
LIFT = 0.9  # of its best fact's score a turn is worth at least
JUST_BEFORE = 1e-6  # of a score: what puts one thing right before another
BESIDE = 0.5  # of its turn's score a fact must have to stand before it

Edges = Mapping[int, Sequence[Neighbour]]


def spread(scores: Scores, documents: Mapping[int, Document], edges: Edges, *, decay: float = 1.0) -> Scores:
    """Scores in which turns of people gain from their neighbours; everything else keeps its own.

    `edges` are those of the best turns; a neighbour they name gains even if it was not found itself.
    """
    gains: dict[int, list[float]] = {}
    for number, neighbours in edges.items():
        score = scores.get(number, 0.0)
        document = documents.get(number)
        if score <= 0 or document is None:
            continue
        for near in neighbours:
            weight = _weight(near, document)
            if weight and near.number in documents:
                gains.setdefault(near.number, []).append(weight * decay * score)
    # fsum: the same sum in whatever order the gains come
    return {n: math.fsum((scores.get(n, 0.0), *gains.get(n, ()))) for n in scores.keys() | gains.keys()}


def _weight(gainer: Neighbour, giver: Document) -> float:
    """What `gainer` gains from `giver`, of which it is a neighbour."""
    if gainer.role not in PEOPLE:
        return 0.0
    if giver.role in PEOPLE:
        return NEAR.get(gainer.offset, 0.0)
    return ANSWER if gainer.offset == -1 else 0.0


def seeds(*lists: Scores, among: Mapping[int, Document]) -> list[int]:
    """The best turns of several lists."""
    found: dict[int, None] = {}
    for scores in lists:
        turns = [n for n, _ in ranked(scores, among) if among[n].kind == "turn"]
        found.update(dict.fromkeys(turns[:SEEDS]))
    return list(found)


def with_answers(scores: Scores, documents: Mapping[int, Document], edges: Edges) -> Scores:
    """Scores in which an answer is worth nearly what the turn it answers is: both belong in a summary."""
    out = dict(scores)
    for number, score in scores.items():
        if documents[number].role in PEOPLE:
            for near in edges.get(number, ()):
                if near.offset == 1 and near.role not in PEOPLE and near.number in documents:
                    out[near.number] = max(out.get(near.number, 0.0), ANSWERED * score)
    return out


def supported(scores: Scores, documents: Mapping[int, Document]) -> Scores:
    """Scores in which a turn and the facts that rest on it support each other.

    A turn gains from its best fact, and is worth at least a little less than that. A fact stands right before its best
    turn when it matches well, else behind it, so it takes no place from a better turn. A fact without a turn known
    here keeps its own score.
    """
    best_fact: Scores = {}
    for number, score in scores.items():
        for turn in documents[number].evidence:
            if turn in documents:
                best_fact[turn] = max(best_fact.get(turn, 0.0), score)
    out: Scores = {}
    for number in scores.keys() | best_fact.keys():
        if documents[number].kind == "turn":
            own, fact = scores.get(number, 0.0), best_fact.get(number, 0.0)
            out[number] = max(own + SUPPORT * fact, LIFT * fact)
    for number, score in scores.items():
        document = documents[number]
        if document.kind == "fact":
            place = max((out.get(turn, 0.0) for turn in document.evidence), default=0.0)
            well = place == 0.0 or score >= BESIDE * place
            out[number] = score if place == 0.0 else place * (1 + JUST_BEFORE) if well else (place + score) / 2
    return out
