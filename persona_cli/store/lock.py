"""One writer at a time: an advisory lock on a file that is never replaced, held for as long as its holder lives.

The kernel frees it when the holder dies, so there are no stale locks; the file names the holder for whoever waits.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

from persona_cli.errors import LockedError, PersonaError

_OPEN = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
_FIRST_PAUSE = 0.005  # seconds; doubles up to the longest
_LONGEST_PAUSE = 0.25


@contextlib.contextmanager
def hold(path: Path, *, wait: float, holder: str) -> Iterator[None]:
    """Hold the lock of `path`, waiting at most `wait` seconds; raises LockedError that names the holder."""
    try:
        handle = os.open(path, _OPEN, 0o600)
        os.fchmod(handle, 0o600)  # whatever the umask took away
    except OSError as error:
        raise PersonaError(f"cannot lock '{path}': {os.strerror(error.errno or 0)}") from error
    try:
        _acquire(handle, path, wait)
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"process {os.getpid()} ({holder})".encode(), 0)
        yield
    finally:
        os.close(handle)  # frees the lock


def _acquire(handle: int, path: Path, wait: float) -> None:
    deadline, pause = time.monotonic() + wait, _FIRST_PAUSE
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            left = deadline - time.monotonic()
            if left <= 0:
                who = os.pread(handle, 200, 0).decode("utf-8", "replace") or "another process"
                raise LockedError(
                    f"the vault is locked by {who}", hint=f"waited {wait:g} s for '{path}'; try again later"
                ) from None
            time.sleep(min(pause, left))
            pause = min(pause * 2, _LONGEST_PAUSE)
        else:
            return
