"""The page on formats tells of every reader."""

from __future__ import annotations

import re
from pathlib import Path

from persona_cli.readers.table import formats


def test_the_page_lists_every_format():
    """The first column of the table on the page names every format, and no other."""
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()
    table = page.partition("## Formats")[2].partition("## Who")[0]
    named = {
        name
        for row in table.splitlines()
        if row.startswith("| `")
        for name in re.findall(r"`([\w-]+)`", row.split("|")[1])
    }
    assert named == {name for name, _ in formats()}
