"""The catalogue's tables: a SQLite file that says for every id what the logs say, rebuilt whenever in doubt."""

from __future__ import annotations

import sqlite3
from pathlib import Path

VERSION = 7  # of the tables below; another one means rebuild

_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (name TEXT PRIMARY KEY, size INTEGER NOT NULL, mark INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE problems (file TEXT NOT NULL, line INTEGER NOT NULL, message TEXT NOT NULL);
CREATE TABLE operations (
  id TEXT PRIMARY KEY, clock INTEGER NOT NULL, device TEXT NOT NULL, seq INTEGER NOT NULL, time TEXT NOT NULL,
  command TEXT NOT NULL, reverts TEXT NOT NULL, counts TEXT NOT NULL, version TEXT NOT NULL, live INTEGER NOT NULL);
CREATE INDEX operations_order ON operations (clock, device, seq);
CREATE INDEX operations_reverts ON operations (reverts) WHERE reverts != '';
CREATE TABLE orphans (op TEXT NOT NULL, record BLOB NOT NULL);
CREATE INDEX orphans_op ON orphans (op);
CREATE TABLE events (
  target TEXT NOT NULL, op TEXT NOT NULL, n INTEGER NOT NULL, record BLOB NOT NULL, PRIMARY KEY (target, op, n)
) WITHOUT ROWID;
CREATE INDEX events_op ON events (op);
CREATE TABLE episodes (
  id TEXT PRIMARY KEY, source TEXT NOT NULL, conversation TEXT NOT NULL, title TEXT NOT NULL, time TEXT NOT NULL,
  time_from TEXT NOT NULL, op TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX episodes_time ON episodes (time);
CREATE TABLE turns (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, episode TEXT NOT NULL, position INTEGER NOT NULL,
  time TEXT NOT NULL, speaker TEXT NOT NULL, role TEXT NOT NULL, live INTEGER NOT NULL, text TEXT NOT NULL,
  source_id TEXT NOT NULL, zone TEXT NOT NULL, quoted TEXT NOT NULL, reply_to TEXT NOT NULL, chain TEXT NOT NULL,
  op TEXT NOT NULL, n INTEGER NOT NULL);
CREATE INDEX turns_place ON turns (episode, position);
CREATE INDEX turns_time ON turns (time);
CREATE INDEX turns_chain ON turns (chain) WHERE chain != '';
CREATE INDEX turns_op ON turns (op);
CREATE TABLE repeats (
  turn TEXT NOT NULL, op TEXT NOT NULL, n INTEGER NOT NULL, record BLOB NOT NULL, PRIMARY KEY (turn, op, n)
) WITHOUT ROWID;
CREATE INDEX repeats_op ON repeats (op);
CREATE TABLE erased (target TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE facts (
  id TEXT PRIMARY KEY, number INTEGER NOT NULL, subject TEXT NOT NULL, predicate TEXT NOT NULL, object TEXT NOT NULL,
  kind TEXT NOT NULL, valid_from TEXT NOT NULL, valid_to TEXT NOT NULL, retracted INTEGER NOT NULL,
  known_at TEXT NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX facts_number ON facts (number, retracted, valid_to);
CREATE INDEX facts_subject ON facts (subject, predicate);
CREATE INDEX facts_newest ON facts (subject, valid_from, valid_to, retracted);
CREATE INDEX facts_predicate ON facts (predicate, valid_to, retracted);
CREATE INDEX facts_kind ON facts (kind, valid_from);
CREATE INDEX facts_object ON facts (object, valid_to, retracted, subject) WHERE object != '';
CREATE INDEX facts_valid ON facts (valid_from);
CREATE TABLE evidence (turn TEXT NOT NULL, fact TEXT NOT NULL, PRIMARY KEY (turn, fact)) WITHOUT ROWID;
CREATE INDEX evidence_fact ON evidence (fact);
CREATE TABLE words (word TEXT NOT NULL, fact TEXT NOT NULL, PRIMARY KEY (word, fact)) WITHOUT ROWID;
CREATE INDEX words_fact ON words (fact);
CREATE TABLE entities (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, owner TEXT NOT NULL, merged_into TEXT NOT NULL,
  body BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX entities_owner ON entities (owner);
CREATE TABLE names (key TEXT NOT NULL, entity TEXT NOT NULL, exact INTEGER NOT NULL,
  PRIMARY KEY (key, entity, exact)) WITHOUT ROWID;
CREATE INDEX names_entity ON names (entity);
CREATE TABLE reviews (id TEXT PRIMARY KEY, state TEXT NOT NULL, reason TEXT NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX reviews_state ON reviews (state);
CREATE TABLE documents (number INTEGER PRIMARY KEY, fact TEXT NOT NULL, text TEXT NOT NULL, UNIQUE (fact, text));
CREATE TABLE alike (key INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (key, number)) WITHOUT ROWID;
"""


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """Open the catalogue's file; a new or outdated one gets fresh tables when writing."""
    if not write:
        base = _connect_read_only(path)
    else:
        base = sqlite3.connect(path, timeout=30, isolation_level=None)
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")
        if base.execute("PRAGMA user_version").fetchone()[0] == 0:
            make_tables(base)
    base.execute("PRAGMA temp_store = MEMORY")
    return base


def _connect_read_only(path: Path) -> sqlite3.Connection:
    """Open for reading, also where not even SQLite's shared-memory file can be made."""
    base = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=10, isolation_level=None)
    try:
        base.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError:
        base.close()
        return sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True, isolation_level=None)
    return base


def connect_memory() -> sqlite3.Connection:
    """A catalogue in memory alone: for a vault whose own cannot be written."""
    base = sqlite3.connect(":memory:", isolation_level=None)
    make_tables(base)
    return base


def make_tables(base: sqlite3.Connection) -> None:
    """Fresh tables in an empty file."""
    base.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {VERSION}; COMMIT;")


def version(base: sqlite3.Connection) -> int:
    """The version of the tables in a file."""
    return int(base.execute("PRAGMA user_version").fetchone()[0])
