"""What every reader gives: drafts of episodes, turn by turn, and the problems it met.

A reader is a module with `NAME`, `ABOUT`, `sniff` and `read` and one line in `readers.table`. It streams: it never
holds a whole large file, and one bad record is a `Problem`, not an exception.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from persona_cli.core.model import Role
from persona_cli.errors import Problem


@dataclass(frozen=True, slots=True)
class Message:
    """One turn as the source has it; the vault gives it an id later."""

    speaker: str
    role: Role  # "user" where the source itself says who the person is, else "other"
    text: str
    time: str = ""  # UTC instant; empty when the source has none
    source_id: str = ""
    zone: str = ""
    quoted: str = ""
    reply_to: str = ""
    line: int = 0  # where it begins in the file, for problems; 0 when that means nothing


@dataclass(frozen=True, slots=True)
class Draft:
    """One conversation as the source has it; `messages` is read once, in order, before the next draft is asked for."""

    messages: Iterator[Message | Problem]
    conversation: str = ""  # the source's own id; empty: told from the content
    title: str = ""
    time: str = ""  # UTC instant; empty: from the first message, or from outside
    aliases: tuple[str, ...] = ()  # other names of what `title` names, as a note's own head gives them
    chat: str = ""  # the beginning of `conversation`, where that is told from the name of the file alone


@dataclass(frozen=True, slots=True)
class Options:
    """What the person said about the input."""

    zone: str = ""  # for times without one: `Europe/Paris`, `+02:00`; empty: UTC
    at: str = ""  # UTC instant for a document without times
    me: frozenset[str] = frozenset()  # casefolded names, addresses and handles of the person
    speakers: dict[str, str] = field(default_factory=dict)  # mapping of speakers' names to names
    date_order: str = ""  # "dmy", "mdy" or "ymd" for dates in figures; empty: told from the file
    all_branches: bool = False  # of AI chats with edits and regenerations: not only the active branch
    document: bool = False  # text without speakers is a document of somebody else, not the person's own note


@dataclass(frozen=True, slots=True)
class Input:
    """One file or stream to read."""

    path: str  # as named on the command line; `-` for standard input
    head: bytes  # its first 64 KiB
    open: Callable[[], BinaryIO]  # from the beginning; may be called more than once
    file: Path | None = None  # None for standard input and members of archives
    walked: bool = False  # found in a folder or an archive, rather than named by the person
    beside: Callable[[str], Input | None] = lambda _: (
        None
    )  # another file of the same folder or archive, by relative path


Sniff = Callable[[Input], float]  # 0: not this format; 1: certain
Read = Callable[[Input, Options], Iterator[Draft | Problem]]
