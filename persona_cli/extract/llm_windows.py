"""A conversation cut into windows a model can read at once: whole turns, with what was said just before as context.

Only the words of people are numbered and can be cited. What assistants, tools and earlier turns said stands between
them, shortened, so that answers make sense. Pasted code, quotes and our own fragments are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from persona_cli.core.model import Turn
from persona_cli.extract.contract import Context
from persona_cli.extract.rules.people import SPEAKING
from persona_cli.extract.rules.sentences import mask

MAX_NAMES = 40  # known names offered with one window
_SPACE = re.compile(r"\s+")
_BREAK = re.compile(r"(?<=[.!?。！？])\s|\n|\s")


@dataclass(frozen=True, slots=True)
class Size:
    """How much one window holds, in characters."""

    cited: int = 3000  # of people's words
    context: int = 1200  # of what came before
    lines: int = 16
    aside: int = 400  # of one line that is context alone


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a window."""

    turn: Turn
    label: str  # who speaks
    text: str  # on one line
    number: int  # from 1; 0 for a line that is context alone

    def __str__(self) -> str:
        return f"[{self.number}] {self.label}: {self.text}" if self.number else f"- {self.label}: {self.text}"


@dataclass(frozen=True, slots=True)
class Window:
    """What is sent at once."""

    before: tuple[Line, ...]  # context alone
    lines: tuple[Line, ...]

    @property
    def cited(self) -> tuple[Line, ...]:
        """The numbered lines."""
        return tuple(line for line in self.lines if line.number)

    @property
    def turns(self) -> tuple[str, ...]:
        """Ids of the turns whose words can be cited, each once."""
        return tuple(dict.fromkeys(line.turn.id for line in self.cited))

    @property
    def text(self) -> str:
        """The window as the model reads it."""
        before = ["Earlier, for context only:", *map(str, self.before), ""] if self.before else []
        return "\n".join([*before, "Conversation:", *map(str, self.lines)])

    def halves(self) -> tuple[Window, ...]:
        """Two smaller windows with the same lines, or nothing when there is only one numbered line."""
        if len(self.cited) < 2:
            return ()
        middle = self.lines.index(self.cited[len(self.cited) // 2])
        first, second = self.lines[:middle], self.lines[middle:]
        return (Window(self.before, first), Window((*self.before, *map(_unnumbered, first))[-6:], second))

    def names(self, known: Sequence[str]) -> list[str]:
        """Of the known names those that share a word with the window, most of them first heard here."""
        words = {word for line in (*self.before, *self.lines) for word in re.findall(r"\w{2,}", line.text.casefold())}
        found = (name for name in known if words & set(re.findall(r"\w{2,}", name.casefold())))
        return [name for _, name in zip(range(MAX_NAMES), found, strict=False)]


def windows(turns: Sequence[Turn], context: Context, size: Size | None = None) -> list[Window]:
    """All of a conversation in windows, in order; those in which nobody can be cited are left out."""
    size = size or Size()
    made: list[Window] = []
    past: list[Line] = []
    now: list[Line] = []
    held = number = 0
    for turn in turns:
        for text, cited in _pieces(turn, size, aside=turn.id in context.asides):
            if now and cited and (held + len(text) > size.cited or len(now) >= size.lines):
                made.append(Window(_tail(past, size), tuple(now)))
                past = [*past, *map(_unnumbered, now)][-12:]
                now, held, number = [], 0, 0
            number += cited
            held += len(text) if cited else 0
            now.append(Line(turn, _label(turn, context), text, number if cited else 0))
    made.append(Window(_tail(past, size), tuple(now)))
    return [window for window in made if window.cited]


def _pieces(turn: Turn, size: Size, *, aside: bool) -> Iterator[tuple[str, bool]]:
    """The words of a turn on one line each, and whether they can be cited; long ones in several pieces."""
    if aside or turn.role not in SPEAKING:
        if text := _line(turn.text[: size.aside * 2]):
            yield (text if len(text) <= size.aside else text[: size.aside] + " …"), False
        return
    rest = mask(turn.text, turn.quoted)
    while rest.strip():
        end = len(rest) if len(rest) <= size.cited else _cut(rest, size.cited)
        if text := _line(rest[:end]):
            yield text, True
        rest = rest[end:]


def _cut(text: str, limit: int) -> int:
    """Where to cut a long text: after the last sentence before `limit`, else the last word, else there."""
    ends = [match.end() for match in _BREAK.finditer(text, limit // 2, limit)]
    sentences = [end for end in ends if text[end - 1] == "\n" or text[end - 2] in ".!?。！？"]
    return (sentences or ends or [limit])[-1]


def _line(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def _label(turn: Turn, context: Context) -> str:
    speaker = _line(turn.speaker)[:60]
    if turn.role == "user" or speaker.casefold() in context.user_speakers:
        return "user"
    return speaker if turn.role == "other" and speaker else turn.role


def _unnumbered(line: Line) -> Line:
    return Line(line.turn, line.label, line.text, 0)


def _tail(past: Sequence[Line], size: Size) -> tuple[Line, ...]:
    """The last lines before a window, as far as there is room."""
    kept: list[Line] = []
    room = size.context
    for line in reversed(past):
        text = line.text if len(line.text) <= size.aside else "… " + line.text[-size.aside :]
        room -= len(text)
        if room < 0:
            break
        kept.insert(0, Line(line.turn, line.label, text, 0))
    return tuple(kept)
