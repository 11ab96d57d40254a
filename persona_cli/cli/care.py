"""The verbs that look after the vault: status, check, reindex, config."""

from __future__ import annotations

from typing import Annotated

import typer

from persona_cli.cli.options import DryRun, Json, session_of, zone_of
from persona_cli.errors import DamagedError, PartialError

DAMAGED = DamagedError.exit_code


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    app.command(epilog="persona status --json")(status)
    app.command(epilog="persona check || persona check --json   persona check --secrets")(check)
    app.command(epilog="persona reindex")(reindex)
    app.command(epilog="persona config   persona config timezone Europe/Paris")(config)


def status(context: typer.Context, json: Json = False) -> None:
    """Show what the vault holds and how its index stands."""
    from persona_cli.work.status import status as run

    session = session_of(context, json=json)
    found = run(session.vault(), say=session.out.say)
    if json:
        session.out.document({"type": "status", **found})
        return
    for key, value in found.items():
        session.out.line(f"{key.replace('_', ' '):18} {value}")


def check(
    context: typer.Context,
    fix: Annotated[
        bool, typer.Option("--fix", help="Narrow permissions that are too wide; touches no content.")
    ] = False,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="Look for secrets in what was recorded instead; tells where, not what.")
    ] = False,
    json: Json = False,
) -> None:
    """Check every promise of the format; silent when all is well."""
    from persona_cli.work.check import check as run
    from persona_cli.work.check import narrow
    from persona_cli.work.secrets import secrets as look

    session = session_of(context, json=json)
    vault = session.vault()
    if fix:
        narrow(vault)
    problems = look(vault) if secrets else run(vault)
    if json:
        records = [{"path": p.path, "line": p.line, "message": p.message} for p in problems]
        session.out.document({"type": "check", "problems": records})
    else:
        for problem in problems:
            session.out.line(str(problem))
    wrong = PartialError.exit_code if secrets else DAMAGED
    session.code = wrong if problems else 0


def reindex(context: typer.Context, json: Json = False) -> None:
    """Build the index anew from the logs."""
    from persona_cli.work.indexing import reindex as run

    session = session_of(context, json=json)
    count = run(session.vault())
    if json:
        session.out.document({"type": "reindex", "documents": count})
    session.out.say(f"Indexed {count} documents.")


def config(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A setting, as section.key; else all are shown.")] = "",
    value: Annotated[str | None, typer.Argument(help="Its new value, as YAML; else the present one is shown.")] = None,
    show_origin: Annotated[bool, typer.Option("--show-origin", help="Tell where each value comes from.")] = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Show or change settings."""
    from persona_cli.work import configure

    session = session_of(context, json=json)
    vault = session.vault()
    if value is not None:
        if name == "timezone":
            zone_of(value)  # an unknown zone is told now, not at the next ingest
        configure.change(vault, name, value, dry_run=dry_run)
        session.out.say(f"{'Would set' if dry_run else 'Set'} {name}.")
        return
    rows = configure.rows(vault.settings, name)
    if json:
        session.out.document({"type": "config", "settings": {row.name: row.value for row in rows}})
        return
    for row in rows:
        origin = f"  ({row.origin})" if show_origin else ""
        session.out.line(f"{row.name} = {configure.shown(row.value)}{origin}")
