"""Random histories: operations of several devices with events about few things, so that they meet."""

from __future__ import annotations

from hypothesis import strategies as st

from persona_cli.core.event import Event
from persona_cli.core.model import Operation

FACTS = ("fa_1", "fa_2", "fa_3")
ENTITIES = ("en_user", "en_a", "en_b", "en_c")
TURNS = ("tn_1", "tn_2", "tn_3")
TIMES = st.sampled_from(["", "2019", "2020-05", "2021-06-07", "2022-01-01T10:00:00Z", "9999", "no time"])
WORDS = st.sampled_from(["Ana likes tea.", "Ana lives in Oporto.", "Ana does not like tea.", ""])
EVIDENCE = st.lists(
    st.builds(
        lambda turn, quote: {"turn": turn, "quote": quote}, st.sampled_from(TURNS), st.sampled_from(["tea", "Oporto"])
    ),
    max_size=2,
)


def _event(type_: str, target: st.SearchStrategy[str], /, **fields: st.SearchStrategy) -> st.SearchStrategy[Event]:
    return st.builds(lambda ident, body: Event(type_, ident, body), target, st.fixed_dictionaries({}, optional=fields))


def _about(type_: str, key: str, targets: tuple[str, ...], /, **fields: st.SearchStrategy) -> st.SearchStrategy[Event]:
    return st.builds(
        lambda target, body: Event(type_, "ev_x", {key: target, **body}),
        st.sampled_from(targets),
        st.fixed_dictionaries({}, optional=fields),
    )


def _fact(type_: str, /, **fields: st.SearchStrategy) -> st.SearchStrategy[Event]:
    return _about(type_, "fact", FACTS, **fields)


_auto, _by = st.booleans(), st.sampled_from(FACTS)
_TURN = _event(
        "turn", st.sampled_from(TURNS), episode=st.sampled_from(["ep_1", "ep_2"]), position=st.integers(0, 5), text=WORDS, speaker=st.just("Ana"),
        role=st.sampled_from(["user", "odd"]), chain=st.sampled_from(["", "ch_1"]),
    )  # fmt: skip
_ALL: tuple[st.SearchStrategy[Event], ...] = (
    _event(
        "assert", st.sampled_from(FACTS), subject=st.sampled_from(ENTITIES), object=st.sampled_from(("", *ENTITIES)), text=WORDS,
        predicate=st.sampled_from(["likes", "lives_in"]), kind=st.sampled_from(["fact", "psyche", "goal", "odd"]), valid_at=TIMES, invalid_at=TIMES,
        evidence=EVIDENCE, confidence=st.floats(0, 1), extractor=st.sampled_from(["hand", "rules"]), said_at=TIMES,
    ),
    _fact("support", evidence=EVIDENCE, valid_at=TIMES),
    _fact("close", at=TIMES, by=_by, auto=_auto),
    _fact("reopen"),
    _fact("retract", by=_by, auto=_auto),
    _fact("edit", text=WORDS, valid_at=TIMES, invalid_at=TIMES, clear=st.just(["object"])),
    _fact("status", status=st.sampled_from(["open", "done", "dropped", "odd"])),
    _event("entity", st.sampled_from(ENTITIES), name=st.sampled_from(["Ana", "Ben", ""]), kind=st.sampled_from(["user", "subject", "odd"])),
    _about("alias", "entity", ENTITIES, name=st.sampled_from(["Anita", "Benny"])),
    _about("rename", "entity", ENTITIES, name=st.sampled_from(["Anne", "Bea", ""])),
    _about("describe", "entity", ENTITIES, text=WORDS, etype=st.sampled_from(["person", ""]), link=st.sampled_from(["x:1", "x:2"])),
    _about("merge", "entity", ENTITIES, into=st.sampled_from(ENTITIES)),
    _about("unmerge", "entity", ENTITIES),
    _about("distinct", "entity", ENTITIES, other=st.sampled_from(ENTITIES)),
    _event("episode", st.sampled_from(["ep_1", "ep_2"]), source=WORDS, title=WORDS, time=TIMES),
    _TURN,
    _event("propose", st.just("rv_1"), reason=st.just("foreign"), proposal=st.dictionaries(st.just("text"), WORDS), facts=st.lists(_by, max_size=2)),
    _about("decide", "review", ("rv_1",), decision=st.sampled_from(["accept", "discard"])),
    _about("erased", "target", ("fa_3", "tn_3", "en_c")),
    _event("dream", st.just("dr_1"), colour=WORDS),
)  # fmt: skip
# asserts, supports and turns come more often, so that they meet
EVENTS: st.SearchStrategy[Event] = st.sampled_from((*_ALL, *_ALL[:2] * 3, *(_TURN,) * 5)).flatmap(lambda kind: kind)


@st.composite
def histories(draw: st.DrawFn, *, most: int = 7) -> tuple[list[Operation], list[Event]]:
    """Operations of two devices, some undoing others, and their events; a few events without an operation."""
    operations: list[Operation] = []
    events: list[Event] = []
    seqs = {"aaa": 0, "bbb": 0}
    for number in range(draw(st.integers(1, most))):
        device = draw(st.sampled_from(sorted(seqs)))
        seqs[device] += 1
        reverts = draw(st.sampled_from(["", "", "", *(op.id for op in operations), "op_unknown"]))
        # two devices that have not seen each other use the same clock
        clock = draw(st.integers(max(1, seqs[device]), 8)) if operations else 1
        time = f"2026-01-{draw(st.integers(1, 9)):02}T00:00:00Z"
        operation = Operation(f"op_{number}", device, seqs[device], clock, time, "test", (), reverts, "1")
        operations.append(operation)
        made = draw(st.lists(EVENTS, max_size=5)) if not reverts else []
        events += [
            Event(e.type, e.id, e.body, operation.id, n, draw(st.sampled_from([1] * 20 + [2])))
            for n, e in enumerate(made, 1)
        ]
    lost = draw(st.lists(EVENTS, max_size=2))
    events += [Event(e.type, e.id, e.body, "op_never", n) for n, e in enumerate(lost, 1)]
    return operations, events
