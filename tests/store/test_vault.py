"""The vault: one writer at a time, a device for each machine and folder, and settings that are told when wrong."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from persona_cli.core.codec import encode_line
from persona_cli.core.event import Event, operation_event
from persona_cli.core.model import Operation
from persona_cli.errors import DamagedError, LockedError, PersonaError, UsageError
from persona_cli.store import lock
from persona_cli.store import vault as vaults
from persona_cli.store.log import log_files, read_tail
from persona_cli.store.settings import dump_settings, read_settings, settings_of, with_value

TURN = Event("turn", "tn_1", {"text": "x"})


def operations(root: Path) -> list[Operation]:
    from persona_cli.core.event import operation_of

    events = [e for file in log_files(root, "operations") for tail in read_tail(root, file.name) for e in tail.events]
    return [operation_of(event) for event in events]


def commit(vault: vaults.Vault, *events: Event) -> Operation:
    with vault.writing("test") as writer:
        return writer.commit("test", events or [TURN])


def test_operations_are_numbered_without_gaps(vault):
    """Each operation of a device has the next number and a later clock; its events are counted by log."""
    made = [commit(vault), commit(vault, TURN, Event("entity", "en_1", {"name": "A"})), commit(vault)]

    assert [op.seq for op in made] == [1, 2, 3]
    assert [op.clock for op in made] == [1, 2, 3]
    assert made[1].counts == (("entities", 1), ("episodes", 1))
    assert made == operations(vault.root)


def test_the_clock_is_later_than_all_that_was_seen(vault):
    """A writer goes on from the highest clock of any device, even where the newest line of a file is of an unknown kind."""
    other = Operation("op_other", "other9", 1, 40, "2026-01-01T00:00:00Z", "x")
    path = vault.root / "operations" / "2026-01.other9.jsonl"
    strange = encode_line({"v": 1, "type": "dream", "id": "dr_1", "op": "op_other", "n": 1})
    path.write_bytes(encode_line(operation_event(other).record()) + strange + b"torn")

    assert commit(vault).clock == 41


def test_a_copied_vault_gets_a_device_of_its_own(vault, make_world, tmp_path):
    """Neither a copy of the folder nor another machine goes on writing under the same id."""
    first = commit(vault)
    shutil.copytree(vault.root, tmp_path / "copy")

    copied = commit(vaults.open_vault(tmp_path / "copy", make_world(2).around))
    elsewhere = commit(vaults.open_vault(vault.root, make_world(3, "there").around))

    assert len({first.device, copied.device, elsewhere.device}) == 3
    assert [copied.seq, elsewhere.seq] == [1, 1]
    assert {first.device} == {file.device for file in log_files(vault.root, "operations")} - {elsewhere.device}


def test_a_device_keeps_its_id_and_number_when_its_note_is_lost_or_the_log_is(vault, make_world):
    """Without its note a machine is a new device; with the note it knows of operations that the log has lost."""
    first = commit(vault)
    (log,) = log_files(vault.root, "operations")
    (vault.root / log.name).write_bytes(b"")
    assert (first.device, 2) == ((after := commit(vault)).device, after.seq)
    shutil.rmtree(vault.local)

    again = commit(vaults.open_vault(vault.root, make_world(5).around))

    assert again.device != first.device


def test_a_change_that_cannot_be_written_as_json_is_refused_before_anything_is(vault):
    """An event that no line can hold changes nothing."""
    with vault.writing("test") as writer, pytest.raises(PersonaError, match="cannot record a 'entity'"):
        writer.commit("test", [TURN, Event("entity", "en_1", {"name": float("nan")})])

    assert [file for log in ("operations", "episodes") for file in log_files(vault.root, log)] == []


def test_making_a_vault_twice_is_refused(vault, tmp_path, world):
    """A vault is not made over another, nor in place of a file."""
    with pytest.raises(UsageError, match="already"):
        vaults.create(vault.root, world.around)
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="not a folder"):
        vaults.create(tmp_path / "file", world.around)
    with pytest.raises(PersonaError, match="no vault"):
        vaults.open_vault(tmp_path / "nothing", world.around)


def test_a_newer_format_is_refused_before_anything_else_is_read(vault, world):
    """A vault of a newer format is told as such, exit code 5, even where its settings make no sense to this program."""
    for stated in (b"format: 2\n", b"format: 2\nrecall: [new]\n"):
        (vault.root / "persona.yaml").write_bytes(stated)
        with pytest.raises(DamagedError, match="format") as caught:
            vaults.open_vault(vault.root, world.around)
        assert caught.value.exit_code == 5
    for stated in (b"format: later\n", b"format: 1.5\n", b"format: true\n"):
        (vault.root / "persona.yaml").write_bytes(stated)
        with pytest.raises(UsageError, match="must be a whole number"):
            vaults.open_vault(vault.root, world.around)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"a: &x 1\nb: *x\n", "anchors"),
        (b"a: &x [*x]\n", "anchors"),
        (b"identity:\n  user_name: 7\n", "'identity.user_name' must be text"),
        (b"identity: Ana\n", "'identity' must be a mapping"),
        (b"identity:\n  aliases: Ana\n", "'identity.aliases' must be a list"),
        (b"recall:\n  limit: many\n", "'recall.limit' must be a number"),
        (b"lock:\n  wait: .inf\n", "'lock.wait' must be a number"),
        (b"lock:\n  wait: -1\n", "'lock.wait' must be a number"),
        (b"lock:\n  wait: true\n", "'lock.wait' must be a number"),
        (b"a: [1\nb: 2", "persona.yaml:2"),
        (b"a: \xff\xfe", "not YAML"),
        (b"a: !!python/object/apply:os.system ['true']\n", "not YAML"),
        (b"- 1\n", "mapping"),
        (b"x: " + b"y" * 300_000, "too large"),
    ],
)
def test_wrong_settings_are_told_with_their_name(text, words):
    """Bad settings are wrong usage, and the message says where."""
    with pytest.raises(UsageError) as caught:
        settings_of(read_settings(text, path="persona.yaml"), path="persona.yaml")

    assert words in str(caught.value)


def test_empty_settings_are_the_defaults():
    """A section or value left empty counts as not stated; sections of a later version are kept."""
    settings = settings_of(read_settings(b"identity:\nlock:\n  wait:\nfuture: {a: 1}\n", path="p"))

    assert (settings.get("lock.wait"), settings.get("identity.user_name"), settings.get("future")) == (30, "", {"a": 1})
    changed = with_value(settings, "identity.user_name", "Ana: \u2028 #1")
    again = settings_of(read_settings(dump_settings(changed.stated), path="p"))
    assert again.get("identity.user_name") == "Ana: \u2028 #1"
    with pytest.raises(UsageError, match="no setting"):
        with_value(settings, "identity.colour", 1)
    with pytest.raises(UsageError, match="must be"):
        with_value(settings, "recall.limit", "x")


HOLD = """
    import sys, time
    from pathlib import Path
    from persona_cli.store import lock
    with lock.hold(Path(sys.argv[1]), wait=0, holder="a long ingest"):
        print("held", flush=True)
        time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(HOLD), str(tmp_path / "lock")], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_waiting_for_the_lock_is_bounded_and_names_its_holder(tmp_path, holder):
    """Who waits longer than allowed is told which process holds the lock and for what; exit code 6."""
    began = time.monotonic()
    with (
        pytest.raises(LockedError, match=rf"process {holder.pid} \(a long ingest\)") as caught,
        lock.hold(tmp_path / "lock", wait=0.3, holder="me"),
    ):
        pass

    assert 0.3 <= time.monotonic() - began < 5
    assert (caught.value.exit_code, "0.3 s" in caught.value.hint) == (6, True)


def test_a_killed_holder_frees_the_lock(tmp_path, holder):
    """No stale lock is left by a process that dies, and the file of the lock is never replaced."""
    inode = (tmp_path / "lock").stat().st_ino
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()

    with lock.hold(tmp_path / "lock", wait=5, holder="me"):
        assert f"process {os.getpid()} (me)" == (tmp_path / "lock").read_text()
    assert inode == (tmp_path / "lock").stat().st_ino


def test_a_suspended_holder_is_waited_for_no_longer_than_allowed(tmp_path, holder):
    """A stopped process keeps the lock, and the wait still ends."""
    os.kill(holder.pid, signal.SIGSTOP)
    with pytest.raises(LockedError), lock.hold(tmp_path / "lock", wait=0.1, holder="me"):
        pass
    os.kill(holder.pid, signal.SIGCONT)


def test_a_lock_that_is_a_link_is_refused(tmp_path):
    """A link planted in place of the lock is not followed."""
    (tmp_path / "target").write_text("mine")
    (tmp_path / "lock").symlink_to(tmp_path / "target")

    with pytest.raises(PersonaError, match="cannot lock"), lock.hold(tmp_path / "lock", wait=0, holder="me"):
        pass
    assert (tmp_path / "target").read_text() == "mine"
