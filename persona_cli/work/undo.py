"""Undo: an operation that takes back another; nothing is removed, and an undo can itself be undone.

What a later operation only repeated stands without the one taken back: the undo says it once more in its name. What
was ended by a fact that goes away is open again. Only what a later operation changed by hand stands in the way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from persona_cli.core.event import Event
from persona_cli.core.fold import Placed, fold_fact
from persona_cli.core.model import Operation
from persona_cli.errors import PersonaError, UsageError
from persona_cli.index.view import View
from persona_cli.store.vault import Vault, Writer
from persona_cli.work.change import changing

_MAKERS = frozenset({"assert", "entity", "episode", "propose"})
_NAMING = frozenset({"entity", "episode", "alias"})
_REPEATS = frozenset({"assert", "support", "entity", "episode", "alias", "summary"})
_ENDS = frozenset({"close", "retract"})
_NAMED = 5  # dependents told by name


@dataclass(frozen=True, slots=True)
class Dependent:
    """A later operation that changed what an earlier one made, and the first such change."""

    operation: Operation
    why: str


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo did."""

    undone: tuple[Operation, ...]  # operations taken back, newest first
    operations: tuple[Operation, ...]  # the undoing ones, in the same order; none in a dry run


def undo(vault: Vault, prefix: str, *, with_dependents: bool, dry_run: bool) -> Undone:
    """Take back an operation, the newest in effect when no id is given.

    Refused when later operations rest on it, unless those are to go as well.
    """
    with changing(vault, "undo") as change:
        target = _target(change.view, prefix, change.writer.device)
        dependents = _dependents(change.view, target)
        if dependents and not with_dependents:
            names = "; ".join(f"{d.operation.id} ({d.operation.command}) {d.why}" for d in dependents[:_NAMED])
            raise PersonaError(
                f"'{target.id}' cannot be undone: later operations rest on it: {names}",
                hint="undo those first, or use --with-dependents",
            )
        chosen = [*(d.operation for d in dependents), target]
        if dry_run:
            return Undone(tuple(chosen), ())
        kept = _kept(change.view, change.writer, chosen)
        done = [change.commit(kept if op is target else [], reverts=op.id) for op in chosen]
        return Undone(tuple(chosen), tuple(done))


def _target(view: View, prefix: str, device: str) -> Operation:
    operations = view.catalog.operations()
    if not prefix:
        # what another device did is undone by its id, unless this one has done nothing yet
        here = {device} & {op.device for op, _ in operations}
        ours = (op for op, live in operations if live and not op.reverts and (not here or op.device in here))
        newest = next(ours, None)
        if newest is None:
            raise PersonaError("there is nothing to undo")
        return newest
    start = prefix if prefix.startswith("op_") else f"op_{prefix}"
    found = [(op, live) for op, live in operations if op.id.startswith(start)]
    if len(found) != 1:
        what = "no operation has" if not found else f"{len(found)} operations have"
        raise UsageError(f"{what} the id '{prefix}'", hint="persona log lists them")
    operation, live = found[0]
    if not live:
        by = next((op.id for op, alive in operations if alive and op.reverts == operation.id), "")
        again = f"persona undo {by} brings it back" if by else "persona log shows what was undone"
        raise PersonaError(f"'{operation.id}' has been undone already", hint=again)
    return operation


def _targets(view: View, operation: str) -> list[str]:
    found = view.base.execute("SELECT DISTINCT target FROM events WHERE op = ? ORDER BY target", (operation,))
    return [target for (target,) in found]


def _made(view: View, operations: Collection[str]) -> dict[str, list[Placed]]:
    """Things that no living operation but these makes, each with all that is in effect of it."""
    made = {}
    for operation in operations:
        for target in _targets(view, operation):
            group = view.catalog.placed(target)
            makers = {placed.operation.id for placed in group if placed.event.type in _MAKERS}
            if makers and makers <= set(operations):
                made[target] = group
    return made


def _dependents(view: View, target: Operation) -> list[Dependent]:
    """Living later operations that changed by hand what only the target made, and what rests on those, newest first."""
    if target.reverts:
        return []  # to undo an undo brings something back; nothing rests on its absence
    found: dict[str, Dependent] = {}
    waiting = [target]
    while waiting:
        for placed in _changes(view, waiting.pop()):
            if placed.operation.id not in found and placed.operation.id != target.id:
                found[placed.operation.id] = Dependent(placed.operation, _why(placed.event))
                waiting.append(placed.operation)
    return sorted(found.values(), key=lambda d: d.operation.order, reverse=True)


