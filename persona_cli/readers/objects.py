"""Fields of JSON objects that may be missing, null or of the wrong type, as what the reader needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from persona_cli.errors import Problem
from persona_cli.readers.contract import Input
from persona_cli.readers.jsonstream import BadRecordError, BrokenError, Cursor, parse_noted
from persona_cli.readers.source import MAX_RECORD, opened, raw_lines

T = TypeVar("T")


def text_of(value: Any, *keys: str) -> str:
    """The first of `keys` in an object that is a text with words, or a whole number."""
    if isinstance(value, dict):
        for key in keys:
            found = value.get(key)
            if isinstance(found, str) and found.strip():
                return found
            if isinstance(found, int) and not isinstance(found, bool):
                return str(found)
    return ""


def dict_of(value: Any, key: str) -> dict[str, Any]:
    """The object under `key`, or an empty one."""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def list_of(value: Any, key: str) -> list[Any]:
    """The array under `key`, or an empty one."""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def elements(cursor: Cursor, path: str) -> Iterator[tuple[int, Any] | Problem]:
    """The objects of the array a cursor stands before, with their lines; a bad one, or the end of a cut file, is a Problem."""
    try:
        for line in cursor.items():
            try:
                value = cursor.value()
            except BrokenError:
                raise
            except BadRecordError as error:
                yield Problem(path, error.line, error.message)
                continue
            if cursor.note:
                yield Problem(path, line, cursor.note)
            if isinstance(value, dict):
                yield line, value
            else:
                yield Problem(path, line, "not an object, skipped")
    except BrokenError as error:
        cursor.broken = True
        yield Problem(path, error.line, error.message)


def streamed(source: Input, walk: Callable[[Cursor], Iterator[T]]) -> Iterator[T | Problem]:
    """What `walk` makes of a JSON file; where the file breaks, a Problem ends it."""
    with opened(source) as stream:
        cursor = Cursor(stream)
        try:
            yield from walk(cursor)
        except BadRecordError as error:
            yield Problem(source.path, error.line, error.message)


def json_lines(source: Input) -> Iterator[tuple[int, dict[str, Any]] | Problem]:
    """The objects of a JSON lines file with their lines; a bad one is a Problem."""
    for item in raw_lines(source, limit=MAX_RECORD):
        if isinstance(item, Problem):
            yield item
            continue
        number, raw = item
        if not raw.strip():
            continue
        try:
            value, note = parse_noted(raw)
        except ValueError as error:
            yield Problem(source.path, number, f"not JSON: {error}")
            continue
        if note:
            yield Problem(source.path, number, note)
        if isinstance(value, dict):
            yield number, value
        else:
            yield Problem(source.path, number, "not an object, skipped")
