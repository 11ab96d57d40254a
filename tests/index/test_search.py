"""Search as a whole, over a handful of documents: order, scope, support, and answers to anything typed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_records import MemoryRecords, fact, turn

from persona_cli.index import crawl, fusion, ordering
from persona_cli.index.document import Document
from persona_cli.index.lexical import Lexical
from persona_cli.index.query import understand
from persona_cli.index.search import ARMS, Arm, Hit, Scope, Searcher

NOW = datetime(2025, 6, 15, 12, tzinfo=UTC)


class Near:
    """Stands for meaning: a fixed list, whatever is asked."""

    def __init__(self, *hits: tuple[int, float]) -> None:
        self.hits = list(hits)

    def search(self, query: np.ndarray, *, limit: int) -> list[tuple[int, float]]:
        return self.hits[:limit]


def ask(
    documents: Iterable[Document], text: str, *, near: Near | None = None, arms: Collection[Arm] = ARMS, **more: object
) -> list[Hit]:
    all_documents = list(documents)
    searcher = Searcher(MemoryRecords(all_documents), [Lexical.in_memory(all_documents)], [near] if near else [])
    vector = np.ones(2, np.float32) if near else None
    return searcher.search(understand(text, now=NOW), vector, arms=arms, **more)  # type: ignore[arg-type]


def ids(hits: list[Hit]) -> list[str]:
    return [hit.document.id for hit in hits]


TALK = [
    turn(0, "Did you ever finish the model railway?", speaker="Ada"),
    turn(1, "Yes, all nine metres of it, in the attic!"),
    turn(2, "I should visit and see it some time.", speaker="Ada"),
    turn(3, "We adopted a greyhound called Pixel.", episode="e2", position=0),
    turn(4, "Greyhounds sleep most of the day.", speaker="Assistant", role="assistant", episode="e2", position=1),
]


def test_an_answer_is_found_by_its_question() -> None:
    """What answers a question is found with the question's words, though it has none of them."""
    assert "t1" in ids(ask(TALK, "model railway"))[:2]


def test_every_hit_says_which_lists_found_it() -> None:
    """A hit names its channels with rank and score, and its boosts."""
    best = ask(TALK, "What did Nora say about the greyhound?", near=Near((3, 0.9), (1, 0.2)))[0]
    assert best.document.id == "t3"
    assert [(t.channel, t.rank) for t in best.channels] == [("words", 1), ("meaning", 1)]
    assert dict(best.boosts) == {"speaker": ordering.NAMED_SPEAKER}


def test_meaning_alone_finds_what_shares_no_word() -> None:
    """A document without any word of the question is found by its vector."""
    assert ids(ask(TALK, "pets", near=Near((3, 0.8))))[0] == "t3"


def test_an_arm_that_is_off_has_no_effect() -> None:
    """Without its arm a list is not asked."""
    assert ids(ask(TALK, "pets", near=Near((3, 0.8)), arms=ARMS - {"dense"})) == []
    assert ids(ask(TALK, "railway", arms={"lexical"})) == ["t0"]


def test_what_i_said_is_answered_by_my_own_turns() -> None:
    """Asked in which order I brought something up, my turns come first and the answers to them gain nothing."""
    talk = [
        turn(0, "The greenhouse needs new glass"),
        turn(
            1,
            "Glass for a greenhouse comes in sheets; measure the frame of the greenhouse",
            speaker="A",
            role="assistant",
        ),
        turn(2, "The greenhouse gets a heater next"),
        turn(3, "Certainly", speaker="A", role="assistant"),
    ]
    mine = ask(talk, "List the order in which I brought up the greenhouse")
    assert ids(mine)[:2] in (["t0", "t2"], ["t2", "t0"])
    assert dict(mine[0].boosts)["own words"] == ordering.OWN_WORDS
    assert "t3" not in ids(mine)
    assert "t3" in ids(ask(talk, "Give me a summary of the greenhouse"))


def test_hidden_facts_are_not_found_unless_asked_for() -> None:
    """A superseded fact appears only on request, and then says that it is hidden."""
    facts = [fact(0, "Nora lives in Utrecht", hidden="superseded"), fact(1, "Nora lives in Ghent")]
    assert ids(ask(facts, "where does Nora live")) == ["f1"]
    both = ask(facts, "where does Nora live", scope=Scope(hidden=True))
    assert {hit.document.id: hit.document.hidden for hit in both} == {"f0": "superseded", "f1": ""}


