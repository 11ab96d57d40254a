"""Where turns stand in their episodes, as reading more of a conversation needs to know it."""

from __future__ import annotations

from collections.abc import Iterator

from persona_cli.core.codec import derived_id
from persona_cli.index.view import View

_KEPT = "(live OR id IN (SELECT target FROM erased))"  # an erased turn still has its place


def beginnings(view: View, chain: str) -> list[tuple[str, list[str]]]:
    """Episodes that have a turn of this chain, each with all its chains in order."""
    base = view.base
    found = base.execute(f"SELECT DISTINCT episode FROM turns WHERE chain = ? AND {_KEPT} ORDER BY 1", (chain,))
    chains = f"SELECT chain FROM turns WHERE episode = ? AND {_KEPT} ORDER BY position, number"
    return [(e, [c for (c,) in base.execute(chains, (e,))]) for (e,) in found.fetchall()]


def end_of(view: View, episode: str) -> int:
    """The position after the last turn of an episode; 0 when it has none."""
    row = view.base.execute("SELECT MAX(position) FROM turns WHERE episode = ?", (episode,)).fetchone()
    return 0 if row[0] is None else int(row[0]) + 1


def place_at(view: View, episode: str, time: str) -> int | None:
    """The position of the last turn of an episode up to a time, 0 when all are later; None when none is later."""
    sql = "SELECT MAX(time), MAX(CASE WHEN time <= ?1 THEN position END) FROM turns WHERE episode = ?2"
    latest, place = view.base.execute(sql, (time, episode)).fetchone()
    return None if latest is None or latest <= time else place or 0


def named_messages(view: View, episode: str, first: int, last: int, *, before: int) -> int:
    """How many messages of the source are in an episode between two positions, numbered below `before`."""
    sql = "SELECT COUNT(DISTINCT source_id) FROM turns WHERE live AND episode = ? AND position BETWEEN ? AND ?"
    row = view.base.execute(f"{sql} AND source_id != '' AND number < ?", (episode, first, last, before)).fetchone()
    return int(row[0])


def users_of(view: View, episode: str) -> set[str]:
    """The speakers of an episode whom the source calls the user; of more than two, two."""
    sql = "SELECT DISTINCT speaker FROM turns WHERE episode = ? AND role = 'user' LIMIT 2"
    return {str(speaker) for (speaker,) in view.base.execute(sql, (episode,))}


def conversations(view: View, source: str) -> Iterator[tuple[str, str]]:
    """The episodes of a source that have a name of its own, with it."""
    yield from view.base.execute(
        "SELECT id, conversation FROM episodes WHERE source = ? AND conversation != ''", (source,)
    )


def span_of(view: View, episode: str) -> tuple[str, str]:
    """The earliest and the latest time in an episode; of one without turns, none."""
    low, high = view.base.execute("SELECT MIN(time), MAX(time) FROM turns WHERE episode = ?", (episode,)).fetchone()
    return ("", "") if low is None else (str(low), str(high))


def turn_of(episode: str, source_id: str) -> str:
    """The id of the turn that a message of an episode is, by its source's own id or, for want of one, its chain."""
    return derived_id("tn", episode, source_id)
