"""English clauses that are not about the speaker's life, or only in passing; and what they say of times to come."""

from __future__ import annotations

import re

from persona_cli.extract.rules import morphology as m
from persona_cli.extract.rules import select, slots
from persona_cli.extract.rules.clauses import Clause, parse
from persona_cli.extract.rules.packs import en, en_slots, en_talk
from persona_cli.extract.rules.packs import en_cues as cues
from persona_cli.extract.rules.people import People

_SELF = frozenset({"speaker", "we"})
_TASK_VERBS = frozenset({"try", "need", "want", "look", "work", "get", "struggle"})
_LIKING = frozenset({"love", "like", "adore", "admire", "appreciate", "enjoy"})
_EVENTS = frozenset(
    """go get fly move travel visit start leave come meet see take host turn join graduate marry head run retire perform
    attend begin return celebrate have give launch open turn end arrive close finish expire send""".split()
)
_SCHEDULED = frozenset(
    {"start", "begin", "end", "leave", "arrive", "open", "close", "finish", "expire", "send", "retire", "move", "turn"}
)
_BOOKING = frozenset({"sign", "register", "enrol", "enroll"})
_DECIDING = frozenset({"decide", "promise", "plan", "book", "agree", "get"})
_WANTING = frozenset({"want", "plan", "hope", "intend", "aim", "need"})
_OF_BEINGS = frozenset({"diagnosed_with", "allergic_to"})
_FORWARD = frozenset("please just now then also kindly always never so and".split())


def ordered(text: str) -> bool:
    """Whether a sentence orders something: its first word is a verb of asking and nobody is its subject."""
    words = text.split(" ", 3)
    index = 0
    while index < len(words) - 1 and words[index].lower().strip(",") in _FORWARD:
        index += 1
    first = words[index].strip(",.!:").lower()
    return first in en.ORDERS and not (len(words) > index + 1 and words[index + 1].lower() in {"is", "was", "has"})


def opinion(clause: Clause, people: People) -> Clause | None:
    """What somebody holds of the world at large, as a belief of theirs; None when the clause is no such thing.

    To a program only weighty ones count: "it is important to …".
    """
    text = clause.text
    if clause.who == "name" and (_of_being(clause) or ((made := slots.slot(clause)).known and made.kind == "fact")):
        return None  # how things stand with somebody is no opinion
    if clause.who == "pronoun" and clause.subject.lower() == "it" and cues.VALUED.search(text):
        return Clause(text, "", "", "other", rest=text)
    if clause.who == "pronoun":
        fits = bool(cues.HELD_IT.match(text)) and (not people.to_assistant or bool(cues.WEIGHTY.search(text)))
    else:
        fits = clause.who in {"other", "name"} and not people.to_assistant and bool(en_talk.HELD.search(text))
        if (
            re.match(
                r"(?:The|This|That|Here|There|Today|Tomorrow|Tonight|Yesterday|Must|A lot|Lots|Tons|Some|So)\b", text
            )
            or (not people.to_assistant and en_talk.LIKELY.search(text))
            or cues.HEADLESS.match(text)
            or cues.ABOUT_ME.search(text)
            or clause.name.casefold() in people.speakers
        ):
            return None
    first, _, after = text.partition(" ")
    order = not m.is_gerund(first.lower()) and cues.OBJECT.match(after) is not None
    if not fits or order or len(select.content(text)) < 3 or cues.TO_YOU.search(text) or " - " in text:
        return None
    bare = text if clause.who == "name" else select.lowered(text)
    return Clause(f"I think {bare}", "", "I", "speaker", lemma="think", rest=bare)


def called(clause: Clause) -> Clause:
    """`clause`; but one whose opening word can only be somebody's name, by what is said of it, with that as its subject."""
    found = cues.CALLED_FIRST.match(clause.text) if clause.who == "other" and not clause.lead else None
    if not found or found[1].lower() in en.COMMON or found[1] in en_slots.NOT_NAMES or m.is_gerund(found[1].lower()):
        return clause
    named = parse(clause.text, frozenset({found[1]}))
    return named if named and named.who == "name" and _of_being(named) else clause


def _of_being(clause: Clause) -> bool:
    """Whether a clause says what is so of people and animals alone: an illness, or what animal it is."""
    animal = clause.lemma == "be" and cues.ANIMAL.match(clause.rest) is not None
    return animal or slots.slot(clause).predicate in _OF_BEINGS


