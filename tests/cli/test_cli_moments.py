"""What a command does when others run beside it, or when it is stopped at any moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

MODULE = (sys.executable, "-m", "persona_cli")


def started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """A command in a process of its own, its standard input open and empty."""
    return subprocess.Popen(
        [*MODULE, "--vault", str(folder / "vault"), *arguments],
        cwd=folder,
        env={**os.environ, "HOME": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(running: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code of a command, and what it said."""
    _, said = running.communicate(timeout=60)
    return running.returncode, said


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with an empty vault."""
    assert 0 == ended(started(tmp_path, "init"))[0]
    return tmp_path


def test_parallel_changes_of_settings_lose_nothing(home: Path):
    """Each of several commands changes a setting of its own, and all are there afterwards."""
    names = [f"profiles.p{number}.language" for number in range(5)]
    commands = [("config", name, "de") for name in names]
    commands += [("identity", "set", "--user-name", "Ana"), ("identity", "set", "--alias", "Anita")]
    running = [started(home, *command) for command in commands]

    assert [0] * len(running) == [ended(command)[0] for command in running]

    said = (home / "vault" / "persona.yaml").read_text()
    assert all(f"p{number}:" in said for number in range(5))
    assert "Ana\n" in said
    assert "Anita" in said


def test_an_edit_does_not_undo_what_was_changed_meanwhile(home: Path):
    """Settings changed while an editor is open stay, and the draft is kept."""
    editor = home / "editor.sh"
    command = " ".join((*MODULE, "--vault", str(home / "vault"), "config", "language", "fr"))
    editor.write_text(f'#!/bin/sh\necho "timezone: Europe/Paris" >> "$1"\n{command}\n')
    editor.chmod(0o700)
    done = subprocess.run(
        [*MODULE, "--vault", str(home / "vault"), "identity", "edit"],
        env={**os.environ, "EDITOR": str(editor), "VISUAL": ""},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (2, True) == (done.returncode, "changed by another command" in done.stderr)
    assert "language: fr" in (home / "vault" / "persona.yaml").read_text()
    assert "Europe/Paris" in (home / "vault" / ".persona" / "settings.draft.yaml").read_text()


LOADED = "import sys; from persona_cli import __main__ as m; sys.argv[1:] = {arguments!r}; m.interrupt.guard(); print(flush=True); m.entry()"


@pytest.mark.parametrize("delay", [0.0, 0.02, 0.05, 0.1, 0.2, 0.4])
def test_control_c_at_any_moment_is_one_line(home: Path, delay: float):
    """Stopped while it loads or while it waits for input, it ends with 130 and says no more than one line."""
    program = LOADED.format(arguments=["--vault", str(home / "vault"), "ingest", "-"])
    running = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=home,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    running.stdout.readline()  # from here on the program has control
    time.sleep(delay)
    running.send_signal(signal.SIGINT)
    code, said = ended(running)

    assert 130 == code
    assert 1 >= len(said.splitlines()), said


@pytest.mark.parametrize("arguments", [("ingst", "x"), ("recall", "--jsn"), ("entities", "lst")])
def test_what_was_meant_is_asked_once(home: Path, arguments: tuple[str, ...]):
    """An unknown verb or option names what is like it, once."""
    code, said = ended(started(home, *arguments))

    assert 2 == code
    assert 1 == said.count("Did you mean")
