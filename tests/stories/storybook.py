"""Stories: command lines and what they print, told in plain text and run against the program.

    A title, and what the story shows.          (lines before the first directive)

    file NAME                                   a file to make; its text is indented by four spaces
    at 2026-03-05T09:00                         the clock; every command moves it on by a minute
    env NAME=VALUE                              a variable for the commands that follow
    # a remark
    $ persona recall "where do I live"          a command; `<<< TEXT` after it is its standard input, a line a word
    Ana lives in Lyon  [Ana]  fa_1              what it must print on stdout,
    ! Recorded as op_1                          on stderr,
    [exit 1]                                    and its exit code, where that is not 0
    < y                                         typed on a terminal; such a command prints to that terminal alone
    <                                           on a terminal, with nothing typed

`persona` runs in this process, `git` and anything else in a shell; a `persona` that is typed to, in a terminal of its
own. Ids are masked: the first fact a story shows is `fa_1` wherever it shows up, also in commands. An empty line that a
command prints is written `(empty)`.
"""

from __future__ import annotations

import contextlib
import io
import os
import pty
import re
import select
import shlex
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from persona_cli.cli.main import main

_DIRECTIVE = re.compile(r"^(file|at|env|#|\$)(?: |$)")
_ID = re.compile(r"\b(op|fa|en|ep|tn|rv|ev)_[0-9a-z]{8,}\b")
_MASKED = re.compile(r"\b(op|fa|en|ep|tn|rv|ev)_\d{1,3}\b")
_DEVICE = re.compile(r"\b(\d{4}-\d\d)\.[0-9a-z]{6}\b")
_DEVICE_FIELD = re.compile(r'("device": ?")([0-9a-z]{6})\b')
_HASH = re.compile(r"\b[0-9a-f]{7,40}\b")
_SEEN = 11  # characters of an id that the program shows
_EMPTY = "(empty)"
PATIENCE = 20.0  # seconds for a program on a terminal to say something


@dataclass(slots=True)
class Block:
    """A directive with the lines under it."""

    line: str
    below: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Told:
    """What a command did."""

    stdout: str
    stderr: str
    code: int


@dataclass(slots=True)
class Stage:
    """Where a story is played: a folder, a clock, and the names given to ids."""

    folder: Path
    now: datetime = field(default_factory=lambda: datetime.fromisoformat("2026-03-01T09:00:00+00:00"))
    extra: dict[str, str] = field(default_factory=dict)
    masks: dict[str, str] = field(default_factory=dict)  # beginning of a real id -> its mask
    reals: dict[str, str] = field(default_factory=dict)  # mask -> the longest real id seen
    devices: dict[str, str] = field(default_factory=dict)

    def environ(self) -> dict[str, str]:
        """The environment of a command, whose clock stands at the story's."""
        stamp = self.now.isoformat()
        return {
            "PATH": f"{self.folder / '.bin'}:{os.environ['PATH']}",
            "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder / ".data"),
            "XDG_CONFIG_HOME": str(self.folder / ".config"),
            "PERSONA_VAULT": str(self.folder / "memory"),
            "PERSONA_NOW": stamp,
            "COLUMNS": "100",
            "TERM": "dumb",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "OMP_NUM_THREADS": "1",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Ana",
            "GIT_AUTHOR_EMAIL": "ana@example.org",
            "GIT_COMMITTER_NAME": "Ana",
            "GIT_COMMITTER_EMAIL": "ana@example.org",
            "GIT_AUTHOR_DATE": stamp,
            "GIT_COMMITTER_DATE": stamp,
            **self.extra,
        }

    def masked(self, text: str, *, hashes: bool) -> str:
        """`text` without anything that differs from run to run."""
        text = text.replace(str(self.folder), "~")
        text = _ID.sub(self._mask, text)
        text = _DEVICE.sub(lambda found: f"{found[1]}.{self._device(found[0][8:])}", text)
        text = _DEVICE_FIELD.sub(lambda found: f"{found[1]}{self._device(found[2])}", text)
        return _HASH.sub("HASH", text) if hashes else text

    def _mask(self, found: re.Match[str]) -> str:
        ident, kind = found[0], found[1]
        start = ident[:_SEEN]
        if start not in self.masks:
            self.masks[start] = f"{kind}_{1 + sum(mask.startswith(kind) for mask in self.masks.values())}"
        mask = self.masks[start]
        self.reals[mask] = max(self.reals.get(mask, ""), ident, key=len)
        return mask

    def _device(self, ident: str) -> str:
        return self.devices.setdefault(ident, f"device{len(self.devices) + 1}")

    def real(self, command: str) -> str:
        """A command with real ids in place of their masks."""
        return _MASKED.sub(lambda found: self.reals.get(found[0], found[0]), command)


def blocks(text: str) -> Iterator[Block]:
    """The parts of a story; the title is a block whose line is empty."""
    block = Block("")
    for line in text.split("\n"):
        if _DIRECTIVE.match(line):
            yield block
            block = Block(line)
        else:
            block.below.append(line)
    yield block


