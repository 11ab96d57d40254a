"""Secrets of every known shape are taken out wherever they stand, and hardly anything else is touched."""

from __future__ import annotations

import time
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from secret_shapes import SECRETS, innocent, some

from persona_cli.core.redact import Found, fingerprint_of, redact
from persona_cli.core.redact_rules import iban, luhn

KEY = b"a key of one machine"


@pytest.mark.parametrize("kind", SECRETS)
@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "Here it is: {} and thanks",
        "({})",
        '"{}"',
        "first line\n{}\nlast line",
        "x={},",
        "`{}`",
        "{}.",
        "это {} и всё",
        "{}\ttab",
    ],
)
def test_every_shape_in_every_position(kind, around):
    """A secret is gone, its kind and fingerprint stand in its place, and the words around it stay."""
    random = Random(f"{kind}{around}")
    for _ in range(20):
        secret = SECRETS[kind](random)
        text = around.format(secret)
        clean = redact(text, key=KEY)
        kinds = [found.kind for found in clean.found]
        assert kind in kinds, text
        for found in clean.found:
            assert text[found.start : found.end] not in clean.text
            assert f"[redacted:{found.kind}:{found.fingerprint}]" in clean.text
        before, after = around.split("{}")
        assert clean.text.startswith(before)
        assert clean.text.endswith(after)


def test_at_least_eighteen_shapes():
    """The table of shapes is not smaller than promised."""
    assert len(SECRETS) >= 18


def test_innocent_lines_are_left_alone():
    """Of lines of prose, code, logs, hashes, identifiers and addresses fewer than one in a thousand is touched."""
    random = Random(11)
    lines = [innocent(random) for _ in range(20_000)]
    touched = [line for line in lines if redact(line, key=KEY).found]
    assert len(touched) < 20, touched[:10]


def test_a_text_without_secrets_is_the_same_object():
    """Nothing is copied when there is nothing to take out."""
    text = "the kettle is on, the password is in the drawer"
    assert redact(text, key=KEY).text is text


def test_fingerprints_are_keyed_and_equal_for_equal_secrets():
    """One secret has one fingerprint on one machine, another on another machine."""
    secret = SECRETS["github-token"](Random(1))
    twice = redact(f"{secret} and again {secret}", key=KEY)
    assert [found.fingerprint for found in twice.found] == [fingerprint_of(secret, KEY)] * 2
    assert fingerprint_of(secret, KEY) != fingerprint_of(secret, b"another")


def test_allowed_values_fingerprints_and_kinds_stay():
    """Each of the three ways to allow a value works."""
    secret = SECRETS["npm-token"](Random(2))
    for allowed in (secret, fingerprint_of(secret, KEY), "npm-token"):
        assert redact(secret, key=KEY, allow=frozenset({allowed})).found == ()


def test_only_the_value_is_replaced():
    """The words that tell what it was, and the rest of an address, stay."""
    assert (
        redact("my wifi password is hunter2.", key=KEY).text
        == f"my wifi password is [redacted:password:{fingerprint_of('hunter2', KEY)}]."
    )
    assert redact("postgres://ada:s3cretpw@db.example.org/x", key=KEY).found == (
        Found("url-password", fingerprint_of("s3cretpw", KEY), 15, 23),
    )


@pytest.mark.parametrize(
    "text",
    [
        "password: ${DB_PASSWORD}", "password = <your password>", "password=****", 'password = os.environ["PASSWORD"]',
        "postgres://user:password@localhost/db", "the password is required", "token: None", "api_key=YOUR_API_KEY",
        "password: changeme", "4111 1111 1111 1112", "DE00 3704 0044 0532 0130 00", "0000 0000 0000 0000",
    ],
)  # fmt: skip
def test_placeholders_and_wrong_check_digits_stay(text):
    """What stands for a secret, or fails its check, is none."""
    assert redact(text, key=KEY).text == text


def test_checks():
    """Check digits are those of the standards' own examples."""
    assert luhn("4111 1111 1111 1111")
    assert not luhn("4111 1111 1111 1112")
    assert iban("GB82 WEST 1234 5698 7654 32")
    assert not iban("GB83 WEST 1234 5698 7654 32")


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.text(max_size=20),
            st.builds(
                lambda kind, seed: SECRETS[kind](Random(seed)), st.sampled_from(sorted(SECRETS)), st.integers(0, 999)
            ),
        ),
        max_size=5,
    )
)
@example(pieces=["374011233345797", "5192 4111 1177 7070"])
def test_redacting_twice_changes_nothing(pieces):
    """Any text: no error, spans in order and apart, and the result holds nothing more to take out."""
    text = " ".join(pieces)
    clean = redact(text, key=KEY)
    end = 0
    for found in clean.found:
        assert end <= found.start < found.end <= len(text)
        end = found.end
    assert redact(clean.text, key=KEY).text == clean.text


LONG = [
    "password is ",
    "password",
    "secret ",
    "aws secret ",
    "://a:",
    "eyJhbGciOi.",
    "eyJabcdefgh.eyJabcdefgh",
    "-----BEGIN RSA PRIVATE KEY-----",
    "4111 ",
    "DE89",
    "A",
    "1",
    "sk-",
    "Bearer ",
    "token: ",
    "api key ",
    "pin ",
    "password for ",
    "twilio ",
    "xoxb-",
    "/",
    " ",
]


@pytest.mark.parametrize("piece", LONG)
def test_long_lines_take_bounded_time(piece):
    """A line of one megabyte of anything takes seconds, not minutes."""
    line = (piece * 1_000_000)[:1_000_000]
    start = time.process_time()
    redact(line, key=KEY)
    assert time.process_time() - start < 10


def test_a_long_line_of_everything_takes_bounded_time():
    """A megabyte of innocent lines run together is read in a few seconds, and a secret at its end is found."""
    random = Random(5)
    line = " ".join(innocent(random) for _ in range(12_000)) + " ghp_" + some(random, "abcdefghijk0123456789ABC", 36)
    start = time.process_time()
    assert redact(line, key=KEY).found[-1].kind == "github-token"
    assert time.process_time() - start < 10
