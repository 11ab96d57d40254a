"""Belief is a function of the set of events: order, repetition, division and time of arrival are nothing."""

from __future__ import annotations

import random
from dataclasses import replace

from event_sets import EVENTS, histories
from hypothesis import given, settings
from hypothesis import strategies as st

from persona_cli.core.event import TYPES, Event
from persona_cli.core.fold import Belief, Placed, canonical, fold, fold_fact, fold_turn, reverted_operations, valid
from persona_cli.core.model import Operation

SHUFFLE = st.randoms(use_true_random=False)


def shuffled(items: list, chance: random.Random) -> list:
    return chance.sample(items, len(items))


@given(histories(), SHUFFLE)
def test_order_is_nothing(history, chance):
    """Any permutation of operations and events gives the same belief."""
    operations, events = history

    assert fold(operations, events) == fold(shuffled(operations, chance), shuffled(events, chance))


@given(histories(), SHUFFLE)
def test_repetition_is_nothing(history, chance):
    """Events and operations that are there twice, as after a union merge, count once."""
    operations, events = history
    twice = events + [event for event in events if chance.random() < 0.5]

    assert fold(operations, events) == fold(operations * 2, shuffled(twice, chance))


@given(histories(), SHUFFLE)
def test_merging_two_histories_is_their_union(history, chance):
    """A merge is commutative, associative and idempotent, whoever had which part."""
    operations, events = history
    parts = [
        ([op for op in operations if chance.random() < 0.5], [e for e in events if chance.random() < 0.5])
        for _ in range(3)
    ]

    def merged(*some: tuple[list[Operation], list[Event]]) -> Belief:
        return fold([op for ops, _ in some for op in ops], [e for _, es in some for e in es])

    one, two, three = parts
    assert merged(one, two) == merged(two, one)
    assert merged(one, one) == merged(one)
    both = ([*one[0], *two[0]], [*one[1], *two[1]])
    rest = ([*two[0], *three[0]], [*two[1], *three[1]])
    assert merged(both, three) == merged(one, rest)


@given(histories(), st.integers(1, 9))
def test_what_was_known_is_the_fold_of_what_there_was(history, day):
    """The belief known at an instant is that of the operations up to it; what was erased later is gone from it too."""
    operations, events = history
    instant = f"2026-01-{day:02}T00:00:00Z"
    early = [op for op in operations if op.time <= instant]
    known = {op.id for op in operations}
    gone = {e.target for e in events if e.type == "erased" and e.op in known}

    assert fold(early, [e for e in events if e.target not in gone]) == fold(operations, events, known_at=instant)


@given(histories())
def test_an_event_without_its_operation_has_no_effect(history):
    """What was never completed is not believed."""
    operations, events = history
    known = {op.id for op in operations}

    assert fold(operations, [e for e in events if e.op in known]) == fold(operations, events)
    assert fold([], events) == fold([], [])


@given(histories())
def test_what_was_undone_is_as_if_it_had_not_been(history):
    """An operation that is taken back, and not brought back, leaves no trace in what is believed but for erasure."""
    operations, events = history
    dead = reverted_operations(operations)
    before = fold(operations, [e for e in events if e.op not in dead or e.type == "erased"])

    after = fold(operations, events)

    assert (after.facts, after.turns, after.entities) == (before.facts, before.turns, before.entities)


def test_an_undo_can_be_undone():
    """Undo takes back, undoing the undo brings back, and so on; an undo of something unknown waits for it."""

    def undo(number: int, target: str) -> Operation:
        return Operation(f"op_{number}", "d", number, number, "", "undo", reverts=target)

    first = Operation("op_1", "d", 1, 1, "", "x")
    chain = [first, undo(2, "op_1"), undo(3, "op_2"), undo(4, "op_3")]

    assert frozenset() == reverted_operations(chain[:1])
    assert {"op_1"} == reverted_operations(chain[:2])
    assert {"op_2"} == reverted_operations(chain[:3])
    assert {"op_1", "op_3"} == reverted_operations(chain)
    assert {"op_1"} == reverted_operations([chain[1]])


@given(st.lists(EVENTS, min_size=1, max_size=6), st.data())
def test_folding_never_fails(events, data):
    """Whatever values the fields of a valid line hold, folding gives some belief and no exception."""
    odd = st.sampled_from([None, 7, -1, 1.5, True, "text", [], [1, "a", {}], {}, {"a": {"b": []}}, 2**63])
    keys = sorted({key for kind in TYPES.values() for key in kind.fields})
    mangled = [
        Event(e.type, e.id, e.body | data.draw(st.dictionaries(st.sampled_from(keys), odd, max_size=4)), "op_1", n)
        for n, e in enumerate(events)
    ]

    fold([Operation("op_1", "d", 1, 1, "2026-01-01T00:00:00Z", "x")], mangled)


def placed(*events: Event) -> list[Placed]:
    operation = Operation("op_1", "d", 1, 1, "2026-05-05T00:00:00Z", "x")
    return [Placed(replace(event, op="op_1", n=n), operation) for n, event in enumerate(events, 1)]


def asserted(**body: object) -> Event:
    return Event("assert", "fa_1", {"text": "Ana likes tea.", "extractor": "rules", **body})