def _changes(view: View, operation: Operation) -> Iterator[Placed]:
    for group in _made(view, [operation.id]).values():
        for placed in group:
            event = placed.event
            by_itself = bool(event.body.get("auto")) and placed.operation.command == "ingest"
            if placed.operation.order > operation.order and event.type not in _REPEATS and not by_itself:
                yield placed


def _why(event: Event) -> str:
    verbs = {"close": "ended", "retract": "retracted", "reopen": "reopened", "edit": "reworded", "decide": "decided"}
    return f"{verbs.get(event.type, f'has a {event.type} of')} {event.target}"


def _kept(view: View, writer: Writer, chosen: Sequence[Operation]) -> list[Event]:
    """What the undo must say itself, so that what others repeat stands and what was ended by what goes is open again."""
    going = {operation.id for operation in chosen}
    made = _made(view, going)
    if any(operation.reverts for operation in chosen):
        return []
    restated = [*_repeated(made, going)]
    lost = made.keys() - {event.id for event in restated}
    needed = _needed(view, lost, going)
    mine = (placed for ident in sorted(needed) for placed in made[ident] if placed.operation.id in going)
    restated += [placed.event for placed in mine if placed.event.type in _NAMING]
    plain = [Event(event.type, event.id, event.body) for event in restated]
    return [*plain, *_reopened(view, writer, lost, going)]


def _repeated(made: dict[str, list[Placed]], going: set[str]) -> Iterator[Event]:
    """Facts that others support: asserted again, resting on what those said."""
    for group in made.values():
        first = next(placed.event for placed in group if placed.event.type in _MAKERS)
        others = [p.event.body for p in group if p.operation.id not in going and p.event.type == "support"]
        if first.type == "assert" and others:
            said = {key: others[0].get(key, "") for key in ("valid_at", "said_at", "evidence", "extractor")}
            yield Event("assert", first.id, {**first.body, **said})


def _needed(view: View, lost: Collection[str], going: set[str]) -> set[str]:
    """Entities and episodes that go with the operations, yet are spoken of by facts and turns that stay."""
    needed = set()
    for ident in lost:
        if ident.startswith("en_"):
            sql = "SELECT id FROM facts WHERE subject = ?1 OR object = ?1"
            facts = [fact for (fact,) in view.base.execute(sql, (ident,)) if fact not in lost]
            if any(ident in _spoken_of(view, fact, going) for fact in facts):
                needed.add(ident)
        elif ident.startswith("ep_"):
            turns = view.base.execute("SELECT op FROM turns WHERE episode = ? AND live", (ident,)).fetchall()
            if any(op not in going for (op,) in turns):
                needed.add(ident)
    return needed


def _spoken_of(view: View, fact: str, going: set[str]) -> set[str]:
    """The entities of a fact as it will be; of one that is asserted again, those it has."""
    group = view.catalog.placed(fact)
    rest = fold_fact([placed for placed in group if placed.operation.id not in going]) or fold_fact(group)
    return {rest.subject, rest.object} if rest else set()


def _reopened(view: View, writer: Writer, lost: Collection[str], going: set[str]) -> Iterator[Event]:
    """Facts that a lost one ended stand open again, with the other ends they have."""
    if not any(ident.startswith("fa_") for ident in lost):
        return
    for fact in view.facts():
        if fact.id in lost or fact.closed_by not in lost:
            continue
        group = [placed for placed in view.catalog.placed(fact.id) if placed.operation.id not in going]
        since = max((place for place, placed in enumerate(group) if placed.event.type == "reopen"), default=-1)
        ends = [placed.event for placed in group[since + 1 :] if placed.event.type in _ENDS]
        if any(_by(event) in lost for event in ends):
            yield writer.event("reopen", fact=fact.id, reason="what ended it was taken back")
            yield from (Event(event.type, event.id, event.body) for event in ends if _by(event) not in lost)


def _by(event: Event) -> str:
    return str(event.body.get("by", ""))
