"""English from the first person into the third: "I've been living here" becomes "Ana has been living here".

The speaker's name stands where the speaker is first meant and wherever "they" could be somebody else; elsewhere
"they", "them" and "their" stand. "We" becomes the speaker alone: what several did, the speaker did too.
"""

from __future__ import annotations

import re

from persona_cli.extract.rules import morphology as m
from persona_cli.extract.rules.clauses import is_adverb
from persona_cli.extract.rules.packs import en_cues as cues
from persona_cli.extract.rules.pattern import Pattern

_TOKEN = Pattern(r"[^\W_]+(?:['-][^\W_]+)*|\s+|[^\w\s]+|_+")
_PAST = Pattern(r"\b(?:yesterday|ago|last|in (?:19|20)\d\d|when I was)\b")
_GERUND = Pattern(r"(?:just |even )?[A-Z][a-z]+ing\b.*\b(?:me|us|I|my|our|myself|ourselves)\b")
_FILLERS = frozenset(
    {"both", "all", "just", "actually", "definitely", "totally", "literally", "basically", "also", "even"}
)
_HELPING = frozenset({"am", "are", "was", "were", "have", "had", "will", "would", "can"})
_USUAL = Pattern(r"\b(?:every|always|usually|often|never|sometimes|each|rarely|daily|weekly)\b")
_MOSTLY_PAST = frozenset({"quit", "set", "hit", "hurt", "split", "cut", "shut", "burst", "cost"})
_SPEAKER = frozenset({"i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves"})
_FINITE_BE = {"am": "is", "are": "is", "was": "was", "were": "was"}
_PLURAL_BE = {"am": "are", "is": "are", "was": "were"}


class _Pass:
    """One walk over the words of a sentence."""

    def __init__(self, text: str, name: str, listener: str) -> None:
        self.tokens = _TOKEN.findall(text)
        self.name = name
        self.listener = listener
        self.ambiguous = bool(cues.OTHERS.search(text))
        self.past = bool(_PAST.search(text))
        self.gerund = bool(_GERUND.match(text))
        self.usual = bool(_USUAL.search(text))
        self.named = False
        self.together = False  # "Ana and their sister": plural verbs
        self.infinitive = False  # verbs joined by "and" stay as they are
        self.governed = ""  # "third": the last finite verb was a present one of the speaker's
        self.out: list[str] = []

    def run(self) -> str:
        index = 0
        while index < len(self.tokens):
            index = self._step(index)
        return "".join(self.out)

    def _step(self, index: int) -> int:
        token = self.tokens[index]
        low = token.lower()
        if low in {"i", "we"} and token in {"I", "We", "we"}:
            return self._subject(index)
        if low in _SPEAKER and token != "US":  # noqa: S105  # a word, no secret
            self.out.append(self._case(low))
            return index + 1
        if low in {"you", "your", "yours", "yourself"}:
            self.out.append(self._you(low))
            return self._their_verb(index + 1) if low == "you" else index + 1
        if low == "to":
            self.infinitive = True
        elif low in {"and", "or", "but", "then"} and self.governed and not self.infinitive:
            self.out.append(token)
            return self._joined(index + 1)
        elif low in m.MODALS or low in {"do", "does", "did"}:
            self.infinitive = True
        self.out.append(token)
        return index + 1

    def _subject(self, index: int) -> int:
        """Write the subject and inflect the verb after it."""
        plural = self.named and not self.ambiguous
        self.out.append("they" if plural else self.name)
        self.named = True
        self.infinitive = False
        self.governed = ""
        index += 1
        while index < len(self.tokens):
            token = self.tokens[index]
            low = token.lower()
            if token.isspace() or is_adverb(low) or low in {"both", "all", "last", "first"}:
                if low not in _FILLERS:
                    self.out.append(token)
                index += 1
                continue
            if not token[0].isalpha():
                return index
            self.out.append(self._verb(low, token, plural=plural))
            return index + 1 if low not in _HELPING else self._unfilled(index + 1)
        return index

    def _unfilled(self, index: int) -> int:
        """Past the fillers after an auxiliary: "have just moved"."""
        while index + 1 < len(self.tokens) and self.tokens[index + 1].lower() in _FILLERS:
            index += 2
        return index

    def _verb(self, low: str, token: str, *, plural: bool) -> str:
        if low in m.MODALS:
            self.infinitive = True
            return token
        if low in {"am", "are"} and not plural:
            self.governed = "third"
        if low in _FINITE_BE:
            return (_PLURAL_BE.get(low, low)) if plural else _FINITE_BE[low]
        if low == "do":
            self.infinitive = True
        if (
            m.is_past(low)
            or low in {"had", "did", "used"}
            or (low in m.UNCHANGED and (self.past or (low in _MOSTLY_PAST and not self.usual)))
        ):
            return token
        if plural:
            return token
        if not (low in m.BASES or low in {"have", "do"} or low.replace("-", "").isalpha()):
            return token
        self.governed = "third"
        return m.third(low)

    def _their_verb(self, index: int) -> int:
        """After "you", which becomes a name, its verb is inflected."""
        verb = index + 1
        before = next((t.lower() for t in reversed(self.tokens[: index - 1]) if not t.isspace()), "")
        if before in {"do", "does", "did", "let", "help", "make", "see", "and"} or before in m.MODALS:
            return index
        if verb < len(self.tokens) and self.tokens[index].isspace():
            low = self.tokens[verb].lower()
            changed = {
                "are": "is",
                "were": "was",
                "have": "has",
                "do": "does",
                "love": "loves",
                "like": "likes",
                "make": "makes",
                "give": "gives",
            }.get(low) or (
                m.third(low) if low in m.BASES and before not in {"for", "with", "of", "to", "about", "by"} else ""
            )
            if changed:
                self.out.extend((self.tokens[index], changed))
                return verb + 1
        return index

    def _joined(self, index: int) -> int:
        """After "and": a further verb of the same subject is inflected too."""
        while index < len(self.tokens):
            token = self.tokens[index]
            low = token.lower()
            if token.isspace() or is_adverb(low):
                self.out.append(token)
                index += 1
                continue
            following = self._after(index)
            if low in m.BASES and following not in {"", "and", "or", ",", "."} and self._verbal(low, following):
                self.out.append(m.third(low))
                return index + 1
            if low in {"do", "am", "have"}:
                self.out.append({"do": "does", "am": "is", "have": "has"}[low])
                self.infinitive = low == "do"
                return index + 1
            return index
        return index

    def _verbal(self, low: str, following: str) -> bool:
        if low in _ALWAYS_VERBS:
            return True
        return following in _AFTER_VERBS

    def _after(self, index: int) -> str:
        for token in self.tokens[index + 1 :]:
            if not token.isspace():
                return token.lower()
        return ""

    def _case(self, low: str) -> str:
        first = not self.named or self.ambiguous
        if low in {"my", "our"}:
            if self.named or (self.gerund and not self.ambiguous):
                return "their"
            self.named = True
            return possessive(self.name)
        if low in {"mine", "ours"}:
            if self.named:
                return "theirs"
            self.named = True
            return possessive(self.name)
        if low in {"myself", "ourselves"}:
            return "themselves" if self.named or self.gerund else self.name
        self.named = True
        return self.name if first else "them"

    def _you(self, low: str) -> str:
        listener = self.listener or "the assistant"
        return {"you": listener, "your": possessive(listener), "yours": possessive(listener), "yourself": listener}[low]


