"""Mail in an mbox file of any size, one mail in memory at a time; see `mail` for what becomes of each.

A mail begins at a line `From …` with a time in it, behind an empty line. `>From ` within a mail is turned back, as both
the mboxo and mboxrd conventions allow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Options
from persona_cli.readers.mail import MAX_MAIL, drafts_of
from persona_cli.readers.source import HEAD, opened

NAME = "mbox"
ABOUT = "mail in an mbox file, as Gmail Takeout and Thunderbird write it"

_BEGIN = re.compile(rb"From \S.*\d{1,2}:\d\d.*\d{4}|From \S+ \w{3} \w{3}\s+\d|From - ")
_ESCAPED = re.compile(rb">+From ")


def sniff(source: Input) -> float:
    """A first line that begins a mail."""
    return 0.95 if _BEGIN.match(source.head.lstrip(b"\r\n")) else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft a mail."""
    for line, raw in mails(source):
        yield from drafts_of(raw, source.path, line, options)


def mails(source: Input) -> Iterator[tuple[int, bytes]]:
    """Each mail's line and bytes; of a long one the beginning, behind which only attachments lie."""
    with opened(source) as stream:
        rows: list[bytes] = []
        size = number = start = 0
        blank = True
        whole_line = True
        while row := stream.readline(HEAD):
            number += whole_line
            if whole_line and blank and row.startswith(b"From ") and len(row) < 400 and _BEGIN.match(row):
                if rows:
                    yield start, b"".join(rows)
                rows, size, start = [], 0, number
            elif start and size < MAX_MAIL:
                rows.append(row[1:] if whole_line and row.startswith(b">") and _ESCAPED.match(row) else row)
                size += len(row)
            blank = whole_line and not row.strip()
            whole_line = row.endswith(b"\n")
        if rows:
            yield start, b"".join(rows)
