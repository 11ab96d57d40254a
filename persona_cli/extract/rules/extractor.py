"""The offline extractor: tells each turn's language and hands it to that language's rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from persona_cli.core.model import Turn
from persona_cli.extract.contract import Claim, Context, Extraction, checked
from persona_cli.extract.rules import language
from persona_cli.extract.rules.packs.pack import PACKS, load
from persona_cli.extract.rules.people import SPEAKING, People, people


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
            before = turns[position - 1] if position else None
            for claim in _read(turn, before, code, who, related):
                key = (claim.turn, claim.text.casefold())
                if key not in said:
                    said.add(key)
                    yield claim


def _read(turn: Turn, before: Turn | None, code: str, who: People, related: set[tuple[str, str]]) -> Iterator[Claim]:
    """Claims of one turn; a language is loaded with its first turn."""
    if code == "en":
        from persona_cli.extract.rules.english import english_claims  # other languages do without it

        return english_claims(turn, before, who, related)
    from persona_cli.extract.rules.table import table_claims  # and English without this

    pack = load(code)
    return table_claims(turn, pack, who) if pack else iter(())


def _usual(turns: Sequence[Turn]) -> str:
    """The language of the turns together, for those too short to tell."""
    return language.guess(" ".join(t.text[:200] for t in turns[:8])) or "en"
