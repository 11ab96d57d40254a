"""What every test may use: a world with its own clock and randomness, and vaults in fresh folders."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from persona_cli.store import vault as vaults
from persona_cli.store.vault import Surroundings, Vault

# how fast a machine is, or how busy, is no property of the code
settings.register_profile("persona", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("persona")


class World:
    """A clock that goes on by a second at each look, seeded randomness, and one machine."""

    def __init__(self, seed: int = 1, machine: str = "here") -> None:
        self.moment = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self.chance = random.Random(seed)
        self.machine = machine

    def now(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment

    @property
    def around(self) -> Surroundings:
        return Surroundings(self.now, self.chance.randbytes, self.machine)


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def make_world() -> type[World]:
    return World


@pytest.fixture
def memory_path(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where the system has such a place, for tests that sync thousands of times."""
    place = Path("/dev/shm")
    if not os.access(place, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=place, prefix="persona-test-") as folder:
        yield Path(folder)


@pytest.fixture
def vault(tmp_path: Path, world: World) -> Vault:
    return vaults.create(tmp_path / "vault", world.around)
