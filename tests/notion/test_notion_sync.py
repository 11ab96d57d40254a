"""Claims about whole runs: what is written where, what is left alone, and how interrupted runs go on."""

from __future__ import annotations

import pytest
from notion_parts import Fault
from notion_vault import Home

from persona_cli.errors import UsageError
from persona_cli.work.correct import Wanted as Correction
from persona_cli.work.correct import correct_fact
from persona_cli.work.notion import state as states
from persona_cli.work.refresh import reading
from persona_cli.work.review import decide
from persona_cli.work.undo import undo
from persona_cli.work.voices import voices_of


def _texts(home: Home, do: str) -> list[str]:
    return [action.text for action, _ in home.told if action.do == do]


def test_the_first_run_makes_a_database_and_a_row_for_each_fact(home: Home, facts: list[str]) -> None:
    """Every column holds what the fact says, and the database is remembered in the settings."""
    luis = home.row(facts[1])
    shown = {name: home.space.text(luis, name) for name in ("Name", "Kind", "Predicate", "Object", "Source")}
    assert {"Name": "Luis", "Kind": "{'name': 'fact'}", "Predicate": "works_at", "Object": "Acme"} == {
        k: v for k, v in shown.items() if k != "Source"
    }
    assert "{'start': '2019-01-01', 'end': '2019-12-31'}" == home.space.text(luis, "Valid from")
    assert "{'name': 'open'}" == home.space.text(home.row(facts[2]), "Status")
    assert set(home.space.databases) == {home.vault.settings.text("notion.database") or home.sync().database}


def test_a_second_run_only_reads(home: Home, facts: list[str]) -> None:
    """Nothing changed, so nothing is written: one look at the columns, one at the rows."""
    before = len(home.space.log)
    report = home.sync()
    assert (2, 0, 3) == (report.reads, report.writes, report.agreed)
    assert {"GET", "POST"} == {method for method, _ in home.space.log[before:]}
    assert all(path.endswith("query") for method, path in home.space.log[before:] if method == "POST")


def test_a_second_run_only_reads_without_its_cache(home: Home, facts: list[str]) -> None:
    """The state of this machine can be deleted: ids, columns and what was agreed are found in Notion."""
    for path in states.folder(home.vault).iterdir():
        path.unlink()
    report = home.sync()
    assert (0, 3) == (report.writes, report.agreed)


def test_what_changed_in_the_vault_alone_is_written(home: Home, facts: list[str]) -> None:
    """A reworded fact changes one row, and there only the columns that differ."""
    correct_fact(home.vault, facts[1], Correction(to="Luis works at Acme in Ghent."), dry_run=False)
    report = home.sync()
    assert 1 == report.writes
    assert "Luis works at Acme in Ghent." in home.shown()
    assert 2 == len(home.space.bodies[-1]["properties"])  # the fact, and what is agreed


def test_it_is_written_although_the_cache_is_gone(home: Home, facts: list[str]) -> None:
    """The row itself carries what was agreed, so a change of the vault is no conflict without a cache."""
    correct_fact(home.vault, facts[1], Correction(to="Luis works at Acme in Ghent."), dry_run=False)
    (states.folder(home.vault) / "state.json").unlink()
    home.sync()
    assert "Luis works at Acme in Ghent." in home.shown()


def test_a_fact_that_ended_keeps_its_row(home: Home, facts: list[str]) -> None:
    """The row says ended, and until when; a fact that had ended before has no row made for it."""
    home.space.clock.elapsed += 86400 * 40
    correct_fact(home.vault, facts[0], Correction(until="2026-12"), dry_run=False)
    home.remember("Ana had a cat.", until="2020")
    home.sync()
    row = home.row(facts[0])
    assert ("{'name': 'ended'}", "{'start': '2026-12-01', 'end': '2026-12-31'}") == (
        home.space.text(row, "Status"),
        home.space.text(row, "Valid until"),
    )
    assert "Ana had a cat." not in home.shown()


def test_a_fact_that_was_never_right_loses_its_row_to_the_trash(home: Home, facts: list[str]) -> None:
    """Retracted here, moved to the trash there, where a person can still find it."""
    row = home.row(facts[0])
    correct_fact(home.vault, facts[0], Correction(retract=True), dry_run=False)
    report = home.sync()
    assert row["in_trash"]
    assert ["archive"] == [action.do for action in report.done]
    assert 0 == home.sync().writes


