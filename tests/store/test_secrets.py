"""Where keys are found, where they are kept, and that they show themselves nowhere."""

from __future__ import annotations

import copy
import dataclasses
import json
import logging
import os
import pickle
import stat
import subprocess
import sys
import threading
import traceback

import pytest

from persona_cli.errors import PersonaError, UsageError
from persona_cli.store import secrets
from persona_cli.store.origin import base_of, is_loopback, origin_of
from persona_cli.store.secrets import Key, Machine, NoKeyringError, Service

SECRET = "sk-proj-4fT9wQz7LmXc2VbN8KdR5hYs"
OTHER = "sk-proj-aB3dE6gH9jK2mN5pQ8sT1vW4"
HOME = "https://api.openai.com"
OPENAI = Service("openai", "OPENAI_API_KEY", HOME)
LOCAL = Service("local")


class Ring:
    """A keyring in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service, username):
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self.kept[service, username] = password

    def delete_password(self, service, username):
        del self.kept[service, username]


class Broken(Ring):
    """A keyring whose library fails with the secret in its words."""

    def get_password(self, service, username, password=""):
        raise ConnectionResetError(f"cannot: {SECRET}")

    set_password = delete_password = get_password


class Null(Ring):
    """A keyring that keeps nothing and says nothing."""

    def set_password(self, service, username, password):
        pass


class Silent(Ring):
    """A locked keyring with nobody at the screen."""

    def __init__(self) -> None:
        super().__init__()
        self.freed = threading.Event()

    def get_password(self, service, username):
        self.freed.wait(10)


def machine(tmp_path, ring=None, **environ):
    return Machine(environ, tmp_path / "config", Ring() if ring is None else ring, wait=5)


def private(path, text, mode=0o600):
    path.write_text(text)
    path.chmod(mode)
    return str(path)


def found(service, origin, here):
    key = secrets.get_key(service, origin, here)
    return key and (key.reveal(), key.place, key.source)


def test_the_order_is_environment_file_keyring_private_file(tmp_path):
    """Each source hides those after it."""
    ring = Ring()
    here = machine(tmp_path, ring)
    path = private(tmp_path / "key", f"{OTHER}\n")
    assert secrets.get_key(OPENAI, HOME, here) is None
    secrets.set_key(OPENAI, HOME, SECRET, here)
    assert found(OPENAI, HOME, here) == (SECRET, "keyring", "keyring")
    steps = (
        ({"OPENAI_API_KEY_FILE": path}, (OTHER, "OPENAI_API_KEY_FILE")),
        ({"OPENAI_API_KEY": "usual"}, ("usual", "OPENAI_API_KEY")),
        ({"PERSONA_OPENAI_KEY_FILE": path}, (OTHER, "PERSONA_OPENAI_KEY_FILE")),
        ({"PERSONA_OPENAI_KEY": "own"}, ("own", "PERSONA_OPENAI_KEY")),
    )
    environ: dict[str, str] = {}
    for more, (secret, variable) in steps:
        environ |= more
        assert found(OPENAI, HOME, machine(tmp_path, ring, **environ)) == (secret, "environment", variable)
    assert found(OPENAI, HOME, machine(tmp_path, ring, OPENAI_API_KEY=" ")) == (SECRET, "keyring", "keyring")


def test_a_key_in_a_private_file_is_kept_only_when_asked_for(tmp_path):
    """The file is 0600 in a 0700 folder; without the wish it holds no key."""
    here = machine(tmp_path)
    secrets.set_key(OPENAI, HOME, SECRET, here)
    index = here.folder / secrets.INDEX
    assert SECRET not in index.read_text()
    secrets.set_key(OPENAI, HOME, OTHER, here, in_file=True)
    assert OTHER in index.read_text()
    assert stat.S_IMODE(index.stat().st_mode) == 0o600
    assert stat.S_IMODE(here.folder.stat().st_mode) == 0o700
    assert found(OPENAI, HOME, here) == (OTHER, "file", str(index))


def test_a_stored_key_is_found_for_its_origin_alone(tmp_path):
    """The same service at another address has no key until one is stored for it."""
    here = machine(tmp_path)
    secrets.set_key(OPENAI, "https://proxy.example:8443/v1", SECRET, here)
    assert secrets.get_key(OPENAI, HOME, here) is None
    key = secrets.get_key(OPENAI, "https://PROXY.example:8443/other/path", here)
    assert key is not None
    assert key.origin == "https://proxy.example:8443"


def test_a_key_of_the_environment_goes_to_the_services_own_origin_alone(tmp_path):
    """A base URL from a shared tree does not get the key of the environment; the environment can name another."""
    here = machine(tmp_path, OPENAI_API_KEY=SECRET, PERSONA_LOCAL_KEY=OTHER)
    assert secrets.get_key(OPENAI, "https://evil.example/v1", here) is None
    assert found(OPENAI, f"{HOME}/v1", here)[0] == SECRET
    assert found(LOCAL, "http://127.0.0.1:8080/v1", here)[0] == OTHER
    assert secrets.get_key(LOCAL, "https://gpu.example/v1", here) is None
    named = machine(tmp_path, PERSONA_LOCAL_KEY=OTHER, PERSONA_LOCAL_ORIGIN="https://gpu.example")
    assert found(LOCAL, "https://gpu.example/v1", named)[0] == OTHER
    assert secrets.get_key(LOCAL, "http://127.0.0.1:8080/v1", named) is None


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_key_file_that_others_can_read_is_refused(tmp_path, mode):
    """The error names the file and the command that mends it."""
    path = private(tmp_path / "key", SECRET, mode)
    with pytest.raises(PersonaError, match="can be read by others") as caught:
        secrets.get_key(OPENAI, HOME, machine(tmp_path, OPENAI_API_KEY_FILE=path))
    assert caught.value.hint == f"chmod 600 '{path}'"


def test_what_is_no_key_file_is_told(tmp_path):
    """A missing file, a folder, a pipe, a huge file, bytes that are no text and an empty file each get a sentence."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe, 0o600)
    huge = private(tmp_path / "huge", "x" * 70_000)
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    binary.chmod(0o600)
    cases = (
        (tmp_path / "absent", "cannot read"),
        (tmp_path, "is not a file"),
        (pipe, "is not a file"),
        (huge, "too large"),
        (binary, "is not text"),
        (private(tmp_path / "empty", "\n"), "empty"),
    )
    for path, words in cases:
        with pytest.raises(PersonaError, match=words):
            secrets.get_key(OPENAI, HOME, machine(tmp_path, OPENAI_API_KEY_FILE=str(path)))


