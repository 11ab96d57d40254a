"""The verbs that begin a vault and put single things into it: init, remember."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from persona_cli.cli.options import DryRun, Json, session_of, when_of
from persona_cli.store import vault as vaults


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    app.command(epilog="persona init ~/memory --git --name Ana")(init)
    app.command(epilog='persona remember "Ana is allergic to peanuts" --about Ana')(remember)


def init(
    context: typer.Context,
    folder: Annotated[Path | None, typer.Argument(help="Where; else --vault or the usual place.")] = None,
    name: Annotated[str, typer.Option("--name", help="What you are called.")] = "",
    git: Annotated[bool, typer.Option("--git", help="Make it a Git repository with a first commit.")] = False,
) -> None:
    """Make a new vault."""
    from persona_cli.work.setup import init_git

    session = session_of(context)
    root = folder.expanduser().absolute() if folder else session.root()
    made = vaults.create(root, session.around, identity={"user_name": name} if name else None)
    session.out.say(f"Made a new vault in {root}")
    if git:
        init_git(made, session.environ)
        session.out.say("Made a Git repository with a first commit.")


def remember(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="A whole sentence, in the third person.")],
    about: Annotated[str, typer.Option("--about", metavar="NAME", help="Who or what it is about; else you.")] = "",
    predicate: Annotated[
        str, typer.Option("--predicate", help="What it says of them, like works_at; else as the sentence has it.")
    ] = "",
    object_: Annotated[str, typer.Option("--object", metavar="NAME", help="Who or what it relates them to.")] = "",
    kind: Annotated[str, typer.Option("--kind", help="fact, psyche or goal.")] = "",
    aspect: Annotated[
        str, typer.Option("--aspect", help="Of psyche: trait, preference, value, belief; of goals: task …")
    ] = "",
    since: Annotated[str, typer.Option("--since", metavar="DATE", help="True since then.")] = "",
    until: Annotated[str, typer.Option("--until", metavar="DATE", help="True until then.")] = "",
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Write down a fact by hand; no extractor will ever close it."""
    from persona_cli.cli import render
    from persona_cli.extract.rules.extractor import Rules
    from persona_cli.work.remember import Statement
    from persona_cli.work.remember import remember as run
    from persona_cli.work.setup import redactor_of

    session = session_of(context, json=json)
    vault = session.vault_for(dry_run=dry_run)
    dates = {"--since": since, "--until": until}
    whens = {option: when_of(value, option).iso if value else "" for option, value in dates.items()}
    clean = redactor_of(vault, write=not dry_run)
    words, subject, relation, obj = map(clean, (text, about, predicate, object_))
    statement = Statement(words, subject, relation, obj, kind, aspect, whens["--since"], whens["--until"])
    done = run(vault, statement, Rules(), dry_run=dry_run)
    if json:
        record = {"type": "remembered", "id": done.fact.id, "text": done.fact.text, "dry_run": dry_run}
        ended = [render.fact_record(fact, done.names) for fact in done.ended]
        session.out.document({**record, "fact": render.fact_record(done.fact, done.names), "ended": ended})
    else:
        session.out.line(done.fact.id)
    session.out.say(f"{'Would remember' if dry_run else 'Remembered'}: {render.fact_line(done.fact, done.names)}")
    for fact in done.ended:
        session.out.say(f"{'Would end' if dry_run else 'Ended'}: {render.fact_line(fact, done.names)}")
    for fact in done.against:
        session.out.say(f"You also wrote: {render.fact_line(fact, done.names)}")
    if done.against and not dry_run:
        session.out.say("persona review decides which of them holds.")
