"""The same claims of every provider, each against its service's own bodies."""

from __future__ import annotations

import json
import subprocess
import sys

import bodies
import pytest
from asking import PLAIN, SCHEMA, SHAPED, asking, good
from loopback import SECRET, Answer, Clock

from persona_cli.errors import RemoteError, UsageError
from persona_cli.providers.contract import Limits, Reply, Request, Usage
from persona_cli.providers.shape import fits, read_shaped, strict
from persona_cli.providers.table import SPECS, TABLE, open_provider, spec_of
from persona_cli.store.secrets import Machine, get_key

NAMES = [spec.name for spec in SPECS]
PATHS = {
    "local": "/chat/completions",
    "openai": "/responses",
    "anthropic": "/v1/messages",
    "gemini": "/v1beta/models/tiny:generateContent",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_good_answer_gives_text_usage_model_and_end(name):
    """Text without thoughts, tokens with cached ones among them, the model and a plain stop."""
    with asking(name, good(name, "Hello, you.")) as (server, provider, clock):
        reply = provider.complete(PLAIN)
    assert reply == Reply("Hello, you.", "stop", Usage(30, 7, 4), "tiny")
    assert [PATHS[name]] == [seen.path for seen in server.seen]
    assert (name, server.url) == (provider.name, provider.origin)
    assert clock.slept == []
    assert "Be brief." in json.dumps(server.seen[0].body)
    assert SECRET not in json.dumps(server.seen[0].body) + server.seen[0].path


@pytest.mark.parametrize(
    ("name", "answer", "finish", "note"),
    [
        ("local", good("local", "", "content_filter"), "refusal", "content_filter"),
        ("local", good("local", None, refusal="I will not."), "refusal", "I will not."),
        ("openai", good("openai", refusal="I will not."), "refusal", "I will not."),
        ("openai", good("openai", "", "incomplete", "content_filter"), "refusal", "content_filter"),
        ("anthropic", good("anthropic", "", "refusal", stop_details={"category": "cyber"}), "refusal", "cyber"),
        ("gemini", good("gemini", "", "SAFETY"), "refusal", "SAFETY"),
        ("gemini", Answer(body={"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}), "refusal", "PROHIBITED_CONTENT"),
        ("local", good("local", '{"fa', "length"), "length", "length"),
        ("openai", good("openai", '{"fa', "incomplete", "max_output_tokens"), "length", "max_output_tokens"),
        ("anthropic", good("anthropic", '{"fa', "max_tokens"), "length", "max_tokens"),
        ("anthropic", good("anthropic", "", "model_context_window_exceeded"), "length", "model_context_window_exceeded"),
        ("anthropic", good("anthropic", "", "pause_turn"), "other", "pause_turn"),
        ("gemini", good("gemini", '{"fa', "MAX_TOKENS"), "length", "MAX_TOKENS"),
        ("gemini", good("gemini", "", "MALFORMED_FUNCTION_CALL"), "other", "MALFORMED_FUNCTION_CALL"),
    ],
)  # fmt: skip
def test_refusals_and_truncation_are_told_apart_from_answers(name, answer, finish, note):
    """An answer that was refused or cut short says so, and is not asked again."""
    with asking(name, answer) as (server, provider, _clock):
        reply = provider.complete(SHAPED)
    assert (finish, note) == (reply.finish, reply.note)
    assert len(server.seen) == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_stream_gives_pieces_and_then_the_reply(name):
    """Pieces come in order, and the last thing is the whole reply."""
    with asking(name, Answer(body=getattr(bodies, f"{name}_stream")("Hel", "lo, ", "you."))) as (server, provider, _):
        *pieces, reply = provider.stream(PLAIN)
    assert pieces == ["Hel", "lo, ", "you."]
    assert reply == Reply("Hello, you.", "stop", Usage(30, 7, 4), "tiny")
    assert len(server.seen) == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_stream_without_its_end_is_an_error(name):
    """A stream that stops in the middle is never taken for a whole answer."""
    whole = getattr(bodies, f"{name}_stream")("Hel", "lo")
    cut = whole[: whole.index('"lo"')]
    with asking(name, Answer(body=cut[: cut.rindex("\n\n") + 2])) as (_server, provider, _clock):
        pieces = []
        with pytest.raises(RemoteError):
            pieces.extend(provider.stream(PLAIN))
    assert all(isinstance(piece, str) for piece in pieces)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("status", [401, 403, 404, 413])
def test_a_refused_request_is_sent_once(name, status):
    """What will not change is not repeated, with or without a schema, streaming or not."""
    with asking(name, Answer(status, {"error": {"message": "no", "type": "t"}})) as (server, provider, clock):
        for request in (PLAIN, SHAPED):
            for ask in (provider.complete, lambda one: list(provider.stream(one))):
                with pytest.raises(RemoteError) as caught:
                    ask(request)
                assert caught.value.status == status
    assert len(server.seen) == 4
    assert clock.slept == []


@pytest.mark.parametrize("name", NAMES)
def test_bodies_of_another_kind_are_errors(name):
    """JSON that is not this service's answer is an error and no empty answer."""
    for body in ({}, [], 7, "null", {"choices": []}, {"candidates": []}, {"output": []}):
        answer = Answer(body=json.dumps(body) if body != "null" else "null")
        with asking(name, answer) as (_server, provider, _clock), pytest.raises(RemoteError):
            provider.complete(PLAIN)


@pytest.mark.parametrize("name", NAMES)
def test_models_are_listed_with_one_call(name):
    """The cheapest proof of a key lists the models."""
    listed = {"data": [{"id": "tiny"}, {"id": "large"}], "models": [{"name": "models/tiny"}, {"name": "models/large"}]}
    with asking(name, Answer(body=listed)) as (server, provider, _clock):
        assert provider.models() == ("tiny", "large")
    assert [seen.method for seen in server.seen] == ["GET"]


def test_each_service_gets_its_key_in_its_own_header():
    """Bearer for three, and Google's header for Gemini; older Anthropic versions take x-api-key."""
    expected = [
        ("local", "", "authorization", f"Bearer {SECRET}"),
        ("openai", "", "authorization", f"Bearer {SECRET}"),
        ("anthropic", "", "authorization", f"Bearer {SECRET}"),
        ("anthropic", "2023-06-01", "x-api-key", SECRET),
        ("gemini", "", "x-goog-api-key", SECRET),
    ]
    for name, version, header, value in expected:
        with asking(name, good(name), version=version) as (server, provider, _clock):
            provider.complete(PLAIN)
        headers = server.seen[0].headers
        assert headers.pop(header) == value
        assert SECRET not in json.dumps(headers)
        if name == "anthropic":
            assert headers["anthropic-version"] == (version or "2026-10-21")


def test_a_local_server_needs_no_key():
    """Without a key no authorization header is sent."""
    with asking("local", good("local"), key=None) as (server, provider, _clock):
        provider.complete(PLAIN)
    assert "authorization" not in server.seen[0].headers


def test_openai_is_asked_strictly_and_told_to_keep_nothing():
    """`store` is false, the schema is strict: closed objects, all properties required, optional ones nullable."""
    with asking("openai", good("openai")) as (server, provider, _clock):
        provider.complete(SHAPED)
    body = server.seen[0].body
    assert body["store"] is False
    assert "temperature" not in body
    shape = body["text"]["format"]
    assert (shape["type"], shape["strict"], shape["name"]) == ("json_schema", True, "answer")
    assert shape["schema"]["required"] == ["facts", "mood"]
    assert shape["schema"]["additionalProperties"] is False
    assert shape["schema"]["properties"]["mood"] == {"type": ["string", "null"], "enum": ["calm", "busy", None]}
    item = shape["schema"]["properties"]["facts"]["items"]
    assert item["additionalProperties"] is False
    assert item["properties"]["text"] == {"type": "string", "description": "maxLength 99"}


def test_anthropic_is_asked_without_what_its_version_refuses():
    """The schema stands in `output_config` with bounds in words; no temperature, no tools, no beginning."""
    with asking("anthropic", good("anthropic")) as (server, provider, _clock):
        provider.complete(SHAPED)
    body = server.seen[0].body
    assert {"temperature", "top_p", "tools", "tool_choice"}.isdisjoint(body)
    shape = body["output_config"]["format"]
    assert shape["type"] == "json_schema"
    assert shape["schema"]["properties"]["facts"]["description"] == "maxItems 9"
    assert "maxItems" not in shape["schema"]["properties"]["facts"]
    assert body["messages"][-1]["role"] == "user"


def test_gemini_is_asked_for_json_by_schema():
    """The schema stands in `responseJsonSchema`, the system text in `systemInstruction`."""
    with asking("gemini", good("gemini")) as (server, provider, _clock):
        provider.complete(SHAPED)
    body = server.seen[0].body
    assert body["generationConfig"]["responseMimeType"] == "application/json"
    assert body["generationConfig"]["responseJsonSchema"]["properties"]["facts"]["maxItems"] == 9
    assert body["generationConfig"]["temperature"] == 0
    assert body["systemInstruction"] == {"parts": [{"text": "Be brief."}]}


def test_openai_failures_inside_a_good_status_are_errors():
    """A response that failed is an error with its code, and is scrubbed."""
    failed = {**bodies.openai("", "failed"), "error": {"code": "server_error", "message": f"oh {SECRET}"}}
    told = pytest.raises(RemoteError, match=r"gave no answer: oh \[key\]")
    with asking("openai", Answer(body=failed)) as (_server, provider, _clock), told as caught:
        provider.complete(PLAIN)
    assert caught.value.code == "server_error"


def test_a_gemini_cache_stands_in_for_the_system_text():
    """With a cache the request carries no system text, and the reply says it was used."""
    with asking("gemini", good("gemini")) as (server, provider, _clock):
        reply = provider.complete(Request(PLAIN.messages, "Be brief.", cache_name="cachedContents/abc"))
    assert "systemInstruction" not in server.seen[0].body
    assert server.seen[0].body["cachedContent"] == "cachedContents/abc"
    assert reply.cache == "used"


@pytest.mark.parametrize("status", [400, 403, 404])
def test_a_gemini_cache_that_is_refused_is_inlined_once(status):
    """Any refusal with a cache is answered by one question without it, and the reply says to drop it."""
    request = Request(PLAIN.messages, "Be brief.", cache_name="cachedContents/abc")
    gone = Answer(status, {"error": {"code": status, "message": "Cache content is expired.", "status": "X"}})
    with asking("gemini", gone, good("gemini", "Hi.")) as (server, provider, _clock):
        reply = provider.complete(request)
    assert (reply.text, reply.cache, reply.calls) == ("Hi.", "dropped", 2)
    assert ["cachedContent" in seen.body for seen in server.seen] == [True, False]
    assert server.seen[1].body["systemInstruction"] == {"parts": [{"text": "Be brief."}]}
    with asking("gemini", gone, Answer(body=bodies.gemini_stream("Hi."))) as (server, provider, _clock):
        assert list(provider.stream(request))[-1].cache == "dropped"
    with asking("gemini", gone) as (server, provider, _clock):
        with pytest.raises(RemoteError):
            provider.complete(request)
        assert len(server.seen) == 2


def test_a_model_name_cannot_leave_its_place_in_a_url():
    """Names with slashes, dots in front, queries or spaces are refused before anything is sent."""
    with asking("gemini", good("gemini")) as (server, provider, _clock):
        for model in ("../../other", "a b", "x?key=1", "a/b/c", "x:generateContent"):
            with pytest.raises(UsageError):
                provider.complete(Request(PLAIN.messages, model=model))
        provider.complete(Request(PLAIN.messages, model="tunedModels/mine"))
    assert [seen.path for seen in server.seen] == ["/v1beta/tunedModels/mine:generateContent"]
    with pytest.raises(UsageError, match="no version"):
        open_provider("gemini", timing=Clock().timing, version="../v1")


@pytest.mark.parametrize(
    "url",
    [
        "http://api.example.com/v1",
        "http://192.168.1.5:11434/v1",
        "https://user:pass@api.example.com",
        "https://api.example.com/v1?key=x",
        "https://api.example.com/v1#x",
        "ftp://api.example.com",
        "api.example.com",
        "https://",
        "https://api.example.com:port",
        "https://api.example.com/a b",
        "https://[::1",
    ],
)
def test_a_base_url_must_be_plain_and_encrypted(url):
    """https, or http on this machine; no user, query or fragment; the error does not repeat a password."""
    with pytest.raises(UsageError) as caught:
        open_provider("local", timing=Clock().timing, base_url=url)
    assert "pass" not in str(caught.value).replace("password", "")


def test_an_unknown_provider_is_named_with_the_known_ones():
    """The error lists what there is."""
    with pytest.raises(UsageError) as caught:
        spec_of("oracle")
    assert caught.value.hint == "choose one of local, openai, anthropic, gemini"


def test_the_table_can_open_every_line_at_its_defaults():
    """Defaults are usable: an origin, a model where one is needed, a service for keys; nothing is sent."""
    for spec in TABLE.values():
        provider = open_provider(spec.name, timing=Clock().timing)
        assert provider.name == spec.name
        assert (spec.needs_key, bool(provider.model)) in ((True, True), (False, False))
        assert spec.service.variables[0] == f"PERSONA_{spec.name.upper()}_KEY"
        provider.close()


def test_limits_reach_the_wire():
    """Without retries an overload is told at once."""
    limits = Limits(retries=0)
    with asking("anthropic", Answer(529, {}), limits=limits) as (server, provider, _clock), pytest.raises(RemoteError):
        provider.complete(PLAIN)
    assert len(server.seen) == 1


def test_a_strict_schema_stays_a_schema_of_the_same_answers():
    """Closing objects and moving bounds into words changes no type, property or choice."""
    for bounds in (frozenset(), frozenset({"maxItems", "maxLength"})):
        for everything in (False, True):
            made = strict(SCHEMA, bounds, all_required=everything)
            assert fits({"facts": [{"text": "a"}], "mood": "calm"}, made)
            assert not fits({"facts": [{"text": 1}], "mood": "calm"}, made)
            assert not fits({"facts": [{}], "mood": "calm"}, made)
            assert not fits({"facts": [], "mood": "wild"}, made)
            assert fits({"facts": [], "mood": None}, made) is everything
    assert not fits(True, {"type": "integer"})
    assert fits(3, {"type": ["integer", "null"]})


def test_a_shaped_answer_is_found_with_words_around_it():
    """Whole, after thoughts, in a fence or in a sentence; of another shape it is an error."""
    schema = {
        "type": "object",
        "properties": {"a": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
        "required": ["a"],
    }
    for text in ('{"a": 1}', '<think>{"a": 2}</think>{"a": 1}', '```json\n{"a": 1}\n```', 'It is {"a": 1}, I think.'):
        assert read_shaped(text, schema) == {"a": 1}
    for text in ("", "1", "[]", '{"b": 1}', '{"a": "x"}', "{" * 100_000, "{a: 1}"):
        with pytest.raises(ValueError, match="shape"):
            read_shaped(text, schema)
    assert read_shaped("Here: [1, 2]", {"type": "array", "items": {"type": "integer"}}) == [1, 2]


def test_a_strict_schema_is_strict_in_its_choices_and_definitions():
    """Objects inside anyOf and $defs are closed too."""
    inner = {"type": "object", "properties": {"a": {"type": "string"}}}
    made = strict({"anyOf": [inner], "$defs": {"x": inner}}, frozenset(), all_required=True)
    closed = {
        "type": "object",
        "properties": {"a": {"type": ["string", "null"]}},
        "required": ["a"],
        "additionalProperties": False,
    }
    assert made == {"anyOf": [closed], "$defs": {"x": closed}}


def test_keys_are_found_for_the_address_in_use(tmp_path):
    """The environment's key serves the default address; another base URL has none until one is stored."""
    machine = Machine({"OPENAI_API_KEY": SECRET, "PERSONA_LOCAL_KEY": "x"}, tmp_path)
    assert get_key(TABLE["openai"].service, TABLE["openai"].base_url, machine).reveal() == SECRET
    assert get_key(TABLE["local"].service, TABLE["local"].base_url, machine).reveal() == "x"
    provider = open_provider(
        "openai", timing=Clock().timing, key=get_key(TABLE["openai"].service, TABLE["openai"].base_url, machine)
    )
    provider.close()
    with pytest.raises(UsageError, match="is not sent to"):
        open_provider(
            "openai",
            timing=Clock().timing,
            key=get_key(TABLE["openai"].service, TABLE["openai"].base_url, machine),
            base_url="https://evil.example/v1",
        )


def test_providers_cost_no_library_before_they_are_asked():
    """The table, a provider and a model extractor are there without httpx, keyring or jinja2."""
    script = (
        "import sys, persona_cli.extract.llm\n"
        "from persona_cli.providers.table import *\n"
        "open_provider('local', timing=Timing(None, None, None, None))\n"
        "print(sorted({'httpx', 'keyring', 'jinja2', 'numpy', 'tantivy'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"
