"""The verbs over whole histories: diff, import, and the words that `git diff` shows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from persona_cli.cli import render
from persona_cli.cli.options import DryRun, Json, Yes, session_of
from persona_cli.errors import UsageError


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    app.command(epilog="persona diff 2026-03-01   persona diff HEAD~3   persona diff op_7k3q op_9xyz")(diff)
    app.command("import", epilog="persona import --vault ../laptop/memory")(import_)
    app.command(hidden=True)(textconv)


def diff(
    context: typer.Context,
    before: Annotated[str, typer.Argument(metavar="[REV]", help="A date, an operation's id, or a Git revision.")] = "",
    after: Annotated[str, typer.Argument(metavar="[REV]", help="The same; else now.")] = "",
    json: Json = False,
) -> None:
    """Tell the difference between two states of belief in words; without revisions, what the newest operation did."""
    from persona_cli.work.diff import diff as run
    from persona_cli.work.refresh import reading

    session = session_of(context, json=json)
    vault = session.vault()
    if not before:
        with reading(vault, say=session.out.say) as view:
            operations = view.catalog.operations(limit=2)
        before = operations[1][0].id if len(operations) > 1 else "0001-01-01T00:00:00Z"
    found = run(vault, before, after)
    if json:
        session.out.document({"type": "diff", "lines": [{"sign": d.sign, "text": d.text, "id": d.id} for d in found]})
        return
    for line in found:
        session.out.line(f"{line.sign} {line.text}  {render.short(line.id)}")
    if not found:
        session.out.say("Nothing that is believed has changed.")


def import_(
    context: typer.Context,
    vault: Annotated[Path | None, typer.Option("--vault", help="The other vault's folder.")] = None,
    yes: Yes = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Take in the whole history of another vault: the union of both, nothing lost; that of another person only when told to."""
    from persona_cli.work.indexing import index_documents
    from persona_cli.work.merge import import_vault, strangers

    session = session_of(context, json=json)
    if vault is None:
        raise UsageError("no vault to import was named", hint="persona import --vault OTHER")
    mine = session.vault_or_new() if not dry_run else session.vault()
    other = vault.expanduser().absolute()
    if differ := strangers(mine, other):
        told = (
            f"this vault is of {differ[0]}, that one of {differ[1]}: what is believed of either would be of one person"
        )
        if dry_run:
            session.out.say(f"Note: {told}.")
        else:
            session.confirm(f"{told}, and no undo parts them. Import it all the same?", yes=yes)
    merged = import_vault(mine, other, dry_run=dry_run)
    if not dry_run:
        index_documents(mine)
    if json:
        session.out.document({"type": "import", "dry_run": dry_run, "files": merged.files, "events": merged.lines})
    session.out.say(f"{'Would take' if dry_run else 'Took'} in {merged.lines} events of {merged.files} files.")
    if merged.bad:
        lines = f"{merged.bad} line{'' if merged.bad == 1 else 's'}"
        session.out.say(f"{lines} of them cannot be read; persona check tells where.")
    session.out.say("persona review shows what contradicts." if merged.lines and not dry_run else "")


def textconv(context: typer.Context, path: Path) -> None:
    """Print a log file in words, for Git's textconv."""
    from persona_cli.work.diff import as_text, log_lines

    session = session_of(context)
    data = sys.stdin.buffer.read() if path == Path("-") else path.read_bytes()
    for line in as_text(data, lambda: log_lines(Path.cwd())):  # Git runs it at the top of the work tree
        session.out.line(line)
