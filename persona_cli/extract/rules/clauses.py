"""English clauses: who is spoken of, with which verb, in which tense, and what follows."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from persona_cli.extract.rules import morphology as m
from persona_cli.extract.rules.packs import en
from persona_cli.extract.rules.packs import en_cues as cues
from persona_cli.extract.rules.pattern import Pattern

Who = Literal["speaker", "we", "mine", "kin", "name", "pronoun", "other"]
Tense = Literal["present", "past", "perfect", "future", "modal"]

_WORD = Pattern(r"[^\W_]+(?:['-][^\W_]+)*")
_SUBORDINATE = Pattern(
    r"(?:when|while|after|before|since|as|because|although|though|even though|once(?! (?:an?|every|in a)\b)|until|whenever"
    r"|ever since|now that)\b",
    re.IGNORECASE,
)
_MAIN = Pattern(r",\s+(?=(?:I|we|my|our|he|she|they|it|[A-Z]\w+)\b)")
_SUBJECT = Pattern(r"\b(?:I|[Ww]e|[Mm]y|[Oo]ur)\b")
_AND_I = Pattern(
    r"(?:me and (?P<b>my [\w' -]+?|[A-Z]\w+)|(?P<a>(?:my|our) [\w' -]+?|[A-Z]\w+) and (?:I|me))\s+(?=\w)", re.IGNORECASE
)
_OWN = Pattern(r"(?:my|our)\s+", re.IGNORECASE)
_PRONOUN = Pattern(
    r"(?:he|she|they|it|that|this|these|those|there|which|who|you|one|everyone|everybody|people|nobody|someone)\b",
    re.IGNORECASE,
)
_NAMED = Pattern(rf"{cues.NAME}(?:\s+{cues.NAME})?(?='s\b|\s)")
_STATIVE_HEAD = frozenset("love hate like prefer enjoy miss want hope adore dislike".split())


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement, in the first person as said (an elided subject restored)."""

    text: str
    lead: str  # what stands before the subject: "Last May,"
    subject: str  # as said
    who: Who
    name: str = ""  # of a named subject, or of the relative: Marta
    relation: str = ""  # the relative: sister
    lemma: str = ""  # of the main verb
    tense: Tense = "present"
    negated: bool = False
    progressive: bool = False
    habit: bool = False  # used to
    duty: bool = False  # have to, need to, must
    rest: str = ""  # after the main verb
    elided: bool = False


@dataclass(slots=True)
class _Group:
    """A verb group while it is read."""

    lemma: str = ""
    tense: Tense = "present"
    negated: bool = False
    progressive: bool = False
    habit: bool = False
    duty: bool = False
    end: int = 0


def is_adverb(word: str) -> bool:
    """Whether a word may stand between subject and verb."""
    return word in en.ADVERBS or (word.endswith("ly") and len(word) > 4 and word not in en.NOT_ADVERBS)


def _verb_group(text: str, start: int) -> _Group:
    """Read the verb group that begins at `start`."""
    group = _Group(end=start)
    auxiliary = ""
    for found in _WORD.finditer(text, start):
        word = found[0].lower()
        between = text[group.end : found.start()]
        if group.end > start and between.strip():
            break
        if word in {"not", "never", "no-longer"}:
            group.negated = True
            group.end = found.end()
            continue
        if is_adverb(word) and not (
            auxiliary == "be" and word.endswith("ly") and word in {"lovely", "friendly", "lonely", "elderly"}
        ):
            group.end = found.end()
            continue
        if not word[0].isalpha() or not _take(group, word, auxiliary, text, found.end()):
            break
        group.end = found.end()
        if word == "used" and not group.habit:
            break
        if group.lemma and not auxiliary_word(word, auxiliary) and not (word == "need" and group.duty):
            break
        auxiliary = m.lemma(word) if word not in m.MODALS else "modal"
        if word == "to":
            auxiliary = "modal"
    return group


def auxiliary_word(word: str, before: str) -> bool:
    """Whether more of the verb group may follow `word`."""
    return (
        word in m.MODALS
        or word in m.BE
        or word in {"have", "has", "had", "do", "does", "did", "used", "going", "got", "to"}
        or (word == "having" and before == "be")
    )


def _take(group: _Group, word: str, auxiliary: str, text: str, end: int) -> bool:  # noqa: PLR0911  # one return per auxiliary
    """Add `word` to the group; False when the group ended before it."""
    to = text[end : end + 4].lower().startswith(" to ")
    if not auxiliary:
        _first(group, word, to=to)
        return True
    if word == "to":
        return group.habit or group.duty or (group.tense == "future" and group.lemma == "go")
    if auxiliary == "be":
        planned = to and group.tense == "present" and m.lemma(_next(text, end + 3)) in m.BASES
        return _after_be(group, word, planned=planned)
    if auxiliary == "have":
        if word == "got" and to:
            group.duty = True
            return True
        if word == "been" or m.is_participle(word):
            group.lemma, group.tense = m.lemma(word), "perfect"
            return True
        return word == "got"
    known = word in m.BASES or word in {"be", "have"}
    if (auxiliary == "do" and not group.negated and not known) or auxiliary not in {"do", "modal", "use", "need", "go"}:
        return False
    group.lemma = word
    return word.isalpha()