def test_what_the_records_do_not_know_is_not_found() -> None:
    """A document in the index that the state of the vault does not hold is left out."""
    index = Lexical.in_memory(TALK)
    hits = Searcher(MemoryRecords(TALK[:3]), [index]).search(understand("greyhound", now=NOW))
    assert hits == []


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        (Scope(kinds=frozenset({"fact"})), ["f5"]),
        (Scope(predicates=frozenset({"owns"})), ["f5"]),
        (Scope(without_predicates=frozenset({"owns"}), kinds=frozenset({"fact"})), []),
        (Scope(entities=frozenset({"en_pixel"})), ["f5"]),
        (Scope(episodes=frozenset({"e2"}), kinds=frozenset({"turn"})), ["t3", "t4"]),
        (Scope(since="2024-03-04", until="2024-03-05", kinds=frozenset({"turn"})), ["t3"]),
        (Scope(fact_kinds=frozenset({"goal"})), []),
    ],
)
def test_a_scope_lets_through_only_what_it_names(scope: Scope, expected: list[str]) -> None:
    """Kind, predicate, entity, episode and time each limit what is found."""
    extra = fact(5, "Nora owns a greyhound", predicate="owns", entities=("en_user", "en_pixel"), fact_kind="fact")
    assert ids(ask([*TALK, extra], "greyhound", scope=scope)) == expected


def test_a_narrow_scope_reaches_beyond_the_first_lists() -> None:
    """What a scope asks for is found though hundreds of others match better."""
    documents = [turn(n, f"{'ferry ferry' if n < 300 else 'tram'} {n}", episode="e2", position=n) for n in range(600)]
    documents.append(turn(600, "The ferry, and much else " + "of quite another kind " * 9, episode="e3", position=0))
    assert "t600" not in ids(ask(documents, "ferry", limit=300))
    assert ids(ask(documents, "ferry", scope=Scope(episodes=frozenset({"e3"})))) == ["t600"]


def test_a_fact_stands_before_the_turn_it_rests_on() -> None:
    """A fact that matches as well as its turn comes right before it, and both gain."""
    documents = [*TALK, fact(5, "Nora has a greyhound called Pixel", evidence=(3,))]
    assert ids(ask(documents, "greyhound Pixel"))[:2] == ["f5", "t3"]


def test_a_weak_fact_takes_no_place_from_a_better_turn() -> None:
    """The turns keep their order whatever facts are among them."""
    documents = [
        turn(0, "The kiln in the shed reaches twelve hundred degrees"),
        turn(1, "I fired the kiln twice this week", episode="e2", position=0),
        fact(2, "Nora owns a shed", evidence=(1,)),
    ]
    plain = ids(ask(documents[:2], "kiln degrees"))
    assert [i for i in ids(ask(documents, "kiln degrees")) if i.startswith("t")] == plain


def test_the_newer_of_two_statements_is_above_the_older() -> None:
    """Asked for a present number, a later turn that speaks of a change stands above the one it outdates."""
    documents = [
        turn(0, "My archive of pressed ferns holds 40 sheets of ferns"),
        turn(1, "The fern archive has grown, it now holds 55 sheets", episode="e2", position=0),
        *(turn(n, f"Something else altogether, number {n}", episode=f"e{n}", position=0) for n in range(2, 12)),
    ]
    assert ids(ask(documents, "How many sheets of pressed ferns are in my archive?"))[:2] == ["t1", "t0"]
    assert ids(ask(documents, "How many sheets of pressed ferns were in my archive?"))[:2] == ["t0", "t1"]


def test_a_lasting_wish_comes_first_when_advice_is_asked_for() -> None:
    """A rule the person laid down is found where it applies."""
    documents = [
        turn(0, "The recipe for lentil soup needs cumin, the soup needs an hour"),
        turn(1, "Always give amounts in grams when I ask about a recipe", episode="e2", position=0),
    ]
    assert ids(ask(documents, "Can you suggest a recipe for soup?"))[0] == "t1"


