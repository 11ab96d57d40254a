"""No secret reaches the disk, whichever field it is put into, and settings refuse it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import persona

from persona_cli.core.event import Event
from persona_cli.work.change import without_secrets

KEY = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345"


def kept(folder: Path) -> list[str]:
    """The files of a folder in which the secret stands."""
    return [str(path) for path in folder.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


@pytest.mark.parametrize(
    "command",
    [
        ("remember", "Ana knows Bob", "--about", KEY),
        ("remember", "Ana knows Bob", "--object", f"Bob {KEY}"),
        ("remember", "Ana knows Bob", "--predicate", KEY),
        ("entities", "alias", "Ana", KEY),
        ("entities", "rename", "Ana", KEY),
        ("entities", "describe", "Ana", f"has {KEY}"),
        ("entities", "link", "Ana", f"https://example.org/?key={KEY}"),
        ("correct", "Ana likes tea", "--until", "2026", "--reason", KEY),
    ],
    ids=lambda command: "-".join(word for word in command if word.isascii() and len(word) < 12),
)
def test_a_command_keeps_no_secret(tmp_path, command):
    """Nothing under the vault holds a token that was given as a name, a description, a link or a reason."""
    vault = tmp_path / "vault"
    persona(vault, "remember", "Ana likes tea", "--about", "Ana", "--since", "2020")
    persona(vault, *command)
    assert kept(tmp_path) == []


def test_an_ingest_keeps_no_secret_and_knows_it_again(tmp_path):
    """Ids, conversations and sources of messages lose their secrets, and the same file again is known."""
    vault = tmp_path / "vault"
    messages = [
        {"id": f"{KEY}:1", "conversation": KEY, "role": "user", "time": "2026-01-01T10:00:00Z", "text": "I like tea."},
        {"id": "m2", "conversation": KEY, "role": "user", "time": "2026-01-01T10:01:00Z", "text": "Tea is good."},
    ]
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    first = json.loads(persona(vault, "ingest", "-", "--source", f"chat {KEY}", "--json", stdin=lines).stdout)
    again = json.loads(persona(vault, "ingest", "-", "--source", f"chat {KEY}", "--json", stdin=lines).stdout)
    assert (first["turns"], again["turns"], again["known_turns"]) == (2, 0, 2)
    assert kept(vault) == []


def test_what_names_a_message_by_number_stays(tmp_path):
    """A message id that is a number is no card number, whatever its check digit."""
    vault = tmp_path / "vault"
    message = {"id": "4111111111111111", "conversation": "4111111111111111", "role": "user", "text": "I like tea."}
    persona(vault, "ingest", "-", stdin=json.dumps(message) + "\n")
    found = json.loads(persona(vault, "recall", "tea", "--only", "turns", "--json").stdout)
    assert [answer["source_id"] for answer in found["answers"]] == ["4111111111111111"]


def test_ids_of_ours_are_never_redacted():
    """A redactor that takes everything leaves ids and times of events as they are."""
    body = {"fact": "fa_0123456789abcdef", "at": "2026-01", "evidence": [{"turn": "tn_0123456789abcdef", "quote": "x"}]}
    (clean,) = without_secrets([Event("close", "ev_1", body)], lambda _: "-")
    assert clean.body == {**body, "evidence": [{"turn": "tn_0123456789abcdef", "quote": "-"}]}


@pytest.mark.parametrize(
    "command",
    [
        ("config", "chat.model", KEY),
        ("config", "identity.aliases", f"[Ana, {KEY}]"),
        ("identity", "set", "--personality", f"knows {KEY}"),
        ("config", "chat.base_url", "https://ana:hunter2-blue@example.org/v1"),
    ],
)
def test_settings_refuse_a_secret(tmp_path, command):
    """A setting that looks like a secret is wrong usage, and the hint names the verb that keeps keys."""
    vault = tmp_path / "vault"
    persona(vault, "init")
    done = persona(vault, *command)
    assert done.returncode == 2
    assert "persona key" in done.stderr
    assert KEY not in done.stderr
    assert kept(tmp_path) == []


def test_a_new_vault_is_not_named_by_a_secret(tmp_path):
    """`init --name` refuses a secret and makes nothing."""
    assert persona(tmp_path / "vault", "init", "--name", KEY).returncode == 2
    assert not (tmp_path / "vault").exists()


def test_an_export_holds_no_secret_that_an_older_version_left(tmp_path, vault):
    """What stands in the logs all the same is taken out on its way into a file for others."""
    body = {"name": f"Bob {KEY}", "kind": "subject", "etype": "person"}
    with vault.writing("test") as writer:
        writer.commit("test", [Event("entity", "en_0000000000000bob", body)])
    assert kept(vault.root) != []

    done = persona(vault.root, "graph-export", "--format", "json")

    assert (0, True, False) == (done.returncode, "redacted:github-token" in done.stdout, KEY in done.stdout)
