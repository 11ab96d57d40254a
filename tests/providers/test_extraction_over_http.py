"""A model extractor with each provider, from the turns to the wire and back."""

from __future__ import annotations

import contextlib
import json
import logging

import bodies
import pytest
from loopback import SECRET, Answer, Clock, serving

from persona_cli.core.model import Turn
from persona_cli.extract.contract import Context
from persona_cli.extract.llm import Budget, ModelExtractor
from persona_cli.providers.table import SPECS, open_provider

TURNS = [Turn("tu_1", "ep_1", 0, "2026-03-05T10:00:00Z", "Nora", "user", "I adopted a hedgehog last week.")]
FACT = {"kind": "fact", "turn": 1, "quote": "I adopted a hedgehog last week", "subject": "Nora", "predicate": "has_pet", "object": "hedgehog", "text": "Nora adopted a hedgehog.", "when": "last week", "correction": "no"}  # fmt: skip
GOOD = json.dumps({"facts": [FACT]})


@contextlib.contextmanager
def extracting(name, *answers, **options):
    with serving(*answers) as server:
        provider = open_provider(name, timing=Clock().timing, base_url=server.url, model="tiny", key=server.key(name))
        with contextlib.closing(provider):
            yield ModelExtractor(provider, lambda values: "Note facts.", **options), server


@pytest.mark.parametrize("name", [spec.name for spec in SPECS])
def test_a_fact_comes_back_through_every_provider(name, caplog):
    """The same fact, resolved and grounded, whichever service said it; the key is in no log."""
    caplog.set_level(logging.DEBUG)
    with extracting(name, Answer(body=getattr(bodies, name)(f"Sure.\n```json\n{GOOD}\n```"))) as (model, server):
        got = model.extract(TURNS, Context(user_name="Nora"))
    (claim,) = got.claims
    assert (claim.predicate, claim.object, claim.subject_is_speaker) == ("has_pet", "hedgehog", True)
    assert claim.when_said == "last week"
    assert claim.valid_at is not None
    assert model.name == f"{name}/tiny"
    assert "hedgehog" in json.dumps(server.seen[0].body)
    assert SECRET not in caplog.text
    assert "hedgehog" not in caplog.text


@pytest.mark.parametrize("name", [spec.name for spec in SPECS])
def test_a_rate_limit_ends_the_run_with_the_turns_to_do_again(name):
    """A wait the server asks for that is too long leaves the turns failed and tells why; later it goes on."""
    answers = (
        Answer(429, {"error": {"message": "slow down"}}, {"retry-after": "3600"}),
        Answer(body=getattr(bodies, name)(GOOD)),
    )
    with extracting(name, *answers, budget=Budget()) as (model, server):
        got = model.extract(TURNS * 1, Context())
        assert (got.claims, got.failed) == ((), ("tu_1",))
        assert "answered 429: slow down" in got.notes[0]
        again = ModelExtractor(model._provider, lambda values: "Note facts.")
        assert len(again.extract(TURNS, Context()).claims) == 1
    assert len(server.seen) == 2