def _after_be(group: _Group, word: str, *, planned: bool) -> bool:
    """After "am" and the like: "going to move", "moving", or no more of the verb."""
    if word == "going" and planned:
        group.tense, group.lemma = "future", "go"
    elif m.is_gerund(word):
        group.lemma, group.progressive = m.lemma(word), True
    else:
        return word == "being"
    return True


def _next(text: str, start: int) -> str:
    found = _WORD.search(text, start)
    return found[0].lower() if found else ""


def _first(group: _Group, word: str, *, to: bool) -> None:
    """The first verb of a group gives its tense; `to`: "to" follows it."""
    if word in m.MODALS:
        group.tense = "future" if word in {"will", "shall"} else "modal"
        group.lemma = word
        group.duty = word == "must"
    elif word == "used" and to:
        group.habit, group.tense, group.lemma = True, "past", "use"
    else:
        group.duty = to and word in {"have", "need", "has"}
        group.lemma = m.lemma(word)
        group.tense = "past" if word in {"was", "were", "had", "did"} or m.is_past(word) else "present"


_OTHER_ONE = ("my ", "our ", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def parse(text: str, names: frozenset[str]) -> Clause | None:  # noqa: PLR0911  # one return per kind of subject
    """Read one clause; None when nothing in it can be the subject of a statement."""
    lead_end = _lead(text)
    lead, body = text[:lead_end], text[lead_end:]
    if not lead and _SUBORDINATE.match(text):
        return None  # half a sentence
    if (both := _AND_I.match(body)) and (both["a"] or both["b"]).startswith(_OTHER_ONE):
        return _clause(text, lead, both[0].strip(), "we", lead_end + both.end())
    opening = _WORD.match(body)
    if not opening:
        return None
    word = opening[0]
    if word in {"I", "We", "we"}:
        return _clause(text, lead, word, "speaker" if word == "I" else "we", lead_end + opening.end())
    if own := _OWN.match(body):
        return _owned(text, lead, lead_end, own.end())
    named = _NAMED.match(body)
    if named and named[0].removesuffix("'s") in names and not body[named.end() :].startswith("'s"):
        return _clause(text, lead, named[0], "name", lead_end + named.end(), name=named[0])
    if _PRONOUN.match(word):
        return _clause(text, lead, word, "pronoun", lead_end + opening.end())
    if not lead and (restored := _restored(body)):
        found = parse(restored, names)
        return replace(found, elided=True) if found else None
    return Clause(text, lead, "", "other", rest=body)


def _lead(text: str) -> int:
    """Where the main clause begins."""
    if _SUBORDINATE.match(text):
        if main := _MAIN.search(text):
            return main.end()
        subjects = [s.start() for s in _SUBJECT.finditer(text)]
        preposed = len(subjects) == 1 and text[:5].lower() in {"since", "after", "befor", "until"}
        if preposed and text[subjects[0]] in "IWw" and not _verbal(text[: subjects[0]]):
            return subjects[0]
        return subjects[1] if len(subjects) > 1 and text[subjects[1]] in "IWw" else 0
    found = _SUBJECT.search(text)
    if found and found[0] in {"my", "our"} and _BEFORE_OWN.search(text, 0, found.start()):
        found = _SUBJECT.search(text, found.end())  # "in my family we …"
    if not found or found.start() == 0 or found.start() > 60:
        return 0
    before = text[: found.start()].rstrip()
    words = [w.lower() for w in _WORD.findall(before)]
    if not words or m.is_third(words[-1]) or words[-1] in _BINDING or words[-1] in m.BE or words[-1] in m.MODALS:
        return 0
    if before.endswith(","):
        plain = words[0] in _PREPOSITIONS  # "with two jobs": no verb
        led = not _PRONOUN.match(before) and (plain or not any(m.is_third(w) and w != "was" for w in words[:-1]))
    else:
        opens = (
            words[0] in _LEADS
            or before.lower() == "these days"
            or is_adverb(words[0])
            or en.TIME_WORDS.match(before) is not None
        )
        led = opens and not any(w in m.BE or w in m.MODALS for w in words)
    return found.start() if led else 0


def _verbal(text: str) -> bool:
    """Whether a lead has a verb of its own: "since I left", but not "since 2019"."""
    words = [w.lower() for w in _WORD.findall(text)]
    return any(m.is_third(w) or w in m.BE or m.is_past(w) for w in words[1:]) or len(words) < 2


_BEFORE_OWN = Pattern(
    r"\b(?:in|on|at|by|from|for|since|during|after|before|near|to|with|of|despite)\s+$", re.IGNORECASE
)
_BINDING = frozenset({"that", "who", "which", "and", "or", "of", "with", "to"})  # what follows belongs to what precedes
_PREPOSITIONS = frozenset({"with", "without", "despite", "thanks", "besides"})
_LEADS = frozenset(
    """one in on at since last next for after before during this every each most some yesterday today tomorrow tonight two
    three four five six a about over back until by with as from""".split()
)


_NO_OBJECT = frozenset("you your it that this for of to and or is can will really in on at when how what so no".split())


_FINITE_AFTER = Pattern(r"(?:is|are|was|were|can|will|must|may|has|have)\b(?! (?:been|a|an)\b)")


def _restored(text: str) -> str:  # noqa: PLR0911  # one return per kind of verb
    """A sentence whose subject "I" was left out, with it; an empty string for any other."""
    words = text.split(" ", 3)
    index = 0
    while (
        index < len(words) - 1
        and is_adverb(words[index].lower())
        and words[index].lower() not in {"maybe", "perhaps", "kind", "sort", "all", "each", "both"}
    ):
        index += 1
    head = words[index].lower().strip(",.!")
    tail = text[0].lower() + text[1:]
    if head.endswith("ed") and words[index + 1 : index + 2] == ["by"]:
        return "I am " + tail
    if words[index + 2 : index + 3] and _FINITE_AFTER.match(text.split(" ", index + 2)[index + 2]):
        return ""  # "mixed emotions are rough": the emotions are its subject
    if (m.is_past(head) and head in m.PAST) or (head.endswith("ed") and m.lemma(head) in m.BASES):
        return "I " + tail
    if head == "going" and words[index + 1 : index + 2] == ["to"]:
        return "I am " + tail
    if (
        head == "been"
        and " since " not in text
        and words[index + 1 : index + 2] not in (["a"], ["some"], ["quite"], ["so"], ["too"])
    ):
        return "I have " + tail
    if head in _STATIVE_HEAD and len(words) > index + 1 and words[index + 1].lower() not in _NO_OBJECT:
        return "I " + tail
    if (
        head
        in {
            "working",
            "living",
            "studying",
            "learning",
            "training",
            "planning",
            "thinking",
            "hoping",
            "saving",
            "moving",
        }
        and index < len(words) - 1
        and not re.search(r"\b(?:is|are|was|helps?|makes?|can)\b", text)
        and not any(m.is_third(w.lower()) for w in _WORD.findall(text))
    ):
        return "I am " + tail
    return ""


_SAME_PAST = frozenset({"quit", "cut", "hurt", "split", "let", "spread", "beat"})


def _ends_subject(low: str, before: str) -> bool:
    """Whether a word after "my …" is the verb."""
    if m.is_third(low) or low in m.BE or low in m.MODALS or low in {"has", "had", "have", "did", "does", "do"}:
        return True
    return is_adverb(low) or m.is_past(low) or low in _SAME_PAST or (low in m.BASES and before.endswith("s"))


_AFTER_KIN = frozenset("in from of at who with and on by back named called law or".split()) | en.PETS | en.KIN.keys()


def _owned(text: str, lead: str, lead_end: int, own_end: int) -> Clause | None:  # noqa: C901  # one walk over the words
    """A clause whose subject is "my …"."""
    position = lead_end + own_end
    words: list[str] = []
    name = ""
    relation = ""
    for found in _WORD.finditer(text, position):
        word = found[0]
        low = word.lower()
        glue = text[position : found.start()]
        if glue.strip() == "." and words and words[-1] in {"Mr", "Mrs", "Ms", "Dr"}:
            glue = ""
        if glue.strip() and not (glue.strip() == "," and relation and not name and word[0].isupper()):
            break
        two = f"{words[-1].lower()} {low}" if words else low
        if words and (_ends_subject(low, words[-1].lower()) or (name and low == word and low.endswith("s"))):
            break
        if (
            relation and not name and low == word and two not in en.KIN and low not in _AFTER_KIN
        ) or two == "baby steps":
            relation = ""  # "my dentist appointment", "my pet project"
        elif two in en.KIN:
            relation = two
        elif low in en.KIN or low in en.PETS or low.removesuffix("'s") in en.KIN:
            relation = low
        elif relation and word[0].isupper():
            name = f"{name} {word}".strip()
        words.append(word)
        position = found.end()
        if len(words) > 8:
            return Clause(text, lead, "", "other", rest=text[lead_end:])
    subject = text[lead_end:position]
    if text[position : position + 1] == "," and name:
        position += 1
    if not words:
        return None
    if relation and (relation.endswith("'s") or "'s " in subject or " of " in subject or name.endswith("'s")):
        name = relation = ""
    who: Who = "kin" if relation else "mine"
    return _clause(text, lead, subject, who, position, name=name, relation=relation)


def _clause(
    text: str, lead: str, subject: str, who: Who, position: int, *, name: str = "", relation: str = ""
) -> Clause:
    group = _verb_group(text, position)
    return Clause(
        text, lead.strip(), subject, who, name, relation, group.lemma, group.tense, group.negated, group.progressive,
        group.habit, group.duty, text[group.end :].strip(),
    )  # fmt: skip
