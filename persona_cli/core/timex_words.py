"""The words of time, a table per language: adding a language is adding one `Words` and one line in `WORDS`.

A rule's template is a regular expression in which a space stands for one to three blanks, `@name` for a
captured word of the table `name`, and `%name` for a fragment. Its resolver, named first, is in `core.timex_resolve`
and knows nothing of languages. `needs` lists words of which one must be in the text for the rule to be tried: `#`
stands for a digit, `@name` for any word of a table, and `&` joins lists of which each must have one.
`after` names the set of prepositions the time must follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

_PLACE = re.compile(r"([@%])([a-z_]+)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to speak of time."""

    resolver: str
    template: str
    needs: str  # blank-separated; `&` between lists
    after: str = ""  # a key of `Words.after`; empty: needs no preposition before it
    narrows: bool = False  # "early", "the end of" may stand before it


@dataclass(frozen=True)
class Words:
    """What one language contributes."""

    tables: Mapping[str, Mapping[str, int | str]]
    fragments: Mapping[str, str]
    numbers: Mapping[str, tuple[float, float]]  # word -> at least, at most
    preps: Mapping[str, str]  # preposition -> since, by, until, from, at, between or join
    approximate: frozenset[str]  # words between preposition and time, or prepositions, that blur it
    fillers: tuple[str, ...]  # words that may stand between a preposition and the time
    parts: Mapping[str, str]  # early, mid, late, start, end, earlier, later
    after: Mapping[str, frozenset[str]]
    rules: tuple[Rule, ...]
    future: str  # what makes a clause speak of the future
    past: str
    present: str  # directly before a time: "is on Friday" lies ahead
    perfect: str  # makes "for three years" reach until now
    breaks: str  # what ends a clause inside a sentence
    clock: str  # a time of day that may follow a day
    month_first: bool  # how 3/4 is read when both ways are possible

    @cached_property
    def needs(self) -> tuple[tuple[Rule, tuple[frozenset[str], ...]], ...]:
        """The rules with the words they need."""
        return tuple((rule, self._needs(rule.needs)) for rule in self.rules)

    def pattern(self, rule: Rule) -> re.Pattern[str]:
        """The compiled template of a rule; compiled when first needed, as most never are."""
        found = self._patterns.get(rule.template)
        if found is None:
            found = self._patterns[rule.template] = self._pattern(rule.template)
        return found

    @cached_property
    def _patterns(self) -> dict[str, re.Pattern[str]]:
        return {}

    @cached_property
    def triggers(self) -> frozenset[str]:
        """Words of which one must be there for any rule to match: of each rule its last list, the rarer words."""
        return frozenset[str]().union(*(needs[-1] for _, needs in self.needs))

    @cached_property
    def before(self) -> re.Pattern[str]:
        """What may stand before a time: preposition, fillers, part; matched at the end of what precedes."""
        parts, preps, fillers = one_of(self.parts), one_of(self.preps), one_of(self.fillers)
        source = (
            rf"(?:(?<!\w)(?!(?:{parts})[ -])(?P<prep>{preps})(?P<fill>(?: (?:{fillers})){{0,3}}) )?"
            rf"(?:(?<!\w)(?P<part>{parts})(?:[ -])(?:the |el |la )?)?(?:the |el |la |los )?$"
        )
        return _compiled(source)

    @cached_property
    def endings(self) -> frozenset[str]:
        """The last words of all that `before` can match: where none is, it need not be tried."""
        phrases = (*self.preps, *self.parts, *self.fillers, "the", "el", "la", "los")
        return frozenset(phrase.split()[-1].lower() for phrase in phrases)

    @cached_property
    def tense(self) -> re.Pattern[str]:
        """Markers of future and past; each begins a word or is a short form after an apostrophe."""
        return _compiled(rf"(?:(?<!\w)(?=\w)|(?=['’]))(?:(?P<future>{self.future})|(?P<past>{self.past}))")

    @cached_property
    def edges(self) -> re.Pattern[str]:
        """Where a clause ends."""
        return _compiled(rf"[.!?;\n]|{self.breaks}")

    @cached_property
    def ahead(self) -> re.Pattern[str]:
        """A present tense right before the time."""
        return _compiled(rf"(?:{self.present}) $")

    @cached_property
    def lasting(self) -> re.Pattern[str]:
        """A perfect tense."""
        return _compiled(self.perfect)

    @cached_property
    def clock_after(self) -> re.Pattern[str]:
        """A time of day after a day."""
        return _compiled(self.clock)

    def _pattern(self, template: str) -> re.Pattern[str]:
        def fill(match: re.Match[str]) -> str:
            mark, name = match.groups()
            if mark == "%":
                return _PLACE.sub(fill, self.fragments[name])
            return f"(?P<{name}>{one_of(self.tables[name])})"

        return _compiled(rf"(?<!\w)(?:{_PLACE.sub(fill, template)})(?!\w)")

    def _needs(self, needs: str) -> tuple[frozenset[str], ...]:
        return tuple(
            frozenset().union(*(first_words(self.tables[n[1:]]) if n[0] == "@" else (n,) for n in part.split()))
            for part in needs.split("&")
        )


def _compiled(source: str) -> re.Pattern[str]:
    """A space stands for one to three blanks, ` ?` for up to three: bounded, so that no text takes long."""
    return re.compile(source.replace(" ?", r"\s{0,3}").replace(" ", r"\s{1,3}"), re.IGNORECASE)


def one_of(words: Iterable[str]) -> str:
    """An alternation, longest first; an apostrophe matches both its forms, a full stop may be missing."""
    forms = (re.escape(word).replace("\\ ", " ").replace("'", "['’]") for word in words)
    return "|".join(sorted(forms, key=len, reverse=True))


def first_words(words: Iterable[str]) -> set[str]:
    """The first letter-word of each entry, as the quick check sees it."""
    return {found[0] for word in words if (found := re.findall(r"[^\W\d_]+", word.lower()))}


def words_of(language: str) -> Words | None:
    """The table of a language (`en`, `es`, also `en-GB`), or None when there is none."""
    from persona_cli.core.timex_en import ENGLISH
    from persona_cli.core.timex_es import SPANISH

    return {"en": ENGLISH, "es": SPANISH}.get(language.lower().replace("_", "-").split("-")[0])
