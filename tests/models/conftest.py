"""Where the helpers of these tests are: the loopback server and the bodies of the services, and the real command."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from _pytest.monkeypatch import MonkeyPatch

sys.path[:0] = [
    str(Path(__file__).parent),
    *(str(Path(__file__).parents[1] / name) for name in ("providers", "work", "extract")),
]

from desk import Desk  # noqa: E402 - found by the line above


@pytest.fixture
def desk(memory_path: Path, monkeypatch: MonkeyPatch) -> Desk:
    """A person's machine without a keyring, and with a vault of their own."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")  # whatever this machine has
    return Desk(memory_path)
