"""Git and the vault: merges are unions, and what Git takes away is noticed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from persona_cli.core.event import Event, operation_of
from persona_cli.core.fold import Belief, fold
from persona_cli.store import vault as vaults
from persona_cli.store.log import all_files, log_files, read_tail
from persona_cli.work.check import check
from persona_cli.work.setup import init_git

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="no git")


def git(root: Path, *arguments: str, code: int = 0) -> str:
    who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-c", "protocol.file.allow=always")
    environ = {"PATH": os.environ["PATH"], "HOME": str(root.parent), "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(
        ["git", "-C", str(root), *who, *arguments],
        capture_output=True,
        text=True,
        env=environ,
        umask=0o077,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def save(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "save")


def say(vault: vaults.Vault, name: str) -> None:
    with vault.writing("test") as writer:
        turn = Event("turn", f"tn_{name}", {"text": name})
        writer.commit("test", [turn, Event("assert", f"fa_{name}", {"text": name, "subject": "en_user"})])


def belief(*roots: Path) -> Belief:
    events = [e for root in roots for f in all_files(root) for tail in read_tail(root, f.name) for e in tail.events]
    return fold(
        [operation_of(e) for e in events if e.type == "operation"], [e for e in events if e.type != "operation"]
    )


@pytest.fixture
def clones(tmp_path, vault, make_world):
    """A vault in Git with one operation, and a clone of it on another machine."""
    init_git(vault, {"PATH": os.environ["PATH"], "HOME": str(tmp_path)})
    say(vault, "first")
    save(vault.root)
    git(tmp_path, "clone", "--quiet", str(vault.root), "other")
    return vault, vaults.open_vault(tmp_path / "other", make_world(9, "there").around)


def test_the_first_commit_holds_no_machine_local_file(clones):
    """The machine-local folder is ignored; settings, attributes and logs are tracked, with modes for the owner alone."""
    vault, other = clones
    tracked = git(vault.root, "ls-files").split()

    assert {".gitattributes", ".gitignore", "persona.yaml"} <= set(tracked)
    assert not any(name.startswith(".persona/") for name in tracked)
    assert "" == git(vault.root, "status", "--porcelain")
    assert [] == check(other)


@pytest.mark.parametrize("way", ["merge", "rebase", "union"])
def test_two_histories_come_together_whole(clones, way):
    """What two machines recorded apart is the union of both after a merge or a rebase, without any conflict."""
    vault, other = clones
    for number in range(3):
        say(vault, f"here{number}")
        say(other, f"there{number}")
    expected = belief(vault.root, other.root)
    save(other.root)
    save(vault.root)
    if way == "union":  # the same file changed on both sides, as with a device id that was copied by hand
        (file,) = [
            f for f in log_files(other.root, "facts") if f.device in {f.device for f in log_files(vault.root, "facts")}
        ]
        line = (other.root / file.name).read_bytes()
        (other.root / file.name).write_bytes(line + line)
        save(other.root)
    git(vault.root, "pull", "--quiet", "--rebase" if way == "rebase" else "--no-rebase", str(other.root), "main")
    git(other.root, "pull", "--quiet", "--no-rebase", str(vault.root), "main")

    assert expected.facts == belief(vault.root).facts == belief(other.root).facts
    assert 7 == len(expected.turns) == len(belief(other.root).turns)
    assert [] == check(vaults.open_vault(vault.root, vault.around))


@pytest.mark.parametrize(
    "command", [("reset", "--hard", "--quiet"), ("checkout", "--quiet", "--", "."), ("stash", "--quiet")]
)
def test_what_git_takes_away_is_noticed(clones, command):
    """Appends that were not committed are lost to these commands, and `check` says how many operations are missing."""
    vault, _ = clones
    say(vault, "second")
    say(vault, "third")
    git(vault.root, *command)

    (problem,) = [str(p) for p in check(vault) if "missing" in str(p)]
    assert "2 operations of device" in problem
    assert "the first is number 2" in problem
    if command[0] == "stash":
        git(vault.root, "stash", "pop", "--quiet")
        assert [] == check(vault)
    say(vault, "fourth")
    assert "tn_fourth" in belief(vault.root).turns


def test_wide_permissions_after_a_checkout_are_told_and_narrowed(clones):
    """Git makes files as its umask says: `check` tells those that others can read, and can narrow them."""
    from persona_cli.work.check import narrow

    vault, _ = clones
    for path in vault.root.glob("*/*.jsonl"):
        path.chmod(0o644)

    assert 3 == sum("can be read by others" in str(problem) for problem in check(vault))
    narrow(vault)
    assert [] == check(vault)


def test_an_erased_line_that_comes_back_is_noticed(vault):
    """Content that was erased has no effect when its line returns, and `check` tells it."""
    say(vault, "gone")
    with vault.writing("erase") as writer:
        writer.commit("erase", [Event("erased", "ev_1", {"target": "fa_gone"})])

    assert {} == belief(vault.root).facts
    assert ["'fa_gone' was erased, and its content has come back"] == [problem.message for problem in check(vault)]
