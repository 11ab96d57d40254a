"""Whether two sentences say the same: content words, with negation, numbers, names and dates never overlooked.

No vectors here: a negated sentence is next to its opposite in every embedding, so likeness of words decides and the
things that turn a meaning round must agree exactly.
"""

from __future__ import annotations

import itertools
import math
import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

SAME = 0.85  # share of words in common from which two statements are one
FLOOR = 0.5  # likeness below which a correction does not mean a fact

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_STOP = frozenset(
    "a an and are as at be been being but by did do does for from had has have having he her hers him his i in is it"
    " its me mine my of on or our she so that the their them they this to was we were with you your there then than"
    " really very quite also just own been currently now still"
    " el la los las un una de del en y o que es son era fue se su sus con por para"
    " le les des du et ou est sont der die das und oder ist sind ein eine".split()
)
_NEGATION = frozenset(
    "not no never none nothing nobody without cannot neither nor n't stopped quit nunca jamás tampoco sin ne pas jamais"
    " nicht kein keine nie dont doesnt didnt isnt arent wasnt wont cant couldnt hasnt havent hardly barely".split()
)
_AGAINST = frozenset(  # verbs that are the opposite of another by themselves; they count as words too
    "dislike dislikes disliked hate hates hated hating loathe loathes detest detests avoid avoids avoided refuse refuses"
    " refused odia odiaba odio déteste hasse hasst".split()
)
_COUNTED = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen",
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince",
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
)
_MORE = (
    "seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90"
    " hundred=100 thousand=1000 million=1000000 dozen=12 half=0.5 once=1 twice=2 thrice=3"
)
_NUMBERS = {word: str(value) for words in _COUNTED for value, word in enumerate(words.split())} | dict(
    pair.split("=") for pair in _MORE.split()
)
_DATES = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september"
    " october november december lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo"
    " junio julio agosto septiembre octubre noviembre diciembre".split()
)
_ENDINGS = ("ingly", "edly", "ies", "ied", "ing", "ed", "es", "ly", "s", "e")


@dataclass(frozen=True, slots=True)
class Signature:
    """What a sentence says, for comparing."""

    words: frozenset[str]  # stems of content words
    numbers: frozenset[str]
    names: frozenset[str]  # words written with a capital, days and months
    negations: int  # how often it turns something round


@lru_cache(maxsize=4096)
def signature(text: str) -> Signature:
    """The signature of a sentence."""
    words, numbers, names, negations = set(), set(), set(), 0
    for found in _WORD.finditer(unicodedata.normalize("NFKC", text)):
        word = found[0]
        folded = word.casefold().replace("’", "'")
        if folded in _NEGATION or folded.endswith("n't"):
            negations += 1
        elif folded in _NUMBERS or any(c.isdigit() for c in folded):
            numbers.add(_NUMBERS.get(folded, folded))
        elif folded not in _STOP:
            folded = folded.removesuffix("'s")
            words.add(stem(folded))
            negations += folded in _AGAINST
            if word[0].isupper() or folded in _DATES:
                names.add(folded)
    return Signature(frozenset(words), frozenset(numbers), frozenset(names), negations)


def stem(word: str) -> str:
    """A rough stem: enough to see `likes` and `liked` as one, in English; other words stay whole."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            base = word[: -len(ending)]
            return base + "y" if ending in ("ies", "ied") else base
    return word


def likeness(a: str, b: str, *, ignore: Collection[str] = ()) -> float:
    """Share of content words in common, from 0 to 1; `ignore` holds folded words (the subject's name) left out."""
    left, right = signature(a), signature(b)
    dropped = {stem(word) for word in ignore}
    one, two = (left.words | left.numbers) - dropped, (right.words | right.numbers) - dropped
    if not one or not two:
        return 1.0 if one == two else 0.0
    return len(one & two) / math.sqrt(len(one) * len(two))


def spared(words: int) -> int:
    """How many of its words another sentence may lack and still be the same statement, at the most.

    With n words of which m are lacking, the share in common is at most sqrt((n - m) / n).
    """
    return int(words * (1 - SAME * SAME))


def common_keys(text: str, *, ignore: Collection[str] = (), kept: bool = False) -> list[int]:
    """Numbers of which two sentences that say the same have at least one in common; none for one all of names and numbers.

    Prefix filtering (Bayardo, Ma and Srikant 2007): of two word sets in one order, which differ by few words, the first
    two that they share stand among the first few of both. A key is such a pair, or a word where two need not be shared,
    with the negations and numbers, which must agree. `kept` gives the keys to keep for a sentence, else those to ask for.
    """
    said = signature(text)
    dropped = {stem(word) for word in ignore}
    words = _long_first(said.words - {stem(name) for name in said.names} - dropped)
    lacking = spared(len(said.words | said.numbers))
    singles: list[tuple[str, ...]] = [(word,) for word in words[: lacking + 1]]
    pairs: list[tuple[str, ...]] = list(itertools.combinations(words[: lacking + 2], 2))
    if kept:
        chosen = [*singles, *pairs]
    else:
        shared = len(words) - lacking
        chosen = pairs if shared > 1 else singles if shared > 0 else []
        # The other may have a word left out here ("the user", and not "User") among its first.
        chosen += [_long_first((word, left)) for (word,) in singles for left in dropped if chosen]
    frame = f"{said.negations} {' '.join(sorted(said.numbers))}"
    return [_hash(" ".join((frame, *key))) for key in chosen]


def _long_first(words: Iterable[str]) -> tuple[str, ...]:
    """Long words are mostly rare ones."""
    return tuple(sorted(words, key=lambda word: (-len(word), word)))


def _hash(text: str) -> int:
    """63 bits of a text's BLAKE2b hash."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") >> 1


def same_statement(a: str, b: str, *, ignore: Collection[str] = ()) -> bool:
    """Whether `b` says again what `a` says: never across a negation, another number, name or date."""
    left, right = signature(a), signature(b)
    if (left.negations, left.numbers, left.names - set(ignore)) != (
        right.negations,
        right.numbers,
        right.names - set(ignore),
    ):
        return False
    return likeness(a, b, ignore=ignore) >= SAME
