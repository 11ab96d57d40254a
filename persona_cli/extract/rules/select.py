"""Which English clauses state something worth remembering: hard refusals, then a scorecard whose sum is the confidence.

The weights are halves, so that a person can add them up. They were chosen on conversations other than those the
documented figures come from; the score rises with precision, and `confidence` maps it into 0 to 1.
"""

from __future__ import annotations

import re

from persona_cli.extract.rules import morphology as m
from persona_cli.extract.rules.clauses import Clause
from persona_cli.extract.rules.packs import en

THRESHOLD = 0.0  # a claim below it is not kept
_WORDS = re.compile(r"[^\W\d_]+(?:['-][^\W_]+)*")
_CAPITAL = re.compile(r"(?<=[a-z,'] )(?!I\b)[A-Z][a-z]+|\b[A-Z]{2,}\b")
_STOP = frozenset(
    """a an and are as at be been but by for from had has have he her him his i in is it its me my of on or our she so that the
    their them they this to was we were will with you your am do does did not just really very too also about there here what
    when who which than then now up out some any all more most much many lot lots get got thing things""".split()
)
_HELPS = re.compile(
    r"\b(?:helps?|helped|makes?|made|lets?|gives?|gave|taught|teaches|keeps?|reminds?|inspires?|brings?)\s+(?:me|us)\b"
)
_POINTING = re.compile(r"(?:it(?! when| that| if)|this|that|them|these|those|one|ones|so|both)(?![\w'-])(?! (?:year|month|week|summer|winter|spring|autumn|morning|evening|weekend|christmas))")
_THIS = re.compile(r"\b(?:this|these|those|that) (?!year|month|week|summer|winter|spring|autumn|fall|morning|evening|weekend|christmas|time|I|we|my|it|the|a|an|they|he|she|is|was)[a-z]+\b|\bwith (?:it|this|that)\b")
_TROUBLE = re.compile(r"\b(?:having|running into|facing|getting) (?:\w+ ){0,2}?(?:trouble|issues?|problems?|difficult\w+|hard time|errors?)\b")
_VAGUE_END = re.compile(r"\b(?:it|that|this|them|those|these|there|so|too|one|ones)$")
_EMPTY = re.compile(r"^(?:it|that|this|so|them|there|one|to|not)?[.!]?$")


def refused(clause: Clause, text: str) -> str:
    """Why a clause states nothing at all; empty when it may."""
    if en.CHITCHAT.search(text):
        return "talk about the talk"
    if en.MOMENT.search(text):
        return "a state of the moment"
    if clause.tense == "modal" and not (
        clause.lemma in {"love", "like", "prefer"}
        or " rather " in clause.text
        or (
            clause.negated
            and clause.lemma
            in {
                "stand",
                "bear",
                "tolerate",
                "eat",
                "drink",
                "swim",
                "drive",
                "cook",
                "digest",
                "have",
                "sing",
                "dance",
                "smell",
                "see",
                "hear",
                "walk",
            }
        )
        or re.search(
            r"\bcan\s+(?:also\s+)?(?:speak|play|swim|drive|cook|read|sing|dance|ride|juggle|sew|knit|touch-type)\b",
            text,
        )
    ):
        return "a possibility"
    if (
        clause.lemma
        in {"guess", "mean", "bet", "suppose", "wonder", "assume", "see", "say", "agree", "understand", "ask", "notice"}
        and clause.tense == "present"
        and clause.who in {"speaker", "we"}
    ):
        return "talk about the talk"
    if clause.lemma == "be" and clause.tense == "present" and re.match(r"(?:in|at) [A-Z]", clause.rest) and clause.who in {"speaker", "we"}:
        return "a state of the moment"
    if _TROUBLE.search(text):
        return "a state of the moment"
    if (
        clause.lemma in {"think", "know", "feel", "hear", "remember", "believe", "find"}
        and clause.tense == "present"
        and _EMPTY.match(clause.rest)
    ):
        return "empty"
    return ""


def score(clause: Clause, text: str, *, known: bool, exclaimed: bool, dated: bool) -> float:
    """The sum of the scorecard, about -3 to 5."""
    words = [w.lower() for w in _WORDS.findall(text)]
    content = [w for w in words if w not in _STOP]
    total = -0.5
    total += 1.0 if len(content) >= 7 else 0.5 if len(content) >= 4 else -1.0 if len(content) < 2 else 0.0
    total += 1.0 if _CAPITAL.search(text) else 0.0
    total += 0.5 if clause.tense == "perfect" else 0.0
    total += 0.5 if clause.who in {"speaker", "we", "kin"} else 0.0
    total += 0.5 if any(c.isdigit() for c in text) else 0.0
    total += 0.5 if clause.tense == "past" and clause.who in {"speaker", "we"} else 0.0
    total += 0.5 if dated or en.TIME_WORDS.search(text) else 0.0
    total += 0.5 if "my" in words or "our" in words else 0.0
    total += 0.5 if clause.who != "kin" and any(w in en.KIN for w in words) else 0.0
    total += 1.0 if known else 0.0
    total -= 1.5 if _POINTING.match(clause.rest) else 1.0 if _THIS.search(text) else 0.0
    total -= 1.0 if en.VAGUE.search(text) else 0.0
    total += 1.0 if _HELPS.search(text) else 0.0
    total += 0.5 if '"' in text else 0.0
    total -= 0.5 if "you" in words or "your" in words else 0.0
    total -= 0.5 if exclaimed else 0.0
    total -= 0.5 if clause.negated and not known else 0.0
    total -= 0.5 if _VAGUE_END.search(text.rstrip(".!")) else 0.0
    total -= 1.0 if en.NOW.search(text) else 0.0
    total -= 0.0 if clause.who != "other" or known else 0.0 if _HELPS.search(text) else 1.0
    total -= 1.0 if clause.lemma in m.MODALS else 0.0
    return total


def confidence(total: float) -> float:
    """A score as a number from 0 to 1, in hundredths."""
    return round(min(0.95, max(0.05, 0.5 + total / 8)), 2)
