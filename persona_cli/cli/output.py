"""The only printer: the answer on stdout, the talk on stderr, and nothing invisible on either."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import IO, Any

import orjson

from persona_cli.core.safe import visible


@dataclass(slots=True)
class Output:
    """The two streams, and how they may be used."""

    stdout: IO[str]
    stderr: IO[str]
    quiet: bool = False
    json: bool = False  # errors are JSON too

    def line(self, text: str) -> None:
        """One line of the answer."""
        self.stdout.write(visible(text).replace("\n", "\\n") + "\n")

    def text(self, text: str) -> None:
        """Text of the answer as it is, for other programs and templates."""
        self.stdout.write(text if text.endswith("\n") else text + "\n")

    def piece(self, text: str) -> None:
        """A piece of an answer that is still coming."""
        self.stdout.write(visible(text))
        self.stdout.flush()

    def record(self, record: Mapping[str, Any]) -> None:
        """One JSON object on a line of its own."""
        self.stdout.write(orjson.dumps(record).decode() + "\n")

    def document(self, value: Any) -> None:
        """One JSON document."""
        self.stdout.write(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode() + "\n")

    def say(self, text: str) -> None:
        """A word to the person."""
        if text and not self.quiet:
            self.stdout.flush()  # on a terminal the two streams stay in order
            self.stderr.write(visible(text) + "\n")

    def warn(self, text: str) -> None:
        """A word to the person that `--quiet` does not silence."""
        self.stderr.write(visible(text) + "\n")

    def ask(self, question: str) -> None:
        """A question, on whose line the answer is typed."""
        self.stdout.flush()
        self.stderr.write(visible(question))
        self.stderr.flush()

    def error(self, message: str, hint: str, code: int) -> None:
        """Why the command failed."""
        if self.json:
            record = {"type": "error", "message": message, "hint": hint, "code": code}
            self.stderr.write(orjson.dumps(record).decode() + "\n")
            return
        self.warn(f"persona: error: {message}")
        if hint:
            self.warn(f"hint: {hint}")

    def progress(self, text: Callable[[], str]) -> None:
        """A line that is written over, on a terminal only."""
        if not self.quiet and self.stderr.isatty():
            self.stderr.write(f"\r\x1b[K{visible(text())}")
            self.stderr.flush()

    def end_progress(self) -> None:
        """Clear the line of `progress`."""
        if not self.quiet and self.stderr.isatty():
            self.stderr.write("\r\x1b[K")

    def flush(self) -> None:
        """Hand everything over; raises OSError when the other end does not take it."""
        self.stdout.flush()
        self.stderr.flush()


def discard_output() -> None:
    """Point stdout at nothing, after the reader has gone away, so that Python's own last flush stays silent."""
    handle = os.open(os.devnull, os.O_WRONLY)
    os.dup2(handle, 1)
    os.close(handle)


def joined(parts: Iterable[str], separator: str = ", ") -> str:
    """Non-empty parts, joined."""
    return separator.join(part for part in parts if part)
