"""A question is answered by the chosen model from memory, or it is an error: never an apology on stdout."""

from __future__ import annotations

import json

import bodies
import pytest
from desk import Desk, asked_of, no_key_in, posts
from loopback import SECRET, Answer, Clock, serving

from persona_cli.errors import RemoteError
from persona_cli.providers.contract import Reply
from persona_cli.store import vault as vaults
from persona_cli.store.secrets import Machine
from persona_cli.work.ask import Question, answer, prepare, spoken
from persona_cli.work.models import Choice, Means, opened
from persona_cli.work.recall import recalling

SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "sure": {"type": "boolean"}},
    "required": ["city"],
}


@pytest.fixture
def ana(desk: Desk) -> Desk:
    assert desk("remember", "I live in Lyon").code == 0
    return desk


def fact_of(desk: Desk) -> str:
    return json.loads(desk("facts", "--jsonl").out.splitlines()[0])["id"]


def at(server, name="local", model="tiny"):
    path = "/v1" if name == "local" else ""
    return ("--provider", name, "--model", model, "--base-url", server.url + path)


def with_key(desk: Desk, server, name: str) -> None:
    desk.environ |= {f"PERSONA_{name.upper()}_KEY": SECRET, f"PERSONA_{name.upper()}_ORIGIN": server.url}


def test_the_answer_streams_to_stdout_and_what_it_rests_on_to_stderr(ana):
    """Pieces of the answer and a line end are all of stdout; ids that were in the context are told, others are not."""
    ident = fact_of(ana)
    with serving(Answer(body=bodies.local_stream("In ", f"Lyon ({ident}, fa_0madeup0).", ""))) as server:
        done = ana("ask", "where do I live?", *at(server))
    assert (done.code, done.out) == (0, f"In Lyon ({ident}, fa_0madeup0).\n")
    assert f"Rests on {ident}\n" in done.err
    sent = server.seen[0].body
    assert sent["stream"] is True
    assert "Lyon" in asked_of(server.seen[0])
    assert "It is Monday, 30 November 2026" in sent["messages"][-1]["content"]
    assert sent["messages"][-1]["content"].endswith("where do I live?")


def test_json_tells_answer_citations_context_and_usage(ana):
    """One document: the answer, the ids it cites, the ids it was given, tokens and model."""
    ident = fact_of(ana)
    with serving(Answer(body=bodies.local_stream(f"Lyon ({ident})."))) as server:
        done = ana("ask", "where do I live?", "--json", *at(server))
    told = done.json
    assert (told["type"], told["text"], told["citations"]) == ("answer", f"Lyon ({ident}).", [ident])
    assert ident in told["context"]
    assert (told["usage"], told["model"]) == ({"input": 30, "output": 7, "cached": 4}, "tiny")
    assert (told["finish"], told["cache"]) == ("stop", None)


@pytest.mark.parametrize("text", ['{"city": "Lyon", "sure": true}', '```json\n{"city": "Lyon", "sure": true}\n```'])
def test_an_answer_of_a_shape_is_that_json_and_nothing_else(ana, text):
    """With a schema stdout is the value itself, whatever the model puts around it, and `--json` holds it as `value`."""
    schema = ana.home / "schema.json"
    schema.write_text(json.dumps(SCHEMA))
    with serving(Answer(body=bodies.local(text))) as server:
        done = ana("ask", "where do I live?", "--schema", schema, *at(server))
        full = ana("ask", "where do I live?", "--schema", schema, "--json", *at(server))
    assert (done.code, done.json) == (0, {"city": "Lyon", "sure": True})
    assert full.json["value"] == {"city": "Lyon", "sure": True}
    assert server.seen[0].body["response_format"]["json_schema"]["schema"] == SCHEMA


@pytest.mark.parametrize("text", ["I am sorry, I cannot.", '{"town": "Lyon"}', '{"city": "Ly'])
def test_an_answer_of_another_shape_is_an_error(ana, text):
    """What does not fit the schema is exit 7 and an empty stdout."""
    schema = ana.home / "schema.json"
    schema.write_text(json.dumps(SCHEMA))
    with serving(Answer(body=bodies.local(text))) as server:
        done = ana("ask", "where do I live?", "--schema", schema, *at(server))
    assert (done.code, done.out) == (7, "")
    assert "does not fit the schema" in done.err


