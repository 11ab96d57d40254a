"""Which English clauses state something worth remembering: hard refusals, then a scorecard whose sum is the confidence.

The weights are halves, so that a person can add them up. They were chosen on conversations other than those the
documented figures come from; the score rises with precision, and `confidence` maps it into 0 to 1.

`loose` is talk between people, where moods and opinions are part of what is told; to a program they are asides.
"""

from __future__ import annotations

import re

from persona_cli.extract.rules import morphology as m
from persona_cli.extract.rules.clauses import Clause
from persona_cli.extract.rules.packs import en, en_talk
from persona_cli.extract.rules.pattern import Pattern

THRESHOLD = 0.0  # a claim below it is not kept
OPEN_AT = 1.0  # the same in talk between people, of what points at things not named in it
THRESHOLD_FULL = -1.0  # the same in talk between people, of what has much in it
OPEN_FULL = -0.5  # and of that, with somebody in it who is not named
FULL = 5  # content words from which a mood tells more than a mood
_WORDS = Pattern(r"[^\W\d_]+(?:['-][^\W_]+)*")
_CAPITAL = Pattern(r"(?<=[a-z,'] )(?!I\b)[A-Z][a-z]+|\b[A-Z]{2,}\b")
_HELPS = Pattern(
    r"\b(?:helps?|helped|makes?|made|lets?|gives?|gave|taught|teaches|keeps?|reminds?|inspires?|brings?)\s+(?:me|us)\b"
)
_THIS_TIME = "year|month|week|summer|winter|spring|autumn|fall|morning|evening|weekend|christmas"
_POINTING = Pattern(
    rf"(?:it(?! when| that| if)|its|this|that|them|these|those|one|ones|so|both|(?:any|some|none|either)$)(?![\w'-])"
    rf"(?! (?:{_THIS_TIME}))"
)
_THIS = Pattern(
    r"\b(?:this|these|those|(?:in|at|on|of|for|from|about|to|like|do|did|of) that) "
    rf"(?!{_THIS_TIME}|time|I|we|my|it|the|a|an|they|he|she|is|was)[a-z]+\b"
    r"|\bwith (?:it|this|that)\b"
)
_TROUBLE = Pattern(
    r"\b(?:having|running into|facing|getting) (?:\w+ ){0,2}?(?:trouble|issues?|problems?|difficult\w+|hard time|errors?)\b"
    r"|\b(?:get|gets|getting|got|see|seeing|receive|received|throws?) (?:an?|the|this|that|these) (?:\w+ ){0,2}?"
    r"(?:errors?|exceptions?|warnings?|[45]\d\d\b|blank (?:page|screen)|crash|traceback|timeout)\b"
)
_OTHER = Pattern(
    r"\b(?:him|them|he|she|they)\b|\bher(?= [a-z]*(?:ly|wards)?$|$| (?:and|but|to|for|in|at|on|with|a|the|last|when)\b)"
)
_TOLD = Pattern(
    r"I (?:think|encourage|advise|remind|congratulate)\b.* you(?:r|rself)?\b|I think (?:together|it is hard|\w+ing)\b"
)
_VAGUE_END = Pattern(r"\b(?:it|that|this|them|those|these|there|so|too|one|ones)$")
_KEEPS_CAPITAL = Pattern(r"[A-Z]\w*[A-Z]|I\b|[A-Z][\w.]* [A-Z]\w|[A-Z]\.")
_EMPTY = Pattern(r"^(?:it|that|this|so|them|there|one|to|not)?[.!]?$")
_PRINCIPLE = Pattern(r"\b(?:would|could) never\b|\bwould not (?:live|eat|drink|buy|date|marry|move|work|vote|wear)\b")
_CAN_BE = Pattern(r"\bI can (?:also |sometimes |often )?be (?:\w+ ){0,2}\w+$")
_ABLE = Pattern(r"\bcan\s+(?:also\s+)?(?:speak|play|swim|drive|cook|read|sing|dance|ride|juggle|sew|knit|touch-type)\b")
_UNABLE = frozenset(
    """function live sleep survive resist stand bear tolerate eat drink
    swim drive cook digest wait have sing dance smell see hear walk""".split()
)
_TALK = frozenset("admit confess guess mean bet suppose wonder assume see say agree understand ask notice".split())
_SAYING = frozenset({"say", "admit", "confess", "ask", "agree"})  # "I must say"
_MIND = frozenset("think know feel hear remember believe find".split())


def content(text: str) -> list[str]:
    """The words of `text` that carry meaning, in lower case."""
    return [w for w in (w.lower() for w in _WORDS.findall(text)) if w not in en.STOP]


