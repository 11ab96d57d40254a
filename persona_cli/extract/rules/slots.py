"""Predicate, object and kind of an English clause, from the tables of the pack."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from persona_cli.core.model import FactKind
from persona_cli.core.vocabulary import FAVOURITE, predicate
from persona_cli.extract.rules import morphology as m
from persona_cli.extract.rules.clauses import Clause
from persona_cli.extract.rules.packs import en, en_slots
from persona_cli.extract.rules.packs.en_cues import NAMES
from persona_cli.extract.rules.pattern import Pattern


@dataclass(frozen=True, slots=True)
class Slot:
    """What a clause is about."""

    predicate: str
    object: str = ""
    object_type: str = ""
    kind: FactKind = "fact"
    aspect: str = ""
    known: bool = False  # a line of the table fits


_MACROS = {
    name: getattr(en_slots, name)
    for name in (
        "JOB",
        "TRAIT",
        "ILLNESS",
        "PET",
        "KIDS",
        "SIBLINGS",
        "CAR",
        "LANGUAGE",
        "NATION",
        "FAITH",
        "DIET",
        "INSTRUMENT",
        "STUDY",
    )
}
_MACRO = Pattern(r"\b(" + "|".join([*_MACROS, "N"]) + r")\b")
_PAST_FORM = {"works_at": "worked_at", "lives_in": "lived_in", "works_as": "worked_as", "drives": "drove", "partner_of": "ex_of", "married_to": "married_to", "smokes": "smoked", "lives_with": "lived_with", "studies_at": "studied_at", "diet": "ate", "age": "was_aged", "learning": "learned", "plays": "played", "studies": "studied"}  # fmt: skip
_KEEPS_NEGATION = frozenset({"smokes", "relationship_status", "religion", "age"})
_NOT_NAMES = frozenset(
    """I The A An My Our We He She They It This That These Those Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May
    June July August September October November December Christmas Easter Halloween Thanksgiving God Internet English Ok OK TV PC AI CEO CTO PhD Mom Dad Mum
    Mother Father Grandma Grandpa Yes No Not But And So If When While Also Just In On At For With From To Of Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays Yesterday Today""".split()
)
_OF_WHAT = Pattern(r"^(?:(?:my|our|the) )?(?:favou?rite|fav) (?P<what>[\w -]+?)$", re.IGNORECASE)
_LOOSE = frozenset({"visited", "plans_to", "wants_to", "listens_to", "works_with", "likes", "dislikes"})
_PREPOSITION = Pattern(r"\b(?:in|at|with|on|for|from|by|about|near|when|because|since|until|after|before)\s")
_INNER = frozenset({"start", "begin", "keep", "stop", "quit", "continue", "resume", "finish"})
_BIG = Pattern(NAMES)


@lru_cache(maxsize=1)
def _table() -> dict[str, list[tuple[str, str]]]:
    """Verb -> [(pattern source, predicate)], in order."""
    lines: dict[str, list[tuple[str, str]]] = {}
    for line in en_slots.TABLE.strip().splitlines():
        verb, _, rest = line.partition(" | ")
        pattern, _, name = rest.rpartition(" | ")
        lines.setdefault(verb.strip(), []).append((pattern.strip(), name.strip()))
    return lines


@lru_cache(maxsize=1024)
def _pattern(source: str) -> Pattern | None:
    """A line's pattern with its macros filled in; None fits anything."""
    if source == "*":
        return None

    def fill(found: re.Match[str]) -> str:
        return f"(?P<o>{NAMES})" if found[0] == "N" else _MACROS[found[0]]

    filled = _MACRO.sub(fill, _MACRO.sub(fill, source))
    while filled.count("(?P<o>") > 1:
        at = filled.rfind("(?P<o>")
        filled = filled[:at] + "(?:" + filled[at + len("(?P<o>") :]
    return Pattern(filled)


