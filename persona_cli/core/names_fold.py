"""Names taken apart: the key for exact look-up, and the folded words that comparison works on.

The key is never lossy across scripts: only case, width, blanks, hyphens, apostrophes and full stops are folded.
Transliteration (anyascii) happens in `taken_apart` alone, which is used to compare, never to identify.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from persona_cli.core.names_data import ARTICLES, DEGREES, GENERATIONS, LEGAL_FORMS, TITLES

_DASHES = re.compile(r"[-_\u00ad\u2010-\u2015\u2212\ufe58\uff0d/·・]+")
_APOSTROPHES = re.compile(r"['’‘ʼ`´\"“”]")
_STOPS = re.compile(r"(?<!\d)\.|\.(?!\d)")
_DIGITS = re.compile(r"\d+(?:\.\d+)*")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})


def name_key(name: str) -> str:
    """The key two spellings of one name share: NFKC, case, blanks, hyphens, apostrophes and full stops folded.

    `I.B.M.` and `IBM`, `Anna-Maria` and `anna maria`, `O'Brien` and `OBrien` are one; 北京 University and
    上海 University, `GPT-3.5` and `GPT-35`, `C` and `C++` are not. Applying it twice changes nothing.
    """
    key = name
    for _ in range(5):  # removing characters can bring others together; settles after one or two rounds
        folded = _folded_once(key)
        if folded == key:
            break
        key = folded
    return key


def _folded_once(text: str) -> str:
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    bare = _STOPS.sub("", _APOSTROPHES.sub("", _DASHES.sub(" ", text)))
    bare = " ".join(bare.split())
    return bare or " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Apart:
    """A name without its trappings."""

    words: tuple[frozenset[str], ...]  # each word in its possible spellings: müller, mueller
    shown: tuple[str, ...]  # the words as keys, accents kept
    titles: frozenset[str]
    generation: str  # jr, sr, 2 …; empty
    legal_form: str
    digits: tuple[str, ...]
    latin: bool  # whether all letters were Latin before transliteration
    caps: bool  # whether it is one word of capitals, as initials are

    @property
    def plain(self) -> tuple[str, ...]:
        """The first spelling of each word."""
        return tuple(min(word, key=len) for word in self.words)

    @property
    def joined(self) -> frozenset[str]:
        """All words run together, in their spellings."""
        return frozenset({"".join(self.plain), "".join(max(word, key=len) for word in self.words)})

    @property
    def initials(self) -> frozenset[str]:
        """First letters of all words, and of those longer than three letters or particles."""
        letters = "".join(word[0] for word in self.plain if word)
        weighty = "".join(word[0] for word in self.plain if word and word not in {"of", "the", "and", "for", "de", "y"})
        return frozenset({letters, weighty}) if len(self.words) > 1 else frozenset()


def taken_apart(name: str) -> Apart:
    """Fold a name and set aside titles, generations, legal forms, degrees and a leading article."""
    text = unicodedata.normalize("NFKC", name).strip()
    ordered = _unreversed(text)
    words = name_key(ordered).replace(",", " ").split()
    titles: set[str] = set()
    while len(words) > 1 and words[0] in TITLES:
        titles.add(words.pop(0))
    if len(words) > 1 and words[0] in ARTICLES:
        words.pop(0)
    generation = legal_form = ""
    while len(words) > 1 and (words[-1] in GENERATIONS or words[-1] in LEGAL_FORMS or words[-1] in DEGREES):
        last = words.pop()
        generation = GENERATIONS.get(last, generation)
        legal_form = last if last in LEGAL_FORMS else legal_form
    letters = [c for c in text if c.isalpha()]
    return Apart(
        words=tuple(_spellings(word) for word in words),
        shown=tuple(words),
        titles=frozenset(titles),
        generation=generation,
        legal_form=legal_form,
        digits=tuple(_DIGITS.findall(unicodedata.normalize("NFKC", text))),
        latin=all("LATIN" in unicodedata.name(c, "") for c in letters),
        caps=2 <= len(letters) <= 5 and len(words) == 1 and all(c.isupper() for c in letters),
    )


def _unreversed(text: str) -> str:
    """`Smith, John` as `John Smith`; a legal form or a generation after the comma stays where it is."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(parts) or any(len(part.split()) > 3 for part in parts):
        return text
    last = name_key(parts[1]).split()
    if last and (last[-1] in GENERATIONS or last[-1] in LEGAL_FORMS or last[-1] in DEGREES):
        return text
    return f"{parts[1]} {parts[0]}"


def _spellings(word: str) -> frozenset[str]:
    if word.isascii():
        return frozenset({word})
    return frozenset({_ascii(word), _ascii(word.translate(_UMLAUTS))})


def _ascii(word: str) -> str:
    from anyascii import anyascii

    return name_key(anyascii(word)).replace(" ", "") or word


def sound(word: str) -> str:
    """A rough key of how a given name sounds: Katherine and Catherine, Jon and John share theirs."""
    first, rest = word[:1], word[1:]
    rest = rest.replace("ph", "f").replace("h", "").replace("y", "i").replace("z", "s").replace("v", "f")
    key = (first + rest.replace("ck", "k")).replace("ph", "f").replace("c", "k").replace("q", "k")
    return re.sub(r"(.)\1+", r"\1", key)


def loosened(word: str) -> str:
    """One spelling for the many ways of writing a Cyrillic or Greek name in Latin letters: Dmitriy, Dmitry, Dmitri."""
    word = re.sub(r"iy|ij|yi|ii|yy", "i", word).replace("kh", "h").replace("ts", "c").replace("tz", "c")
    word = word.replace("j", "i").replace("y", "i").replace("x", "ks").replace("w", "v").replace("ie", "e")
    return re.sub(r"(.)\1+", r"\1", word)
