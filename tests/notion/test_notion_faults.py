"""Claims about interruptions: lost answers, refused rows, killed runs and runs side by side."""

from __future__ import annotations

import pytest
from notion_parts import Fault
from notion_vault import Home

from persona_cli.errors import LockedError, RemoteError
from persona_cli.store import lock
from persona_cli.work.correct import Wanted as Correction
from persona_cli.work.correct import correct_fact
from persona_cli.work.notion import state as states


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