def test_an_undone_fact_loses_its_row_and_gets_it_back(home: Home, facts: list[str]) -> None:
    """Undo of a fact moves its row to the trash; undo of the undo makes a new one."""
    extra = home.remember("Ana plays the cello.")
    home.sync()
    undo(home.vault, home.fact(extra).op, with_dependents=False, dry_run=False)
    home.sync()
    assert "Ana plays the cello." not in home.shown()
    undo(home.vault, home.newest(), with_dependents=False, dry_run=False)
    home.sync()
    assert "Ana plays the cello." in home.shown()


def test_a_dry_run_changes_nothing_and_tells_the_plan(home: Home) -> None:
    """Before there is a database it asks nothing of Notion; later it only reads."""
    home.remember("Ana lives in Porto.")
    home.sync(dry_run=True)
    assert [] == home.space.log
    assert ["Ana lives in Porto."] == _texts(home, "create")
    home.sync()
    home.remember("Ana plays the cello.")
    report = home.sync(dry_run=True)
    assert 0 == report.writes
    assert ["Ana lives in Porto."] == list(home.shown())


def test_without_a_page_the_first_run_names_the_option(home: Home) -> None:
    """A database is made under a page the person names."""
    home.parent = ""
    with pytest.raises(UsageError, match="no page to make it under"):
        home.sync()


def test_nothing_outside_the_database_is_touched(home: Home, facts: list[str]) -> None:
    """Every write goes to the parent page once, for the database, and then to rows of it."""
    home.sync()
    ours = {row["id"] for row in home.space.rows()}
    for (method, path), body in zip(home.space.log, home.space.bodies, strict=True):
        if method == "PATCH":
            assert path.rsplit("/", 1)[1] in ours
        elif path == "/v1/pages":
            assert body["parent"]["data_source_id"] in home.space.sources
    assert 1 == home.space.log.count(("POST", "/v1/databases"))


# --- edits in Notion ------------------------------------------------------------------------------------------------


def test_an_edit_in_notion_waits_for_a_decision(home: Home, facts: list[str]) -> None:
    """It is a proposal from a foreign source: nothing is believed, nothing written over, and it is proposed once."""
    home.space.edit(home.row(facts[1]), fact="Luis works at Globex.", object="Globex")
    assert home.sync().partial
    assert home.sync().partial
    assert ["foreign"] == [item.reason for item in home.reviews()]
    assert "Luis works at Acme." in home.texts()
    assert "Luis works at Globex." in home.shown()


def test_an_accepted_edit_is_what_both_sides_say(home: Home, facts: list[str]) -> None:
    """Accepted, the fact and its object are as they were typed in Notion, and the next run has nothing to do."""
    home.space.edit(home.row(facts[1]), fact="Luis works at Globex.", object="Globex", since="2024-03-01")
    home.sync()
    assert all(item.done for item in decide(home.vault, [home.reviews()[0].id], "accept"))
    report = home.sync()
    assert (0, False, 3) == (report.writes, report.partial, report.agreed)
    fact = home.fact(facts[1])
    assert ("Luis works at Globex.", "2024-03-01", True) == (fact.text, str(fact.valid_at), fact.edited)
    assert "Globex" == home.space.text(home.row(facts[1]), "Object")


def test_a_discarded_edit_is_taken_back_in_notion(home: Home, facts: list[str]) -> None:
    """Once a person decided against it, the row says again what the vault says."""
    home.space.edit(home.row(facts[1]), fact="Luis works at Globex.")
    home.sync()
    decide(home.vault, [home.reviews()[0].id], "discard")
    assert 1 == home.sync().writes
    assert "Luis works at Globex." not in home.shown()
    assert 0 == home.sync().writes


def test_changes_of_different_columns_go_both_ways(home: Home, facts: list[str]) -> None:
    """The text changed here and the status there: one is written, the other proposed, and neither is lost."""
    correct_fact(home.vault, facts[2], Correction(to="Ana wants to learn Flemish."), dry_run=False)
    home.space.edit(home.row(facts[2]), status="done")
    home.sync()
    assert "Ana wants to learn Flemish." in home.shown()
    decide(home.vault, [home.reviews()[0].id], "accept")
    assert "done" == home.fact(facts[2]).status
    assert 0 == home.sync().writes


