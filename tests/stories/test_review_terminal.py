"""What a person answers on a terminal is on disk before the next question is put."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from storybook import Stage, Terminal, blocks, play

STORY = """Two items wait.

$ persona init --name Ana
$ persona correct "I no longer work at Acme"
$ persona correct "I no longer work at Globex"
"""


def run(stage: Stage, *arguments: str) -> str:
    command = [sys.executable, "-m", "persona_cli", *arguments]
    done = subprocess.run(command, cwd=stage.folder, env=stage.environ(), stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    play(STORY, tmp_path)
    return Stage(tmp_path)


def test_an_answer_is_durable_before_the_next_question(stage: Stage) -> None:
    """Killed at the second question, the program has kept the answer to the first, and asks the second again."""
    terminal = Terminal(["review"], folder=stage.folder, environ=stage.environ())
    assert terminal.until_asked()
    terminal.type("y")
    assert terminal.until_asked()
    terminal.kill()

    assert "Acme" in run(stage, "facts")
    assert "Globex" in run(stage, "review", "--list")
    assert "Acme" not in run(stage, "review", "--list")


def test_leaving_is_safe_at_once(stage: Stage) -> None:
    """q, and the end of input, leave with nothing decided and exit code 0."""
    terminal = Terminal(["review"], folder=stage.folder, environ=stage.environ())
    assert terminal.until_asked()
    terminal.type("q")
    assert terminal.end() == 0
    assert run(stage, "facts") == ""
    assert len(run(stage, "review", "--list").splitlines()) == 6


def test_an_item_decided_elsewhere_meanwhile_is_told(stage: Stage) -> None:
    """An item that another process decided while it was shown is not decided twice, and the next is asked."""
    terminal = Terminal(["review"], folder=stage.folder, environ=stage.environ())
    assert terminal.until_asked()
    run(stage, "review", "--all", "discard", "--yes")
    terminal.type("y")
    assert terminal.until_asked()
    assert "Not decided: it has been discarded already" in terminal.screen
    terminal.type("q")
    assert terminal.end() == 0
    assert run(stage, "facts") == ""


def test_a_story_is_read_in_parts() -> None:
    """Each directive begins a part, and its output stands under it."""
    parts = list(blocks("Title.\n\n$ persona facts\nAna lives in Lyon.\n[exit 1]\n# a remark\n"))
    assert [part.line for part in parts] == ["", "$ persona facts", "# a remark"]
    assert parts[1].below == ["Ana lives in Lyon.", "[exit 1]"]
