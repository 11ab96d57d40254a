"""Ways to be sure that what another program needs is there: absent, the test is skipped, or fails where all must run."""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from persona_cli.work.graph.fields import one_line
from persona_cli.work.graph.model import Graph

NODE_HOME = Path(__file__).parent / "node"  # `npm install --prefix tests/graph/node` fills it


def need(there: object, what: str) -> None:
    """Skip the test without `what`; with PERSONA_TEST_INTEROP=1 fail it instead."""
    if not there:
        (pytest.fail if os.environ.get("PERSONA_TEST_INTEROP") == "1" else pytest.skip)(f"needs {what}")


def program(name: str) -> str:
    found = shutil.which(name) or ""
    need(found, f"the program {name}")
    return found


def module(name: str) -> ModuleType:
    need(find_spec(name.partition(".")[0]), f"the package {name}")
    return import_module(name)


def expected_nodes(graph: Graph) -> list[tuple[str, str]]:
    return sorted((node.id, one_line(node.name)) for node in graph.nodes)


def expected_edges(graph: Graph) -> list[tuple[str, str, str]]:
    return sorted((link.source, link.target, one_line(link.label)) for link in graph.links)
