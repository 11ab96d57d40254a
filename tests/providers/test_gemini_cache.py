"""A cache of Gemini is made when it is worth it, reused while nothing changes, and never in the way."""

from __future__ import annotations

import contextlib
import json
from datetime import timedelta

from loopback import START, Answer, Clock, Server, serving

from persona_cli.providers import gemini_cache
from persona_cli.providers.contract import Limits
from persona_cli.providers.gemini import Gemini
from persona_cli.providers.http import Wire
from persona_cli.store.secrets import Key

LONG = "Everything that is known. " * 400
TOO_SMALL = {
    "error": {
        "code": 400,
        "message": "Cached content is too small. total_token_count=896, min_total_token_count=1024",
        "status": "INVALID_ARGUMENT",
    }
}
MADE = {"name": "cachedContents/abc123", "model": "models/tiny", "expireTime": "2026-11-30T13:00:00.123456789Z"}


def gemini(server: Server, clock: Clock, key: Key | None = None) -> Gemini:
    wire = Wire(
        "gemini",
        server.url,
        timing=clock.timing,
        key=key or server.key("gemini"),
        auth=("x-goog-api-key", ""),
        limits=Limits(retries=0),
    )
    return Gemini(wire, model="tiny")  # fmt: skip


@contextlib.contextmanager
def caching(*answers):
    clock = Clock()
    with serving(*answers) as server:
        provider = gemini(server, clock)
        with contextlib.closing(provider):
            yield server, provider, clock


def asked(server):
    return [(seen.method, seen.path) for seen in server.seen]


def test_a_text_is_cached_once_and_reused_while_it_lives():
    """The second turn with the same text, model and key makes no call; the state is plain JSON."""
    with caching(Answer(body=MADE)) as (server, provider, clock):
        made = gemini_cache.ensure(provider, {}, LONG, now=clock.now)
        again = gemini_cache.ensure(provider, json.loads(json.dumps(made.state)), LONG, now=clock.now)
    assert made.name == again.name == "cachedContents/abc123"
    assert asked(server) == [("POST", "/v1beta/cachedContents")]
    assert server.seen[0].body == {
        "model": "models/tiny",
        "systemInstruction": {"parts": [{"text": LONG}]},
        "ttl": "3600s",
    }
    assert LONG[:30] not in json.dumps(made.state)


def test_a_short_text_makes_no_call():
    """Below four thousand characters nothing is tried until a minimum is known."""
    with caching(Answer(body=MADE)) as (server, provider, clock):
        cached = gemini_cache.ensure(provider, {}, "short", now=clock.now)
    assert (cached.name, cached.state) == ("", {})
    assert server.seen == []


def test_the_minimum_is_learnt_from_the_servers_error():
    """After one refusal, texts below the server's minimum make no call, and longer ones do."""
    text = "x" * 4480  # 896 tokens: five signs each, so the minimum is 5120 signs
    with caching(Answer(400, TOO_SMALL), Answer(body=MADE)) as (server, provider, clock):
        first = gemini_cache.ensure(provider, {}, text, now=clock.now)
        assert (first.name, first.state["minimum"]) == ("", {"models/tiny": 1024})
        second = gemini_cache.ensure(provider, first.state, "y" * 5119, now=clock.now)
        assert second.name == ""
        assert len(server.seen) == 1
        third = gemini_cache.ensure(provider, second.state, "y" * 5120, now=clock.now)
        assert third.name == "cachedContents/abc123"
        assert third.state["minimum"] == {"models/tiny": 1024}
        other = gemini_cache.ensure(provider, first.state, text, now=clock.now, model="other")
        assert other.name


def test_a_cache_near_its_end_is_renewed():
    """With less than a tenth of its life left the end is moved; the server's own time is kept."""
    renewed = Answer(body={**MADE, "expireTime": "2026-11-30T14:00:00Z"})
    with caching(Answer(body=MADE), renewed) as (server, provider, clock):
        made = gemini_cache.ensure(provider, {}, LONG, now=clock.now)
        clock.slept.append(3600 * 0.95)
        again = gemini_cache.ensure(provider, made.state, LONG, now=clock.now)
    assert again.name == made.name
    assert again.state["expires"] == "2026-11-30T14:00:00Z"
    assert asked(server)[1] == ("PATCH", "/v1beta/cachedContents/abc123?updateMask=ttl")


