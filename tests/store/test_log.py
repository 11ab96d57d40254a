"""The logs: what was acknowledged is read again, whatever happened to the end of a file."""

from __future__ import annotations

import errno
import os
import re
import stat
import subprocess
import sys
import textwrap
from datetime import UTC, datetime
from pathlib import Path

import pytest

from persona_cli.core.codec import decode_line, encode_line
from persona_cli.core.event import Event
from persona_cli.errors import DamagedError, PersonaError
from persona_cli.store import files, log
from persona_cli.store import vault as vaults
from persona_cli.store.log import Read, all_files, log_files, read_tail


def line(number: int, text: str = "") -> bytes:
    return encode_line(
        {"v": 1, "type": "turn", "id": f"tn_{number}", "op": "op_1", "n": number, "text": text or f"word {number}"}
    )


def read(root: Path, name: str) -> tuple[list[str], int]:
    tails = list(read_tail(root, name))
    return [event.id for tail in tails for event in tail.events], sum(len(tail.problems) for tail in tails)


TAILS = [b"", b"\0" * 4096, b"\xff\x00garbage", b'{"v":1,', b"\r", b'"}', "é".encode()[:1]]


@pytest.mark.parametrize("tail", TAILS, ids=["cut", "nul", "garbage", "begun", "cr", "end", "half"])
def test_nothing_acknowledged_is_lost_wherever_the_file_was_cut(memory_path, tail):
    """A log of 20 events cut at every byte, with any rubbish after it: the next append and all whole lines are read."""
    whole = b"".join(line(number) for number in range(20))
    lines = whole.split(b"\n")[:-1]
    path = memory_path / "episodes" / "2026-03.dev.jsonl"
    path.parent.mkdir()
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut] + tail)
        files.append(path, line(99))
        pieces = (whole[:cut] + tail).split(b"\n")
        survived = [f"tn_{number}" for number, data in enumerate(lines) if data in pieces]

        found, problems = read(memory_path, "episodes/2026-03.dev.jsonl")

        assert [*survived, "tn_99"] == found
        assert problems <= 2
        assert path.read_bytes().startswith(whole[:cut] + tail)  # no byte was taken away


def test_a_torn_tail_is_left_for_later_and_read_once_whole(tmp_path):
    """A reader stops before a line without its newline, and goes on there when more has come."""
    path = tmp_path / "facts" / "2026-03.dev.jsonl"
    path.parent.mkdir()
    one, two = line(1), line(2)
    path.write_bytes(one + two[:10])

    first = list(read_tail(tmp_path, "facts/2026-03.dev.jsonl"))
    assert not log.goes_on(tmp_path, "facts/2026-03.dev.jsonl", first[-1].read.size)
    with path.open("ab") as file:
        file.write(two[10:])

    assert log.goes_on(tmp_path, "facts/2026-03.dev.jsonl", first[-1].read.size)
    rest = list(read_tail(tmp_path, "facts/2026-03.dev.jsonl", first[-1].read))
    assert [event.id for tail in first for event in tail.events] == ["tn_1"]
    assert [event.id for tail in rest for event in tail.events] == ["tn_2"]


def test_a_file_that_shrank_or_changed_is_not_followed(tmp_path):
    """Reading on after a point is refused when what stood before it is not there any more."""
    path = tmp_path / "facts" / "2026-03.dev.jsonl"
    path.parent.mkdir()
    path.write_bytes(line(1) + line(2))
    done = list(read_tail(tmp_path, "facts/2026-03.dev.jsonl"))[-1].read

    for changed in (line(1), line(1) + line(3) + line(4), b""):
        path.write_bytes(changed)
        with pytest.raises(DamagedError, match="changed"):
            list(read_tail(tmp_path, "facts/2026-03.dev.jsonl", done))


@pytest.mark.parametrize("size", [1, 1000, 1024 * 1024 - 1, 1024 * 1024, 5 * 1024 * 1024])
def test_lines_longer_than_a_chunk_are_read_whole(tmp_path, size):
    """The size of a line against that of a read is nothing."""
    path = tmp_path / "facts" / "2026-03.dev.jsonl"
    path.parent.mkdir()
    path.write_bytes(line(1) + line(2, "x" * size) + line(3) + line(4, "y" * size))

    found, problems = read(tmp_path, "facts/2026-03.dev.jsonl")

    assert (found, problems) == (["tn_1", "tn_2", "tn_3", "tn_4"], 0)
    pieces = list(read_tail(tmp_path, "facts/2026-03.dev.jsonl"))
    assert pieces[-1].read.size == path.stat().st_size


