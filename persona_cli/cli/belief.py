"""The verbs that look at belief and its history: facts, show, log, undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from persona_cli.cli import render
from persona_cli.cli.life import life, mentioned
from persona_cli.cli.options import (
    About,
    AsOf,
    DryRun,
    IncludePast,
    Json,
    JsonLines,
    Kind,
    KnownAt,
    Limit,
    last_instant,
    session_of,
)
from persona_cli.core.model import Entity, Episode, Fact, Operation, Turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from persona_cli.cli.output import Output
    from persona_cli.core.fold import Placed
    from persona_cli.index.view import View
    from persona_cli.work.listing import Shown


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    app.command(epilog="persona facts --about Ana   persona facts --as-of 2025-06 --jsonl")(facts)
    app.command(epilog="persona show fa_7k3q")(show)
    app.command(epilog="persona log --limit 5")(log)
    app.command(epilog="persona undo   persona undo op_7k3q")(undo)


def facts(
    context: typer.Context,
    about: About = [],  # noqa: B006 - typer makes a fresh list for each run
    kind: Kind = [],  # noqa: B006
    predicate: Annotated[list[str] | None, typer.Option("--predicate", help="Only facts with this predicate.")] = None,
    as_of: AsOf = "",
    known_at: KnownAt = "",
    include_past: IncludePast = False,
    json: Json = False,
    jsonl: JsonLines = False,
) -> None:
    """List what is believed."""
    from persona_cli.work import listing
    from persona_cli.work.people import user_names
    from persona_cli.work.refresh import reading

    session = session_of(context, json=json or jsonl)
    at, vault = last_instant(as_of, "--as-of"), session.vault()
    with reading(vault, as_of=at, known_at=last_instant(known_at, "--known-at"), say=session.out.say) as view:
        entities = listing.entities_called(view, about, user_names(vault))
        wanted = listing.Filter(listing.kinds_of(kind), entities, tuple(predicate or ()), include_past=include_past)
        found = list(listing.facts(view, wanted))
        names = view.named(entity for fact in found for entity in (fact.subject, fact.object))
    records = (render.fact_record(fact, names) for fact in found)
    if json:
        session.out.document({"type": "facts", "facts": list(records)})
    elif jsonl:
        for record in records:
            session.out.record(record)
    else:
        for fact in found:
            session.out.line(render.fact_line(fact, names))
        session.out.say("" if found else "Nothing is believed yet that fits.")


def show(
    context: typer.Context,
    ident: Annotated[str, typer.Argument(metavar="ID", help="An id, or a beginning of it that fits one thing only.")],
    as_of: AsOf = "",
    known_at: KnownAt = "",
    json: Json = False,
) -> None:
    """Show one fact, entity, episode, turn or operation with its history and evidence."""
    from persona_cli.work import listing
    from persona_cli.work.refresh import reading

    session = session_of(context, json=json)
    at = last_instant(as_of, "--as-of")
    with reading(session.vault(), as_of=at, known_at=last_instant(known_at, "--known-at"), say=session.out.say) as view:
        shown = listing.show(view, ident)
        if json:
            session.out.document(_shown_record(shown, view))
        else:
            _tell(session.out, shown, view)


def _thing_record(thing: Any, names: dict[str, str], *, live: bool) -> dict[str, Any]:
    if isinstance(thing, Fact):
        return render.fact_record(thing, names)
    if isinstance(thing, Operation):
        return render.operation_record(thing, live=live)
    makers: dict[type, Any] = {Entity: render.entity_record, Episode: render.episode_record, Turn: render.turn_record}
    record: dict[str, Any] = makers.get(type(thing), render.review_record)(thing)
    return record


def _shown_record(shown: Shown, view: View) -> dict[str, Any]:
    mentioned = [shown.thing, *shown.facts]
    names = view.named(e for fact in mentioned if isinstance(fact, Fact) for e in (fact.subject, fact.object))
    return {
        **_thing_record(shown.thing, names, live=shown.live),
        "believed": shown.believed,
        "history": [_history_record(placed, shown.undone) for placed in shown.history],
        "turns": [render.turn_record(turn) for turn in shown.turns],
        "facts": [render.fact_record(fact, names) for fact in shown.facts],
    }


def _history_record(placed: Placed, undone: Mapping[str, Operation]) -> dict[str, Any]:
    event, operation = placed.event, placed.operation
    undo = undone.get(operation.id)
    return {
        "event": event.type,
        "operation": operation.id,
        "time": operation.time,
        "command": operation.command,
        "in_effect": undo is None,
        "undone_by": undo.id if undo else None,
        **event.body,
    }


def _tell(out: Output, shown: Shown, view: View) -> None:
    thing = shown.thing
    names = view.named(
        e for fact in [thing, *shown.facts] if isinstance(fact, Fact) for e in (fact.subject, fact.object)
    )
    for line in _heading(shown, names):
        out.line(line)
    for turn in shown.turns:
        out.line(f"  {render.turn_line(turn)}")
    for fact in shown.facts:
        out.line(f"  {render.fact_line(fact, names)}")
    spoken = mentioned(shown)
    said = {**view.named(spoken), **{fact.id: fact.text for fact in view.facts([i for i in spoken if i[:2] == "fa"])}}
    for line in life(shown, said):
        out.line(f"  {line}")


def _heading(shown: Shown, names: dict[str, str]) -> list[str]:
    thing = shown.thing
    if isinstance(thing, Fact):
        lines = [render.fact_line(thing, names, label="" if shown.believed else "taken back")]
        more = f"  {thing.predicate}, {thing.kind}{f' ({thing.aspect})' if thing.aspect else ''}, by {thing.extractor}"
        lines.append(f"{more}{', edited by hand' if thing.edited else ''}")
        there = {turn.id for turn in shown.turns}
        return lines + [f"  “{item.quote}”" for item in thing.evidence if item.quote and item.turn not in there]
    if isinstance(thing, Turn):
        return [f"{thing.speaker or thing.role}, {thing.time or 'time not known'}  {thing.id}", thing.text]
    if isinstance(thing, Entity):
        return [_entity_heading(thing)]
    if isinstance(thing, Episode):
        title = thing.title or thing.conversation or "Episode"
        return [f"{title}  [{thing.time[:10]}, {thing.source or 'no source'}]  {thing.id}"]
    if isinstance(thing, Operation):
        return [operation_line(thing, live=shown.live)]
    return [f"{thing.reason}: {thing.proposal.get('text', '')}  [{thing.state}]  {thing.id}"]


def _entity_heading(entity: Entity) -> str:
    also = f" (also {', '.join(entity.aliases)})" if entity.aliases else ""
    return f"{entity.name}{also}  [{entity.type or entity.kind}]  {entity.id}"


def operation_line(operation: Operation, *, live: bool) -> str:
    """An operation on one line."""
    counts = ", ".join(f"{count} in {log}" for log, count in operation.counts) or "no events"
    undone = "" if live else "  (undone)"
    reverts = f" of {render.short(operation.reverts)}" if operation.reverts else ""
    time = operation.time[:16].replace("T", " ")
    return f"{time}  {operation.command}{reverts}: {counts}{undone}  {render.short(operation.id)}"


def log(
    context: typer.Context,
    limit: Limit = 20,
    json: Json = False,
    jsonl: JsonLines = False,
) -> None:
    """List the operations, newest first."""
    from persona_cli.work.refresh import reading

    session = session_of(context, json=json or jsonl)
    with reading(session.vault(), say=session.out.say) as view:
        operations = view.catalog.operations(limit=limit)
    records = [render.operation_record(operation, live=live) for operation, live in operations]
    if json:
        session.out.document({"type": "log", "operations": records})
        return
    for (operation, live), record in zip(operations, records, strict=True):
        if jsonl:
            session.out.record(record)
        else:
            session.out.line(operation_line(operation, live=live))


def undo(
    context: typer.Context,
    operation: Annotated[str, typer.Argument(metavar="[OPERATION]", help="Its id; else the newest one.")] = "",
    with_dependents: Annotated[
        bool, typer.Option("--with-dependents", help="Also undo the later operations that rest on it.")
    ] = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Take back an operation; an undo can be undone."""
    from persona_cli.work.undo import undo as run

    session = session_of(context, json=json)
    done = run(session.vault(), operation, with_dependents=with_dependents, dry_run=dry_run)
    if json:
        records = [render.operation_record(item, live=dry_run) for item in done.undone]
        undoing = [item.id for item in done.operations]
        session.out.document({"type": "undo", "dry_run": dry_run, "operations": records, "recorded": undoing})
    else:
        for item in done.undone:
            session.out.line(operation_line(item, live=True))
    count = len(done.undone)
    session.out.say(f"{'Would undo' if dry_run else 'Undid'} {count} operation{'' if count == 1 else 's'}.")
    if done.operations:
        session.out.say(f"Recorded as {render.short(done.operations[-1].id)}")
