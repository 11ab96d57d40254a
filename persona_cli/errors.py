"""How things fail: one tree, each class with its exit code and a hint.

PersonaError                 1  failed, for the reason told
├── UsageError               2  the command line is wrong
├── PartialError             3  done in part: something was skipped or refused
├── NothingFoundError        4  the question has no answer here
├── DamagedError             5  the vault is damaged or of a newer format
├── LockedError              6  another process holds the lock
├── RemoteError              7  a remote service refused or could not be reached
└── InterruptedByUserError 130  stopped by Ctrl-C

Bad data is not an exception but a value: `Problem` says where and what, and a run collects them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


class PersonaError(Exception):
    """Something failed for a reason the person can be told; `hint` names what to do about it."""

    exit_code: ClassVar[int] = 1
    meaning: ClassVar[str] = "failed, for the reason told on stderr"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(PersonaError):
    """The command line is wrong."""

    exit_code = 2
    meaning = "wrong usage"


class PartialError(PersonaError):
    """Some inputs were skipped or some writes refused; the rest is done."""

    exit_code = 3
    meaning = "done in part: some input was skipped or some writes were refused"


class NothingFoundError(PersonaError):
    """A question found nothing."""

    exit_code = 4
    meaning = "nothing found"


class DamagedError(PersonaError):
    """The vault is damaged, or a newer program wrote it."""

    exit_code = 5
    meaning = "the vault is damaged or of a newer format"


class LockedError(PersonaError):
    """Another process holds the lock; trying again later is sensible."""

    exit_code = 6
    meaning = "locked by another process"


class RemoteError(PersonaError):
    """A remote service refused, or could not be reached.

    `status` is the HTTP status, 0 when there was no answer; `code` the service's own word for the error;
    `retry_after` the seconds it asked to wait, None when it did not say.
    """

    exit_code = 7
    meaning = "a remote service refused or could not be reached"

    def __init__(
        self, message: str, *, hint: str = "", status: int = 0, code: str = "", retry_after: float | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.status = status
        self.code = code
        self.retry_after = retry_after


class InterruptedByUserError(PersonaError):
    """Stopped by the person."""

    exit_code = 130
    meaning = "interrupted"


@dataclass(frozen=True, slots=True)
class Problem:
    """One piece of bad data: where it stands and what is wrong with it."""

    path: str
    line: int  # from 1; 0 when the file as a whole is meant
    message: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.message}"
