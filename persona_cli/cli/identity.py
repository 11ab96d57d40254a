"""The verbs about who you are and who the assistant is: identity show, set, edit."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Annotated, Any

import typer

from persona_cli.cli.options import Json, session_of
from persona_cli.errors import PersonaError, UsageError

_PROFILE = re.compile(r"[A-Za-z0-9_-]{1,64}")
Profile = Annotated[str, typer.Option("--profile", help="Of this profile instead.")]


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    verbs = typer.Typer(
        help="Show or change who you are and who the assistant is.", no_args_is_help=True, suggest_commands=False
    )
    verbs.command(epilog="persona identity show --json")(show)
    verbs.command("set", epilog="persona identity set --user-name Ana --alias Anita")(set_)
    verbs.command(epilog="persona identity edit")(edit)
    app.add_typer(verbs, name="identity")


def show(context: typer.Context, profile: Profile = "", json: Json = False) -> None:
    """Show who you are and who the assistant is."""
    from persona_cli.work import configure

    session = session_of(context, json=json)
    shown = configure.with_profile(session.vault(), profile).settings.get("identity")
    if json:
        session.out.document({"type": "identity", **shown})
        return
    for key, item in shown.items():
        session.out.line(f"{key.replace('_', ' '):12} {configure.shown(item)}")


def set_(
    context: typer.Context,
    name: Annotated[str | None, typer.Option("--name", help="What the assistant is called.")] = None,
    personality: Annotated[str | None, typer.Option("--personality", help="How it is.")] = None,
    user_name: Annotated[str | None, typer.Option("--user-name", help="What you are called.")] = None,
    alias: Annotated[
        list[str] | None, typer.Option("--alias", help="Another name of yours; replaces the list.")
    ] = None,
    handle: Annotated[list[str] | None, typer.Option("--handle", help="An address, number or handle of yours.")] = None,
    profile: Profile = "",
) -> None:
    """Change who you are and who the assistant is."""
    from persona_cli.work import configure

    session = session_of(context)
    given: dict[str, Any] = {
        "name": name,
        "personality": personality,
        "user_name": user_name,
        "aliases": alias,
        "handles": handle,
    }
    stated = {
        key: value.strip() if isinstance(value, str) else value for key, value in given.items() if value is not None
    }
    if not stated:
        raise UsageError("nothing to change was named", hint="persona identity set --user-name Ana")
    vault = session.vault()
    if profile and not _PROFILE.fullmatch(profile):
        raise UsageError(f"'{profile}' is no name for a profile", hint="use letters, digits, dashes and underscores")
    before = f"profiles.{profile}.identity." if profile else "identity."
    same = configure.change_all(vault, {before + key: value for key, value in stated.items()}) is vault
    session.out.say("The identity is that already." if same else "Changed the identity.")


def edit(context: typer.Context) -> None:
    """Open the settings in your editor; they are taken over once they are well formed."""
    from persona_cli.work import configure

    session = session_of(context)
    vault = session.vault()
    editor = session.environ.get("VISUAL") or session.environ.get("EDITOR")
    if not editor:
        raise UsageError("no editor is set", hint="set EDITOR, or use persona identity set")

    def opened(draft: Path) -> None:
        try:
            done = subprocess.run([*shlex.split(editor), str(draft)], check=False)  # noqa: S603 - the person's own editor
        except (OSError, ValueError) as error:
            raise PersonaError(f"cannot start the editor '{editor}': {error}", hint="set EDITOR") from error
        if done.returncode:
            raise PersonaError("the editor ended with an error; nothing was changed")

    changed = configure.edit_settings(vault, opened)
    session.out.say("Changed the settings." if changed else "Nothing was changed.")