def test_a_link_to_a_private_file_is_followed(tmp_path):
    """Secret stores mount links; what counts is the file they lead to."""
    private(tmp_path / "real", f"\ufeff{SECRET}\r\n")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert found(OPENAI, HOME, machine(tmp_path, OPENAI_API_KEY_FILE=str(tmp_path / "link")))[0] == SECRET


@pytest.mark.parametrize("secret", ["", " \n", "two words", "line\nbreak", "schlüssel", "x" * 9000, "a\x00b"])
def test_what_no_header_can_carry_is_no_key(tmp_path, secret):
    """Such a text is refused without being repeated."""
    with pytest.raises(UsageError) as caught:
        secrets.set_key(OPENAI, HOME, secret, machine(tmp_path))
    assert not secret.strip() or secret not in str(caught.value)


def test_a_key_shows_itself_to_reveal_alone(tmp_path, caplog):
    """repr, str, format, logs, JSON, pickles and copies do not hold it; equal keys have equal fingerprints."""
    caplog.set_level(logging.DEBUG)
    key = Key("openai", HOME, "keyring", SECRET)
    logging.getLogger("x").warning("%s %r", key, key)
    shown = f"{key} {key!r} {[key]} {caplog.text}"
    assert SECRET not in shown
    assert "<key for openai at https://api.openai.com>" in shown
    for copier in (pickle.dumps, copy.deepcopy, copy.copy):
        with pytest.raises(TypeError):
            copier(key)
    for shower in (json.dumps, dataclasses.asdict, vars):
        with pytest.raises(TypeError):
            shower(key)
    assert key.fingerprint == Key("x", "y", "file", SECRET).fingerprint != Key("x", "y", "file", OTHER).fingerprint
    assert len(key.fingerprint) == 12
    assert SECRET[:8] not in key.fingerprint
    assert key.reveal() == SECRET


@pytest.mark.parametrize("ring", [Broken, Null])
def test_a_keyring_that_fails_or_keeps_nothing_is_told_with_the_alternatives(tmp_path, ring):
    """Setting a key fails loudly, names the other ways, and repeats no word of the library."""
    with pytest.raises(NoKeyringError) as caught:
        secrets.set_key(OPENAI, HOME, SECRET, machine(tmp_path, ring()))
    for word in ("_KEY", "_FILE", "--in-file"):
        assert word in caught.value.hint
    assert SECRET not in "".join(traceback.format_exception(caught.value)) + repr(caught.value.__context__)
    assert not (tmp_path / "config" / secrets.INDEX).exists()


def test_a_keyring_that_does_not_answer_is_left(tmp_path):
    """Waiting for a password that nobody types ends."""
    ring = Silent()
    here = Machine({}, tmp_path / "config", ring, wait=0.05)
    with pytest.raises(NoKeyringError, match=r"did not answer within 0\.05 seconds"):
        secrets.set_key(OPENAI, HOME, SECRET, here)
    ring.freed.set()


def test_without_a_keyring_a_missing_key_is_none_and_a_stored_one_is_an_error(tmp_path):
    """Who never stored a key is not bothered with keyrings; who did is told that it cannot be reached."""
    assert secrets.get_key(OPENAI, HOME, machine(tmp_path, Broken())) is None
    secrets.set_key(OPENAI, HOME, SECRET, machine(tmp_path))
    with pytest.raises(NoKeyringError):
        secrets.get_key(OPENAI, HOME, machine(tmp_path, Broken()))
    with pytest.raises(NoKeyringError):
        secrets.forget_key(OPENAI, HOME, machine(tmp_path, Broken()))


