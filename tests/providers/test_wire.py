"""What goes over the wire and what does not, against real servers on loopback."""

from __future__ import annotations

import contextlib
import gzip
import logging
import random
import time
import traceback
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from loopback import SECRET, START, Answer, Clock, serving

from persona_cli.errors import RemoteError, UsageError
from persona_cli.providers.contract import Limits, Timing
from persona_cli.providers.http import Wire

OK = Answer(body={"fine": True})


def error(status: int, body: object, **headers: str) -> Answer:
    return Answer(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


ANTHROPIC = {
    status: {"type": "error", "error": {"type": kind, "message": f"it is {kind}"}, "request_id": "req_1"}
    for status, kind in (
        (400, "invalid_request_error"),
        (401, "authentication_error"),
        (402, "billing_error"),
        (403, "permission_error"),
        (404, "not_found_error"),
        (409, "conflict"),
        (429, "rate_limit_error"),
        (500, "api_error"),
        (504, "gateway_timeout"),
        (529, "overloaded_error"),
    )
}
HTML = b"<html><head><title>413</title><style>p{color:red}</style></head><body><h1>Request Entity Too Large</h1></body></html>"


@contextlib.contextmanager
def asking(*answers: Answer, limits: Limits | None = None, timing: Timing | None = None):
    clock = Clock()
    with serving(*answers) as server:
        wire = Wire("openai", server.url, timing=timing or clock.timing, key=server.key(), limits=limits)
        try:
            yield server, wire, clock
        finally:
            wire.close()


def refused(wire: Wire) -> RemoteError:
    with pytest.raises(RemoteError) as caught:
        wire.call("POST", "/x", {"question": "?"})
    return caught.value


@pytest.mark.parametrize(
    ("answer", "requests", "slept", "words"),
    [
        (error(400, ANTHROPIC[400]), 1, [], "400 (invalid_request_error): it is invalid_request_error"),
        (error(401, ANTHROPIC[401]), 1, [], "401 (authentication_error)"),
        (error(402, ANTHROPIC[402]), 1, [], "402 (billing_error)"),
        (error(403, ANTHROPIC[403]), 1, [], "403 (permission_error)"),
        (error(404, ANTHROPIC[404]), 1, [], "404 (not_found_error)"),
        (error(409, ANTHROPIC[409]), 3, [0.5, 1.0], "409 (conflict)"),
        (error(413, HTML, content_type="text/html"), 1, [], "413: 413 Request Entity Too Large"),
        (error(422, {"detail": "no"}), 1, [], "422: no"),
        (error(429, ANTHROPIC[429]), 3, [0.5, 1.0], "429 (rate_limit_error)"),
        (error(429, ANTHROPIC[429], retry_after="0"), 3, [0.5, 1.0], "429"),
        (error(429, ANTHROPIC[429], retry_after="7"), 3, [7.0, 7.0], "429"),
        (error(429, ANTHROPIC[429], retry_after_ms="1500", retry_after="7"), 3, [1.5, 1.5], "429"),
        (error(429, ANTHROPIC[429], retry_after="3600"), 1, [], "429"),
        (error(429, ANTHROPIC[429], x_should_retry="false"), 1, [], "429"),
        (error(425, {"error": {"message": "early"}}, x_should_retry="true"), 3, [0.5, 1.0], "425: early"),
        (error(400, ANTHROPIC[400], x_should_retry="true"), 1, [], "400"),
        (error(429, {"error": {"code": "insufficient_quota", "type": "insufficient_quota", "message": "m"}}), 1, [], "429 (insufficient_quota)"),
        (error(429, {"error": {"code": "credit_balance_exhausted", "type": "insufficient_quota", "message": "m"}}), 1, [], "429 (credit_balance_exhausted)"),
        (error(429, {"error": {"code": "rate_limit_exceeded", "type": "insufficient_quota", "message": "m"}}), 3, [0.5, 1.0], "429 (rate_limit_exceeded)"),
        (error(429, {"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "m", "details": [{"@type": "RetryInfo", "retryDelay": "37s"}]}}), 3, [37.0, 37.0], "429 (RESOURCE_EXHAUSTED)"),
        (error(429, {"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "m", "details": [{"violations": [{"quotaId": "GenerateRequestsPerDayPerProject"}]}]}}), 1, [], "429 (RESOURCE_EXHAUSTED)"),
        (error(500, ANTHROPIC[500]), 3, [0.5, 1.0], "500 (api_error)"),
        (error(503, b""), 3, [0.5, 1.0], "503"),
        (error(504, b"upstream\xff timed out"), 3, [0.5, 1.0], "504: upstream� timed out"),
        (error(529, ANTHROPIC[529]), 3, [0.5, 1.0], "529 (overloaded_error)"),
        (error(500, b"[" * 60_000), 3, [0.5, 1.0], "500"),
    ],
)  # fmt: skip
def test_each_refusal_is_repeated_as_often_as_it_makes_sense_and_no_more(answer, requests, slept, words):
    """Every error body is read for its words, and only what can pass is asked again, after the wait it asks for."""
    with asking(answer) as (server, wire, clock):
        told = refused(wire)
    assert requests == len(server.seen)
    assert slept == clock.slept
    assert words in str(told)
    assert answer.status == told.status
    assert told.exit_code == 7


def test_a_date_in_retry_after_is_read_against_the_servers_own_clock():
    """Retry-After as a date waits as long as the server means, even when the clocks differ by years."""
    there = datetime(2031, 1, 1, tzinfo=UTC)
    later = format_datetime(there + timedelta(seconds=20))
    with asking(error(429, {}, date=format_datetime(there), retry_after=later), OK) as (_server, wire, clock):
        assert wire.call("POST", "/x", {}) == {"fine": True}
    assert clock.slept == [20.0]


def test_a_date_in_retry_after_without_a_clock_beside_it_is_read_against_ours():
    """Without a Date header the own clock decides, and a date that is over means at once."""
    soon = format_datetime(START + timedelta(seconds=9))
    with asking(error(503, {}, retry_after=soon), OK) as (_server, wire, clock):
        wire.call("POST", "/x", {})
    assert clock.slept == [9.0]
    with asking(error(503, {}, retry_after=format_datetime(START - timedelta(days=1))), OK) as (_server, wire, clock):
        wire.call("POST", "/x", {})
    assert clock.slept == [0.5]


def test_a_refusal_that_passes_is_not_seen():
    """After an overload and a rate limit the third answer counts."""
    with asking(error(529, ANTHROPIC[529]), error(429, ANTHROPIC[429], retry_after="2"), OK) as (server, wire, clock):
        assert wire.call("POST", "/x", {}) == {"fine": True}
    assert len(server.seen) == 3
    assert clock.slept == [0.5, 2.0]


def test_the_wait_a_server_asks_for_reaches_the_person():
    """A wait longer than the limit is told instead of slept."""
    with asking(error(429, ANTHROPIC[429], retry_after="3600")) as (_server, wire, _clock):
        told = refused(wire)
    assert told.retry_after == 3600
    assert told.hint == "try again after 1:00:00 (hours:minutes:seconds)"


def test_all_attempts_together_stay_inside_the_deadline():
    """A wait that would end after the total deadline is not begun."""
    limits = Limits(total=10, retries=9)
    with asking(error(429, ANTHROPIC[429], retry_after="4"), limits=limits) as (server, wire, clock):
        refused(wire)
    assert clock.slept == [4.0, 4.0]
    assert len(server.seen) == 3


def test_jitter_shortens_a_backoff_and_lengthens_an_asked_wait():
    """Chance spreads the repetitions of many clients, and never asks earlier than the server said."""
    slept: list[float] = []
    timing = Timing(slept.append, lambda: sum(slept), lambda: START, lambda: 0.9)
    with asking(error(500, ANTHROPIC[500]), error(429, {}, retry_after="10"), OK, timing=timing) as (_server, wire, _):
        wire.call("POST", "/x", {})
    assert 0.37 < slept[0] < 0.5
    assert 10 < slept[1] <= 11


def test_a_redirect_is_not_followed_and_the_key_does_not_travel():
    """Another origin that a redirect names is never asked; the message names it without its query."""
    with serving(OK) as other:
        for status in (301, 302, 303, 307, 308):
            with asking(Answer(status, b"", {"location": f"{other.url}/steal?x=1"})) as (server, wire, _clock):
                told = refused(wire)
            assert len(server.seen) == 1
            assert f"redirects to {other.url}, and redirects are not followed" in str(told)
        assert other.seen == []


def test_a_slow_drip_ends_at_the_deadline():
    """A body that comes byte by byte for ever is left after the total time, though each byte is in time."""
    timing = Timing(time.sleep, time.monotonic, lambda: START, random.random)
    drip = Answer(200, b"{" + b" " * 600, pause=0.02)
    begun = time.monotonic()
    with asking(drip, limits=Limits(total=0.3, read=5), timing=timing) as (server, wire, _clock):
        told = refused(wire)
    assert "did not finish within 0.3 seconds" in str(told)
    assert time.monotonic() - begun < 3
    assert len(server.seen) == 1


def test_a_server_that_says_nothing_is_left():
    """A server that is silent for too long is told at once: it may be thinking, and is not asked to think twice."""
    with asking(Answer(200, b"{}", promised=50), limits=Limits(read=0.05)) as (server, wire, _clock):
        server.answers[0].pause = 0.2
        told = refused(wire)
    assert "read timeout" in str(told)
    assert len(server.seen) == 1


def test_a_cut_body_is_asked_again_and_then_told():
    """Fewer bytes than promised are no answer, even when they are JSON by themselves."""
    with asking(Answer(200, b"{}", promised=500)) as (server, wire, clock):
        told = refused(wire)
    assert "gave no answer" in str(told)
    assert len(server.seen) == 3
    assert clock.slept == [0.5, 1.0]


def test_a_small_body_that_unpacks_to_a_large_one_is_stopped_at_the_limit():
    """Ten kilobytes that unpack to ten megabytes are refused while they unpack."""
    bomb = gzip.compress(b" " * 10_000_000)
    assert len(bomb) < 20_000
    with asking(Answer(200, bomb, {"content-encoding": "gzip"}), limits=Limits(max_bytes=100_000)) as (server, wire, _):
        assert "sent more than 97 KiB" in str(refused(wire))
    assert len(server.seen) == 1


def test_a_packed_answer_is_read_though_none_was_asked_for():
    """Servers that pack regardless are understood; broken packing and unknown packing are no answers."""
    packed = Answer(200, gzip.compress(b'{"fine": true}'), {"content-encoding": "gzip"})
    with asking(packed) as (server, wire, _clock):
        assert wire.call("POST", "/x", {}) == {"fine": True}
        assert server.seen[0].headers["accept-encoding"] == "identity"
    for headers in ({"content-encoding": "gzip"}, {"content-encoding": "br"}):
        with asking(Answer(200, b"{}", headers)) as (_server, wire, _clock):
            assert "packed" in str(refused(wire))


def test_an_answer_that_is_not_json_is_an_error():
    """A login page with status 200, or brackets without end, are told as what they are."""
    for body in (b"<html>please log in</html>", b"[" * 100_000):
        with asking(Answer(200, body)) as (_server, wire, _clock):
            assert str(refused(wire)) == "'openai' answered something that is not JSON"


def test_nobody_listening_is_told_with_a_hint():
    """A closed port is a RemoteError that asks whether the server runs."""
    with serving(OK) as server:
        url = server.url
    clock = Clock()
    wire = Wire("local", url, timing=clock.timing)
    with contextlib.closing(wire), pytest.raises(RemoteError) as caught:
        wire.call("GET", "/models")
    assert f"'local' at {url} gave no answer: connect" in str(caught.value)
    assert caught.value.hint == "is the server running?"
    assert clock.slept == [0.5, 1.0]


def test_proxies_of_the_environment_are_not_used_on_loopback(monkeypatch):
    """HTTP_PROXY does not see what is said to a server on this machine."""
    with serving(OK) as proxy, asking(OK) as (server, wire, _clock):
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert wire.call("POST", "/x", {}) == {"fine": True}
        assert len(server.seen) == 1
        assert proxy.seen == []


def test_the_key_stands_in_one_header_and_nowhere_else():
    """Path, body and other headers of a request are free of the key."""
    with asking(OK) as (server, wire, _clock):
        wire.call("POST", "/x", {"a": 1})
    seen = server.seen[0]
    assert seen.headers.pop("authorization") == f"Bearer {SECRET}"
    assert SECRET not in repr(seen)


def test_a_key_is_not_sent_to_another_origin_than_its_own():
    """A wire to one server cannot be made with the key stored for another."""
    with serving(OK) as one, serving(OK) as other:
        with pytest.raises(UsageError, match="is not sent to"):
            Wire("openai", other.url, timing=Clock().timing, key=one.key())
        assert other.seen == []


@pytest.mark.parametrize(
    ("answers", "stream"),
    [
        ([error(401, {"error": {"message": f"Incorrect API key provided: {SECRET}.", "code": "invalid_api_key"}})], False),
        ([error(401, {"error": {"message": f"Incorrect API key provided: {SECRET[:12]}********{SECRET[-4:]}.", "code": SECRET}})], False),
        ([error(500, f"<html>trace: authorization=Bearer {SECRET}</html>", **{"x-echo": SECRET})], False),
        ([error(302, b"", location=f"https://elsewhere.example/{SECRET}?key={SECRET}")], False),
        ([Answer(200, f"not json {SECRET}")], False),
        ([Answer(200, b"{}", promised=99)], False),
        ([Answer(200, f'data: {{"type":"error","error":{{"type":"api_error","message":"{SECRET}"}}}}\n\n')], True),
        ([Answer(200, f"data: {SECRET}\n\n")], True),
    ],
)  # fmt: skip
def test_no_key_in_any_log_exception_or_repr(answers, stream, caplog):
    """Whatever a server echoes, logs at every level, tracebacks and reprs are free of the key and of its middle."""
    caplog.set_level(logging.DEBUG)
    with asking(*answers) as (server, wire, _clock), pytest.raises(RemoteError) as caught:
        if stream:
            list(wire.events("/x", {}))
        else:
            wire.call("POST", "/x", {})
    told = caught.value
    words = [
        *traceback.format_exception(told),
        repr(told),
        told.hint,
        told.code,
        repr(wire),
        repr(server.key()),
        str(server.key()),
    ]
    chained = [told.__cause__, told.__context__]
    assert all(one is None or isinstance(one, Exception) for one in chained)
    shown = "\n".join([*words, *map(repr, chained)])
    assert SECRET not in shown
    assert SECRET[:12] not in shown
    assert SECRET not in "\n".join(record.getMessage() for record in caplog.records)


def test_events_are_read_across_any_cuts_of_the_stream():
    """Comments, names, several data lines and Windows line ends are read; the end mark ends."""
    body = 'event: x\r\ndata: {"a":\r\ndata: 1}\r\n\r\n: ping\n\ndata:{"b": "ü"}\n\ndata: [DONE]\n\ndata: {"c": 3}\n\n'
    with asking(Answer(200, body.encode(), pause=0.0005)) as (_server, wire, _clock):
        assert list(wire.events("/x", {})) == [{"a": 1}, {"b": "ü"}]


def test_an_error_inside_a_stream_is_told_with_the_status_it_stands_for():
    """An overload after 200 counts as 529."""
    body = 'data: {"a": 1}\n\nevent: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'
    with asking(Answer(200, body)) as (server, wire, _clock):
        events = wire.events("/x", {})
        assert next(events) == {"a": 1}
        with pytest.raises(RemoteError, match=r"529 .overloaded_error.: Overloaded") as caught:
            next(events)
    assert caught.value.status == 529
    assert len(server.seen) == 1


def test_a_stream_that_breaks_off_is_not_begun_again():
    """Words that reached the person are not repeated: a broken stream is an error."""
    with asking(Answer(200, 'data: {"a": 1}\n\ndata: {"a"', promised=900)) as (server, wire, _clock):
        events = wire.events("/x", {})
        assert next(events) == {"a": 1}
        with pytest.raises(RemoteError, match="gave no answer"):
            next(events)
    assert len(server.seen) == 1


def test_lone_surrogates_do_not_stop_a_request():
    """Text that is no valid Unicode is sent with a mark in its place."""
    with asking(OK) as (server, wire, _clock):
        wire.call("POST", "/x", {"text": "a\ud800b"})
    assert server.seen[0].body == {"text": "a?b"}


def test_connections_can_be_given_back_and_taken_again():
    """A closed wire opens anew when it is used."""
    with asking(OK) as (_server, wire, _clock):
        wire.call("POST", "/x", {})
        wire.close()
        assert wire.call("POST", "/x", {}) == {"fine": True}
