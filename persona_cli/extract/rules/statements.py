"""From one English sentence to the statements in it: openers, vocatives and requests cut off, coordinated clauses parted."""

from __future__ import annotations

import re

from persona_cli.extract.rules import morphology as m
from persona_cli.extract.rules.clauses import is_adverb
from persona_cli.extract.rules.packs import en
from persona_cli.extract.rules.packs import en_cues as cues
from persona_cli.extract.rules.packs.en_slots import NOT_NAMES

LONGEST = 2000  # characters of a statement that is looked at; far more than is kept


def opened(text: str, speakers: frozenset[str]) -> str:
    """`text` without what opens and closes a sentence and says nothing: "Well, Ben, …", "…, you know"."""
    while True:
        before = text
        if (
            (found := cues.LABEL.match(text))
            or (found := en.OPENERS.match(text))
            or (found := cues.CONJUNCTION.match(text))
        ):
            text = text[found.end() :]
        if (found := cues.VOCATIVE_HEAD.match(text)) and _called(found[1], speakers):
            text = text[found.end() :]
        if text == before or not text:
            break
    if (found := cues.VOCATIVE_TAIL.search(text)) and _called(found[0].strip(" ,"), speakers):
        text = text[: found.start()] + text[found.end() :]
    if (last := cues.CALLED_LAST.search(text)) and last["name"] not in NOT_NAMES and "called" not in text:
        text = text[: last.start("name")].rstrip(" ,") + text[last.end() :]
    return cues.TAG.sub("", text).strip()


def _called(name: str, speakers: frozenset[str]) -> bool:
    """Whether a word at the head or end of a sentence calls one of the speakers: "Cat" calls Catriona."""
    low = name.casefold()
    return low in speakers or (len(low) >= 3 and any(s.startswith(low) for s in speakers))


def stated(text: str, *, asks: bool = False) -> str:
    """The part of a sentence before a request or question begins; empty when nothing stands before it.

    `asks`: the sentence ends in a question mark, so that ", who …" may be the question.
    """
    if en.QUESTION.match(text):
        return ""
    if (found := cues.SO_DO.search(text)) and found["verb"] in en.ORDERS:
        text = text[: found.start()]
    if (found := en.TAIL.search(text)) or (asks and (found := cues.ASKED_TAIL.search(text))):
        head = cues.DANGLING.sub("", text[: found.start()].rstrip(" ,;-")).rstrip(" ,;-")
        return head if len(head.split()) > 2 else ""
    return text


def plain(text: str) -> str:
    """A sentence as the tables know it: "the name of my son is Max" is "my son is called Max"."""
    text = cues.DIAGNOSED.sub("I was diagnosed with", cues.TOLD.sub("", text))
    text = cues.NAME_OF.sub(r"\1 is called \2", cues.NAMED_OWN.sub(r"\1 \2 is called \3", text))
    text = cues.MOST.sub(r"I \1 \2 most", text)
    text = cues.REPLACED.sub(r"\g<whose> \g<be> \g<old>; \g<whose> \g<be> \g<new>", text)
    text = cues.GAVE_UP.sub(_until, text)
    text = cues.REVERSED.sub(r"\g<first> \g<what>", text)
    text = cues.TO_ME.sub("I believe ", cues.PUT_ON.sub("I started taking ", text))
    text = cues.CALLED_ME.sub("I go by ", text)
    text = cues.INTRODUCED.sub(r"I am \1; I am \2", text)
    text = cues.EVERY_ONE.sub(_every_one, text)
    text = cues.BORN_WHEN.sub(r"\g<born> \g<when> \g<where>; \g<born> \g<where>", text)
    text = cues.BORN_WHERE.sub(r"\g<born> \g<where> \g<when>; \g<born> \g<when>", text)
    return cues.NAMED_TWO.sub(r"I have \1, \2", text)


def _until(found: re.Match[str]) -> str:
    """Of a habit with its end told: "I used to smoke but stopped in 2020" is "I used to smoke until 2020"."""
    when = re.sub(r"^(?:back |only |just |around |about )*(?:in|on|at|when)?\s*", "", (found["when"] or "").strip())
    return f"{found['what']} until {when}" if when else found["what"]


