"""Walk through a JSON file of any size, one record in memory at a time.

Own work instead of a streaming parser, because a person's export has bad records: the place of each is told by line,
and the walk goes on behind it. Records are found by balancing brackets outside strings (RFC 8259) and then parsed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

import orjson

from persona_cli.readers.source import MAX_RECORD, clean, decoded

_CHUNK = 256 * 1024
_SPACE = re.compile(rb"[ \t\r\n]*+")
# Everything up to the next bracket outside a string, or up to a quote that does not close in the buffer.
_BRACKET = re.compile(rb'(?:[^"\[\]{}]++|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+(["\[\]{}])?', re.DOTALL)
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_SCALAR = re.compile(rb"[^\s,:\[\]{}\"]++")


class BadRecordError(Exception):
    """A record that cannot be parsed; the cursor stands behind it and can go on."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


class BrokenError(BadRecordError):
    """The structure itself is broken or cut off; nothing can be read behind this place."""


def parse(raw: bytes) -> Any:
    """One JSON value, as `parse_noted` reads it."""
    return parse_noted(raw)[0]


def parse_noted(raw: bytes) -> tuple[Any, str]:
    """One JSON value, and what had to be mended in it: wrong UTF-8, lone surrogates.

    Raises ValueError for anything that is not JSON.
    """
    try:
        return orjson.loads(raw), ""
    except orjson.JSONDecodeError:
        text, note = decoded(raw)
        try:
            value = json.loads(text, parse_constant=_refuse)
            mended = _cleaned(value)
        except RecursionError as error:
            raise ValueError("nested too deeply") from error
        return mended, note or ("lone surrogates replaced" if mended != value else "")


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, dict):
        return {clean(key): _cleaned(item) for key, item in value.items()}
    return value


class Cursor:
    """A place in a JSON stream; `items` and `fields` step into a container, `value` and `skip` step over one."""

    def __init__(self, stream: BinaryIO, *, limit: int = MAX_RECORD) -> None:
        self._stream = stream
        self._buffer = b""
        self._at = 0
        self._ended = False
        self._limit = limit
        self.line = 1
        self.note = ""  # what was mended in the last value
        self.broken = False  # set once a break has been told: containers around it then end quietly

    def peek(self) -> str:
        """The next character that is not space; empty at the end."""
        while True:
            found = _SPACE.match(self._buffer, self._at)
            self._advance(found.end() if found else self._at)
            if self._at < len(self._buffer):
                return chr(self._buffer[self._at])
            if not self._more():
                return ""

    def items(self) -> Iterator[int]:
        """Step into an array: the line of each element, which must be read or skipped before the next."""
        yield from self._members("[", "]")

    def fields(self) -> Iterator[str]:
        """Step into an object: each key, whose value must be read or skipped before the next."""
        for _ in self._members("{", "}"):
            if self.peek() != '"':
                raise BrokenError(self.line, f"expected a key, not {self.peek()!r}")
            key = self._key()
            if self.peek() != ":":
                raise BrokenError(self.line, "expected ':' after a key")
            self._advance(self._at + 1)
            yield key

    def _key(self) -> str:
        try:
            return str(self.value())
        except BadRecordError as error:
            raise BrokenError(error.line, error.message) from error

    def _members(self, left: str, right: str) -> Iterator[int]:
        if self.peek() != left:
            raise BrokenError(self.line, f"expected {left!r}")
        self._advance(self._at + 1)
        while (here := self.peek()) != right:
            if here == ",":
                self._advance(self._at + 1)
                continue
            if not here:
                raise BrokenError(self.line, "the file is cut off")
            yield self.line
            if self.broken:
                return
            if self.peek() not in {",", right}:
                raise BrokenError(self.line, "the file is cut off" if not self.peek() else "expected ','")
        self._advance(self._at + 1)

    def value(self) -> Any:
        """The next value, parsed; raises BadRecordError, behind which one can go on, or BrokenError."""
        start_line = self.line
        raw = self._take(keep=True)
        if raw is None:
            raise BadRecordError(start_line, f"record longer than {self._limit // 2**20} MB, skipped")
        try:
            value, self.note = parse_noted(raw)
        except ValueError as error:
            raise BadRecordError(start_line, f"not JSON: {error}") from error
        return value

    def skip(self) -> None:
        """Step over the next value, however large."""
        self._take(keep=False)

    def _take(self, *, keep: bool) -> bytes | None:
        """The bytes of the next value, or None when it is longer than the limit or not to be kept."""
        first = self.peek()
        if not first:
            raise BrokenError(self.line, "the file is cut off")
        if first in "[{":
            return self._take_container(keep=keep)
        pattern = _STRING if first == '"' else _SCALAR
        while True:
            found = pattern.match(self._buffer, self._at)
            if found and (found.end() < len(self._buffer) or self._ended):
                return self._cut(found.end())
            if len(self._buffer) - self._at > self._limit:
                raise BrokenError(self.line, f"value longer than {self._limit // 2**20} MB")
            if not self._more():
                if found:
                    return self._cut(found.end())
                raise BrokenError(self.line, "the file is cut off" if first == '"' else f"unexpected {first!r}")

    def _take_container(self, *, keep: bool) -> bytes | None:
        depth = 0
        scan = self._at
        line = self.line
        while True:
            found = _BRACKET.match(self._buffer, scan)
            mark = found.group(1) if found else None
            if found and mark and mark != b'"':
                scan = found.end()
                depth += 1 if mark in b"[{" else -1
                if depth <= 0:
                    raw = self._cut(scan)
                    return raw if keep else None
                continue
            scan = found.start(1) if found and mark else (found.end() if found else scan)
            if not keep or scan - self._at > self._limit or len(self._buffer) - self._at > 2 * self._limit:
                keep = False
                if len(self._buffer) - scan > 2 * self._limit:
                    raise BrokenError(line, "a string that does not end")
                self._advance(scan)
                scan = self._at
            before = self._at
            if not self._more():
                raise BrokenError(line, "the file is cut off inside this record")
            scan -= before - self._at

    def _cut(self, end: int) -> bytes:
        raw = self._buffer[self._at : end]
        self._advance(end)
        return raw

    def _advance(self, end: int) -> None:
        self.line += self._buffer.count(b"\n", self._at, end)
        self._at = end

    def _more(self) -> bool:
        if self._ended:
            return False
        rest = self._buffer[self._at :]
        chunk = self._stream.read(max(_CHUNK, len(rest)))
        self._ended = not chunk
        self._buffer, self._at = rest + chunk, 0
        return not self._ended