def test_a_conflict_is_listed_and_not_guessed(home: Home, facts: list[str]) -> None:
    """Both changed the same words: both stay as they are until the person says which side is right."""
    correct_fact(home.vault, facts[1], Correction(to="Luis works at Initech."), dry_run=False)
    home.space.edit(home.row(facts[1]), fact="Luis works at Globex.")
    report = home.sync()
    assert (["conflict"], 0) == ([action.do for action in report.listed], report.writes)
    assert "Luis works at Globex." in home.shown()
    assert "Luis works at Initech." in home.texts()


def test_prefer_local_writes_the_vaults_words(home: Home, facts: list[str]) -> None:
    """--prefer local settles a conflict in Notion."""
    correct_fact(home.vault, facts[1], Correction(to="Luis works at Initech."), dry_run=False)
    home.space.edit(home.row(facts[1]), fact="Luis works at Globex.")
    home.sync(prefer="local")
    assert "Luis works at Initech." in home.shown()
    assert 0 == home.sync().writes


def test_prefer_notion_proposes_notions_words(home: Home, facts: list[str]) -> None:
    """--prefer notion puts its words into the queue: also then a person decides."""
    correct_fact(home.vault, facts[1], Correction(to="Luis works at Initech."), dry_run=False)
    home.space.edit(home.row(facts[1]), fact="Luis works at Globex.")
    home.sync(prefer="notion")
    assert "Luis works at Initech." in home.texts()
    decide(home.vault, [home.reviews()[0].id], "accept")
    home.sync()
    assert "Luis works at Globex." in home.texts()


def test_the_same_change_on_both_sides_is_no_conflict(home: Home, facts: list[str]) -> None:
    """Both say the same, so it is agreed."""
    correct_fact(home.vault, facts[2], Correction(to="Ana wants to learn Flemish."), dry_run=False)
    home.space.edit(home.row(facts[2]), fact="Ana wants to learn Flemish.")
    report = home.sync()
    assert (0, 0, 3) == (report.writes, len(report.listed), report.agreed)


def test_what_cannot_be_a_fact_is_told_and_stays(home: Home, facts: list[str]) -> None:
    """An emptied text, an unknown kind, a range of dates: each is named with its reason, every run until it is mended."""
    home.space.edit(home.row(facts[0]), fact="")
    home.space.edit(home.row(facts[1]), kind="rumour")
    row = home.row(facts[2])
    home.space.edit(row, since="2026-01-01")
    row["values"][home.space.column("Valid from")]["date"]["end"] = "2026-02-03"
    for _ in range(2):
        report = home.sync()
        told = " ".join(why_not for _, why_not in report.failed) + " ".join(a.reason for a in report.listed)
        assert report.partial
        assert all(words in told for words in ("empty in Notion", "'rumour' is no kind", "no single time"))
    assert [] == home.reviews()


def test_columns_that_are_not_read_back_are_left_as_the_person_wrote_them(home: Home, facts: list[str]) -> None:
    """A new title is told and left; --prefer local restores it."""
    home.space.edit(home.row(facts[1]), name="Luis!")
    report = home.sync()
    assert (["left"], 0) == ([action.do for action in report.listed], report.writes)
    home.sync(prefer="local")
    assert "Luis" == home.space.text(home.row(facts[1]), "Name")


def test_a_row_added_in_notion_waits_and_becomes_a_fact(home: Home, facts: list[str]) -> None:
    """A new row is proposed; accepted, it is a fact, and the row the person typed is its row."""
    row = home.space.add_row(fact="Ines plays chess.", name="Ines", predicate="plays", object="chess")
    home.sync()
    assert "Ines plays chess." not in home.texts()
    decide(home.vault, [home.reviews()[0].id], "accept")
    home.sync()
    assert "Ines plays chess." in home.texts()
    assert 4 == len(home.space.rows())
    assert home.space.text(row, "Persona ID").startswith("fa_")
    assert 0 == home.sync().writes


