"""A vault that tests only read, made once."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from context_desk import steady

from persona_cli.store import vault as vaults


@pytest.fixture(scope="session")
def shared_vault(tmp_path_factory):
    return vaults.create(tmp_path_factory.mktemp("shared") / "vault", steady())


@pytest.fixture
def around():
    return steady()