def beside(clause: Clause, people: People) -> bool:
    """Whether a clause says nothing of the speaker's life: of nobody, of what others said, a compliment, the task."""
    text = clause.text
    if clause.who == "other":
        first, _, after = text.partition(" ")
        order = first.lower() in m.BASES and cues.ORDERED_OBJECT.match(after) is not None
        moved = not people.to_assistant and en_talk.YOURS.match(text)  # "your advice keeps me going"
        if (
            order
            or (m.is_third(first.lower()) and (people.to_assistant or not _plural(text)))
            or not cues.ABOUT_ME.search(text)
            or (cues.HEADLESS.match(text) and not moved)
        ):
            return True
    mutual = not people.to_assistant and (en_talk.FOUND.match(text) or len(select.content(text)) > select.FULL)
    if ("each other" in text and not mutual) or (
        not select.content(clause.rest) and not slots.slot(clause).known and clause.who in _SELF
    ):
        return True
    if (clause.elided and cues.COMPLIMENT.match(text)) or cues.GENERIC.search(text) or cues.REPORTED.search(text):
        return True
    if clause.who == "name" and clause.name.casefold() in people.speakers:
        return True
    if people.to_assistant:
        asked = clause.lemma in _TASK_VERBS and en.TASKS.match(clause.rest) is not None
        return (asked and cues.UNDERTAKEN.match(clause.rest) is None) or _passing(clause)
    praised = clause.lemma in _LIKING and re.match(r"(?:the way |how |that )?(?:your|you)\b", clause.rest) is not None
    return praised and len(select.content(clause.rest)) < select.FULL


def _plural(text: str) -> bool:
    """Whether a first word in "-s" is the subject, and no verb without one."""
    return bool(en_talk.PLURAL_DOES.match(text) or en_talk.PLURALS.match(text))


def _passing(clause: Clause) -> bool:  # noqa: PLR0911  # one return per kind of aside
    """Whether it is said to a program about the task at hand."""
    text, rest = clause.text, clause.rest
    if clause.who == "mine":
        return cues.OF_TALK.match(clause.subject) is not None
    if clause.who not in _SELF:
        return False
    if cues.PASSING.search(text) or (
        clause.lemma == "need" and not clause.duty and clause.tense == "present" and not slots.slot(clause).known
    ):
        return True
    if clause.lemma == "try" and clause.progressive:
        return not (cues.LIFE.match(rest) or re.search(r"\d|[a-z] [A-Z]", rest))
    if clause.lemma == "look" and clause.progressive:
        return not cues.SOUGHT.search(rest)
    if clause.tense == "future" and clause.lemma not in {"be", "turn", "have"} and " going to " not in text:
        return not (en.TIME_WORDS.search(text) or re.search(r"[a-z] [A-Z]", rest))
    if clause.tense == "modal" and clause.lemma in {"like", "love"}:
        return not (cues.LIFE.match(rest) or cues.DREAM.match(rest))
    if clause.lemma in {"think", "feel", "hear", "know"} and clause.tense in {"present", "perfect"}:
        return not slots.slot(clause).known
    return False


def future(clause: Clause) -> bool | None:
    """Whether what a clause dates lies ahead; None leaves it to the words."""
    if clause.tense in {"past", "perfect"}:
        if clause.lemma in _BOOKING:
            return True if " for " in clause.rest else None
        ahead = re.match(r".*\b(?:to|would|will)\b", clause.rest) or cues.AHEAD_WORDS.search(clause.rest)
        return True if ahead and clause.lemma in _DECIDING else None
    if clause.tense == "future" or clause.duty or clause.lemma in _WANTING:
        return True
    if clause.lemma == "be" and clause.tense == "present" and clause.rest.startswith("off to "):
        return True
    event = clause.lemma in _EVENTS and (clause.progressive or clause.lemma in _SCHEDULED)
    due = clause.lemma in {"have", "be", "start"} and cues.AHEAD_WORDS.search(clause.text)
    return True if clause.tense == "present" and (event or due) else None


def contrast(piece: str, following: str) -> bool:
    """Whether `following` puts another in the place of what `piece` denies: "I'm not a doctor, I'm a nurse"."""
    denied = re.match(r"(I|We|we|[Mm]y [\w ]+?|[Hh]e|[Ss]he) (am|is|are|do|does|was) not (?:(\w+) )?(\w+)?", piece)
    now = re.match(rf"(?:{denied[1]}) (\w+)", following, re.IGNORECASE) if denied else None
    if not denied or not now:
        return False
    if denied[2] in {"am", "is", "are", "was"}:
        return now[1] == denied[2]
    return now[1] in {denied[3], f"{denied[3]}s"} and now[1] not in {"like", "want", "know", "think"}
