"""Claims about planning, which touches nothing: who changed what, and when a run must stop."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona_cli.work.notion.plan import Action, Known, Local, Sides, VanishedError, Wanted, guard, plan
from persona_cli.work.notion.rows import COLUMNS, CONTENT, Row, Schema, mark_of

SCHEMA = Schema({column.key: column.key for column in COLUMNS})
VALUES = st.fixed_dictionaries({key: st.sampled_from(["", "one", "two", "three"]) for key in CONTENT})


def _sides(ours: dict, theirs: dict, base: dict, *, cached: bool = True) -> Sides:
    row = Row("page", "fa_1", mark_of(base), theirs)
    known = {"fa_1": Known("page", mark_of(base), mark_of(base))} if cached else {}
    return Sides({"fa_1": Local(ours, "now")}, [row], SCHEMA, known)


def _writes(actions: tuple[Action, ...]) -> list[Action]:
    return [action for action in actions if action.do in ("create", "update", "archive")]


@given(VALUES, st.booleans())
def test_equal_sides_need_nothing(values: dict, cached: bool) -> None:
    """Whatever was agreed before, where both say the same there is nothing to do."""
    found = plan(_sides(values, values, {}, cached=cached), Wanted())
    assert ((), {"fa_1": "page"}) == (found.actions, found.agreed)


@given(VALUES, VALUES, st.booleans())
def test_what_changed_here_is_written(ours: dict, base: dict, cached: bool) -> None:
    """Notion still says what was agreed: the columns that differ are written, those and no others."""
    found = plan(_sides(ours, base, base, cached=cached), Wanted())
    differ = tuple(key for key in CONTENT if ours[key] != base[key])
    assert [differ] * bool(differ) == [action.columns for action in found.actions if action.do == "update"]
    assert all(action.do == "update" for action in found.actions)


@given(VALUES, VALUES, st.booleans())
def test_what_changed_in_notion_is_never_written_over(theirs: dict, base: dict, cached: bool) -> None:
    """The vault still says what was agreed: values of Notion are proposed or told, and nothing is written."""
    found = plan(_sides(base, theirs, base, cached=cached), Wanted())
    assert [] == _writes(found.actions)
    assert bool(found.actions) == (theirs != base)


@given(VALUES, VALUES, VALUES, st.booleans())
def test_a_column_changed_on_both_sides_holds_the_row(ours: dict, theirs: dict, base: dict, cached: bool) -> None:
    """Where one column changed differently on both sides nothing of the row is written or taken."""
    both = [key for key in CONTENT if len({ours[key], theirs[key], base[key]}) == 3]
    found = plan(_sides(ours, theirs, base, cached=cached), Wanted())
    if both:
        assert [("conflict", tuple(both))] == [(action.do, action.columns) for action in found.actions]
    else:
        assert all(action.do != "conflict" for action in found.actions)


@given(VALUES, VALUES, VALUES)
def test_prefer_local_leaves_no_conflict(ours: dict, theirs: dict, base: dict) -> None:
    """With a side preferred nothing is held back."""
    assert all(action.do != "conflict" for action in plan(_sides(ours, theirs, base), Wanted(prefer="local")).actions)


def test_a_newer_mark_of_another_machine_is_respected() -> None:
    """The row went on without us and our fact is what we last agreed on: we are behind, and write nothing."""
    old, new = {"fact": "old"}, {"fact": "new"}
    row = Row("page", "fa_1", mark_of(new), new)
    sides = Sides({"fa_1": Local(old, "now")}, [row], SCHEMA, {"fa_1": Known("page", mark_of(old), mark_of(old))})
    found = plan(sides, Wanted())
    assert ((), 1) == (found.actions, found.behind)


def test_without_any_mark_a_difference_is_a_conflict() -> None:
    """A row whose mark was damaged tells nothing about who changed: it is listed."""
    sides = Sides({"fa_1": Local({"fact": "a"}, "now")}, [Row("page", "fa_1", "", {"fact": "b"})], SCHEMA)
    assert ["conflict"] == [action.do for action in plan(sides, Wanted()).actions]


@given(st.integers(1, 100), st.integers(0, 100))
def test_the_brake(count: int, lost: int) -> None:
    """All rows gone, or more than five and a fifth of them: the run stops; a few may go."""
    lost = min(lost, count)
    known = {f"fa_{n}": Known(f"p{n}", "") for n in range(count)}
    rows = [Row(f"p{n}", f"fa_{n}", "", {}) for n in range(lost, count)]
    sides = Sides({f"fa_{n}": Local({}, "now") for n in range(count)}, rows, SCHEMA, known)
    if lost == count or (lost > 5 and lost * 5 > count):
        with pytest.raises(VanishedError):
            guard(sides, Wanted())
        guard(sides, Wanted(allow_empty=True))
    else:
        guard(sides, Wanted())


@given(VALUES, VALUES, VALUES, st.sampled_from(["now", "ended", "gone", "erased"]), st.booleans(), st.booleans())
def test_only_facts_that_are_gone_lose_their_rows(
    ours: dict, theirs: dict, base: dict, holds: str, out: bool, back: bool
) -> None:
    """A row goes to the trash only when its fact was taken back or erased here, and only on export."""
    sides = _sides(ours, theirs, base)
    sides = replace(sides, local={"fa_1": Local(ours, holds)})  # type: ignore[arg-type]
    archived = [a for a in plan(sides, Wanted(out=out, back=back)).actions if a.do == "archive"]
    assert not archived or (holds in ("gone", "erased") and out)
    if holds == "erased" and out:
        assert archived
