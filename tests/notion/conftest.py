"""A home for each test: a vault in memory where that is possible, a workspace, and a server between them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from notion_server import Server
from notion_space import Workspace
from notion_vault import Home, new_home


@pytest.fixture
def space() -> Workspace:
    return Workspace()


@pytest.fixture
def server(space: Workspace) -> Iterator[Server]:
    running = Server(space)
    yield running
    running.close()


@pytest.fixture
def home(memory_path: Path, space: Workspace, server: Server) -> Home:
    return new_home(memory_path, space, server)


@pytest.fixture
def facts(home: Home) -> list[str]:
    """Three facts with rows."""
    made = [
        home.remember("Ana lives in Porto.", predicate="lives_in", object="Porto"),
        home.remember("Luis works at Acme.", about="Luis", predicate="works_at", object="Acme", since="2019"),
        home.remember("Ana wants to learn Dutch.", kind="goal"),
    ]
    home.sync()
    return made
