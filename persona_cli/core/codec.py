"""Events as canonical lines of JSON with a checksum, and back.

A line is UTF-8 JSON with keys in the order given, ending in `,"crc":"xxxxxxxx"}` and a newline: CRC-32 (the one of
zip and PNG, ISO 3309) over the bytes before `,"crc"`, in eight lower-case hex digits, compared as bytes.
"""

from __future__ import annotations

import hashlib
import math
import zlib
from collections.abc import Iterable
from typing import Any

import orjson

MAX_LINE = 64 * 1024 * 1024  # bytes; a longer line is refused on both ways
MAX_DEPTH = 200  # objects and arrays inside each other
_TRAILER = len(b',"crc":"xxxxxxxx"}')
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32, lower case


def encode_line(record: dict[str, Any]) -> bytes:
    """`record` as one checksummed line; raises ValueError for what JSON cannot carry: NaN, integers over 64 bits."""
    try:
        data = orjson.dumps(_finite(record))
    except TypeError:
        data = _dumped(_clean(record))
    checksum = zlib.crc32(data[:-1])
    line = b'%s,"crc":"%08x"}\n' % (data[:-1], checksum)
    if len(line) > MAX_LINE:
        raise ValueError(f"a record of {len(line)} bytes is over the limit of {MAX_LINE}")
    return line


def decode_line(line: bytes) -> dict[str, Any]:
    """The record of one line (with or without its newline); raises ValueError saying what is wrong."""
    line = line.rstrip(b"\n")
    if len(line) > MAX_LINE:
        raise ValueError("line too long")
    head, trailer = line[:-_TRAILER], line[-_TRAILER:]
    if trailer[:8] != b',"crc":"' or trailer[-2:] != b'"}':
        raise ValueError("no checksum: the line is torn or foreign")
    if trailer[8:-2] != b"%08x" % zlib.crc32(head):
        raise ValueError("checksum does not match: the line was changed or damaged")
    record = orjson.loads(line)
    if not isinstance(record, dict):  # unreachable by our own writer; a checksum is no proof of shape
        raise ValueError("not an object")  # noqa: TRY004 - bad data, not a wrong call
    del record["crc"]
    return record


def derived_id(prefix: str, *parts: str) -> str:
    """An id that depends on `parts` alone: `prefix_` and 16 base-32 digits of their SHA-256."""
    digest = hashlib.sha256("\x1f".join(parts).encode("utf-8", "replace")).digest()
    return f"{prefix}_{base32(int.from_bytes(digest[:10], 'big'), 16)}"


def base32(number: int, digits: int) -> str:
    """`number` in Crockford's base 32, its lowest `digits` digits."""
    return "".join(_ALPHABET[(number >> (5 * place)) & 31] for place in reversed(range(digits)))


def well_formed(text: str) -> str:
    """`text` with lone surrogates replaced, so that it can be written as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _dumped(value: Any) -> bytes:
    try:
        return orjson.dumps(value)
    except TypeError as error:  # nested too deep, or of a type that JSON does not have
        raise ValueError(str(error)) from error


def _finite(value: Any) -> Any:
    """`value` unchanged; raises ValueError where it holds a number that JSON cannot carry, or nests too deep."""
    stack = [(value, 0)]
    while stack:
        item, depth = stack.pop()
        if depth > MAX_DEPTH:
            raise ValueError("nested too deep")
        if isinstance(item, float):
            if not math.isfinite(item):
                raise ValueError("not a finite number")
        elif isinstance(item, int):
            if not -(2**63) <= item < 2**64:
                raise ValueError("integer over 64 bits")
        elif isinstance(item, dict):
            stack.extend((inner, depth + 1) for inner in item.values())
        elif isinstance(item, (list, tuple)):
            stack.extend((inner, depth + 1) for inner in item)
    return value


def _clean(value: Any) -> Any:
    """`value` with every string well formed."""
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in value.items()}
    if isinstance(value, Iterable):
        return [_clean(item) for item in value]
    return value
