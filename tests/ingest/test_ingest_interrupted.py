"""Interrupted runs go on, one bad record costs itself alone, and progress is for terminals."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time

import pytest
from exports import Said, environment, large, logs, native, persona, take, turns

from persona_cli.store import vault as vaults
from persona_cli.work.check import check


def talk(count: int) -> bytes:
    return native(
        [
            Said(n, "Mara" if n % 2 else "Ben", f"line {n} of a long talk about the weather", n // 60)
            for n in range(count)
        ]
    )


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_goes_on_where_it_stopped(vault, tmp_path, sign):
    """Stopped in the middle, it keeps what it acknowledged; the next run adds the rest and nothing twice."""
    path = tmp_path / "talk.jsonl"
    path.write_bytes(talk(3000))
    running = subprocess.Popen(
        [sys.executable, "-m", "persona_cli", "ingest", "--json", path],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(vault.root),
    )  # fmt: skip
    operations = vault.root / "operations"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and sum(p.stat().st_size for p in operations.glob("*.jsonl")) < 600:
        time.sleep(0.01)
    running.send_signal(sign)
    running.communicate()

    assert (130 if sign == signal.SIGINT else -signal.SIGKILL) == running.returncode
    before = len(turns(vault))
    assert 0 < before < 3000
    done = persona(vault.root, "ingest", "--json", path)
    report = json.loads(done.stdout)
    assert (0, 3000 - before, before) == (done.returncode, report["turns"], report["known_turns"])
    assert [f"line {n} of a long talk about the weather" for n in range(3000)] == turns(vault)
    assert [] == [p for p in check(vault) if "no effect" not in p.message]


BAD = {
    "talk.jsonl": (native([Said(1, "Mara", "One.")]) + b'{"id": "m2", "text": \n' + native([Said(3, "Mara", "Three.")]), 2, ["One.", "Three."]),
    "WhatsApp Chat with Ben.txt": (
        b"28/02/2026, 10:00 - Mara: One.\n31/02/2026, 10:00 - Ben: Two.\n28/02/2026, 10:02 - Mara: Three.\n", 2, ["One.", "Two.", "Three."],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_one_bad_record_costs_itself_alone(vault, tmp_path, name):
    """It is told with file and line, the rest is recorded, and the command exits with 3; again the same, with no byte changed."""
    data, line, rest = BAD[name]
    path = tmp_path / name
    path.write_bytes(data)

    done = persona(vault.root, "ingest", path)

    assert 3 == done.returncode
    assert f"{name}:{line}" in done.stderr
    assert set(rest) == set(turns(vault))
    before = logs(vault)
    assert 3 == persona(vault.root, "ingest", path).returncode
    assert before == logs(vault)


def test_a_large_file_with_a_bad_record_is_told_of_again(vault, tmp_path):
    """What could not be read whole is not remembered as read."""
    path = tmp_path / "talk.jsonl"
    path.write_bytes(large(60) + b"{broken\n")

    assert ([61], [61]) == tuple([problem.line for problem in take(vault, path).problems] for _ in range(2))


def read_all(handle: int) -> bytes:
    parts = []
    while True:
        try:
            part = os.read(handle, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_shown_on_a_terminal_only(tmp_path, make_world, terminal):
    """On a terminal a line on stderr counts along; a pipe gets nothing of it, and stdout never."""
    vault = vaults.create(tmp_path / "vault", make_world().around)
    path = tmp_path / "talk.jsonl"
    path.write_bytes(talk(1200))
    ours, theirs = pty.openpty() if terminal else os.pipe()
    running = subprocess.Popen(
        [sys.executable, "-m", "persona_cli", "ingest", "--json", path],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs, env=environment(vault.root),
    )  # fmt: skip
    os.close(theirs)
    said = read_all(ours)
    out, _ = running.communicate()
    os.close(ours)

    assert 0 == running.returncode
    assert terminal == (b"500 new turns" in said)
    assert terminal == (b"\x1b[K" in said)
    assert b"\x1b" not in out
    assert 1200 == json.loads(out)["turns"]
