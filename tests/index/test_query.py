"""How a question is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona_cli.index.query import Query, understand

NOW = datetime(2025, 6, 15, 12, tzinfo=UTC)


def read(text: str, language: str = "en") -> Query:
    return understand(text, now=NOW, language=language)


def test_question_words_and_stop_words_are_left_out() -> None:
    """Only the words that carry the question are searched for."""
    assert read("What is the name of Odile's parrot?").words == ("name", "Odile", "parrot")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Can you give me a comprehensive summary of the greenhouse?", ("greenhouse",)),
        ("Can you recommend a play?", ("play",)),
        ("How many different types of apples did I plant?", ("apples", "plant")),
        ("Can you recommend anything good?", ("anything",)),
        ("Any suggestions?", ("suggestions",)),
    ],
)
def test_words_that_say_what_kind_of_answer_is_wanted_are_left_out(text: str, words: tuple[str, ...]) -> None:
    """What asks for a summary, advice or a number is in no turn that answers; where nothing else is left it stays."""
    assert read(text).words == words


def test_only_a_summary_is_looked_for_by_the_meaning_of_its_words_alone() -> None:
    """The vector is that of the question as it stands, save where it asks for an overview."""
    assert read("Can you summarize my work on the greenhouse?").meant == "work greenhouse"
    assert read("How is the greenhouse?").meant == "How is the greenhouse?"


def test_a_question_of_nothing_but_stop_words_keeps_them() -> None:
    """Where no word carries the question all of them do."""
    assert read("who are you").words == ("who", "are", "you")


@pytest.mark.parametrize(
    "text", ["hello there", "Thanks!", "Thank you so much, bye!", "Hey, how is it going?", "good night", "OK."]
)
def test_small_talk_asks_nothing(text: str) -> None:
    """Greetings and thanks have no words to search for, in the language whose greetings they are."""
    assert read(text).words == ()
    assert read(text, "pl").words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello, who is Odile?", ("hello", "Odile")),
        ("what do I do in the morning", ("morning",)),
        ("no coffee", ("coffee",)),
        ("who are you", ("who", "are", "you")),
    ],
)
def test_a_question_with_a_greeting_is_a_question(text: str, words: tuple[str, ...]) -> None:
    """What says more than a greeting is searched for."""
    assert read(text).words == words


def test_a_name_is_no_small_talk() -> None:
    """A word that somebody goes by is asked for, though it could be a greeting."""
    assert understand("Cheers", now=NOW, named=lambda phrases: {p: ["en_1"] for p in phrases}).words == ("Cheers",)


def test_a_language_without_a_table_keeps_every_word() -> None:
    """Stop words and intents of one language are not taken for another's."""
    query = read("What jest moje ulubione ciasto?", "pl")
    assert (query.words[0], query.intents) == ("What", frozenset())


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Can you suggest a place for dinner?", "request"),
        ("How should I store my paint brushes?", "request"),
        ("How many chickens do I have?", "state"),
        ("What is my locker number?", "state"),
        ("How many chickens do I have?", "quantity"),
        ("When did Odile sell the boat?", "when"),
        ("Give me a summary of the kitchen works", "overview"),
        ("What did you recommend for the hinges?", "assistant"),
        ("Remind me of your suggestions for the trip", "assistant"),
        ("What is the latest on the roof?", "latest"),
        ("Which goals do I have this year?", "goals"),
        ("What are my preferences for coffee?", "preferences"),
    ],
)
def test_what_is_asked_for_is_told_from_the_words(text: str, intent: str) -> None:
    """The kind of answer a question wants is read from its own words."""
    assert intent in read(text).intents


@pytest.mark.parametrize("text", ["Did you know Odile sold the boat?", "What was my locker number before?"])
def test_a_question_about_the_past_asks_for_no_present_state(text: str) -> None:
    """What was is not answered by what is."""
    assert "state" not in read(text).intents


def test_a_time_becomes_a_period() -> None:
    """A month named in a question is the period from its first instant to the first after it."""
    assert read("What happened in April 2024?").window == ("2024-04-01T00:00:00Z", "2024-05-01T00:00:00Z")
    assert read("What happened?").window is None


def test_the_longest_name_wins() -> None:
    """A full name is one entity, not also those its parts could be."""
    known = {"Odile Brandt": ["en_1"], "Odile": ["en_1", "en_2"], "Utrecht": ["en_3"]}

    def named(phrases: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return {phrase: known[phrase] for phrase in phrases if phrase in known}

    query = understand("Does Odile Brandt live in Utrecht?", now=NOW, named=named)
    assert query.entities == ("en_1", "en_3")


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    """Reading a question never fails and always gives the same."""
    assert read(text) == read(text)


def test_a_page_of_text_is_read_up_to_a_bound() -> None:
    """A question of a hundred thousand characters is read in bounded time and space."""
    assert len(read("zeppelin " * 12_000).text) == 20_000
