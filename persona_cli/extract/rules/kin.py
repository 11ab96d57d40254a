"""English relatives, friends and pets: who is named as the speaker's what."""

from __future__ import annotations

import re
from collections.abc import Iterator

from persona_cli.extract.rules import slots
from persona_cli.extract.rules.clauses import Clause
from persona_cli.extract.rules.packs import en
from persona_cli.extract.rules.packs import en_cues as cues

PREDICATES = frozenset(en.KIN.values()) | {"has_pet"}
_NOUNS = {"has_child": "child", "sibling_of": "sibling", "has_pet": "pet"}
_NAME_MONTHS = frozenset({"April", "May", "June", "August"})  # in a list of children they are names
_MEETING = frozenset("meet know call see help invite adopt get join visit talk teach marry date introduce".split())
_CALLING = frozenset({"be", "call", "name"})


def relation(word: str) -> str:
    """The predicate from the speaker to their "sister", "boss", "cat"."""
    return en.KIN.get(word, {"child": "has_child", "sibling": "sibling_of"}.get(word, "has_pet"))


def introduces(clause: Clause) -> bool:
    """Whether a clause does no more than name a relative: "my sister is called Marta"."""
    named_so = clause.who == "kin" and not clause.name and clause.lemma in _CALLING and _given(clause) is not None
    return named_so and clause.tense != "future"


def to_come(clause: Clause) -> str:
    """Who or what will be the speaker's "new boss"; empty for a clause that says no such thing."""
    ahead = clause.who == "kin" and not clause.name and clause.tense == "future" and clause.lemma == "be"
    given = cues.GIVEN_LATER.match(clause.rest) if ahead else None
    return slots.clean_name(given[1]) if given else ""


def named(clause: Clause, found: slots.Slot) -> Iterator[tuple[str, str]]:
    """(what they are to the speaker, name) of everybody a clause names so."""
    for mention in cues.MENTION.finditer(clause.text):
        yield mention["kin"], slots.clean_name(mention["name"])
    if introduces(clause) and (given := _given(clause)):
        yield clause.relation, slots.clean_name(given[1])
    if clause.who == "kin" and not clause.name and (named_so := cues.THEIR_NAME.search(clause.rest)):
        yield clause.relation, slots.clean_name(named_so[1])
    noun = _NOUNS.get(found.predicate, "") if clause.who in {"speaker", "we"} else ""
    if not noun:
        return
    if listed := cues.LISTED.search(clause.text):
        for raw in re.split(r",\s*(?:and\s+)?|\s+and\s+", listed["names"]):
            yield noun, raw if raw in _NAME_MONTHS else slots.clean_name(raw)
    elif not found.object and (apposed := cues.APPOSED.search(clause.text)):
        yield apposed[1], slots.clean_name(apposed[2])
    elif not found.object and (called := cues.CALLED.search(clause.text)):
        yield noun, slots.clean_name(called["name"])


def _given(clause: Clause) -> re.Match[str] | None:
    given = cues.GIVEN.match(clause.rest)
    return given if given and slots.clean_name(given[1]) else None


def one_person(clause: Clause) -> str:
    """The one person a clause is about, as said ("my sister Marta"), for the "she" that may follow; else empty."""
    if clause.who in {"kin", "name"}:
        return clause.subject
    mentions = [found[0] for found in cues.MENTION.finditer(clause.text)]
    if len(mentions) == 1:
        return mentions[0]
    kin = cues.OWN_KIN.findall(clause.text)
    if len(kin) == 1:
        return kin[0]
    names = slots.names_in(clause.rest) if clause.lemma in _MEETING else ()
    return names[0] if len(names) == 1 and cues.MET_NAME.search(clause.rest) else ""
