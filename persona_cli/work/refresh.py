"""Bringing what can be rebuilt up to date with what must not be lost.

The index lives in `.persona/index/<generation>/`, named by `.persona/index/CURRENT`; a rebuild is made beside it and
swapped in by that name. A log write never fails because of it: whatever goes wrong here leaves it behind, and the
next reader adds what is missing.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import orjson

from persona_cli.core.codec import base32
from persona_cli.errors import DamagedError, PersonaError
from persona_cli.index import schema
from persona_cli.index.catalog import Catalog
from persona_cli.index.view import View
from persona_cli.store import files, lock
from persona_cli.store.log import Read, all_files, goes_on, read_tail
from persona_cli.store.vault import Vault

CATALOG = "catalog.db"
_OUTSIDE = frozenset(
    {
        *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY),
        *(sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOMEM),
    }
)  # what is wrong with the disk or another process, not with the index
Progress = Callable[[str], None]


@dataclass(slots=True)
class Opened:
    """An index opened for one command."""

    catalog: Catalog
    folder: Path | None  # of the generation; None when it is held in memory alone
    behind: str = ""  # why the index on disk could not be brought up to date; empty when it was


def index_root(vault: Vault) -> Path:
    """The folder of all generations."""
    return vault.local / "index"


def generation(vault: Vault) -> Path | None:
    """The folder of the generation in use; None when there is none."""
    try:
        name = (index_root(vault) / "CURRENT").read_text("ascii").strip()
    except (OSError, ValueError):
        return None
    folder = index_root(vault) / name
    return folder if name.isalnum() and (folder / CATALOG).is_file() else None


def open_for_reading(vault: Vault) -> Opened:
    """The index as fresh as can be had without waiting for anyone.

    Nothing is locked or written when it is fresh. Otherwise it is brought up to date on disk when that can be done
    at once, and else a copy in memory is.
    """
    disk = _fresh(vault)
    if disk is not None:
        return disk
    try:
        with _held(vault, wait=0.0):
            return open_for_writing(vault)
    except (PersonaError, sqlite3.Error, OSError) as error:
        return in_memory(vault, str(error))


def _fresh(vault: Vault) -> Opened | None:
    """The generation in use, if it has taken in all that the logs hold."""
    folder = generation(vault)
    if folder is None:
        return None
    try:
        catalog = Catalog.open(folder / CATALOG, write=False)
        if schema.version(catalog.base) == schema.VERSION and not _missing(vault, catalog):
            return Opened(catalog, folder)
        catalog.close()
    except sqlite3.DatabaseError:
        pass  # damaged: whoever holds the lock makes a new one
    return None


def in_memory(vault: Vault, behind: str = "") -> Opened:
    """A fresh catalogue in memory, from a copy of the one on disk where that can be read."""
    folder = generation(vault)
    if folder is not None:
        try:
            disk = Catalog.open(folder / CATALOG, write=False)
            catalog = disk.copied()
            disk.close()
            catch_up(vault, catalog)
        except (DamagedError, sqlite3.DatabaseError):
            pass  # begin from the logs instead
        else:
            return Opened(catalog, folder, behind)
    catalog = Catalog(schema.connect_memory())
    catch_up(vault, catalog)
    return Opened(catalog, None, behind)


@contextlib.contextmanager
def _held(vault: Vault, *, wait: float) -> Iterator[None]:
    """Hold the index's own lock; the vault's lock, where both are held, is taken first."""
    files.make_folder(index_root(vault))
    with lock.hold(index_root(vault) / "lock", wait=wait, holder="index"):
        yield


@contextlib.contextmanager
def updating(vault: Vault, *, wait: float) -> Iterator[Opened]:
    """The index on disk, up to date and locked for changing."""
    with _held(vault, wait=wait):
        opened = open_for_writing(vault)
        with _sound(vault, opened):
            yield opened


@contextlib.contextmanager
def following(vault: Vault, *, wait: float) -> Iterator[Opened]:
    """The same for a change of the vault, which no index may stop: where it cannot be had, a copy in memory."""
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(_held(vault, wait=wait))
            opened = open_for_writing(vault)
        except (PersonaError, sqlite3.Error, OSError) as error:
            opened = in_memory(vault, str(error))
        with _sound(vault, opened):
            yield opened


def open_for_writing(vault: Vault) -> Opened:
    """The index on disk, brought up to date; the caller holds its lock."""
    folder = generation(vault)
    if folder is not None:
        try:
            catalog = Catalog.open(folder / CATALOG, write=True)
            if schema.version(catalog.base) == schema.VERSION:
                catch_up(vault, catalog)
                return Opened(catalog, folder)
            catalog.close()
        except (DamagedError, sqlite3.DatabaseError) as error:
            if not _damaged(error):
                raise
    return rebuild(vault)


def _damaged(error: Exception) -> bool:
    """Whether the index itself is broken, rather than busy or on a disk that refuses."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF not in _OUTSIDE  # the low byte is the kind of error


