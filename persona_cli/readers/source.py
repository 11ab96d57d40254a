"""Bytes of an input as lines of text, whatever their encoding, with a bound on the length of a line.

UTF-8 with or without a mark, UTF-16 with a mark; a line that is neither is read as Windows-1252 and told once.
Lines end at LF alone (a CR before it is dropped), so that counts agree with every editor.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple, cast

from persona_cli.errors import Problem
from persona_cli.readers.contract import Input

HEAD = 64 * 1024
MAX_LINE = 4 * 1024 * 1024  # bytes of one line of text; longer ones are reported and skipped
MAX_RECORD = 32 * 1024 * 1024  # bytes of one JSON record
MAX_TEXT = 1024 * 1024  # characters of one turn; a longer one is cut into several

_MAGIC = (
    b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"%PDF-", b"\x7fELF", b"SQLite format 3\0", b"PK\x03\x04", b"PK\x05\x06",
    b"\x1f\x8b", b"7z\xbc\xaf", b"BZh", b"\xfd7zXZ", b"OggS", b"ID3", b"RIFF", b"\xd0\xcf\x11\xe0", b"\0asm",
    b"\xca\xfe\xba\xbe", b"\x28\xb5\x2f\xfd",
)  # fmt: skip
# What is no conversation as it is, by its first bytes, and what to give instead.
_OTHERWISE = (
    (b"SQLite format 3\0", "a database; of iMessage's chat.db give the text files that imessage-exporter makes"),
    (b"\xd0\xcf\x11\xe0", "an Outlook message or old office file; save a mail as .eml, a document as plain text"),
    (b"%PDF-", "a PDF; give its text, as .txt or .md"),
    (b"{\\rtf", "a document in RTF; save it as plain text"),
    (b"BEGIN:VCALENDAR", "a calendar, which is not read"),
    (b"BEGIN:VCARD", "an address book, which is not read; names go in with `persona entities alias` or --speakers"),
)
OFFICE = "an office document or program; save a document as plain text, download a Teams transcript as .vtt"
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Line(NamedTuple):
    """One line without its end."""

    number: int  # from 1
    text: str


def is_binary(head: bytes) -> bool:
    """Whether `head` begins a file that is not text: a known signature, or many control bytes."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and not head.startswith(codecs.BOM_UTF32_LE):
        return False
    if head.startswith(_MAGIC) or head[4:8] == b"ftyp":
        return True
    return len(_CONTROL.findall(head)) > max(2, len(head) // 20)


def otherwise(head: bytes) -> str:
    """Why `head` begins a file that is not read as it is, and what to give instead; empty for text."""
    begin = head.removeprefix(codecs.BOM_UTF8).lstrip()[:20]
    told = next((told for magic, told in _OTHERWISE if begin.startswith(magic)), "")
    return told or ("a binary file, not text" if is_binary(head) else "")


def head_text(head: bytes) -> str:
    """The beginning of a file as text, for looking only: errors are replaced, the mark is dropped."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return head[: len(head) // 2 * 2].decode("utf-16", "replace")
    return head.removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace")


def head_lines(head: bytes) -> list[str]:
    """The whole lines of the beginning of a file, for looking only."""
    lines = [line.removesuffix("\r") for line in head_text(head).split("\n")]
    return lines[:-1] if len(lines) > 1 and len(head) >= HEAD else lines


def opened(source: Input) -> BinaryIO:
    """The input from its beginning, its mark dropped and UTF-16 turned into UTF-8."""
    stream = source.open()
    if source.head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return cast("BinaryIO", io.BufferedReader(_Recoded(stream), HEAD))
    if source.head.startswith(codecs.BOM_UTF8):
        stream.read(len(codecs.BOM_UTF8))
    return stream


class _Recoded(io.RawIOBase):
    """A UTF-16 stream as UTF-8 bytes."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-16")("replace")
        self._ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # io wants the private WriteableBuffer
        while not self._ready:
            raw = self._stream.read(HEAD)
            self._ready = self._decoder.decode(raw, final=not raw).encode("utf-8", "replace")
            if not raw:
                break
        part, self._ready = self._ready[: len(buffer)], self._ready[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)

    def close(self) -> None:
        self._stream.close()
        super().close()


def raw_lines(source: Input, *, limit: int = MAX_LINE) -> Iterator[tuple[int, bytes] | Problem]:
    """Lines as bytes without their LF; one longer than `limit` bytes is a Problem and skipped."""
    with opened(source) as stream:
        number = 0
        while raw := stream.readline(limit + 1):
            number += 1
            if len(raw) > limit and not raw.endswith(b"\n"):
                while raw and not raw.endswith(b"\n"):
                    raw = stream.readline(HEAD)
                yield Problem(source.path, number, f"line longer than {limit // 2**20} MB, skipped")
                continue
            yield number, raw.removesuffix(b"\n")


def lines(source: Input, *, limit: int = MAX_LINE) -> Iterator[Line | Problem]:
    """Lines as text; a wrong encoding is told once, NUL bytes where they stand, and the line is kept."""
    told = False
    for item in raw_lines(source, limit=limit):
        if isinstance(item, Problem):
            yield item
            continue
        number, raw = item
        if b"\0" in raw:
            yield Problem(source.path, number, "NUL bytes dropped")
            raw = raw.replace(b"\0", b"")
        text, note = decoded(raw)
        if note and not told:
            yield Problem(source.path, number, note)
            told = True
        yield Line(number, text.removesuffix("\r"))


def decoded(raw: bytes) -> tuple[str, str]:
    """Bytes as text, and what was done to those that are not UTF-8.

    Where most of what is not ASCII is no UTF-8 either, it is read as Windows-1252; single damaged characters become
    U+FFFD.
    """
    try:
        return raw.decode(), ""
    except UnicodeDecodeError:
        text = raw.decode("utf-8", "replace")
        bad = text.count("\ufffd")
        good = sum(not character.isascii() for character in text) - bad
        if bad > good:
            return raw.decode("cp1252", "replace"), "not UTF-8, read as Windows-1252"
        return text, "not UTF-8, damaged characters replaced"


def clean(text: str) -> str:
    """Text that can be written as UTF-8: lone surrogates become U+FFFD and NUL is dropped."""
    if not text.isascii():
        text = _SURROGATE.sub("\ufffd", text)
    return text.replace("\0", "")
