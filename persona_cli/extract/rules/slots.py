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
from persona_cli.extract.rules.packs import en_cues as cues
from persona_cli.extract.rules.packs.en_cues import NAME, NAMES, PARTICLE
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
_OF_WHAT = Pattern(
    r"^(?:(?:my|our|the) )?(?:all-time |absolute |current |second )?(?:favou?rite|fav) (?P<what>[\w -]+?)$",
    re.IGNORECASE,
)
_PREPOSITION = Pattern(r"\b(?:in|at|with|on|for|from|by|about|near|when|because|since|until|after|before)\s")
_LOOSE_HABITS = frozenset({"bought", "got", "made", "has"})  # with "never" they tell a habit
_BOOKING = frozenset({"sign", "register", "enrol", "enroll", "book"})
_FIRMS = frozenset({"works_at", "worked_at", "studies_at", "studied_at"})
_ONE_EACH = frozenset({"has_pet", "has_child", "sibling_of"})
_INNER = frozenset({"start", "begin", "keep", "stop", "quit", "continue", "resume", "finish"})
_BIG = Pattern(NAMES)
_PARTICLES = frozenset(PARTICLE.split("|"))
_AND_MORE = Pattern(rf"\s+and {NAME}(?=$|[,.]|\s+(?:as|in|since|for|at|from|now)\b)")


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


def slot(clause: Clause, *, ahead: bool = False) -> Slot:  # noqa: PLR0911  # one return per way to mean it
    """The slot of a clause whose subject is the speaker or a person; `ahead`: it is dated after it was said."""
    lemma, rest = clause.lemma, clause.rest
    if lemma == "be" and " easily " in clause.text:
        return _made("trait", "", clause)
    if lemma == "get" and clause.tense == "perfect" and re.match(r".*\b(?:have|has) got\b", clause.text):
        lemma = "have"
    if clause.duty and not clause.negated:
        return _made("has_task", "", clause)
    if lemma == "expect" and en_slots.EXPECTED.match(rest):
        return _made("expecting", "", clause)
    if _planned(clause, ahead=ahead):
        found = _match(lemma, rest)
        return _goal("plans_to", found.object if found else "", found.object_type if found else "")
    if clause.tense == "modal" and (wished := _wished(clause)):
        return wished
    if inner := _inner(clause, lemma):
        return inner
    found = _match(lemma, rest)
    if (found is None or found.predicate in _LOOSE_HABITS) and _as_a_rule(clause):
        return _made("habit", found.object if found else "", clause)
    if found:
        return _settled(found, clause)
    first = re.match(r"(\w+ed|\w+en)\b", rest) if lemma == "be" else None
    return Slot(_word(m.lemma(first[1]) if first and m.is_participle(first[1]) else lemma) or "states")


def _inner(clause: Clause, lemma: str) -> Slot | None:
    """The slot of the verb that another one leads to: "started running", "came to see"."""
    if lemma == "have" and clause.progressive and clause.rest.startswith("trouble "):
        return Slot("has", known=True)  # a trouble of these days is no trait
    if lemma == "come" and (insight := re.match(r"to (\w+)", clause.rest)):
        return Slot(m.lemma(insight[1]))
    gerund = re.match(r"(\w+ing)\b(.*)", clause.rest) if lemma in _INNER else None
    return _match(m.lemma(gerund[1]), gerund[2].strip()) if gerund else None


def _wished(clause: Clause) -> Slot | None:
    """What "would" says of wishes, principles and preferences."""
    if clause.lemma in {"love", "like"}:
        return _goal("wants_to", "", "")
    if re.search(r"\bshould\b", clause.text):
        return _made("has_task", "", clause)
    if re.search(r"\b(?:would|could) never\b|\bwould not\b", clause.text):
        return Slot("values", kind="psyche", aspect="value", known=True)
    if re.search(r"\bwould (?:much |really )?rather\b", clause.text):
        return Slot("prefers", kind="psyche", aspect="preference", known=True)
    return None


def _as_a_rule(clause: Clause) -> bool:
    """Whether somebody always, never or usually does it."""
    said = clause.text[len(clause.lead) :].strip()
    return clause.tense == "present" and not clause.progressive and en_slots.AS_A_RULE.match(said) is not None


def _planned(clause: Clause, *, ahead: bool) -> bool:
    """Whether a clause tells what is to come."""
    if clause.tense == "future" or (ahead and clause.lemma in _BOOKING):
        return not (clause.negated and clause.lemma == "forget")  # "I will never forget" tells of what was
    if clause.lemma == "be":
        return re.match(r"(?:about|due|set|scheduled|supposed|expected) to\b", clause.rest) is not None
    if clause.tense != "present":
        return False
    if clause.lemma in _MOVING and (clause.progressive or ahead) and _TO.match(clause.rest):
        return True  # nobody lives yet where they are moving to
    if not clause.progressive:
        return False
    soon = clause.lemma not in _LASTING and en.TIME_WORDS.search(clause.rest) and _AHEAD.search(clause.rest)
    return ahead or bool(soon)


_LASTING = frozenset(
    """live work study learn plan hope think consider try date see save train prepare suffer read use look get""".split()
)
_MOVING = frozenset({"move", "relocate", "emigrate"})
_TO = Pattern(
    r"(?:(?:back|over|here|down|up|soon|together|permanently|with .{1,30}?|from .{1,30}?) )*"
    r"(?:to|into|in with|in together|out|away|back|abroad|home)\b"
)
_AHEAD = Pattern(r"\b(?:tomorrow|tonight|next|this|on|in|soon|later|coming|after|at|until|before)\b", re.IGNORECASE)


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