@contextlib.contextmanager
def _sound(vault: Vault, opened: Opened) -> Iterator[None]:
    """Use an index, close it, and set it aside when it turns out to be damaged: the next command makes a new one."""
    try:
        yield
    except (sqlite3.DatabaseError, orjson.JSONDecodeError) as error:
        if opened.folder is None or not _damaged(error):
            raise
        with contextlib.suppress(OSError):
            (index_root(vault) / "CURRENT").unlink(missing_ok=True)
        raise PersonaError(
            f"the index was damaged and is set aside ({error}); nothing that was recorded is lost",
            hint="run the command again; it makes a new index",
        ) from error
    finally:
        opened.catalog.close()


def rebuild(vault: Vault) -> Opened:
    """A new generation from the logs alone, swapped in when it is whole; the caller holds the index's lock."""
    root = index_root(vault)
    folder = root / f"g{base32(int.from_bytes(vault.around.entropy(8), 'big'), 10)}"
    files.make_folder(folder)
    catalog = Catalog.open(folder / CATALOG, write=True)
    catch_up(vault, catalog)
    files.replace(root / "CURRENT", folder.name.encode())
    for old in root.iterdir():
        if old.is_dir() and old != folder:
            shutil.rmtree(old, ignore_errors=True)
    return Opened(catalog, folder)


def _missing(vault: Vault, catalog: Catalog) -> bool:
    """Whether the logs hold more than the catalogue has taken in, or other files."""
    done = catalog.read_to()
    sizes = {file.name: (vault.root / file.name).stat().st_size for file in all_files(vault.root)}
    if done.keys() - sizes.keys():
        return True
    known = {name: done.get(name, (0, 0))[0] for name in sizes}
    return any(
        size < known[name] or (size > known[name] and goes_on(vault.root, name, known[name]))
        for name, size in sizes.items()
    )


def catch_up(vault: Vault, catalog: Catalog) -> None:
    """Take in what the logs hold past the catalogue; raises DamagedError when they changed before that point."""
    if not _missing(vault, catalog):
        return
    catalog.begin()
    try:
        _take_all(vault, catalog)
        catalog.finish()
    except BaseException:
        catalog.abandon()
        raise


def _take_all(vault: Vault, catalog: Catalog) -> None:
    done = catalog.read_to()
    names = [file.name for file in all_files(vault.root)]
    if gone := done.keys() - set(names):
        raise DamagedError(f"'{min(gone)}' is gone")
    for name in names:
        after = Read(*done[name]) if name in done else None
        for tail in read_tail(vault.root, name, after):
            catalog.take(name, tail.events, tail.problems, (tail.read.size, tail.read.mark))


@contextlib.contextmanager
def rebuilding(vault: Vault) -> Iterator[Opened]:
    """A new generation from the logs alone, locked for filling."""
    with _held(vault, wait=float(vault.settings.get("lock.wait"))):
        opened = rebuild(vault)
        try:
            yield opened
        finally:
            opened.catalog.close()


@contextlib.contextmanager
def using(vault: Vault) -> Iterator[Opened]:
    """The index for reading, closed afterwards, and set aside if it turns out to be damaged."""
    opened = open_for_reading(vault)
    with _sound(vault, opened):
        yield opened


def tell_damage(opened: Opened, say: Progress) -> None:
    """Say so where lines of the logs cannot be read: what follows from them is missing in every answer."""
    (bad,) = opened.catalog.base.execute("SELECT COUNT(*) FROM problems").fetchone()
    if bad:
        say(f"{bad} line{'' if bad == 1 else 's'} of the logs cannot be read; persona check tells where.")


@contextlib.contextmanager
def reading(vault: Vault, *, as_of: str = "", known_at: str = "", say: Progress | None = None) -> Iterator[View]:
    """The belief as it is, was, or was known at instants (UTC text), for as long as it takes to look things up.

    `say` is told of lines that cannot be read.
    """
    with using(vault) as opened:
        if say is not None:
            tell_damage(opened, say)
        yield View(opened.catalog, now=vault.now(), as_of=as_of, known_at=known_at)
