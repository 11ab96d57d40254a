"""From a path on the command line to drafts: files, folders, archives and standard input, each with its reader."""

from __future__ import annotations

import gzip
import io
import itertools
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from io import FileIO
from pathlib import Path
from typing import BinaryIO, cast

from persona_cli.errors import Problem
from persona_cli.readers import archive, folder
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.moment import zone_named
from persona_cli.readers.private import Private
from persona_cli.readers.source import HEAD, clean
from persona_cli.readers.table import choose, data_only, named

STDIN = "-"
MAX_TURN = 4 * 1024 * 1024  # characters of one turn
# What a stream may raise while it is read; a ValueError would be a fault of a reader and is not among them.
_UNREADABLE = tuple(error for error in archive.BROKEN if error is not ValueError)


def read_path(
    path: Path | None,
    stdin: BinaryIO | None,
    options: Options,
    format: str = "",  # noqa: A002  # the option's own name
) -> Iterator[tuple[str, Draft | Problem]]:
    """Drafts of a file, a folder, an archive or, for None, of standard input, each with the path it came from.

    The messages of a draft are read before the next pair is asked for. Raises UsageError for an unknown format or zone;
    everything wrong with the input itself is a Problem.
    """
    zone_named(options.zone)
    if format:
        named(format)
    for item in _inputs(path, stdin):
        if isinstance(item, Problem):
            yield item.path, item
        else:
            for result in _drafts(item, options, format):
                yield item.path, result


def _inputs(path: Path | None, stdin: BinaryIO | None) -> Iterator[Input | Problem]:
    if path is None:
        if stdin is not None:
            yield from _from_stdin(stdin)
    elif path.is_dir():
        for item in folder.inputs(path):
            yield from _unpacked(item)
    else:
        try:
            item = folder.input_of(path, path.parent)
        except OSError as error:
            yield Problem(str(path), 0, f"cannot be read: {error.strerror or error}")
            return
        yield from _unpacked(item)


def _from_stdin(stdin: BinaryIO) -> Iterator[Input | Problem]:
    """Standard input, kept in a nameless file so that it can be read twice."""
    with tempfile.SpooledTemporaryFile(max_size=8 * 2**20) as kept:
        shutil.copyfileobj(stdin, kept)
        kept.seek(0)
        head = kept.read(HEAD)

        yield from _unpacked(Input(STDIN, head, lambda: cast("BinaryIO", io.BufferedReader(_View(kept), HEAD))))


class _View(io.RawIOBase):
    """A second reading of a kept stream, with a place of its own; closing it leaves the stream open."""

    def __init__(self, kept: tempfile.SpooledTemporaryFile[bytes]) -> None:
        self._kept = kept
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        end = self._kept.seek(0, io.SEEK_END) if whence == io.SEEK_END else 0
        self._at = max(0, offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: end}[whence])
        return self._at

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # io wants the private WriteableBuffer
        self._kept.seek(self._at)
        part = self._kept.read(len(buffer))
        buffer[: len(part)] = part
        self._at += len(part)
        return len(part)


def _unpacked(item: Input | Problem) -> Iterator[Input | Problem]:
    """The members of an archive, the content of a gzip file, or the input itself."""
    if isinstance(item, Problem):
        yield item
    elif not item.head:
        if not item.walked:
            yield Problem(item.path, 0, "the file is empty")
    elif archive.is_archive(item.head):
        yield from archive.inputs(item.path, item.open)
    elif item.head.startswith(b"\x1f\x8b"):
        yield from _gunzipped(item)
    else:
        yield item


def _gunzipped(item: Input) -> Iterator[Input | Problem]:
    def open_() -> BinaryIO:
        packed = item.open()
        unpacked = gzip.GzipFile(fileobj=packed)
        unpacked.myfileobj = cast("FileIO", packed)  # so that closing the one closes the other
        return cast("BinaryIO", unpacked)

    try:
        with open_() as stream:
            head = stream.read(HEAD)
    except _UNREADABLE as error:
        yield Problem(item.path, 0, f"cannot be unpacked: {error}")
        return
    yield replace(item, head=head, open=open_)


def _drafts(source: Input, options: Options, name: str) -> Iterator[Draft | Problem]:
    reader = choose(source, name)
    if source.walked and not name and data_only(source, reader):
        return
    private = Private()
    try:
        for item in reader.read(source, options):
            if isinstance(item, Draft):
                yield from _begun(item, private.without(_checked(item.messages, source)))
            else:
                yield item
    except _UNREADABLE as error:
        yield Problem(source.path, 0, f"cannot be read to the end: {error}")


def _begun(draft: Draft, messages: Iterator[Message | Problem]) -> Iterator[Draft | Problem]:
    """A draft that has a message, with the time of the first one if it has none of its own."""
    first = next(messages, None)
    while isinstance(first, Problem):
        yield first
        first = next(messages, None)
    if first is not None:
        yield replace(
            draft,
            messages=itertools.chain((first,), messages),
            conversation=clean(draft.conversation),
            title=clean(draft.title),
            time=draft.time or first.time,
            aliases=tuple(clean(alias) for alias in draft.aliases),
        )
    for _ in messages:  # what the caller left is passed over
        pass


def _checked(messages: Iterator[Message | Problem], source: Input) -> Iterator[Message | Problem]:
    """Messages that can be kept: of bounded size, without lone surrogates, and with words."""
    try:
        for message in messages:
            if isinstance(message, Problem):
                yield message
            elif len(message.text) + len(message.quoted) > MAX_TURN:
                yield Problem(
                    source.path, message.line, f"turn longer than {MAX_TURN // 2**20} million characters, skipped"
                )
            else:
                kept = _cleaned(message)
                if kept.text.strip() or kept.quoted.strip():
                    yield kept
    except _UNREADABLE as error:
        yield Problem(source.path, 0, f"cannot be read to the end: {error}")


def _cleaned(message: Message) -> Message:
    text, quoted, speaker = clean(message.text), clean(message.quoted), clean(message.speaker)
    if (text, quoted, speaker) == (message.text, message.quoted, message.speaker):
        return message
    return replace(message, text=text, quoted=quoted, speaker=speaker)
