"""Ingest: the same bytes twice for nothing, a grown transcript for its new turns, and each conversation for itself."""

from __future__ import annotations

import json

import pytest
from commands import persona
from deeds import facts, logs, message, take

from persona_cli.store import vault as vaults
from persona_cli.work import refresh
from persona_cli.work.check import check
from persona_cli.work.undo import undo

TALK = "User: Hello there.\nAssistant: Hello!\nUser: ok\nAssistant: Sure.\nUser: ok\n"


def episodes(vault) -> dict[str, list[tuple[int, str]]]:
    """The turns of each episode, by its id, in order."""
    with refresh.reading(vault) as view:
        ids = [ident for (ident,) in view.base.execute("SELECT id FROM episodes ORDER BY id")]
        return {ident: [(turn.position, turn.text) for turn in view.turns_of(ident)] for ident in ids}


def texts(vault) -> list[list[str]]:
    return sorted([text for _, text in turns] for turns in episodes(vault).values())


def write(path, *lines):
    path.write_text("\n".join(lines) + "\n")
    return path


def test_the_same_bytes_again_change_nothing(vault, tmp_path):
    """A second ingest of a file changes no byte of the logs, also from a copy."""
    path = write(tmp_path / "talk.txt", TALK)
    assert take(vault, path, at="2024-01-01").turns == 5
    before = logs(vault)
    copy = write(tmp_path / "copy.txt", TALK)

    report = take(vault, path, copy, at="2024-01-01")

    assert before == logs(vault)
    assert (report.turns, report.known, report.operations) == (0, 10, [])


def test_two_copies_in_one_run_are_one(vault, tmp_path):
    """The same text named twice at once is recorded once."""
    take(vault, write(tmp_path / "a.txt", TALK), write(tmp_path / "b.txt", TALK), at="2024-01-01")

    assert texts(vault) == [["Hello there.", "Hello!", "ok", "Sure.", "ok"]]
    assert check(vault) == []


def test_a_grown_transcript_adds_only_its_new_turns(vault, tmp_path):
    """What was appended to a transcript goes on in the same episode, in its place."""
    path = write(tmp_path / "talk.txt", TALK)
    take(vault, path, at="2024-01-01")
    write(path, TALK + "Assistant: Good.\nUser: ok")

    report = take(vault, path, at="2024-01-01")

    (turns,) = episodes(vault).values()
    assert (report.turns, report.known) == (2, 5)
    assert [(n, t) for n, t in enumerate(["Hello there.", "Hello!", "ok", "Sure.", "ok", "Good.", "ok"])] == turns


def test_transcripts_that_part_are_episodes_of_their_own(memory_path, make_world):
    """A shared beginning makes no shared episode, read one after the other, in either order, or in one run; each is known again."""
    one, other = TALK + "Assistant: Left.\n", TALK + "Assistant: Right.\nUser: Where?\n"
    files = [write(memory_path / f"{n}.txt", text.rstrip("\n")) for n, text in enumerate((one, other))]
    first = [*("Hello there.", "Hello!", "ok", "Sure.", "ok")]
    for number, order in enumerate([[files[0]], [files[1]], [files[0], files[1]], [files[1], files[0]]]):
        vault = vaults.create(memory_path / f"vault{number}", make_world().around)
        take(vault, *order, at="2024-01-01")
        for path in files:
            take(vault, path, at="2024-01-01")

        assert [[*first, "Left."], [*first, "Right.", "Where?"]] == texts(vault)
        assert all([n for n, _ in turns] == list(range(len(turns))) for turns in episodes(vault).values())
        before = logs(vault)
        take(vault, *files, at="2024-01-01")
        assert before == logs(vault)


def test_interleaved_conversations_are_told_apart(vault, tmp_path):
    """Messages of two conversations in one file become two episodes, in order, also when the file grows."""
    rows = [message(f"c{n % 2}", "user", f"word {n}", "2024-01-01", f"m{n}") for n in range(9)]
    path = write(tmp_path / "talk.jsonl", *rows[:5])
    take(vault, path)
    write(path, *rows)
    take(vault, path)

    found = sorted(episodes(vault).values(), key=lambda turns: turns[0][1])
    assert [[(k, f"word {n}") for k, n in enumerate(range(start, 9, 2))] for start in (0, 1)] == found
    take(vault, write(tmp_path / "later.jsonl", message("c0", "user", "word 10", "2024-01-02", "m10")))
    assert max(episodes(vault).values(), key=len)[-1] == (5, "word 10")


