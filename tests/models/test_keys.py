"""Keys through the command line: in at standard input, kept in a private file or the environment, shown nowhere."""

from __future__ import annotations

import json
import stat

import bodies
import pytest
from desk import Desk, no_key_in
from loopback import SECRET, Answer, serving

MODELS = Answer(body={"data": [{"id": "one"}, {"id": "two"}]})


def test_a_key_is_set_listed_tested_and_forgotten(desk: Desk):
    """In a private file where there is no keyring; none of the four commands shows it."""
    with serving(MODELS) as server:
        put = desk.piped("key", "set", "openai", "--in-file", "--base-url", server.url, stdin=f"{SECRET}\n")
        listed, shown = desk("key", "list"), desk("key", "list", "--json")
        proved = desk("key", "test", "openai", "--base-url", server.url)
        forgot = desk("key", "forget", "openai", "--base-url", server.url)
        after = desk("key", "list", "--json")
        again = desk("key", "forget", "openai", "--base-url", server.url)
    assert put.code == 0, put.err
    assert f"Stored the key for openai at {server.url} in the file." in put.err
    assert server.url in listed.out
    assert [(key["service"], key["origin"], key["place"]) for key in shown.json["keys"]] == [("openai", server.url, "file")]  # fmt: skip
    assert (proved.code, proved.err) == (0, f"The key works: openai at {server.url} offers 2 models.\n")
    assert server.seen[0].headers["authorization"] == f"Bearer {SECRET}"
    assert "Removed it from the file." in forgot.err
    assert after.json["keys"] == []
    assert "There was no stored key." in again.err
    assert no_key_in(desk, put, listed, shown, proved, forgot, after, again)


def test_the_private_file_is_private_and_outside_the_vault(desk: Desk):
    """0600 in a 0700 folder of the configuration; the vault holds nothing of it."""
    desk("init", desk.vault)
    desk.piped("key", "set", "anthropic", "--in-file", stdin=SECRET)
    (path,) = (path for path in desk.home.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes())
    assert path == desk.home / "config" / "persona" / "keys.json"
    assert (stat.S_IMODE(path.stat().st_mode), stat.S_IMODE(path.parent.stat().st_mode)) == (0o600, 0o700)


@pytest.mark.parametrize("backend", ["fail", "null"])
def test_without_a_keyring_the_other_ways_are_named(desk: Desk, backend):
    """Cron and containers: exit 1, the variable, the file and `--in-file`; nothing is stored."""
    desk.environ["PYTHON_KEYRING_BACKEND"] = f"keyring.backends.{backend}.Keyring"
    done = desk.piped("key", "set", "openai", stdin=SECRET)
    assert done.code == 1
    assert "this machine has no keyring" in done.err
    for way in ("_KEY", "_FILE", "--in-file"):
        assert way in done.err
    assert no_key_in(desk, done)


@pytest.mark.parametrize("how", ["PERSONA_GEMINI_KEY", "GEMINI_API_KEY", "GEMINI_API_KEY_FILE"])
def test_keys_of_the_environment_are_used_and_listed(desk: Desk, how):
    """The program's own variable, the service's usual one, or a file it names."""
    path = desk.home / "key.txt"
    path.write_text(f"{SECRET}\n")
    path.chmod(0o600)
    with serving(Answer(body={"models": [{"name": "models/one"}]})) as server:
        desk.environ |= {how: str(path) if how.endswith("_FILE") else SECRET, "PERSONA_GEMINI_ORIGIN": server.url}
        done = desk("key", "test", "gemini", "--base-url", server.url)
    assert (done.code, server.seen[0].headers["x-goog-api-key"]) == (0, SECRET)
    listed = desk("key", "list", "--json")
    assert [tuple(key[name] for name in ("service", "origin", "place", "source")) for key in listed.json["keys"]] == [("gemini", server.url, "environment", how)]  # fmt: skip
    assert SECRET not in done.err + done.out + listed.out + listed.err


