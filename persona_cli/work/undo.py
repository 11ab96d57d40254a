"""Undo: an operation that takes back another; nothing is removed, and an undo can itself be undone."""

from __future__ import annotations

from persona_cli.core.model import Operation
from persona_cli.errors import PersonaError, UsageError
from persona_cli.index.view import View
from persona_cli.store.vault import Vault
from persona_cli.work.change import changing


def undo(vault: Vault, prefix: str, *, with_dependents: bool, dry_run: bool) -> list[Operation]:
    """Take back an operation (the newest in effect when no id is given); gives the operations taken back.

    Refused when later operations rest on it, unless those are to go as well.
    """
    with changing(vault, "undo") as change:
        target = _target(change.view, prefix)
        dependents = _dependents(change.view, target)
        if dependents and not with_dependents:
            names = ", ".join(f"{op.id} ({op.command})" for op in dependents[:5])
            raise PersonaError(
                f"'{target.id}' cannot be undone: later operations rest on it: {names}",
                hint="undo those first, or use --with-dependents",
            )
        chosen = [*dependents, target]
        if not dry_run:
            for operation in chosen:
                change.commit([], reverts=operation.id)
        return chosen


def _target(view: View, prefix: str) -> Operation:
    operations = view.catalog.operations()
    if not prefix:
        newest = next((op for op, live in operations if live and not op.reverts), None)
        if newest is None:
            raise PersonaError("there is nothing to undo")
        return newest
    start = prefix if prefix.startswith("op_") else f"op_{prefix}"
    found = [(op, live) for op, live in operations if op.id.startswith(start)]
    if len(found) != 1:
        what = "no operation" if not found else f"{len(found)} operations"
        raise UsageError(f"{what} with the id '{prefix}'", hint="persona log lists them")
    operation, live = found[0]
    if not live:
        raise PersonaError(f"'{operation.id}' has been undone already", hint="undo its undo to bring it back")
    return operation


def _dependents(view: View, target: Operation) -> list[Operation]:
    """Living later operations that speak of what only the target made, newest first."""
    base = view.base
    made = {t for (t,) in base.execute("SELECT target FROM events WHERE op = ?", (target.id,))}
    made = {t for t in made if any(p.operation.id == target.id for p in view.catalog.placed(t)[:1])}
    live = [(op, op.order) for op, alive in view.catalog.operations() if alive and op.order > target.order]
    found = []
    for operation, _ in live:
        touched = {t for (t,) in base.execute("SELECT target FROM events WHERE op = ?", (operation.id,))}
        if operation.reverts != target.id and touched & made and not _only_supports(view, operation, touched & made):
            found.append(operation)
    return found


def _only_supports(view: View, operation: Operation, targets: set[str]) -> bool:
    """Whether all that an operation does to the targets is to repeat them, which stands without them."""
    kinds = {
        placed.event.type
        for target in targets
        for placed in view.catalog.placed(target)
        if placed.operation.id == operation.id
    }
    return kinds <= {"assert", "entity", "episode", "alias"}