@pytest.mark.parametrize(
    ("name", "answer", "word"),
    [
        ("local", Answer(body=bodies.local_stream("", reason="content_filter")), "refused to answer"),
        ("local", Answer(body=bodies.local_stream()), "gave an empty answer"),
        ("local", Answer(body=bodies.local_stream(" \n", "<think>hm</think>", " ")), "gave an empty answer"),
        ("gemini", Answer(body=bodies.sse({"promptFeedback": {"blockReason": "SAFETY"}})), "refused to answer"),
        ("local", Answer(404, {"error": {"message": "model 'tiny' not found"}}), "answered 404"),
        ("local", Answer(413, "<html><body>too large</body></html>"), "answered 413"),
        ("openai", Answer(400, {"error": {"message": "no such model", "code": "model_not_found"}}), "answered 400"),
    ],
)
def test_no_answer_is_an_exit_code(ana, name, answer, word):
    """Refused, empty or turned down: exit 7, the reason on stderr, nothing on stdout."""
    with serving(answer) as server:
        with_key(ana, server, name)
        done = ana("ask", "where do I live?", *at(server, name))
        full = ana("ask", "where do I live?", "--json", *at(server, name))
    assert (done.code, done.out, full.out) == (7, "", "")
    assert word in done.err
    assert (full.error["type"], full.error["code"]) == ("error", 7)


def test_a_server_that_is_not_there_is_an_exit_code(ana):
    """Nobody listens: exit 7, and the hint asks whether the server runs."""
    with serving(Answer()) as server:
        gone = at(server)
    done = ana("ask", "where do I live?", *gone)
    assert (done.code, done.out) == (7, "")
    assert "is the server running?" in done.err


def test_an_answer_that_breaks_off_says_so(ana):
    """What came stays on stdout with its line ended; stderr tells that it broke off; the exit code is 7."""
    body = bodies.local_stream("You live").partition('"finish_reason"')[0].rpartition("data: ")[0]
    broken = body + bodies.sse({"error": {"message": "out of memory", "code": 500}})
    with serving(Answer(body=broken)) as server:
        done = ana("ask", "where do I live?", *at(server))
        full = ana("ask", "where do I live?", "--json", *at(server))
    assert (done.code, done.out) == (7, "You live\n")
    assert "the answer broke off" in done.err
    assert (full.code, full.out) == (7, "")


def test_an_answer_cut_by_the_limit_is_told(ana):
    """Exit 3: the part is on stdout, and stderr says that it is one."""
    with serving(Answer(body=bodies.local_stream("You live in", reason="length"))) as server:
        done = ana("ask", "where do I live?", *at(server))
    assert (done.code, done.out) == (3, "You live in\n")
    assert "cut short" in done.err


@pytest.mark.parametrize(
    ("name", "header"), [("openai", "authorization"), ("anthropic", "authorization"), ("gemini", "x-goog-api-key")]
)
def test_a_key_that_is_turned_down_is_told_nowhere(ana, name, header):
    """401: exit 7, and neither stream nor any file of the machine holds the key that the server quotes back."""
    refused = Answer(401, {"error": {"message": f"Incorrect API key provided: {SECRET}", "code": "invalid_api_key"}})
    with serving(refused) as server:
        with_key(ana, server, name)
        done = ana("ask", "where do I live?", *at(server, name))
        full = ana("ask", "where do I live?", "--json", *at(server, name))
        ana.environ["PERSONA_DEBUG"] = "1"
        debug = ana("ask", "where do I live?", *at(server, name))
    assert (done.code, full.code, done.out + full.out) == (7, 7, "")
    assert SECRET in server.seen[0].headers[header]
    assert all(SECRET not in seen.path for seen in server.seen)
    assert len(server.seen) == 3  # never repeated
    assert no_key_in(ana, done, full, debug)


def test_a_redirect_is_not_followed(ana):
    """Another origin gets no request, so neither the key nor the memory."""
    with serving(Answer(body=bodies.openai_stream("stolen"))) as other, serving(Answer()) as server:
        server.answers = [Answer(307, "", {"location": f"{other.url}/v1/responses"})]
        with_key(ana, server, "openai")
        done = ana("ask", "where do I live?", *at(server, "openai"))
    assert (done.code, done.out) == (7, "")
    assert "redirects" in done.err
    assert other.seen == []
    assert no_key_in(ana, done)


