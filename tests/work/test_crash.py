"""Killed, damaged, run in parallel, without rights: every acknowledged operation is there once, and nothing else is believed."""

from __future__ import annotations

import json
import random
import shutil
import signal
import time
from collections import Counter
from pathlib import Path

import pytest
from commands import ended, persona, records, start
from deeds import facts, logs, message, take

from persona_cli.core.event import operation_of
from persona_cli.store import vault as vaults
from persona_cli.store.log import all_files, read_tail
from persona_cli.work import refresh
from persona_cli.work.check import check
from persona_cli.work.status import status

NOUNS = "tea bread maps cellos kites bridges lamps quilts ferries beans clocks tiles".split()


def transcript(path: Path, turns: int, seed: int) -> Path:
    """A made-up talk of some turns."""
    chance = random.Random(seed)
    said = [
        f"I like {chance.choice(NOUNS)} and I once saw {chance.randint(2, 99)} {chance.choice(NOUNS)}.\nlikes = The user likes {chance.choice(NOUNS)}."
        for _ in range(turns)
    ]
    talk = [
        message(path.stem, "user" if n % 2 == 0 else "assistant", text, "2024-05-05", f"{path.stem}-{n}")
        for n, text in enumerate(said)
    ]
    path.write_text("\n".join(talk) + "\n")
    return path


def stored(root: Path) -> tuple[Counter[str], set[str]]:
    """How often each turn stands in an operation that counts, and those operations."""
    events = [e for file in all_files(root) for tail in read_tail(root, file.name) for e in tail.events]
    operations = {e.id for e in events if e.type == "operation"}
    return Counter(e.id for e in events if e.type == "turn" and e.op in operations), operations


def kill_round(root: Path, inputs: list[Path], chance: random.Random) -> list[str]:
    """Four ingests at once, each killed at some moment or done; gives the operations they acknowledged."""
    running = [start(root, "ingest", "--json", path) for path in inputs]
    victims = {
        process.pid: time.monotonic() + chance.uniform(0.2, 4.0) for process in running if chance.random() < 0.85
    }
    acknowledged = []
    with ended(running):
        for process in running:
            if process.pid in victims:
                time.sleep(max(0.0, victims[process.pid] - time.monotonic()))
                process.send_signal(signal.SIGKILL)
            out, err = process.communicate()
            assert process.returncode in (0, -signal.SIGKILL), err
            if process.returncode == 0:
                acknowledged += json.loads(out)["operations"]
    return acknowledged


@pytest.mark.parametrize("rounds", [4, pytest.param(55, marks=pytest.mark.slow)])
def test_killed_at_any_moment(tmp_path, rounds):
    """Ingests killed in parallel, again and again: what was acknowledged is there once, and a last quiet run completes the rest."""
    root = tmp_path / "vault"
    assert persona(root, "init").returncode == 0
    chance = random.Random(7)
    inputs = [transcript(tmp_path / f"talk{n}.jsonl", 700, n) for n in range(8)]
    acknowledged: list[str] = []
    for _ in range(rounds):
        acknowledged += kill_round(root, chance.sample(inputs, 4), chance)

    turns, operations = stored(root)
    assert set(acknowledged) <= operations
    assert len(acknowledged) == len(set(acknowledged))
    done = persona(root, "ingest", "--json", *inputs)
    assert done.returncode == 0, done.stderr
    turns, operations = stored(root)
    assert len(turns) == 8 * 700
    assert set(turns.values()) == {1}

    told = persona(root, "check").stdout.splitlines()
    assert all("never completed" in row or "checksum" in row or "torn" in row for row in told), told
    answered = json.loads(persona(root, "status", "--json").stdout)
    assert (8 * 700, 8, len(operations)) == (answered["turns"], answered["episodes"], answered["operations"])
    before = persona(root, "facts", "--jsonl").stdout
    shutil.rmtree(root / ".persona" / "index")
    assert before == persona(root, "facts", "--jsonl").stdout