def test_a_bad_line_is_told_with_its_number(tmp_path):
    """Damage in the middle costs that line alone and is told by file and line; empty lines are nothing."""
    path = tmp_path / "facts" / "2026-03.dev.jsonl"
    path.parent.mkdir()
    path.write_bytes(line(1) + b"\n" + line(2)[:-20] + b"\n" + line(3))

    tails = list(read_tail(tmp_path, "facts/2026-03.dev.jsonl"))

    assert [event.id for tail in tails for event in tail.events] == ["tn_1", "tn_3"]
    assert [(p.path, p.line) for tail in tails for p in tail.problems] == [("facts/2026-03.dev.jsonl", 3)]


def test_logs_roll_over_and_earlier_parts_never_change(vault, world):
    """Past its size a file is left alone and a numbered part begun; a new month begins a new file; the clock going back does not."""

    def names() -> list[str]:
        return [
            file.name.split(".", 2)[0].rsplit("/")[-1] + "." + str(file.part)
            for file in log_files(vault.root, "episodes")
        ]

    def record(number: int) -> None:
        with vault.writing("test") as writer:
            writer.commit("test", [Event("turn", f"tn_{number}", {"text": "x" * (log.PART_SIZE * 2 // 5)})])

    for number in range(7):
        before = {file.name: (vault.root / file.name).read_bytes() for file in log_files(vault.root, "episodes")[:-1]}
        record(number)
        assert all((vault.root / name).read_bytes() == data for name, data in before.items())
    assert names() == ["2026-03.0", "2026-03.1", "2026-03.2"]
    world.moment = datetime(2026, 4, 1, tzinfo=UTC)
    record(7)
    world.moment = datetime(2026, 2, 1, tzinfo=UTC)
    record(8)

    assert names() == ["2026-03.0", "2026-03.1", "2026-03.2", "2026-04.0"]
    found = [
        event.id
        for file in log_files(vault.root, "episodes")
        for tail in read_tail(vault.root, file.name)
        for event in tail.events
    ]
    assert found == [f"tn_{number}" for number in range(9)]


def test_parts_are_in_order_of_their_number(tmp_path):
    """Part 10 comes after part 2, and names of another shape are no log files."""
    (tmp_path / "facts").mkdir()
    names = ("2026-03.b.jsonl", "2026-03.a.10.jsonl", "2026-03.a.2.jsonl", "2026-03.a.jsonl", "2025-12.b.jsonl")
    for name in (*names, "notes.txt", "2026-03.a.jsonl.orig", ".2026-03.a.jsonl.1.new"):
        (tmp_path / "facts" / name).touch()

    assert [file.name.removeprefix("facts/") for file in log_files(tmp_path, "facts")] == [
        "2025-12.b.jsonl",
        "2026-03.a.jsonl",
        "2026-03.a.2.jsonl",
        "2026-03.a.10.jsonl",
        "2026-03.b.jsonl",
    ]


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077, 0o277])
def test_everything_is_for_the_owner_alone(tmp_path, world, mask):
    """Files are 0600 and folders 0700, whatever the umask."""
    old = os.umask(mask)
    try:
        made = vaults.create(tmp_path / "deep" / "vault", world.around)
        with made.writing("test") as writer:
            writer.commit("test", [Event("turn", "tn_1", {"text": "x"}), Event("entity", "en_1", {"name": "Ana"})])
    finally:
        os.umask(old)

    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in [tmp_path / "deep", *(tmp_path / "deep").rglob("*")]}
    assert all(mode == (0o700 if path.is_dir() else 0o600) for path, mode in modes.items()), modes


def test_links_in_place_of_files_and_folders_are_refused(vault, tmp_path):
    """A link planted where a log or its folder should be is not followed, and what it points to stays as it is."""
    with vault.writing("test") as writer:
        writer.commit("test", [Event("turn", "tn_1", {"text": "x"})])
    target = tmp_path / "precious.txt"
    target.write_text("mine")
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (file,) = log_files(vault.root, "episodes")
    (vault.root / file.name).unlink()
    (vault.root / file.name).symlink_to(target)

    with (
        vault.writing("test") as writer,
        pytest.raises(PersonaError, match=r"2026-03.*levels of symbolic links") as caught,
    ):
        writer.commit("test", [Event("turn", "tn_2", {"text": "y"})])
    assert "link" in caught.value.hint
    (vault.root / "facts").rmdir()
    (vault.root / "facts").symlink_to(folder)
    with vault.writing("test") as writer, pytest.raises(PersonaError):
        writer.commit("test", [Event("propose", "rv_1", {"reason": "foreign"})])

    assert (target.read_text(), list(folder.iterdir())) == ("mine", [])


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path):
    """A replacement that fails leaves the old content and nothing beside it."""
    path = tmp_path / "persona.yaml"
    files.replace(path, b"one")
    files.replace(path, b"two")
    assert path.read_bytes() == b"two"
    script = f"""
        import resource
        from pathlib import Path
        from persona_cli.errors import PersonaError
        from persona_cli.store import files
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        try:
            files.replace(Path({str(path)!r}), b"x" * 5000)
        except PersonaError as error:
            print(error, "|", error.hint)
    """
    done = run(script)

    assert "File too large" in done
    assert "limit" in done
    assert (path.read_bytes(), [p.name for p in tmp_path.iterdir()]) == (b"two", ["persona.yaml"])


def run(script: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


FULL = """
    import resource, sys
    from datetime import UTC, datetime
    from pathlib import Path
    from persona_cli.core.event import Event
    from persona_cli.errors import PersonaError
    from persona_cli.store.vault import Surroundings, open_vault
    import os
    vault = open_vault(Path(sys.argv[1]), Surroundings(lambda: datetime(2026, 3, 1, tzinfo=UTC), os.urandom, "here"))
    with vault.writing("test") as writer:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), -1))
        for number in range(5):
            try:
                writer.commit("test", [Event("turn", f"tn_{number}", {"text": "x" * 400}), Event("entity", f"en_{number}", {"name": "A"})])
            except PersonaError as error:
                print("refused", error)
            else:
                print("done", f"tn_{number}")
"""


@pytest.mark.parametrize("limit", [0, 200, 530, 700, 1500])
def test_a_full_disk_loses_nothing_that_was_acknowledged(vault, limit):
    """Where the disk takes only so many bytes each refusal is told, and what was acknowledged is there afterwards."""
    said = run(FULL, str(vault.root), str(limit)).split("\n")
    acknowledged = [row.split()[1] for row in said if row.startswith("done")]
    healthy = run(FULL, str(vault.root), str(1 << 30)).split("\n")
    assert not any(row.startswith("refused") for row in healthy)

    events = [e for file in all_files(vault.root) for tail in read_tail(vault.root, file.name) for e in tail.events]
    operations = {e.id for e in events if e.type == "operation"}
    turns = [e.id for e in events if e.type == "turn" and e.op in operations]
    assert sorted([*acknowledged, *(f"tn_{number}" for number in range(5))]) == sorted(turns)
    assert any("File too large" in row for row in said) or len(acknowledged) == 5


CALLS = """
    import errno, os, sys
    from datetime import UTC, datetime
    from pathlib import Path
    from persona_cli.core.event import Event
    from persona_cli.errors import PersonaError
    from persona_cli.store import vault as vaults

    code, count, nth = sys.argv[2], 0, 0
    real_write, real_fork, real_exit = os.write, os.fork, os._exit

    def failing(real, short):
        def call(*arguments, **named):
            global count
            count += 1
            if count == nth:
                if code == "short" and short:
                    return real(arguments[0], arguments[1][: max(1, len(arguments[1]) // 3)])
                if code != "short":
                    raise OSError(getattr(errno, code), os.strerror(getattr(errno, code)))
            return real(*arguments, **named)
        return call

    for name in ("open", "write", "fsync", "fdatasync", "fchmod", "close", "mkdir", "replace", "chmod", "ftruncate", "pwrite"):
        setattr(os, name, failing(getattr(os, name), name == "write"))
    around = vaults.Surroundings(lambda: datetime(2026, 3, 1, tzinfo=UTC), os.urandom, "here")

    def commands(root):
        try:
            vault = vaults.open_vault(root, around) if vaults.exists(root) else vaults.create(root, around)
            for number in range(2):
                with vault.writing("test") as writer:
                    turn = Event("turn", vault.new_id("tn"), {"text": "x" * 50})
                    writer.commit("test", [turn, Event("entity", "en_1", {"name": "A"})])
                real_write(1, f"done {root.name} {turn.id}\\n".encode())
        except (PersonaError, OSError) as error:
            real_write(1, f"refused {root.name} {error}\\n".encode())

    def in_a_process_of_its_own(root, fails):
        global nth, count
        if (child := real_fork()) == 0:
            nth, count = fails, 0
            commands(root)
            real_exit(min(count, 255))
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    total = in_a_process_of_its_own(Path(sys.argv[1]) / "0", 0)
    for fails in range(1, total + 1):
        in_a_process_of_its_own(Path(sys.argv[1]) / str(fails), fails)
        real_write(1, b"healthy\\n")
        in_a_process_of_its_own(Path(sys.argv[1]) / str(fails), 0)
"""


@pytest.mark.parametrize("code", ["EIO", "ENOSPC", "short"])
def test_the_nth_call_may_fail(memory_path, code):
    """Whichever call to the system fails, in whichever way, what was acknowledged is there when all is well again."""
    said = run(CALLS, str(memory_path), code).splitlines()

    roots = sorted(memory_path.iterdir())
    assert len(roots) > 30
    for root in roots:
        events = [e for file in all_files(root) for tail in read_tail(root, file.name) for e in tail.events]
        operations = {e.id for e in events if e.type == "operation"}
        turns = {e.id for e in events if e.type == "turn" and e.op in operations}
        acknowledged = {row.split()[2] for row in said if row.startswith(f"done {root.name} ")}
        assert len(acknowledged) >= 2, root  # the healthy run was never hindered
        assert acknowledged <= turns, root
    assert code == "short" or any(row.startswith("refused") for row in said)


TRACE = """
    import os, sys
    from datetime import UTC, datetime
    from pathlib import Path
    from persona_cli.core.event import Event
    from persona_cli.store import vault as vaults

    names, trace = {}, []
    real = {name: getattr(os, name) for name in ("open", "write", "fsync", "fdatasync", "close", "replace")}

    def opened(path, *more, **named):
        handle = real["open"](path, *more, **named)
        names[handle] = os.fspath(path).removeprefix(sys.argv[1] + "/")
        return handle

    def noted(name):
        def call(handle, *more, **named):
            trace.append(f"{name} {names.get(handle, handle)}")
            return real[name](handle, *more, **named)
        return call

    os.open = opened
    for name in ("write", "fsync", "fdatasync"):
        setattr(os, name, noted(name))
    around = vaults.Surroundings(lambda: datetime(2026, 3, 1, tzinfo=UTC), os.urandom, "here")
    vault = vaults.create(Path(sys.argv[1]), around)
    for number in range(2):
        trace.clear()
        with vault.writing("test") as writer:
            writer.commit("test", [Event("turn", "tn_1", {"text": "x"}), Event("entity", "en_1", {"name": "A"})])
        trace.append("acknowledged")
        print(*(row for row in trace if ".jsonl" in row or "acknowledged" in row or row.split("/")[-1] in ("operations", "episodes", "entities")
                or row.split()[-1] in ("operations", "episodes", "entities")), sep=chr(10))
        print("--")
"""


def test_an_operation_is_synced_before_it_counts_and_before_it_is_acknowledged(tmp_path):
    """The trace of calls: events written and synced, new files' folders too, then the commit record, then the acknowledgement."""
    first, second = (
        part.split("\n") for part in run(TRACE, str(tmp_path / "v")).strip().removesuffix("--").strip().split("\n--\n")
    )
    for trace, new in ((first, True), (second, False)):
        shape = [re.sub(r"2026-03\.[a-z0-9]+", "month", row) for row in trace]
        expected = []
        for log_ in ("episodes", "entities", "operations"):
            expected += [f"write {log_}/month.jsonl", f"fdatasync {log_}/month.jsonl"]
            expected += [f"fsync {log_}"] if new else []
        assert [*expected, "acknowledged"] == shape


def test_reading_from_the_middle_needs_the_same_bytes_before(tmp_path):
    """The mark of what was read is of its last bytes, and an empty beginning fits any file."""
    (tmp_path / "facts").mkdir()
    (tmp_path / "facts" / "2026-03.d.jsonl").write_bytes(line(1))

    assert read(tmp_path, "facts/2026-03.d.jsonl") == (["tn_1"], 0)
    tails = list(read_tail(tmp_path, "facts/2026-03.d.jsonl", Read(0, 0)))
    assert [event.id for tail in tails for event in tail.events] == ["tn_1"]
    assert decode_line(line(1))["id"] == "tn_1"
    assert errno.ENOSPC
