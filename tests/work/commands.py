"""The real command in processes of its own."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PERSONA = (sys.executable, "-m", "persona_cli")


def environment(vault: Path) -> dict[str, str]:
    """The variables of a run; nothing of the machine's own settings gets in."""
    kept = {key: os.environ[key] for key in ("PATH", "LANG", "SYSTEMROOT") if key in os.environ}
    return {
        **kept,
        "HOME": str(vault.parent),
        "PERSONA_VAULT": str(vault),
        "PYTHONPATH": str(REPOSITORY),
        "OMP_NUM_THREADS": "1",
    }


def bound_by_permissions() -> None:
    """Give up root's right to write where permissions forbid it (Linux capabilities 1 and 2), so that they count."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in (1, 2):
            libc.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP: gone from the next program on


def persona(vault: Path, *arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run one command to its end."""
    return subprocess.run(
        [*PERSONA, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        env=environment(vault),
        check=False,
        preexec_fn=bound_by_permissions,
    )


def start(vault: Path, *arguments: str | Path) -> subprocess.Popen[str]:
    """Begin a command and do not wait for it."""
    line = [*PERSONA, *map(str, arguments)]
    return subprocess.Popen(
        line,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(vault),
    )


@contextlib.contextmanager
def ended(running: list[subprocess.Popen[str]]) -> Iterator[None]:
    """Leave no process behind."""
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.communicate()


def records(text: str) -> list[dict[str, object]]:
    """JSON lines."""
    return [json.loads(line) for line in text.splitlines()]
