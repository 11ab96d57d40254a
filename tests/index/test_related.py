"""Words near in meaning to a word: the table they stand in, and what they count beside the word itself."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from memory_records import MemoryRecords, turn

from persona_cli.index.document import Document
from persona_cli.index.lexical import Lexical
from persona_cli.index.query import understand
from persona_cli.index.related import MOST, NEAR, TABLE, related
from persona_cli.index.search import ARMS, Searcher

NOW = datetime(2025, 6, 15, 12, tzinfo=UTC)
TURNS = [
    turn(0, "The bicycle has a flat tyre"),
    turn(1, "The piano has to be tuned", episode="e2"),
    turn(2, "Berta came by in the evening", episode="e3"),
]


def found(documents: list[Document], text: str, *, without: str = "", language: str = "en") -> list[str]:
    searcher = Searcher(MemoryRecords(documents), [Lexical.in_memory(documents)])
    query = understand(text, now=NOW, language=language)
    return [hit.document.id for hit in searcher.search(query, arms=ARMS - {without})]  # type: ignore[arg-type]


def test_every_line_of_the_table_can_be_looked_up() -> None:
    """The first, the last and all words between are found, each with its nearest first."""
    lines = [line.split() for line in TABLE.read_text(encoding="ascii").splitlines()]
    assert [word for word, *_ in lines] == sorted(word for word, *_ in lines)
    for word, *entries in lines[::50] + lines[-1:]:
        near = related([word])[word]
        assert [f"{other}:{round(100 * cosine)}" for other, cosine in near] == entries
        assert len(near) <= MOST and all(cosine >= NEAR / 100 for _, cosine in near)


@pytest.mark.parametrize("word", ["", "zzzzzz", "aaa", "bike:", "Rome", "自転車", "vélo", "two words"])
def test_what_is_not_in_the_table_has_no_related_words(word: str) -> None:
    """Unknown words, other scripts, and what is written like a name have none."""
    assert related([word]) == {}


def test_a_related_word_stands_in_for_one_that_is_missing() -> None:
    """Who asks for a bike finds a bicycle, unless the arm is off or the question is in a language without a table."""
    assert found(TURNS, "my bike") == ["t0"]
    assert found(TURNS, "my bike", without="related") == []
    assert found(TURNS, "my bike", language="xx") == []


def test_the_word_itself_counts_more_than_a_related_one() -> None:
    """Of two turns alike, the one with the word asked for is first, however rare the other's word is."""
    documents = [turn(n, f"The bike number {n} is red") for n in range(5)] + [turn(5, "The bicycle number 5 is red")]
    assert found(documents, "the bike")[-1] == "t5"


def test_several_related_words_count_as_one() -> None:
    """A turn that heaps words like the one asked for is no better than one that has the word."""
    heap = turn(1, "cycling on bicycles, biking, a bicycle, a motorcycle, some cyclist", episode="e2")
    assert found([turn(0, "The bike that I rode to the old mill"), heap], "bike")[0] == "t0"


def test_why_names_the_related_words() -> None:
    """A hit tells which of its words stood for one that it lacks; a word that is there needs none."""
    searcher = Searcher(MemoryRecords(TURNS), [Lexical.in_memory(TURNS[:2]), Lexical.in_memory(TURNS[2:])])
    both = searcher.search(understand("my bike or the piano", now=NOW), why=True)
    assert {hit.document.id: dict(hit.related) for hit in both} == {"t0": {"bike": "bicycle"}, "t1": {}}
    assert all(not hit.related for hit in searcher.search(understand("my bike", now=NOW)))
