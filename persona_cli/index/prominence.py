"""Which facts matter most without a question: those of the entities that most is known about, newest first.

The tables answer it in time that does not grow with what is left out; a past state of knowing is looked through whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from persona_cli.core.model import Fact, Turn
from persona_cli.index import rows
from persona_cli.index.view import View

_HOLDS = "NOT retracted AND (valid_to = '' OR valid_to > ?)"


def degrees(view: View, without: Sequence[str] = ()) -> Counter[str]:
    """How many facts that hold touch each entity, merged ones counted with their owner; some predicates left out."""
    found: Counter[str] = Counter()
    if view.known_at:
        for fact in holding(view, without):
            found.update({fact.subject, fact.object} - {""})
        return found
    marks = ",".join("?" * len(without))
    for column in ("subject", "object"):
        more = " AND object != '' AND object != subject" if column == "object" else ""
        sql = f"SELECT {column}, COUNT(*) FROM facts WHERE {_HOLDS}{more}"
        for entity, count in view.base.execute(f"{sql} GROUP BY {column}", (view.as_of,)):
            found[view.owner.get(entity, entity)] += count
        # taken off again, rather than left out: the indexes know all facts of an entity, and those of a predicate
        taken = view.base.execute(f"{sql} AND predicate IN ({marks}) GROUP BY {column}", (view.as_of, *without))
        for entity, count in taken:
            found[view.owner.get(entity, entity)] -= count
    return +found


def foremost(view: View, degree: Counter[str], limit: int, without: Sequence[str] = ()) -> list[Fact]:
    """Facts that hold: the first `limit` by their subject's degree, the newest, and the newest traits and goals."""
    if view.known_at:
        every = sorted(holding(view, without), key=lambda fact: -degree[fact.subject])
        kinds = [fact for fact in _newest_first(every) if fact.kind != "fact"]
        chosen = [*every[:limit], *_newest_first(every)[:limit], *kinds[:limit]]
        return list({fact.id: fact for fact in chosen}.values())
    ids = _prominent(view, degree, limit, without)
    test = f"valid_from <= ? AND {_HOLDS}{_but(without)}"
    sql = f"SELECT id FROM facts WHERE {test} ORDER BY valid_from DESC, id LIMIT ?"
    ids += [ident for (ident,) in view.base.execute(sql, (view.as_of, view.as_of, *without, limit))]
    ids += _newest_of(view, ("psyche", "goal"), limit, without)
    return list(view.facts(dict.fromkeys(ids)))


def _prominent(view: View, degree: Counter[str], limit: int, without: Sequence[str]) -> list[str]:
    ids: list[str] = []
    for entity, _ in sorted(degree.items(), key=lambda item: (-item[1], item[0])):
        members = view.members(entity)
        marks = ",".join("?" * len(members))
        test = f"subject IN ({marks}) AND {_HOLDS}{_but(without)}"
        sql = f"SELECT id FROM facts WHERE {test} ORDER BY valid_from DESC, id LIMIT ?"
        ids += [ident for (ident,) in view.base.execute(sql, (*members, view.as_of, *without, limit - len(ids)))]
        if len(ids) >= limit:
            break
    return ids


def newest(view: View, limit: int, kinds: Collection[str]) -> list[Fact]:
    """The newest facts of some kinds that hold or lie ahead, by when they became true."""
    if view.known_at:
        return _newest_first(fact for fact in holding(view) if fact.kind in kinds)[:limit]
    return _newest_first(view.facts(_newest_of(view, kinds, limit, ())))[:limit]


def _newest_of(view: View, kinds: Collection[str], limit: int, without: Sequence[str]) -> list[str]:
    """Ids of the newest facts of each kind."""
    sql = f"SELECT id FROM facts WHERE kind = ? AND {_HOLDS}{_but(without)} ORDER BY valid_from DESC, id LIMIT ?"
    return [ident for kind in kinds for (ident,) in view.base.execute(sql, (kind, view.as_of, *without, limit))]


def newest_of(view: View, kinds: Collection[str], fits: Callable[[Fact], bool], limit: int) -> list[Fact]:
    """The newest facts of some kinds that fit, however many others stand before them."""
    size = 2 * limit
    while True:
        found = newest(view, size, kinds)
        fitting = [fact for fact in found if fits(fact)]
        if len(fitting) >= limit or len(found) < size:
            return fitting[:limit]
        size *= 4


def around(view: View, entity: str, most: int) -> list[Fact]:
    """Facts that touch an entity and hold, newest first; none when there are more than `most`: a hub says nothing."""
    if view.known_at:
        touching = [fact for fact in holding(view) if entity in (fact.subject, fact.object)]
        return _newest_first(touching) if len(touching) <= most else []
    members = view.members(entity)
    marks = ",".join("?" * len(members))
    ids: list[str] = []
    for test in (f"subject IN ({marks})", f"object != '' AND object IN ({marks})"):
        sql = f"SELECT id FROM facts WHERE {test} AND {_HOLDS} LIMIT ?"
        ids += [ident for (ident,) in view.base.execute(sql, (*members, view.as_of, most + 1))]
    found = dict.fromkeys(ids)
    return _newest_first(view.facts(found)) if len(found) <= most else []


def first_turns(view: View, episode: str, limit: int) -> list[Turn]:
    """The first turns of an episode that are in effect, in order."""
    if view.known_at:
        return view.turns_of(episode)[:limit]
    sql = f"{rows.TURN} WHERE live AND episode = ? ORDER BY position, time, number LIMIT ?"
    turns = (rows.turn(row) for row in view.base.execute(sql, (episode, limit)))
    return [turn for turn in turns if not view.then or turn.time <= view.as_of]


def turns_in_all(view: View, most: int) -> list[Turn] | None:
    """All turns there are, if they are few; None when they are more than `most`, or the state is a past one."""
    if view.known_at:
        return None
    ids = [ident for (ident,) in view.base.execute("SELECT id FROM turns WHERE live LIMIT ?", (most + 1,))]
    return list(view.turns(ids).values()) if len(ids) <= most else None


def holding(view: View, without: Collection[str] = ()) -> Iterable[Fact]:
    """All facts that hold, those of some predicates left out."""
    return (fact for fact in view.facts() if fact.predicate not in without and not view.hidden(fact))


def _but(predicates: Sequence[str]) -> str:
    """The end of a test that leaves predicates out, which are bound after what is before it."""
    return f" AND predicate NOT IN ({','.join('?' * len(predicates))})" if predicates else ""


def count(view: View, without: Sequence[str]) -> int:
    """How many facts hold, those of some predicates left out."""
    if view.known_at:
        return sum(1 for _ in holding(view, without))
    sql = f"SELECT COUNT(*) FROM facts WHERE {_HOLDS}{_but(without)}"
    return int(view.base.execute(sql, (view.as_of, *without)).fetchone()[0])


def any_with(view: View, predicates: Sequence[str]) -> bool:
    """Whether any fact has one of the predicates."""
    marks = ",".join("?" * len(predicates))
    sql = f"SELECT 1 FROM facts WHERE predicate IN ({marks}) LIMIT 1"
    return view.base.execute(sql, predicates).fetchone() is not None


def _newest_first(facts: Iterable[Fact]) -> list[Fact]:
    """Facts by when they became true, latest first; ties by id."""
    by_id = sorted(facts, key=lambda fact: fact.id)
    return sorted(by_id, key=lambda fact: fact.valid_at.start if fact.valid_at else "", reverse=True)