def test_equal_messages_without_ids_are_all_kept(vault, tmp_path):
    """Saying the same twice in a conversation is two turns, also across interleaved runs and where the file grows."""
    rows = [message(("c0", "c1")[n % 2], "user", "ok", "2024-01-01") for n in range(8)]
    path = write(tmp_path / "talk.jsonl", *rows[:3])
    take(vault, path)
    write(path, *rows)
    report = take(vault, path)

    assert texts(vault) == [["ok"] * 4] * 2
    assert (report.turns, report.known) == (5, 3)


def test_a_message_whose_id_stands_twice_is_one(vault, tmp_path):
    """A message repeated under its id is recorded once; one whose words have changed since is told and left as it was."""
    path = write(
        tmp_path / "talk.jsonl",
        *[message("c", "user", "one", "2024-01-01", "m1")] * 2,
        message("c", "user", "two", "2024-01-01", "m2"),
    )
    assert take(vault, path).turns == 2
    write(path, message("c", "user", "another", "2024-01-01", "m1"), message("c", "user", "two", "2024-01-01", "m2"))

    report = take(vault, path)

    assert (report.turns, report.changed) == (0, 1)
    assert texts(vault) == [["one", "two"]]


def test_large_input_is_cut_into_operations_and_the_episode_stays_one(vault, tmp_path):
    """An episode of many turns is recorded in operations of bounded size, its positions without gap."""
    path = write(
        tmp_path / "long.txt",
        *(f"{'User' if n % 2 == 0 else 'Assistant'}: line {n} of a long talk" for n in range(1203)),
    )
    report = take(vault, path, at="2024-01-01")

    (turns,) = episodes(vault).values()
    assert ([*range(1203)], 3, 1) == ([n for n, _ in turns], len(report.operations), report.episodes)


def test_a_dry_run_writes_nothing_and_tells_what_a_run_would(vault, tmp_path):
    """Its counts are those of the real run, over several batches, and no file of the vault changes."""
    first = write(
        tmp_path / "a.txt", *(f"User: likes = The user likes thing number {n}.\nAssistant: Ok." for n in range(400))
    )
    before = logs(vault)
    dry = take(vault, first, first, at="2024-01-01", dry_run=True)
    assert before == logs(vault)

    real = take(vault, first, first, at="2024-01-01")

    assert (dry.turns, dry.known, dry.episodes, dry.facts) == (real.turns, real.known, real.episodes, real.facts)


def test_undoing_an_ingest_takes_back_all_of_it(vault, tmp_path):
    """Turns and facts of an undone operation are gone from belief, come back when the undo is undone, and can be ingested anew."""
    path = write(tmp_path / "a.txt", "User: likes = The user likes oat milk.", "Assistant: Fine.")
    take(vault, path, at="2024-01-01")
    before = (texts(vault), [fact.text for fact in facts(vault)])
    undo(vault, "", with_dependents=False, dry_run=False)
    assert (texts(vault), facts(vault)) == ([], [])
    with refresh.reading(vault) as view:
        undoing = view.catalog.operations()[0][0]

    undo(vault, undoing.id, with_dependents=False, dry_run=False)
    assert before == (texts(vault), [fact.text for fact in facts(vault)])

    undo(vault, "", with_dependents=False, dry_run=False)
    take(vault, path, at="2024-01-01")
    assert before == (texts(vault), [fact.text for fact in facts(vault)])


