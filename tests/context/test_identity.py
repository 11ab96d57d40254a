"""Who the assistant is and who the person is, shown, set and edited."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from context_desk import persona


@pytest.fixture
def vault(tmp_path):
    path = tmp_path / "vault"
    assert persona(path, "init").code == 0
    return path


def editor(folder: Path, change: str) -> str:
    """An editor that puts one text for another."""
    script = folder / "editor.py"
    script.write_text(f"import sys, pathlib\np = pathlib.Path(sys.argv[1])\n{change}\n")
    return f"{sys.executable} {script}"


def test_an_identity_is_set_trimmed_and_shown(vault):
    """What is set is shown, of the vault and of a profile; what a profile does not say is the vault's."""
    persona(vault, "identity", "set", "--name", "Ada", "--user-name", "  Ana ", "--alias", "Anita", "--handle", "ana@x")
    persona(vault, "identity", "set", "--profile", "work", "--personality", "Dry.")
    shown = persona(vault, "identity", "show", "--json").json
    work = persona(vault, "identity", "show", "--profile", "work", "--json").json

    assert ("Ada", "Ana", ["Anita"], ["ana@x"]) == (
        shown["name"],
        shown["user_name"],
        shown["aliases"],
        shown["handles"],
    )
    assert ("Ada", "Dry.") == (work["name"], work["personality"])


def test_setting_the_same_identity_writes_nothing(vault):
    """It says so, and the file is the same."""
    persona(vault, "identity", "set", "--user-name", "Ana")
    before = (vault / "persona.yaml").stat().st_mtime_ns
    again = persona(vault, "identity", "set", "--user-name", "Ana")

    assert "The identity is that already." in again.err
    assert before == (vault / "persona.yaml").stat().st_mtime_ns


@pytest.mark.parametrize("arguments", [(), ("--profile", "a.b", "--name", "x"), ("--profile", "", "--user-name")])
def test_what_says_nothing_to_set_is_a_mistake_of_usage(vault, arguments):
    """Nothing named, or a profile that is no plain word."""
    assert persona(vault, "identity", "set", *arguments).code == 2


def test_an_edit_is_taken_over_when_it_is_well_formed(vault):
    """Settings that cannot be read are not put in place; the draft waits to be mended."""
    before = (vault / "persona.yaml").read_text()
    broken = persona(
        vault, "identity", "edit", EDITOR=editor(vault.parent, "p.write_text(p.read_text() + 'identity: [')")
    )
    kept = (vault / "persona.yaml").read_text()
    mended = persona(
        vault,
        "identity",
        "edit",
        EDITOR=editor(vault.parent, "p.write_text(p.read_text().replace('[', '{name: Ada}'))"),
    )

    assert (2, before) == (broken.code, kept)
    assert "goes on with your draft" in broken.err
    assert 0 == mended.code
    assert "Ada" in persona(vault, "identity", "show").out


def test_an_editor_that_fails_changes_nothing(vault):
    """Neither does one that is not there."""
    before = (vault / "persona.yaml").read_text()

    assert 1 == persona(vault, "identity", "edit", EDITOR="false").code
    assert 1 == persona(vault, "identity", "edit", EDITOR="/nowhere/editor").code
    assert 2 == persona(vault, "identity", "edit").code
    assert before == (vault / "persona.yaml").read_text()