def refused(clause: Clause, text: str, *, loose: bool) -> str:  # noqa: PLR0911  # one return per refusal
    """Why a clause states nothing at all; empty when it may."""
    full = loose and len(content(text)) >= FULL
    speaker = clause.who in {"speaker", "we"}
    chat = en.CHITCHAT.search(text)
    if (chat and not (full and en_talk.WARM.fullmatch(chat[0]))) or (not full and en.POLITE.search(text)):
        return "talk about the talk"
    if (not loose and _TROUBLE.search(text)) or (
        not full and en.MOMENT.search(text) and not (loose and en_talk.CONCERNED.match(clause.rest))
    ):
        return "a state of the moment"
    if clause.tense == "modal" and not _able(clause, text):
        return "a possibility"
    if (
        clause.lemma in _TALK
        and not clause.rest.startswith("myself")
        and (clause.lemma in _SAYING if clause.duty else clause.tense == "present")
        and speaker
        and not (full and clause.lemma in {"agree", "see"})
    ):
        return "talk about the talk"
    if speaker and clause.lemma == "be" and clause.tense == "present" and re.match(r"(?:in|at) [A-Z]", clause.rest):
        return "a state of the moment"
    if (
        clause.lemma == "know"
        and clause.negated
        and clause.tense != "perfect"
        and not re.match(r"how to\b", clause.rest)
    ):
        return "talk about the talk"
    if clause.rest in {"to", "too"} or (not clause.rest.strip(" .") and clause.lemma in {"have", "do", "be"}):
        return "empty"
    if clause.lemma in _MIND and clause.tense == "present" and _EMPTY.match(clause.rest):
        return "empty"
    return ""


def _able(clause: Clause, text: str) -> bool:
    """Whether "can" and "would" say what somebody is able, or would like, to do."""
    if clause.duty or _PRINCIPLE.search(text) or clause.lemma == "describe" or _CAN_BE.search(text):
        return True
    if " should " in text:
        return en.TIME_WORDS.search(text) is not None
    if clause.lemma in {"love", "like", "prefer"} or " rather " in text:
        return True
    return (clause.negated and clause.lemma in _UNABLE) or bool(_ABLE.search(text))


def score(clause: Clause, text: str, *, known: bool, exclaimed: bool, dated: bool, loose: bool) -> float:
    """The sum of the scorecard, about -3 to 5."""
    words = [w.lower() for w in _WORDS.findall(text)]
    full = sum(w not in en.STOP for w in words)
    speaker = clause.who in {"speaker", "we"}
    total = -0.5 + (1.0 if full >= 7 else 0.5 if full >= 4 else -1.0 if full < 2 else 0.0)
    total += 1.0 if _CAPITAL.search(text) else 0.0
    total += 0.5 * (clause.tense == "perfect")
    total += 0.5 * (speaker or clause.who == "kin")
    total += 0.5 * any(c.isdigit() for c in text)
    total += 0.5 * (clause.tense == "past" and speaker)
    total += 0.5 * (dated or en.TIME_WORDS.search(text) is not None)
    total += 0.5 * ("my" in words or "our" in words)
    total += 0.5 * (clause.who != "kin" and any(w in en.KIN for w in words))
    total += 1.0 * known
    total += 1.0 * (_HELPS.search(text) is not None)
    total += 0.5 * ('"' in text)
    total -= 1.5 if _POINTING.match(clause.rest) else 1.0 if _THIS.search(text) else 0.0
    total -= (0.5 if loose else 1.0) * (en.VAGUE.search(text) is not None)
    total -= 0.5 * (loose and full <= 2 and not known and not dated)
    total -= 2.0 * _unbound(text, loose=loose)
    total -= 0.5 * ("you" in words or "your" in words)
    total -= 0.5 * (exclaimed and not loose)
    own = loose and clause.who in {"mine", "kin"}
    total -= 0.5 * (clause.negated and not known and not own and (clause.tense != "present" or clause.lemma in _MIND))
    total -= 0.5 * (_VAGUE_END.search(text.rstrip(".!")) is not None)
    total -= 1.0 * (en.NOW.search(text) is not None)
    apart = clause.who == "other" and not known and not _HELPS.search(text)  # of no person, and in no known way
    total -= (0.0 if en_talk.OWN.search(text) else 0.5) * apart if loose else 1.0 * apart
    total -= 1.0 * (clause.lemma in m.MODALS)
    return total


def kept(total: float, text: str, *, loose: bool) -> bool:
    """Whether a clause of that score is worth keeping."""
    if total >= THRESHOLD:
        return not loose or total >= OPEN_AT or not en_talk.OPEN.search(text)
    least = OPEN_FULL if _unbound(text, loose=loose) else THRESHOLD_FULL
    return loose and total >= least and len(content(text)) >= FULL and not en_talk.OPEN.search(text)


def lowered(text: str) -> str:
    """`text` as it stands within a sentence: a name, an abbreviation or "I" at its beginning keeps its capital."""
    return text if _KEEPS_CAPITAL.match(text) else text[0].lower() + text[1:]


def _unbound(text: str, *, loose: bool) -> bool:
    """Whether a pronoun stands for somebody whom the clause does not name before it."""
    found = _OTHER.search(text)
    if not found or (loose and _TOLD.match(text)):
        return False
    before = text[: found.start()]
    if _CAPITAL.search(before):
        return False
    return not any(
        w in en.KIN or w in en.PEOPLE or (w.endswith("s") and len(w) > 3) for w in _WORDS.findall(before.lower())
    )


def confidence(total: float) -> float:
    """A score as a number from 0 to 1, in hundredths."""
    return round(min(0.95, max(0.05, 0.5 + total / 8)), 2)