def slot(clause: Clause, *, ahead: bool = False) -> Slot:
    """The slot of a clause whose subject is the speaker or a person."""
    lemma, rest = clause.lemma, clause.rest
    if lemma == "get" and clause.tense == "perfect" and re.match(r".*\b(?:have|has) got\b", clause.text):
        lemma = "have"
    if clause.duty and not clause.negated:
        return _made("has_task", "", clause)
    if clause.tense == "future":
        found = _match(lemma if lemma != "will" else "", rest)
        return _goal("plans_to", found.object if found else "", found.object_type if found else "")
    if (
        clause.progressive
        and clause.tense == "present"
        and (ahead or (lemma not in _LASTING and en.TIME_WORDS.search(rest) and _AHEAD.search(rest)))
    ):
        found = _match(lemma, rest)
        return _goal("plans_to", found.object if found else "", found.object_type if found else "")
    if lemma in _INNER and (gerund := re.match(r"(\w+ing)\b(.*)", rest)):
        found = _match(m.lemma(gerund[1]), gerund[2].strip())
        if found:
            return found
    if (clause.tense == "modal" and re.match(r"(?:really |absolutely )?(?:love|like) to\b", f"{lemma} {rest}")) or (
        lemma in {"love", "like"} and clause.tense == "modal"
    ):
        return _goal("wants_to", "", "")
    if clause.tense == "modal" and re.search(r"\bwould (?:much |really )?rather\b", clause.text):
        return Slot("prefers", kind="psyche", aspect="preference", known=True)
    if lemma == "be" and not clause.progressive and (state := _be_plan(clause)):
        return state
    found = _match(lemma, rest)
    if found is None:
        first = re.match(r"(\w+ed|\w+en)\b", rest) if lemma == "be" else None
        return Slot(_word(m.lemma(first[1]) if first and m.is_participle(first[1]) else lemma) or "states")
    return _settled(found, clause)


_LASTING = frozenset(
    {
        "live",
        "work",
        "study",
        "learn",
        "plan",
        "hope",
        "think",
        "consider",
        "try",
        "date",
        "see",
        "save",
        "train",
        "prepare",
        "suffer",
        "read",
        "use",
        "look",
        "get",
    }
)
_AHEAD = Pattern(r"\b(?:tomorrow|tonight|next|this|on|in|soon|later|coming|after|at|until|before)\b", re.IGNORECASE)


def _be_plan(clause: Clause) -> Slot | None:
    if re.match(r"(?:about|due|set|scheduled|supposed|expected) to\b", clause.rest):
        return _goal("plans_to", "", "")
    return None


def _word(lemma: str) -> str:
    return re.sub(r"\W+", "_", lemma)


def _goal(name: str, thing: str, kind_of: str) -> Slot:
    return Slot(name, thing, kind_of, "goal", predicate(name).aspect or "project", known=True)


def _made(name: str, thing: str, clause: Clause) -> Slot:
    entry = predicate(name)
    aspect = entry.aspect
    if name == "has_task" and re.search(r"\b(?:remember|remind)\b", f"{clause.lemma} {clause.rest}"):
        aspect = "reminder"
    return Slot(name, thing, entry.object_type if thing else "", entry.kind, aspect, known=True)


def _match(lemma: str, rest: str) -> Slot | None:
    for source, name in _table().get(lemma, ()):
        pattern = _pattern(source)
        found = pattern.match(rest) if pattern else None
        if pattern and not found:
            continue
        thing = (found.groupdict().get("o") or "") if found else ""
        if not thing and (pattern is None or name in _FREE):
            thing = single_name(rest, direct=name not in _LOOSE)
        thing = clean_name(thing)
        entry = predicate(name)
        return Slot(name, thing, _type_of(thing, entry.object_type), entry.kind, entry.aspect, known=True)
    return None


_FREE = frozenset(
    {
        "likes",
        "dislikes",
        "prefers",
        "speaks",
        "reads",
        "watches",
        "uses",
        "member_of",
        "visited",
        "plays",
        "learning",
        "attended",
        "bought",
        "drives",
        "owns",
        "plans_to",
        "wants_to",
        "studies",
        "allergic_to",
        "listens_to",
        "works_with",
        "habit",
        "fears",
    }
)


def _type_of(thing: str, known: str) -> str:
    return known if thing else ""


def single_name(text: str, *, direct: bool = False) -> str:
    """The one name in `text`; empty when there is none, or more than one; `direct`: or when it follows a preposition."""
    found = [(f.start(), n) for f in _BIG.finditer(text) if (n := clean_name(f[0]))]
    if len(found) != 1 or (direct and _PREPOSITION.search(text, 0, found[0][0])):
        return ""
    return found[0][1]


def names_in(text: str) -> tuple[str, ...]:
    """All names in `text`, in order, without repeats."""
    return tuple(dict.fromkeys(n for n in (clean_name(x) for x in _BIG.findall(text)) if n))


