"""Fills the generated blocks of README.md and docs/: help texts, tables and examples with their real output.

A block stands between `<!-- generated: NAME -->` and `<!-- end -->`. `python tests/docs/generate.py` writes them anew;
`test_docs.py` says which are out of date.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
_BLOCK = re.compile(r"(<!-- generated: (?P<name>[^>]+?) -->\n)(?P<body>.*?)(<!-- end -->)", re.DOTALL)
_ID = re.compile(r"\b(op|fa|en|ep|tn|rv|ev)_[0-9a-z]{8,16}\b")
_COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)


def persona(*arguments: str, folder: Path, stdin: str | None = None, **environ: str) -> str:
    """What a command prints on both streams, in order."""
    done = subprocess.run(
        [sys.executable, "-m", "persona_cli", *arguments],
        cwd=folder,
        env={**_environment(folder), **environ},
        input=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "PYTHONPATH", "LANG", "TZ")}
    data = folder / ".data"
    return {
        **kept,
        "HOME": str(folder),
        "XDG_DATA_HOME": str(data),
        "COLUMNS": "100",
        "PERSONA_NOW": "2026-07-01T09:00:00+00:00",
    }


def help_of(*command: str) -> str:
    """The help of a verb, as a block."""
    with tempfile.TemporaryDirectory() as folder:
        text = persona(*command, "--help", folder=Path(folder))
    return f"```text\n{text.rstrip()}\n```\n"


def every_help() -> str:
    """The help of every verb, one heading each."""
    import typer

    from persona_cli.cli.app import build

    group = typer.main.get_command(build(()))
    parts = []
    for name, command in group.commands.items():
        if command.hidden:
            continue
        inner = getattr(command, "commands", {})
        names = [(name, sub) for sub in inner] if inner else [(name,)]
        parts += [f"## persona {' '.join(verb)}\n\n{help_of(*verb)}" for verb in names]
    return "\n".join(parts)


def exit_codes() -> str:
    """The table of exit codes."""
    from persona_cli import errors

    kinds = [errors.PersonaError, *errors.PersonaError.__subclasses__()]
    known = {kind.exit_code: kind.meaning for kind in kinds}
    codes = {0: "done", **dict(sorted(known.items()))}
    rows = [f"| {code} | {meaning} |" for code, meaning in codes.items()]
    return "\n".join(["| code | meaning |", "|---|---|", *rows]) + "\n"


def event_types() -> str:
    """The table of event types."""
    from persona_cli.core.event import TYPES

    rows = [
        f"| `{name}` | {kind.log} | {', '.join(f'`{field}`' for field in kind.fields)} | {kind.about} |"
        for name, kind in TYPES.items()
    ]
    return "\n".join(["| type | log | fields | meaning |", "|---|---|---|---|", *rows]) + "\n"


def review_reasons() -> str:
    """The table of reasons for review."""
    from persona_cli.core.event import REASONS

    return "\n".join(["| reason | meaning |", "|---|---|", *(f"| `{n}` | {a} |" for n, a in REASONS.items())]) + "\n"


def predicates() -> str:
    """The vocabulary of predicates, and the number of values and the kind of fact of each."""
    from persona_cli.core.vocabulary import published

    rows = [
        f"| `{word.name}` | {word.cardinality} | {word.kind}{f', {word.aspect}' if word.aspect else ''} "
        f"| {word.object_type} | {f'`{word.inverse}`' if word.inverse else ''} | {word.description} |"
        for word in published()
    ]
    head = ["| predicate | values | kind | object | inverse | the subject … |", "|---|---|---|---|---|---|"]
    return "\n".join([*head, *rows]) + "\n"


def settings() -> str:
    """The default settings."""
    from persona_cli.store.settings import DEFAULTS, dump_settings

    return f"```yaml\n{dump_settings(DEFAULTS).decode()}```\n"


def example(body: str) -> str:
    """A console block run anew: its `$` lines in one fresh folder with the repository's examples, and what they print.

    It is run twice: ids that differ from run to run are written as one that never does.
    """
    once, again = (_run(_COMMAND.findall(body)) for _ in range(2))
    same = {found[0] for found in _ID.finditer(again)}
    text = _ID.sub(lambda found: found[0] if found[0] in same else f"{found[1]}_7k3qw9xz", once)
    return f"```console\n{text}```\n"


def _run(lines: list[str]) -> str:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "examples").symlink_to(ROOT / "examples")
        parts = []
        for line in lines:
            words = shlex.split(line, comments=True)
            assert words[0] == "persona", line
            parts.append(
                f"$ {line}\n{persona(*words[1:], folder=folder)}".replace(str(folder), "~").replace("/private~", "~")
            )
    return "".join(parts).replace("~/.data/", "~/.local/share/")


MAKERS: dict[str, Callable[[], str]] = {
    "help": help_of,
    "every help": every_help,
    "exit codes": exit_codes,
    "event types": event_types,
    "review reasons": review_reasons,
    "predicates": predicates,
    "settings": settings,
}


def filled(text: str) -> str:
    """A page with its generated blocks made anew."""

    def fresh(block: re.Match[str]) -> str:
        name = block["name"].strip()
        body = example(block["body"]) if name.startswith("example") else MAKERS[name]()
        return f"{block[1]}{body}{block[4]}"

    return _BLOCK.sub(fresh, text)


if __name__ == "__main__":
    for page in PAGES:
        before = page.read_text("utf-8")
        after = filled(before)
        if before != after:
            page.write_text(after, "utf-8")
            print(f"wrote {page.relative_to(ROOT)}")  # noqa: T201
