"""The examples for host programs do what docs/hosts.md says, run as they are against a server on loopback."""

from __future__ import annotations

import contextlib
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from context_desk import known_vault, persona

ROOT = Path(__file__).parents[2]
HOSTS = ROOT / "examples" / "hosts"
needs_shell_tools = pytest.mark.skipif(
    not (shutil.which("curl") and shutil.which("jq")), reason="the shell examples need curl and jq"
)


class Model(http.server.BaseHTTPRequestHandler):
    """Answers "noted" to every question, as an OpenAI-compatible server does."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.seen.append((self.path, self.headers["authorization"], body))
        data = json.dumps({"choices": [{"message": {"role": "assistant", "content": "noted"}}]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args):
        pass


@contextlib.contextmanager
def model():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    server.seen = []
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def place(tmp_path, around):
    """A home with a vault, and a `persona` on the path."""
    vault = known_vault(tmp_path / "vault", around)
    command = tmp_path / "bin" / "persona"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m persona_cli "$@"\n')
    command.chmod(0o755)
    return vault


def run(place, *command, stdin="", **environ):
    settings = {
        "PATH": f"{place.parent / 'bin'}:{os.environ['PATH']}", "HOME": str(place.parent), "PYTHONPATH": str(ROOT), "PERSONA_VAULT": str(place), **environ,
    }  # fmt: skip
    return subprocess.run(
        [str(word) for word in command],
        input=stdin,
        capture_output=True,
        text=True,
        env=settings,
        cwd=place.parent,
        check=False,
    )


TALK = 'who bakes in Ulm?\n--help me with fennel, tokens and a "quote"\n'


@pytest.mark.parametrize(
    "host",
    [pytest.param(("sh", HOSTS / "chat.sh"), marks=needs_shell_tools), (sys.executable, HOSTS / "host.py")],
    ids=["chat.sh", "host.py"],
)
def test_a_chat_has_memory_and_is_kept(place, host):
    """Each question goes out with the same start before it and what it asks for beside it; the talk is kept once."""
    with model() as server:
        url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        ran = run(place, *host, stdin=TALK, OPENAI_BASE_URL=url, OPENAI_MODEL="small", OPENAI_API_KEY="k-1")
    first, second = (body["messages"] for _, _, body in server.seen)

    assert (0, "noted\nnoted\n") == (ran.returncode, ran.stdout), ran.stderr
    assert [("/v1/chat/completions", "Bearer k-1")] * 2 == [(path, key) for path, key, _ in server.seen]
    assert first[0] == second[0]
    assert "You have a long-term memory of what Ana told you" in first[0]["content"]
    assert "runs a bakery in Ulm" in first[0]["content"]
    assert ["system", "user", "assistant", "user"] == [m["role"] for m in second]
    assert TALK.splitlines()[1] == second[-1]["content"]
    assert "fennel" in persona(place, "recall", "fennel", "--only", "turns").out
    assert 4 == len(
        re.findall(
            r'"text":"(?:noted|who bakes|--help)', "".join(path.read_text() for path in (place / "episodes").iterdir())
        )
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "host",
    [pytest.param(("sh", HOSTS / "chat.sh"), marks=needs_shell_tools), (sys.executable, HOSTS / "host.py")],
    ids=["chat.sh", "host.py"],
)
def test_what_was_said_is_kept_when_the_model_fails(place, host):
    """A server that is not there loses no word of the person's."""
    run(place, *host, stdin="I planted fennel.\n", OPENAI_BASE_URL="http://127.0.0.1:9/v1", OPENAI_MODEL="small")

    assert "I planted fennel." in persona(place, "recall", "fennel").out


