"""The command line: every verb and its help. What the verbs do is in `work`, imported only when one runs."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from persona_cli import __version__
from persona_cli.cli.surroundings import Session

VERBS = {  # verb -> the module of this folder that has it, in the order of the help
    "init": "intake",
    "ingest": "ingest",
    "remember": "intake",
    "recall": "recall",
    "context": "context",
    "correct": "correct",
    "review": "review",
    "entities": "entities",
    "facts": "belief",
    "show": "belief",
    "log": "belief",
    "undo": "belief",
    "diff": "history",
    "import": "history",
    "textconv": "history",
    "graph-export": "graph",
    "notion-sync": "notion",
    "ask": "models",
    "key": "models",
    "identity": "identity",
    "status": "care",
    "check": "care",
    "reindex": "care",
    "config": "care",
}


def _version(value: bool) -> None:
    if value:
        typer.echo(f"persona {__version__}")
        raise typer.Exit


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


def build(arguments: Sequence[str]) -> typer.Typer:
    """The program, with only the module of the verb that is asked for where that can be told: the others cost time."""
    app = typer.Typer(
        name="persona",
        help="Long-term memory for your conversations with AI, over plain files.",
        epilog='Begin: persona ingest notes.txt, then persona recall "…".  Docs: docs/ beside the README.',
        no_args_is_help=True,
        suggest_commands=False,  # click does
        add_completion=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(root)
    wanted = VERBS.get(verb_of(arguments), "")
    for name in dict.fromkeys((wanted,) if wanted else VERBS.values()):
        import_module(f"persona_cli.cli.{name}").register(app)
    return app


def verb_of(arguments: Sequence[str]) -> str:
    """The first argument that is neither an option of the program nor its value."""
    rest = iter(arguments)
    for argument in rest:
        if argument == "--vault":
            next(rest, "")
        elif not argument.startswith("-"):
            return argument
    return ""
