"""The command line: every verb and its help. What the verbs do is in `work`, imported only when one runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from persona_cli import __version__
from persona_cli.cli import (
    belief,
    care,
    context,
    correct,
    entities,
    graph,
    history,
    identity,
    intake,
    models,
    recall,
    review,
)
from persona_cli.cli.surroundings import Session

app = typer.Typer(
    name="persona",
    help="Long-term memory for your conversations with AI, over plain files.",
    epilog='Begin: persona ingest notes.txt, then persona recall "…".  Docs: docs/ beside the README.',
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"persona {__version__}")
        raise typer.Exit


@app.callback()
def root(
    ctx: typer.Context,
    vault: Annotated[
        Path | None,
        typer.Option(help="The vault's folder; else PERSONA_VAULT, the nearest parent with one, or the data folder."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but answers and errors.")] = False,
    no_input: Annotated[bool, typer.Option("--no-input", help="Never ask.")] = False,
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Long-term memory for your conversations with AI, over plain files."""
    del version
    session: Session = ctx.obj
    session.vault_option = vault
    session.out.quiet = quiet
    session.no_input = no_input


for module in (intake, recall, context, correct, review, entities, belief, history, graph, models, identity, care):
    module.register(app)