def _every_one(found: re.Match[str]) -> str:
    """Their possessor first: "Both of my parents are teachers" is "my parents are both teachers"."""
    every, verb = found["every"].lower(), found["verb"]
    return f"{found['whose']} {verb} {every}" if verb in m.BE else f"{found['whose']} {every} {verb}"


def parted(text: str) -> list[str]:
    """Coordinated statements, each with its own subject."""
    pieces: list[str] = []
    start = 0
    for found in cues.SPLIT.finditer(text):
        if found.start() - start > LONGEST:
            start = found.end()  # more than any statement is: no statement at all
            continue
        piece = text[start : found.start()].strip(" ,")
        if not _has_verb(piece) or (found[0].split()[:1] == ["and"] and cues.OWN_END.search(piece)):
            continue
        if found[0].strip() == "," and not cues.OWN_SUBJECT.match(piece):
            continue
        if len(piece.split()) < 3 or (
            found[0].strip(" -:") == "" and not _stands(text[found.end() : found.end() + LONGEST])
        ):
            continue
        pieces.append(piece)
        start = found.end()
    pieces.append(text[start:].strip(" ,"))
    pieces = [_pointed(before, piece) for before, piece in zip(["", *pieces], pieces, strict=False)]
    return [part for piece in pieces for part in _coordinated(piece)]


def _pointed(before: str, piece: str) -> str:
    """What "it" means in "I failed my exam, so I have to retake it"."""
    pointing = cues.POINTING_TASK.match(piece)
    things = cues.THING.findall(before) if pointing else []
    if not pointing or len(things) != 1:
        return piece
    return f"{pointing['task']} {re.sub(r'^an? ', 'the ', things[0])}{piece[pointing.end() :]}"


def _stands(text: str) -> bool:
    """Whether what follows a dash or colon is a statement of its own, and not more of the one before it."""
    return cues.STANDS.match(text) is not None


def _has_verb(text: str) -> bool:
    """Whether a piece can stand alone: "my brother and I" is no statement and a half."""
    words = [w.lower() for w in re.findall(r"[\w'-]+", text)]
    return any(
        m.is_third(w)
        or m.is_past(w)
        or w in m.BE
        or w in m.MODALS
        or w in {"have", "had", "do", "did"}
        or (before in {"i", "we", "they", "you"})
        or (is_adverb(before) and w in m.BASES)
        for before, w in zip(["", *words], words, strict=False)
    )


def _coordinated(text: str) -> list[str]:
    head = cues.HEAD_VERB.match(text)
    if head is None or (" and " not in text and " but " not in text):
        return [text]
    subject, verb = head["subject"], head["verb"]
    if subject not in {"I", "we", "We"} or verb in {"advise", "encourage", "congratulate"}:
        return [text]
    for pattern, glue in ((cues.JOINED, ""), (cues.STATE, "am "), (cues.PAST, "")):
        found = pattern.search(text, head.end())
        if found is None:
            continue
        if pattern is cues.JOINED and not _joins(verb, text[head.end() : found.start()], text[found.end() :]):
            continue
        if pattern is cues.STATE and verb not in {"am", "was"}:
            continue
        return [text[: found.start()].strip(" ,"), *_coordinated(f"{subject} {glue}{text[found.end() :].strip()}")]
    return [text]


def _joins(verb: str, between: str, after: str) -> bool:
    """Whether what follows "and" is a second verb of the same subject, and no noun."""
    if not _plain_present(verb) or _infinitive(between):
        return False
    if after.split(" ", 1)[0] not in {"love", "like", "work", "play", "study", "drive", "plan", "hope"}:
        return True
    return not re.match(r"\s*(?:the|a|an|my|our|their|some|all)\b", between) or bool(
        re.match(r"\w+ (?:the|a|an|my|our|to|in|at|as|for|with|on)\b", after)
    )


_PLAIN = frozenset(
    """love hate like prefer dislike enjoy adore live work speak own have play study teach drive am volunteer detest
    loathe eat drink cannot do""".split()
)


def _plain_present(verb: str) -> bool:
    return verb in _PLAIN


def _infinitive(text: str) -> bool:
    return bool(re.search(r"\bto [a-z]+(?: \w+)?$|^\s*to\b", text))
