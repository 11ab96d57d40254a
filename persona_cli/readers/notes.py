"""Markdown notes and folders of them (Obsidian, Notion's export): one turn a paragraph, one episode a note or day.

A note is the person's own words, role "user", unless its head names a source, a URL or another author, or they call it
a document. What is quoted in it (`>` lines, code) goes to `quoted`. Its time is that of its head, of its name when that
is a date, or of a heading that is a date, which begins an episode of its own.
"""

from __future__ import annotations

import io
import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace

from persona_cli.core.model import Role
from persona_cli.errors import Problem
from persona_cli.readers.comments import without_comments
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.dates import Written, day_only, written_at
from persona_cli.readers.front_matter import head_of
from persona_cli.readers.labels import count_labels
from persona_cli.readers.moment import Stamp
from persona_cli.readers.runs import identified
from persona_cli.readers.source import MAX_TEXT, head_lines, is_binary, lines

NAME = "notes"
ABOUT = "Markdown notes: Obsidian, daily notes, Notion export"

_SIGNS = re.compile(
    r"#{1,6}\s+\S|\s*[-*]\s+\[[ xX/-]\]\s|.*\[\[[^\]\n]{1,200}\]\]|>\s?\[!\w+\]|!\[|.*\]\(\S{1,500}\)|\|.*\|\s*$"
)
_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*\s*$")
_FENCE = re.compile(r"\s*(```|~~~)")
_CALLOUT = re.compile(r">\s?\[!\w+\][+-]?\s?")
_EMBED = re.compile(r"!\[\[([^\]|#\n]{1,200})[^\]\n]{0,200}\]\]")
_LINK = re.compile(r"\[\[(?:[^\]|\n]{0,200}\|)?([^\]|#\n]{0,200})(?:#[^\]|\n]{0,200})?\]\]")
_NOTION_ID = re.compile(r"\s[0-9a-f]{32}$")
_DATED = ("date", "created", "created_at", "day", "creation date", "date created")
_FOREIGN = ("source", "url", "source_url", "link")


def sniff(source: Input) -> float:
    """A head, or signs of Markdown in text that is no transcript."""
    if is_binary(source.head):
        return 0.0
    head = head_of(source.head)
    rows = head_lines(source.head)[:500]
    if not head.lines and not any(_SIGNS.match(row) for row in rows):
        return 0.0
    beginning = replace(source, open=lambda: io.BytesIO(source.head))
    if count_labels(beginning, Options()).names:
        return 0.0
    return 0.4 if head.lines else 0.2


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft, and one more for each heading that is a date."""
    yield from _Note(source, options).drafts()


def place_of(path: str) -> tuple[str, str]:
    """The name of a note and a stable id: its folder's name and its own, without Notion's ids; standard input has none."""
    if path == "-":
        return "", ""
    parts = path.replace("\\", "/").split("/")
    stem = _NOTION_ID.sub("", posixpath.splitext(parts[-1])[0])
    folder = _NOTION_ID.sub("", parts[-2]) if len(parts) > 1 else ""
    return stem, f"{folder}/{stem}" if folder else stem


class _Note:
    """A note being read."""

    def __init__(self, source: Input, options: Options) -> None:
        self._source = source
        self._options = options
        self._head = head_of(source.head)
        self._name, place = place_of(source.path)
        self._conversation = f"notes/{place}" if place else ""
        self._lines = without_comments(lines(source), head=self._head.lines)
        self._pending: tuple[int, Written] | None = None  # a date heading that begins the next draft
        self._ended = False

    def drafts(self) -> Iterator[Draft | Problem]:
        aliases = tuple(self._head.fields.get("aliases", ()) or self._head.fields.get("alias", ()))
        title = self._head.first("title") or self._name
        start, problem = self._start()
        if problem:
            yield Problem(self._source.path, 1, problem)
        conversation = self._conversation
        while not self._ended:
            yield Draft(identified(self._turns(start)), conversation, title, start.time, aliases, self._conversation)
            if self._pending:
                line, written = self._pending
                start = written.stamp(self._options)
                if start.bad:
                    yield Problem(self._source.path, line, start.bad)
                day = written.day.isoformat() if written.day else f"line {line}"
                conversation = self._conversation and f"{self._conversation}#{day}"
                self._pending = None

    def _start(self) -> tuple[Stamp, str]:
        """The note's time, and what is wrong with the one it names."""
        bad = ""
        named = written_at(self._name, order=self._options.date_order)
        for written in (day_only(self._head.first(*_DATED)), named if named and named.day else None):
            found = written.stamp(self._options) if written else Stamp()
            if found.time:
                return found, ""
            bad = bad or found.bad
        given = self._options.at
        return Stamp(given, self._options.zone if given else ""), bad

    def _role(self) -> Role:
        author = self._head.first("author").casefold()
        foreign = bool(self._head.first(*_FOREIGN)) or bool(author and author not in self._options.me)
        program = ".claude" in self._source.path.replace("\\", "/").split("/")  # what Claude Code wrote for itself
        return "other" if foreign or program or self._options.document else "user"

    def _turns(self, start: Stamp) -> Iterator[Message | Problem]:
        block: list[str] = []
        began = size = 0
        fenced = False
        for item in self._lines:
            if isinstance(item, Problem):
                yield item
                continue
            if item.number <= self._head.lines:
                continue
            heading = None if fenced else _HEADING.match(item.text)
            day = day_only(_plain(heading.group(1)), order=self._options.date_order) if heading else None
            blank = not item.text.strip() and not fenced
            only_heading = len(block) == 1 and bool(_HEADING.match(block[0]))
            if (blank and not only_heading) or heading or size > MAX_TEXT:
                yield from self._turn(block, began, start)
                block, size = [], 0
            if day:
                self._pending = (item.number, day)
                return
            if blank:
                continue
            fenced ^= bool(_FENCE.match(item.text))
            began = item.number if not block else began
            block.append(item.text)
            size += len(item.text)
        self._ended = True
        yield from self._turn(block, began, start)

    def _turn(self, block: list[str], line: int, start: Stamp) -> Iterator[Message]:
        own, quoted = _parted(block)
        if own or quoted:
            yield Message("", self._role(), own, start.time, zone=start.zone, quoted=quoted, line=line)


def _parted(block: list[str]) -> tuple[str, str]:
    """The person's words, and what they quote: `>` lines that are no callout, and code."""
    own: list[str] = []
    quoted: list[str] = []
    fenced = callout = False
    for row in block:
        if _FENCE.match(row):
            fenced = not fenced
        elif fenced:
            quoted.append(row)
        elif row.startswith(">"):
            callout = callout or bool(_CALLOUT.match(row))
            (own if callout else quoted).append(_CALLOUT.sub("", row) if _CALLOUT.match(row) else row[1:].strip())
        else:
            own.append(row)
            callout = False
    return _plain("\n".join(own)).strip(), _plain("\n".join(quoted)).strip()


def _plain(text: str) -> str:
    """Wiki links as the words they show."""
    return _LINK.sub(lambda found: found.group(1), _EMBED.sub(lambda found: f"[{found.group(1)}]", text))
