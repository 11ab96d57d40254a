"""Makes one ranking of several: weighted reciprocal rank fusion, with bounded credit for how well something matched.

RRF: Cormack, Clarke and Büttcher 2009; k = 60 as there. Ranks alone forget that the first of a list may match far
better than the second, so each list also multiplies by 1 + (score / best score of the list), from 1 to 2.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from persona_cli.index.document import Document

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


def ranked(scores: Mapping[int, float], documents: Mapping[int, Document]) -> list[tuple[int, float]]:
    """Best first; ties by id, which is the same however often the index is made. What has no positive score is left out."""
    return sorted(((n, s) for n, s in scores.items() if s > 0), key=lambda hit: (-hit[1], documents[hit[0]].id))


@dataclass(frozen=True, slots=True)
class Fused:
    """One ranking of several lists."""

    scores: Scores
    places: dict[str, dict[int, int]]  # rank of each document in each list
    channels: tuple[Channel, ...]

    def traces(self, number: int) -> tuple[Trace, ...]:
        """Which lists had a document, and where."""
        return tuple(
            Trace(channel.name, self.places[channel.name][number], channel.scores[number])
            for channel in self.channels
            if number in self.places[channel.name]
        )


def fuse(channels: Sequence[Channel], documents: Mapping[int, Document], aside: Collection[int] = frozenset()) -> Fused:
    """Fused scores by document.

    Documents `aside` (facts) have the rank they would have among the others, or among their own where that is lower:
    they take no place from the others (turns), whose ranking is the same with or without them.
    """
    total: Scores = {}
    credit: Scores = {}
    places: dict[str, dict[int, int]] = {}
    for channel in channels:
        order = ranked(channel.scores, documents)[:LONGEST]
        top = order[0][1] if order else 1.0
        own_top = next((score for number, score in order if number not in aside), top)
        taken = [0, 0]
        place = places[channel.name] = {}
        for number, score in order:
            beside = number in aside
            taken[beside] += 1
            rank = place[number] = max(taken[0] + 1, taken[1]) if beside else taken[0]
            total[number] = total.get(number, 0.0) + channel.weight / (K + rank)
            if channel.credit:
                credit[number] = credit.get(number, 1.0) * (1 + score / (top if beside else own_top))
    return Fused({n: score * credit.get(n, 1.0) for n, score in total.items()}, places, tuple(channels))
