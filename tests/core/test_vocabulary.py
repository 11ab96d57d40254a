"""The published vocabulary of predicates keeps its own rules."""

from __future__ import annotations

from typing import get_args

import pytest

from persona_cli.core.model import FactKind
from persona_cli.core.vocabulary import PREDICATES, Cardinality, inverse, predicate, published, single_valued

ASPECTS = {
    "fact": {""},
    "psyche": {"trait", "preference", "value", "belief"},
    "goal": {"task", "project", "reminder", "todo"},
}
TYPES = {"", "person", "place", "organisation", "work", "animal", "thing"}


@pytest.mark.parametrize("word", published(), ids=lambda word: word.name)
def test_each_word_has_a_cardinality_a_kind_and_a_fitting_aspect(word):
    """Each predicate is of one or many values, of a kind of fact, and of an aspect that kind has."""
    assert word.cardinality in get_args(Cardinality)
    assert word.kind in get_args(FactKind)
    assert word.aspect in ASPECTS[word.kind]
    assert word.object_type in TYPES
    assert word.description
    assert word.name == word.name.lower().strip()


def test_an_inverse_in_the_vocabulary_points_back():
    """Where both are listed, the inverse of an inverse is the predicate itself."""
    for word in published():
        if word.inverse in PREDICATES:
            assert inverse(word.inverse) == word.name


def test_a_word_that_is_not_listed_is_open_and_has_many_values():
    """An unknown predicate is a plain fact with many values."""
    assert predicate("juggle").cardinality == "many"
    assert predicate("juggle").kind == "fact"
    assert not single_valued("juggle")


def test_a_favourite_of_any_kind_has_one_value():
    """There is one favourite film, whatever "film" is."""
    assert single_valued("favourite_kind_of_moss")
    assert predicate("favourite_film").aspect == "preference"


def test_a_vault_may_declare_other_cardinalities():
    """What a vault declares outranks the table, for its own words too."""
    assert single_valued("lives_in")
    assert not single_valued("lives_in", {"lives_in": "many"})
    assert single_valued("desk", {"desk": "one"})