def test_a_cache_that_cannot_be_renewed_or_is_over_is_made_anew():
    """A refusal to renew, or a cache past its end, leads to one new cache; the old one is deleted."""
    new = Answer(body={**MADE, "name": "cachedContents/new"})
    with caching(Answer(body=MADE), Answer(403, {}), Answer(404, {}), new) as (server, provider, clock):
        made = gemini_cache.ensure(provider, {}, LONG, now=clock.now)
        clock.slept.append(3600 * 0.95)
        assert gemini_cache.ensure(provider, made.state, LONG, now=clock.now).name == "cachedContents/new"
        assert [method for method, _ in asked(server)] == ["POST", "PATCH", "DELETE", "POST"]
        clock.slept.append(3600)
        gemini_cache.ensure(provider, made.state, LONG, now=clock.now)
        assert [method for method, _ in asked(server)][4:] == ["DELETE", "POST"]


def test_another_text_or_model_makes_a_new_cache_and_deletes_the_old_one():
    """Nothing that is paid by the hour is left behind."""
    for text, model in ((LONG + "!", "tiny"), (LONG, "other")):
        with caching(Answer(body=MADE)) as (server, provider, clock):
            made = gemini_cache.ensure(provider, {}, LONG, now=clock.now)
            gemini_cache.ensure(provider, made.state, text, now=clock.now, model=model)
        assert asked(server)[1:] == [("DELETE", "/v1beta/cachedContents/abc123"), ("POST", "/v1beta/cachedContents")]


def test_another_key_makes_a_new_cache_and_leaves_the_old_one_to_its_owner():
    """A cache of another key cannot be used or deleted with this one."""
    with caching(Answer(body=MADE)) as (server, provider, clock):
        made = gemini_cache.ensure(provider, {}, LONG, now=clock.now)
        other = gemini(server, clock, server.key("gemini", "AIza-another-key-altogether"))
        gemini_cache.ensure(other, made.state, LONG, now=clock.now)
        other.close()
    assert asked(server)[1:] == [("POST", "/v1beta/cachedContents")]


def test_any_failure_means_no_cache_and_a_note():
    """Refusals, overloads and nonsense leave the text to be sent with the question."""
    answers = (
        Answer(401, {}),
        Answer(403, {}),
        Answer(500, b"oh"),
        Answer(body={}),
        Answer(body=[]),
        Answer(body={"name": "../x"}),
    )
    for answer in answers:
        with caching(answer) as (_server, provider, clock):
            cached = gemini_cache.ensure(provider, {}, LONG, now=clock.now)
        assert cached.name == ""
        assert cached.state == {}
        assert cached.note.startswith("no cache: ")


def test_a_dropped_cache_leaves_what_was_learnt():
    """After the server did not accept the cache, its name is gone and the minimum stays."""
    state = {"name": "cachedContents/a", "model": "m", "hash": "h", "key": "k", "expires": "e", "minimum": {"m": 9}}
    assert gemini_cache.dropped(state) == {"minimum": {"m": 9}}


def test_deleting_asks_the_server_once_and_never_fails():
    """Delete sends one DELETE for a plain name, none for nonsense, and forgets the cache in any case."""
    with caching(Answer(404, {})) as (server, provider, _clock):
        key = provider.wire.fingerprint
        assert gemini_cache.delete(provider, {"name": "cachedContents/a", "key": key}) == {}
        assert gemini_cache.delete(provider, {"name": "../models", "key": key}) == {}
        assert gemini_cache.delete(provider, {}) == {}
    assert asked(server) == [("DELETE", "/v1beta/cachedContents/a")]


def test_a_damaged_state_is_read_as_no_cache():
    """Any JSON in the state's place leads to a new cache, not to an error."""
    with caching(Answer(body=MADE)) as (_server, provider, clock):
        for value in (None, 7, [], {"a": 1}, "x"):
            state = dict.fromkeys(("name", "model", "hash", "key", "expires", "minimum", "signs_per_token"), value)
            assert gemini_cache.ensure(provider, state, LONG, now=clock.now).name == "cachedContents/abc123"


def test_an_end_the_server_does_not_tell_is_counted_from_after_the_call():
    """Without `expireTime` the life is counted by the own clock, read again."""
    with caching(Answer(body={"name": "cachedContents/a"})) as (_server, provider, clock):
        cached = gemini_cache.ensure(provider, {}, LONG, now=clock.now)
    assert cached.state["expires"] == (START + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
