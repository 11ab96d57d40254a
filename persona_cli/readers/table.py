"""The table of readers: one line each, and the choice of one by what the input holds, not by its name."""

from __future__ import annotations

from typing import Protocol, cast

from persona_cli.errors import UsageError
from persona_cli.readers import (
    basic_memory,
    captions,
    chatgpt,
    claude,
    claude_code,
    codex,
    discord,
    gemini_cli,
    gemini_takeout,
    imessage,
    mail,
    mbox,
    meeting,
    mem0,
    messages,
    meta,
    notes,
    server_memory,
    signal,
    slack,
    telegram,
    text,
    web,
    whatsapp,
)
from persona_cli.readers.contract import Input, Read, Sniff


class Reader(Protocol):
    """A module that reads one format."""

    NAME: str
    ABOUT: str
    sniff: Sniff
    read: Read


# Of two that are equally certain the first is taken.
READERS = cast(
    "tuple[Reader, ...]",
    (
        chatgpt,
        claude,
        claude_code,
        codex,
        gemini_cli,
        gemini_takeout,
        telegram,
        slack,
        discord,
        meta,
        mbox,
        mail,
        whatsapp,
        signal,
        imessage,
        captions,
        meeting,
        server_memory,
        mem0,
        basic_memory,
        messages,
        notes,
        web,
        text,
    ),
)


def choose(source: Input, format: str = "") -> Reader:  # noqa: A002  # the option's own name
    """The reader named `format`, else the one most certain of the input; raises UsageError for an unknown name."""
    if format:
        return named(format)
    best = max(READERS, key=lambda reader: reader.sniff(source))
    return best if best.sniff(source) > 0 else named(text.NAME)


def named(name: str) -> Reader:
    """The reader of that name; raises UsageError."""
    for reader in READERS:
        if name == reader.NAME:
            return reader
    names = ", ".join(sorted(reader.NAME for reader in READERS))
    raise UsageError(f"unknown format '{name}'", hint=f"one of: {names}")


def data_only(source: Input, reader: Reader) -> bool:
    """Whether an input is JSON in which nobody says anything: settings, lists and the like beside conversations."""
    return reader.NAME == messages.NAME and reader.sniff(source) <= messages.UNLIKELY


def formats() -> list[tuple[str, str]]:
    """Name and description of every format, by name."""
    return sorted((reader.NAME, reader.ABOUT) for reader in READERS)
