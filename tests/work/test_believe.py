"""What a statement does to belief: a repeat supports, a newer value closes, a correction closes its unit, doubt waits."""

from __future__ import annotations

from itertools import permutations

import pytest
from deeds import facts, line, logs, say, take
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from persona_cli.store import vault as vaults
from persona_cli.work import refresh
from persona_cli.work.remember import Statement, remember
from persona_cli.work.review import decide


def reviews(vault):
    with refresh.reading(vault) as view:
        return view.reviews()


def test_a_newer_value_closes_the_older(vault, tmp_path):
    """Of a single-valued predicate the value that starts later ends the one before."""
    say(vault, tmp_path, "lives_in(Oporto)", at="2020-01-01")
    report = say(vault, tmp_path, "lives_in(Ghent)", at="2022-02-02")

    assert line(vault, "lives_in") == [("2020-01-01", "2022-02-02", "Oporto"), ("2022-02-02", "", "Ghent")]
    assert report.facts["closed"] == 1


def test_an_older_value_that_comes_later_is_stored_ended(vault, tmp_path):
    """Reading an old transcript after a new one does not change what holds now."""
    say(vault, tmp_path, "lives_in(Ghent)", at="2022-02-02")
    say(vault, tmp_path, "lives_in(Oporto)", at="2020-01-01")

    assert line(vault, "lives_in") == [("2020-01-01", "2022-02-02", "Oporto"), ("2022-02-02", "", "Ghent")]


def test_a_predicate_of_many_values_closes_nothing(vault, tmp_path):
    """Who visits a second town has still visited the first."""
    say(vault, tmp_path, "visited(Oporto)", at="2020-01-01")
    say(vault, tmp_path, "visited(Ghent)", at="2022-02-02")

    assert [fact.invalid_at for fact in facts(vault, "visited")] == [None, None]


HISTORY = [
    ("2018-05-01", "lives_in(Oporto)"),
    ("2019-06-01", "works_at(Bakery Nord)"),
    ("2020-07-01", "lives_in(Ghent)"),
    ("2021-08-01", "lives_in(Oporto)"),
    ("2022-09-01", "works_at(Tinker Works)@2020"),
    ("2023-10-01", "lives_in(Oporto)"),
]


def test_a_history_read_in_any_order_gives_the_same_belief(memory_path, make_world):
    """Six transcripts in each of their orders: the same homes and employers from when to when."""
    expected = {
        "lives_in": [
            ("2018-05-01", "2020-07-01", "Oporto"),
            ("2020-07-01", "2021-08-01", "Ghent"),
            ("2021-08-01", "", "Oporto"),
        ],
        "works_at": [("2019-06-01", "2020", "Bakery Nord"), ("2020", "", "Tinker Works")],
    }
    for number, order in enumerate(list(permutations(HISTORY))[::29]):
        vault = vaults.create(memory_path / str(number), make_world().around)
        for day, text in order:
            say(vault, memory_path, text, at=day, name=f"{day}.jsonl")
        assert expected == {name: line(vault, name) for name in expected}, order


DAYS = st.lists(st.integers(1, 28), min_size=2, max_size=6, unique=True)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.data(), DAYS)
def test_random_histories_in_random_orders_agree_with_their_order_in_time(memory_path, make_world, data, days):
    """Whatever was said when, read in any order, the line of homes is that of the statements sorted by time."""
    said = [(f"2020-01-{day:02}", data.draw(st.sampled_from(["Oporto", "Ghent", "Turku"]))) for day in days]
    place = memory_path / str(len(list(memory_path.iterdir())))
    vault = vaults.create(place, make_world().around)
    for day, town in data.draw(st.permutations(said)):
        say(vault, memory_path, f"lives_in({town})", at=day, name=f"{day}.jsonl")

    expected: list[tuple[str, str, str]] = []
    for day, town in sorted(said):
        if not expected or expected[-1][2] != town:
            if expected:
                expected[-1] = (expected[-1][0], day, expected[-1][2])
            expected.append((day, "", town))
    assert expected == line(vault, "lives_in")


def test_of_two_values_on_one_day_the_one_said_later_holds(vault, tmp_path):
    """The hour decides between statements that begin on the same day, whichever is read first."""
    say(vault, tmp_path, "lives_in(Ghent)", at="2022-02-02T15:00:00Z", name="b.jsonl")
    say(vault, tmp_path, "lives_in(Oporto)", at="2022-02-02T09:00:00Z", name="a.jsonl")

    assert line(vault, "lives_in") == [("2022-02-02", "", "Ghent")]


def test_a_repeat_adds_evidence_and_no_fact(vault, tmp_path):
    """The same statement again supports the fact; a third time too; from earlier it moves the beginning back."""
    for day in ("2021-03-01", "2022-03-01", "2020-03-01"):
        say(vault, tmp_path, "likes = The user likes oat milk.", at=day)

    (fact,) = facts(vault, "likes")
    assert (len(fact.evidence), fact.valid_at.iso) == (3, "2020-03-01")


@pytest.mark.parametrize(
    "other",
    [
        "The user does not like oat milk.",
        "The user likes 2 oat milks.",
        "The user likes Oatland milk.",
        "The user dislikes oat milk.",
    ],
)
def test_what_differs_in_a_negation_number_or_name_is_no_repeat(vault, tmp_path, other):
    """A statement that only looks alike is a fact of its own."""
    say(vault, tmp_path, "likes = The user likes oat milk.", at="2021-03-01")
    say(vault, tmp_path, f"likes = {other}", at="2022-03-01")

    assert [len(fact.evidence) for fact in facts(vault, "likes")] == [1, 1]