def test_a_time_in_the_question_prefers_what_was_said_then() -> None:
    """Of two like turns the one said in the month asked about comes first."""
    documents = [
        turn(0, "We went sailing with the whole choir", time="2024-02-10T10:00:00Z"),
        turn(1, "We went sailing with the whole choir again", time="2024-05-10T10:00:00Z", episode="e2", position=0),
    ]
    assert ids(ask(documents, "Who went sailing in May 2024?"))[0] == "t1"
    assert ids(ask(documents, "Who went sailing in February 2024?"))[0] == "t0"


def test_repeats_are_shown_once() -> None:
    """The same words of the same speaker are one answer, however they are spaced."""
    documents = [turn(0, "I collect tin signs"), turn(1, "I  collect TIN signs", episode="e2", position=0)]
    assert len(ask(documents, "tin signs")) == 1


def test_ties_come_in_order_of_number() -> None:
    """Equal scores are ordered by number, so the same question gives the same answers anywhere."""
    same = [
        turn(n, f"the ferry leaves at noon {'x' * (n % 2)}", episode=f"e{n}", position=0, time="") for n in range(9)
    ]
    hits = ask(same, "ferry noon")
    assert [h.document.number for h in hits] == sorted(
        (h.document.number for h in hits), key=lambda n: (-next(h.score for h in hits if h.document.number == n), n)
    )


HOSTILE = [
    "", "   ", "the of and", "AND OR NOT (", '"', "id:1 *", "'; DROP TABLE turns; --", "MATCH (n) RETURN n",
    "🙂" * 50, "greyhound" * 12_000, "\x00\x1b[31m", "\ud800 greyhound", "私 は", "عربي", "\u202egreyhound",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_anything_typed_gives_answers_or_none(text: str) -> None:
    """No text is an error."""
    assert all(hit.score > 0 for hit in ask(TALK, text, near=Near((0, 0.5), (1, 0.4))))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from("railway attic greyhound sleep Pixel Ada Nora when how many now".split()), max_size=8))
def test_the_same_question_has_the_same_answers(words: list[str]) -> None:
    """Search is a function of the documents and the question, not of the order they were added in."""
    text = " ".join(words)
    renumbered = [replace(d, number=len(TALK) - d.number) for d in reversed(TALK)]
    assert [(h.document.id, h.score) for h in ask(TALK, text)] == [
        (h.document.id, h.score) for h in ask(renumbered, text)
    ]


@given(st.dictionaries(st.integers(0, 27), st.floats(0.01, 100), max_size=20), st.floats(0.1, 10))
def test_fusion_does_not_depend_on_the_scale_of_a_list(scores: dict[int, float], scale: float) -> None:
    """Multiplying one list's scores by a constant changes no fused score."""
    documents = {n: turn(n, "") for n in scores}
    one = fusion.fuse([fusion.Channel("a", scores, 1.0)], documents)
    other = fusion.fuse([fusion.Channel("a", {n: s * scale for n, s in scores.items()}, 1.0)], documents)
    assert one.scores == pytest.approx(other.scores)


def test_support_never_reorders_turns_without_facts() -> None:
    """Turns that no fact rests on keep their scores."""
    documents = {n: turn(n, f"text {n}") for n in range(4)}
    assert crawl.supported({0: 3.0, 1: 2.0, 2: 1.0}, documents) == {0: 3.0, 1: 2.0, 2: 1.0}


def test_search_asks_the_records_a_handful_of_times() -> None:
    """However many documents match, the records are asked a bounded number of questions."""
    many = [turn(n, f"the ferry number {n} leaves at noon", episode=f"e{n}", position=0) for n in range(300)]
    records = MemoryRecords(many)
    Searcher(records, [Lexical.in_memory(many)]).search(understand("ferry at noon", now=NOW))
    assert records.calls <= 5


def test_the_index_and_its_tail_answer_as_one() -> None:
    """Documents that only the tail in memory holds are found beside those on disk."""
    searcher = Searcher(MemoryRecords(TALK), [Lexical.in_memory(TALK[:3]), Lexical.in_memory(TALK[3:])])
    assert set(ids(searcher.search(understand("railway greyhound", now=NOW)))[:2]) == {"t0", "t3"}
