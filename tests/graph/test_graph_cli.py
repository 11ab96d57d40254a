"""`persona graph-export` through the command line: every format, filters, time travel, whole files or none."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from persona_cli.work.graph.table import FORMATS

CHAT = """\
[2024-03-02 10:00] Me: I live in Lyon and I work at Acme as a nurse.
[2024-03-02 10:02] Me: My sister Marta lives in Paris. I want to run a marathon next year.
[2025-06-01 09:00] Me: I live in Berlin now.
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault in which somebody has moved."""
    folder = tmp_path_factory.mktemp("graph")
    (folder / "chat.txt").write_text(CHAT, "utf-8")
    run(folder, "ingest", "chat.txt", "--me", "Ana", now="2025-06-02T00:00:00Z")
    run(
        folder, "remember", "Marta works at Globex", "--about", "Marta", "--object", "Globex", "--predicate", "works_at"
    )
    return folder


def run(
    folder: Path, *arguments: str, now: str = "2026-01-01T00:00:00Z", code: int = 0
) -> subprocess.CompletedProcess[bytes]:
    """One command over the vault of a folder."""
    environ = {**os.environ, "PERSONA_VAULT": str(folder / "vault"), "PERSONA_NOW": now}
    done = subprocess.run(
        [sys.executable, "-m", "persona_cli", *arguments], cwd=folder, env=environ, capture_output=True, check=False
    )
    assert code == done.returncode, done.stderr.decode()
    return done


def graph(folder: Path, *arguments: str) -> dict:
    """The graph as JSON."""
    return json.loads(run(folder, "graph-export", "--format", "json", *arguments).stdout)


def links(found: dict) -> set[tuple[str, str, str]]:
    """Links by names."""
    names = {node["id"]: node["name"] for node in found["nodes"]}
    return {(names[link["source"]], link["label"], names[link["target"]]) for link in found["links"]}


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_format_is_written_to_stdout_and_to_a_file_alike(home: Path, name: str):
    """The bytes on stdout are those of the file, twice over."""
    first = run(home, "graph-export", "--format", name).stdout
    suffix = ".zip" if FORMATS[name].files else f".{name}"
    run(home, "graph-export", "--format", name, "-o", f"out{suffix}")

    assert first
    assert first == (home / f"out{suffix}").read_bytes()
    assert first == run(home, "graph-export", "--format", name).stdout


def test_the_graph_is_what_is_believed_now(home: Path):
    """Facts with an object are links; the town that was left is no longer there."""
    found = links(graph(home))

    assert ("Ana", "lives_in", "Berlin") in found
    assert ("Marta", "works_at", "Globex") in found
    assert not any(target == "Lyon" for _, _, target in found)


def test_as_of_shows_the_world_of_a_day(home: Path):
    """On a day before the move she lives in the town she left later."""
    found = links(graph(home, "--as-of", "2024-12-31"))

    assert ("Ana", "lives_in", "Lyon") in found
    assert ("Ana", "lives_in", "Berlin") not in found


def test_known_at_shows_what_was_known(home: Path):
    """Before it was written down, nothing is known of the sister's work."""
    assert ("Marta", "works_at", "Globex") not in links(graph(home, "--known-at", "2025-12-31"))


def test_include_past_marks_when_it_ended(home: Path):
    """With the past the old town is a link with its end."""
    found = graph(home, "--include-past")
    names = {node["id"]: node["name"] for node in found["nodes"]}
    ends = {names[link["target"]]: link["invalid_at"] for link in found["links"] if link["label"] == "lives_in"}

    assert ends["Lyon"] is not None
    assert ends["Berlin"] is None


def test_about_and_depth_narrow_it(home: Path):
    """One step around the sister there is her town and her brother or sister, not their workplace."""
    names = {node["name"] for node in graph(home, "--about", "Marta", "--depth", "1")["nodes"]}

    assert {"Marta", "Globex", "Ana"} <= names
    assert "Acme" not in names


def test_goals_and_episodes_are_nodes_on_request(home: Path):
    """`--with goals,episodes` adds them; without it they are not nodes."""
    kinds = {node["kind"] for node in graph(home, "--with", "goals,episodes")["nodes"]}

    assert {"goal", "episode"} <= kinds
    assert not {"goal", "episode"} & {node["kind"] for node in graph(home)["nodes"]}


def test_what_a_limit_leaves_out_is_told(home: Path):
    """The graph holds that many nodes, and stderr tells the rest."""
    done = run(home, "graph-export", "--limit", "2")

    assert len(json.loads(done.stdout)["nodes"]) == 2
    assert b"Left out for --limit" in done.stderr


def test_tables_come_as_a_folder_or_an_archive(home: Path):
    """The same two tables either way."""
    run(home, "graph-export", "--format", "csv", "-o", "tables")
    archive = zipfile.ZipFile(io.BytesIO(run(home, "graph-export", "--format", "csv").stdout))

    for name in ("nodes.csv", "edges.csv"):
        text = archive.read(name)
        assert (home / "tables" / name).read_bytes() == text
        assert len(list(csv.reader(io.StringIO(text.decode(), newline="")))) > 1


def test_a_wrong_wish_is_a_usage_error(home: Path):
    """Unknown formats, parts and entities are told with what there is; no file is left behind."""
    assert b"the formats are" in run(home, "graph-export", "--format", "pdf", "-o", "x.pdf", code=2).stderr
    assert b"--with takes" in run(home, "graph-export", "--with", "pictures", code=2).stderr
    assert b"Nobody" in run(home, "graph-export", "--about", "Nobody", code=4).stderr
    assert not (home / "x.pdf").exists()


def test_a_file_is_replaced_whole(home: Path):
    """An earlier export stands until the new one does; nothing else is left beside it."""
    target = home / "only" / "memory.json"
    target.parent.mkdir()
    target.write_text("old")
    run(home, "graph-export", "-o", str(target))

    assert json.loads(target.read_bytes())["type"] == "graph"
    assert [path.name for path in target.parent.iterdir()] == ["memory.json"]
