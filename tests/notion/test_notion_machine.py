"""Edits on both sides, in any order, with faults: both sides agree in the end or the run refused by name, and no fact is lost."""

from __future__ import annotations

import contextlib
import tempfile
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from notion_parts import Fault
from notion_server import Server
from notion_space import Workspace
from notion_vault import Home, new_home

from persona_cli.core.model import Fact
from persona_cli.errors import RemoteError
from persona_cli.work.correct import Wanted as Correction
from persona_cli.work.correct import correct_fact
from persona_cli.work.notion import state as states
from persona_cli.work.notion.local import local_side
from persona_cli.work.notion.plan import VanishedError
from persona_cli.work.refresh import reading
from persona_cli.work.review import decide

WORDS = st.sampled_from("amber birch cedar delta ember fjord grove heath".split())
PLACES = st.integers(0, 30)


class Both(RuleBasedStateMachine):
    """A person at the command line, the same person in Notion, and a network that fails."""

    def __init__(self) -> None:
        super().__init__()
        self.space = Workspace()
        self.server = Server(self.space)
        shared = Path("/dev/shm")
        self.folder = tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None, prefix="persona-test-")
        self.home: Home = new_home(Path(self.folder.name), self.space, self.server)
        self.ever: set[str] = set()  # facts that were once believed
        self.taken_back: set[str] = set()  # by the person, here or by a decision
        self.count = 0

    def teardown(self) -> None:
        try:
            self.settle()
        finally:
            self.server.close()
            self.folder.cleanup()

    @initialize(count=st.integers(1, 4))
    def begin(self, count: int) -> None:
        """There are facts, and rows of them."""
        for _ in range(count):
            self.learn("amber")
        self.run()

    # --- the person here --------------------------------------------------------------------------------------------

    @rule(word=WORDS)
    def learn(self, word: str) -> None:
        self.count += 1
        self.ever.add(self.home.remember(f"Ana keeps {word} number {self.count}."))

    @rule(place=PLACES, word=WORDS)
    def reword(self, place: int, word: str) -> None:
        if facts := self._facts():
            fact = facts[place % len(facts)]
            correct_fact(self.home.vault, fact.id, Correction(to=f"{fact.text[:-1]} {word}."), dry_run=False)

    @rule(place=PLACES)
    def take_back(self, place: int) -> None:
        if facts := self._facts():
            fact = facts[place % len(facts)]
            correct_fact(self.home.vault, fact.id, Correction(retract=True), dry_run=False)
            self.taken_back.add(fact.id)

    @rule(place=PLACES, decision=st.sampled_from(["accept", "discard"]))
    def decide(self, place: int, decision: str) -> None:
        if items := self.home.reviews():
            item = items[place % len(items)]
            before = {fact.id for fact in self._facts()}
            decide(self.home.vault, [item.id], decision)  # type: ignore[arg-type]
            after = {fact.id for fact in self._facts()}
            self.taken_back |= before - after
            self.ever |= after

    # --- the person in Notion ---------------------------------------------------------------------------------------

    @rule(place=PLACES, word=WORDS)
    def type_in_notion(self, place: int, word: str) -> None:
        if rows := self.space.rows():
            row = rows[place % len(rows)]
            self.space.edit(row, fact=f"{self.space.text(row, 'Fact')[:-1]} {word}.")

    @rule(place=PLACES, status=st.sampled_from(["current", "ended"]))
    def set_status_in_notion(self, place: int, status: str) -> None:
        if rows := self.space.rows():
            self.space.edit(rows[place % len(rows)], status=status)

    @rule(place=PLACES, notes=st.sampled_from(["wrong", "", "hmm", "no longer true", "birch, not amber"]))
    def flag(self, place: int, notes: str) -> None:
        if rows := self.space.rows():
            self.space.edit(rows[place % len(rows)], review=True, notes=notes)

    @rule(place=PLACES)
    def delete_in_notion(self, place: int) -> None:
        if rows := self.space.rows():
            self.space.trash(rows[place % len(rows)])

    @rule(place=PLACES)
    def restore_in_notion(self, place: int) -> None:
        if gone := [
            page for page in self.space.pages.values() if page.get("in_trash") and page["id"] not in self.space.unshared
        ]:
            gone[place % len(gone)] |= {"in_trash": False, "was_gone": True}

    @rule(word=WORDS)
    def add_in_notion(self, word: str) -> None:
        if self.space.sources:
            self.count += 1
            self.space.add_row(fact=f"Ana heard of {word} number {self.count}.", name="Ana")

    @rule(place=PLACES)
    def unshare(self, place: int) -> None:
        if rows := self.space.rows():
            row = rows[place % len(rows)]
            self.space.unshared.add(row["id"])
            row["in_trash"] = True  # as far as this connection can see

    # --- the machine ------------------------------------------------------------------------------------------------

    @rule(
        kind=st.sampled_from(["lost", "cut", "500", "429", "529", "400", "409"]),
        method=st.sampled_from(["POST", "PATCH"]),
        after=st.integers(0, 2),
        times=st.integers(1, 4),
    )
    def run_with_faults(self, kind: str, method: str, after: int, times: int) -> None:
        self.space.faults.append(Fault(method, r"/v1/pages.*", kind, times, after=after, retry_after=1))
        self.learn("delta")
        self.run()

    @rule()
    def forget_the_cache(self) -> None:
        folder = states.folder(self.home.vault)
        for name in ("state.json", "outbox.jsonl"):
            (folder / name).unlink(missing_ok=True)

    @rule()
    def run(self) -> None:
        with contextlib.suppress(RemoteError, VanishedError):
            self.home.sync()

    @precondition(lambda self: self.space.sources)
    @rule(prefer=st.sampled_from(["local", "notion"]))
    def run_with_a_side(self, prefer: str) -> None:
        with contextlib.suppress(RemoteError, VanishedError):
            self.home.sync(prefer=prefer)

    # --- what must hold ---------------------------------------------------------------------------------------------

    @invariant()
    def no_fact_is_lost(self) -> None:
        """What was believed is still believed, unless the person took it back, ended it or flagged it as wrong."""
        with reading(self.home.vault) as view:
            known = {fact.id: fact for fact in view.facts()}
        assert self.ever <= known.keys()
        for ident in self.ever - self.taken_back:
            assert not known[ident].retracted, f"{ident} went without a decision"

    @invariant()
    def no_fact_has_two_rows_of_ours(self) -> None:
        """However answers were lost, a fact has one row; a restored old one beside a new one is the person's doing."""
        rows = [row for row in self.space.rows() if not row.get("was_gone")]
        made = [self.space.text(row, "Persona ID")[:19] for row in rows]
        named = [ident for ident in made if ident]
        assert len(named) == len(set(named))

    def settle(self) -> None:
        """With a network that works and every question decided, two more runs bring both sides together."""
        self.space.faults.clear()
        for _ in range(6):
            for item in self.home.reviews():
                before = {fact.id for fact in self._facts()}
                if not decide(self.home.vault, [item.id], "accept")[0].done:
                    decide(self.home.vault, [item.id], "discard")
                self.taken_back |= before - {fact.id for fact in self._facts()}
            for row in self.space.rows():
                self.space.edit(row, review=False, notes="")
            try:
                report = self.home.sync(prefer="local")
            except VanishedError:
                report = self.home.sync(prefer="local", allow_empty=True)
        assert 0 == report.writes, report
        assert not report.failed, report.failed
        self._agree()

    def _agree(self) -> None:
        rows: dict[str, list[str]] = defaultdict(list)
        for row in self.space.rows():
            rows[self.space.text(row, "Persona ID")[:19]].append(self.space.text(row, "Fact"))
        with reading(self.home.vault) as view:
            local = local_side(view, rows.keys())
        for ident, side in local.items():
            if side.holds == "now":
                assert ident in rows, f"{side.values['fact']} has no row"
            if ident in rows and side.holds in ("now", "ended"):
                assert side.values["fact"] in rows[ident]  # beside it may stand a copy, restored from the trash
            assert not (ident in rows and side.holds in ("gone", "erased"))

    def _facts(self) -> list[Fact]:
        return sorted(self.home.facts(), key=lambda fact: fact.id)


CASES = settings(max_examples=12, stateful_step_count=14, deadline=None, suppress_health_check=list(HealthCheck))


class TestBoth(Both.TestCase):
    settings = CASES


@pytest.mark.slow
def test_many_histories_come_together() -> None:
    """The same machine over many and longer histories."""
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(Both, settings=settings(CASES, max_examples=60, stateful_step_count=25))
