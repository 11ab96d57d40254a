"""The offline extractor: tells each turn's language and hands it to that language's rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from persona_cli.core.model import Turn
from persona_cli.extract.contract import Claim, Context, Extraction, checked
from persona_cli.extract.rules import answers, language
from persona_cli.extract.rules.english import EnglishTurn
from persona_cli.extract.rules.packs.pack import PACKS, load
from persona_cli.extract.rules.people import SPEAKING, People, people
from persona_cli.extract.rules.table import table_claims


class Rules:
    """Claims by rules alone: no model, no network, the same answer every time."""

    name = "rules"

    def extract(self, turns: Sequence[Turn], context: Context) -> Extraction:
        """Claims of `turns` in order; turns in a language without a pack give none, and a note says so."""
        unread: dict[str, int] = {}
        found = checked(self._claims(turns, context, unread), turns)
        notes = tuple(
            f"{language.name(code)} is not covered offline: {count} turn{'s' if count > 1 else ''} kept without facts"
            for code, count in sorted(unread.items())
        )
        return replace(found, notes=notes)

    def _claims(self, turns: Sequence[Turn], context: Context, unread: dict[str, int]) -> Iterator[Claim]:
        who = people(turns, context)
        related: set[tuple[str, str]] = set()
        said: set[tuple[str, str]] = set()
        usual = context.language or _usual(turns)
        for position, turn in enumerate(turns):
            if turn.role not in SPEAKING or not turn.text.strip():
                continue
            code = context.language or language.guess(turn.text) or usual
            if code not in PACKS:
                unread[code] = unread.get(code, 0) + 1
                continue
            for claim in _read(turn, code, who, _question(turns, position), related):
                key = (claim.turn, claim.text.casefold())
                if key not in said:
                    said.add(key)
                    yield claim


def _read(turn: Turn, code: str, who: People, question: str, related: set[tuple[str, str]]) -> Iterator[Claim]:
    if code == "en":
        return EnglishTurn(turn, who, question, related).claims()
    pack = load(code)
    return table_claims(turn, pack, who) if pack else iter(())


def _usual(turns: Sequence[Turn]) -> str:
    """The language of the turns together, for those too short to tell."""
    return language.guess(" ".join(t.text[:200] for t in turns[:8])) or "en"


def _question(turns: Sequence[Turn], position: int) -> str:
    """The question the turn before ended with, if somebody else asked it."""
    if not position:
        return ""
    before = turns[position - 1]
    if before.role in {"system", "tool"} or before.speaker == turns[position].speaker:
        return ""
    return answers.asked(before.text)
