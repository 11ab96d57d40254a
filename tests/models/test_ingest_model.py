"""A model extracts through the command line: facts with evidence, and four outcomes that are never mixed up."""

from __future__ import annotations

import json
import signal
import threading

import bodies
import pytest
from commands import ended
from desk import Desk, asked_of, facts_of, no_key_in, posts
from loopback import SECRET, Answer, serving

HEDGEHOG = {
    "quote": "I adopted a hedgehog",
    "predicate": "has_pet",
    "object": "hedgehog",
    "text": "Nora adopted a hedgehog.",
}
FLUTE = {"quote": "I play the flute", "predicate": "plays", "object": "flute", "text": "Nora plays the flute."}
INVENTED = {"quote": "I play the harp", "predicate": "plays", "object": "harp", "text": "Nora plays the harp."}
QUIET = Answer(body=bodies.local('{"facts": []}'))
WRONG = Answer(body=bodies.local("I would rather talk about the weather."))


@pytest.fixture
def nora(desk: Desk) -> Desk:
    assert desk("init", desk.vault).code == 0
    desk.config(identity__user_name="Nora")
    return desk


def using(server, model="tiny"):
    return ("--extractor", "local", "--model", model, "--base-url", f"{server.url}/v1")


def recorded(desk: Desk) -> dict[str, dict]:
    return {fact["text"]: fact for line in desk("facts", "--jsonl").out.splitlines() for fact in [json.loads(line)]}


def extractors(desk: Desk) -> set[str]:
    """Who the facts of the logs say found them."""
    lines = "\n".join(path.read_text() for path in sorted(desk.vault.glob("facts/*.jsonl"))).splitlines()
    return {event["extractor"] for event in map(json.loads, lines) if event["type"] == "assert"}


def test_facts_come_with_their_evidence_and_without_it_not_at_all(nora):
    """What the model quotes from a turn becomes a fact; what nobody said is rejected, counted and told by reason."""
    chat = nora.chat("a.jsonl", "I adopted a hedgehog last week.", "Nice weather.")
    with serving(facts_of(hedgehog=HEDGEHOG, weather=INVENTED)) as server:
        done = nora("ingest", chat, "--json", *using(server))
    told = done.json
    assert done.code == 0
    assert told["facts"] == {"asserted": 1, "supported": 0, "closed": 0, "proposed": 0, "rejected": 1}
    assert told["rejected_because"] == {"the quote is not in the turn": 1}
    assert (told["turns"], told["turns_without_facts"], told["failed_turns"]) == (2, 1, 0)
    assert (told["extractor"], told["usage"]["calls"], told["usage"]["input_tokens"]) == ("local/tiny", 1, 30)
    assert "1 rejected, 1 turn with nothing to keep" in done.err
    assert "Rejected: the quote is not in the turn (1).\n" in done.err
    (fact,) = recorded(nora).values()
    assert (fact["text"], fact["evidence"][0]["quote"]) == ("Nora adopted a hedgehog.", "I adopted a hedgehog")
    assert fact["evidence"][0]["source_id"] == "a.jsonl-0"
    assert extractors(nora) == {"local/tiny"}


def test_the_four_outcomes_are_four_counts(nora):
    """A repeat is support, a doubtful one waits for review, nothing is nothing, and a failure is none of them."""
    first = nora.chat("a.jsonl", "I adopted a hedgehog.")
    with serving(facts_of(hedgehog=HEDGEHOG, flute=FLUTE)) as server:
        nora("ingest", first, *using(server))
        nora.config(review__below="0.9")
        second = nora.chat("b.jsonl", "I play the flute.", "Good evening.")
        waiting = nora("ingest", second, "--json", *using(server)).json
        nora.config(review__below="0")
        third = nora.chat("c.jsonl", "As I said, I adopted a hedgehog.")
        repeated = nora("ingest", third, "--json", *using(server)).json
        server.answers = [WRONG]
        failed = nora("ingest", nora.chat("d.jsonl", "I own a boat."), "--json", *using(server))
    counts = [
        (told["facts"]["asserted"], told["facts"]["supported"], told["facts"]["proposed"], told["turns_without_facts"], told["failed_turns"])
        for told in (waiting, repeated, failed.json)
    ]  # fmt: skip
    assert counts == [(0, 0, 1, 1, 0), (0, 1, 0, 0, 0), (0, 0, 0, 0, 1)]
    assert failed.code == 3
    assert "1 turn could not be read by the model; persona ingest --pending tries again." in failed.err


