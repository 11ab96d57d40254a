"""The documents say what the program does: generated blocks are up to date, links lead somewhere, verbs exist."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import generate

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", generate.PAGES, ids=lambda page: page.name)
def test_generated_blocks_are_up_to_date(page: Path):
    """Each generated block is what its maker makes now: `python tests/docs/generate.py` brings it up to date."""
    text = page.read_text("utf-8")

    assert generate.filled(text) == text


@pytest.mark.parametrize("page", generate.PAGES, ids=lambda page: page.name)
def test_links_inside_the_repository_lead_somewhere(page: Path):
    """Relative links name files that exist."""
    targets = re.findall(r"\]\((?!https?://|#|mailto:)([^)#\s]+)", page.read_text("utf-8"))

    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", generate.PAGES, ids=lambda page: page.name)
def test_commands_in_the_documents_exist(page: Path):
    """Every `persona VERB` in code names a verb, every `--option` after it one of its options."""
    import typer

    from persona_cli.cli.app import build

    group = typer.main.get_command(build(()))
    root_options = {name for parameter in group.params for name in parameter.opts}
    wrong = []
    for line in re.findall(r"persona (-[^`\n|]*|[a-z-]+(?: [^`\n|]*)?)", _code(page.read_text("utf-8"))):
        words = line.split()
        while words and words[0].startswith("-"):
            words = words[2:] if words[0] == "--vault" else words[1:]
        verb = words[0] if words else ""
        if verb not in group.commands:
            wrong.append(line)
            continue
        command = group.commands[verb]
        inner = getattr(command, "commands", {})
        if inner:
            sub = next((word for word in words[1:] if word in inner), "")
            if not sub and len(words) > 1 and not words[1].startswith("-"):
                wrong.append(line)
                continue
            command = inner.get(sub, command)
        known = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
        used = re.findall(r"(?<=\s)--[a-z][a-z-]+", " " + line.split(" && ")[0].split(" | ")[0])
        wrong += [
            f"{line}: {name}"
            for name in used
            if not name.endswith("-") and name not in known | root_options | {"--help"}
        ]

    assert wrong == []


def _code(text: str) -> str:
    blocks = re.findall(r"```(?:sh|console|bash|text)\n(.*?)```", text, re.DOTALL)
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return "\n".join([*blocks, *re.findall(r"`(persona [^`]+)`", prose)])


def test_the_changelog_speaks_of_this_version():
    """The newest entry of the changelog is the version of the program."""
    from persona_cli import __version__

    found = re.search(r"^## (?:\[)?([0-9.]+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)

    assert found is not None
    assert found[1] == __version__