def test_a_correction_with_an_object_closes_the_whole_unit(vault, tmp_path):
    """All facts that relate the subject to that object end, whatever their predicate; others do not."""
    for text in (
        "works_at(Bakery Nord)",
        "manages(Bakery Nord) = The user runs the early shift.",
        "works_with(Ben)",
        "visited(Ghent)",
    ):
        say(vault, tmp_path, text, at="2021-03-01", name=f"{text[:8]}.jsonl")
    report = say(vault, tmp_path, "!-works_at(Bakery Nord) = The user no longer works at Bakery Nord.", at="2022-04-05")

    ended = {fact.predicate: fact.invalid_at and fact.invalid_at.iso for fact in facts(vault)}
    assert ended == {"works_at": "2022-04-05", "manages": "2022-04-05", "works_with": None, "visited": None}
    assert (report.facts["closed"], report.facts["proposed"]) == (2, 0)


def test_a_correction_without_an_object_closes_the_one_most_alike(vault, tmp_path):
    """The best match above the floor ends, and only that."""
    say(vault, tmp_path, "drinks = The user drinks black coffee in the morning.", at="2021-03-01")
    say(vault, tmp_path, "drinks = The user drinks black tea in the evening.", at="2021-03-02")
    say(vault, tmp_path, "!-drinks = The user no longer drinks black coffee.", at="2022-04-05")

    assert [f.invalid_at and f.invalid_at.iso for f in sorted(facts(vault, "drinks"), key=lambda f: f.text)] == [
        "2022-04-05",
        None,
    ]


def test_a_retracting_correction_says_it_was_never_so(vault, tmp_path):
    """What was never right is retracted, not ended."""
    say(vault, tmp_path, "has_pet(Miso)", at="2021-03-01")
    say(vault, tmp_path, "!-~has_pet(Miso) = The user never had a cat called Miso.", at="2022-04-05")

    (fact,) = facts(vault, "has_pet")
    assert (fact.retracted, fact.invalid_at) == (True, None)


def test_a_correction_that_matches_nothing_waits(vault, tmp_path):
    """Nothing is closed, and a person is asked."""
    say(vault, tmp_path, "likes = The user likes oat milk.", at="2021-03-01")
    report = say(vault, tmp_path, "!-plays = The user has stopped playing the cello.", at="2022-04-05")

    assert [item.reason for item in reviews(vault)] == ["unmatched"]
    assert (report.facts["proposed"], facts(vault, "likes")[0].invalid_at) == (1, None)


def test_what_a_person_wrote_is_never_closed_by_an_extractor(vault, tmp_path):
    """Against a hand-written fact newer values and corrections only propose."""
    ident = remember(
        vault,
        Statement("The user lives in Oporto.", predicate="lives_in", object="Oporto", since="2019"),
        dry_run=False,
    ).fact.id
    say(vault, tmp_path, "lives_in(Ghent)", at="2022-04-05")
    say(vault, tmp_path, "!-lives_in(Oporto) = The user no longer lives in Oporto.", at="2022-05-05")

    (fact,) = facts(vault, "lives_in")
    assert (ident, None, False) == (fact.id, fact.invalid_at, fact.retracted)
    assert [("protected", (ident,))] * 2 == [(item.reason, item.facts) for item in reviews(vault)]


def test_a_name_that_means_several_waits(vault, tmp_path):
    """A claim about a name that fits two entities is proposed, with both."""
    say(vault, tmp_path, "works_with(Anna Archer)\nworks_with(Anna Fisher)", at="2021-03-01")
    report = say(vault, tmp_path, "works_with(Anna) = The user works with Anna.", at="2021-03-02")

    (item,) = reviews(vault)
    assert (item.reason, report.facts["proposed"]) == ("ambiguous", 1)
    assert len(item.proposal["candidates"]) == 2


def test_names_of_one_batch_are_seen_in_it(vault, tmp_path):
    """A full name and its first name in one transcript are one entity, as they would be in two."""
    say(vault, tmp_path, "works_with(Anna Archer)\nmarried_to(Anna)", at="2021-03-01")

    assert len({fact.object for fact in facts(vault)}) == 1


def test_deciding_twice_changes_nothing(vault, tmp_path):
    """The same transcript again leaves every byte of the logs as it was."""
    for day, text in HISTORY:
        say(vault, tmp_path, text, at=day, name=f"{day}.jsonl")
    before = logs(vault)
    report = take(vault, *sorted(tmp_path.glob("*.jsonl")))

    assert before == logs(vault)
    assert (0, len(HISTORY)) == (report.turns, report.known)


def test_a_name_put_right_asks_about_the_wrong_one(vault, tmp_path):
    """Who says that their sister is called Ida, not Ina, is asked whether Ina was ever right; other sisters stay."""
    say(vault, tmp_path, "sibling_of(Ina) = Ina is Ana's sister.", at="2024-01-01")
    say(vault, tmp_path, "sibling_of(Olof) = Olof is Ana's brother.", at="2024-01-02")
    say(vault, tmp_path, "!~sibling_of(Ida) = Ida is Ana's sister.", at="2024-01-03")

    (item,) = reviews(vault)
    by_text = {fact.text: fact for fact in facts(vault, "sibling_of")}
    assert ("contradiction", (by_text["Ina is Ana's sister."].id,)) == (item.reason, item.facts)
    assert not any(fact.retracted for fact in by_text.values())

    decide(vault, [item.id], "accept")

    assert [True, False, False] == [
        next(f for f in facts(vault, "sibling_of") if f.text.startswith(name)).retracted
        for name in ("Ina", "Ida", "Olof")
    ]
