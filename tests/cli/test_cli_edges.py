"""The mouth at its edges: closed streams, empty arguments, errors as JSON, a vault that goes away."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


def persona(folder: Path, *arguments: str, shell: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
    """One command in a process of its own; `shell` is appended to the command line as a shell would take it."""
    words = " ".join(f'"{word}"' for word in (sys.executable, "-m", "persona_cli", *arguments))
    return subprocess.run(
        f"{words} {shell}",
        shell=True,
        cwd=folder,
        env={**os.environ, "PERSONA_VAULT": str(folder / "vault"), **environ},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault with one fact."""
    folder = tmp_path_factory.mktemp("edges")
    persona(folder, "remember", "Ana likes tea", "--about", "Ana")
    return folder


@pytest.mark.parametrize("shell", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_reason_to_fail(home: Path, shell: str):
    """A listing works with any of its streams closed, as under some supervisors."""
    done = persona(home, "facts", shell=shell)

    assert 0 == done.returncode
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [("undo", ""), ("review", "--accept", ""), ("facts", "--as-of="), ("show", "")])
def test_an_empty_argument_is_refused(home: Path, arguments: tuple[str, ...]):
    """An unset variable of the shell must not mean "the newest" or "all"."""
    before = persona(home, "log", "--jsonl").stdout
    done = persona(home, *arguments)

    assert 2 == done.returncode
    assert "empty" in done.stderr
    assert before == persona(home, "log", "--jsonl").stdout


@pytest.mark.parametrize(
    "arguments",
    [("recall", "x", "--limit", "0"), ("log", "--limit", "abc"), ("nosuch",), ("facts", "--about", "Nobody")],
)
def test_with_json_every_error_is_json(home: Path, arguments: tuple[str, ...]):
    """Also those of the command line itself: one object on stderr, nothing on stdout."""
    done = persona(home, *arguments, "--json")
    told = json.loads(done.stderr)

    assert "" == done.stdout
    assert ("error", 2) == (told["type"], told["code"])
    assert 2 == done.returncode


def test_numbers_without_sense_are_usage_errors(home: Path):
    """Limits beyond reason, clocks that are none and zones that mean nothing end in a message, not in a mistake."""
    assert 2 == persona(home, "log", "--limit", "9" * 30).returncode
    assert 2 == persona(home, "facts", PERSONA_NOW="soon").returncode
    assert 0 == persona(home, "context", "hi", TZ="UTC+99").returncode


def test_a_vault_that_has_gone_is_not_made_anew(home: Path, tmp_path: Path):
    """A command that had opened the vault does not write into its empty place."""
    from datetime import UTC, datetime

    from persona_cli.errors import PersonaError
    from persona_cli.store.vault import Surroundings, create, open_vault

    around = Surroundings(lambda: datetime(2026, 1, 1, tzinfo=UTC), os.urandom, "m")
    create(tmp_path / "vault", around)
    opened = open_vault(tmp_path / "vault", around)
    shutil.rmtree(tmp_path / "vault")

    with pytest.raises(PersonaError, match="is gone"), opened.writing("test"):
        pass

    assert not (tmp_path / "vault").exists()


def test_a_reader_that_goes_away_is_no_failure(home: Path):
    """`| head` ends quietly."""
    done = persona(home, "facts", shell="| head -0")

    assert "" == done.stderr


def test_bytes_that_are_no_text_are_mended_in_arguments(home: Path):
    """A question, a name and an id with such bytes are read with a replacement sign, in JSON too."""
    odd = "$(printf 'tea\\377')"
    done = persona(home, "recall", "--json", odd)

    assert (0, "tea\ufffd") == (done.returncode, json.loads(done.stdout)["question"])
    assert 2 == persona(home, "facts", "--about", odd).returncode
    assert 2 == persona(home, "recall", "tea", "--episode", odd).returncode


def test_an_episode_that_is_not_there_is_not_any_episode(home: Path):
    """A mistyped id is a usage error, not a question without that filter."""
    done = persona(home, "recall", "tea", "--episode", "zzz")

    assert (2, "") == (done.returncode, done.stdout)
    assert "no episode" in done.stderr


def test_a_period_begins_with_its_first_day_and_ends_with_its_last(home: Path):
    """Since a month is since its first day, until a month is until its last."""
    persona(home, "remember", "Ana likes plums", "--about", "Ana", "--since", "2024-06-03")

    assert "plums" in persona(home, "recall", "plums", "--since", "2024-06", "--until", "2024-06").stdout
    assert "plums" not in persona(home, "recall", "plums", "--since", "2024-07").stdout
    assert "plums" not in persona(home, "recall", "plums", "--until", "2024-05").stdout


def test_a_words_index_that_lacks_a_file_is_searched_in_memory(home: Path):
    """Each file of the index may go: the answers are the same."""
    before = persona(home, "recall", "tea", "--why").stdout
    for ending in "fast fieldnorm idx pos store term".split():
        persona(home, "reindex")
        for lost in (home / "vault" / ".persona" / "index").glob(f"*/lexical/*.{ending}"):
            lost.unlink()
        assert before == persona(home, "recall", "tea", "--why").stdout != ""
