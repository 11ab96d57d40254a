"""Reading takes bounded memory whatever the size of the file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def peak_mb(kind, megabytes, folder):
    """Peak memory of a process that generates nothing and reads a file of this kind and size."""
    script = ROOT / "bench" / "readers_big.py"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(script), "--mb", str(megabytes), "--format", kind, "--folder", str(folder)]
    made = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return json.loads(made.stdout.partition(" ")[2])


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["chatgpt", "mbox", "whatsapp", "text", "messages", "telegram"])
def test_thirty_megabytes_take_little_more_memory_than_three(kind, tmp_path):
    """A file of 30 MB takes at most 20 MB more than one of 3 MB, and all of it is read without a problem."""
    (tmp_path / "small").mkdir()
    (tmp_path / "large").mkdir()
    small, large = peak_mb(kind, 3, tmp_path / "small"), peak_mb(kind, 30, tmp_path / "large")
    assert (small["problems"], large["problems"]) == (0, 0)
    assert large["turns"] > 8 * small["turns"]
    assert small["peak_mb"] + 20 > large["peak_mb"]
