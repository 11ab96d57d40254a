"""Names compared and resolved: the same, maybe the same, or different, and never a guess between two.

`compare` judges two names, `resolve` a name against the entities of a vault:

| what is told apart                                   | compare   | resolve, with one such entity |
|------------------------------------------------------|-----------|-------------------------------|
| equal key (case, hyphens, full stops), several words | same      | exact                         |
| equal key, one word, not known to be a thing         | maybe     | exact                         |
| accents, umlauts, transliteration, "Smith, John"     | same      | same: an alias                |
| title, legal form, article, degree left out          | same      | same: an alias                |
| nickname with equal surname: Bob Smith, Robert Smith | same      | same: an alias                |
| a person's first name only: Marta, Marta Ruiz        | maybe     | same: an alias                |
| some words of a person's name; a middle name left out| maybe     | same: an alias                |
| the same of what may be no person: React Native      | maybe     | new                           |
| NYC for a place or organisation, three letters up    | maybe     | same: an alias                |
| a particle left out: Jan Berg, Jan van der Berg      | maybe     | review                        |
| surname only, title and surname                      | maybe     | review                        |
| initials, a nickname alone, alike in sound or letters| maybe     | review                        |
| another legal form, another word order of a thing    | maybe     | review                        |
| digits, generation, single letter, negation, surname | different | new                           |
| same letters, but a common lower-case word: Will/will| different | exact (the key decides)       |

With two entities that a name could be, `resolve` says "ambiguous" and names both: a person decides.
This module is the only home of rapidfuzz, nicknames and anyascii; an exact match imports none of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from persona_cli.core.names_data import (
    COMMON_WORDS,
    FORENAMES,
    FRONTS,
    GENERIC,
    HEADS,
    NEGATIONS,
    NICKNAMES,
    NOT_NICKNAMES,
    PARTICLES,
    TITLES,
)
from persona_cli.core.names_fold import Apart, loosened, name_key, sound, taken_apart
from persona_cli.core.names_given import GIVEN

__all__ = ["Comparison", "Resolution", "blocking_keys", "compare", "name_key", "resolve"]

Verdict = Literal["same", "maybe", "different"]

_PEOPLE = frozenset({"", "person", "animal"})
# A "maybe" of these kinds is enough when only one entity fits.
_ENOUGH = frozenset({"first name", "part of the name", "middle name", "acronym"})
# A "maybe" of these kinds is not worth a question: React Native is not React.
_WEAK = frozenset({"first word", "words in common"})
_LONG = 7  # letters from which one wrong letter is more likely a slip than another name
_NEAR = 93  # of 100, rapidfuzz's ratio of sorted words, for names of things


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two names are to each other, and why."""

    verdict: Verdict
    reason: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a name stands for among the entities given."""

    entity: str  # entity id; empty unless the verdict is exact or same
    verdict: Literal["exact", "same", "ambiguous", "new"]
    candidates: tuple[
        tuple[str, str], ...
    ] = ()  # entity id and reason of all that it could be; when "new": has words in common with


def compare(a: str, b: str, *, type_a: str = "", type_b: str = "") -> Comparison:
    """Judge two names; types (person, place, organisation, work, animal, thing; empty: not known) sharpen it."""
    if name_key(a) == name_key(b):
        return _equal_keys(a, b, type_a, type_b)
    if type_a and type_b and type_a != type_b:
        return Comparison("different", "another type")
    left, right = taken_apart(a), taken_apart(b)
    hindrance = _hindrance(left, right)
    if hindrance:
        return Comparison("different", hindrance)
    return _spelling(left, right, type_a or type_b) or _by_words(left, right, type_a or type_b)


def resolve(
    name: str,
    candidates: Iterable[tuple[str, tuple[str, ...], str]],
    *,
    distinct: AbstractSet[str] = frozenset(),
    type: str = "",  # noqa: A002 - the word for it everywhere
) -> Resolution:
    """Find the entity `name` stands for among (entity id, its names, its type); see the table of the module.

    `distinct` holds entities that it must never be; `type` is that of the thing named, where known.
    """
    key = name_key(name)
    pool = [candidate for candidate in candidates if candidate[0] not in distinct]
    exact = sorted({entity for entity, names, _ in pool if any(name_key(other) == key for other in names)})
    if exact:
        found = tuple((entity, "exact") for entity in exact)
        return Resolution(exact[0], "exact", found) if len(exact) == 1 else Resolution("", "ambiguous", found)
    judged = [(entity, _best(name, names, type, other)) for entity, names, other in pool]
    for fits in (
        [(entity, how.reason) for entity, how in judged if how.verdict == "same"],
        [(entity, how.reason) for entity, how in judged if how.verdict == "maybe" and how.reason in _ENOUGH],
    ):
        if len({entity for entity, _ in fits}) == 1:
            return Resolution(fits[0][0], "same", (fits[0],))
        if fits:
            return Resolution("", "ambiguous", tuple(sorted(set(fits))))
    doubtful = tuple(sorted({(entity, how.reason) for entity, how in judged if how.verdict == "maybe"}))
    worth_asking = any(reason not in _WEAK for _, reason in doubtful)
    return Resolution("", "ambiguous" if worth_asking else "new", doubtful)


def blocking_keys(name: str) -> set[str]:
    """Keys of which two names share at least one unless `compare` calls them different; for an index of names."""
    apart = taken_apart(name)
    keys = {f"={name_key(name)}"}
    keys.update(f"j:{word}" for word in apart.joined)
    keys.update(f"i:{letters}" for letters in apart.initials)
    inside = frozenset[str]().union(*(word - FORENAMES for word in apart.words[:1] if len(apart.words) > 1))
    inside = (inside | frozenset[str]().union(*apart.words[1:-1])) & PARTICLES
    for word in frozenset[str]().union(*(apart.words[-1:] or ()), frozenset[str]().union(*apart.words) - inside):
        keys.update((f"w:{word}", f"x:{loosened(word)}", f"s:{sound(word)}", f"n:{word}"))
        keys.update(f"n:{full}" for full in _full_names(word))
        if len(word) >= _LONG:
            keys.add(f"p:{sound(word)[:3]}")
    if apart.caps:
        keys.update(f"i:{word}" for word in apart.joined)
    return keys


def _equal_keys(a: str, b: str, type_a: str, type_b: str) -> Comparison:
    if type_a and type_b and type_a != type_b:
        return Comparison("maybe", "another type")
    if a.strip() != b.strip() and name_key(a) in COMMON_WORDS and a.islower() != b.islower():
        return Comparison("different", "a common word")
    if a.strip() == b.strip() and len(taken_apart(a).words) == 1 and (type_a or type_b) in _PEOPLE:
        return Comparison("maybe", "single name")
    return Comparison("same", "exact" if a.strip() == b.strip() else "spelling")


def _hindrance(left: Apart, right: Apart) -> str:
    """Why two names can never be one, or an empty string."""
    if left.digits != right.digits:
        return "digits"
    if left.generation != right.generation:
        return "generation"
    words = frozenset(left.shown), frozenset(right.shown)
    if words[0] & NEGATIONS != words[1] & NEGATIONS:
        return "negation"
    sexes = [{TITLES[title] for title in apart.titles} - {""} for apart in (left, right)]
    if sexes[0] and sexes[1] and not sexes[0] & sexes[1]:
        return "title"
    return "single letter" if _letters(left) != _letters(right) and not _initials_agree(left, right) else ""


def _letters(apart: Apart) -> tuple[str, ...]:
    return tuple(word for word in apart.plain if len(word) == 1)


def _initials_agree(left: Apart, right: Apart) -> bool:
    """Whether each single letter is an initial: never the last word, and of no other letter than its counterpart."""
    for one, other in ((left, right), (right, left)):
        if one.plain and len(one.plain[-1]) == 1 and one.plain[-1] not in other.plain:
            return False
        for letter in _letters(one):
            if letter in other.plain:
                continue
            place = one.plain.index(letter)
            if len(other.plain) == len(one.plain) and other.plain[place][:1] != letter:
                return False
            if len(other.plain) == 1 and one.plain[-1] != other.plain[0]:
                return False
    return True


def _spelling(left: Apart, right: Apart, kind: str) -> Comparison | None:
    """The same words, spelt, joined, transliterated or ordered in another way."""
    if not left.words or not right.words:
        return Comparison("different", "no words")
    if not left.latin and not right.latin:  # one script or two: no transliteration tells homophones apart
        same = sorted(left.shown) == sorted(right.shown)
        return Comparison("same", "spelling") if same else Comparison("different", "words")
    if _alike(left.words, right.words) or left.joined & right.joined:
        return _same_letters(left, right, kind)
    if left.latin != right.latin and [loosened(w) for w in left.plain] == [loosened(w) for w in right.plain]:
        return Comparison("same" if _alphabetic(left, right) else "maybe", "transliteration")
    if len(left.words) == len(right.words) and sorted(left.plain) == sorted(right.plain):
        return Comparison("same" if kind in _PEOPLE and len(left.words) <= 3 else "maybe", "word order")
    return None


def _same_letters(left: Apart, right: Apart, kind: str) -> Comparison:
    if left.legal_form and right.legal_form and left.legal_form != right.legal_form:
        return Comparison("maybe", "legal form")
    if left.latin != right.latin and not _alphabetic(left, right):
        return Comparison("maybe", "transliteration")
    if len(left.words) == 1 and left.titles != right.titles and kind in _PEOPLE:
        return Comparison("maybe", "single name")
    return Comparison("same", "spelling")


def _alphabetic(left: Apart, right: Apart) -> bool:
    """Whether the one that is not Latin is in an alphabet with vowels, where transliteration tells names apart."""
    other = right if left.latin else left
    return all("\u0370" <= c <= "\u052f" or c.isascii() or "\u00c0" <= c <= "\u024f" for c in "".join(other.shown))


def _alike(left: tuple[frozenset[str], ...], right: tuple[frozenset[str], ...]) -> bool:
    return len(left) == len(right) and all(a & b for a, b in zip(left, right, strict=True))


def _by_words(left: Apart, right: Apart, kind: str) -> Comparison:
    if any(set(apart.plain) <= PARTICLES and apart.plain[0] not in FORENAMES for apart in (left, right)):
        return Comparison("different", "words")
    for caps, other in ((left, right), (right, left)):
        if caps.caps and caps.plain[0] in other.initials:
            big = kind in {"place", "organisation"} and len(caps.plain[0]) > 2
            return Comparison("maybe", "acronym" if big else "initials")
    if kind not in _PEOPLE:
        return _things(left, right)
    short, long = sorted((left, right), key=lambda apart: (len(apart.words), apart.shown, sorted(apart.titles)))
    if kind != "person" and len(long.words) > len(short.words) and _another_thing(short, long):
        return Comparison("different", "another thing")
    if len(short.words) == 1:
        return _one_word(short, long, kind)
    return _full(short, long, kind)


def _another_thing(short: Apart, long: Apart) -> bool:
    """Whether what the longer name adds makes it the name of something else: Apple, Apple Pie."""
    first, last = long.plain[0], long.plain[-1]
    return (last in HEADS and last not in short.plain) or (first in FRONTS and first not in short.plain)


def _one_word(short: Apart, long: Apart, kind: str) -> Comparison:
    word = short.words[0]
    if len(long.words) == 1:
        return _given(short.plain[0], long.plain[0], alone=True)
    if word & long.words[0]:
        return Comparison("maybe", "first name" if _personal(long, kind) else "first word")
    if word & long.words[-1] and (short.titles or _personal(long, kind)):
        return Comparison("maybe", "title and surname" if short.titles else "surname only")
    if _nickname(short.plain[0], long.plain[0]):
        return Comparison("maybe", "nickname alone")
    return Comparison("different", "words")


def _personal(apart: Apart, kind: str) -> bool:
    """Whether a name is a person's: said to be, titled, abbreviated, or beginning with a given name."""
    first = apart.plain[0]
    said = kind in {"person", "animal"} or bool(apart.titles) or len(first) == 1
    return said or first in GIVEN or bool(_full_names(first))


