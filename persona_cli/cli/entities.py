"""The verbs about people, places and things: entities list, show, alias, rename, describe, link, merge, unmerge, …"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from persona_cli.cli import render
from persona_cli.cli.options import DryRun, Json, JsonLines, KnownAt, last_instant, session_of
from persona_cli.cli.output import joined

if TYPE_CHECKING:
    from persona_cli.core.model import Entity

Name = Annotated[str, typer.Argument(metavar="ENTITY", help="A name, an alias, or an id.")]


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    verbs = typer.Typer(
        help="List, name, merge and tell apart people, places and things.", no_args_is_help=True, suggest_commands=False
    )
    verbs.command("list", epilog="persona entities list --jsonl")(list_)
    verbs.command(epilog="persona entities show Marta")(show)
    verbs.command(epilog='persona entities alias "Robert Smith" Bob')(alias)
    verbs.command(epilog='persona entities rename Marta "Marta Ruiz"')(rename)
    verbs.command(epilog='persona entities describe Marta "my older sister"')(describe)
    verbs.command(epilog="persona entities link Marta https://example.org/marta")(link)
    verbs.command(epilog='persona entities merge Bob "Robert Smith"')(merge)
    verbs.command(epilog='persona entities unmerge "Robert Smith"')(unmerge)
    verbs.command(epilog='persona entities distinct Anna "Anna B."')(distinct)
    verbs.command(epilog="persona entities dedupe --dry-run")(dedupe)
    app.add_typer(verbs, name="entities")


def list_(context: typer.Context, known_at: KnownAt = "", json: Json = False, jsonl: JsonLines = False) -> None:
    """List entities and the names they go by."""
    from persona_cli.work.refresh import reading

    session = session_of(context, json=json or jsonl)
    with reading(session.vault(), known_at=last_instant(known_at, "--known-at"), say=session.out.say) as view:
        found = (entity for entity in view.entities() if not entity.merged_into)
        entities = sorted(found, key=lambda entity: (entity.name.casefold(), entity.id))
    records = [render.entity_record(entity) for entity in entities]
    if json:
        session.out.document({"type": "entities", "entities": records})
        return
    for entity, record in zip(entities, records, strict=True):
        if jsonl:
            session.out.record(record)
        else:
            session.out.line(_line(entity))


def _line(entity: Entity) -> str:
    also = f" (also {', '.join(entity.aliases)})" if entity.aliases else ""
    about = f": {entity.description}" if entity.description else ""
    return f"{entity.name}{also}{about}  [{entity.type or entity.kind}]  {render.short(entity.id)}"


def show(context: typer.Context, name: Name, known_at: KnownAt = "", json: Json = False) -> None:
    """Show one entity with what is believed of it."""
    from persona_cli.work.entities import entity_of
    from persona_cli.work.listing import facts_of
    from persona_cli.work.refresh import reading

    session = session_of(context, json=json)
    with reading(session.vault(), known_at=last_instant(known_at, "--known-at"), say=session.out.say) as view:
        entity = entity_of(view, name)
        facts = list(facts_of(view, entity.id))
        names = view.named(e for fact in facts for e in (fact.subject, fact.object))
    if json:
        record = render.entity_record(entity)
        session.out.document({**record, "facts": [render.fact_record(fact, names) for fact in facts]})
        return
    session.out.line(_line(entity))
    for fact in facts:
        session.out.line(f"  {render.fact_line(fact, names)}")


def _change(
    context: typer.Context, verb: str, names: tuple[str, ...], body: dict[str, Any], *, dry_run: bool, json: bool
) -> None:
    from persona_cli.work.entities import change_entity

    session = session_of(context, json=json)
    done = change_entity(session.vault(), verb, names, body, dry_run=dry_run)
    if json:
        events = [event.record() for event in done.events]
        record = {"type": "entities", "dry_run": dry_run, "operation": done.operation or None, "events": events}
        session.out.document(record)
        return
    session.out.line(_told(verb, [entity.name for entity in done.entities], body))
    session.out.say("Nothing was changed." if dry_run else f"Recorded as {render.short(done.operation)}")


def _told(verb: str, names: list[str], body: dict[str, Any]) -> str:
    first, others = names[0], " and ".join(names[1:])
    words = {
        "alias": f"{first} is also called {body.get('name')}",
        "rename": f"{first} is called {body.get('name')}",
        "describe": f"{first}: {joined(str(value) for value in body.values())}",
        "merge": f"{first} is {others}",
        "unmerge": f"{first} is not {others}",
        "distinct": f"{first} is never {others}",
    }
    return words[verb]


def alias(context: typer.Context, name: Name, other: str, dry_run: DryRun = False, json: Json = False) -> None:
    """Say that an entity also goes by another name."""
    _change(context, "alias", (name,), {"name": other}, dry_run=dry_run, json=json)


def rename(context: typer.Context, name: Name, new: str, dry_run: DryRun = False, json: Json = False) -> None:
    """Give an entity another canonical name; the old one stays an alias."""
    _change(context, "rename", (name,), {"name": new}, dry_run=dry_run, json=json)


def describe(
    context: typer.Context,
    name: Name,
    text: Annotated[str, typer.Argument(help="A description.")] = "",
    type_: Annotated[str, typer.Option("--type", help="person, place, organisation, work, animal or thing.")] = "",
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Describe an entity, or say what type it is of."""
    body = {key: value for key, value in (("text", text), ("etype", type_)) if value}
    _change(context, "describe", (name,), body, dry_run=dry_run, json=json)


def link(context: typer.Context, name: Name, reference: str, dry_run: DryRun = False, json: Json = False) -> None:
    """Link an entity to a record outside: an address, or any reference."""
    _change(context, "describe", (name,), {"link": reference}, dry_run=dry_run, json=json)


def merge(
    context: typer.Context,
    name: Name,
    into: Annotated[str, typer.Argument(metavar="INTO", help="The entity it is part of.")],
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Say that two entities are one; can be taken back."""
    _change(context, "merge", (name, into), {}, dry_run=dry_run, json=json)


def unmerge(context: typer.Context, name: Name, dry_run: DryRun = False, json: Json = False) -> None:
    """Take back every merge into an entity, or of one named by its id."""
    _change(context, "unmerge", (name,), {}, dry_run=dry_run, json=json)


def distinct(context: typer.Context, name: Name, other: str, dry_run: DryRun = False, json: Json = False) -> None:
    """Say that two entities must never be merged, nor proposed to be."""
    _change(context, "distinct", (name, other), {}, dry_run=dry_run, json=json)


def dedupe(context: typer.Context, dry_run: DryRun = False, json: Json = False) -> None:
    """Find entities that may be one, with the reason, and put them up for review."""
    from persona_cli.work.entities import dedupe as run

    session = session_of(context, json=json)
    found = run(session.vault(), dry_run=dry_run)
    if json:
        records = [{"one": pair.one.id, "other": pair.other.id, "reason": pair.reason} for pair in found]
        session.out.document({"type": "duplicates", "dry_run": dry_run, "pairs": records})
        return
    for pair in found:
        session.out.line(f"{pair.one.name} ~ {pair.other.name}  [{pair.reason}]  {pair.one.id} {pair.other.id}")
    session.out.say(
        "persona review decides about them." if found and not dry_run else "" if found else "No two look like one."
    )
