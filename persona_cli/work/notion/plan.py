"""What a sync is to do: from the vault, the rows in Notion and what was last agreed, without touching any of them.

Each column is judged by itself. What changed on one side only goes to the other: into Notion as an update, into the
vault as a proposal that waits for a person. What changed on both is a conflict and is listed, never guessed. A row that
is missing deletes nothing, and where nearly all are missing the run stops by name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from persona_cli.core.codec import derived_id
from persona_cli.errors import PersonaError
from persona_cli.work.notion.rows import CONTENT, NAMES, READ_BACK, Row, Schema, mark_of, marks, short_hash

Do = Literal["create", "update", "archive", "import", "conflict", "waits", "left"]
What = Literal["", "note", "edit", "row", "trash"]
Holds = Literal["now", "ended", "gone", "erased"]
Prefer = Literal["", "local", "notion"]

FEW = 5  # rows that may vanish without a word, whatever their share
SHARE = 0.2  # of the rows known; more at once looks like a disaster
PUT_AWAY = "trash"  # known rows that a person moved to the trash or archived
OUT_OF_REACH = "unreachable"
THERE = "there"  # a row that is where it was, though the query did not give it


class VanishedError(PersonaError):
    """One side has lost so much at once that going on would be rash."""


@dataclass(frozen=True, slots=True)
class Local:
    """A fact as this vault has it."""

    values: Mapping[str, str]
    holds: Holds


@dataclass(frozen=True, slots=True)
class Known:
    """What this machine remembers of a fact's row."""

    page: str
    agreed: str  # mark of the values both sides had
    seen: str = ""  # mark the row carried then; another one means that another machine wrote it
    gone: str = ""  # why it is no longer among the rows: `trash` or `unreachable`


@dataclass(frozen=True, slots=True)
class Sides:
    """All that a plan follows from."""

    local: Mapping[str, Local]  # facts that hold, and those a row speaks of; unknown ones are left out
    rows: Sequence[Row]
    schema: Schema
    known: Mapping[str, Known] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)  # known facts without a row: what became of it
    reviews: Mapping[str, str] = field(default_factory=dict)  # by review item: its state, or why it could not be made
    notes: Mapping[str, str] = field(default_factory=dict)  # by turn: `applied`, `open`, `discarded`, or why it failed


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which way, and what wins where both sides changed."""

    out: bool = True
    back: bool = True
    prefer: Prefer = ""
    allow_empty: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do, or to tell."""

    do: Do
    fact: str
    what: What = ""  # of an import: what of the row is taken
    page: str = ""
    text: str = ""  # the fact, for the person
    columns: tuple[str, ...] = ()
    reason: str = ""
    clear: bool = False  # also take away the flag and the notes
    row: Row | None = None  # as it was read


@dataclass(frozen=True, slots=True)
class Plan:
    """Actions in the order they are done: imports first, then changes of rows, then new rows."""

    actions: tuple[Action, ...]
    agreed: Mapping[str, str]  # facts whose row says the same, and its page
    unknown: int = 0  # rows of facts that this vault does not have (yet)
    behind: int = 0  # rows that another machine has brought further than this vault


def note_turn(row: Row) -> str:
    """The turn that keeps the notes of a row: the same until the row or the notes change."""
    return derived_id("tn", "notion", row.page, mark_of(row.values), row.notes)


def edit_item(row: Row, columns: Collection[str]) -> str:
    """The review item for values that were changed in a row."""
    changed = (f"{key}={row.values.get(key, '')}" for key in CONTENT if key in columns)
    return derived_id("rv", "notion", row.page, row.fact, *changed)


def trash_item(page: str, fact: str) -> str:
    """The review item for a row that was moved to the trash."""
    return derived_id("rv", "notion", "trash", page, fact)


def row_item(page: str) -> str:
    """The review item for a row that a person added."""
    return derived_id("rv", "notion", "row", page)


def row_fact(page: str) -> str:
    """The fact that a row added in Notion becomes when it is accepted."""
    return derived_id("fa", "notion", page)


def guard(sides: Sides, wanted: Wanted) -> None:
    """Stop where nearly everything is gone on one side; raises VanishedError."""
    if wanted.allow_empty:
        return
    there = {row.fact for row in sides.rows}
    kept = [fact for fact, known in sides.known.items() if not known.gone]
    lost = [fact for fact in kept if fact not in there]
    if _disaster(len(lost), len(kept)):
        raise VanishedError(
            f"{len(lost)} of {len(kept)} rows are gone from Notion; nothing was changed",
            hint="look into the database's trash and its sharing; --allow-empty writes the missing rows again",
        )
    shown = [fact for fact in there if fact in sides.local]
    dropped = [fact for fact in shown if sides.local[fact].holds in ("gone", "erased")]
    if wanted.out and _disaster(len(dropped), len(shown)):
        raise VanishedError(
            f"{len(dropped)} of {len(shown)} facts with a row are gone from the vault; nothing was changed",
            hint="is this the right vault? --allow-empty moves their rows to the trash",
        )


