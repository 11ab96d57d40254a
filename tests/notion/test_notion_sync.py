"""Claims about whole runs: what is written where, what is left alone, and how interrupted runs go on."""

from __future__ import annotations

import pytest
from notion_space import Fault
from notion_vault import Home

from persona_cli.errors import LockedError, PersonaError, RemoteError, UsageError
from persona_cli.store import lock
from persona_cli.work.correct import Wanted as Correction
from persona_cli.work.correct import correct_fact
from persona_cli.work.notion import state as states
from persona_cli.work.notion.plan import VanishedError
from persona_cli.work.review import decide
from persona_cli.work.undo import undo


@pytest.fixture
def facts(home: Home) -> list[str]:
    """Three facts with rows."""
    made = [
        home.remember("Ana lives in Porto.", predicate="lives_in", object="Porto"),
        home.remember("Luis works at Acme.", about="Luis", predicate="works_at", object="Acme", since="2019"),
        home.remember("Ana wants to learn Dutch.", kind="goal"),
    ]
    home.sync()
    return made


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


# --- what is missing ------------------------------------------------------------------------------------------------


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


# --- interruptions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["lost", "cut", "500", "504", "409"])
def test_a_lost_answer_makes_no_second_row(home: Home, kind: str) -> None:
    """Whether the row was made or not, there is one in the end, and it was looked for before a second try."""
    for n in range(5):
        home.remember(f"Ana knows {n} songs.")
    home.space.faults = [Fault("POST", "/v1/pages", kind, 2, after=1)]
    assert not home.sync().partial
    assert 5 == len(home.space.rows()) == len(home.shown())


@pytest.mark.parametrize("kind", ["lost", "cut", "503"])
def test_a_lost_answer_makes_no_second_database(home: Home, kind: str) -> None:
    """The page's children are looked through before another database is made."""
    home.remember("Ana lives in Porto.")
    home.space.faults = [Fault("POST", "/v1/databases", kind)]
    home.sync()
    assert 1 == len(home.space.databases)


def test_a_run_that_died_after_making_the_database_finds_it(home: Home) -> None:
    """The database of an interrupted first run is taken up by the next one."""
    home.remember("Ana lives in Porto.")
    home.space.faults = [Fault("GET", "/v1/data_sources/.*", "401", code="unauthorized")]
    with pytest.raises(RemoteError):
        home.sync()
    home.sync()
    assert (1, 1) == (len(home.space.databases), len(home.space.rows()))


def test_a_database_made_under_older_rules_gets_its_columns(home: Home) -> None:
    """Where Notion keeps the title column alone, the others are added."""
    home.space.drops_properties = True
    fact = home.remember("Ana lives in Porto.")
    home.sync()
    assert "Ana lives in Porto." == home.space.text(home.row(fact), "Fact")


@pytest.mark.parametrize("kind", ["lost", "cut", "502"])
def test_a_lost_answer_to_a_change_is_looked_up(home: Home, facts: list[str], kind: str) -> None:
    """The row is read before the change is sent again; it holds the new words once."""
    correct_fact(home.vault, facts[1], Correction(to="Luis works at Initech."), dry_run=False)
    home.space.faults = [Fault("PATCH", ".*", kind)]
    assert not home.sync().partial
    assert "Luis works at Initech." in home.shown()
    assert 0 == home.sync().writes


def test_a_service_without_answers_stops_the_run_and_the_next_goes_on(home: Home) -> None:
    """After three rows in a row without an answer the run ends with 7; no row is made twice by the next one."""
    for n in range(8):
        home.remember(f"Ana knows {n} songs.")
    home.space.faults = [Fault("POST", "/v1/pages", "lost", 1, after=2), Fault("POST", "/v1/pages", "cut", 99)]
    with pytest.raises(RemoteError, match="no answer any more") as caught:
        home.sync()
    assert 7 == caught.value.exit_code
    home.space.faults = []
    home.sync()
    assert 8 == len(home.space.rows()) == len(home.shown())


def test_a_killed_run_goes_on_where_it_stopped(home: Home) -> None:
    """Without its last words, a run leaves an outbox from which the next one knows what may have happened."""
    for n in range(6):
        home.remember(f"Ana knows {n} songs.")

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    home.sync(dry_run=True)
    home.space.faults = [Fault("POST", "/v1/pages", "401", 1, after=3, code="unauthorized")]
    with pytest.raises(RemoteError):
        home.sync()
    folder = states.folder(home.vault)
    saved = states.load(home.vault, next(iter(home.space.databases)))
    (folder / "state.json").unlink()
    lines = b'{"do":"create","fact":"%s","page":"","database":"%s"}\n{"torn'
    fact, database = next(iter(saved.rows)), next(iter(home.space.databases))
    (folder / "outbox.jsonl").write_bytes(lines % (fact.encode(), database.encode()))
    home.sync()
    assert 6 == len(home.space.rows()) == len(home.shown())
    assert 0 == home.sync().writes


def test_a_row_the_query_does_not_show_yet_is_looked_for_before_it_is_made(home: Home) -> None:
    """After a lost answer the next run asks for the fact's id itself, not trusting the list alone."""
    fact = home.remember("Ana lives in Porto.")
    home.sync()
    state = states.load(home.vault, next(iter(home.space.databases)))
    state.rows.clear()
    state.uncertain.add(fact)
    states.save(home.vault, state)
    row = home.row(fact)
    home.space.hidden_from_lists = {row["id"]}
    home.sync()
    assert 1 == len(home.space.rows())


def test_one_refused_row_does_not_stop_the_rest(home: Home) -> None:
    """A row that Notion refuses is told with its reason; the others are made."""
    for n in range(4):
        home.remember(f"Ana knows {n} songs.")
    home.space.faults = [Fault("POST", "/v1/pages", "400", 1, after=1, code="validation_error")]
    report = home.sync()
    assert (1, 3, True) == (len(report.failed), len(home.space.rows()), report.partial)
    assert not home.sync().partial
    assert 4 == len(home.space.rows())


def test_a_change_made_meanwhile_is_not_written_over(home: Home, facts: list[str]) -> None:
    """A row read more than a minute ago is read again before it is written; if it changed, the next run looks."""
    for fact in facts[:2]:
        correct_fact(home.vault, fact, Correction(to=f"{home.fact(fact).text[:-1]} still."), dry_run=False)
    row = home.row(facts[1])
    home.space.latency = 40.0
    home.space.during = {"PATCH": lambda: home.space.edit(row, fact="Luis works at Globex.")}
    report = home.sync()
    assert ["the row changed in Notion meanwhile; the next run looks again"] == [why for _, why in report.failed]
    assert "Luis works at Globex." in home.shown()


def test_two_runs_at_once_on_one_machine_are_kept_apart(home: Home, facts: list[str]) -> None:
    """The second says who is at it."""
    with (
        lock.hold(states.folder(home.vault) / "lock", wait=0, holder="notion-sync"),
        pytest.raises(LockedError, match="notion-sync"),
    ):
        home.sync()


def test_the_vault_is_not_locked_while_notion_is_asked(home: Home, facts: list[str]) -> None:
    """Another command can write in the middle of any request of a run."""
    written: list[str] = []
    home.space.during = {
        method: lambda: written.append(home.remember(f"Ana wrote line {len(written)}."))
        for method in ("GET", "POST", "PATCH")
    }
    home.space.edit(home.row(facts[1]), review=True, notes="Luis works at Globex now.")
    home.sync()
    assert len(written) > 3


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
