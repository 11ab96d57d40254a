"""Whether two sentences say the same: never across a negation, a number, a name or a date."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona_cli.core.similar import FLOOR, SAME, common_keys, likeness, same_statement, signature, stem

PAIRS = [
    ("Ana likes green tea.", "Ana likes green tea"),
    ("Ana lives in Oporto.", "Ana is living in Oporto now."),
    ("Ana has three cats.", "Ana has 3 cats."),
    ("Ana's brother plays the cello.", "Ana’s brother plays the cello!"),
    ("Ana no ve la televisión.", "Ana no ve televisión."),
    ("The user drinks oat milk.", "The user really drinks oat milk."),
]
LONG = "Ana walks along the old canal with her quiet neighbour and the brown dog on {} mornings in {} since {}"
DIFFERENT = [
    ("Ana likes tea.", "Ana does not like tea."),
    ("Ana likes tea.", "Ana doesn't like tea."),
    ("Ana likes tea.", "Ana doesnt like tea."),
    ("Ana likes tea.", "Ana never liked tea."),
    ("Ana likes walking to the weekly market on cold bright mornings.", "Ana hates walking to the weekly market on cold bright mornings."),
    ("Ana hates waiting.", "Ana does not hate waiting."),
    ("Ana likes tea and likes coffee.", "Ana does not like tea and does not like coffee."),
    ("Ana ya no vive en Oporto.", "Ana vive en Oporto."),
    ("Ana has 3 cats.", "Ana has 4 cats."),
    ("Ana has thirty apple trees in the garden behind the grey house.", "Ana has forty apple trees in the garden behind the grey house."),
    ("Ana came first in the long race around the lake and the woods.", "Ana came second in the long race around the lake and the woods."),
    (LONG.format("cold", "March", "2019"), LONG.format("cold", "March", "2020")),
    (LONG.format("cold", "March", "2019"), LONG.format("cold", "April", "2019")),
    (LONG.format("monday", "March", "2019"), LONG.format("friday", "March", "2019")),
    (LONG.format("cold", "March", "2019"), LONG.format("cold", "March", "2019").replace("Ana", "Eva")),
    ("Ana works with Ben on the big spring concert in the old town hall.", "Ana works with Bea on the big spring concert in the old town hall."),
    ("Ana lives in Oporto.", "Ana lives in Ohio."),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_a_repeat_is_known_again(one, other):
    """The same statement in slightly other words is a repeat, either way round."""
    assert same_statement(one, other)
    assert same_statement(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_turns_a_meaning_round_is_never_overlooked(one, other):
    """However alike the other words are, another negation, number, name or date makes another statement."""
    assert not same_statement(one, other)
    assert not same_statement(other, one)


def test_the_names_of_the_subject_are_left_out_when_asked():
    """A person called differently is the same person, if the caller knows it."""
    assert not same_statement("Ana likes tea.", "Anita likes tea.")
    assert same_statement("Ana likes tea.", "Anita likes tea.", ignore={"ana", "anita"})


@given(st.text(max_size=60), st.text(max_size=60))
def test_likeness_is_a_share(one, other):
    """It lies between nothing and all, is the same both ways round, and a sentence is like itself."""
    assert 0.0 <= likeness(one, other) <= 1.0000001
    assert likeness(one, other) == likeness(other, one)
    assert likeness(one, one) == pytest.approx(1.0)
    assert same_statement(one, one)
    assert same_statement(one, other) == same_statement(other, one)


@given(
    st.lists(
        st.sampled_from("tea cats walks quiet brown dog market canal".split()), min_size=1, max_size=8, unique=True
    )
)
def test_adding_a_negation_always_counts(words):
    """No sentence says the same as its negation."""
    said = f"Ana {' '.join(words)}"

    assert not same_statement(said, f"{said} not")


def test_stems_bring_forms_together():
    """Forms of an English word share a stem; short words stay whole."""
    assert stem("likes") == stem("liked") == stem("liking")
    assert stem("studies") == stem("studied") == "study"
    assert stem("tea") == "tea"
    assert 0 < FLOOR < SAME < 1
    assert signature("She isn't 40, no!").negations == 2


SAID = st.lists(
    st.sampled_from("Ana ana kite quilt lantern old striped paints Oporto never two 7 May heavy rusty ladder".split()),
    min_size=1,
    max_size=14,
)


@given(SAID, st.sets(st.integers(0, 13), max_size=3), st.permutations(range(14)))
def test_what_says_the_same_has_a_key_in_common(words, left_out, order):
    """Looking sentences up by their keys misses no repeat; only one that is all names and numbers has none to ask for."""
    other = [words[place] for place in order if place < len(words) and place not in left_out]
    one, two = " ".join(words), " ".join(other)

    asked = common_keys(one, ignore={"ana"})

    if same_statement(one, two, ignore={"ana"}) and asked:
        assert set(asked) & set(common_keys(two, kept=True))


def test_the_keys_of_a_sentence_are_few_and_its_numbers_and_negations_are_in_them():
    long = "The heavy rusty ladder leans on the striped garden shed behind the quiet yellow station"

    assert len(common_keys(long, kept=True)) <= 15
    for other in (long + " 7 times", long.replace("leans", "never leans")):
        assert not set(common_keys(long)) & set(common_keys(other, kept=True))
    assert [] == common_keys("Ana Oporto 7")
