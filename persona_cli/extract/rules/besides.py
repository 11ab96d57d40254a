"""What an English statement says besides its own claim: "a nurse at Westside" names a job as well as a place of work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from persona_cli.extract.contract import Claim
from persona_cli.extract.rules import slots
from persona_cli.extract.rules.clauses import Clause
from persona_cli.extract.rules.packs import en_cues as cues
from persona_cli.extract.rules.rewrite import sentence


def job(clause: Clause, claim: Claim) -> Iterator[Claim]:
    """The job of somebody who says where they work; none for a job that is over, or was never theirs."""
    present = clause.tense == "present" and not clause.negated
    found = cues.JOB_AT.match(clause.rest) if claim.predicate == "works_at" and present else None
    if found and slots.slot(replace(clause, lemma="be", rest=found["job"])).predicate == "works_as":
        text = sentence(f"{claim.subject} {'works as' if clause.lemma == 'work' else 'is'} {found['job']}")
        yield replace(claim, predicate="works_as", object="", object_type="", text=text, about=())
