"""A host program in Python: memory in the prompt of any OpenAI-compatible server, through the `persona` command.

echo "What should I cook tonight?" | OPENAI_BASE_URL=http://localhost:11434/v1 OPENAI_MODEL=llama3.2 python host.py
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime


@dataclass
class Memory:
    """One conversation's memory. The command is the interface: its exit code tells whether it went well."""

    session: str = field(default_factory=lambda: f"host-{uuid.uuid4().hex[:12]}")

    def start(self) -> str:
        """What stands at the head of the prompt, the same bytes at each turn."""
        return self._context("--stable", "--part", "identity", "--part", "memory")["text"]

    def for_turn(self, messages: list[dict]) -> str:
        """What the last messages ask for and the start does not hold; often nothing."""
        lines = "".join(json.dumps(message) + "\n" for message in messages[-3:])
        return self._context("--part", "query", "--part", "knowledge", "-", stdin=lines)["text"]

    def keep(self, messages: list[dict]) -> None:
        """What was said, for later conversations. Doing it twice adds nothing."""
        _persona(
            "ingest",
            "-",
            "--format",
            "messages",
            "--source",
            "host.py",
            stdin="".join(json.dumps(m) + "\n" for m in messages),
        )

    def _context(self, *arguments: str, stdin: str = "") -> dict:
        record = json.loads(_persona("context", "--session", self.session, "--json", *arguments, stdin=stdin))
        return {**record, "text": "\n\n".join(text for text in record["parts"].values() if text)}


def _persona(*arguments: str, stdin: str = "") -> str:
    done = subprocess.run(
        ["persona", "--quiet", "--no-input", *arguments], input=stdin, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return done.stdout


def ask(start: str, extra: str, messages: list[dict]) -> str:
    """The server's answer: the start first, what this turn needs right before the last message."""
    said = [{"role": message["role"], "content": message["text"]} for message in messages]
    turn = [{"role": "system", "content": extra}] if extra else []
    body = {
        "model": os.environ["OPENAI_MODEL"],
        "messages": [{"role": "system", "content": start}, *said[:-1], *turn, said[-1]],
    }
    request = urllib.request.Request(
        os.environ["OPENAI_BASE_URL"].rstrip("/") + "/chat/completions",
        data=json.dumps(body).encode(),
        headers={
            "Content-Type": "application/json",
            "Authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', 'none')}",
        },
    )
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)["choices"][0]["message"]["content"]


def main() -> None:
    """Answer each line of standard input, then keep the conversation."""
    memory, messages = Memory(), []

    def say(role: str, text: str) -> None:
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        ident = f"{memory.session}-{len(messages)}"
        messages.append(
            {"id": ident, "conversation": memory.session, "time": now, "speaker": role, "role": role, "text": text}
        )

    start = memory.start()
    try:
        for line in filter(str.strip, sys.stdin):
            say("user", line.strip())
            say("assistant", ask(start, memory.for_turn(messages), messages))
            print(messages[-1]["text"], flush=True)
    finally:
        if messages:
            memory.keep(messages)


if __name__ == "__main__":
    main()