def test_undoing_the_first_ingest_leaves_later_ones_whole(vault, tmp_path):
    """People and conversations that later operations speak of stay, though the undone one made them."""
    path = write(tmp_path / "a.txt", "User: works_with(Anna Archer)", "Assistant: Fine.")
    first = take(vault, path, at="2024-01-01").operations[0]
    write(path, "User: works_with(Anna Archer)", "Assistant: Fine.", "User: married_to(Anna Archer)")
    take(vault, path, at="2024-01-01")

    undo(vault, first, with_dependents=False, dry_run=False)

    (fact,) = facts(vault)
    with refresh.reading(vault) as view:
        assert {"User", "Anna Archer"} == set(view.named([fact.subject, fact.object]).values())
    assert texts(vault) == [["married_to(Anna Archer)"]]
    assert persona(vault.root, "facts").returncode == 0


BAD = {
    "binary.txt": (bytes(range(256)) * 40, 3),
    "empty.txt": (b"", 3),
    "half.jsonl": (b'{"role":"user","text":"I like tea."}\n{"role":"user","te', 3),
    "nul.txt": (b"User: hello\0there\n", 3),
    "surrogate.jsonl": (b'{"role":"user","text":"half \\ud83d of it","conversation":"c"}\n', 3),
    "year0.jsonl": (b'{"role":"user","text":"old","time":"0000-01-01T00:00:00Z"}\n', None),
    "year9999.jsonl": (b'{"role":"user","text":"late","time":"9999-12-31T23:59:59Z"}\n', 0),
    "deep.json": (b"[" * 5000 + b"]" * 5000, None),
}


@pytest.mark.parametrize("name", sorted(BAD))
def test_bad_input_is_told_and_the_rest_is_done(vault, tmp_path, name):
    """Whatever a file holds, the good one beside it is recorded, nothing ends in a traceback, and the vault stays sound."""
    data, code = BAD[name]
    (tmp_path / name).write_bytes(data)
    good = write(tmp_path / "good.txt", "User: I like green tea.")

    done = persona(vault.root, "ingest", "--json", tmp_path / name, good)

    assert "Traceback" not in done.stderr
    assert "mistake in persona" not in done.stderr
    assert done.returncode in ((0, 3) if code is None else (code,)), done.stderr
    report = json.loads(done.stdout)
    assert all(problem["path"].endswith(name) for problem in report["problems"])
    assert ["I like green tea."] in texts(vaults.open_vault(vault.root, vault.around))
    assert check(vault) == []


def test_a_message_too_long_to_keep_is_skipped_and_told(vault, tmp_path):
    """One enormous line costs that message alone."""
    path = write(
        tmp_path / "talk.jsonl",
        message("c", "user", "small", "2024-01-01", "m1"),
        message("c", "user", "x" * 9_000_000, "2024-01-01", "m2"),
    )

    report = take(vault, path)

    assert texts(vault) == [["small"]]
    assert ["long" for problem in report.problems if "long" in problem.message] == ["long"]


def test_private_spans_never_reach_the_disk(vault, tmp_path):
    """What is marked private, in the words or in what they quote, is nowhere in the vault."""
    row = {
        "conversation": "c",
        "role": "user",
        "text": "I like <private>sec</private>tea",
        "quoted": "<private>ret</private>",
        "id": "m1",
    }
    take(vault, write(tmp_path / "talk.jsonl", json.dumps(row)), at="2024-01-01")

    assert texts(vault) == [["I like tea"]]
    assert not any(b"sec<" in data or b"ret" in data for data in logs(vault).values())


def test_a_past_state_knows_its_own_names(vault, tmp_path):
    """After an undo the state before it still has the facts, and the names they speak of."""
    take(vault, write(tmp_path / "a.txt", "User: works_with(Anna Archer)"), at="2024-01-01")
    then = vault.now()
    undo(vault, "", with_dependents=False, dry_run=False)

    with refresh.reading(vault, known_at=then) as view:
        (fact,) = view.facts()
        assert {"User", "Anna Archer"} == set(view.named([fact.subject, fact.object]).values())
        assert [{fact.object}] == list(view.by_keys(["anna archer"], exact=True).values())
        assert [fact.id] == view.ids(fact.id[:8])
        assert ["works_with(Anna Archer)"] == [turn.text for turn in view.turns([fact.evidence[0].turn]).values()]
    assert [] == facts(vault)
