"""What is told: damaged lines, inputs that cannot be read, recorded events, and an index that goes away."""

from __future__ import annotations

import json
import os
import shutil

import pytest
from commands import persona, records

from persona_cli.core.codec import decode_line, encode_line
from persona_cli.index.lexical import Lexical
from persona_cli.index.view import View
from persona_cli.work import indexing, refresh

DAMAGE = "1 line of the logs cannot be read; persona check tells where."


@pytest.fixture
def damaged(tmp_path):
    """A vault with one fact and one line that is none."""
    vault = tmp_path / "vault"
    persona(vault, "remember", "Ana likes tea", "--about", "Ana")
    (log,) = (vault / "facts").iterdir()
    log.write_bytes(log.read_bytes() + b"{broken\n")
    return vault


@pytest.mark.parametrize(
    "command",
    [
        ("facts",), ("recall", "tea"), ("context", "tea"), ("show", "fa"), ("entities", "list"),
        ("entities", "show", "Ana"), ("graph-export",), ("status",), ("log",),
    ],
    ids="-".join,
)  # fmt: skip
def test_every_listing_tells_of_lines_it_could_not_read(damaged, command):
    """A damaged log is told once, on stderr, by whatever reads it."""
    assert persona(damaged, *command).stderr.count(DAMAGE) == 1


def test_an_import_tells_of_lines_that_cannot_be_read(damaged, tmp_path):
    """Lines of another vault that cannot be read are counted, also in a dry run."""
    mine = tmp_path / "mine"
    persona(mine, "init")
    for more in (["--dry-run"], []):
        assert "1 line of them cannot be read" in persona(mine, "import", "--vault", damaged, *more).stderr


@pytest.mark.parametrize("change", [{"v": 9}, {"seq": "one"}, {"clock": -1}])
def test_diff_passes_over_operations_that_have_no_effect(tmp_path, change):
    """An operation of a newer format or with a field of the wrong type has no effect on a difference either."""
    vault = tmp_path / "vault"
    persona(vault, "remember", "Ana likes tea", "--about", "Ana")
    (log,) = (vault / "operations").iterdir()
    line = log.read_bytes().splitlines()[0]
    log.write_bytes(log.read_bytes() + encode_line(decode_line(line) | {"id": "op_0000000000000000"} | change))
    done = persona(vault, "diff", "2020")
    assert (done.returncode, done.stdout[:15]) == (0, "+ Ana likes tea")


def test_a_status_of_a_folder_with_a_broken_name_is_json(tmp_path):
    """A vault whose path is not UTF-8 has a status, its name made well formed."""
    vault = tmp_path / os.fsdecode(b"caf\xe9")
    persona(vault, "init")
    done = persona(vault, "status", "--json")
    assert "caf" in json.loads(done.stdout)["vault"]


def test_nothing_readable_is_a_failure(tmp_path):
    """An ingest that could read nothing at all fails with 1; one that could read a part of it is 3."""
    vault = tmp_path / "vault"
    good = tmp_path / "good.txt"
    good.write_text("I like tea.\n")
    nothing = persona(vault, "ingest", tmp_path / "nowhere")
    assert (nothing.returncode, "nothing could be read" in nothing.stderr) == (1, True)
    assert persona(vault, "ingest", tmp_path / "nowhere", good).returncode == 3


def test_an_empty_batch_asks_nothing(tmp_path):
    """A batch of no lines has no results, and one empty line is one question."""
    persona(tmp_path / "vault", "init")
    batch = tmp_path / "batch"
    for text, count in (("", 0), ("\n", 1)):
        batch.write_text(text)
        done = persona(tmp_path / "vault", "recall", "--batch", batch, "--json")
        assert len(json.loads(done.stdout)["results"]) == count


def test_an_ingest_prints_what_it_recorded(tmp_path):
    """`ingest --jsonl` prints every event as it stands in the logs, over several operations."""
    vault = tmp_path / "vault"
    lines = "".join(json.dumps({"conversation": "c", "id": str(n), "text": f"Note {n}"}) + "\n" for n in range(700))
    printed = records(persona(vault, "ingest", "-", "--jsonl", stdin=lines).stdout)
    logs = [line for log in ("episodes", "entities", "facts") for file in (vault / log).iterdir()
            for line in file.read_bytes().splitlines()]  # fmt: skip
    assert sorted(printed, key=str) == sorted(map(decode_line, logs), key=str)
    assert len({event["op"] for event in printed}) == 2
    assert records(persona(vault, "ingest", "-", "--jsonl", stdin=lines).stdout) == []


def test_an_index_that_goes_away_is_done_without(vault, tmp_path):
    """When the index is deleted between its opening and its reading, everything is searched in memory."""
    persona(vault.root, "remember", "Ana likes tea", "--about", "Ana")
    indexing.index_documents(vault)
    embedder = indexing.embedder_of(vault)
    with refresh.using(vault) as opened:
        shutil.rmtree(vault.local)
        view = View(opened.catalog, now=vault.now())
        found = indexing.open_indexes(vault, opened, view, embedder, say=lambda _: None)
        assert [index.count() for index in found.lexical] == [1]
        assert len(found.dense) == 1


def test_an_index_whose_files_went_away_says_so(tmp_path):
    """Reading an opened index whose folder was deleted raises an error that is told, not a mistake."""
    from persona_cli.errors import DamagedError

    index = Lexical.open(tmp_path / "lexical")
    shutil.rmtree(tmp_path / "lexical")
    with pytest.raises(DamagedError):
        index.count()
