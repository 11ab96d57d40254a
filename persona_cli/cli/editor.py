"""Words changed in the person's own editor."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from persona_cli.cli.surroundings import Session
from persona_cli.core.safe import visible
from persona_cli.errors import PersonaError


def in_editor(session: Session, text: str) -> str:
    """The words as changed in `VISUAL`, `EDITOR` or `vi`; empty when left as they were, or when the editor failed.

    What cannot be seen is written out as an escape. Raises PersonaError when the editor cannot be started.
    """
    editor = session.environ.get("VISUAL") or session.environ.get("EDITOR") or "vi"
    shown = visible(text)
    handle, name = tempfile.mkstemp(suffix=".txt", prefix="persona-")
    path = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(shown + "\n")
        try:
            done = subprocess.run([*shlex.split(editor), name], check=False)  # noqa: S603 - the person's own editor
        except (OSError, ValueError) as error:
            raise PersonaError(f"cannot start the editor '{editor}': {error}", hint="set EDITOR") from error
        after = "" if done.returncode else " ".join(path.read_text("utf-8", "replace").split())
    finally:
        path.unlink(missing_ok=True)
    return "" if after == " ".join(shown.split()) else after
