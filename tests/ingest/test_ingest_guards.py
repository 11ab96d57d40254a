"""What never gets into the vault: secrets, private spans, what was excluded, our own fragments, and others' word for it."""

from __future__ import annotations

import json
import random
import re
import string

import pytest
from exports import logs, persona, reviews, take, turns

from persona_cli.core.event import Event
from persona_cli.work import refresh
from persona_cli.work.review import decide

CHANCE = random.Random(5)


def letters(count: int) -> str:
    return "".join(CHANCE.choice(string.ascii_letters + string.digits) for _ in range(count - 3)) + "aB7"


TOKENS = {
    "github-token": "ghp_" + letters(36),
    "openai-key": "sk-proj-" + letters(48),
    "aws-key-id": "AKIA" + "".join(CHANCE.choice(string.ascii_uppercase + string.digits) for _ in range(16)),
    "slack-token": "xoxb-123456789012-" + letters(24),
}


def row(number: int, text: str, **more: str) -> str:
    said = {
        "id": f"m{number}",
        "conversation": "c",
        "time": f"2026-03-05T10:00:{number:02}Z",
        "speaker": "Mara",
        "role": "user",
        "text": text,
    }
    return json.dumps(said | more) + "\n"


def facts(vault):
    with refresh.reading(vault) as view:
        return list(view.facts())


def everything(vault) -> bytes:
    """Every byte of every file below the vault, the index among them."""
    return b"".join(path.read_bytes() for path in vault.root.rglob("*") if path.is_file())


@pytest.mark.parametrize("kind", TOKENS)
def test_no_secret_reaches_the_disk_by_any_path(vault, tmp_path, kind):
    """In a text, a fact's words, what is quoted, a speaker's name or a title: nowhere below the vault is it found again."""
    secret = TOKENS[kind]
    path = tmp_path / "talk.jsonl"
    path.write_text(
        row(1, f"I work at Larkspur Mills and my key is {secret}, keep it")
        + row(2, f"I like {secret}")
        + row(3, "See below.", quoted=f"they sent {secret} to me")
        + row(4, "I like plums.", speaker=f"Ben {secret}", role="other")
    )
    titled = tmp_path / "chat.json"
    mapping = {"root": {"id": "root", "message": None, "parent": None, "children": ["n"]}}
    message = {
        "id": "m",
        "author": {"role": "user"},
        "create_time": 1.7e9,
        "content": {"content_type": "text", "parts": ["Hello"]},
    }
    mapping["n"] = {"id": "n", "message": message, "parent": "root", "children": []}
    titled.write_text(
        json.dumps(
            [{"title": f"My {secret}", "create_time": 1.7e9, "id": "c9", "current_node": "n", "mapping": mapping}]
        )
    )

    done = persona(vault.root, "ingest", path, titled, "--me", "Mara")

    assert 0 == done.returncode, done.stderr
    assert secret.encode() not in everything(vault)
    assert secret not in done.stdout + done.stderr
    marks = len(re.findall(rb"\[redacted:" + kind.encode() + rb":[0-9a-f]{8}\]", b"".join(logs(vault).values())))
    assert marks >= 5
    assert 0 == persona(vault.root, "check", "--secrets").returncode


def test_no_secret_waits_in_a_review_item(vault, tmp_path):
    """An edit at the source that brings a secret is proposed without it, and recorded without it."""
    secret = TOKENS["github-token"]
    path = tmp_path / "talk.jsonl"
    path.write_text(row(1, "The key is gone."))
    take(vault, path)
    path.write_text(row(1, f"The key is {secret} again."))
    take(vault, path)

    (item,) = reviews(vault)
    assert "[redacted:github-token:" in item.proposal["text"]
    assert decide(vault, [item.id], "accept")[0].done
    assert secret.encode() not in everything(vault)
    assert "[redacted:github-token:" in turns(vault)[1]


def test_another_machine_takes_the_same_redacted_message_for_the_same(vault, tmp_path):
    """Fingerprints of a secret differ between machines; that alone is no edit."""
    path = tmp_path / "talk.jsonl"
    path.write_text(row(1, f"My key is {TOKENS['openai-key']}, said I."))
    take(vault, path)
    (vault.local / "redaction.key").write_bytes(bytes(range(32)))

    report = take(vault, path)

    assert (0, 0, 1) == (report.turns, report.changed, report.known)


def test_a_dry_run_shows_no_secret_either(vault, tmp_path):
    """What `--dry-run --jsonl` prints is what would be recorded, secrets taken out, and nothing is written."""
    path = tmp_path / "talk.jsonl"
    path.write_text(
        row(1, f"I like {TOKENS['github-token']}", speaker=f"Mara {TOKENS['aws-key-id']}", quoted=TOKENS["slack-token"])
    )
    before = logs(vault)

    done = persona(vault.root, "ingest", "--dry-run", "--jsonl", path)

    assert before == logs(vault)
    assert not any(secret in done.stdout + done.stderr for secret in TOKENS.values())
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert 3 == sum(json.dumps(event).count("[redacted:") for event in said if event["type"] == "turn")


