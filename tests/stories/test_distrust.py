"""Who said it matters: what is foreign or uncertain waits, with the entities it names, and changes nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from persona_cli.core.event import Event
from persona_cli.core.model import Role, Turn
from persona_cli.extract.contract import Claim
from persona_cli.store.vault import Vault
from persona_cli.work.believe import Believer
from persona_cli.work.change import changing
from persona_cli.work.people import People
from persona_cli.work.refresh import reading
from persona_cli.work.review import Wanted, decide, waiting

LIVES = Claim("Ana", False, "lives_in", "Porto", "Ana lives in Porto.", "tn_1", "Ana lives in Porto.", confidence=0.9)


def take(vault: Vault, claim: Claim, *, role: Role = "user", speaker: str = "Ana", doubt: float = 0.4) -> None:
    turn = Turn(claim.turn, "ep_1", 0, "2026-02-01T10:00:00Z", speaker, role, claim.quote)
    with changing(vault, "ingest") as change:
        slate = change.slate()
        body = {"episode": "ep_1", "time": turn.time, "speaker": speaker, "role": role, "text": turn.text}
        slate.add(Event("turn", turn.id, body))
        people = People(slate, ("Ana",), frozenset({"ana"}))
        Believer(slate, people, doubt=doubt).take(claim, turn, turn.time)
        change.commit(slate.take())


def state(vault: Vault) -> tuple[list[str], list[str], list[str]]:
    """What is believed, which entities there are, and why what waits waits."""
    with reading(vault) as view:
        facts = [fact.text for fact in view.facts() if not view.hidden(fact)]
        names = sorted(entity.name for entity in view.entities() if entity.id != "en_user")
        return facts, names, [item.reason for item in waiting(vault, view, Wanted())]


@pytest.mark.parametrize("role", ["assistant", "tool", "system"])
def test_what_a_program_says_of_the_person_waits(vault: Vault, role: Role) -> None:
    """A claim from an assistant, a tool or a system message is a proposal and nothing else."""
    take(vault, LIVES, role=role, speaker="helper")
    assert state(vault) == ([], [], ["foreign"])


def test_what_somebody_else_says_of_the_person_waits(vault: Vault) -> None:
    """In talk between people each speaker's words count for that speaker; said of the person they wait."""
    take(vault, LIVES, role="other", speaker="Bob")
    assert state(vault) == ([], [], ["foreign"])


def test_what_an_extractor_doubts_waits(vault: Vault) -> None:
    """A claim below the confidence of `review.below` waits; accepted, it is believed and its entity known."""
    take(vault, replace(LIVES, confidence=0.3))
    assert state(vault) == ([], [], ["uncertain"])
    with reading(vault) as view:
        (item,) = waiting(vault, view, Wanted())
    (decided,) = decide(vault, [item.id], "accept")
    assert decided.done
    assert state(vault) == (["Ana lives in Porto."], ["Porto"], [])


def test_a_foreign_correction_closes_nothing(vault: Vault) -> None:
    """An assistant that says a fact is over proposes its end; accepted, it ends."""
    take(vault, LIVES)
    denied = replace(
        LIVES,
        turn="tn_2",
        text="Ana no longer lives in Porto.",
        quote="You no longer live in Porto.",
        is_correction=True,
        negated=True,
        predicate="lived_in",
    )
    take(vault, denied, role="assistant", speaker="helper")
    assert state(vault) == (["Ana lives in Porto."], ["Porto"], ["foreign"])
    with reading(vault) as view:
        (item,) = waiting(vault, view, Wanted())
    decide(vault, [item.id], "accept")
    assert state(vault) == ([], ["Porto"], [])