def clean_name(name: str) -> str:
    """A name without what is no part of it; empty for a capitalised word that names nothing."""
    words = name.strip(" .,;:!?'-").split()
    while words and words[0] in _NOT_NAMES:
        words.pop(0)
    while words and words[-1] in _NOT_NAMES:
        words.pop()
    if not words or any(re.fullmatch(r"I(?:'\w+)?", w) for w in words):
        return ""
    return " ".join(words).removesuffix("'s")


def _settled(found: Slot, clause: Clause) -> Slot:
    """A slot as tense and negation leave it: what was is not what is."""
    name = found.predicate
    ended = clause.habit or (
        clause.tense == "past"
        and not clause.progressive
        and clause.lemma not in {"get", "buy", "adopt", "start", "begin", "marry", "turn"}
    )
    if clause.negated and name == "likes":
        return _turned(found, "dislikes")
    if clause.negated and name == "dislikes" and clause.lemma not in {"stand", "bear"}:
        return _turned(found, "likes")
    if name == "dislikes" and clause.lemma in {"stand", "bear"} and not clause.negated:
        return Slot(clause.lemma)
    if name == "allergic_to" and clause.lemma == "tolerate" and not clause.negated:
        return Slot("tolerate")
    if ended and name in _PAST_FORM:
        return _turned(found, _PAST_FORM[name])
    if clause.negated and predicate(name).cardinality == "one" and name not in _KEEPS_NEGATION:
        return _turned(found, _PAST_FORM.get(name, _word(clause.lemma)))
    return found


def _turned(found: Slot, name: str) -> Slot:
    entry = predicate(name)
    return Slot(name, found.object, found.object_type, entry.kind, entry.aspect, known=True)


def favourite(subject: str) -> str:
    """The predicate of "my favourite film"; empty for another subject."""
    found = _OF_WHAT.match(subject.strip())
    return (
        FAVOURITE + re.sub(r"\W+", "_", found["what"].lower().replace("color", "colour").replace("movie", "film"))
        if found
        else ""
    )


_EVENT = Pattern(
    r"(?:\w+ )?(?:flight|train|exam|interview|appointment|surgery|operation|meeting|driving test|defen[cs]e|presentation)(?: (?:to|with|at|for) |$)"
)
_OWN = {
    "name": "named", "full name": "named", "first name": "named", "last name": "named", "surname": "named", "nickname": "nicknamed", "birthday": "birthday", "age": "age", "email": "email",
    "email address": "email", "phone number": "phone", "number": "phone", "job": "works_as", "profession": "works_as", "occupation": "works_as", "hometown": "from", "home town": "from",
    "goal": "wants_to", "dream": "wants_to", "plan": "plans_to", "hobby": "practises", "hobbies": "practises", "diet": "diet", "native language": "speaks", "mother tongue": "speaks",
    "first language": "speaks", "car": "owns", "house": "owns", "flat": "owns", "apartment": "owns", "employer": "works_at", "company": "founded", "major": "studies", "religion": "religion",
    "deadline": "deadline", "appointment": "appointment", "height": "height", "pronouns": "pronouns", "address": "address", "biggest fear": "fears", "new year's resolution": "wants_to", "dream job": "wants_to", "main goal": "wants_to", "big goal": "wants_to",
}  # fmt: skip


def owned(clause: Clause) -> Slot:
    """The slot of "my … is …"."""
    noun = re.sub(r"^(?:my|our) ", "", clause.subject.strip(), flags=re.IGNORECASE).lower()
    if name := favourite(clause.subject):
        return Slot(name, single_name(clause.rest), "", "psyche", "preference", known=True)
    noun = re.sub(r"^(?:new|current) ", "", noun)
    name = _OWN.get(noun, "")
    if name == "works_as" and not re.match(r"(?:an? |in |as |to )", clause.rest):
        return Slot("has")
    if not name or clause.lemma != "be":
        if (
            _EVENT.match(noun)
            and clause.lemma in {"be", "leave", "start", "depart", "begin", "take"}
            and clause.tense != "past"
        ):
            return _made("appointment", "", clause)
        word = noun.rsplit(" ", 1)[-1]
        if (
            word in {"deadline", "appointment", "exam", "interview", "flight", "meeting", "surgery", "test"}
            and clause.lemma == "be"
        ):
            return _made("deadline" if word == "deadline" else "appointment", "", clause)
        return Slot("has")
    thing = (
        ""
        if name
        in {
            "birthday",
            "age",
            "email",
            "phone",
            "works_as",
            "named",
            "nicknamed",
            "height",
            "deadline",
            "appointment",
            "pronouns",
        }
        else single_name(clause.rest)
    )
    return _made(name, thing, clause)
