"""What this machine remembers of a sync: `.persona/notion/`, a cache that queries can make again, and the outbox.

The outbox has a line before each write and one after its answer. A write without the second line may have happened:
the next run looks for it in Notion before it writes again, so each write happens at most once.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import orjson

from persona_cli.store import files
from persona_cli.store.vault import Vault
from persona_cli.work.notion.plan import Known

FORMAT = 1


def folder(vault: Vault) -> Path:
    """Where the state of syncing lives; machine-local."""
    return vault.local / "notion"


@dataclass(slots=True)
class State:
    """The cache: where things are in Notion, and what was last agreed."""

    database: str = ""
    source: str = ""
    columns: dict[str, str] = field(default_factory=dict)  # property ids by column
    rows: dict[str, Known] = field(default_factory=dict)  # by fact
    uncertain: set[str] = field(default_factory=set)  # facts whose row may have been made without an answer


def load(vault: Vault, database: str) -> State:
    """The state for a database, with what the outbox tells since it was saved; empty when it is another's or broken."""
    try:
        tree = orjson.loads((folder(vault) / "state.json").read_bytes())
        if tree["format"] != FORMAT or tree["database"] != database:
            return State(database)
        rows = {str(fact): Known(**known) for fact, known in tree["rows"].items()}
        state = State(database, str(tree["source"]), dict(tree["columns"]), rows, set(tree["uncertain"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        state = State(database)
    _replay(state, _lines(folder(vault) / "outbox.jsonl"))
    return state


def save(vault: Vault, state: State) -> None:
    """Keep the state, and begin a new outbox: the state holds what the old one told."""
    files.make_folder(folder(vault))
    tree = {"format": FORMAT, **asdict(state), "uncertain": sorted(state.uncertain)}
    files.replace(folder(vault) / "state.json", orjson.dumps(tree, option=orjson.OPT_SORT_KEYS))
    files.replace(folder(vault) / "outbox.jsonl", b"")


@dataclass(slots=True)
class Outbox:
    """Lines about writes, on disk before the write they speak of."""

    path: Path
    state: State
    _later: list[bytes] = field(default_factory=list)  # answers, written together with the next intent

    def intend(self, do: str, fact: str, page: str = "") -> None:
        """Note a write that is about to be sent; on disk when this returns."""
        line = {"do": do, "fact": fact, "page": page, "database": self.state.database}
        files.append(self.path, b"".join([*self._later, orjson.dumps(line) + b"\n"]))
        self._later.clear()
        if do == "create":
            self.state.uncertain.add(fact)

    def answered(self, fact: str, known: Known | None) -> None:
        """Note the answer: the row as it is now, None where the write was refused or left no row."""
        record = {"done": fact, "row": asdict(known) if known else None, "database": self.state.database}
        self._later.append(orjson.dumps(record) + b"\n")
        _settle(self.state, fact, known)


def outbox(vault: Vault, state: State) -> Outbox:
    """The outbox of a vault."""
    files.make_folder(folder(vault))
    return Outbox(folder(vault) / "outbox.jsonl", state)


def _settle(state: State, fact: str, known: Known | None) -> None:
    state.uncertain.discard(fact)
    if known is not None:
        state.rows[fact] = known


def _lines(path: Path) -> list[Any]:
    try:
        data = path.read_bytes()
    except OSError:
        return []
    found = []
    for line in data.split(b"\n"):
        try:
            found.append(orjson.loads(line))
        except ValueError:
            continue  # the empty one at the end, or one cut short by a crash: its write is looked for
    return found


def _replay(state: State, lines: list[Any]) -> None:
    for line in lines:
        if not isinstance(line, dict) or line.get("database") != state.database:
            continue
        if "done" in line:
            row = line.get("row")
            _settle(state, str(line["done"]), Known(**row) if isinstance(row, dict) else None)
        elif line.get("do") == "create":
            state.uncertain.add(str(line.get("fact", "")))
