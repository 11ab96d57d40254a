"""Whose words may stand in a prompt: the person's own, and nobody else's.

What an assistant, a tool, a document or another person said is found by recall and named there; in a prompt it would be
read as the person's word. What others say about themselves in a chat is believed, and comes as facts that name them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from persona_cli.core.directive import directive
from persona_cli.core.model import Fact, Turn
from persona_cli.index.places import users_of
from persona_cli.index.view import View
from persona_cli.store.vault import Vault
from persona_cli.work.people import USER_SPEAKERS


@dataclass(frozen=True, slots=True)
class Voices:
    """Tells the person's words from others', and data from what speaks like an instruction."""

    view: View
    names: frozenset[str]  # casefolded names and handles of the person
    reserved: tuple[str, ...]  # predicates of reference knowledge
    _alone: dict[str, bool] = field(default_factory=dict)  # by episode: whether one speaker alone has the person's role

    def own(self, turn: Turn) -> bool:
        """Whether the person said it.

        The reader gave them the role "user", under a name of theirs, or as the only one of that conversation who has
        the role; or the source's name for the speaker has become known as theirs since.
        """
        speaker = turn.speaker.casefold()
        if turn.role != "user":
            return turn.role == "other" and speaker in self.names
        return speaker in self.names or speaker in USER_SPEAKERS or self._only_one(turn.episode)

    def _only_one(self, episode: str) -> bool:
        if episode not in self._alone:
            self._alone[episode] = len(users_of(self.view, episode)) == 1
        return self._alone[episode]

    def admits_turn(self, turn: Turn) -> bool:
        """Whether a turn may stand in a prompt."""
        return self.own(turn) and not directive(turn.text)

    def admits(self, fact: Fact) -> bool:
        """Whether a fact may stand among memories: it holds, is no reference, and no instruction that nobody confirmed."""
        plain = fact.hand or not directive(fact.text)
        return plain and fact.predicate not in self.reserved and not self.view.hidden(fact)

    def authoritative(self, fact: Fact) -> bool:
        """Whether a fact may stand as reference knowledge: it holds, and the person's own hand wrote it."""
        return fact.hand and fact.predicate in self.reserved and not self.view.hidden(fact)


def voices_of(vault: Vault, view: View) -> Voices:
    """The voices of a vault, in one state of it."""
    identity = vault.settings.get("identity")
    stated = (identity["user_name"], *identity["aliases"], *identity["handles"])
    names = frozenset(str(name).casefold() for name in stated if name)
    return Voices(view, names, tuple(str(name) for name in vault.settings.get("recall.reserved")))
