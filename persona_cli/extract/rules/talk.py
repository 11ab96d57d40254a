"""English in talk between people: what tells of a life there, and would be an aside towards a program.

"It's been so good to have family around" is so for who says it, "The shop is doing well" is what they say of it; a
sentence about "it" or "they" may say enough together with the one before it.
"""

from __future__ import annotations

import re

from persona_cli.extract.rules import morphology as m
from persona_cli.extract.rules import select
from persona_cli.extract.rules.clauses import Clause
from persona_cli.extract.rules.packs import en
from persona_cli.extract.rules.packs import en_talk as cues

ENOUGH = 4  # content words from which a remark tells something
BELIEF = 3  # the same of a belief about the world at large
MOST = 22  # content words of two sentences put together
MAX_CLAIMS = 5  # of one turn; the best are kept
_VERBAL = (
    m.BE
    | m.MODALS
    | {
        "have",
        "had",
        "really",
        "all",
        "always",
        "just",
        "also",
        "one",
        "ones",
        "kind",
        "way",
        "sort",
        "is",
        "definitely",
    }
)


def remark(clause: Clause) -> Clause | None:
    """What somebody finds of their own life or of the world, with them as its subject; None when it is no such thing."""
    text = clause.text
    if cues.TO_YOU.search(text):
        return None
    bare = select.lowered(text)
    if cues.STANDS.match(text):
        return _standing(text, bare)
    if len(select.content(text)) < ENOUGH or cues.PASSING.search(text):
        return None
    if clause.who == "pronoun" and clause.subject.lower() == "it" and cues.ANTICIPATES.match(text):
        own = cues.WENT.match(text) or (cues.OWN.search(text) and not cues.WEIGHTY.search(text))
        return _for_me(bare) if own else Clause(f"I think {bare}", "", "I", "speaker", lemma="believe", rest=bare)
    return _of_things(text, bare) if clause.who == "other" else None


def _for_me(bare: str) -> Clause:
    return Clause(f"For me, {bare}", "For me,", "it", "speaker", lemma="states", tense="past", rest=bare)


def _of_things(text: str, bare: str) -> Clause | None:
    """What is said of life, of doing something, or of things both know; None when it is no such thing."""
    if cues.LIVED.match(text):
        return _for_me(bare)
    if cues.LIKELY.search(text):
        return None
    if cues.DONE.match(text) and not cues.OWN.search(text):
        return _for_me(bare)
    if cues.DEFINITE.match(text) and cues.GENERAL.search(text) and not cues.ABOUT.search(text):
        return Clause(f"I say {bare}", "", "I", "speaker", lemma="states", rest=bare)
    return None


def names_thing(clause: Clause) -> bool:
    """Whether the subject is a thing or people, and no pronoun: "this picture reminds me of …", "everyone was …"."""
    if clause.subject.lower() in cues.ANYONE or cues.ONE_OF.match(clause.text):
        return True
    found = cues.POINTING.match(clause.text)
    word = found["next"].lower() if found else ""
    if word.endswith("s") and clause.subject.lower() in {"these", "those"}:
        return word not in _VERBAL
    return bool(word) and not (m.is_third(word) or m.is_past(word) or word in _VERBAL)


def _standing(text: str, bare: str) -> Clause | None:
    """A statement that stands by itself though its subject is "it", "what" or "there"."""
    enough = len(select.content(text))
    if text.startswith("There"):
        return Clause(f"I say {bare}", "", "I", "speaker", lemma="states", rest=bare) if enough >= ENOUGH else None
    told = text if not text.startswith("This") else f"It{text[4:]}"
    return Clause(told, "", "it", "speaker", lemma="states", tense="past", rest=bare) if enough > 1 else None


def found_so(clause: Clause) -> bool:
    """Whether "it" stands before what it means: "I think it is kind of you to wait", "I found it hard to leave"."""
    if clause.lemma == "find" and cues.FOUND_SO.match(clause.rest):
        return True
    about_it = clause.lemma == "think" and re.match(r"it (?:is|was)\b.* (?:to|that|how|when)\b", clause.rest)
    return bool(about_it) and len(select.content(clause.rest)) >= ENOUGH


def points_back(text: str) -> bool:
    """Whether an opinion about "it" is one about what was said before, and not about what follows."""
    return cues.ANAPHORIC.match(text) is not None


def clings(clause: Clause) -> bool:
    """Whether a statement hangs on the one before it by its first word: "Their help …"."""
    return cues.CLINGS.match(clause.text) is not None and not cues.TO_YOU.search(clause.text)


def may_go_on(clause: Clause) -> bool:
    """Whether a remark names something that the next sentence may call "it" or "they"."""
    text = clause.text
    if cues.TO_YOU.search(text) or cues.PASSING.search(text) or en.CHITCHAT.search(text) or len(text.split()) < 3:
        return False
    return clause.tense != "modal" and (clause.who != "other" or not cues.HEADLESS.match(text))


def goes_on(before: Clause, clause: Clause) -> bool:
    """Whether `clause`, about "it" or "they", says enough together with the remark before it."""
    if names_thing(clause):
        return False  # "this picture" is another thing
    together = len(select.content(before.text)) + len(select.content(clause.text))
    return (
        clause.tense != "modal"
        and ENOUGH < together <= MOST
        and not cues.TO_YOU.search(clause.text)
        and not cues.PASSING.search(clause.text)
        and " - " not in clause.text
    )


def both(before: Clause, clause: Clause, *, rest: bool = False) -> str:
    """Two sentences as one; `rest`: without the subject and verb of the first."""
    first = before.rest if rest else before.text
    return f"{first.rstrip('.! ')}; {clause.text[0].lower()}{clause.text[1:]}"