def test_a_file_that_others_can_read_is_refused(desk: Desk):
    """The message names the command that mends it."""
    path = desk.home / "key.txt"
    path.write_text(SECRET)
    path.chmod(0o644)
    desk.environ["OPENAI_API_KEY_FILE"] = str(path)
    done = desk("key", "test", "openai")
    assert done.code == 1
    assert "can be read by others" in done.err
    assert f"chmod 600 '{path}'" in done.err
    path.unlink()
    assert no_key_in(desk, done)


def test_a_stored_key_goes_to_its_own_address_alone(desk: Desk):
    """Stored for one origin, asked for at another: an error that names the command, and no request."""
    with serving(MODELS) as home, serving(MODELS) as other:
        desk.piped("key", "set", "openai", "--in-file", "--base-url", home.url, stdin=SECRET)
        done = desk("key", "test", "openai", "--base-url", other.url)
        assert (done.code, other.seen) == (1, [])
        assert f"persona key set openai --base-url {other.url}" in done.err
        home.answers = [Answer(302, "", {"location": f"{other.url}/models"})]
        moved = desk("key", "test", "openai", "--base-url", home.url)
    assert (moved.code, other.seen) == (7, [])


def test_a_key_that_does_not_work_is_exit_7(desk: Desk):
    """What the server says of it is told without it."""
    with serving(Answer(401, {"error": {"message": f"bad key {SECRET[:12]}...", "code": "invalid_api_key"}})) as server:
        desk.environ |= {"OPENAI_API_KEY": SECRET, "PERSONA_OPENAI_ORIGIN": server.url}
        done = desk("key", "test", "openai", "--base-url", server.url)
    assert (done.code, done.out) == (7, "")
    assert "answered 401" in done.err
    assert no_key_in(desk, done)


def test_the_local_server_of_the_settings_is_proved(desk: Desk):
    """Without a key and without an address `key test local` asks where chat and extraction are set to ask."""
    desk("init", desk.vault)
    with serving(MODELS) as one, serving(MODELS) as two:
        desk.config(extraction__provider="local", extraction__base_url=f"{one.url}/v1", chat__base_url=f"{two.url}/v1")
        done = desk("key", "test", "local")
        assert (done.code, len(one.seen), len(two.seen)) == (0, 1, 1)
        desk.config(extraction__provider="rules", chat__provider="openai")
        rules = desk("key", "test", "local")
        assert (rules.code, len(one.seen), len(two.seen)) == (0, 2, 1)
    assert f"It answers: local at {one.url} offers 2 models.\n" in done.err


@pytest.mark.parametrize("text", ["", "two words", "line\nline"])
def test_what_is_no_key_is_not_stored(desk: Desk, text):
    """Exit 2, and no file."""
    assert desk.piped("key", "set", "openai", "--in-file", stdin=text).code == 2
    assert not (desk.home / "config").exists()


def test_no_key_stands_in_the_arguments_or_the_settings(desk: Desk):
    """There is no option for one, and an address with one in it is refused."""
    assert desk("key", "set", "openai", SECRET).code == 2
    desk("init", desk.vault)
    desk("remember", "I live in Lyon")
    done = desk("ask", "where?", "--provider", "local", "--base-url", f"https://me:{SECRET}@example.com/v1")
    assert done.code == 2
    assert SECRET not in done.err


def test_a_chat_through_a_stored_key_works(desk: Desk):
    """The key set for an address is the one that `ask` uses there."""
    desk("remember", "I live in Lyon")
    with serving(Answer(body=bodies.anthropic_stream("Lyon."))) as server:
        desk.piped("key", "set", "anthropic", "--in-file", "--base-url", server.url, stdin=SECRET)
        done = desk("ask", "where do I live?", "--provider", "anthropic", "--base-url", server.url)
    assert (done.code, done.out) == (0, "Lyon.\n")
    assert server.seen[0].headers["authorization"] == f"Bearer {SECRET}"
    assert SECRET not in json.dumps(server.seen[0].body)
