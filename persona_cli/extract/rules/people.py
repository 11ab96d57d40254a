"""Who speaks, who is spoken to, and which capitalised words are names in this conversation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from persona_cli.core.model import Turn
from persona_cli.extract.contract import Context
from persona_cli.extract.rules.packs.en import CALENDAR, COMMON
from persona_cli.extract.rules.pattern import UPPER, Pattern

GENERIC = frozenset({"user", "me", "you", "human", "the user", "usuario", "yo", "tú", ""})
SPEAKING = frozenset({"user", "other"})
_INNER_CAPITAL = Pattern(rf"(?<=[a-zà-ÿ,;] )[{UPPER}][\w'-]*[a-zà-ÿ]\b")  # letters of Latin scripts
_LOWER = Pattern(r"\b[a-zà-ÿ]{3,}\b")


@dataclass(frozen=True, slots=True)
class People:
    """The speakers of one run."""

    user: str  # how the person is called in texts
    user_speakers: frozenset[str]
    speakers: frozenset[str]  # casefolded, generic ones left out
    names: frozenset[str]  # capitalised words that name somebody or something here
    to_assistant: bool  # the person talks to a program, not to people
    listeners: dict[str, str]  # speaker -> the one other speaker, if there is one

    def name_of(self, turn: Turn) -> str:
        """How the speaker of a turn is called in texts."""
        speaker = turn.speaker.strip()
        if speaker.casefold() in self.user_speakers or speaker.casefold() in GENERIC:
            return self.user
        return speaker


def people(turns: Sequence[Turn], context: Context) -> People:
    """Tell the speakers and names of `turns`."""
    talkers = list(dict.fromkeys(t.speaker.strip() for t in turns if t.role in SPEAKING and t.speaker.strip()))
    named = [t for t in talkers if t.casefold() not in GENERIC and t.casefold() not in context.user_speakers]
    user = context.user_name.strip() or "the user"
    assisted = any(t.role in {"assistant", "tool", "system"} for t in turns) or len(talkers) <= 1
    listeners = {}
    if not assisted and len(talkers) == 2:
        shown = [user if t not in named else t for t in talkers]
        listeners = {shown[0]: shown[1], shown[1]: shown[0]}
    speakers = frozenset(t.casefold() for t in talkers if t.casefold() not in GENERIC)
    return People(user, context.user_speakers, speakers, _names(turns, context), assisted, listeners)


def _names(turns: Sequence[Turn], context: Context) -> frozenset[str]:
    """Words written with a capital inside sentences and never without one, and the names the vault knows."""
    capital: Counter[str] = Counter()
    lower: set[str] = set()
    for turn in turns:
        if turn.role not in SPEAKING:
            continue
        text = turn.text[:20_000]
        capital.update(_INNER_CAPITAL.findall(text))
        lower.update(_LOWER.findall(text))
    names = {
        word for word in capital if word.lower() not in lower and word.lower() not in COMMON and word not in CALENDAR
    }
    for known in context.known_names:
        names.add(known)
        names.update(part for part in known.split() if part[:1].isupper())
    return frozenset(names)
