"""A sync from beginning to end: read both sides, plan, take rows in, then write; a run that was cut short goes on.

No lock of the vault is held while Notion is asked. What keeps two runs on one machine apart is a lock of its own, which
nothing else waits for. One row that is refused does not stop the rest; a service that is out of reach does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from persona_cli.errors import Problem
from persona_cli.extract.contract import Extractor
from persona_cli.store import files, lock
from persona_cli.store.vault import Vault
from persona_cli.work.notion import place as places
from persona_cli.work.notion import state as states
from persona_cli.work.notion.client import Notion, RowError
from persona_cli.work.notion.local import local_side, note_states, reviews_of
from persona_cli.work.notion.plan import (
    OUT_OF_REACH,
    PUT_AWAY,
    THERE,
    Action,
    Known,
    Plan,
    Sides,
    Wanted,
    guard,
    note_turn,
    plan,
    row_fact,
)
from persona_cli.work.notion.rows import COLUMNS, Row, Schema, mark_of, plain, row_of
from persona_cli.work.notion.take import Taker, item_of, propose, take_note
from persona_cli.work.notion.write import Writer
from persona_cli.work.refresh import reading

ROUNDS = 2  # of taking in: what else changed in a row is looked at once its notes are dealt with
LISTED = ("waits", "conflict", "left")  # actions that are only told
Tell = Callable[[Action, str], None]  # an action, and why it failed; empty when it did not


@dataclass(frozen=True, slots=True)
class Request:
    """What a run is asked for."""

    wanted: Wanted
    parent: str = ""
    groups: tuple[str, ...] = ()
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Means:
    """What a run works with."""

    extractor: Extractor
    redact: Callable[[str], str]
    say: Callable[[str], None]
    tell: Tell


@dataclass(slots=True)
class Report:
    """What came of a run."""

    database: str = ""
    done: list[Action] = field(default_factory=list)
    failed: list[tuple[Action, str]] = field(default_factory=list)
    listed: list[Action] = field(default_factory=list)  # what waits, conflicts, or is left alone
    agreed: int = 0  # rows that say what the vault says
    unknown: int = 0
    behind: int = 0
    notes: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    reads: int = 0
    writes: int = 0

    @property
    def partial(self) -> bool:
        """Whether something waits for a person or failed."""
        return bool(self.failed or self.problems) or any(action.do in ("waits", "conflict") for action in self.listed)


def sync(vault: Vault, notion: Notion, request: Request, means: Means) -> Report:
    """One run; raises LockedError when another one is at it, RemoteError when Notion is out of reach."""
    folder = states.folder(vault)
    if request.dry_run and not vault.settings.text("notion.database"):
        return _imagined(vault, request, means)
    files.make_folder(folder)
    with lock.hold(folder / "lock", wait=0.0, holder="notion-sync"):
        database = vault.settings.text("notion.database")
        if database:
            state = states.load(vault, database)
        else:
            vault, state = places.founded(vault, notion, request.parent, means.say)
        run = _Run(vault, notion, request, means, state, Report(database=state.database))
        try:
            run.go()
        finally:
            run.report.reads, run.report.writes = notion.reads, notion.writes
            if not request.dry_run:
                states.save(vault, state)
    return run.report


def _imagined(vault: Vault, request: Request, means: Means) -> Report:
    """The plan of a first run, before there is a database: every fact is a new row."""
    with reading(vault) as view:
        sides = Sides(local_side(view, ()), (), Schema({column.key: column.key for column in COLUMNS}))
    report = Report()
    for action in plan(sides, request.wanted).actions:
        means.tell(action, "")
        report.done.append(action)
    return report


@dataclass(slots=True)
class _Run:
    vault: Vault
    notion: Notion
    request: Request
    means: Means
    state: states.State
    report: Report
    failures: dict[str, str] = field(default_factory=dict)  # by turn or review item

    def go(self) -> None:
        """The whole run."""
        self.means.say("Reading Notion …")
        place = places.located(self.notion, self.state)
        read_at = self.notion.clock()
        rows = self._rows(place)
        guard(self._sides(place, rows, {}), self.request.wanted)
        missing = {} if self.request.wanted.allow_empty else self._missing(rows)
        sides = self._sides(place, rows, missing)
        found = plan(sides, self.request.wanted)
        if self.request.dry_run:
            self._told(found)
            return
        for _ in range(ROUNDS):
            if not (imports := [action for action in found.actions if action.do == "import"]):
                break
            self._import(place, imports)
            sides = self._sides(place, rows, missing)
            found = plan(sides, self.request.wanted)
        self._write(place, sides, found, read_at)
        for by in self.request.groups:
            if why_not := places.grouped(self.notion, place, by):
                self.report.notes.append(why_not)

    # --- reading ----------------------------------------------------------------------------------------------------

    def _rows(self, place: places.Place) -> list[Row]:
        """All rows, those with long texts read to their ends."""
        rows = []
        for number, page in enumerate(self.notion.rows(place.source), 1):
            try:
                row = row_of(page, place.schema)
            except ValueError as error:
                self.report.problems.append(Problem("notion", number, str(error)))
                continue
            rows.append(self._whole(place, row) if row.unread else row)
        return rows

    def _whole(self, place: places.Place, row: Row) -> Row:
        texts = {key: self.notion.whole_text(row.page, place.schema.ids[key]) for key in row.unread}
        values = {**row.values, **{key: plain(text) for key, text in texts.items() if key in row.values}}
        return replace(row, values=values, notes=texts.get("notes", row.notes).strip())

    def _sides(self, place: places.Place, rows: list[Row], missing: Mapping[str, str]) -> Sides:
        facts = {row.fact or row_fact(row.page) for row in rows} | self.state.rows.keys()
        turns = [note_turn(row) for row in rows if row.flagged and row.notes]
        with reading(self.vault) as view:
            reviews, _ = reviews_of(view)
            notes = note_states(view, turns)
            local = local_side(view, facts)
        notes, reviews = {**self.failures, **notes}, {**self.failures, **reviews}
        return Sides(local, rows, place.schema, dict(self.state.rows), missing, reviews, notes)

    def _missing(self, rows: list[Row]) -> dict[str, str]:
        """What became of known rows that the query did not give."""
        there = {row.fact for row in rows}
        found: dict[str, str] = {}
        for fact, known in self.state.rows.items():
            if fact not in there and not known.gone:
                found[fact] = self._whereabouts(known)
        return found

    def _whereabouts(self, known: Known) -> str:
        try:
            page = self.notion.page(known.page)
        except RowError as error:
            if error.status != 404:
                raise
            return OUT_OF_REACH
        if page.get("in_trash") or page.get("is_archived"):
            return PUT_AWAY
        parent = page.get("parent")
        ours = isinstance(parent, dict) and parent.get("data_source_id") == self.state.source
        return THERE if ours else OUT_OF_REACH

    # --- taking in --------------------------------------------------------------------------------------------------

    def _import(self, place: places.Place, actions: list[Action]) -> None:
        taker = Taker(self.vault, place.database, self.means.extractor, self.means.redact)
        for action in actions:
            if action.what == "note" and action.row is not None:
                why_not = take_note(taker, action.row)
                if why_not:
                    self.failures[note_turn(action.row)] = why_not
                self._settled(action, why_not)
        others = [action for action in actions if action.what != "note"]
        failed = propose(taker, others)
        self.failures |= failed
        for action in others:
            if action.what == "trash":
                self.state.rows[action.fact] = replace(self.state.rows[action.fact], gone=PUT_AWAY)
            self._settled(action, failed.get(item_of(action), ""))

    # --- writing ----------------------------------------------------------------------------------------------------

    def _write(self, place: places.Place, sides: Sides, found: Plan, read_at: float) -> None:
        self.state.uncertain -= {row.fact for row in sides.rows}
        marks = {row.page: row.mark for row in sides.rows}
        for fact, page in found.agreed.items():
            self.state.rows[fact] = Known(page, mark_of(sides.local[fact].values), marks[page])
        self.report.agreed, self.report.unknown, self.report.behind = len(found.agreed), found.unknown, found.behind
        writer = Writer(self.notion, place, sides, states.outbox(self.vault, self.state), read_at)
        for action in found.actions:
            if action.do in LISTED:
                self._list(action)
            elif action.do != "import":
                self._settled(action, self._tried(writer, action))

    def _tried(self, writer: Writer, action: Action) -> str:
        """Do one action; why it failed, empty when it did not; raises RemoteError when going on makes no sense."""
        try:
            return writer.act(action)
        except RowError as error:
            return str(error)

    def _list(self, action: Action) -> None:
        if action.do == "left" and action.row is None:
            self.state.rows[action.fact] = replace(self.state.rows[action.fact], gone=OUT_OF_REACH)
        self.report.listed.append(action)
        self.means.tell(action, "")

    def _settled(self, action: Action, why_not: str) -> None:
        if why_not:
            self.report.failed.append((action, why_not))
        else:
            self.report.done.append(action)
        self.means.tell(action, why_not)

    def _told(self, found: Plan) -> None:
        """A dry run: the plan, and nothing else."""
        self.report.agreed, self.report.unknown, self.report.behind = len(found.agreed), found.unknown, found.behind
        for action in found.actions:
            (self.report.listed if action.do in LISTED else self.report.done).append(action)
            self.means.tell(action, "")


def counted(report: Report) -> dict[str, int]:
    """How many actions of each kind were done, failed, or wait."""
    words = {"create": "created", "update": "updated", "archive": "archived", "import": "imported"}
    counts = dict.fromkeys((*words.values(), "failed", "waiting", "conflicts", "left"), 0)
    for action in report.done:
        counts[words[action.do]] += 1
    for action in report.listed:
        counts[{"waits": "waiting", "conflict": "conflicts", "left": "left"}[action.do]] += 1
    counts["failed"] = len(report.failed)
    return counts