@lru_cache(maxsize=1)
def _nation() -> Pattern:
    return Pattern(en_slots.NATION)


def _match(lemma: str, rest: str) -> Slot | None:
    for source, name in _table().get(lemma, ()):
        pattern = _pattern(source)
        found = pattern.match(rest) if pattern else None
        if pattern and not found:
            continue
        thing = (found.groupdict().get("o") or "") if found else ""
        if not thing and (pattern is None or name in en_slots.FREE):
            thing = single_name(rest, direct=name not in en_slots.LOOSE)
        if thing and found and name in _FIRMS and (more := _AND_MORE.match(rest, found.end("o"))):
            thing += more[0]  # "Hill and Sons"
        title = en_slots.TITLE.search(rest) if name in en_slots.TITLED else None
        thing = title[1] if title else clean_name(thing)
        if _nation().fullmatch(thing) and name not in {"speaks", "learning", "studies", "learned"}:
            thing = ""  # "Korean" of "Korean dramas"
        if thing and name in _ONE_EACH and len(names_in(rest)) > 1:
            thing = ""  # each of them is a claim of its own
        entry = predicate(name)
        return Slot(name, thing, _type_of(thing, entry.object_type), entry.kind, entry.aspect, known=True)
    return None


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
    while words and (words[0] in en_slots.NOT_NAMES or words[0] in _PARTICLES):
        words.pop(0)
    while words and (words[-1] in en_slots.NOT_NAMES or words[-1] in _PARTICLES):
        words.pop()  # "Norway for" of "Norway for Christmas"
    if not words or any(re.fullmatch(r"I(?:'\w+)?", w) for w in words):
        return ""
    return " ".join(words).removesuffix("'s")


def _settled(found: Slot, clause: Clause) -> Slot:  # noqa: PLR0911  # one return per turn of meaning
    """A slot as tense and negation leave it: what was is not what is."""
    name = found.predicate
    ended = clause.habit or (
        clause.tense == "past"
        and not clause.progressive
        and clause.lemma not in {"get", "buy", "adopt", "start", "begin", "marry", "turn", "join", "accept"}
    )
    if clause.lemma in {"miss", "plan"} and clause.negated and clause.tense != "present":
        return Slot(clause.lemma)  # "never missed a day" is no liking, "never planned" no plan
    if clause.negated and name == "likes" and clause.lemma != "live":
        return _turned(found, "dislikes")
    if clause.negated and name == "dislikes" and clause.lemma not in {"stand", "bear"}:
        return _turned(found, "likes")
    if clause.lemma in {"stand", "bear", "tolerate"} and not clause.negated:
        return Slot(clause.lemma)
    if name == "moved_to" and found.object and not (clause.negated or clause.habit or clause.progressive):
        return found if en_slots.ONCE.search(clause.text) else _turned(found, "lives_in")
    if ended and name in en_slots.PAST_FORM:
        return _turned(found, en_slots.PAST_FORM[name])
    if clause.negated and predicate(name).cardinality == "one" and name not in en_slots.KEEPS_NEGATION:
        return _turned(found, en_slots.PAST_FORM.get(name, _word(clause.lemma)))
    return found


def _turned(found: Slot, name: str) -> Slot:
    entry = predicate(name)
    return Slot(name, found.object, found.object_type, entry.kind, entry.aspect, known=True)


def favourite(subject: str) -> str:
    """The predicate of "my favourite film"; empty for another subject."""
    found = _OF_WHAT.match(subject.strip())
    if not found:
        return ""
    what = re.split(r" (?:in|of|to|for|at) ", found["what"].lower())[0]
    return FAVOURITE + re.sub(r"\W+", "_", what.replace("color", "colour").replace("movie", "film"))


def owned(clause: Clause) -> Slot:  # noqa: PLR0911  # one return per kind of thing
    """The slot of "my … is …"."""
    noun = re.sub(r"^(?:my|our) ", "", clause.subject.strip(), flags=re.IGNORECASE).lower()
    if name := favourite(clause.subject):
        return Slot(name, single_name(clause.rest), "", "psyche", "preference", known=True)
    if re.match(r"(?:ideal|perfect|preferred|go-to|comfort|usual|guilty) ", noun):
        return _made("prefers", single_name(clause.rest, direct=True), clause)
    noun = re.sub(r"^(?:new|current) ", "", noun).split(" for ")[0]
    name = en_slots.OWN.get(noun, "")
    if name == "works_as" and not re.match(r"(?:an? |in |as |to )", clause.rest):
        return Slot("has")
    if name == "founded" and not re.match(r"(?:called |named )?[A-Z]|an? |the ", clause.rest):
        return Slot("has")
    if not name or (clause.lemma != "be" and not clause.progressive):
        if (
            en_slots.EVENT.match(noun)
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


def impression(text: str) -> Slot:
    """What a statement with another subject says of the speaker: what they value, like, dislike, fear."""
    if cues.VALUED.search(text):
        return Slot("values", kind="psyche", aspect="value", known=True)
    if favoured := cues.FAVOURED.search(text):
        made = favourite(f"my favourite {favoured[1]}") if favoured[1] else "likes"
        return Slot(made, kind="psyche", aspect="preference", known=True)
    if felt := cues.FELT.search(text):
        liked = felt["good"] or felt["joy"] or felt["calm"]
        return Slot("likes" if liked else "dislikes", kind="psyche", aspect="preference", known=True)
    if cues.SCARY.search(text):
        return Slot("fears", kind="psyche", aspect="trait", known=True)
    return Slot("states")
