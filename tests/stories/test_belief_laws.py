"""The laws of belief over whole vaults: undo, unmerge, known-at, and the order of import."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from persona_cli.core.event import Event, operation_of
from persona_cli.core.fold import fold
from persona_cli.core.model import Entity, Fact, Turn
from persona_cli.core.vocabulary import predicate
from persona_cli.core.when import parse_when
from persona_cli.errors import PersonaError
from persona_cli.extract.contract import Claim
from persona_cli.store import vault as vaults
from persona_cli.store.log import all_files, read_tail
from persona_cli.store.vault import Surroundings, Vault
from persona_cli.work.believe import Believer
from persona_cli.work.change import changing
from persona_cli.work.correct import Wanted, correct_fact
from persona_cli.work.entities import change_entity
from persona_cli.work.people import People
from persona_cli.work.refresh import reading
from persona_cli.work.undo import undo

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # hundreds of vaults, each synced to its disk
SPEAKERS = frozenset({"ana", "me"})
STATEMENTS = (  # predicate, object, text
    ("lives_in", "Lyon", "Ana lives in Lyon."),
    ("lives_in", "Porto", "Ana lives in Porto."),
    ("lives_in", "Berlin", "Ana moved to Berlin."),
    ("works_at", "Acme", "Ana works at Acme."),
    ("works_at", "Globex", "Ana started working at Globex."),
    ("married_to", "Tom", "Ana married Tom."),
    ("relationship_status", "", "Ana and Tom got divorced."),
    ("retired_from", "", "Ana retired."),
    ("likes", "", "Ana likes jazz."),
    ("friend_of", "Marta Ruiz", "Marta Ruiz is Ana's friend."),
    ("friend_of", "Bert", "Bert is Ana's friend."),
)
said = st.dates(min_value=date(2020, 1, 1), max_value=date(2025, 12, 31))
times = st.one_of(
    st.just(""),  # nothing was said of the time
    st.integers(2020, 2025).map(str),
    st.tuples(st.integers(2020, 2025), st.integers(1, 12)).map(lambda at: f"{at[0]}-{at[1]:02}"),
)
statements = st.one_of(
    st.tuples(st.sampled_from(STATEMENTS[:7]), said, times),
    st.tuples(st.sampled_from(STATEMENTS[7:]), said, st.just("")),  # of many values: at another time, another fact
)


class Clock:
    """Time that goes on by a minute at each look."""

    def __init__(self, seed: int) -> None:
        self.moment = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self.chance = random.Random(seed)

    def now(self) -> datetime:
        self.moment += timedelta(minutes=1)
        return self.moment


@contextmanager
def new_vault() -> Iterator[Vault]:
    with tempfile.TemporaryDirectory(prefix="persona-laws-", dir=MEMORY) as folder:
        clock = Clock(1)
        yield vaults.create(
            Path(folder) / "vault",
            Surroundings(clock.now, clock.chance.randbytes, "here"),
            identity={"user_name": "Ana"},
        )


def say(vault: Vault, statement: tuple[tuple[str, str, str], object, str], *, correction: bool = False) -> None:
    """Take in one turn with one claim, as ingesting does."""
    (name, obj, text), day, when = statement
    time = f"{day}T10:00:00Z"
    turn = Turn(f"tn_{abs(hash((text, str(day), when))):020}", "ep_1", 0, time, "Ana", "user", text)
    claim = Claim(
        "Ana", True, name, obj, text, turn.id, text,
        valid_at=parse_when(when) if when else None, when_said=when, confidence=0.9, is_correction=correction,
        negated=correction, object_type=predicate(name).object_type,
    )  # fmt: skip
    with changing(vault, "ingest") as change:
        slate = change.slate()
        body = {"episode": "ep_1", "time": time, "speaker": "Ana", "role": "user", "text": text}
        slate.add(Event("turn", turn.id, body))
        Believer(slate, People(slate, ("Ana",), SPEAKERS)).take(claim, turn, time)
        change.commit(slate.take())


def belief(vault: Vault, *, known_at: str = "") -> tuple[dict[str, Fact], dict[str, Entity], list[tuple[str, str]]]:
    """Everything believed: facts, entities, and what waits."""
    with reading(vault, known_at=known_at) as view:
        facts = {fact.id: fact for fact in view.facts()}
        entities = {entity.id: entity for entity in view.entities()}
        reviews = [] if known_at else [(item.id, item.state) for s in ("open", "accepted") for item in view.reviews(s)]
    return facts, entities, reviews


def settled(facts: dict[str, Fact]) -> list[tuple[str, str, str, str, bool]]:
    """What is said of the world, whatever operation said it: who, what, from when to when."""
    return sorted(
        (f.text, f.object, str(f.valid_at or ""), str(f.invalid_at or ""), f.retracted) for f in facts.values()
    )


deeds = st.lists(
    st.one_of(
        st.tuples(st.just("say"), statements),
        st.tuples(st.just("deny"), statements),
        st.tuples(st.sampled_from(["until", "retract", "edit", "reopen", "undo"]), st.integers(0, 20)),
        st.tuples(st.sampled_from(["merge", "unmerge", "distinct"]), st.just(0)),
    ),
    min_size=2,
    max_size=7,
)


def do(vault: Vault, deed: tuple[str, object]) -> bool:
    """Do one thing; whether it could be done."""
    verb, what = deed
    try:
        if verb in ("say", "deny"):
            say(vault, what, correction=verb == "deny")  # type: ignore[arg-type]
        elif verb == "undo":
            undo(vault, "", with_dependents=True, dry_run=False)
        elif verb in ("merge", "distinct"):
            change_entity(vault, verb, ("Bert", "Marta Ruiz"), {}, dry_run=False)
        elif verb == "unmerge":
            change_entity(vault, verb, ("Marta Ruiz",), {}, dry_run=False)
        else:
            facts = sorted(belief(vault)[0])
            ident = facts[int(what) % len(facts)] if facts else ""  # type: ignore[call-overload]
            wanted = {"until": Wanted(until="2025-06"), "retract": Wanted(retract=True), "reopen": Wanted(reopen=True)}
            correct_fact(vault, ident, wanted.get(verb, Wanted(to="Ana thinks again.")), dry_run=False)
    except (PersonaError, StopIteration):
        return False
    return True


def operations(vault: Vault) -> int:
    with reading(vault) as view:
        return len(view.catalog.operations())


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(deeds, st.one_of(st.tuples(st.just("say"), statements), st.tuples(st.just("deny"), statements)))
def test_undo_of_the_last_operation_gives_the_belief_before_it(
    before: list[tuple[str, object]], last: tuple[str, object]
) -> None:
    """Whatever happened before, undoing what was done last leaves no trace of it in belief."""
    with new_vault() as vault:
        for deed in before:
            do(vault, deed)
        known = belief(vault)
        count = operations(vault)
        do(vault, last)
        if operations(vault) > count:
            undo(vault, "", with_dependents=False, dry_run=False)
        assert known == belief(vault)


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(statements, min_size=1, max_size=4))
def test_undo_of_an_undo_brings_everything_back(heard: list[tuple[tuple[str, str, str], object, str]]) -> None:
    """Undoing the oldest operation and then its undo leaves belief as it was."""
    with new_vault() as vault:
        for statement in heard:
            say(vault, statement)
        known = belief(vault)
        with reading(vault) as view:
            oldest = view.catalog.operations()[-1][0].id
        done = undo(vault, oldest, with_dependents=True, dry_run=False)
        for operation in reversed(done.operations):
            undo(vault, operation.id, with_dependents=False, dry_run=False)
        assert known == belief(vault)


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(statements, max_size=3))
def test_unmerge_after_merge_gives_the_belief_before(heard: list[tuple[tuple[str, str, str], object, str]]) -> None:
    """A merge that is taken back leaves facts and entities as they were."""
    people = [(STATEMENTS[9], "2021-01-01", ""), (STATEMENTS[10], "2021-02-01", "")]
    with new_vault() as vault:
        for statement in (*people, *heard):
            say(vault, statement)
        known = belief(vault)
        change_entity(vault, "merge", ("Bert", "Marta Ruiz"), {}, dry_run=False)
        assert known != belief(vault)
        change_entity(vault, "unmerge", ("Marta Ruiz",), {}, dry_run=False)
        assert known == belief(vault)


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(deeds)
def test_what_was_known_at_each_operation_is_the_fold_of_all_up_to_it(done: list[tuple[str, object]]) -> None:
    """--known-at at an operation's time, the belief then, and the fold of the log's prefix are one."""
    with new_vault() as vault:
        then = []
        for deed in done:
            if do(vault, deed):
                facts, entities, _ = belief(vault)
                with reading(vault) as view:
                    then.append((view.catalog.operations(limit=1)[0][0], facts, entities))
        events = [e for file in all_files(vault.root) for tail in read_tail(vault.root, file.name) for e in tail.events]
        log = [operation_of(event) for event in events if event.type == "operation"]
        rest = [event for event in events if event.type != "operation"]
        for operation, facts, entities in then:
            known, named, _ = belief(vault, known_at=operation.time)
            prefix = fold([op for op in log if op.order <= operation.order], rest)
            assert facts == known == prefix.facts
            assert entities == named == prefix.entities


def once(statement: tuple[tuple[str, str, str], object, str]) -> object:
    """An ending of many values is said once: said again after something new began, its order matters (docs/belief.md)."""
    return statement[0] if statement[0][0] == "retired_from" else statement


_STARTED = ("works_at", "Globex", "Ana started working at Globex.")
_TWO_STARTS = [
    (_STARTED, date(2023, 1, 5), "2020"), (_STARTED, date(2020, 1, 28), "2021"),
    (("retired_from", "", "Ana retired."), date(2020, 6, 20), ""),
]  # fmt: skip
_MARRIED = ("married_to", "Tom", "Ana married Tom.")
_TWO_PRECISIONS = [
    (_MARRIED, date(2020, 1, 1), "2021-01"), (_MARRIED, date(2020, 1, 2), "2021"),
    (("relationship_status", "", "Ana and Tom got divorced."), date(2020, 1, 3), ""),
]  # fmt: skip


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@example(_TWO_PRECISIONS, random.Random(1))
@example(_TWO_PRECISIONS, random.Random(2))
@example(_TWO_PRECISIONS, random.Random(3))
@example(_TWO_STARTS, random.Random(1))
@example(_TWO_STARTS, random.Random(2))
@example(_TWO_STARTS, random.Random(5))
@given(st.lists(statements, min_size=2, max_size=5, unique_by=(lambda s: s[1], once)), st.randoms())
def test_a_backdated_import_gives_the_belief_of_one_in_order(
    heard: list[tuple[tuple[str, str, str], object, str]], chance: random.Random
) -> None:
    """Turns taken in in any order give the same facts with the same beginnings and ends as in the order they were said."""
    shuffled = list(heard)
    chance.shuffle(shuffled)
    results = []
    for order in (sorted(heard, key=lambda s: str(s[1])), shuffled):
        with new_vault() as vault:
            for statement in order:
                say(vault, statement)
            facts, entities, _ = belief(vault)
            names = {ident: entity.name for ident, entity in entities.items()}
            results.append(settled({i: replace(f, object=names.get(f.object, "")) for i, f in facts.items()}))
    assert results[0] == results[1]