def test_secrets_in_old_data_are_told_by_place_and_kind(vault):
    """`check --secrets` names file, line and kind of what an earlier program recorded, never the secret, and exits with 3."""
    secret = TOKENS["github-token"]
    with vault.writing("test") as writer:
        writer.commit(
            "test",
            [
                Event(
                    "episode", "ep_1", {"source": "", "conversation": "c", "title": "", "time": "2026-03-05T10:00:00Z"}
                ),
                Event("turn", "tn_1", {"episode": "ep_1", "role": "user", "speaker": "Mara", "text": "nothing here"}),
                Event(
                    "turn", "tn_2", {"episode": "ep_1", "role": "user", "speaker": "Mara", "text": f"my key: {secret}"}
                ),
                Event(
                    "propose",
                    "rv_1",
                    {"reason": "uncertain", "proposal": {"text": "x", "events": [{"type": "assert", "text": secret}]}},
                ),
            ],
        )

    done = persona(vault.root, "check", "--secrets")

    assert 3 == done.returncode
    assert secret not in done.stdout + done.stderr
    places = [line.split(":")[:2] for line in done.stdout.splitlines()]
    assert [(name.split("/")[0], line.strip()) for name, line in places] == [("episodes", "3"), ("facts", "1")]
    assert 2 == done.stdout.count("github-token")
    told = json.loads(persona(vault.root, "check", "--secrets", "--json").stdout)["problems"]
    assert ["holds a secret: github-token"] * 2 == [problem["message"] for problem in told]
    assert 0 == persona(vault.root, "check").returncode


def test_allowed_secrets_are_left_alone(vault, tmp_path):
    """A kind on the allow list is neither redacted nor told."""
    assert 0 == persona(vault.root, "config", "secrets.allow", "[github-token]").returncode
    path = tmp_path / "talk.jsonl"
    path.write_text(row(1, f"the sample key is {TOKENS['github-token']} of the manual"))

    assert 0 == persona(vault.root, "ingest", path).returncode
    assert TOKENS["github-token"].encode() in b"".join(logs(vault).values())
    assert 0 == persona(vault.root, "check", "--secrets").returncode


def test_private_excluded_and_rendered_words_are_dropped(vault, tmp_path):
    """Private spans, messages that match `--exclude`, and our own fragments are nowhere below the vault; the rest is there."""
    path = tmp_path / "talk.jsonl"
    path.write_text(
        row(1, "I like pears. <private>quartzlamp</private> And figs.")
        + row(2, "offtherecord: quartzbell")
        + row(3, "<persona-memory>quartzdoor is what you know</persona-memory>I like dates.")
        + row(4, "Go on.", quoted="<private>quartzgate</private> rest")
        + row(5, "<PRIVATE>quartzhill and what follows")
    )

    done = persona(vault.root, "ingest", path, "--exclude", "^offtherecord", "--json")

    assert 2 == json.loads(done.stdout)["dropped_messages"]
    assert b"quartz" not in everything(vault)
    assert ["I like pears.  And figs.", "I like dates.", "Go on."] == turns(vault)


ROLES = [
    ("user", "Mara", True),
    ("other", "Ben", True),
    ("other", "", False),
    ("assistant", "Assistant", False),
    ("tool", "bio", False),
    ("system", "system", False),
]


@pytest.mark.parametrize(("role", "speaker", "heard"), ROLES)
def test_the_role_decides_who_may_state_a_fact(vault, tmp_path, role, speaker, heard):
    """The person and others in talk speak for themselves; assistants, tools, systems and documents never make a fact."""
    path = tmp_path / "talk.jsonl"
    path.write_text(row(1, "I work at Larkspur Mills.", role=role, speaker=speaker))

    take(vault, path)

    assert heard == bool(facts(vault))


def test_nobody_but_the_person_states_facts_about_others(vault, tmp_path):
    """What Ben says of Carla stays his word; what the person says of her becomes a fact."""
    path = tmp_path / "talk.jsonl"
    path.write_text(
        row(1, "My sister Carla works at Larkspur Mills. Mara works at Tinker Hall.", role="other", speaker="Ben")
    )
    take(vault, path)
    assert not any("works_at" == fact.predicate for fact in facts(vault))
    path.write_text(row(2, "My sister Carla works at Larkspur Mills."))
    take(vault, path)
    assert any("works_at" == fact.predicate for fact in facts(vault))


def test_quoted_words_and_documents_state_nothing(vault, tmp_path):
    """Neither what a message quotes nor a text that is somebody else's becomes a fact."""
    path = tmp_path / "talk.jsonl"
    path.write_text(row(1, "Look at that.", quoted="I work at Larkspur Mills."))
    page = tmp_path / "page.txt"
    page.write_text("I work at Larkspur Mills. I live in Tartu.\n")

    take(vault, path)
    take(vault, page, document=True)

    assert ([], ["Look at that.", "I work at Larkspur Mills. I live in Tartu."]) == (
        facts(vault),
        sorted(turns(vault), reverse=True),
    )
