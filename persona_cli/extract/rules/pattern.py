"""Regular expressions that are compiled when first used: a command that extracts nothing pays for none."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import cached_property

# Letters that may begin a name, for a class of characters: capitals, and letters of scripts that have none.
UPPER = (
    "A-Z"
    + "".join(c for c in map(chr, range(0xC0, 0x250)) if c.isupper())
    + "\u0386-\u03ab\u0400-\u042f\u05d0-\u05ea\u0620-\u064a\u0904-\u0939\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3"
)


class Pattern:
    """A regular expression with the methods of a compiled one."""

    def __init__(self, source: str, flags: int = 0) -> None:
        self.source = source
        self.flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The expression itself; raises re.error on first use if it is none."""
        return re.compile(self.source, self.flags)

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """As `re.Pattern.search`."""
        return self.compiled.search(text, start, end)

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """As `re.Pattern.match`."""
        return self.compiled.match(text, start, end)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """As `re.Pattern.fullmatch`."""
        return self.compiled.fullmatch(text)

    def finditer(self, text: str, start: int = 0) -> Iterator[re.Match[str]]:
        """As `re.Pattern.finditer`."""
        return self.compiled.finditer(text, start)

    def findall(self, text: str) -> list[str]:
        """As `re.Pattern.findall`, for an expression with at most one group."""
        return self.compiled.findall(text)

    def split(self, text: str) -> list[str]:
        """As `re.Pattern.split`, for an expression without groups."""
        return self.compiled.split(text)

    def sub(self, put: str | Callable[[re.Match[str]], str], text: str) -> str:
        """As `re.Pattern.sub`."""
        return self.compiled.sub(put, text)
