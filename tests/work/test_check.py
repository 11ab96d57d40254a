"""`check` tells the truth: silent when all is well, and every kind of damage by file and line."""

from __future__ import annotations

import json

import pytest
from commands import ended, persona, start
from deeds import facts, logs, message, take

from persona_cli.core.codec import encode_line
from persona_cli.store import vault as vaults
from persona_cli.work.check import check


@pytest.fixture
def small(vault, tmp_path):
    """A vault with a little of everything."""
    talk = [message("c", "user", f"likes = The user likes {what}.", "2024-01-01", what) for what in ("tea", "maps")]
    (tmp_path / "talk.jsonl").write_text(
        "\n".join([*talk, message("c", "user", "lives_in(Oporto)", "2024-02-02", "home")]) + "\n"
    )
    take(vault, tmp_path / "talk.jsonl")
    return vault


def test_a_sound_vault_is_passed_in_silence(small):
    """Nothing is said, and the exit code is 0."""
    done = persona(small.root, "check")

    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)


def test_every_changed_byte_of_the_logs_is_told(small):
    """Whichever byte of a log is changed, `check` says so with exit code 5, and reading goes on without that line."""
    sound = facts(small)
    told = 0
    for name, data in logs(small).items():
        for place in range(0, len(data), 3):
            changed = bytearray(data)
            changed[place] ^= 0x11
            (small.root / name).write_bytes(changed)
            problems = check(small)
            assert any(problem.path == name and problem.line for problem in problems), (name, place)
            told += 1
        (small.root / name).write_bytes(data)
    assert told > 300
    assert (sound, []) == (facts(small), check(small))


def test_a_damaged_vault_has_exit_code_5_and_says_where(small):
    """Each problem is one line that begins with file and line; `--json` gives the same as data."""
    (name,) = [name for name in logs(small) if name.startswith("facts/")]
    data = (small.root / name).read_bytes()
    (small.root / name).write_bytes(data.replace(b"Oporto", b"Ghent!", 1))

    done = persona(small.root, "check")
    document = json.loads(persona(small.root, "check", "--json").stdout)

    number = data[: data.index(b"Oporto")].count(b"\n") + 1
    assert 5 == done.returncode
    assert f"{name}:{number}: checksum does not match: the line was changed or damaged" in done.stdout.splitlines()
    assert {"path": name, "line": number} == {key: document["problems"][0][key] for key in ("path", "line")}


def _line(**fields: object) -> bytes:
    return encode_line(
        {"v": 1, "type": "alias", "id": "ev_1", "op": "op_x", "n": 1, "entity": "en_user", "name": "A", **fields}
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (_line(), "never completed"),
        (_line(v=2), "format 2"),
        (_line(type="dream"), "unknown type 'dream'"),
        (_line(type="close", fact="fa_1", at="soon"), "'at' is no time: 'soon'"),
        (_line(type="turn", text="x"), "belongs into episodes/"),
        (_line(n="1"), "header"),
        (b'{"v":1}\n', "no checksum"),
        (b"<<<<<<< HEAD\n", "no checksum"),
        (_line()[:-1], "cut short"),
        (
            encode_line({"v": 1, "type": "alias", "id": "a", "op": "o", "n": 1, "x": {"a": 1}}).replace(
                b'"a":1', b'"a":1'
            ),
            "never completed",
        ),
    ],
)
def test_each_kind_of_bad_line_is_told(small, line, words):
    """What a line has against it is said in words, and it changes nothing that is believed."""
    sound = facts(small)
    (name,) = [name for name in logs(small) if name.startswith("entities/")]
    with (small.root / name).open("ab") as file:
        file.write(line)

    assert any(words in str(problem) and problem.path == name and problem.line for problem in check(small))
    assert sound == facts(small)


def test_a_key_that_stands_twice_is_told(small):
    """JSON that means different things to different readers is a problem even under a right checksum."""
    import zlib

    head = b'{"v":1,"type":"alias","id":"ev_1","op":"op_x","n":1,"entity":"en_user","entity":"en_other","name":"A"'
    (name,) = [name for name in logs(small) if name.startswith("entities/")]
    with (small.root / name).open("ab") as file:
        file.write(b'%s,"crc":"%08x"}\n' % (head, zlib.crc32(head)))

    assert any("stands twice" in str(problem) for problem in check(small))


def test_two_events_in_one_place_of_an_operation_are_told(small):
    """A second, different event with the same operation and number is a problem; the same line twice is none."""
    (name,) = [name for name in logs(small) if name.startswith("facts/")]
    data = (small.root / name).read_bytes()
    (small.root / name).write_bytes(data + data)
    assert [] == check(small)
    record = json.loads(data.splitlines()[0])
    del record["crc"]
    (small.root / name).write_bytes(data + encode_line(record | {"text": "The user likes nothing."}))

    assert any("another event number" in str(problem) for problem in check(small))


def test_files_that_are_not_read_are_told(small):
    """A conflict copy in a log's folder is not passed over in silence."""
    (small.root / "facts" / "2026-03.abc (copy).jsonl").write_bytes(b"")

    assert ["facts/2026-03.abc (copy).jsonl: is no log file, and is not read"] == [str(p) for p in check(small)]


def test_a_copied_device_id_is_told(small):
    """Two operations of one device with the same number can only come from a copied id."""
    (name,) = [name for name in logs(small) if name.startswith("operations/")]
    record = json.loads((small.root / name).read_bytes().splitlines()[0])
    del record["crc"]
    with (small.root / name).open("ab") as file:
        file.write(encode_line(record | {"id": "op_twin", "op": "op_twin", "counts": {}}))

    assert any("same number 1" in str(problem) for problem in check(small))


def test_the_first_ingests_at_once_make_one_vault(tmp_path):
    """Several first commands in parallel make the vault once, and each does its work."""
    root = tmp_path / "vault"
    paths = []
    for number in range(4):
        paths.append(tmp_path / f"{number}.jsonl")
        paths[-1].write_text(message(f"c{number}", "user", f"I like {number} maps.", "2024-01-01") + "\n")
    running = [start(root, "ingest", path) for path in paths]
    with ended(running):
        errors = [process.communicate()[1] for process in running]

    assert [0] * 4 == [process.returncode for process in running], errors
    assert "" == persona(root, "check").stdout
    assert 4 == json.loads(persona(root, "status", "--json").stdout)["turns"]
    assert vaults.exists(root)
