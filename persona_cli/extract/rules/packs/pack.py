"""What every language pack holds, and where packs are found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module

from persona_cli.extract.rules.pattern import Pattern

PACKS: Mapping[str, str] = {  # language code -> module with a `PACK`; one line here adds a language
    "en": "persona_cli.extract.rules.packs.en",
    "es": "persona_cli.extract.rules.packs.es",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """One pattern of a table pack: what its words mean."""

    pattern: Pattern  # group `o`, where there is one, is the object entity
    predicate: str
    object_type: str = ""
    correction: bool = False  # it says that something is so no more


@dataclass(frozen=True, slots=True)
class Tables:
    """A language that is read by tables alone."""

    statements: tuple[Statement, ...]  # the first that fits wins
    openers: Pattern  # words at the head that say nothing of their own
    split: Pattern  # between coordinated statements
    phrases: tuple[tuple[Pattern, str], ...]  # first person -> third person, before single words
    third: Mapping[str, str]  # first-person word -> third-person word
    determiners: frozenset[str]  # after these a word is a noun and stays as it is
    unread: Pattern  # first-person words that are left: the sentence was not understood
    negation: Pattern
    times_first: Pattern  # words of time that may stand before the verb
    user: str  # "the user"
    lead: Callable[[str, str], str]  # (name, the rest) -> the sentence
    relatives: Mapping[str, str]  # kin word -> predicate from the speaker
    relative: Pattern  # groups `kin` and `name`, and `rest` for what is said of them
    of_others: tuple[Statement, ...]  # what is said of a relative
    relation_text: str  # with {name}, {kin}, {user}
    relative_text: str  # with {name}, {kin}, {user}, {rest}


@dataclass(frozen=True, slots=True)
class Pack:
    """One language as data."""

    code: str
    name: str  # in English, for messages
    respell: Callable[[str], str]  # slang and contractions spelt out
    and_word: str
    pasted: Pattern  # a line ending in ":" after which the words are not the speaker's
    drop: Pattern  # sentences that state nothing: hypotheses, orders, greetings
    tables: Tables | None = None  # None: the language has a grammar of its own


@lru_cache(maxsize=8)
def load(code: str) -> Pack | None:
    """The pack of a language, or None when there is none."""
    module = PACKS.get(code)
    if module is None:
        return None
    pack = import_module(module).PACK
    assert isinstance(pack, Pack)  # noqa: S101  # a pack that is none is a fault of the program
    return pack
