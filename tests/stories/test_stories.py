"""Every story goes as it is told: what each command prints on both streams, and how it ends."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from storybook import play

STORIES = sorted(Path(__file__).parent.glob("*.story"))
REWRITE = "PERSONA_REWRITE_STORIES"  # set to 1, the stories are written as they go; read each before keeping it


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_story(path: Path, tmp_path: Path) -> None:
    """A story told again is the same story."""
    told = path.read_text("utf-8")
    played = play(told, tmp_path)
    if os.environ.get(REWRITE):
        path.write_text(played, "utf-8")
        return
    assert told == played


def test_there_are_enough_stories() -> None:
    """The suite tells at least forty stories."""
    assert len(STORIES) >= 40
