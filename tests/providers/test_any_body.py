"""Whatever bytes a server sends, the outcome is a reply or one clear error, and the key is in neither."""

from __future__ import annotations

import contextlib
import json
from datetime import UTC, datetime

import bodies
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loopback import SECRET, Answer, Clock, serving

from persona_cli.errors import PersonaError, RemoteError
from persona_cli.providers.contract import Limits, Message, Reply, Request
from persona_cli.providers.failure import MAX_MESSAGE, read_event_failure, read_failure, scrubbed
from persona_cli.providers.table import SPECS, open_provider

NOW = datetime(2026, 11, 30, tzinfo=UTC)
KEYS = st.sampled_from(
    ["error", "message", "code", "type", "status", "details", "violations", "quotaId", "retryDelay", "detail", "choices", "delta", "content",
     "output", "candidates", "parts", "text", "usage", "finish_reason", "finishReason", "stop_reason", "usageMetadata", "response", "promptFeedback"]
)  # fmt: skip
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.just(SECRET),
    st.just(f"x{SECRET[3:]}y"),
)
JSON = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)


def broken(name, data):
    """A good body with something else put at one place in it."""
    tree = getattr(bodies, name)()
    here, path = tree, []
    while isinstance(here, (dict, list)) and here and data.draw(st.integers(0, 4)):
        step = data.draw(st.sampled_from(sorted(here)) if isinstance(here, dict) else st.integers(0, len(here) - 1))
        path.append((here, step))
        here = here[step]
    if not path:
        return data.draw(JSON)
    parent, step = path[-1]
    parent[step] = data.draw(JSON)
    return tree


@pytest.mark.parametrize("name", [spec.name for spec in SPECS])
def test_any_json_is_a_reply_or_an_error(name):
    """A good body with any part exchanged, whole or as a stream, never raises anything but RemoteError."""
    with serving(Answer()) as server:
        limits = Limits(retries=0)
        provider = open_provider(
            name, timing=Clock().timing, base_url=server.url, model="tiny", key=server.key(name), limits=limits
        )
        request = Request((Message("user", "Hello."),))

        @settings(max_examples=40, deadline=None)
        @given(st.data())
        def ask(data):
            body = json.dumps(broken(name, data))
            for answer, do in (
                (body, provider.complete),
                (f"data: {body}\n\n", lambda one: list(provider.stream(one))[-1]),
            ):
                server.answers[:] = [Answer(body=answer)]
                try:
                    reply = do(request)
                except RemoteError as error:
                    assert SECRET not in f"{error} {error.hint} {error.code}"
                else:
                    assert isinstance(reply, Reply)
                    assert isinstance(reply.text, str)

        with contextlib.closing(provider):
            ask()


@settings(deadline=None)
@given(st.integers(100, 599), st.one_of(st.binary(max_size=200), JSON.map(lambda tree: json.dumps(tree).encode())), st.text(max_size=30), st.text(max_size=30))  # fmt: skip
def test_any_refusal_can_be_read(status, body, wait, date):
    """Bodies, waits and dates of any kind give a failure with bounded words and without the key."""
    headers = {"retry-after": wait, "date": date, "x-should-retry": wait, "retry-after-ms": date}
    failure = read_failure(status, headers, body, secret=SECRET, now=NOW)
    told = failure.error("openai")
    assert isinstance(told, PersonaError)
    assert SECRET not in f"{told} {told.hint} {told.code}"
    assert len(failure.message) <= MAX_MESSAGE
    assert failure.retry_after is None or failure.retry_after >= 0
    assert not (failure.retry and status in (400, 401, 402, 403, 404, 413, 422))


@given(JSON)
def test_any_error_inside_a_stream_can_be_read(tree):
    """Whatever stands where the error should be, it becomes an error."""
    assert SECRET not in str(read_event_failure(tree, secret=SECRET).error("x"))


@given(st.text(max_size=40), st.integers(0, len(SECRET) - 8), st.integers(8, 32), st.text(max_size=40))
def test_any_piece_of_the_key_is_masked(before, start, length, after):
    """Eight signs of the key in a row do not come through, whatever stands around them."""
    piece = SECRET[start : start + length]
    assert piece not in scrubbed(f"{before} {piece} {after}", SECRET)
    assert piece not in scrubbed(f"{before}{piece}{after}", SECRET)


@given(st.text(max_size=200))
def test_words_without_a_key_stay(text):
    """Without a key in it a message keeps its words."""
    words = "the model does not exist, look at its name"
    assert scrubbed(words, SECRET) == words
    assert len(scrubbed(text, "")) <= MAX_MESSAGE