@needs_shell_tools
def test_a_coding_assistant_is_told_at_the_start_and_listened_to_at_the_end(place):
    """The hooks give memory without an identity, what a prompt asks for, and keep the session without their own words."""
    transcript = place.parent / "session.jsonl"
    hook = json.dumps(
        {"session_id": "abc-1", "transcript_path": str(transcript), "cwd": "/", "prompt": "how are refunds paid?"}
    )
    start, prompt = (
        run(place, "sh", HOSTS / "coding-assistant" / name, stdin=hook) for name in ("start.sh", "prompt.sh")
    )
    line = {"sessionId": "abc-1", "type": "user", "timestamp": "2026-06-01T10:00:00Z", "cwd": "/", "version": "2"}
    lines = [
        {**line, "uuid": f"u{n}", "parentUuid": None, "message": {"role": "user", "content": text}}
        for n, text in enumerate((start.stdout, prompt.stdout, "Use tabs in the fennel project."))
    ]
    transcript.write_text("".join(json.dumps(item) + "\n" for item in lines))
    end = run(place, "sh", HOSTS / "coding-assistant" / "end.sh", stdin=hook)
    stored = "".join(path.read_text() for path in (place / "episodes").iterdir())

    assert (0, 0, 0) == (start.returncode, prompt.returncode, end.returncode), end.stderr
    assert start.stdout.startswith("<persona-memory>")
    assert "persona-identity" not in start.stdout
    assert "Refunds are paid within 14 days." in prompt.stdout
    assert "Use tabs in the fennel project." in stored
    assert 1 == stored.count("I moved to Graz.")
    assert "Refunds" not in stored
    settings = json.loads((HOSTS / "coding-assistant" / "settings.json").read_text())
    named = re.findall(r"/(\w+\.sh)", json.dumps(settings))
    assert sorted(path.name for path in (HOSTS / "coding-assistant").glob("*.sh")) == sorted(named)


@needs_shell_tools
@pytest.mark.parametrize("stdin", ["", "{}", "no json", '{"session_id": "../x", "transcript_path": "/nowhere"}'])
def test_a_hook_never_stops_the_assistant(place, stdin):
    """Whatever it is given, it ends well and puts nothing in."""
    for name in ("start.sh", "prompt.sh", "end.sh"):
        ran = run(place, "sh", HOSTS / "coding-assistant" / name, stdin=stdin)

        assert (0, "") == (ran.returncode, ran.stdout)


def test_a_night_keeps_checks_and_commits_once(place):
    """What is new is in the vault and in Git; a second night adds no commit, and neither says a word."""
    notes = place.parent / "notes"
    notes.mkdir()
    (notes / "a.md").write_text("I planted fennel on the balcony.\n")
    git = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}
    run(place, "persona", "init", "--git", **git)
    subprocess.run(["git", "-C", place, "init", "--quiet"], check=True)
    nights = [run(place, "sh", HOSTS / "nightly.sh", notes, **git) for _ in range(2)]
    log = subprocess.run(["git", "-C", place, "log", "--oneline"], capture_output=True, text=True, check=True).stdout

    assert [(0, "", "")] * 2 == [(night.returncode, night.stdout, night.stderr) for night in nights]
    assert 1 == log.count("Memory of")
    assert "fennel" in persona(place, "recall", "fennel").out


def test_every_example_is_told_of(place):
    """docs/hosts.md names each file of examples/hosts."""
    page = (ROOT / "docs" / "hosts.md").read_text()

    assert [] == [
        path.name for path in HOSTS.rglob("*") if path.is_file() and path.relative_to(HOSTS).as_posix() not in page
    ]


def test_every_line_of_the_comparison_names_what_shows_it():
    """In the tables of docs/hosts.md each line names a test that exists, or says why ours is other."""
    page = (ROOT / "docs" / "hosts.md").read_text()
    known = set(
        re.findall(r"def (test_\w+)", "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py")))
    )
    rows = [
        line
        for line in page.split("## What other systems do")[1].splitlines()
        if line.startswith("| ") and not line.startswith("| behaviour")
    ]

    assert len(rows) > 40
    for row in rows:
        named = re.findall(r"`(test_\w+)`", row)
        assert named or "because" in row, row
        assert set(named) <= known, row
