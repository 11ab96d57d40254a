"""Makes one ranking of several: weighted reciprocal rank fusion, with bounded credit for how well something matched.

RRF: Cormack, Clarke and Büttcher 2009; k = 60 as there. Ranks alone forget that the first of a list may match far
better than the second, so each list also multiplies by 1 + (score / best score of the list), from 1 to 2.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

K = 60
LONGEST = 400  # places of a list that count

Scores = dict[int, float]


@dataclass(frozen=True, slots=True)
class Trace:
    """Where one list had a document."""

    channel: str
    rank: int  # from 1
    score: float


@dataclass(frozen=True, slots=True)
class Channel:
    """One list: scores by document number, and the weight of its ranks."""

    name: str
    scores: Scores
    weight: float
    credit: bool = True  # whether the strength of a match counts besides its rank


def ranked(scores: Mapping[int, float]) -> list[tuple[int, float]]:
    """Best first; ties by number. What has no positive score is left out."""
    return sorted(((n, s) for n, s in scores.items() if s > 0), key=lambda hit: (-hit[1], hit[0]))


def fuse(
    channels: Iterable[Channel], aside: Collection[int] = frozenset()
) -> tuple[Scores, dict[int, tuple[Trace, ...]]]:
    """Fused scores by document, and which lists they came from.

    Documents `aside` (facts) have the rank they would have among the others, or among their own where that is lower:
    they take no place from the others (turns), whose ranking is the same with or without them.
    """
    total: Scores = {}
    credit: Scores = {}
    traces: dict[int, tuple[Trace, ...]] = {}
    for channel in channels:
        order = ranked(channel.scores)[:LONGEST]
        top = order[0][1] if order else 1.0
        own_top = next((score for number, score in order if number not in aside), top)
        places = [0, 0]
        for number, score in order:
            beside = number in aside
            places[beside] += 1
            rank = max(places[0] + 1, places[1]) if beside else places[0]
            total[number] = total.get(number, 0.0) + channel.weight / (K + rank)
            traces[number] = (*traces.get(number, ()), Trace(channel.name, rank, score))
            if channel.credit:
                credit[number] = credit.get(number, 1.0) * (1 + score / (top if beside else own_top))
    return {number: score * credit.get(number, 1.0) for number, score in total.items()}, traces
