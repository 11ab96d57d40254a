"""From documents to vectors: what a passage's vector holds, on disk and in memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from memory_records import fact, turn

from persona_cli.index.dense import Embedder
from persona_cli.index.meaning import Meaning
from persona_cli.index.passages import context_of, passages, prose

TURNS = [
    turn(0, "How often do you go swimming in the lake?", speaker="Ada"),
    turn(
        1, "Twice a week.", before="How often do you go swimming in the lake?", before_role="user", before_speaker="Ada"
    ),
    turn(2, "The printer is out of paper again."),
    fact(3, "Nora plays the cello in an orchestra"),
]


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return Embedder.load()


def filled(folder: Path, embedder: Embedder, **more: float) -> Meaning:
    meaning = Meaning(folder, embedder, **more)
    meaning.add(iter(TURNS), end=len(TURNS))
    return meaning


def test_an_answer_is_near_what_was_asked(tmp_path: Path, embedder: Embedder) -> None:
    """A short answer has a share of its question's meaning, and none without blending."""
    with_context = filled(tmp_path / "a", embedder)
    without = filled(tmp_path / "b", embedder, blend=0.0)
    asked = "a swim in the lake"
    near = dict(with_context.vectors().search(with_context.vector(asked)))
    far = dict(without.vectors().search(without.vector(asked)))
    assert near[1] > far.get(1, 0.0) + 0.1


def test_the_tail_in_memory_ranks_as_the_disk_does(tmp_path: Path, embedder: Embedder) -> None:
    """Documents that are not on disk yet are found in the same order from memory."""
    meaning = filled(tmp_path, embedder)
    query = meaning.vector("music and instruments")
    on_disk = [number for number, _ in meaning.vectors().search(query)]
    assert [number for number, _ in meaning.tail(iter(TURNS)).search(query)][:2] == on_disk[:2]
    assert on_disk[0] == 3


def test_what_is_in_is_known(tmp_path: Path, embedder: Embedder) -> None:
    """A folder tells up to which document it is filled, and nothing where it is not there."""
    assert Meaning(tmp_path / "none", embedder).fresh_to == 0
    assert filled(tmp_path / "some", embedder).fresh_to == len(TURNS)


def test_a_speaker_without_a_name_is_not_part_of_the_meaning(embedder: Embedder) -> None:
    """What "User" says has the vector of its words; a name adds to it."""
    said = [turn(n, "The kettle is new", speaker=who) for n, who in enumerate(("User", "", "Berta"))]
    near = dict(Meaning(Path(), embedder).tail(iter(said)).search(embedder.embed(["The kettle is new"])[0]))
    assert near[0] == near[1] > near[2]


def test_code_is_not_part_of_the_meaning() -> None:
    """Fenced code is left out of what is said, also where it does not end, unless there is nothing else."""
    assert prose("It fails:\n```python\nraise Stop\n```\nWhy?").split() == ["It", "fails:", "Why?"]
    assert prose("It fails: ```raise Stop") == "It fails:"
    assert prose("```raise Stop```") == "```raise Stop```"
    assert prose("no `fence` here") == "no `fence` here"


@pytest.mark.parametrize("size", [50, 200, 700])
def test_passages_lose_no_word(size: int) -> None:
    """Cutting keeps every word, in order, in pieces of bounded length."""
    text = " ".join(f"Sentence number {n} tells of the {n}th kite." for n in range(60)) + "\n\n" + "x" * 2000
    cut = passages(text, size)
    assert "".join("".join(cut).split()) == "".join(text.split())
    assert max(map(len, cut)) <= 2 * size


@pytest.mark.parametrize("text", ["", "  \n \n", "\t"])
def test_no_words_make_no_passage(text: str) -> None:
    """Blank text has no passages."""
    assert passages(text) == []


def test_only_talk_between_people_has_context() -> None:
    """What an assistant said before is no context of a person's turn."""
    said = turn(0, "Yes please", before="Shall I book the table?", before_role="assistant", before_speaker="Assistant")
    assert context_of(said) == ""
    assert context_of(TURNS[1]).startswith("Ada: How often")
