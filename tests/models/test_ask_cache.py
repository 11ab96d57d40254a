"""With Gemini and a session the context is cached on the server, reused while it stays the same, and never in the way."""

from __future__ import annotations

import json

import bodies
import pytest
from desk import Desk, no_key_in
from loopback import SECRET, Answer, serving

WORDS = "amberbirch cobaltdune ember fjord garnet heather indigo juniper kelp linden marble nettle olive plum".split()
PLENTY = [f"I own a {word}{other} boat from the old harbour." for word in WORDS for other in WORDS[:5]]
TOO_SMALL = {"error": {"code": 400, "message": "Cached content is too small. total_token_count=896, min_total_token_count=90000", "status": "INVALID_ARGUMENT"}}  # fmt: skip


class Google:
    """Answers generateContent, and keeps caches as the real one does: by name, for one model, gone when deleted."""

    def __init__(self) -> None:
        self.made = 0
        self.live: dict[str, str] = {}
        self.refusing: Answer | None = None  # what creating a cache is answered

    def __call__(self, seen):
        if seen.path.endswith("/cachedContents"):
            if self.refusing:
                return self.refusing
            self.made += 1
            name = f"cachedContents/c{self.made}"
            self.live[name] = seen.body["systemInstruction"]["parts"][0]["text"]
            return Answer(body={"name": name, "model": seen.body["model"], "expireTime": "2026-11-30T13:00:00Z"})
        name = seen.path.removeprefix("/v1beta/").partition("?")[0]
        if seen.method == "DELETE":
            return Answer(body={}) if self.live.pop(name, None) else Answer(404, {"error": {"code": 404}})
        if seen.method == "PATCH":
            return Answer(body={"name": name, "expireTime": "2026-11-30T14:30:00Z"})
        cache = seen.body.get("cachedContent")
        if cache and cache not in self.live:
            return Answer(403, {"error": {"code": 403, "message": "CachedContent not found", "status": "PERMISSION_DENIED"}})  # fmt: skip
        return Answer(body=bodies.gemini_stream("In the shed."))


@pytest.fixture
def google() -> Google:
    return Google()


@pytest.fixture
def server(google):
    with serving(google) as server:
        yield server


@pytest.fixture
def ana(desk: Desk, server) -> Desk:
    """Somebody with more memory than fits into a short prompt."""
    notes = desk.home / "notes.jsonl"
    notes.write_text("".join(json.dumps({"conversation": f"n{n}", "time": f"2026-03-05T10:{n % 60:02}:00Z", "role": "user", "text": text}) + "\n" for n, text in enumerate(PLENTY)))  # fmt: skip
    assert desk("ingest", notes).code == 0
    desk.environ |= {"PERSONA_GEMINI_KEY": SECRET, "PERSONA_GEMINI_ORIGIN": server.url}
    desk.config(chat__provider="gemini", chat__model="flash-1", chat__base_url=server.url)
    return desk


def ask(desk: Desk, question: str = "where is the amberbirch?", *more: str):
    done = desk("ask", question, "--session", "s1", "--json", *more)
    assert done.code == 0, done.err
    return done.json


def calls(server) -> list[str]:
    """What was asked since the last look, in short."""
    verbs = {"streamGenerateContent?alt=sse": "ask"}
    told = [
        (seen.method, verbs.get(seen.path.rpartition(":")[2]) or seen.path.removeprefix("/v1beta/"), seen)
        for seen in server.seen
    ]
    server.seen.clear()
    return [
        f"ask {seen.body.get('cachedContent', 'inline')}" if what == "ask" else f"{method} {what}"
        for method, what, seen in told
    ]


def test_a_session_makes_one_cache_and_uses_it(ana, server, google):
    """The second question, another one, names the cache of the first; what it alone asks for stands beside it."""
    first, second = ask(ana), ask(ana, "where is the cobaltdune?")
    system = server.seen[0].body["systemInstruction"]["parts"][0]["text"]
    assert len(system) > 4000
    for seen in server.seen[1:]:
        assert "systemInstruction" not in seen.body
    assert "cobaltdune" in json.dumps(server.seen[-1].body["contents"])
    assert calls(server) == ["POST cachedContents", "ask cachedContents/c1", "ask cachedContents/c1"]
    assert (first["cache"], second["cache"], first["usage"]["cached"]) == ("used", "used", 4)
    assert no_key_in(ana)