def about(kind: str, **body: object) -> Event:
    return Event(kind, "ev", {"fact": "fa_1", **body})


def test_the_earliest_automatic_end_counts():
    """Of several ends that follow from newer facts the earliest holds, in whichever order they were found."""
    late, early = about("close", at="2023", by="fa_3", auto=True), about("close", at="2021", by="fa_2", auto=True)

    for events in ((late, early), (early, late)):
        fact = fold_fact(placed(asserted(), *events))
        assert (fact.invalid_at.iso, fact.closed_by) == ("2021", "fa_2")


def test_a_persons_word_outranks_an_extractors():
    """A fact that was written or edited by hand is neither ended nor retracted by an extractor, before or after."""
    automatic = (about("close", at="2021", by="fa_2", auto=True), about("retract", auto=True))
    for events in (
        (*automatic, about("edit", text="Ana loves tea.")),
        (about("edit", text="Ana loves tea."), *automatic),
    ):
        fact = fold_fact(placed(asserted(), *events))
        assert (fact.invalid_at, fact.retracted, fact.closed_by) == (None, False, "")
    assert fold_fact(placed(asserted(extractor="hand"), *automatic)).invalid_at is None
    by_hand = fold_fact(placed(asserted(extractor="hand"), about("close", at="2022"), *automatic))
    assert (by_hand.invalid_at.iso, by_hand.retracted) == ("2022", False)


def test_reopening_takes_back_every_earlier_end():
    """After a reopening only what is said later can end the fact."""
    ended = (about("close", at="2021", auto=True), about("retract"), about("close", at="2022"))

    assert fold_fact(placed(asserted(invalid_at="2020"), *ended)).retracted
    assert fold_fact(placed(asserted(invalid_at="2020"), *ended, about("reopen"))).invalid_at is None
    assert fold_fact(placed(asserted(), *ended, about("reopen"), about("close", at="2024"))).invalid_at.iso == "2024"


def test_an_earlier_statement_moves_the_beginning_back():
    """Support from an earlier time makes a fact begin earlier; not where a person set the beginning."""
    early = about("support", valid_at="2019", evidence=[{"turn": "tn_2", "quote": "tea"}])

    assert fold_fact(placed(asserted(valid_at="2021"), early)).valid_at.iso == "2019"
    assert fold_fact(placed(asserted(valid_at="2018"), early)).valid_at.iso == "2018"
    assert fold_fact(placed(asserted(valid_at="2021"), about("edit", valid_at="2022"), early)).valid_at.iso == "2022"


def test_facts_hold_from_their_start_up_to_their_end():
    """Valid time is half open: where one fact ends another can begin."""
    fact = fold_fact(placed(asserted(valid_at="2020", invalid_at="2021-03")))

    assert not valid(fact, at="2019-12-31T23:59:59Z")
    assert valid(fact, at="2020-01-01T00:00:00Z")
    assert valid(fact, at="2021-02-28T23:59:59Z")
    assert not valid(fact, at="2021-03-01T00:00:00Z")
    assert not valid(replace(fact, retracted=True), at="2020-06-01T00:00:00Z")


@given(st.dictionaries(st.sampled_from("abcdef"), st.sampled_from(["", *"abcdefg"])))
def test_every_entity_has_one_owner(merged):
    """Chains and circles of merges end in one entity, and owners own themselves."""
    owner = canonical(merged)

    assert owner.keys() == merged.keys()
    assert all(owner.get(o, o) == o for o in owner.values())
    assert all(owner[e] == owner.get(into, into) for e, into in merged.items() if into)


def test_a_turn_never_changes():
    """Of two versions of a turn the first in the order of operations counts."""
    one, two = Event("turn", "tn_1", {"text": "Tea?"}), Event("turn", "tn_1", {"text": "Coffee?"})

    assert fold_turn(placed(one, two)).text == "Tea?"


def test_the_clock_decides_and_then_device_seq_and_place():
    """Of two renames the one with the later clock holds, then the later device, number, place; the time of day is nothing."""

    def renamed(name: str, clock: int, device: str, seq: int, n: int, time: str) -> tuple[Operation, Event]:
        op = Operation(f"op_{name}", device, seq, clock, time, "x")
        return op, Event("rename", f"ev_{name}", {"entity": "en_a", "name": name}, op.id, n)

    base = (Operation("op_base", "a", 1, 1, "2026", "x"), Event("entity", "en_a", {"name": "base"}, "op_base", 1))
    order = [
        renamed("first", 2, "b", 9, 7, "2026-09"),
        renamed("device", 2, "c", 1, 6, "2026-08"),
        renamed("seq", 2, "c", 2, 5, "2026-07"),
        renamed("clock", 3, "a", 2, 1, "2026-01"),
    ]
    for end in range(1, len(order) + 1):
        operations, events = zip(base, *reversed(order[:end]), strict=True)
        assert fold(operations, events).entities["en_a"].name == order[end - 1][1].body["name"]


@settings(max_examples=30)
@given(histories(most=4))
def test_a_newer_format_is_kept_without_effect(history):
    """Events of a higher version change nothing that is believed."""
    operations, events = history
    newer = [replace(e, v=2, n=e.n + 100) for e in events if e.type != "erased"]

    assert fold(operations, events) == fold(operations, [*events, *newer])
