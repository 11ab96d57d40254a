"""Claims about what is gone: rows in the trash, rows out of reach, emptied sides, other databases and columns."""

from __future__ import annotations

import pytest
from notion_vault import Home

from persona_cli.errors import PersonaError
from persona_cli.work.correct import Wanted as Correction
from persona_cli.work.correct import correct_fact
from persona_cli.work.notion import state as states
from persona_cli.work.notion.plan import VanishedError
from persona_cli.work.review import decide


def test_a_row_in_the_trash_asks_whether_the_fact_goes(home: Home, facts: list[str]) -> None:
    """A deleted row deletes nothing: it is proposed, once, and the row is not written again meanwhile."""
    home.space.trash(home.row(facts[0]))
    home.sync()
    home.sync()
    assert (["foreign"], 2) == ([item.reason for item in home.reviews()], len(home.space.rows()))
    assert "Ana lives in Porto." in home.texts()
    decide(home.vault, [home.reviews()[0].id], "accept")
    assert "Ana lives in Porto." not in home.texts()
    assert (0, False) == ((report := home.sync()).writes, report.partial)


def test_a_row_that_is_restored_is_a_row_again(home: Home, facts: list[str]) -> None:
    """Out of the trash, its fact still believed: nothing to do."""
    row = home.row(facts[0])
    home.space.trash(row)
    home.sync()
    decide(home.vault, [home.reviews()[0].id], "discard")
    row["in_trash"] = False
    assert (0, 3) == ((report := home.sync()).writes, report.agreed)


def test_an_unshared_row_is_told_and_deletes_nothing(home: Home, facts: list[str]) -> None:
    """404 can mean no longer shared: it is said once, no fact goes, and no second row is made until asked for."""
    row = home.row(facts[0])
    home.space.unshared.add(row["id"])
    row["in_trash"] = True
    assert ["left"] == [action.do for action in home.sync().listed]
    assert (0, 0) == ((report := home.sync()).writes, len(report.listed))
    assert [] == home.reviews()
    home.sync(prefer="local")
    assert 3 == len(home.space.rows())


def test_an_emptied_database_stops_the_run_by_name(home: Home, facts: list[str]) -> None:
    """Nothing is proposed, nothing written; --allow-empty writes all rows again."""
    for row in home.space.rows():
        home.space.trash(row)
    with pytest.raises(VanishedError, match="3 of 3 rows are gone from Notion") as caught:
        home.sync()
    assert "--allow-empty" in caught.value.hint
    assert ([], 3) == (home.reviews(), len(home.texts()))
    home.sync(allow_empty=True)
    assert 3 == len(home.space.rows())
    assert 0 == home.sync().writes


def test_an_emptied_vault_stops_the_run_by_name(home: Home, facts: list[str]) -> None:
    """Where nearly all facts with rows are gone, rows are only moved to the trash when that is insisted on."""
    for fact in facts:
        correct_fact(home.vault, fact, Correction(retract=True), dry_run=False)
    with pytest.raises(VanishedError, match="3 of 3 facts"):
        home.sync()
    assert 3 == len(home.space.rows())
    home.sync(allow_empty=True)
    assert 0 == len(home.space.rows())


def test_a_database_that_is_gone_stops_the_run(home: Home, facts: list[str]) -> None:
    """Unshared, in the trash, or another one altogether: told by name, with what to do."""
    source = next(iter(home.space.sources))
    home.space.unshared |= {source}
    with pytest.raises(PersonaError, match="out of reach"):
        home.sync()
    home.space.unshared.clear()
    home.space.sources[source]["in_trash"] = True
    with pytest.raises(PersonaError, match="in Notion's trash"):
        home.sync()
    home.space.sources[source]["in_trash"] = False
    del home.space.sources[source]["properties"]["Persona ID"]
    with pytest.raises(PersonaError, match="no column 'Persona ID'"):
        home.sync()


def test_a_second_data_source_of_the_person_is_left_alone(home: Home, facts: list[str]) -> None:
    """A person may add tables of their own to the database: ours is found by its columns."""
    database = next(iter(home.space.databases.values()))
    other = {"id": "other", "parent": {}, "in_trash": False, "properties": {"Name": {"id": "title", "type": "title"}}}
    home.space.sources["other"] = other
    database["data_sources"].insert(0, {"id": "other", "name": "Mine"})
    (states.folder(home.vault) / "state.json").unlink()
    assert (0, 3) == ((report := home.sync()).writes, report.agreed)


def test_columns_may_be_renamed_and_most_may_be_deleted(home: Home, facts: list[str]) -> None:
    """A renamed column is still the column; a deleted one is simply not written any more."""
    source = next(iter(home.space.sources.values()))
    source["properties"]["What it says"] = source["properties"].pop("Fact")
    del source["properties"]["Predicate"]
    assert 0 == home.sync().writes
    correct_fact(home.vault, facts[2], Correction(to="Ana wants to learn Flemish."), dry_run=False)
    assert 1 == home.sync().writes
    assert "Ana wants to learn Flemish." in home.shown("What it says")


def test_a_copied_row_is_told_and_left(home: Home, facts: list[str]) -> None:
    """A row duplicated in Notion carries the same id: the first one counts, the other is named."""
    row = home.row(facts[0])
    copy = home.space.add_row()
    copy["values"] = dict(row["values"])
    report = home.sync()
    assert (["left"], 0) == ([action.do for action in report.listed], report.writes)


def test_rows_of_unknown_facts_are_left_alone(home: Home, facts: list[str]) -> None:
    """Another machine may know facts that this vault has not heard of yet: their rows stay."""
    row = home.space.add_row(fact="Ana has a boat.")
    ident = home.space.column("Persona ID")
    content = [{"type": "text", "text": {"content": "fa_0another0machine0 " + "0" * 54, "link": None}}]
    row["values"][ident] = {"type": "rich_text", "rich_text": content}
    report = home.sync()
    assert (0, 1) == (report.writes, report.unknown)


def test_a_row_the_query_leaves_out_is_not_missing(home: Home, facts: list[str]) -> None:
    """A list may lag behind: a row that is where it was is neither asked about nor made anew."""
    home.space.hidden_from_lists = {home.row(facts[0])["id"]}
    assert (0, []) == ((report := home.sync()).writes, report.listed)
    assert 0 == home.sync(prefer="local").writes