def play(text: str, folder: Path) -> str:
    """The story as it really goes: `text` with the output of its commands in place."""
    stage = Stage(folder)
    _install(folder)
    parts = []
    for block in blocks(text):
        below = block.below
        if block.line.startswith("$ "):
            told = _command(block, stage)
            below = [*_written(told, block, stage), ""]
        elif block.line:
            _prepare(block, stage)
        parts += [block.line, *below] if block.line else below
    return "\n".join(parts).rstrip() + "\n"


def _install(folder: Path) -> None:
    script = folder / ".bin" / "persona"
    script.parent.mkdir(parents=True)
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m persona_cli "$@"\n', "utf-8")
    script.chmod(0o755)


def _prepare(block: Block, stage: Stage) -> None:
    word, _, rest = block.line.partition(" ")
    if word == "file":
        path = stage.folder / rest
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [line[4:] for line in block.below]
        path.write_text("\n".join(lines).rstrip("\n") + "\n", "utf-8")
    elif word == "at":
        stage.now = datetime.fromisoformat(rest + ("" if rest.endswith("Z") else "+00:00"))
    elif word == "env":
        name, _, value = rest.partition("=")
        stage.extra[name] = value


def _command(block: Block, stage: Stage) -> Told:
    command = stage.real(block.line[2:])
    typed = [line[2:] for line in block.below if _is_typed(line)]
    words = shlex.split(command) if command.startswith("persona ") else []
    if typed:
        told = _on_terminal(words[1:], [line for line in typed if line], stage)
    elif words and not set(words) & {"|", ">", "&&"}:
        cut = words.index("<<<") if "<<<" in words else len(words)
        told = _in_process(words[1:cut], "\n".join(words[cut + 1 :]), stage)
    else:
        done = subprocess.run(
            command, shell=True, cwd=stage.folder, env=stage.environ(), capture_output=True, text=True, check=False
        )
        told = Told(done.stdout, done.stderr, done.returncode)
    stage.now += timedelta(minutes=1)
    return told


def _in_process(argv: list[str], stdin: str, stage: Stage) -> Told:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    here, old = Path.cwd(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    os.chdir(stage.folder)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=r"'?click\.", category=DeprecationWarning)  # typer's own affair
            code = main(argv, environ=stage.environ())
    finally:
        os.chdir(here)
        sys.stdin = old
    return Told(*(stream.buffer.getvalue().decode() for stream in (out, err)), code)  # type: ignore[attr-defined]


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, argv: list[str], *, folder: Path, environ: dict[str, str]) -> None:
        self.screen = ""
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "persona_cli", *argv],
            cwd=folder,
            env=environ,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)

    def until_asked(self) -> bool:
        """Wait for a question, which ends in `] `; whether there was one before the program ended."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            ready, _, _ = select.select([self._ours], [], [], 0.05)
            if ready:
                try:
                    piece = os.read(self._ours, 65536)
                except OSError:
                    piece = b""
                if not piece:
                    return False
                self.screen += piece.decode("utf-8", "replace").replace("\r\n", "\n")
            elif self.screen.endswith("] "):
                return True
        raise AssertionError(f"nothing was asked within {PATIENCE:.0f} s:\n{self.screen}")

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._ours, f"{line}\n".encode())
        echo = f"{line}\n"
        before = len(self.screen)
        end = time.monotonic() + PATIENCE
        while echo not in self.screen[before:] and time.monotonic() < end:
            self.screen += os.read(self._ours, len(echo) + 1).decode("utf-8", "replace").replace("\r\n", "\n")

    def end(self) -> int:
        """Wait until the program has ended and give its exit code."""
        while self.until_asked():
            self.type("")
            raise AssertionError(f"more is asked than the story answers:\n{self.screen}")
        code = self.process.wait(PATIENCE)
        os.close(self._ours)
        return code

    def kill(self) -> None:
        """Pull the plug."""
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


def _on_terminal(argv: list[str], typed: list[str], stage: Stage) -> Told:
    terminal = Terminal(argv, folder=stage.folder, environ=stage.environ())
    try:
        for line in typed:
            assert terminal.until_asked(), f"ended before '{line}' could be typed:\n{terminal.screen}"
            terminal.type(line)
        code = terminal.end()
    finally:
        if terminal.process.poll() is None:
            terminal.kill()
    return Told(terminal.screen, "", code)


def _is_typed(line: str) -> bool:
    return line.startswith("< ") or line == "<"


def _written(told: Told, block: Block, stage: Stage) -> list[str]:
    hashes = block.line.startswith("$ git ")

    def lines(text: str) -> list[str]:
        return [line or _EMPTY for line in text.removesuffix("\n").split("\n")] if text else []

    out, err = (stage.masked(text, hashes=hashes) for text in (told.stdout, told.stderr))
    typed = [line.rstrip() for line in block.below if _is_typed(line)]
    code = [f"[exit {told.code}]"] if told.code else []
    return [*typed, *lines(out), *(f"! {line}".rstrip() for line in lines(err)), *code]
