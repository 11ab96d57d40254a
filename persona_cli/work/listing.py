"""Looking things up without a question: facts by filters, and everything about one id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from persona_cli.core.fold import Placed, fold_fact
from persona_cli.core.model import FACT_KINDS, USER_ENTITY, Entity, Episode, Fact, Operation, ReviewItem, Turn
from persona_cli.core.names import name_key
from persona_cli.core.when import END
from persona_cli.errors import PersonaError, UsageError
from persona_cli.index.view import View


@dataclass(frozen=True, slots=True)
class Filter:
    """Which facts are wanted."""

    kinds: tuple[str, ...] = ()
    about: tuple[str, ...] = ()  # entity ids
    predicates: tuple[str, ...] = ()
    include_past: bool = False


def facts(view: View, wanted: Filter) -> Iterator[Fact]:
    """Facts about the person, then about others by name; each in order of valid time, then of being said."""
    found = [fact for fact in view.facts() if fits(view, fact, wanted)]
    names = view.named(fact.subject for fact in found)

    def place(fact: Fact) -> tuple[bool, str, str, str, str, str]:
        begins = fact.valid_at.start if fact.valid_at else ""
        return (fact.subject != USER_ENTITY, names.get(fact.subject, ""), fact.subject, begins, fact.said_at, fact.id)

    yield from sorted(found, key=place)


def facts_of(view: View, entity: str) -> Iterator[Fact]:
    """All that is or was believed of an entity, as subject or object, in order."""
    return facts(view, Filter(about=(entity,), include_past=True))


def fits(view: View, fact: Fact, wanted: Filter) -> bool:
    """Whether a fact is among those wanted."""
    if wanted.kinds and fact.kind not in wanted.kinds:
        return False
    if wanted.predicates and fact.predicate not in wanted.predicates:
        return False
    if wanted.about and fact.subject not in wanted.about and fact.object not in wanted.about:
        return False
    why = view.hidden(fact)
    return not why or (wanted.include_past and why != "retracted")


def kinds_of(names: Sequence[str]) -> tuple[str, ...]:
    """Kinds of facts as asked for; raises UsageError for one that there is not."""
    if wrong := next((name for name in names if name not in FACT_KINDS), ""):
        raise UsageError(f"no kind '{wrong}'", hint="the kinds are fact, psyche and goal")
    return tuple(names)


def entities_called(view: View, names: Sequence[str], user: Sequence[str] = ()) -> tuple[str, ...]:
    """Entities by name, alias or id; raises UsageError for a name that nothing goes by.

    `user` are the names of the person as the settings have them: they mean the person, whatever the vault has noted.
    """
    found: list[str] = []
    mine = {name_key(name) for name in user}
    for name in names:
        if name_key(name) in mine and view.entity(USER_ENTITY) is not None:
            found.append(USER_ENTITY)
            continue
        if name.startswith("en_") and (ids := view.ids(name)):
            found += [view.owner.get(ident, ident) for ident in ids]
            continue
        entities = view.by_keys([name_key(name)], exact=True).get(name_key(name), set())
        if not entities:
            raise UsageError(f"nothing goes by the name '{name}'", hint="persona entities list shows the names")
        found += sorted(entities)
    return tuple(dict.fromkeys(found))


def episodes_called(view: View, prefixes: Sequence[str]) -> tuple[str, ...]:
    """Episodes by the beginnings of their ids; raises UsageError for one that begins none."""
    found: list[str] = []
    for prefix in prefixes:
        start = prefix if "_" in prefix else f"ep_{prefix}"
        ids = view.ids(start) if start.startswith("ep_") else []
        if not ids:
            raise UsageError(f"no episode has the id '{prefix}'", hint="persona show --json tells a turn's episode")
        if len(ids) > 1:
            raise UsageError(f"'{prefix}' means several: {', '.join(ids)}", hint="type more of it")
        found += ids
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Shown:
    """One thing, with its whole life."""

    thing: Fact | Entity | Episode | Turn | ReviewItem | Operation
    history: tuple[Placed, ...] = ()
    turns: tuple[Turn, ...] = ()  # evidence of a fact, or the turns of an episode
    facts: tuple[Fact, ...] = ()  # of an entity, a turn or an operation
    undone: Mapping[str, Operation] = field(default_factory=dict)  # for each undone operation its undo
    believed: bool = True  # false: what made it was taken back
    live: bool = True  # of an operation: whether it is in effect


def show(view: View, prefix: str) -> Shown:
    """What an id or its unique beginning means; raises UsageError when it is unknown or means several."""
    found = view.ids(prefix) or _gone(view, prefix)
    if not found:
        raise UsageError(f"nothing has the id '{prefix}'", hint="persona facts and persona log print ids")
    if len(found) > 1:
        raise UsageError(f"'{prefix}' means several: {', '.join(found)}", hint="type more of it")
    ident = found[0]
    history = tuple(view.catalog.history(ident, known_at=view.known_at))
    undone = {op.reverts: op for op, live in view.catalog.operations() if op.reverts and live}
    dead = view.catalog.dead_at(view.known_at or END)
    shown = _SHOW[ident[:2]](view, ident, history)
    return replace(shown, undone={op: undo for op, undo in undone.items() if op in dead})


def _gone(view: View, prefix: str) -> list[str]:
    """Facts that are no longer believed because what made them was undone, by the beginning of their ids."""
    start = prefix if "_" in prefix else f"fa_{prefix}"
    if not start.startswith("fa_"):
        return []
    sql = "SELECT DISTINCT target FROM events WHERE target >= ? AND target < ? ORDER BY target LIMIT 10"
    return [target for (target,) in view.base.execute(sql, (start, start + "\U0010ffff"))]


def _fact(view: View, ident: str, history: tuple[Placed, ...]) -> Shown:
    fact = next(view.facts([ident]), None)
    if fact is None:
        once = fold_fact(history)
        if once is None:
            raise PersonaError(f"'{ident}' was not known then")
        return Shown(once, history, believed=False)
    turns = view.turns([item.turn for item in fact.evidence if item.turn])
    return Shown(fact, history, tuple(sorted(turns.values(), key=lambda turn: (turn.time, turn.position, turn.id))))


def _entity(view: View, ident: str, history: tuple[Placed, ...]) -> Shown:
    entity = view.entity(ident)
    if entity is None:
        raise PersonaError(f"'{ident}' was not known then")
    return Shown(entity, history, facts=tuple(facts_of(view, view.owner.get(ident, ident))))


def _episode(view: View, ident: str, history: tuple[Placed, ...]) -> Shown:
    episode = view.episode(ident)
    if episode is None:
        raise PersonaError(f"'{ident}' was not known then")
    return Shown(episode, history, tuple(view.turns_of(ident)))


def _turn(view: View, ident: str, history: tuple[Placed, ...]) -> Shown:
    turn = view.turns([ident]).get(ident)
    if turn is None:
        raise PersonaError(f"'{ident}' was taken back")
    return Shown(turn, history, facts=tuple(view.facts_on_turn(ident)))


def _review(view: View, ident: str, history: tuple[Placed, ...]) -> Shown:
    item = view.review(ident)
    if item is None:
        raise PersonaError(f"'{ident}' was taken back")
    return Shown(item, history, facts=tuple(view.facts(item.facts)))


def _operation(view: View, ident: str, history: tuple[Placed, ...]) -> Shown:
    operation, live = next((op, live) for op, live in view.catalog.operations() if op.id == ident)
    return Shown(operation, history, facts=tuple(view.facts(view.facts_of_operation(ident))), live=live)


_SHOW = {"fa": _fact, "en": _entity, "ep": _episode, "tn": _turn, "rv": _review, "op": _operation}