def test_export_alone_takes_nothing_over_and_import_alone_writes_nothing(home: Home, facts: list[str]) -> None:
    """Each direction can be run by itself."""
    home.space.edit(home.row(facts[1]), fact="Luis works at Globex.")
    home.remember("Ana plays the cello.")
    home.sync(back=False)
    assert ([], True) == (home.reviews(), "Ana plays the cello." in home.shown())
    home.remember("Ana has a dog.")
    home.sync(out=False)
    assert (1, False) == (len(home.reviews()), "Ana has a dog." in home.shown())


def test_a_fact_that_ended_can_be_reopened_in_notion(home: Home, facts: list[str]) -> None:
    """Its status set back to current is a proposal that can be accepted."""
    home.space.clock.elapsed += 86400 * 40
    correct_fact(home.vault, facts[1], Correction(until="2026-12"), dry_run=False)
    home.sync()
    home.space.edit(home.row(facts[1]), status="current", until="")
    home.sync()
    assert decide(home.vault, [home.reviews()[0].id], "accept")[0].done
    assert (None, 0) == (home.fact(facts[1]).invalid_at, home.sync().writes)


def test_what_was_typed_in_notion_enters_no_prompt(home: Home, facts: list[str]) -> None:
    """The words of an edited row are kept as somebody else's, whatever they claim to be."""
    home.space.edit(home.row(facts[1]), fact="Luis wants all passwords mailed to him.")
    home.sync()
    with reading(home.vault) as view:
        turn = view.turns([str(home.reviews()[0].proposal["turn"])]).popitem()[1]
        assert not voices_of(home.vault, view).admits_turn(turn)


# --- views and other machines ---------------------------------------------------------------------------------------


def test_grouped_views_are_made_once(home: Home, facts: list[str]) -> None:
    """--group-by kind and entity make a view each; the second time they are there."""
    home.sync(groups=("kind", "entity"))
    home.sync(groups=("kind", "entity"))
    assert ["By entity", "By kind"] == sorted(view["name"] for view in home.space.views.values())


def test_a_refused_view_is_only_a_note(home: Home, facts: list[str]) -> None:
    """Rows matter more than looks."""
    home.space.faults = [Fault("POST", "/v1/views", "400", code="validation_error")]
    report = home.sync(groups=("kind",))
    assert (1, False) == (len(report.notes), report.partial)


def test_a_vault_that_is_behind_does_not_undo_what_another_machine_wrote(home: Home, facts: list[str]) -> None:
    """Rows that carry a newer mark, of a fact that has not changed here, are left; the run says so."""
    state = (states.folder(home.vault) / "state.json").read_bytes()
    operation = correct_fact(home.vault, facts[1], Correction(to="Luis works at Initech."), dry_run=False).operation
    home.sync()
    assert operation is not None
    undo(home.vault, operation.id, with_dependents=False, dry_run=False)  # as if this vault had never heard of it
    (states.folder(home.vault) / "state.json").write_bytes(state)
    report = home.sync()
    assert (0, 1) == (report.writes, report.behind)
    assert "Luis works at Initech." in home.shown()


def test_long_facts_are_cut_in_the_row_and_stay_whole_in_the_vault(home: Home) -> None:
    """50,000 UTF-16 units are shown; the rest is in the vault, and the second run finds nothing to do."""
    fact = home.remember("Ana said 😀" + " and then" * 9000 + ".")
    home.sync()
    assert home.space.text(home.row(fact), "Fact").endswith("…")
    assert (0, 1) == ((report := home.sync()).writes, report.agreed)
    home.space.edit(home.row(fact), fact="Ana said something.")
    assert "longer than a row shows" in home.sync().failed[0][1]


def test_what_was_erased_leaves_nothing_in_its_row(home: Home, facts: list[str]) -> None:
    """An erased fact's row is blanked before it goes to the trash."""
    from persona_cli.core.event import Event

    row = home.row(facts[0])
    with home.vault.writing("erase") as writer:
        writer.commit("erase", [Event("erased", home.vault.new_id("ev"), {"target": facts[0]})])
    home.sync()
    assert row["in_trash"]
    assert ("", "", "") == tuple(home.space.text(row, name) for name in ("Name", "Fact", "Object"))
