"""The published page of the format says what the code does."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path

from persona_cli.core.codec import MAX_DEPTH, MAX_LINE, decode_line, encode_line
from persona_cli.core.event import FORMAT, LARGEST, LOGS, TYPES, event_of, operation_of
from persona_cli.store.log import PART_SIZE

PAGE = Path(__file__).parents[2] / "docs" / "format.md"


def block(name: str) -> str:
    return re.search(rf"<!-- {name} -->\n(.*?)<!-- /{name} -->", PAGE.read_text("utf-8"), re.DOTALL)[1]


def event_table() -> str:
    """The table of event types, as the page must have it."""
    rows = ["| type | log | target | fields | what it says |", "|---|---|---|---|---|"]
    for name, kind in TYPES.items():
        fields = ", ".join(f"`{field}`" for field in kind.fields)
        rows.append(f"| `{name}` | {kind.log} | `{kind.target}` | {fields} | {kind.about} |")
    return "\n".join(rows) + "\n"


def example_lines() -> list[bytes]:
    return [line.encode() + b"\n" for line in block("example").splitlines() if line.startswith("{")]


def test_the_table_of_events_is_the_codes_own():
    """Every type stands on the page with its log, its target and its fields in order."""
    assert event_table() == block("events")


def test_the_example_is_exact_to_the_byte():
    """The lines of the example are what the program writes for the same content, checksum and all."""
    lines = example_lines()
    assert len(lines) == 2
    for line in lines:
        event = event_of(decode_line(line))
        assert encode_line(event.record()) == line
        head, trailer = line.rsplit(b',"crc":"', 1)
        assert b'%08x"}\n' % zlib.crc32(head) == trailer
    assert operation_of(event).counts == (("entities", 1), ("episodes", 2), ("facts", 1))


def test_the_limits_on_the_page_are_those_of_the_code():
    """Sizes and bounds are written as they are."""
    page = PAGE.read_text("utf-8")

    assert f"{MAX_LINE // 2**20} MiB a line and {MAX_DEPTH} levels" in page
    assert f"Past {PART_SIZE // 2**20} MiB" in page
    assert LARGEST == 2**62
    assert "from 0 to 2⁶²−1" in page
    assert f"# The vault on disk: format {FORMAT}" in page
    assert all(f"{log}/2026-11.k3f9qz.jsonl" in page for log in LOGS)


if __name__ == "__main__":  # writes the page's generated parts anew
    text = PAGE.read_text("utf-8")
    text = re.sub(
        r"(<!-- events -->\n).*?(<!-- /events -->)", lambda m: m[1] + event_table() + m[2], text, flags=re.DOTALL
    )
    for old in example_lines():
        record = json.loads(old)
        del record["crc"]
        text = text.replace(old.decode(), encode_line(event_of(record).record()).decode())
    PAGE.write_text(text, "utf-8")
