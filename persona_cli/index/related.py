"""Words near in meaning to a word, read from a table made of the shipped model (`bench/embedding/related.py`).

The table is text, one sorted line a word, memory-mapped: looking a word up reads a few lines of it. It knows English.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

TABLE = Path(__file__).parent / "model" / "related.txt"
SHORTEST = 3  # letters of a word in the table
NEAR = 45  # percent: the least cosine of a related word
MOST = 8  # related words of one word

Related = Mapping[str, tuple[tuple[str, float], ...]]  # word -> (word, cosine), nearest first
NO_WORDS: Related = MappingProxyType({})


def related(words: Iterable[str]) -> Related:
    """The related words of each of `words` that has some.

    A word written with a capital is taken for a name: what is near to a name is another name.
    """
    found = {word: _near(word) for word in words if word.isascii() and word.islower()}
    return {word: near for word, near in found.items() if near}


@lru_cache(maxsize=4096)
def _near(word: str) -> tuple[tuple[str, float], ...]:
    entries = _line(word.encode()).split()[1:]
    pairs = (entry.rsplit(b":", 1) for entry in entries)
    return tuple((near.decode(), int(percent) / 100) for near, percent in pairs)


def _line(word: bytes) -> bytes:
    """The line that begins with `word` and a space; empty when there is none."""
    data = _table()
    low, high = 0, len(data)
    while low < high:
        start = data.rfind(b"\n", low, (low + high) // 2) + 1 or low
        end = data.find(b"\n", start)
        line = data[start:end]
        key = line[: line.find(b" ")]
        if key == word:
            return line
        low, high = (end + 1, high) if key < word else (low, start)
    return b""


@lru_cache(maxsize=1)
def _table() -> mmap.mmap:
    with TABLE.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
