"""What is refused instead of kept: impossible times, blank words, predicates that are none, settings of no shape."""

from __future__ import annotations

import json

import pytest
from commands import persona, records


@pytest.mark.parametrize(
    "command",
    [
        ("Ana likes tea", "--since", "2026-05", "--until", "2026-01"),
        ("\u200b\u2060 ",),
        ("Ana likes tea", "--predicate", "likes\nmuch"),
        ("Ana likes tea", "--predicate", "likes\x1b[1m"),
        ("Ana likes tea", "--predicate", "likes, much"),
        ("Ana likes tea", "--about", "\u200b"),
    ],
)
def test_remember_refuses(tmp_path, command):
    """An end before the beginning, a text or name nobody can see, and a predicate of more than a word are wrong usage."""
    assert persona(tmp_path / "vault", "remember", *command).returncode == 2


def test_a_predicate_with_spaces_is_one_word(tmp_path):
    """Spaces in a predicate become underscores."""
    done = persona(tmp_path / "vault", "remember", "Ana is at Acme", "--predicate", " works  at ", "--json")
    assert json.loads(done.stdout)["fact"]["predicate"] == "works_at"


@pytest.mark.parametrize("since", ["2026-05", "today"])
def test_a_fact_does_not_end_before_it_began(tmp_path, since):
    """A correction that ends a fact before the day it was said to begin is wrong usage, also if that is today."""
    vault = tmp_path / "vault"
    persona(vault, "init")
    said = persona(vault, "remember", "Ana likes tea", "--json").stdout if since == "today" else ""
    day = json.loads(said)["fact"]["valid_at"] if said else since
    done = persona(vault, "remember", "Ana plays chess", "--since", day)
    assert persona(vault, "correct", done.stdout.strip(), "--until", "2025-01").returncode == 2


def test_names_stand_on_one_line(tmp_path):
    """Line breaks in names are folded, for new entities and for aliases."""
    vault = tmp_path / "vault"
    persona(vault, "remember", "Bob likes tea", "--about", "Bob\nSmith")
    persona(vault, "entities", "alias", "Bob Smith", "B.\r\nSmith")
    (entity,) = records(persona(vault, "entities", "list", "--jsonl").stdout)
    assert (entity["name"], entity["aliases"]) == ("Bob Smith", ["B. Smith"])


def test_an_entity_can_be_said_to_be_the_person(tmp_path):
    """`entities merge X en_user` works before anything else is known of the person."""
    vault = tmp_path / "vault"
    persona(vault, "remember", "Bob likes tea", "--about", "Bob")
    assert persona(vault, "entities", "merge", "Bob", "en_user").returncode == 0
    (fact,) = records(persona(vault, "facts", "--about", "en_user", "--jsonl").stdout)
    assert fact["text"] == "Bob likes tea"


@pytest.mark.parametrize("command", [("facts",), ("recall", "tea"), ("graph-export",)])
def test_an_unknown_kind_is_wrong_usage(tmp_path, command):
    """A kind of fact that there is not is refused, with the kinds that there are."""
    persona(tmp_path / "vault", "init")
    done = persona(tmp_path / "vault", *command, "--kind", "zz")
    assert done.returncode == 2
    assert "psyche" in done.stderr


@pytest.mark.parametrize("stated", ['"1"', "1.0", "true", "[]"])
def test_a_format_is_a_whole_number(tmp_path, stated):
    """A format of another type is told as such, not as that of a newer program."""
    vault = tmp_path / "vault"
    persona(vault, "init")
    (vault / "persona.yaml").write_text(f"format: {stated}\n")
    done = persona(vault, "facts")
    assert done.returncode == 2
    assert "must be a whole number" in done.stderr


@pytest.mark.parametrize("stated", ["format: 2026-13-45\n", "format: 1\nx: " + "[" * 5000])
def test_yaml_that_cannot_be_read_is_wrong_usage(tmp_path, stated):
    """An impossible date and endless nesting in the settings are told with the file's name."""
    vault = tmp_path / "vault"
    persona(vault, "init")
    (vault / "persona.yaml").write_text(stated)
    done = persona(vault, "facts")
    assert done.returncode == 2
    assert "persona.yaml" in done.stderr


def test_a_value_that_is_an_impossible_date_is_wrong_usage(tmp_path):
    """`config timezone 2026-13-45` says that this is no value."""
    persona(tmp_path / "vault", "init")
    assert persona(tmp_path / "vault", "config", "timezone", "2026-13-45").returncode == 2