def test_without_a_session_there_is_no_cache(ana, server):
    """A single question is answered with its context inline."""
    assert ana("ask", "where is the amberbirch?").code == 0
    assert calls(server) == ["ask inline"]


def test_another_model_has_another_cache(ana, server, google):
    """A cache is for one model: with another one it is made anew, and the old one deleted."""
    ask(ana)
    ask(ana, "and now?", "--model", "flash-2")
    assert calls(server)[2:] == ["DELETE cachedContents/c1", "POST cachedContents", "ask cachedContents/c2"]
    assert list(google.live) == ["cachedContents/c2"]


def test_another_compilation_has_another_cache(ana, server, google):
    """When a fact of the context has ended, its cache goes, and the new one does not hold it."""
    ask(ana)
    (text,) = google.live.values()
    ended = next(
        json.loads(line) for line in ana("facts", "--jsonl").out.splitlines() if json.loads(line)["id"] in text
    )
    assert ana("correct", ended["id"], "--retract").code == 0
    ask(ana)
    assert calls(server)[2:] == ["DELETE cachedContents/c1", "POST cachedContents", "ask cachedContents/c2"]
    assert ended["id"] not in google.live["cachedContents/c2"]


@pytest.mark.parametrize("by", ["ask", "context"])
def test_a_new_session_has_a_new_cache(ana, server, google, by):
    """`--new-session` of either command: the next question makes a cache of its own and deletes the old one."""
    ask(ana)
    if by == "context":
        assert ana("context", "hello", "--session", "s1", "--new-session").code == 0
        ask(ana)
    else:
        ask(ana, "hello", "--new-session")
    assert calls(server)[2:] == ["DELETE cachedContents/c1", "POST cachedContents", "ask cachedContents/c2"]


def test_a_cache_near_its_end_is_renewed(ana, server, google):
    """Six minutes before its end at the latest its life is made longer."""
    ask(ana)
    ana.environ["PERSONA_NOW"] = "2026-11-30T12:57:00+00:00"
    ask(ana)
    assert calls(server)[2:] == ["PATCH cachedContents/c1?updateMask=ttl", "ask cachedContents/c1"]


def test_a_cache_that_is_gone_costs_one_question_more(ana, server, google):
    """The server knows it no longer: the context is sent instead, once, and the next question makes a new one."""
    ask(ana)
    google.live.clear()
    told = ask(ana)
    assert (told["cache"], told["text"]) == ("dropped", "In the shed.")
    ask(ana)
    assert calls(server)[2:] == [
        "ask cachedContents/c1",
        "ask inline",
        "POST cachedContents",
        "ask cachedContents/c2",
    ]


@pytest.mark.parametrize(
    "refusal", [Answer(400, TOO_SMALL), Answer(403, {"error": {"message": "no caches for you"}}), Answer(200, "<html>")]
)
def test_whatever_goes_wrong_with_a_cache_the_question_is_answered(ana, server, google, refusal):
    """No cache can be made: the context is sent with the question, and the answer comes."""
    google.refusing = refusal
    told = ask(ana)
    assert (told["text"], told["cache"]) == ("In the shed.", None)
    assert calls(server) == ["POST cachedContents", "ask inline"]
    ask(ana)
    learnt = refusal.body is TOO_SMALL
    assert calls(server) == (["ask inline"] if learnt else ["POST cachedContents", "ask inline"])


def test_forgetting_the_key_deletes_the_caches_first(ana, server, google):
    """`key forget` leaves no memory on the server, and no note of it here."""
    ask(ana)
    done = ana("key", "forget", "gemini", "--base-url", server.url)
    assert google.live == {}
    assert "Deleted 1 cache of your memory" in done.err
    assert list((ana.vault / ".persona" / "caches").iterdir()) == []


def test_caches_that_cannot_be_deleted_are_told(ana, server, google):
    """Without the key that made them they can only run out, and that is said."""
    ask(ana)
    del ana.environ["PERSONA_GEMINI_KEY"]
    done = ana("key", "forget", "gemini", "--base-url", server.url)
    assert done.code == 0
    assert "1 could not be deleted" in done.err
    assert list(google.live) == ["cachedContents/c1"]