def _full(short: Apart, long: Apart, kind: str) -> Comparison:
    """Two names of several words each, as people have them."""
    a, b = short.plain, long.plain
    if set(a) < set(b):
        return Comparison("maybe", _left_out(a, long, kind))
    if not short.words[-1] & long.words[-1]:
        return _near(a, b) if len(a) > 2 else Comparison("different", "surname")
    if _abbreviated(a, b):
        return Comparison("maybe", "initial")
    if len(a) != len(b) or not _alike(short.words[1:], long.words[1:]):
        return Comparison("different", "words")
    return _given(a[0], b[0], alone=False)


def _left_out(a: tuple[str, ...], long: Apart, kind: str) -> str:
    """What the shorter of two names leaves out of the longer one."""
    b = long.plain
    if (missing := set(b) - set(a)) <= PARTICLES and not (b[0] in missing and b[0] in FORENAMES):
        return "particle"
    if not _personal(long, kind):
        return "words in common"
    return "middle name" if a[0] == b[0] and a[-1] == b[-1] else "part of the name"


def _abbreviated(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Whether the given names agree, letter for letter where one has initials: J. G. Smith, John Gregory Smith."""
    pairs = list(zip(a[:-1], b[:-1], strict=False))
    if not any(1 in {len(one), len(other)} for one, other in pairs):
        return False
    return all(one == other or (1 in {len(one), len(other)} and one[0] == other[0]) for one, other in pairs)


def _given(a: str, b: str, *, alone: bool) -> Comparison:
    """Two given names; `alone` when no surname supports them."""
    if sound(a) == sound(b):
        return Comparison("maybe", "alike in sound")
    if _nickname(a, b):
        return Comparison("maybe", "nickname alone") if alone else Comparison("same", "nickname and surname")
    if min(len(a), len(b)) >= _LONG and sound(a)[:3] == sound(b)[:3] and _distance(a, b) == 1:
        return Comparison("maybe", "alike in letters")
    return Comparison("different", "words")


def _things(left: Apart, right: Apart) -> Comparison:
    """Places, organisations, works: word for word, save a generic word or a slip of the pen."""
    a, b = set(left.plain), set(right.plain)
    if (a < b or b < a) and (a ^ b) <= GENERIC:
        return Comparison("maybe", "generic word")
    if a - PARTICLES - {"of"} == b - PARTICLES - {"of"}:
        return Comparison("maybe", "word order")
    return _near(left.plain, right.plain)


def _near(a: tuple[str, ...], b: tuple[str, ...]) -> Comparison:
    """Alike in letters: proposed, never concluded."""
    shared = bool(set(a) & set(b)) or (len(a) == len(b) == 1 and sound(a[0])[:3] == sound(b[0])[:3])
    if shared and len(a) == len(b) and min(len("".join(a)), len("".join(b))) >= _LONG:
        from rapidfuzz import fuzz

        one, other = " ".join(a), " ".join(b)
        if fuzz.token_sort_ratio(one, other) >= _NEAR or _distance(one, other) == 1:
            return Comparison("maybe", "alike in letters")
    return Comparison("different", "words")


def _distance(a: str, b: str) -> int:
    from rapidfuzz.distance import OSA

    return int(OSA.distance(a, b, score_cutoff=1))


def _best(name: str, names: tuple[str, ...], type_name: str, type_other: str) -> Comparison:
    """The strongest verdict over all names of an entity; a full name that contradicts silences a first name."""
    judged = [(other, compare(name, other, type_a=type_name, type_b=type_other)) for other in names]
    order = {"same": 0, "maybe": 1, "different": 2}
    best = min((how for _, how in judged), key=lambda how: (order[how.verdict], how.reason not in _ENOUGH),
               default=Comparison("different", "no names"))  # fmt: skip
    if best.verdict == "maybe" and len(taken_apart(name).words) > 1:
        for other, how in judged:
            if how.verdict == "different" and len(taken_apart(other).words) > 1:
                return Comparison("different", how.reason)
    return best


def _nickname(a: str, b: str) -> bool:
    if frozenset((a, b)) in NOT_NICKNAMES:
        return False
    return b in _full_names(a) or a in _full_names(b)


def _full_names(word: str) -> frozenset[str]:
    """The names that `word` is short for."""
    if not word.isascii():
        return frozenset()
    return frozenset(_nicknamer().canonicals_of(word)) | frozenset(NICKNAMES.get(word, ()))


@lru_cache(maxsize=1)
def _nicknamer() -> Any:
    from nicknames import NickNamer

    return NickNamer()
