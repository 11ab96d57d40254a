"""What a session holds, when it is compiled, what is added to it for a message, and what never is."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "core"))
from context_desk import Noted, known_vault, noted, persona, said
from secret_shapes import SECRETS

from persona_cli.store import vault as vaults
from persona_cli.work.remember import Statement, remember
from persona_cli.work.session import redacted
from persona_cli.work.setup import redactor_of

ALL = ("context", "--json", "--stable")


@pytest.fixture
def vault(tmp_path, around):
    return known_vault(tmp_path / "vault", around)


def asked(vault, *arguments):
    ran = persona(vault, *ALL, *arguments)
    assert ran.code == 0, ran.err
    return ran.json


def by_hand(vault, around, text, **more):
    statement = Statement(text, predicate=more.pop("predicate", "states"), **more)
    return remember(vaults.open_vault(vault, around), statement, Noted(), dry_run=False).fact.id


def ident(vault, text):
    """The id of the fact that says something."""
    rows = map(json.loads, persona(vault, "facts", "--jsonl").out.splitlines())
    return next(row["id"] for row in rows if text in row["text"])


# --- the parts ------------------------------------------------------------------------------------------------------


def test_the_preamble_states_the_memory_also_when_it_is_empty(tmp_path):
    """An empty vault gives the preamble alone: it says that there is a memory and how to use it, and no section follows."""
    vault = tmp_path / "vault"
    persona(vault, "init")
    out = persona(vault, "context", "anything?").out

    assert "You have a long-term memory" in out
    assert "Never say that you have none." in out
    assert "persona-memory>" not in out
    assert "You are Assistant. Helpful, concise, and direct." in out


def test_the_date_and_time_are_told_in_the_zone_of_the_settings(tmp_path):
    """The full date and the short time stand in the preamble, and not with --stable."""
    vault = tmp_path / "vault"
    persona(vault, "init")
    persona(vault, "config", "timezone", "Asia/Kolkata")

    assert "It is Monday, 1 June 2026, 14:30 (UTC+05:30)." in persona(vault, "context", "--part", "identity").out
    assert "2026" not in persona(vault, "context", "--part", "identity", "--stable").out


def test_reference_knowledge_has_a_section_of_its_own(vault, around):
    """What a reserved predicate says by hand is authoritative, comes when a word of it is asked for, and is no memory."""
    rule = ident(vault, "Refunds")
    record = asked(vault, "how are refunds paid?")

    assert [rule] == record["included"]["knowledge"]
    assert "authoritative" in record["parts"]["knowledge"]
    assert rule not in record["included"]["memory"] + record["included"]["query"]
    assert [] == asked(vault, "what do I ski on?")["included"]["knowledge"]


def test_reference_knowledge_takes_no_room_from_memory(vault, around):
    """Many facts about one subject of reference leave the compilation as it was."""
    small = ("--part", "memory", "--budget", "60")
    before = asked(vault, *small)["parts"]["memory"]
    for number in range(20):
        by_hand(vault, around, f"Rule {number} of the shop is kept.", about="Shop", predicate="reference")

    assert before == asked(vault, *small)["parts"]["memory"]


def test_only_what_the_person_wrote_by_hand_is_authoritative(tmp_path, around):
    """A fact that an extractor found under a reserved predicate is no rule, and no memory either."""
    vault = tmp_path / "vault"
    noted(vault, around, said("I moved to Graz.", number=1))
    persona(vault, "config", "recall.reserved", "[lives_in]")
    record = asked(vault, "where is Graz?")

    assert [] == record["included"]["knowledge"]
    assert "Ana lives in Graz." not in str(record["parts"])


def test_a_profile_speaks_as_itself_over_the_same_memory(vault):
    """Its name and ways stand in the preamble; the memories are the same."""
    persona(vault, "identity", "set", "--profile", "work", "--name", "Ada", "--personality", "Dry.")
    plain, work = asked(vault), asked(vault, "--profile", "work")

    assert "You are Ada. Dry." in work["parts"]["identity"]
    assert plain["parts"]["memory"] == work["parts"]["memory"]
    assert persona(vault, "context", "--profile", "nobody").code == 2


def test_what_is_on_whatever_is_asked_is_counted(vault):
    """`context tokens` tells what identity, memory and static part cost; in a session the word is a message."""
    record = persona(vault, "context", "tokens", "--json").json
    costs = record["parts"]

    assert ["identity", "memory", "static"] == list(costs)
    assert record["total"] == sum(costs.values()) > 100
    assert "tokens" != asked(vault, "tokens", "--session", "s")["type"]


def test_the_static_part_repeats_nothing_of_the_memory(vault):
    """Open goals and core psyche come once, whichever part shows them first."""
    alone = asked(vault, "--part", "static")["included"]["static"]
    after = asked(vault, "--part", "memory", "--part", "static")["included"]

    assert 2 == len(alone)
    assert not set(after["memory"]) & set(after["static"])


def test_done_goals_leave_the_static_part_however_many_there_are(vault, around):
    """An open goal older than many done ones is still told."""
    goals = [
        by_hand(vault, around, f"Ana plans walk number {number}.", kind="goal", since="2026-05-01")
        for number in range(22)
    ]
    with vaults.open_vault(vault, around).writing("test") as writer:
        writer.commit("test", [writer.event("status", fact=goal, status="done", at="2026-05-02") for goal in goals])

    assert "learn to ski" in persona(vault, "context", "--part", "static").out


# --- compilation ----------------------------------------------------------------------------------------------------


def test_the_tiers_share_the_budget_and_hand_on_what_they_leave(vault):
    """Within the budget, in the order of the tiers; a tier with nothing to say leaves its share to the next."""
    whole, half = (asked(vault, "--budget", str(size), "--part", "memory") for size in (2000, 80))
    lines = persona(vault, "context", "--explain", "--part", "memory", "--json").json["lines"]
    order = [line["why"].split(":")[0] for line in lines]

    assert ["episodes", "active", "identity"] == list(dict.fromkeys(order))
    assert 0 == whole["left_out"] < half["left_out"]
    assert (
        sum(
            line["tokens"]
            for line in persona(vault, "context", "--explain", "--part", "memory", "--json", "--budget", "80").json[
                "lines"
            ]
        )
        <= 80
    )
    assert [] == asked(vault, "--budget", "0", "--part", "memory")["included"]["memory"]


def test_a_session_is_compiled_once(vault, around):
    """What is learnt later stays out of the compilation until --new-session, and comes as a top-up before that."""
    first = asked(vault, "--session", "s")
    new = by_hand(vault, around, "Ana keeps bees.")
    second = asked(vault, "--session", "s", "do I keep bees?")

    assert (True, False) == (first["compiled_now"], second["compiled_now"])
    assert first["parts"]["memory"] == second["parts"]["memory"]
    assert [new] == second["included"]["query"]
    assert new in asked(vault, "--session", "s", "--new-session")["included"]["memory"]


def test_another_budget_compiles_anew(vault):
    """So do other names, reserved predicates and instants asked for; another session has a compilation of its own."""
    asked(vault, "--session", "s")

    assert asked(vault, "--session", "s", "--budget", "90")["compiled_now"]
    assert not asked(vault, "--session", "s", "--budget", "90")["compiled_now"]
    assert asked(vault, "--session", "s", "--budget", "90", "--as-of", "2026-04")["compiled_now"]
    assert asked(vault, "--session", "other", "--budget", "90")["compiled_now"]
    persona(vault, "config", "recall.reserved", "[reference, likes]")
    assert asked(vault, "--session", "other", "--budget", "90")["compiled_now"]


@pytest.mark.parametrize("how", [("--retract",), ("--until", "2026-05-25")])
def test_what_is_no_longer_true_leaves_a_session_at_once(vault, how):
    """An ended or retracted fact is gone from the next answer; all other lines are the same."""
    gone = ident(vault, "walnuts")
    before = asked(vault, "--session", "s")
    assert persona(vault, "correct", gone, *how).code == 0
    after = asked(vault, "--session", "s")

    assert [line for line in before["included"]["memory"] if line != gone] == after["included"]["memory"]
    assert "Ana is allergic to walnuts." not in after["parts"]["memory"]


def test_a_fact_that_ends_by_the_clock_leaves_too(vault, around):
    """No event is needed: an end known beforehand takes the line away when its day has come."""
    lease = by_hand(vault, around, "Ana rents a boat.", until="2026-06-10")
    early, late = (
        persona(vault, *ALL, "--session", "s", now=f"{day}T09:00:00+00:00").json for day in ("2026-06-02", "2026-06-20")
    )

    assert lease in early["included"]["memory"]
    assert lease not in late["included"]["memory"]


def test_one_in_and_one_out_is_no_standstill(vault, around):
    """Belief is compared by the operations it comes from, not by the number of facts: the gate opens for the new one."""
    asked(vault, "--session", "s")
    persona(vault, "correct", ident(vault, "walnuts"), "--retract")
    new = by_hand(vault, around, "Ana keeps bees.")
    record = asked(vault, "--session", "s", "what animals do I keep, bees?")

    assert (False, None) == (record["exhaustive"], record["top_up_skipped"])
    assert new in record["included"]["query"]


def test_a_changed_wording_is_shown_as_it_is_now(vault):
    """A session keeps which lines it has, not their words."""
    fact = ident(vault, "walnuts")
    asked(vault, "--session", "s")
    persona(vault, "correct", fact, "--to", "Ana is allergic to hazelnuts.")

    assert "hazelnuts" in asked(vault, "--session", "s")["parts"]["memory"]


def test_a_session_keeps_no_words_of_memory_and_no_secret(vault):
    """Between calls there are ids on disk, and the last messages without what looks like a key."""
    asked(vault, "--session", "s", "my key is sk-ant-api03-" + "Ab3" * 30 + " and I like walnuts")
    kept = (vault / ".persona" / "sessions" / "s.json").read_text()

    assert "walnuts" in kept
    assert "Ab3Ab3" not in kept
    assert "allergic" not in kept
    assert "mountain" not in kept


@pytest.mark.parametrize("kind", sorted(SECRETS))
def test_no_kind_of_secret_is_kept_of_a_message(shared_vault, kind):
    """What ingestion would take out is taken out of the messages of a session too."""
    text = f"please remember {SECRETS[kind](random.Random(7))} for me"
    expected = redactor_of(shared_vault, write=True)(text)

    assert text != expected
    assert [expected] == redacted(shared_vault, [text])


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "{",
        "[]",
        '{"picks": 3}',
        '{"key":"k","digest":"d","exhaustive":1,"left_out":0,"messages":[],"picks":[{"id":1}]}',
    ],
)
def test_a_broken_session_file_is_made_anew(vault, broken):
    """What cannot be read is no reason to fail: the session is compiled again."""
    whole = asked(vault, "--session", "s")
    (vault / ".persona" / "sessions" / "s.json").write_text(broken)

    assert whole["parts"] == asked(vault, "--session", "s")["parts"]


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".", "x" * 65, "a b", "é"])
def test_a_session_is_named_by_a_plain_word(vault, name):
    """What could be a path, or nothing, is a mistake of usage."""
    assert 2 == persona(vault, "context", "--session", name, "hello there").code


def test_a_session_that_cannot_be_kept_gives_its_context_all_the_same(vault):
    """Where no session can be written, each call compiles, and nothing fails."""
    whole = asked(vault, "--session", "s")
    shutil.rmtree(vault / ".persona" / "sessions")
    (vault / ".persona" / "sessions").write_text("in the way")

    assert whole == asked(vault, "--session", "s") == asked(vault, "--session", "s")


def test_sessions_that_are_over_are_forgotten(vault):
    """One that was last asked for a month before another begins is removed; a provider's cache stays."""
    asked(vault, "--session", "old")
    folder = vault / ".persona" / "sessions"
    (folder / "old.cache.json").write_text("{}")
    for path in folder.iterdir():
        os.utime(path, (0, 0))
    asked(vault, "--session", "new")

    assert {"new.json", "old.cache.json"} == {path.name for path in folder.iterdir()}


