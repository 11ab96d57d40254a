"""Every sample file gives exactly the episodes, turns and problems written beside it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from golden import HERE, expected_path, outcome, samples


@pytest.mark.parametrize("sample", list(samples()), ids=lambda path: str(path.relative_to(HERE)))
def test_a_sample_gives_exactly_its_expected_episodes(sample, tmp_path):
    """A sample gives exactly its expected episodes."""
    assert json.loads(expected_path(sample).read_text()) == outcome(sample, tmp_path)


def test_every_format_has_five_samples():
    """Every format has at least five samples."""
    from persona_cli.readers.table import formats

    counts = {name: len([path for path in samples() if path.parent.name == name]) for name, _ in formats()}
    assert {name: count for name, count in counts.items() if count < 5} == {}
