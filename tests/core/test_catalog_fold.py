"""The catalogue, refolding only what new events touch, believes what a fold of all events does."""

from __future__ import annotations

from event_sets import histories
from hypothesis import given, settings
from hypothesis import strategies as st

from persona_cli.core.event import Event, operation_event
from persona_cli.core.fold import Belief, fold
from persona_cli.core.model import Operation
from persona_cli.index import schema
from persona_cli.index.catalog import Catalog
from persona_cli.index.documents import Documents
from persona_cli.index.view import View

SHUFFLE = st.randoms(use_true_random=False)
NOW = "2027-01-01T00:00:00Z"


def arrive(batches: list[list]) -> Catalog:
    catalog = Catalog(schema.connect_memory())
    for number, batch in enumerate(batches):
        catalog.begin()
        catalog.take(f"facts/{number}", batch, (), (0, 0))
        catalog.finish()
    return catalog


def cut(items: list, chance) -> list[list]:
    items, batches = chance.sample(items, len(items)), []
    while items:
        size = chance.randint(1, len(items))
        batches.append(items[:size])
        items = items[size:]
    return batches


def agree(belief: Belief, view: View) -> None:
    assert belief.facts == {fact.id: fact for fact in view.facts()}
    assert belief.entities == {entity.id: entity for entity in view.entities()}
    turns = {turn: view.turns([turn]).get(turn) for turn in ("tn_1", "tn_2", "tn_3")}
    assert belief.turns == {ident: turn for ident, turn in turns.items() if turn}
    if not view.known_at:
        assert belief.episodes == {e: found for e in ("ep_1", "ep_2") if (found := view.episode(e))}
        assert belief.reviews == {r.id: r for state in ("open", "accepted", "discarded") for r in view.reviews(state)}
        assert belief.live == {op.id for op, live in view.catalog.operations() if live}
        assert list(reversed(belief.operations)) == [op for op, _ in view.catalog.operations()]


@settings(max_examples=120)
@given(histories(), SHUFFLE)
def test_any_order_of_arrival_gives_the_same_belief(history, chance):
    """Events before their operations, operations before their events, undos before what they undo: all the same."""
    operations, events = history
    batches = cut([*map(operation_event, operations), *events, *events[:2]], chance)

    agree(fold(operations, events), View(arrive(batches), now=NOW))


@settings(max_examples=60)
@given(histories(), SHUFFLE, st.integers(1, 9))
def test_a_past_state_is_the_fold_of_what_was_known_then(history, chance, day):
    """What the catalogue tells of an instant of knowing is the fold of the operations up to it."""
    operations, events = history
    first = {}
    events = [e for e in events if e.type != "turn" or first.setdefault(e.id, e.body) == e.body]  # turns never change
    instant = f"2026-01-{day:02}T00:00:00Z"
    batches = cut([*map(operation_event, operations), *events], chance)

    belief = fold(operations, events, known_at=instant)

    view = View(arrive(batches), now=NOW, known_at=instant)
    shown = {ident for ident, turn in belief.turns.items() if turn.text}
    agree(
        Belief(belief.episodes, {t: belief.turns[t] for t in shown}, belief.entities, belief.facts, belief.reviews),
        view,
    )


@settings(max_examples=40)
@given(histories(), SHUFFLE)
def test_a_catalogue_grown_bit_by_bit_equals_one_made_at_once(history, chance):
    """Its tables of evidence, words, names and owners hold nothing stale."""
    operations, events = history
    everything = [*map(operation_event, operations), *events]
    tables = ("evidence", "words", "names", "orphans", "erased")

    one, other = arrive([everything]), arrive(cut(everything, chance))

    for table in tables:
        rows = [sorted(map(repr, c.base.execute(f"SELECT * FROM {table}"))) for c in (one, other)]
        assert rows[0] == rows[1]
    owners = [c.base.execute("SELECT id, owner FROM entities ORDER BY id").fetchall() for c in (one, other)]
    assert owners[0] == owners[1]


def operation(number: int, *events: Event, reverts: str = "", device: str = "d") -> list[Event]:
    """An operation's line and its events."""
    op = Operation(f"op_{number}", device, number, number, NOW, "x", reverts=reverts)
    return [operation_event(op), *(Event(e.type, e.id, e.body, op.id, n) for n, e in enumerate(events, 1))]


