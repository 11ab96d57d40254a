"""The chat model may put the best answers of recall into another order, and do nothing else to them."""

from __future__ import annotations

import json
import random

import bodies
import pytest
from desk import Desk
from hypothesis import given
from hypothesis import strategies as st
from loopback import Answer, serving

from persona_cli.work.rerank import permutation

THINGS = ["a red bicycle", "a blue bicycle", "a folding bicycle", "an old bicycle", "a racing bicycle"]


@pytest.fixture
def ana(desk: Desk) -> Desk:
    for thing in THINGS:
        assert desk("remember", f"I own {thing}").code == 0
    desk.config(chat__model="tiny")
    return desk


def recalled(desk: Desk, *more: str) -> tuple[list[str], str]:
    done = desk("recall", "which bicycle is the oldest?", "--jsonl", *more)
    assert done.code == 0, done.err
    return [json.loads(line)["id"] for line in done.out.splitlines()], done.err


def test_the_answers_come_in_the_models_order(ana):
    """The model sees the texts with numbers; its order of them is the order shown, and no answer is lost or made up."""
    plain, _ = recalled(ana)
    order = random.Random(3).sample(range(1, len(plain) + 1), len(plain))
    with serving(Answer(body=bodies.local(f"Best first: {order}"))) as server:
        ana.config(chat__base_url=f"{server.url}/v1")
        ranked, _ = recalled(ana, "--rerank")
        prompt = server.seen[0].body["messages"][0]["content"]
    assert ranked == [plain[place - 1] for place in order]
    assert all(f". Ana owns {thing}." in prompt or thing in prompt for thing in THINGS)


@pytest.mark.parametrize(
    "answer",
    [
        Answer(body=bodies.local("[1, 2]")),
        Answer(body=bodies.local("[1, 1, 2, 3, 4, 5, 6, 7, 8, 9]")),
        Answer(body=bodies.local("The second is best.")),
        Answer(body=bodies.local("[99, -1, 0]")),
        Answer(404, {"error": {"message": "no such model"}}),
        Answer(413, "<html>too large</html>"),
    ],
)
def test_what_is_no_order_changes_nothing(ana, answer):
    """Too few, repeated, made up, refused: the order of recall stays, and stderr says so."""
    plain, _ = recalled(ana)
    with serving(answer) as server:
        ana.config(chat__base_url=f"{server.url}/v1")
        ranked, told = recalled(ana, "--rerank")
    assert ranked == plain
    assert "not reranked" in told


def test_a_limit_holds_before_the_order(ana):
    """The set of answers is that of recall with the same limit, whatever the order."""
    plain, _ = recalled(ana, "--limit", "3")
    with serving(Answer(body=bodies.local("[3, 1, 2]"))) as server:
        ana.config(chat__base_url=f"{server.url}/v1")
        ranked, _ = recalled(ana, "--limit", "3", "--rerank")
    assert ranked == [plain[2], plain[0], plain[1]]


@given(st.text(alphabet="[]0123456789, x\n", max_size=60), st.integers(2, 6))
def test_an_order_holds_each_number_once(text, count):
    """Whatever a model writes, what is read from it is a permutation, or nothing."""
    found = permutation(text, count)
    assert found == [] or sorted(found) == list(range(1, count + 1))


@given(st.permutations(range(1, 7)), st.text(alphabet="abc .:\n", max_size=20))
def test_an_order_is_found_among_words(order, words):
    """An array that is a permutation is read with words around it."""
    assert permutation(f"{words}{list(order)}{words}", 6) == list(order)