def test_failed_turns_wait_and_are_tried_again(nora):
    """A turn that failed is kept and found; `--pending` asks about it alone, records its facts, and clears the list."""
    chat = nora.chat("a.jsonl", "Hello there.", "I adopted a hedgehog last week.")
    with serving(WRONG) as server:
        assert nora("ingest", chat, *using(server)).code == 3
        assert "hedgehog" in nora("recall", "hedgehog").out
        assert nora("status", "--json").json["waiting_for_a_model"] == 2
        asked = len(posts(server))
        assert nora("ingest", chat, *using(server)).code == 0
        assert len(posts(server)) == asked  # known turns are not asked about by themselves
        server.answers = [Answer(500, {"error": {"message": "broken"}}, {"x-should-retry": "false"})]
        still = nora("ingest", "--pending", "--json", *using(server))
        assert (still.code, still.json["failed_turns"], still.json["tried_turns"]) == (3, 2, 2)
        server.answers = [facts_of(hedgehog={**HEDGEHOG, "when": "last week"})]
        done = nora("ingest", "--pending", "--json", *using(server))
        assert (done.code, done.json["facts"]["asserted"], done.json["turns_without_facts"]) == (0, 1, 1)
        assert "Tried 2 turns again: 1 fact, 1 turn with nothing to keep." in done.err
        before = len(server.seen)
        nothing = nora("ingest", "--pending", *using(server))
        assert (nothing.code, len(server.seen)) == (0, before)
        assert "No turn waits" in nothing.err
    assert list(recorded(nora)) == ["Nora adopted a hedgehog."]
    assert recorded(nora)["Nora adopted a hedgehog."]["valid_at"] < "2026-03-05"


def test_only_what_failed_is_asked_again(nora):
    """Of a long talk the part that failed is asked about; the rest is context, or not sent at all."""
    texts = [f"Line number {n} about nothing in particular." for n in range(40)]
    texts[20] = "I adopted a hedgehog last week."
    chat = nora.chat("a.jsonl", *texts)

    def moody(seen):
        return WRONG if "hedgehog" in seen.body["messages"][1]["content"].partition("Conversation:")[2] else QUIET

    with serving(moody) as server:
        told = nora("ingest", chat, "--json", *using(server)).json
        assert 1 < told["failed_turns"] < 40
        before = len(server.seen)
        server.answers = [facts_of(hedgehog=HEDGEHOG)]
        done = nora("ingest", "--pending", "--json", *using(server)).json
        (question,) = server.seen[before:]
    assert (done["tried_turns"], done["facts"]["asserted"]) == (told["failed_turns"], 1)
    assert "Line number 2 " not in asked_of(question)
    assert "Line number 39" not in asked_of(question)


def test_a_grown_transcript_costs_its_new_turns(nora):
    """Turns that are known are sent as context at the most, and nothing is claimed from them again."""
    with serving(facts_of(hedgehog=HEDGEHOG, flute=FLUTE)) as server:
        nora("ingest", nora.chat("a.jsonl", "I adopted a hedgehog."), *using(server))
        longer = nora.chat("a.jsonl", "I adopted a hedgehog.", "I play the flute.")
        told = nora("ingest", longer, "--json", *using(server)).json
        last = server.seen[-1].body["messages"][1]["content"]
    assert told["facts"] == {"asserted": 1, "supported": 0, "closed": 0, "proposed": 0, "rejected": 0}
    assert "- user: I adopted a hedgehog." in last
    assert "[1] user: I play the flute." in last


@pytest.mark.parametrize("retry", [False, True])
def test_a_dry_run_asks_nobody_and_writes_nothing(nora, retry):
    """It tells calls and tokens; no request is made and no byte changes, also with `--pending`."""
    chat = nora.chat("a.jsonl", "I adopted a hedgehog last week.", "Nice weather.")
    with serving(WRONG) as server:
        if retry:
            nora("ingest", chat, *using(server))
        before, asked = nora.logs(), len(server.seen)
        what = ["--pending"] if retry else [chat]
        done = nora("ingest", *what, "--dry-run", "--json", *using(server))
        assert len(server.seen) == asked
    assert done.code == 0
    estimate = done.json["estimate"]
    assert estimate["calls"] == 1
    assert estimate["input_tokens"] > estimate["output_tokens"] > 0
    assert "Asking local/tiny would take 1 call, about " in done.err
    assert (done.json["usage"]["calls"], done.json["turns_without_facts"], done.json["failed_turns"]) == (0, 0, 0)
    assert nora.logs() == before


def test_a_dry_run_of_waiting_turns_by_rules_shows_what_it_would_record(nora):
    """Rules cost nothing, so they are tried for good, and their events are shown and not written."""
    with serving(WRONG) as server:
        nora("ingest", nora.chat("a.jsonl", "I live in Lyon."), *using(server))
    before = nora.logs()
    done = nora("ingest", "--pending", "--dry-run", "--extractor", "rules", "--jsonl")
    assert [json.loads(line)["type"] for line in done.out.splitlines()].count("assert") == 1
    assert "Would try 1 turn again: 1 fact." in done.err
    assert nora.logs() == before
    real = nora("ingest", "--pending", "--extractor", "rules", "--json").json
    assert (real["facts"]["asserted"], real["extractor"]) == (1, "rules")