def test_the_same_file_ingested_in_parallel_gives_each_turn_once(tmp_path):
    """Four processes reading one transcript at the same time record it once."""
    root = tmp_path / "vault"
    path = transcript(tmp_path / "talk.jsonl", 600, 3)
    persona(root, "init")
    running = [start(root, "ingest", path) for _ in range(4)]
    with ended(running):
        for process in running:
            _, err = process.communicate()
            assert process.returncode == 0, err

    turns, _ = stored(root)
    assert (600, {1}) == (len(turns), set(turns.values()))
    assert persona(root, "check").stdout == ""


def test_an_unfinished_operation_is_not_believed_and_told(vault, tmp_path):
    """Events whose operation line never came have no effect, and `check` counts them."""
    take(vault, transcript(tmp_path / "talk.jsonl", 6, 1))
    whole = logs(vault)
    (name,) = [name for name in whole if name.startswith("operations/")]
    (vault.root / name).write_bytes(b"")
    shutil.rmtree(vault.local / "index")

    assert facts(vault) == []
    problems = [str(problem) for problem in check(vault)]
    assert sum("never completed" in problem for problem in problems) == 1
    assert any("1 operations of device" in problem and "missing" in problem for problem in problems)
    (vault.root / name).write_bytes(whole[name])
    assert check(vault) == []


def talk_vault(vault, tmp_path):
    take(vault, transcript(tmp_path / "talk.jsonl", 40, 1))
    with refresh.updating(vault, wait=5):
        pass
    (vault.root / "persona.yaml").chmod(0o600)
    return status(vault)


COUNTS = ("episodes", "turns", "entities", "facts", "operations")


def test_without_its_index_a_vault_gives_the_same_answers(vault, tmp_path):
    """All of the machine-local folder can go at any time."""
    before = talk_vault(vault, tmp_path)
    shutil.rmtree(vault.local)

    again = status(vault)

    assert [before[name] for name in COUNTS] == [again[name] for name in COUNTS]


