"""Tables as text, CSV and the like (Notion's databases): a turn a row, `Column: cell` on its lines, role "other"."""

from __future__ import annotations

import csv
import posixpath
import re
from collections.abc import Iterator

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.source import MAX_TEXT, head_lines, lines

_MARKS = ",;\t"
_NEEDED = 3  # rows
_LOOKED_AT = 50
_NOTION_ID = re.compile(r"\s[0-9a-f]{32}(?:_all)?$")


def mark_of(head: bytes) -> str:
    """What parts the cells of a table; empty for text that is none: every row has as many, none begins with a blank."""
    begin = head_lines(head)[: 4 * _LOOKED_AT]
    for mark in _MARKS:
        try:
            rows = [row for row in csv.reader((f"{line}\n" for line in begin), delimiter=mark) if row]
        except csv.Error:
            continue
        rows = rows[: min(_LOOKED_AT, max(_NEEDED, len(rows) - 1))]  # the last one may be cut
        widths = {len(row) for row in rows}
        if len(rows) >= _NEEDED and len(widths) == 1 and widths != {1}:
            bare = all(not cell.startswith(" ") for row in rows for cell in row[1:])
            if bare and any(rows[0]):
                return mark
    return ""


def read_rows(source: Input, options: Options, mark: str) -> Iterator[Draft | Problem]:
    """One draft: the table."""
    stem = posixpath.splitext(posixpath.basename(source.path))[0]
    yield Draft(_turns(source, options, mark), title=_NOTION_ID.sub("", stem).removeprefix("-"), time=options.at)


def rows_of(source: Input, mark: str = ",") -> Iterator[tuple[int, int, list[str]] | Problem]:
    """The rows of a table that have cells, each with the lines it begins and ends on."""
    problems: list[Problem] = []

    def texts() -> Iterator[str]:
        for item in lines(source):
            if isinstance(item, Problem):
                problems.append(item)
            else:
                yield f"{item.text}\n"

    rows = csv.reader(texts(), delimiter=mark)
    while True:
        line = rows.line_num + 1
        try:
            row = next(rows, None)
        except csv.Error as error:
            yield Problem(source.path, line, f"not a row of a table: {error}")
            continue
        yield from problems
        problems.clear()
        if row is None:
            return
        if row:
            yield line, rows.line_num, row


def _turns(source: Input, options: Options, mark: str) -> Iterator[Message | Problem]:
    names: list[str] | None = None
    for item in rows_of(source, mark):
        if isinstance(item, Problem):
            yield item
            continue
        line, _, row = item
        if names is None:
            names = [name.strip() for name in row]
            continue
        cells = [(names[at] if at < len(names) else "", cell.strip()) for at, cell in enumerate(row)]
        text = "\n".join(f"{name}: {cell}" if name else cell for name, cell in cells if cell)
        zone = options.zone if options.at else ""
        if text:
            yield Message("", "other", text[:MAX_TEXT], options.at, zone=zone, line=line)
