"""What every language pack holds, and where packs are found."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module

PACKS: Mapping[str, str] = {  # language code -> module with a `PACK`; one line here adds a language
    "en": "persona_cli.extract.rules.packs.en",
    "es": "persona_cli.extract.rules.packs.es",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """One pattern of a table pack: what its words mean."""

    pattern: re.Pattern[str]  # groups: `o` the object entity
    predicate: str
    object_type: str = ""
    aspect: str = ""
    correction: bool = False


@dataclass(frozen=True, slots=True)
class Pack:
    """One language as data."""

    code: str
    name: str  # in English, for messages
    common: frozenset[str]  # its most frequent words, by which it is told from others
    respell: Callable[[str], str]  # slang and contractions spelt out
    and_word: str
    pasted: re.Pattern[str]  # a line ending in ":" after which the words are not the speaker's
    pasted_after: re.Pattern[str]  # a sentence after which pasted text follows
    drop: re.Pattern[str]  # sentences that state nothing: hypotheses, orders, greetings
    # A table pack (anything but English, which has a grammar of its own) says the rest here.
    statements: tuple[Statement, ...] = ()
    third: Mapping[str, str] = field(default_factory=dict)  # first person word -> third person word
    unread: re.Pattern[str] | None = None  # first-person words left after rewriting: the sentence is not understood
    negation: re.Pattern[str] | None = None
    split: re.Pattern[str] | None = None  # between coordinated statements
    user: str = ""  # "the user" in this language
    relations: Mapping[str, str] = field(default_factory=dict)  # kin word -> predicate from the speaker


@lru_cache(maxsize=8)
def load(code: str) -> Pack | None:
    """The pack of a language, or None when there is none."""
    module = PACKS.get(code)
    if module is None:
        return None
    pack = import_module(module).PACK
    assert isinstance(pack, Pack)  # noqa: S101  # a pack that is none is a fault of the program
    return pack