@pytest.mark.parametrize("damage", ["empty", "half", "text", "header", "zeros", "folder", "gone"])
def test_a_damaged_index_is_made_anew(vault, tmp_path, damage):
    """Whatever became of the catalogue's file, the next command answers from the logs and makes a new one."""
    before = talk_vault(vault, tmp_path)
    path = refresh.generation(vault) / refresh.CATALOG
    data = path.read_bytes()
    for beside in path.parent.glob(f"{path.name}-*"):
        beside.unlink()
    if damage == "folder":
        path.unlink()
        path.mkdir()
    elif damage == "gone":
        shutil.rmtree(path.parent)
    else:
        bytes_ = {
            "empty": b"",
            "half": data[: len(data) // 2],
            "text": b"not a database",
            "header": b"\0" * 100 + data[100:],
            "zeros": b"\0" * len(data),
        }
        path.write_bytes(bytes_[damage])

    again = status(vault)

    assert [before[name] for name in COUNTS] == [again[name] for name in COUNTS]
    assert check(vault) == []


def test_flipped_bytes_of_the_index_never_end_in_a_traceback(vault, tmp_path):
    """A page damaged anywhere gives an answer, or one clear error after which the next command answers."""
    from persona_cli.errors import PersonaError

    before = talk_vault(vault, tmp_path)
    path = refresh.generation(vault) / refresh.CATALOG
    data = path.read_bytes()
    chance = random.Random(1)
    for start_ in range(0, len(data), 4096 * 5):
        folder = refresh.generation(vault)
        changed = bytearray(data)
        for place in range(start_, min(start_ + 4096, len(data)), 7):
            changed[place] ^= 1 << chance.randrange(8)
        for beside in folder.glob(f"{path.name}-*"):
            beside.unlink()
        (folder / refresh.CATALOG).write_bytes(changed)
        try:
            facts(vault)
            status(vault)
        except PersonaError as error:
            assert "index" in str(error)
            assert before["facts"] == status(vault)["facts"]
        shutil.rmtree(refresh.index_root(vault))
        status(vault)


def test_a_log_that_git_took_back_is_noticed(vault, tmp_path):
    """When a log is shorter than it was, the index follows it and `check` names the operations that are gone."""
    take(vault, transcript(tmp_path / "one.jsonl", 6, 1))
    before = logs(vault)
    take(vault, transcript(tmp_path / "two.jsonl", 6, 2))
    assert status(vault)["turns"] == 12
    for name, data in before.items():
        (vault.root / name).write_bytes(data)

    assert status(vault)["turns"] == 6
    assert [str(problem)[:34] for problem in check(vault)] == ["operations: 1 operations of device"]
    take(vault, tmp_path / "two.jsonl")
    assert status(vault)["turns"] == 12


def test_a_read_only_vault_can_be_read(memory_path, world):
    """Without the right to write, with an index or without one, everything is still answered, and a change is refused clearly."""
    vault = vaults.create(memory_path / "vault", world.around)
    talk_vault(vault, memory_path)
    asked = [("facts", "--jsonl"), ("recall", "tea", "--jsonl"), ("log", "--json"), ("check",)]
    before = [persona(vault.root, *arguments).stdout for arguments in asked]
    for _ in range(2):
        for path in [vault.root, *vault.root.rglob("*")]:
            path.chmod(0o500 if path.is_dir() else 0o400)
        answers = [persona(vault.root, *arguments) for arguments in asked]
        refused = persona(vault.root, "remember", "The user likes tea.")
        for path in [vault.root, *vault.root.rglob("*")]:
            path.chmod(0o700)
        assert [0] * len(asked) == [answer.returncode for answer in answers], [answer.stderr for answer in answers]
        assert before[0] == answers[0].stdout
        found, again = ([row["id"] for row in records(out)] for out in (before[1], answers[1].stdout))
        assert (found[0], set(found)) == (again[0], set(again))  # without vectors on disk the weights differ a little
        assert before[2:] == [answer.stdout for answer in answers[2:]]
        assert (1, "") == (refused.returncode, refused.stdout)
        assert "mistake in persona" not in refused.stderr
        shutil.rmtree(refresh.index_root(vault), ignore_errors=True)


def test_a_torn_tail_is_not_written_over_by_readers(vault, tmp_path):
    """Reading a log that ends in half a line changes no byte, and the index does not count as behind."""
    before = talk_vault(vault, tmp_path)
    (name,) = [name for name in logs(vault) if name.startswith("facts/")]
    with (vault.root / name).open("ab") as file:
        file.write(b'{"v":1,"type":"assert"')
    whole = logs(vault)

    assert [before[name] for name in COUNTS] == [status(vault)[name] for name in COUNTS]
    assert whole == logs(vault)
    assert [word for problem in check(vault) for word in ["cut short"] if word in str(problem)] == ["cut short"]


def test_an_index_that_cannot_be_written_stops_no_change(vault, tmp_path):
    """Where the index's folder is taken by something else, what is ingested is recorded and read all the same."""
    vault.local.mkdir(mode=0o700, exist_ok=True)
    (vault.local / "index").write_text("in the way")

    report = take(vault, transcript(tmp_path / "talk.jsonl", 6, 1))

    assert (report.turns, bool(report.behind)) == (6, True)
    assert status(vault)["turns"] == 6
    assert vaults.open_vault(vault.root, vault.around)
    assert operation_of


def test_a_union_merge_that_doubles_lines_changes_nothing(vault, tmp_path):
    """Lines that stand twice or in another order, as Git may leave them, give the same belief and no problem."""
    before = talk_vault(vault, tmp_path)
    said = facts(vault)
    for name, data in logs(vault).items():
        lines = data.splitlines(keepends=True)
        (vault.root / name).write_bytes(b"".join(reversed(lines)) + b"".join(lines[:3]))

    assert said == facts(vault)
    assert [before[name] for name in COUNTS] == [status(vault)[name] for name in COUNTS]
    assert check(vault) == []