def test_no_more_calls_than_said(nora):
    """`--max-calls` stops cleanly: all is kept, what was not asked waits, and the next run goes on there."""
    texts = [f"Sentence {n}: I adopted a hedgehog." if n == 30 else f"Sentence {n}." for n in range(40)]
    chat = nora.chat("a.jsonl", *texts)
    with serving(facts_of(hedgehog=HEDGEHOG)) as server:
        done = nora("ingest", chat, "--max-calls", "1", "--json", *using(server))
        assert (done.code, len(posts(server)), done.json["turns"]) == (3, 1, 40)
        assert done.json["turns_without_facts"] + done.json["failed_turns"] == 40
        assert "stopped after 1 call, as --max-calls says" in done.err
        rest = nora("ingest", "--pending", "--json", *using(server))
    assert (rest.code, rest.json["tried_turns"]) == (0, done.json["failed_turns"])
    assert list(recorded(nora)) == ["Nora adopted a hedgehog."]


@pytest.mark.parametrize(("blow", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_what_was_kept_before_the_end_waits_for_the_model(nora, blow, code):
    """Stopped or killed in the second batch: the turns of the first are there, and all that failed of them wait."""
    chat = nora.chat("a.jsonl", *[f"Sentence {n}." for n in range(520)])
    reached, over = threading.Event(), threading.Event()

    def refusing(seen):
        if "Sentence 510." in asked_of(seen):
            reached.set()
            over.wait(20)
        return Answer(body=bodies.local("", refusal="I would rather not."))

    with serving(refusing) as server, ended([process := nora.start("ingest", chat, *using(server))]):
        assert reached.wait(20)
        process.send_signal(blow)
        process.wait(20)
        over.set()
    status = nora("status", "--json").json
    assert (process.returncode, status["turns"], status["waiting_for_a_model"]) == (code, 500, 500)


@pytest.mark.parametrize("refusal", [Answer(401, {"error": {"message": "who are you?"}}), Answer(429, {"error": {"message": "later"}}, {"retry-after": "3600"})])  # fmt: skip
def test_a_server_that_refuses_all_is_asked_once(nora, refusal):
    """One refusal that holds for every question ends the run: the rest waits, and a later run goes on."""
    chat = nora.chat("a.jsonl", *[f"Sentence {n}: I play the flute." if n == 35 else f"Sentence {n}." for n in range(40)])  # fmt: skip
    with serving(refusal) as server:
        done = nora("ingest", chat, "--json", *using(server))
        assert (done.code, len(server.seen), done.json["failed_turns"]) == (3, 1, 40)
        server.answers = [facts_of(flute=FLUTE)]
        rest = nora("ingest", "--pending", *using(server))
    assert rest.code == 0
    assert list(recorded(nora)) == ["Nora plays the flute."]


def test_several_workers_record_in_the_order_of_the_input(nora):
    """`extraction.workers` asks about several windows at once, and belief comes out as with one."""
    texts = [f"Sentence {n}." for n in range(48)]
    texts[3], texts[40] = "I adopted a hedgehog.", "I play the flute."
    model = facts_of(hedgehog=HEDGEHOG, flute=FLUTE)
    with serving(model) as server:
        nora.config(extraction__workers="3")
        done = nora("ingest", nora.chat("a.jsonl", *texts), "--json", *using(server))
    assert (done.code, done.json["usage"]["calls"], done.json["facts"]["asserted"]) == (0, 3, 2)
    lines = "".join(path.read_text() for path in sorted(nora.vault.glob("facts/*.jsonl"))).splitlines()
    order = [event["text"] for event in map(json.loads, lines) if event["type"] == "assert"]
    assert order == ["Nora adopted a hedgehog.", "Nora plays the flute."]


def test_a_missing_key_leaves_the_work_to_the_rules_and_says_so_once(nora):
    """Two conversations, one note; the report and the facts name the rules; nothing waits."""
    paths = [nora.chat("a.jsonl", "I live in Lyon."), nora.chat("b.jsonl", "I work at Harbour Mill.")]
    done = nora("ingest", *paths, "--json", "--extractor", "openai")
    assert (done.code, done.json["extractor"], done.json["failed_turns"]) == (0, "rules", 0)
    assert done.err.count("the rules do the work instead") == 1
    assert "persona key set openai" in done.err
    assert extractors(nora) == {"rules"}


def test_waiting_turns_do_not_go_to_the_rules_for_want_of_a_key(nora):
    """`--pending` without a key is an error that names it, and the turns wait on."""
    with serving(WRONG) as server:
        nora("ingest", nora.chat("a.jsonl", "I live in Lyon."), *using(server))
    done = nora("ingest", "--pending", "--extractor", "anthropic")
    assert done.code == 1
    assert "persona key set anthropic" in done.err
    assert nora("ingest", "--pending", "--dry-run", "--extractor", "rules", "--json").json["tried_turns"] == 1


def test_comparing_two_extractors_writes_nothing(desk):
    """Which facts both find and which only one, also of what was read before; no byte of the vault changes."""
    desk("init", desk.vault)
    chat = desk.chat("a.jsonl", "I live in Lyon.", "I play the flute.")
    desk("ingest", chat, "--me", "Nora")
    before = desk.logs()
    with serving(facts_of(flute=FLUTE)) as server:
        line = ("ingest", chat, "--compare", "--extractor", "rules,local", "--model", "tiny", "--base-url", f"{server.url}/v1")  # fmt: skip
        shown, full = desk(*line), desk(*line, "--json", "--me", "Somebody")
        assert len(posts(server)) == 2
    assert desk.logs() == before
    assert "only rules: Nora lives in Lyon." in shown.out
    assert "Nora plays the flute." in shown.out
    assert "local/tiny: 1 fact, 1 turn with nothing to keep." in shown.err
    assert [one["extractor"] for one in full.json["extractors"]] == ["rules", "local/tiny"]


def test_comparing_makes_no_vault(desk):
    """On a machine without a vault nothing is there afterwards but the chat."""
    chat = desk.chat("a.jsonl", "I live in Lyon.")
    with serving(QUIET) as server:
        done = desk("ingest", chat, "--me", "Nora", "--compare", "--extractor", "rules,local", "--model", "tiny", "--base-url", f"{server.url}/v1")  # fmt: skip
    assert (done.code, done.out) == (0, "only rules: Nora lives in Lyon.\n")
    assert not desk.vault.exists()


def test_comparing_without_a_key_is_an_error(nora):
    """The rules do not stand in for a model that is to be compared with them."""
    done = nora("ingest", nora.chat("a.jsonl", "I live in Lyon."), "--compare", "--extractor", "rules,gemini")
    assert (done.code, done.out) == (1, "")
    assert "persona key set gemini" in done.err


def test_a_stated_server_is_for_the_provider_beside_it(nora):
    """Address and model of the settings hold for the provider stated with them, and where that is the rules for `local`."""
    chat = nora.chat("a.jsonl", "I play the flute.")
    with serving(facts_of(flute=FLUTE)) as server:
        nora.config(extraction__base_url=f"{server.url}/v1", extraction__model="stated")
        told = nora("ingest", chat, "--extractor", "local", "--json").json
        assert (told["extractor"], server.seen[0].body["model"]) == ("local/stated", "stated")
        nora.environ["OPENAI_API_KEY"] = SECRET
        other = nora("ingest", chat, "--extractor", "openai", "--dry-run", "--json").json
        assert (other["extractor"], len(server.seen)) == ("openai/gpt-5.4-mini", 1)
        nora.config(extraction__provider="local")
        longer = nora.chat("b.jsonl", "Hello.")
        assert nora("ingest", longer, "--json").json["extractor"] == "local/stated"


def test_a_key_for_extraction_is_told_nowhere(nora):
    """A refusal that quotes the key ends in a count of waiting turns, and the key in no file and on no stream."""
    refused = Answer(401, {"error": {"message": f"Incorrect API key provided: {SECRET}", "code": "invalid_api_key"}})
    with serving(refused) as server:
        nora.environ |= {"PERSONA_OPENAI_KEY": SECRET, "PERSONA_OPENAI_ORIGIN": server.url}
        done = nora("ingest", nora.chat("a.jsonl", "I live in Lyon."), "--json", "--extractor", "openai", "--base-url", server.url)  # fmt: skip
        assert server.seen[0].headers["authorization"] == f"Bearer {SECRET}"
    assert (done.code, done.json["failed_turns"]) == (3, 1)
    assert no_key_in(nora, done)


def test_a_persons_own_prompt_is_used(nora):
    """`templates/extract.md.jinja` in the vault stands in for the shipped one."""
    (nora.vault / "templates").mkdir()
    (nora.vault / "templates" / "extract.md.jinja").write_text("Note what {{ user_name }} says of ships.")
    with serving(QUIET) as server:
        nora("ingest", nora.chat("a.jsonl", "I own a boat."), *using(server))
    assert server.seen[0].body["messages"][0]["content"] == "Note what Nora says of ships."
