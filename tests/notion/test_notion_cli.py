"""Claims about the verb: its lines, its JSON, its exit codes, and where its token comes from."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from notion_parts import TOKEN, Fault
from notion_server import Server
from notion_space import Workspace
from notion_vault import Home

from persona_cli.work.configure import change_all


@dataclass
class Desk:
    """A command line with a vault, and the workspace it talks to."""

    folder: Path
    space: Workspace
    server: Server
    token: str = TOKEN

    def persona(self, *arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LANG") if name in os.environ}
        origin = self.server.url.removesuffix("/v1")
        environ = kept | {"HOME": str(self.folder), "PERSONA_VAULT": str(self.folder / "vault")}
        environ |= {"PERSONA_NOTION_KEY": self.token, "PERSONA_NOTION_ORIGIN": origin} if self.token else {}
        done = subprocess.run(
            [sys.executable, "-m", "persona_cli", *arguments], env=environ, capture_output=True, text=True, check=False
        )
        assert code == done.returncode, done.stdout + done.stderr
        return done


@pytest.fixture
def desk(memory_path: Path, home: Home) -> Desk:
    home.remember("Ana lives in Porto.", predicate="lives_in", object="Porto")
    change_all(home.vault, {"notion.base_url": home.server.url})
    return Desk(memory_path, home.space, home.server)


def test_a_whole_day_with_notion(desk: Desk) -> None:
    """Dry run, first run, nothing to do, a correction that waits, its acceptance, and a row that says so."""
    page = f"https://www.notion.so/Home-{desk.space.new_page().replace('-', '')}"
    dry = desk.persona("notion-sync", "--dry-run")
    assert dry.stdout.startswith("create: Ana lives in Porto.  fa_")
    assert "Nothing was changed." in dry.stderr
    first = desk.persona("notion-sync", "--parent", page, "--group-by", "kind")
    assert "1 created" in first.stderr
    assert TOKEN not in first.stdout + first.stderr
    again = desk.persona("notion-sync")
    assert ("", "Nothing to do; 2 reads and 0 writes.") == (again.stdout, again.stderr.splitlines()[-1])

    row = desk.space.rows()[0]
    desk.space.edit(row, review=True, notes="I live in Lisbon now.")
    waits = desk.persona("notion-sync", code=3)
    assert "import notes: Ana lives in Porto." in waits.stdout
    assert "persona review" in waits.stderr
    items = json.loads(desk.persona("review", "--list", "--json").stdout)["items"]
    desk.persona("review", "--accept", items[0]["id"])
    done = json.loads(desk.persona("notion-sync", "--json").stdout)
    assert {"created": 1, "updated": 1} == {k: v for k, v in done["counts"].items() if v}
    assert ("notion_sync", False) == (done["type"], done["dry_run"])
    assert "False" == desk.space.text(row, "Needs review")
    assert any("Lisbon" in desk.space.text(row, "Fact") for row in desk.space.rows())


def test_failures_have_their_codes(desk: Desk) -> None:
    """2 without a page, 7 without an answer, 1 for an emptied database, each with a hint."""
    assert "--parent" in desk.persona("notion-sync", code=2).stderr
    assert "no page of Notion" in desk.persona("notion-sync", "--parent", "Home", code=2).stderr
    page = desk.space.new_page()
    desk.persona("notion-sync", "--parent", page)
    desk.space.faults = [Fault("GET", ".*", "429", 99, retry_after=900, code="rate_limited")]
    assert "try again after 0:15:00" in desk.persona("notion-sync", code=7).stderr
    desk.space.faults = []
    desk.space.trash(desk.space.rows()[0])
    assert "--allow-empty" in desk.persona("notion-sync", code=1).stderr
    desk.persona("notion-sync", "--allow-empty")
    assert 1 == len(desk.space.rows())
    error = json.loads(desk.persona("notion-sync", "--json", "--prefer", "both", code=2).stderr)
    assert ("error", 2) == (error["type"], error["code"])


def test_without_a_token_the_command_that_stores_it_is_named(desk: Desk) -> None:
    """Nothing is asked of anybody without a key."""
    desk.token = ""
    assert "persona key set notion" in desk.persona("notion-sync", code=1).stderr
    assert [] == desk.space.log


def test_a_token_is_sent_to_no_other_address(desk: Desk) -> None:
    """A key of the environment belongs to Notion; a base URL in the settings does not get it."""
    desk.token = ""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    environ = kept | {"HOME": str(desk.folder), "PERSONA_VAULT": str(desk.folder / "vault"), "NOTION_TOKEN": TOKEN}
    done = subprocess.run(
        [sys.executable, "-m", "persona_cli", "notion-sync"], env=environ, capture_output=True, text=True, check=False
    )
    assert (1, []) == (done.returncode, desk.space.log)
