"""A vault of somebody else is not taken in by mistake: both would become one person."""

from __future__ import annotations

import shutil

import pytest
from commands import persona


@pytest.fixture
def two(tmp_path):
    """Two vaults with a fact each, nobody named yet."""
    for name in ("mine", "theirs"):
        persona(tmp_path / name, "remember", f"The {name} vault likes tea", "--about", "Tea")
    return tmp_path / "mine", tmp_path / "theirs"


def is_(vault, *identity):
    assert 0 == persona(vault, "identity", "set", *identity).returncode


def logs(vault):
    return {path: path.read_bytes() for path in vault.rglob("*.jsonl")}


def test_another_persons_vault_is_refused_and_both_are_named(two):
    """Without a yes nothing is taken in, and the message says whose the vaults are; with one it goes on."""
    mine, theirs = two
    is_(mine, "--user-name", "Mara Holt", "--handle", "mara@holt.example")
    is_(theirs, "--user-name", "Ben Archer")
    before = logs(mine)

    refused = persona(mine, "import", "--vault", theirs)

    assert 2 == refused.returncode
    assert all(name in refused.stderr for name in ("Mara Holt", "mara@holt.example", "Ben Archer", "--yes"))
    assert before == logs(mine)
    shown = persona(mine, "import", "--vault", theirs, "--dry-run")
    assert (0, True) == (shown.returncode, "Ben Archer" in shown.stderr)
    assert 0 == persona(mine, "import", "--vault", theirs, "--yes").returncode
    assert "theirs vault" in persona(mine, "facts").stdout


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((), ("--user-name", "Ben Archer")),
        (("--user-name", "Mara Holt"), ()),
        (("--user-name", "Mara Holt"), ("--user-name", "Mara")),
        (("--user-name", "Mara Holt", "--alias", "Mo"), ("--user-name", "mo")),
        (("--user-name", "Mara Holt", "--handle", "m@x.example"), ("--user-name", "Kiki", "--handle", "M@x.example")),
    ],
)
def test_the_vault_of_the_same_person_is_taken_in(two, one, other):
    """A name or a handle in common is enough, and so is a vault that names nobody."""
    for vault, identity in zip(two, (one, other), strict=True):
        if identity:
            is_(vault, *identity)

    assert 0 == persona(two[0], "import", "--vault", two[1]).returncode


def test_a_copy_is_the_same_persons_whatever_it_is_called(two):
    """Vaults with a common history are one's."""
    mine, copy = two[0], two[0].parent / "copy"
    shutil.copytree(mine, copy)
    is_(mine, "--user-name", "Mara Holt")
    is_(copy, "--user-name", "Kiki")

    assert 0 == persona(mine, "import", "--vault", copy).returncode
