"""English in talk between people: what tells of a life there, and would be an aside towards a program.

Friends say much about themselves without "I" as the subject: "Researching schools", "It made me realise …", "Here's a
photo of my garden", "It's been so good to have family around". Here such sentences get their subject back.
"""

from __future__ import annotations

import re

from persona_cli.extract.rules import morphology as m
from persona_cli.extract.rules import address, select
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


def recast(text: str) -> str:
    """A sentence with its speaker as the subject, where it shows, moves or occupies them; else as it was."""
    text = _unfilled(cues.TOGETHER.sub(r"\1 people ", text))
    if reminded := cues.REMINDED.match(text):
        return f"It{text[reminded.end() + 2 :]}"
    if (shown := cues.SHOWN.match(text)) and cues.OWN.search(shown["what"]):
        return f"I share {shown['what']}"
    if shown := cues.SHOWN_OWN.match(text):
        return f"I share {shown['what']}"
    if (shown := cues.POINTED_AT.match(text)) and not cues.TO_YOU.search(text):
        return f"I show {shown['what']}"
    if cues.SHOULD.match(text) and not cues.OWN.search(text) and not cues.TO_YOU.search(text):
        return f"I think {text[0].lower()}{text[1:]}"
    if (offered := cues.OFFERED.match(text)) and len(select.content(text)) >= ENOUGH:
        return f"I offer to {offered['what']}"
    if cues.EVEN_SMALL.match(text) and not cues.TO_YOU.search(text) and len(select.content(text)) > ENOUGH:
        return f"I think {text[0].lower()}{text[1:]}"
    if bare := cues.NO_SUBJECT.match(text):
        return f"It {text[bare.start('verb')].lower()}{text[bare.start('verb') + 1 :]}"
    if cues.LEFT_OUT.match(text) or (cues.LOOKING_AHEAD.match(text) and len(select.content(text)) > ENOUGH):
        return f"I {text[0].lower()}{text[1:]}"
    text = _begun(cues.MERE.sub("", text))
    for pattern, put in cues.RESTORED:
        if found := pattern.match(text[0].lower() + text[1:] if not text.startswith("I ") else text):
            return found.expand(put).replace("my", "My", 1) if put.startswith(r"\g<what> \g<be>") else found.expand(put)
    for pattern, put in cues.MOVES:
        if (moved := pattern.match(cues.GROUND.sub("", text).rstrip())) and len(select.content(moved["rest"])) > 1:
            return moved.expand(put)
    if moved := cues.MADE_ME.match(text):
        return _moved(moved, text[moved.end() :])
    if (busy := cues.OCCUPIED.match(text)) and len(select.content(text)) > 2 and not _finite(text):
        return f"I am {busy[0][0].lower()}{text[1:]}"
    if (head := cues.BEFORE_MAIN.match(text)) and not cues.OWN.search(text[head.end() :]):
        return head["own"]
    return address.recast(text)


def _unfilled(text: str) -> str:
    """A sentence without the words that only weigh what it says: "really", "definitely"."""
    bare = cues.FILLER.sub("", text)
    return _capital(bare) if text[0].isupper() else bare


def _begun(text: str) -> str:
    """A sentence from where its statement begins."""
    for prelude in cues.PRELUDES:
        text = prelude.sub("", text)
    return _capital(text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _finite(text: str) -> bool:
    """Whether a sentence that begins with "painting" has a verb of its own: then the painting is its subject."""
    return cues.FINITE.search(text) is not None or any(m.is_third(w) or m.is_past(w) for w in text.lower().split()[1:])


def _moved(found: re.Match[str], rest: str) -> str:
    """What "it made me …" says of the speaker: "I came to realise …", "I felt …"."""
    verb = found["verb"].lower()
    rest = cues.GROUND.sub("", rest).rstrip()
    if verb == "feel":
        return f"I {'feel' if found['present'] else 'have felt' if found['have'] else 'felt'}{rest}"
    return f"I {'have come' if found['have'] else 'came'} to {verb}{rest}" if not found["present"] else ""


def remark(clause: Clause) -> Clause | None:
    """What somebody finds of their own life or of the world, with them as its subject; None when it is no such thing."""
    text = clause.text
    if cues.TO_YOU.search(text):
        return None
    bare = text if re.match(r"[A-Z]\w*[A-Z]|I\b", text) else text[0].lower() + text[1:]
    if cues.STANDS.match(text):
        return _standing(text, bare)
    if len(select.content(text)) < ENOUGH or cues.PASSING.search(text):
        return None
    if clause.who == "other" and cues.LIVED.match(text):
        return Clause(f"For me, {bare}", "For me,", "it", "speaker", lemma="states", tense="past", rest=bare)
    if clause.who == "pronoun" and clause.subject.lower() == "it" and cues.ANTICIPATES.match(text):
        if cues.WENT.match(text) or (cues.OWN.search(text) and not cues.WEIGHTY.search(text)):
            return Clause(f"For me, {bare}", "For me,", "it", "speaker", lemma="states", tense="past", rest=bare)
        return Clause(f"I think {bare}", "", "I", "speaker", lemma="believe", rest=bare)
    if clause.who == "other" and cues.DONE.match(text) and not cues.OWN.search(text) and not cues.LIKELY.search(text):
        return Clause(f"For me, {bare}", "For me,", "it", "speaker", lemma="states", tense="past", rest=bare)
    if (
        clause.who == "other"
        and cues.DEFINITE.match(text)
        and cues.GENERAL.search(text)
        and not cues.ABOUT.search(text)
        and not cues.LIKELY.search(text)
    ):
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
    return clause.lemma == "think" and cues.TO_YOU.search(clause.rest) is not None and clause.rest.startswith("it ")


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