def test_a_message_of_broken_text_is_a_message(vault):
    """What is no text in any encoding is asked for as far as it is text."""
    assert "baking" in asked(vault, "--session", "s", "--budget", "30", "who baked \udcff in Lyon?")["parts"]["query"]


def test_the_prompt_of_another_day(vault, around):
    """--as-of gives what was true then, --known-at what was known then."""
    ended = ident(vault, "walnuts")
    persona(vault, "correct", ended, "--until", "2026-05-25")
    then = asked(vault, "--as-of", "2026-05-22")["included"]["memory"]
    unknown = asked(vault, "--known-at", "2026-05-01")["included"]

    assert ended not in asked(vault)["included"]["memory"]
    assert ended in then
    assert [] == unknown["memory"] == unknown["query"]


# --- the top-up -----------------------------------------------------------------------------------------------------


def test_nothing_is_added_to_a_compilation_that_holds_everything(vault):
    """The gate: all facts and all of the person's words are shown, so no search is made."""
    record = asked(vault, "who bakes in Ulm?")

    assert (True, "compilation is exhaustive", []) == (
        record["exhaustive"],
        record["top_up_skipped"],
        record["included"]["query"],
    )


def test_words_that_no_fact_holds_keep_the_gate_open(vault, around):
    """Facts alone are not everything: a long turn that the compilation only begins is looked for when it is asked for."""
    noted(
        vault,
        around,
        said(
            "The walk began early. " * 12 + "We found a lost umbrella under the bridge.",
            "2026-05-21",
            talk="c3",
            number=9,
        ),
        name="more.jsonl",
    )
    record = asked(vault, "where was the umbrella?")

    assert (False, 0) == (record["exhaustive"], record["left_out"])
    assert any(line.startswith("tn_") for line in record["included"]["query"])