def _disaster(lost: int, of: int) -> bool:
    return lost > 0 and (lost == of or (lost > FEW and lost > SHARE * of))


def plan(sides: Sides, wanted: Wanted) -> Plan:
    """What is to be done; pure."""
    return _Planner(sides, wanted).plan()


@dataclass(slots=True)
class _Difference:
    """How a row and its fact differ, by column."""

    ours: list[str] = field(default_factory=list)  # changed in the vault alone
    theirs: list[str] = field(default_factory=list)  # changed in Notion alone
    both: list[str] = field(default_factory=list)
    behind: bool = False  # another machine agreed on something newer


class _Planner:
    def __init__(self, sides: Sides, wanted: Wanted) -> None:
        self.sides = sides
        self.wanted = wanted
        self.actions: list[Action] = []
        self.agreed: dict[str, str] = {}
        self.taken_up: set[str] = set()  # facts whose row a person added
        self.unknown = self.behind = 0

    def plan(self) -> Plan:
        by_fact: dict[str, list[Row]] = defaultdict(list)
        for row in self.sides.rows:
            by_fact[row.fact].append(row)
        for row in by_fact.pop("", ()):
            self._added(row)
        for fact, rows in by_fact.items():
            self._rows_of(fact, rows)
        for fact in self.sides.local.keys() - by_fact.keys() - self.taken_up:
            self._without_row(fact)
        order = {"import": 0, "waits": 1, "conflict": 1, "left": 1, "update": 2, "archive": 3, "create": 4}
        actions = tuple(sorted(self.actions, key=lambda action: (order[action.do], action.fact, action.page)))
        return Plan(actions, self.agreed, self.unknown, self.behind)

    def _add(self, do: Do, fact: str, row: Row | None = None, **more: object) -> None:
        """Put an action on the plan, unless its direction was not asked for."""
        asked = self.wanted.back if do == "import" else self.wanted.out or (do == "update" and bool(more.get("clear")))
        if do in ("waits", "conflict", "left") or asked:
            local = self.sides.local.get(fact)
            text = (local.values.get("fact", "") if local else "") or (row.values.get("fact", "") if row else "")
            page = row.page if row else str(more.pop("page", ""))
            self.actions.append(Action(do, fact, page=page, text=text, row=row, **more))  # type: ignore[arg-type]

    # --- rows that name no fact, or one that has several -------------------------------------------------------------

    def _added(self, row: Row) -> None:
        if not row.values.get("fact"):
            return
        fact = row_fact(row.page)
        state = self.sides.reviews.get(row_item(row.page))
        local = self.sides.local.get(fact)
        if local and local.holds in ("now", "ended"):
            self.taken_up.add(fact)
            self._add("update", fact, row, what="row", columns=self.sides.schema.content)
        elif state is None:
            self._add("import", fact, row, what="row")
        elif state not in ("accepted", "discarded"):
            self._add("waits", fact, row, what="row", reason=_told(state, "the row was added in Notion and waits"))

    def _rows_of(self, fact: str, rows: list[Row]) -> None:
        known = self.sides.known.get(fact)
        rows = sorted(rows, key=lambda row: (known is None or row.page != known.page, row.created, row.page))
        for copy in rows[1:]:
            self._add("left", fact, copy, reason="a second row of the same fact; delete one of them in Notion")
        row, local = rows[0], self.sides.local.get(fact)
        if local is None:
            self.unknown += 1
            return
        settled = False if local.holds == "erased" else self._notes(row)
        if settled is None:
            return  # the row stays as the person saw it until their notes are dealt with
        difference = self._difference(row, local, known)
        if local.holds in ("gone", "erased"):
            self._taken_back(row, local, difference, clear=settled)
        else:
            self._compared(row, difference, clear=settled)

    def _notes(self, row: Row) -> bool | None:
        """Whether the row's notes are applied and can go; None while they are not dealt with."""
        if not row.flagged or not self.wanted.back:
            return None if row.flagged and row.notes else False
        if not row.notes:
            self._add("waits", row.fact, row, reason="ticked for review, but without notes: say what is wrong")
            return False
        state = self.sides.notes.get(note_turn(row))
        if state == "applied":
            return True
        if state is None:
            self._add("import", row.fact, row, what="note")
        else:
            reasons = {
                "open": "the correction waits for you: persona review",
                "discarded": "the correction was discarded in review; untick the row, or write other notes",
            }
            self._add("waits", row.fact, row, what="note", reason=reasons.get(state, state))
        return None

    # --- one row and its fact ---------------------------------------------------------------------------------------

    def _difference(self, row: Row, local: Local, known: Known | None) -> _Difference:
        agreed = marks(known.agreed) if known else {}
        moved = bool(known) and known is not None and row.mark != known.seen
        base = marks(row.mark) if moved or not agreed else agreed
        found = _Difference()
        for key in self.sides.schema.content:
            if key not in row.values or row.values[key] == local.values.get(key, ""):
                continue
            ours, theirs = short_hash(local.values.get(key, "")), short_hash(row.values[key])
            we, they = ours not in (base.get(key), agreed.get(key)), theirs != base.get(key)
            if we and they:
                found.both.append(key)
            elif they:
                found.theirs.append(key)
            elif we:
                found.ours.append(key)
            else:
                found.behind = True
        return found

    def _taken_back(self, row: Row, local: Local, found: _Difference, *, clear: bool) -> None:
        changed = [key for key in (*found.theirs, *found.both) if key in READ_BACK]
        if changed and local.holds == "gone" and self.wanted.prefer != "local" and not clear:
            told = ", ".join(NAMES[key] for key in changed)
            self._add("conflict", row.fact, row, reason=f"the fact was taken back here, but {told} changed in Notion")
            return
        self._add("archive", row.fact, row, clear=clear, reason="erased" if local.holds == "erased" else "taken back")

    def _compared(self, row: Row, found: _Difference, *, clear: bool) -> None:
        ours, theirs, both = list(found.ours), list(found.theirs), list(found.both)
        if self.wanted.prefer == "local":
            ours, both = ours + both, []
        elif self.wanted.prefer == "notion":
            theirs, both = theirs + both, []
        if both:  # the row is one thing: until the person decides nothing of it is written or taken
            told = ", ".join(NAMES[key] for key in both)
            reason = f"{told} changed here and in Notion: make them the same, or use --prefer local or notion"
            self._add("conflict", row.fact, row, columns=tuple(both), reason=reason)
            ours, theirs = [], []
        fixed = [key for key in theirs if key not in READ_BACK]
        theirs = [key for key in theirs if key in READ_BACK]
        if fixed and self.wanted.prefer == "local":
            ours, fixed = ours + fixed, []
        if theirs:
            ours += self._proposed(row, theirs)
        if fixed:
            told = ", ".join(NAMES[key] for key in fixed)
            reason = f"{told} changed in Notion, which persona does not read back; --prefer local restores it"
            self._add("left", row.fact, row, columns=tuple(fixed), reason=reason)
        if ours or clear:
            columns = tuple(key for key in CONTENT if key in ours)
            self._add("update", row.fact, row, columns=columns, clear=clear)
        if found.behind and not (ours or theirs or both):
            self.behind += 1
        elif not (ours or theirs or both or fixed or clear):
            self.agreed[row.fact] = row.page

    def _proposed(self, row: Row, columns: list[str]) -> list[str]:
        """Tell what becomes of values changed in Notion; those already decided about are ours to write."""
        if not self.wanted.back:
            reason = f"{', '.join(NAMES[key] for key in columns)} changed in Notion and not imported yet"
            self._add("left", row.fact, row, columns=tuple(columns), reason=reason)
            return []
        state = self.sides.reviews.get(edit_item(row, columns))
        if state in ("accepted", "discarded"):
            return columns
        if state is None:
            self._add("import", row.fact, row, what="edit", columns=tuple(columns))
        else:
            self._add("waits", row.fact, row, what="edit", reason=_told(state, "the change made in Notion waits"))
        return []

    # --- facts without a row ----------------------------------------------------------------------------------------

    def _without_row(self, fact: str) -> None:
        local, known = self.sides.local[fact], self.sides.known.get(fact)
        if local.holds != "now" or self.sides.missing.get(fact) == THERE:
            return
        if known is None or self.wanted.prefer == "local" or (self.wanted.allow_empty and not known.gone):
            self._add("create", fact)
        else:
            self.actions += self._vanished(fact, known)

    def _vanished(self, fact: str, known: Known) -> Iterator[Action]:
        text = self.sides.local[fact].values.get("fact", "")
        state = self.sides.reviews.get(trash_item(known.page, fact))
        if known.gone == PUT_AWAY or self.sides.missing.get(fact) == PUT_AWAY:
            if state is None and self.wanted.back:
                yield Action("import", fact, "trash", known.page, text)
            elif state not in (None, "accepted", "discarded"):
                yield Action(
                    "waits", fact, "trash", known.page, text, reason=_told(str(state), "its row is in the trash")
                )
        elif not known.gone and self.sides.missing.get(fact) == OUT_OF_REACH:
            reason = (
                "its row is out of reach: deleted for good, moved or no longer shared; --prefer local makes a new one"
            )
            yield Action("left", fact, "", known.page, text, reason=reason)


def _told(state: str, what: str) -> str:
    """Why something waits: for a decision, or because it could not be taken over."""
    return f"{what}: persona review" if state == "open" else state
