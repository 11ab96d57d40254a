"""Rows written one at a time: noted before, checked after, and looked for before anything is sent twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from persona_cli.errors import RemoteError
from persona_cli.work.notion.client import LostError, Notion, RowError
from persona_cli.work.notion.place import Place
from persona_cli.work.notion.plan import Action, Known, Sides
from persona_cli.work.notion.rows import (
    CONTENT,
    NAMES,
    Row,
    cleared,
    identity_of,
    mark_of,
    marks,
    properties_of,
    row_of,
    short_hash,
)
from persona_cli.work.notion.state import Outbox

FRESH = 60.0  # seconds for which what was read of a row is trusted before it is written
PAUSE = 2.0  # seconds for Notion to finish what it may be doing; doubles with each try
TRIES = 3  # of one write
PATIENCE = 3  # rows in a row without any answer, after which the service counts as out of reach
MEANWHILE = "the row changed in Notion meanwhile; the next run looks again"
UNKNOWN = "0" * 6  # a hash that stands for no value


@dataclass(slots=True)
class Writer:
    """Does the actions of a plan that change Notion."""

    notion: Notion
    place: Place
    sides: Sides
    outbox: Outbox
    read_at: float  # when the rows were read, by the client's clock
    silent: int = 0  # rows in a row that got no answer

    def act(self, action: Action) -> str:
        """Do one action and give why it failed, empty when it did not.

        Raises RowError for a refusal of this row, RemoteError when Notion is out of reach.
        """
        deeds: dict[str, Callable[[Action], str]] = {
            "create": self._create,
            "update": self._update,
            "archive": self._archive,
        }
        try:
            why_not = deeds[action.do](action)
        except LostError as error:
            self.silent += 1
            if self.silent >= PATIENCE:
                raise RemoteError(
                    f"Notion gives no answer any more ({error})", hint="run it again later; it goes on where it stopped"
                ) from None
            return f"no answer ({error}); the next run looks whether it was done"
        self.silent = 0
        return why_not

    # --- new rows ---------------------------------------------------------------------------------------------------

    def _create(self, action: Action) -> str:
        fact, local = action.fact, self.sides.local[action.fact]
        schema, mark = self.place.schema, mark_of(local.values)
        if fact in self.outbox.state.uncertain and (row := self._found(fact)):
            self._keep(fact, row)
            return ""
        body = properties_of(schema, local.values, schema.content) | identity_of(schema, fact, mark)
        for attempt in range(1, TRIES + 1):
            self.outbox.intend("create", fact)
            try:
                return self._checked(fact, row_of(self.notion.create_row(self.place.source, body), schema), CONTENT)
            except RowError:
                self.outbox.answered(fact, None)
                raise
            except LostError:
                self.notion.pause(PAUSE * 2 ** (attempt - 1))
                if row := self._found(fact):
                    self._keep(fact, row)
                    return ""
                if attempt == TRIES:
                    raise
        raise AssertionError  # the last try returned or raised

    def _found(self, fact: str) -> Row | None:
        """The row of a fact, looked for by its id."""
        pages = self.notion.find(self.place.source, self.place.schema.ids["id"], fact)
        rows = [row for row in (row_of(page, self.place.schema) for page in pages) if row.fact == fact]
        return min(rows, key=lambda row: (row.created, row.page), default=None)

    # --- rows that are there ----------------------------------------------------------------------------------------

    def _update(self, action: Action) -> str:
        row = self._current(action)
        if row is None:
            return MEANWHILE
        fact, local, schema = action.fact, self.sides.local[action.fact], self.place.schema
        mark = self._new_mark(action, row)
        body = properties_of(schema, local.values, action.columns) | identity_of(schema, fact, mark)
        if action.clear:
            body |= cleared(schema)
        answer = self._patched(action, body, lambda page: row_of(page, schema).mark == mark)
        return self._checked(fact, row_of(answer, schema), action.columns)

    def _archive(self, action: Action) -> str:
        erased = self.sides.local[action.fact].holds == "erased"
        row = action.row if erased else self._current(action)
        if row is None:
            return MEANWHILE
        schema = self.place.schema
        body = properties_of(schema, {}, schema.content) if erased else {}
        if erased or action.clear:
            body |= cleared(schema)
        self._patched(action, body, lambda page: bool(page.get("in_trash")), trash=True)
        self.outbox.answered(action.fact, None)
        self.outbox.state.rows.pop(action.fact, None)
        return ""

    def _patched(
        self, action: Action, body: dict[str, Any], done: Callable[[dict[str, Any]], bool], *, trash: bool | None = None
    ) -> dict[str, Any]:
        """The page after a change; where the answer is lost the page is read before the change is sent again."""
        for attempt in range(1, TRIES + 1):
            self.outbox.intend(action.do, action.fact, action.page)
            try:
                return self.notion.change_row(action.page, body, trash=trash)
            except LostError:
                self.notion.pause(PAUSE * 2 ** (attempt - 1))
                page = self.notion.page(action.page)
                if done(page):
                    return page
                if attempt == TRIES:
                    raise
        raise AssertionError  # the last try returned or raised

    def _current(self, action: Action) -> Row | None:
        """The row as it is now, if what is to be written over is still what was read; else None."""
        read = action.row
        if read is None:
            return None
        if not action.clear and self.notion.clock() - self.read_at <= FRESH:
            return read
        page = self.notion.page(action.page)
        now = row_of(page, self.place.schema)
        columns = CONTENT if action.do == "archive" else action.columns
        same = all(now.values.get(key) == read.values.get(key) for key in columns if key not in now.unread)
        notes = not action.clear or "notes" in now.unread or now.notes == read.notes
        return read if same and notes and not page.get("in_trash") else None

    def _new_mark(self, action: Action, row: Row) -> str:
        """What is agreed once the columns are written; of the others what was agreed before."""
        local = self.sides.local[action.fact].values
        known = self.sides.known.get(action.fact)
        base = marks(row.mark) if known is None or known.seen != row.mark else marks(known.agreed)
        parts = []
        for key in CONTENT:
            ours = local.get(key, "")
            written = key in action.columns or row.values.get(key, ours) == ours
            parts.append(short_hash(ours) if written else base.get(key, UNKNOWN))
        return "".join(parts)

    # --- answers ----------------------------------------------------------------------------------------------------

    def _checked(self, fact: str, row: Row, columns: tuple[str, ...]) -> str:
        """Keep what came back; told when Notion took a value and kept another."""
        local = self.sides.local[fact].values
        schema = self.place.schema
        wrong = [
            NAMES[key]
            for key in columns
            if key in schema.ids and key not in row.unread and row.values.get(key) != local.get(key, "")
        ]
        if wrong or row.fact != fact:
            self.outbox.answered(fact, None)
            return f"Notion did not keep {', '.join(wrong) or NAMES['id']} as written"
        self._keep(fact, row)
        return ""

    def _keep(self, fact: str, row: Row) -> None:
        self.outbox.answered(fact, Known(row.page, row.mark, row.mark))
