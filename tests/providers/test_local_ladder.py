"""How a local server is brought to answer in a shape, and which of its models is asked."""

from __future__ import annotations

import bodies
import pytest
from asking import PLAIN, SCHEMA, SHAPED, asking, good
from loopback import Answer

from persona_cli.errors import RemoteError
from persona_cli.providers.contract import Usage


def ways(server):
    """How each request asked for its shape."""
    return [seen.body.get("response_format", {}).get("type", "plain") for seen in server.seen if seen.method == "POST"]


def test_the_ladder_goes_down_while_a_server_refuses_and_remembers_where_it_stood():
    """json_schema, json_object, plain: the first that works is used from then on, without waiting between."""
    no = Answer(400, {"error": {"message": "Either json_schema or grammar can be specified, but not both"}})
    broken = Answer(500, {"error": {"message": "literal_error"}})
    with asking("local", no, broken, good("local")) as (server, provider, clock):
        reply = provider.complete(SHAPED)
        assert (reply.text, reply.calls) == (bodies.TEXT, 3)
        provider.complete(SHAPED)
    assert ways(server) == ["json_schema", "json_object", "plain", "plain"]
    assert clock.slept == []
    assert '"facts"' in server.seen[2].body["messages"][0]["content"]
    assert server.seen[1].body["response_format"]["schema"] == SCHEMA


def test_the_ladder_goes_down_when_a_schema_is_taken_and_ignored():
    """An answer of another shape is asked for again in the next way, and its tokens count."""
    poem = good("local", "Roses are red")
    other = good("local", '{"facts": "none"}')
    with asking("local", poem, other, good("local", "Sure! []")) as (server, provider, _clock):
        reply = provider.complete(SHAPED)
    assert ways(server) == ["json_schema", "json_object", "plain"]
    assert (reply.text, reply.usage, reply.calls) == ("Sure! []", Usage(90, 21, 12), 3)


def test_thoughts_before_a_shaped_answer_do_not_count_against_it():
    """A thinking model that keeps to the schema after its thoughts is asked once."""
    with asking("local", good("local", '<think>{ maybe</think>\n{"facts": []}')) as (server, provider, _clock):
        provider.complete(SHAPED)
    assert ways(server) == ["json_schema"]


def test_a_cut_answer_is_not_the_servers_fault():
    """An answer that ran into the token limit does not move the ladder."""
    with asking("local", good("local", '{"facts": [', "length")) as (server, provider, _clock):
        provider.complete(SHAPED)
        provider.complete(SHAPED)
    assert ways(server) == ["json_schema", "json_schema"]


def test_a_refusal_on_every_rung_is_told_and_not_remembered():
    """A request that is bad in itself leaves the ladder where it was."""
    bad = Answer(400, {"error": {"message": "context too long"}})
    with asking("local", bad, bad, bad, good("local")) as (server, provider, _clock):
        with pytest.raises(RemoteError, match="context too long"):
            provider.complete(SHAPED)
        provider.complete(SHAPED)
    assert ways(server) == ["json_schema", "json_object", "plain", "json_schema"]


def test_a_stream_goes_down_the_ladder_before_its_first_word():
    """A refused form is tried in the next way; once words have come it is an error."""
    no = Answer(400, {"error": {"message": "no json_schema here"}})
    with asking("local", no, Answer(body=bodies.local_stream("{", "}"))) as (server, provider, _clock):
        *pieces, reply = provider.stream(SHAPED)
    assert (pieces, reply.text) == (["{", "}"], "{}")
    assert ways(server) == ["json_schema", "json_object"]


def test_without_a_model_the_servers_first_one_is_used():
    """The list is asked once; a server without a list is asked without a model."""
    listed = Answer(body={"data": [{"id": "first"}, {"id": "second"}]})
    with asking("local", listed, good("local"), model="") as (server, provider, _clock):
        provider.complete(PLAIN)
        provider.complete(PLAIN)
    assert [seen.path for seen in server.seen] == ["/models", "/chat/completions", "/chat/completions"]
    assert [seen.body["model"] for seen in server.seen[1:]] == ["first", "first"]
    with asking("local", Answer(404, b"no"), good("local"), model="") as (server, provider, _clock):
        provider.complete(PLAIN)
    assert "model" not in server.seen[1].body
