"""The only module that writes files: synced appends, atomic replacement, and folders that belong to one person."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

from persona_cli.errors import PersonaError

_APPEND = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
_FRESH = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW


def make_folder(path: Path) -> None:
    """Make a folder and its missing parents, for the owner alone (0700); a link in its place is refused."""
    with _told(path):
        if path.is_symlink():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        missing = [folder for folder in (path, *path.parents) if not folder.exists()]
        for folder in reversed(missing):
            folder.mkdir(mode=0o700, exist_ok=True)
            folder.chmod(0o700)
            sync_folder(folder.parent)


def append(path: Path, data: bytes) -> None:
    """Append whole lines and return when they are on disk; a torn tail of an earlier crash is closed off first.

    The caller holds the vault's lock. Raises PersonaError when the disk refuses; what was half written then stays as
    a bad line, which readers count and skip.
    """
    with _told(path):
        new = not path.exists()
        handle = os.open(path, _APPEND, 0o600)
        try:
            _write(handle, _closing_newline(path) + data)
            _sync(handle)
            if new:
                os.fchmod(handle, 0o600)
        finally:
            os.close(handle)
        if new:
            sync_folder(path.parent)


def replace(path: Path, data: bytes, *, mode: int = 0o600) -> None:
    """Put `data` in place of a file in one step: all of it or the old content, whatever happens."""
    with _told(path):
        beside = path.with_name(f".{path.name}.{os.getpid()}.new")
        beside.unlink(missing_ok=True)
        handle = os.open(beside, _FRESH, mode)
        try:
            os.fchmod(handle, mode)
            _write(handle, data)
            _sync(handle)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
        finally:
            os.close(handle)
        beside.replace(path)
        sync_folder(path.parent)


def create(path: Path, data: bytes) -> None:
    """Write a file unless there is one already."""
    if not path.exists():
        replace(path, data)


def sync_folder(path: Path) -> None:
    """Make sure that a folder's entries are on disk."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _closing_newline(path: Path) -> bytes:
    """A newline where the last append was cut short, so that the next record stands on a line of its own."""
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return b""
        file.seek(-1, os.SEEK_END)
        return b"" if file.read(1) == b"\n" else b"\n"


def _write(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def _sync(handle: int) -> None:
    if hasattr(os, "fdatasync"):
        os.fdatasync(handle)
    else:
        os.fsync(handle)


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Disk errors as errors a person can act on."""
    try:
        yield
    except OSError as error:
        hints = {
            errno.ENOSPC: "the disk is full; free some space and run the command again",
            errno.EDQUOT: "the disk quota is used up; free some space and run the command again",
            errno.EACCES: "check the owner and the permissions of the vault's folder",
            errno.EPERM: "check the owner and the permissions of the vault's folder",
            errno.EROFS: "the file system is read-only",
            errno.EFBIG: "the file size limit of this process was reached",
            errno.ELOOP: "a link stands where a file of the vault should be",
        }
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise PersonaError(f"cannot write '{path}': {reason}", hint=hints.get(error.errno or 0, "")) from error