def test_a_key_does_not_go_to_another_address(ana):
    """A key of the environment belongs to the service's own address, so another one counts as without a key."""
    with serving(Answer(body=bodies.openai_stream("stolen"))) as server:
        ana.environ["OPENAI_API_KEY"] = SECRET
        done = ana("ask", "where do I live?", *at(server, "openai"))
    assert (done.code, done.out, server.seen) == (1, "", [])
    assert "no key for 'openai'" in done.err
    assert f"persona key set openai --base-url {server.url}" in done.err


def test_a_missing_key_names_the_command(ana):
    """Chat without a key is an error, not another model."""
    done = ana("ask", "where do I live?", "--provider", "anthropic")
    assert (done.code, done.out) == (1, "")
    assert "persona key set anthropic" in done.err


@pytest.mark.parametrize(
    ("after", "waits", "requests"), [({"retry-after": "7"}, [7.0], 2), ({"retry-after": "3600"}, [], 1), ({}, [0.5], 2)]
)
def test_a_busy_server_is_asked_again_when_it_says(ana, world, after, waits, requests):
    """429: the wait it asks for, none that is too long, and half a second where it asks for none; no real second passes."""
    clock = Clock()
    vault = vaults.open_vault(ana.vault, world.around)
    busy = Answer(429, {"error": {"message": "slow down", "code": "rate_limit_exceeded"}}, after)
    with serving(busy, Answer(body=bodies.local_stream("Lyon."))) as server:
        means = Means(Machine({}, ana.home / "config"), clock.timing)
        provider = opened(Choice("local", "tiny", f"{server.url}/v1"), means)
        with recalling(vault, say=lambda _: None) as recaller:
            asking = prepare(vault, recaller, Question("where do I live?"))
        try:
            said = "".join(answer(vault, asking, provider))
        except RemoteError as error:
            assert error.retry_after == 3600
            said = "Lyon." if not waits else ""
        finally:
            provider.close()
    assert (said, clock.slept, len(server.seen)) == ("Lyon.", waits, requests)


def test_only_what_context_gives_is_sent(ana):
    """What an assistant said, and what waits for review, are in no prompt; every line of memory is one of `persona context`."""
    path = ana.home / "talk.jsonl"
    said = [("user", "I play the cello."), ("assistant", "You keep bees in Trondheim.")]
    path.write_text("".join(json.dumps({"conversation": "c", "time": "2026-03-05T10:00:00Z", "role": role, "text": text}) + "\n" for role, text in said))  # fmt: skip
    assert ana("ingest", path).code == 0
    context = ana("context", "--json", "what do I play?").json
    with serving(Answer(body=bodies.local_stream("The cello."))) as server:
        done = ana("ask", "what do I play?", "--json", *at(server))
    given = {ident for part in ("memory", "query", "knowledge") for ident in context["included"].get(part, ())}
    assert set(done.json["context"]) == given
    assert "cello" in asked_of(server.seen[0])
    assert "Trondheim" not in asked_of(server.seen[0])


def test_a_secret_in_a_question_is_not_sent(ana):
    """What looks like a key is taken out of the question before anybody gets it."""
    with serving(Answer(body=bodies.local_stream("No idea."))) as server:
        ana("ask", f"is {SECRET} still good?", *at(server))
    assert SECRET not in json.dumps(server.seen[0].body)


def test_the_settings_choose_the_server(ana):
    """Provider, model and address of `chat` are used, and `key test` asks at that address too."""
    with serving(Answer(body=bodies.local_stream("Lyon."))) as server:
        ana.config(chat__model="small", chat__base_url=f"{server.url}/v1")
        done = ana("ask", "where do I live?")
        server.answers = [Answer(body={"data": [{"id": "small"}]})]
        proved = ana("key", "test", "local")
    assert (done.code, done.out, posts(server)[0].body["model"]) == (0, "Lyon.\n", "small")
    assert (proved.code, server.seen[-1].path) == (0, "/v1/models")
    assert f"local at {server.url} offers 1 model." in proved.err


def test_a_question_of_nothing_is_wrong_usage(ana):
    """Exit 2 before anybody is asked."""
    assert ana("ask", "  ").code == 2


def test_thoughts_are_no_answer():
    """A local model's thoughts before its answer are left out, in pieces of any size; those in the middle are words."""
    text = "\n<think>where? {</think>\n\nIn <b>Lyon</b>."
    for size in (1, 3, 50):
        parts = [text[at : at + size] for at in range(0, len(text), size)]
        *said, last = spoken([*parts, Reply(text, "stop")])
        assert "".join(said) == last.text == "In <b>Lyon</b>."
        assert all(said)