def test_forgetting_removes_a_key_wherever_it_was_stored(tmp_path):
    """Keyring and file are both emptied; forgetting twice finds nothing."""
    ring = Ring()
    here = machine(tmp_path, ring)
    secrets.set_key(OPENAI, HOME, SECRET, here)
    secrets.set_key(OPENAI, HOME, OTHER, here, in_file=True)
    assert secrets.forget_key(OPENAI, HOME, here) == ("keyring", "file")
    assert ring.kept == {}
    assert OTHER not in (here.folder / secrets.INDEX).read_text()
    assert secrets.forget_key(OPENAI, HOME, here) == ()
    assert secrets.get_key(OPENAI, HOME, here) is None


def test_a_list_names_keys_and_their_places_and_no_secret(tmp_path):
    """Environment, keyring and file are told apart; nothing asks the keyring."""
    secrets.set_key(OPENAI, HOME, SECRET, machine(tmp_path))
    secrets.set_key(LOCAL, "https://gpu.example", OTHER, machine(tmp_path), in_file=True)
    here = machine(tmp_path, Broken(), OPENAI_API_KEY=SECRET)
    known = secrets.list_keys({OPENAI: HOME, LOCAL: "http://127.0.0.1:1"}, here)
    assert [(one.service, one.origin, one.place) for one in known] == [
        ("openai", HOME, "environment"),
        ("local", "https://gpu.example", "file"),
        ("openai", HOME, "keyring"),
    ]
    assert SECRET not in repr(known)
    assert OTHER not in repr(known)


def test_a_damaged_list_of_keys_is_told(tmp_path):
    """The file is named, with what to do; one that others can read is not used."""
    here = machine(tmp_path)
    here.folder.mkdir()
    for text in ("", "{", "[]", '{"keys": 7}'):
        private(here.folder / secrets.INDEX, text)
        with pytest.raises(PersonaError, match="is not a list of keys"):
            secrets.get_key(OPENAI, HOME, here)
    private(here.folder / secrets.INDEX, '{"keys": {}}', 0o644)
    with pytest.raises(PersonaError, match="can be read by others"):
        secrets.get_key(OPENAI, HOME, here)


def test_a_missing_key_names_the_command_that_sets_it():
    """The error of a needed key tells every way to give one."""
    told = secrets.missing_key(OPENAI, HOME)
    assert str(told) == "no key for 'openai' at https://api.openai.com"
    assert told.hint == "persona key set openai, or put it in PERSONA_OPENAI_KEY or PERSONA_OPENAI_KEY_FILE"


@pytest.mark.parametrize("backend", ["keyring.backends.fail.Keyring", "keyring.backends.null.Keyring"])
def test_a_machine_without_a_keyring_is_told_so(tmp_path, backend):
    """With the package's own backends for "none", storing fails with one sentence and no key on any stream."""
    script = (
        "import sys, pathlib\n"
        "from persona_cli.store.secrets import *\n"
        "here = Machine({}, pathlib.Path(sys.argv[1]))\n"
        "service = Service('openai', 'OPENAI_API_KEY', 'https://api.openai.com')\n"
        "assert get_key(service, service.origin, here) is None\n"
        "try: set_key(service, service.origin, sys.stdin.read(), here)\n"
        "except NoKeyringError as error: print(error, '|', error.hint)\n"
    )
    environ = {**os.environ, "PYTHON_KEYRING_BACKEND": backend, "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path / "c")], input=SECRET, env=environ, capture_output=True, text=True, timeout=60, check=True)  # fmt: skip
    assert "this machine has no keyring | set PERSONA_" in done.stdout
    assert SECRET not in done.stdout + done.stderr


def test_keyring_is_not_imported_for_a_key_of_the_environment():
    """A key in a variable costs no keyring."""
    script = (
        "import sys, pathlib\n"
        "from persona_cli.store.secrets import *\n"
        "here = Machine({'OPENAI_API_KEY': 'x'}, pathlib.Path('/nonexistent'))\n"
        "assert get_key(Service('openai', 'OPENAI_API_KEY', 'https://a.b'), 'https://a.b', here)\n"
        "print(sorted({'keyring', 'httpx'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"


def test_origins_have_one_form():
    """Case, default ports, paths and white space do not make another origin; ports and schemes do."""
    assert origin_of(" HTTPS://Api.Example.com:443/v1/ ") == "https://api.example.com"
    assert origin_of("http://[::1]:80/x") == "http://[::1]"
    assert origin_of("http://localhost:8080") == "http://localhost:8080"
    assert base_of("https://api.example.com/v1//") == "https://api.example.com/v1"
    assert is_loopback("http://127.8.9.1:1/")
    assert not is_loopback("http://localhost.example.com")
    assert not is_loopback("https://2130706433")