_ALWAYS_VERBS = frozenset(
    """live have own hate prefer enjoy speak teach eat go am know believe think want need write read adore dislike avoid
    spend try drive play wear""".split()
)
_AFTER_VERBS = frozenset(
    "a an the my our me at in on with for to as from about out up it them every some two three all no not as off".split()
)


def possessive(name: str) -> str:
    """The genitive of a name: "Ana's", "James'" stays "James's"."""
    return name + "'s"


def third_person(text: str, name: str, *, listener: str = "", named: bool = False) -> str:
    """`text`, said by `name`, in the third person, as a whole sentence; `named`: the name has just been used."""
    text = cues.TOGETHER.sub(lambda f: _together(f, name), text).replace("all of us", "everyone")
    walk = _Pass(text, name, listener)
    walk.named = named
    if text.startswith(f"{name} and "):
        walk.named = True
    written = walk.run()
    if walk.gerund and name not in written:  # "painting is my favourite" would be nobody's
        walk = _Pass(text, name, listener)
        walk.gerund = False
        written = walk.run()
    return sentence(written)


def _together(found: re.Match[str], name: str) -> str:
    if found[3]:
        return f"{name} and {found[3]}"
    return f"{name} and their {found[2] or found[5]}"


_OF_OWN = Pattern(r"\s+([,.;!?])")


def sentence(text: str) -> str:
    """`text` with a capital at the head and a full stop at the end."""
    text = _OF_OWN.sub(r"\1", " ".join(text.strip(" ,;:-").split())).strip()
    if not text:
        return ""
    text = text.replace("no-longer", "no longer").replace("can not", "cannot")
    if text[-1] in "!?":
        text = text.rstrip("!?") + "."
    elif text[-1] != ".":
        text += "."
    return text[0].upper() + text[1:]