def turn(text: str) -> Event:
    return Event("turn", "tn_1", {"text": text, "speaker": "Ana"})


def test_turns_that_come_after_their_operation_was_undone_have_no_effect():
    """The commit record, its undo, and only then the events, as when a merge brings files one by one."""
    record, said = operation(1, turn("Hm."))

    view = View(arrive([[record], operation(2, reverts="op_1"), [said]]), now=NOW)

    assert {} == view.turns(["tn_1"])
    assert (
        "Hm."
        == View(arrive([[record], [said], operation(2, reverts="op_1"), operation(3, reverts="op_2")]), now=NOW)
        .turns(["tn_1"])["tn_1"]
        .text
    )


def test_of_two_versions_of_a_turn_the_earlier_operation_counts():
    """Whichever arrives first; and the other one when that operation is undone."""
    one, two, undo = operation(1, turn("one")), operation(2, turn("two")), operation(3, reverts="op_1")
    for batches, text in (
        ([one, two], "one"),
        ([two, one], "one"),
        ([one, two, undo], "two"),
        ([undo, two, one], "two"),
        ([two, undo, one], "two"),
    ):
        assert text == View(arrive(batches), now=NOW).turns(["tn_1"])["tn_1"].text, batches


def test_evidence_that_was_taken_back_is_no_more():
    """A turn whose support was undone no longer leads to the fact."""
    fact = Event("assert", "fa_1", {"subject": "en_user", "text": "Ana likes tea."})
    support = Event("support", "ev_1", {"fact": "fa_1", "evidence": [{"turn": "tn_1", "quote": "tea"}]})
    batches = [operation(1, fact, turn("tea")), operation(2, support)]

    assert ["fa_1"] == [f.id for f in View(arrive(batches), now=NOW).facts_on_turn("tn_1")]
    assert [] == View(arrive([*batches, operation(3, reverts="op_2")]), now=NOW).facts_on_turn("tn_1")


def test_what_was_erased_stays_gone_whenever_it_comes():
    """Before its erasure, after it, or when the erasure was undone: no words of it are kept."""
    said, erased, undo = (
        operation(1, turn("secret")),
        operation(2, Event("erased", "ev_1", {"target": "tn_1"})),
        operation(3, reverts="op_2"),
    )
    for batches in ([said, erased], [erased, said], [erased, undo, said], [said, erased, undo]):
        catalog = arrive(batches)
        assert {} == View(catalog, now=NOW).turns(["tn_1"])
        assert {} == View(catalog, now=NOW, known_at=NOW).turns(["tn_1"])
        assert "secret" not in "\n".join(catalog.base.iterdump())


def test_numbers_of_documents_are_never_used_twice():
    """Each wording of a fact has a number for good, only the one that counts is found, and all are below the count."""
    fact = Event("assert", "fa_1", {"subject": "en_user", "text": "Ana likes tea."})
    edit = Event("edit", "ev_1", {"fact": "fa_1", "text": "Ana likes green tea."})
    catalog = arrive([operation(1, fact), operation(2, edit), operation(3, Event("turn", "tn_1", {"text": "Hm."}))])

    view = View(catalog, now=NOW)

    numbered = [(0, "Ana likes tea."), (1, "Ana likes green tea."), (2, "Hm.")]
    assert numbered == [(d.number, d.text) for d in Documents(view).stream(0)]
    assert [1, 2] == sorted(Documents(view).documents([0, 1, 2]))
    assert view.count() == 3


@given(histories(), SHUFFLE)
def test_an_outline_says_of_a_document_what_the_whole_of_it_says(history, chance):
    """Whatever happened to turns and facts: the same ones are there, hidden or not."""
    operations, events = history
    catalog = arrive(cut([*map(operation_event, operations), *events], chance))
    view = View(catalog, now=NOW)
    documents = Documents(view)
    numbers = range(view.count())

    outlines, whole = documents.outlines(numbers), documents.documents(numbers)

    def outline(document):
        return (document.kind, document.id, document.role, bool(document.hidden))

    assert {n: outline(d) for n, d in outlines.items()} == {n: outline(d) for n, d in whole.items()}