def test_a_lone_why_asks_with_what_was_said_before(vault):
    """The last three messages make the question, within a session or given at once; a fourth is forgotten."""
    small = ("--budget", "30")
    asked(vault, "--session", "s", *small, "who bakes in Ulm?")
    bakes = ident(vault, "runs a bakery")

    assert bakes in asked(vault, "--session", "s", *small, "why?")["included"]["query"]
    for word in ("hm", "so", "ah"):
        last = asked(vault, "--session", "s", *small, word)
    assert bakes not in last["included"]["query"]


def test_messages_come_on_standard_input_too(vault):
    """As native messages, one a line, of which system ones do not count; or as one text."""
    lines = [said("who bakes in Ulm?"), said("Say walnuts.", role="system"), said("why?")]
    settings = {
        "PERSONA_VAULT": str(vault),
        "HOME": str(vault.parent),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    for text in ("\n".join(map(json.dumps, lines)), "who bakes in Ulm?"):
        done = subprocess.run(
            [sys.executable, "-m", "persona_cli", "context", "-", "--json", "--budget", "30"], input=text, capture_output=True, text=True, env=settings, check=True
        )  # fmt: skip
        found = json.loads(done.stdout)["parts"]["query"]

        assert "runs a bakery" in found
        assert "walnuts" not in found


def test_a_top_up_repeats_nothing_the_compilation_holds(vault, around):
    """By id, not by words: a fact inside another's text is still added, and no id comes twice."""
    first = by_hand(vault, around, "Ana keeps bees in Ulm and sells honey.", since="2026-05-31")
    inside = by_hand(vault, around, "Ana keeps bees in Ulm", since="2020")
    record = asked(vault, "--budget", "110", "bees in Ulm")

    assert first in record["included"]["memory"]
    assert inside in record["included"]["query"]
    assert not set(record["included"]["memory"]) & set(record["included"]["query"])


def test_what_has_nothing_to_do_with_the_message_is_not_added(vault):
    """There is a floor: a message that fits nothing adds nothing."""
    assert [] == asked(vault, "--budget", "30", "xylophone zzyzx quux")["included"]["query"]


def test_the_neighbours_of_what_answers_survive_the_cap(vault, around):
    """Facts about the same people stand right after the answers, however many always-on goals there are."""
    for number in range(12):
        by_hand(vault, around, f"Ana plans walk number {number}.", kind="goal")
        by_hand(vault, around, f"Ilse {'bakes rye' if number == 3 else 'paints kite'} {number}.", about="Ilse")
    record = asked(vault, "--budget", "30", "--part", "query", "--part", "static", "who bakes rye?")
    lines = persona(
        vault, "context", "--explain", "--json", "--budget", "30", "--part", "query", "who bakes rye?"
    ).json["lines"]
    beside = [line["why"].startswith("query: one step") for line in lines]

    assert ["query", "static"] == list(record["parts"])
    assert 1 < len(record["included"]["query"]) <= 10
    assert len([i for i in record["included"]["static"] if i]) - 1 == 10
    assert any(beside)
    assert beside == sorted(beside)


# --- whose words ----------------------------------------------------------------------------------------------------


def test_others_words_are_not_the_persons(tmp_path, around):
    """What an assistant, a tool or another person of a chat said stands in no part, however well it fits."""
    vault = tmp_path / "vault"
    others = [
        said("Walnuts from the assistant.", role="assistant", number=1),
        said("Walnuts from a tool.", role="tool", number=2),
        said("Walnuts from Bram.", role="other", speaker="Bram", number=3),
        said("Walnuts from me.", number=4),
    ]
    noted(vault, around, *others)
    out = persona(vault, "context", "--budget", "0", "--part", "memory", "--part", "query", "walnuts").out
    full = persona(vault, "context", "--part", "memory", "walnuts").out

    assert ["Walnuts from me."] == re.findall(r"Walnuts from [^.]*\.", out) == re.findall(r"Walnuts from [^.]*\.", full)
    assert 4 == persona(vault, "recall", "walnuts").out.count("Walnuts from")


def test_the_person_is_known_by_name_where_several_have_the_role(tmp_path, around):
    """In a talk where more than one speaker is marked as the user, only the person's names, handles and plain ones count."""
    vault = tmp_path / "vault"
    noted(
        vault,
        around,
        said("Walnuts from Ana.", speaker="Ana", number=1),
        said("Walnuts from Mo.", speaker="Mo", number=2),
    )
    unknown = persona(vault, "context", "--budget", "0", "walnuts", "--part", "query").out
    persona(vault, "identity", "set", "--user-name", "Ana")
    known = persona(vault, "context", "--budget", "0", "walnuts", "--part", "query").out

    assert "Walnuts from" not in unknown
    assert ("Walnuts from Ana." in known, "Walnuts from Mo." in known) == (True, False)


def test_what_waits_for_review_is_in_no_prompt(tmp_path, around):
    """A proposal has no effect: neither in memory nor as an answer nor as a rule."""
    vault = tmp_path / "vault"
    noted(vault, around, said("I'm allergic to walnuts.", number=1))
    by_hand(vault, around, "Ana is allergic to walnuts and nuts.")
    persona(vault, "config", "review.below", "2")
    noted(vault, around, said("I moved to Graz.", talk="c2", number=2), name="more.jsonl")

    assert "Graz" in persona(vault, "review", "list").out + persona(vault, "review").out
    assert "Ana lives in Graz." not in persona(vault, "context", "where in Graz?").out


def test_ask_puts_memory_and_rules_into_its_prompt(vault):
    """Rules come in their own section there too."""
    out = persona(vault, "context", "--template", "ask.md", "--stable", "how are refunds paid?").out

    assert out.count("<persona-memory>") == 2 == out.count("</persona-memory>")
    assert 1 == out.count("Refunds are paid")
    assert "Refunds" in out[out.index("Relevant knowledge") :]
    assert out.endswith("say so.\n")
