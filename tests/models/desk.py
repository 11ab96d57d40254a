"""A person at their machine: the command line in this process, with an environment and folders of its own."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from commands import PERSONA, environment
from loopback import SECRET, Answer, Seen

from persona_cli.cli.main import main


@dataclass(frozen=True)
class Done:
    """What a command gave."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def error(self) -> Any:
        return json.loads(self.err.splitlines()[-1])


@dataclass
class Desk:
    """Folders and variables of one person."""

    home: Path
    environ: dict[str, str] = field(default_factory=dict)

    @property
    def vault(self) -> Path:
        return self.home / "vault"

    @property
    def variables(self) -> dict[str, str]:
        return {
            **environment(self.vault),
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
            "PERSONA_NOW": "2026-11-30T12:00:00+00:00",
            **self.environ,
        }

    def __call__(self, *arguments: str | Path) -> Done:
        """One command, in this process."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([str(one) for one in arguments], environ=self.variables)
        return Done(code, out.getvalue(), err.getvalue())

    def piped(self, *arguments: str, stdin: str = "") -> Done:
        """One command in a process of its own, with something on standard input."""
        line = [*PERSONA, *arguments]
        run = subprocess.run(line, input=stdin, capture_output=True, text=True, env=self.variables, check=False)
        return Done(run.returncode, run.stdout, run.stderr)

    def start(self, *arguments: str | Path) -> subprocess.Popen[str]:
        """Begin a command in a process of its own and do not wait for it."""
        line = [*PERSONA, *map(str, arguments)]
        pipe = subprocess.PIPE
        return subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True, env=self.variables)

    def config(self, **values: str) -> None:
        """Settings, `chat__provider="local"` for `chat.provider`."""
        for name, value in values.items():
            assert self("config", name.replace("__", "."), value).code == 0, name

    def everything(self) -> str:
        """All bytes of the machine: the vault, its local folder and the configuration."""
        files = sorted(path for path in self.home.rglob("*") if path.is_file())
        return "\n".join(path.read_bytes().decode("utf-8", "replace") for path in files)

    def logs(self) -> dict[str, bytes]:
        """Every file that is no index, with its bytes."""
        kept = (path for path in sorted(self.vault.rglob("*")) if path.is_file())
        return {str(p.relative_to(self.vault)): p.read_bytes() for p in kept if "index" not in p.parts}

    def chat(self, name: str, *texts: str) -> Path:
        """A transcript in which the person says some things, one a message."""
        path = self.home / name
        rows = [
            {"id": f"{name}-{n}", "conversation": name, "time": f"2026-03-05T10:{n:02}:00Z", "speaker": "Nora", "role": "user", "text": text}
            for n, text in enumerate(texts)
        ]  # fmt: skip
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path


def no_key_in(desk: Desk, *done: Done) -> bool:
    """Whether the key stands nowhere: on no stream and in no file, not even eight signs of it."""
    said = "".join(one.out + one.err for one in done) + desk.everything()
    return not any(SECRET[start : start + 8] in said for start in range(len(SECRET) - 7))


def asked_of(seen: Seen) -> str:
    """What a request to a local server says, system text and all."""
    return "\n".join(message["content"] for message in seen.body["messages"])


def posts(server: Any) -> list[Seen]:
    """The questions a server was asked."""
    return [seen for seen in server.seen if seen.method == "POST"]


def facts_of(**by_word: dict[str, Any]) -> Any:
    """A model that finds a fact for each of some words in the numbered lines, and nothing else."""
    import bodies

    def answer(seen: Seen) -> Answer:
        lines = [line for line in seen.body["messages"][-1]["content"].splitlines() if line.startswith("[")]
        found = [
            {"kind": "fact", "turn": number, "subject": "Nora", "object": "", "when": "", "correction": "no", **fact}
            for number, line in enumerate(lines, 1)
            for word, fact in by_word.items()
            if word in line
        ]
        return Answer(body=bodies.local(json.dumps({"facts": found})))

    return answer
