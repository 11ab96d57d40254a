"""From one English sentence to the statements in it: openers, vocatives and requests cut off, coordinated clauses parted."""

from __future__ import annotations

import re

from persona_cli.extract.rules import morphology as m
from persona_cli.extract.rules.clauses import is_adverb
from persona_cli.extract.rules.packs import en
from persona_cli.extract.rules.pattern import Pattern

_VOCATIVE_TAIL = Pattern(r",\s+[A-Z][a-z]+(?:\s[A-Z][a-z]+)?(?=[.!]*$)")
_VOCATIVE_HEAD = Pattern(r"^(?:[A-Za-z]+(?: so much| a lot)?\s+)?([A-Z][a-z]+)\s*[,!]\s+(?=\S)")
_TAG = Pattern(
    r",?\s+(?:you know|right|huh|eh|is it not|isn't it|to be honest|though|lol|haha|by the way|as well as you|I guess|I think|I suppose)(?=[.!?]*$)",
    re.IGNORECASE,
)
_SPLIT = Pattern(
    r"\s*;\s+|\s+-+\s+|:\s+(?=(?:I|my|we)\b)|,?\s+(?:and|but|while|whereas|although|though)(?:\s+(?:also|now|then|actually|currently|yes|yeah))*,?\s+(?=(?:I|we)\s+\w+|(?:my|our)\s+(?:[\w'-]+\s+){1,3}(?:is|are|was|were|has|have|had|does|did|loves?|likes?|hates?|lives?|works?|will|can|says?|plays?|wants?|\w+ed)\b)|,\s+(?=I\s+(?!mean|think|guess|know|suppose|believe|say|might|hope)\w+|[Mm]y\s+(?:[\w'-]+\s+){1,3}(?:is|are|was|were|has|have|had|\w+ed)\b)|,?\s+(?:and|but)\s+(?=(?:he|she)\s+(?:is|was|has|works|lives|loves|hates|likes|had)\b)"
)
_JOINED = Pattern(
    r",?\s+(?:and|but)\s+(?:(?:also|really|now|absolutely|currently)\s+)?(?=(?P<verb>hate|love|like|prefer|dislike|detest|loathe|enjoy|adore|live|work|speak|own|have|play|study|teach|drive|volunteer|cannot stand|do not|am|want|plan|hope)\s+(?:a|an|the|my|in|at|as|for|with|to|on|two|three|allergic|eat|like|drink|[a-z]+))"
)
_DANGLING = Pattern(r"(?:,?\s+\b(?:and|but|so|or|because|then|now|also|as|since|which|that|with|to|for|if))+$")
_OWN_SUBJECT = Pattern(
    r"(?:(?:[\w' ]+, )?(?:I|[Ww]e|[Mm]y|[Oo]ur|[Ii]t|[Tt]hat|[Tt]his|[Tt]he|[Hh]e|[Ss]he|[Tt]hey)\b|(?:just |finally |recently )?[A-Z]?[a-z]+(?:ed|t|d|ing)\b)(?!.*\b(?:when|if)\b)"
)
_STATE = Pattern(
    r",?\s+(?:and|but)\s+(?:(?:also|very|now)\s+)?(?=(?:allergic to|lactose intolerant|gluten intolerant|married to|left-handed|from [A-Z]|diagnosed with|afraid of|scared of|interested in)\b)"
)
_PAST = Pattern(
    r",?\s+(?:and|but)\s+(?:(?:then|also|now|just|recently|finally)\s+)?(?=(?:started|began|bought|adopted|moved|joined|married|met|graduated|learned|learnt|quit|became|sold|retired|stopped|live|work|got (?:married|engaged|divorced|a (?:dog|cat|puppy|kitten)))\b)"
)
_HEAD_VERB = Pattern(
    r"^(?:[\w' ,]{0,40}?\b)?(?P<subject>I|[Ww]e|[Mm]y [\w ]+?)\s+(?:\w+ly\s+|also\s+|really\s+|just\s+|do not\s+|absolutely\s+|still\s+|now\s+|currently\s+)*(?P<verb>[a-z]+)\b"
)


def opened(text: str, speakers: frozenset[str]) -> str:
    """`text` without what opens and closes a sentence and says nothing: "Well, Ben, …", "…, you know"."""
    while True:
        before = text
        if found := en.OPENERS.match(text):
            text = text[found.end() :]
        if (found := _VOCATIVE_HEAD.match(text)) and _called(found[1], speakers):
            text = text[found.end() :]
        if text == before or not text:
            break
    if (found := _VOCATIVE_TAIL.search(text)) and _called(found[0].strip(" ,"), speakers):
        text = text[: found.start()] + text[found.end() :]
    return _TAG.sub("", text).strip()


def _called(name: str, speakers: frozenset[str]) -> bool:
    """Whether a word at the head or end of a sentence calls one of the speakers: "Mel" calls Melanie."""
    low = name.casefold()
    return low in speakers or (len(low) >= 3 and any(s.startswith(low) for s in speakers))


def stated(text: str) -> str:
    """The part of a sentence before a request or question begins; empty when nothing stands before it."""
    if en.QUESTION.match(text):
        return ""
    if found := en.TAIL.search(text):
        head = _DANGLING.sub("", text[: found.start()].rstrip(" ,;-")).rstrip(" ,;-")
        return head if len(head.split()) > 2 else ""
    return text


def parted(text: str) -> list[str]:
    """Coordinated statements, each with its own subject."""
    pieces: list[str] = []
    start = 0
    for found in _SPLIT.finditer(text):
        piece = text[start : found.start()].strip(" ,")
        if not _has_verb(piece):
            continue
        if found[0].strip() == "," and not _OWN_SUBJECT.match(piece):
            continue
        if len(piece.split()) < 3:
            continue
        pieces.append(piece)
        start = found.end()
    pieces.append(text[start:].strip(" ,"))
    return [part for piece in pieces for part in _coordinated(piece)]


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
        or (is_adverb(before)
        and w in m.BASES)
        for before, w in zip(["", *words], words, strict=False)
    )


def _coordinated(text: str) -> list[str]:
    head = _HEAD_VERB.match(text)
    if head is None or (" and " not in text and " but " not in text):
        return [text]
    subject, verb = head["subject"], head["verb"]
    if subject not in {"I", "we", "We"}:
        return [text]
    for pattern, glue in ((_JOINED, ""), (_STATE, "am "), (_PAST, "")):
        found = pattern.search(text, head.end())
        if found is None:
            continue
        if pattern is _JOINED and not _joins(verb, text[head.end() : found.start()], text[found.end() :]):
            continue
        if pattern is _STATE and verb not in {"am", "was"}:
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


def _plain_present(verb: str) -> bool:
    return verb in {
        "love", "hate", "like", "prefer", "dislike", "enjoy", "adore", "live", "work", "speak", "own", "have", "play", "study", "teach", "drive", "am",
        "volunteer", "detest", "loathe", "eat", "drink", "cannot", "do",
    }  # fmt: skip


def _infinitive(text: str) -> bool:
    return bool(re.search(r"\bto [a-z]+(?: \w+)?$|^\s*to\b", text))
