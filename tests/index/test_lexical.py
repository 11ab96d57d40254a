"""The word index: what it finds, that nothing typed is an operator, and that it is all or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memory_records import fact, turn

from persona_cli.errors import DamagedError, LockedError
from persona_cli.index.lexical import Lexical

TURNS = [
    turn(0, "I moved to a houseboat in Utrecht"),
    turn(1, "My sister Odile is learning the cello"),
    turn(2, "私は大阪で働いています"),
    turn(3, "Мне нравится вязать свитера"),
    turn(4, "The café Möwe closes at nine"),
    turn(5, "Try oiling the hinges of the houseboat", speaker="Assistant", role="assistant"),
]


@pytest.fixture(scope="module")
def index() -> Lexical:
    return Lexical.in_memory(TURNS)


def found(index: Lexical, *words: str) -> list[int]:
    return [number for number, _ in index.search(words)]


def test_endings_and_accents_do_not_matter(index: Lexical) -> None:
    """A word is found in another form and without its accents."""
    assert found(index, "moving")[0] == 0
    assert found(index, "cafe", "mowe")[0] == 4


def test_scripts_without_spaces_are_found_by_parts(index: Lexical) -> None:
    """A word inside a Japanese sentence is found, though nothing separates it."""
    assert found(index, "大阪") == [2]


def test_other_alphabets_are_found(index: Lexical) -> None:
    """Words of a language without a table are found as they are written."""
    assert found(index, "вязать") == [3]


def test_a_person_is_found_above_an_assistant(index: Lexical) -> None:
    """Of two turns with the asked word the person's comes first."""
    assert found(index, "houseboat") == [0, 5]


def test_of_a_fact_only_its_wording_is_indexed() -> None:
    """What may change of a fact, its time and its entities, leaves the index as it is."""
    index = Lexical.in_memory([fact(0, "Odile plays the cello", time="2024-03-01T00:00:00Z", valid_from="2024-03-02")])
    assert found(index, "March") == []
    assert found(index, "cello") == [0]


def test_the_turn_before_and_the_date_are_fields_of_their_own() -> None:
    """An answer is found by the question before it, and a turn by the month it was said in."""
    index = Lexical.in_memory(
        [
            turn(0, "Twice a week", before="How often do you swim?", before_role="user", before_speaker="Ada"),
            turn(1, "Hello"),
        ]
    )
    assert found(index, "swim") == [0]
    assert found(index, "March") == [0, 1]
    assert index.search(["swim"], weights={"words": 1.0, "context": 0.0}) == []


def test_ties_are_ordered_by_number() -> None:
    """Documents with equal scores come in order of their numbers, whatever the order they were added in."""
    same = [turn(n, "the very same words", time="") for n in range(20)]
    assert found(Lexical.in_memory(reversed(same)), "very", "same") == list(range(20))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "AND OR NOT",
        '"unclosed',
        "a AND",
        "-foo +bar ^2 ~1",
        "id:1 text:[a TO b] *",
        "'; DROP TABLE facts; --",
        "MATCH (n) DETACH DELETE n",
        "what's the wifi password?",
        "🙂🙃 👩‍👩‍👧",
        "\x00\ud800",
        "ⰰ ⰰ",
        "x" * 100_000,
        "houseboat " * 10_000,
        " ".join(f"w{n}" for n in range(20_000)),
    ],
)
def test_no_text_is_an_operator_or_an_error(index: Lexical, text: str) -> None:
    """Whatever is typed gives answers or none."""
    assert all(0 <= number < len(TURNS) for number in found(index, text))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=80))
def test_any_text_is_searched_the_same_twice(index: Lexical, text: str) -> None:
    """Searching is a function of the text."""
    assert index.search([text]) == index.search([text])


def test_a_long_question_is_searched_by_its_rarest_words() -> None:
    """A page of common words around one rare word still finds the rare one first."""
    common = " ".join(f"common{n}" for n in range(60))
    index = Lexical.in_memory([*(turn(n, common) for n in range(20)), turn(20, "a zeppelin over the fair")])
    assert found(index, common, "zeppelin")[0] == 20


def test_adding_again_replaces(tmp_path: Path) -> None:
    """A document added under a number that is taken takes the place of the old one."""
    index = Lexical.open(tmp_path / "words")
    for text in ("I keep bees", "I keep goats"):
        with index.writer() as writer:
            writer.add(turn(0, text))
            writer.commit()
    index.refresh()
    assert (found(index, "bees"), found(index, "goats")) == ([], [0])


def test_without_commit_nothing_counts(tmp_path: Path) -> None:
    """An error inside a writer leaves the index as it was, and the next writer works."""
    index = Lexical.open(tmp_path / "words")
    with pytest.raises(RuntimeError, match="stop"), index.writer() as writer:
        writer.add(turn(0, "I keep bees"))
        raise RuntimeError("stop")
    with index.writer() as writer:
        writer.add(turn(1, "I keep goats"))
        writer.commit()
    assert found(Lexical.open(tmp_path / "words"), "keep") == [1]


def test_a_second_writer_waits_and_then_says_so(tmp_path: Path) -> None:
    """While one writer is open another gives up after its wait, naming no traceback."""
    index, naps = Lexical.open(tmp_path / "words"), []
    with index.writer(), pytest.raises(LockedError):
        index.writer(wait=0.2, sleep=naps.append)
    assert sum(naps) == pytest.approx(0.2)


def test_a_damaged_index_says_what_to_do(tmp_path: Path) -> None:
    """An index that cannot be read is reported with the command that makes a new one."""
    Lexical.open(tmp_path / "words")
    (tmp_path / "words" / "meta.json").write_text("{")
    with pytest.raises(DamagedError) as caught:
        Lexical.open(tmp_path / "words")
    assert "reindex" in caught.value.hint
