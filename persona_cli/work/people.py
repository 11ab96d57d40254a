"""Which entity a name in a claim means: found, made, or left to a person when it could be more than one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from persona_cli.core.codec import derived_id
from persona_cli.core.event import Event
from persona_cli.core.model import USER_ENTITY, Turn
from persona_cli.core.nameless import nameless
from persona_cli.core.names import blocking_keys, compare, name_key, resolve
from persona_cli.extract.contract import Claim
from persona_cli.index.places import users_of
from persona_cli.store.vault import Vault
from persona_cli.work.slate import Slate

USER_SPEAKERS = frozenset({"user", "me", "you", "human", "i", ""})


def user_names(vault: Vault) -> tuple[str, ...]:
    """The names the person goes by: the chosen one first, then aliases; empty when none is known."""
    identity = vault.settings.get("identity")
    return tuple(str(name) for name in (identity["user_name"], *identity["aliases"]) if name)


def speaks(turn: Turn) -> bool:
    """Whether a person says it for themselves.

    Documents and pages, which have no speaker, say nothing of anybody; nor does `Speaker 1`, who could be anyone.
    """
    return turn.role == "user" or (turn.role == "other" and bool(turn.speaker.strip()) and not nameless(turn.speaker))


def user_of(turns: Sequence[Turn]) -> frozenset[str]:
    """The name, casefolded, of the one whom the source calls the user; none where several are called so."""
    found = {turn.speaker.casefold() for turn in turns if turn.role == "user"}
    others = {turn.speaker.casefold() for turn in turns if turn.role != "user"}
    return frozenset(found - others) if len(found) == 1 else frozenset()


class Unsure(Exception):  # noqa: N818 - not an error: a question
    """A name fits more than one entity."""

    def __init__(self, name: str, candidates: tuple[str, ...]) -> None:
        super().__init__(name)
        self.name = name
        self.candidates = candidates


@dataclass(slots=True)
class People:
    """Resolves the names of one batch against the vault and what the batch itself has named."""

    slate: Slate
    user_names: tuple[str, ...]  # the person's name first, then aliases; empty when not known
    user_speakers: frozenset[str]  # casefolded names under which the person speaks
    _alone: dict[str, bool] = field(init=False, default_factory=dict)  # by episode: whether only one is called the user
    _merged: frozenset[str] | None = field(init=False, default=None)
    _asked: dict[str, str] = field(
        init=False, default_factory=dict
    )  # new speakers that may be the person, and their names

    def is_user(self, turn: Turn) -> bool:
        """Whether the person of the vault spoke: under a name of theirs, or as the one whom the source calls the user."""
        if turn.speaker.casefold() in self.user_speakers:
            return speaks(turn)
        if turn.role == "user":
            return self._only_one(turn.episode)
        return speaks(turn) and name_key(turn.speaker) in self._own()

    def _own(self) -> frozenset[str]:
        """Keys of the names of those who were found to be the person, by a merge."""
        if self._merged is None:
            view = self.slate.view
            members = [view.entity(ident) for ident in view.members(USER_ENTITY) if ident != USER_ENTITY]
            self._merged = frozenset(name_key(name) for one in members if one for name in (one.name, *one.aliases))
        return self._merged

    def _only_one(self, episode: str) -> bool:
        if episode not in self._alone:
            new = (event.body for event in self.slate.events if event.type == "turn")
            said = {body["speaker"] for body in new if body["episode"] == episode and body.get("role") == "user"}
            self._alone[episode] = len({*said, *users_of(self.slate.view, episode)}) == 1
        return self._alone[episode]

    def subject(self, claim: Claim, turn: Turn) -> str:
        """The entity a claim is about; raises Unsure."""
        if claim.subject_is_speaker:
            return self.user() if self.is_user(turn) else self._speaker(claim.subject, turn)
        return self.named(claim.subject, turn, claim.subject_type, kind="subject")

    def object(self, claim: Claim, turn: Turn) -> str:
        """The entity a claim relates its subject to, empty when there is none; raises Unsure."""
        return self.named(claim.object, turn, claim.object_type, kind="other") if claim.object else ""

    def user(self) -> str:
        """The person's own entity, made when first needed."""
        name = self.user_names[0] if self.user_names else "User"
        if self.slate.entity(USER_ENTITY) is None:
            self.slate.add(Event("entity", USER_ENTITY, {"name": name, "kind": "user", "etype": "person"}))
            for alias in self.user_names[1:]:
                self._alias(USER_ENTITY, alias)
            self.slate.name(name, USER_ENTITY)
        return USER_ENTITY

    def _speaker(self, name: str, turn: Turn) -> str:
        """The entity of somebody who speaks and is not known to be the person, however alike their names are.

        Raises Unsure. Whether a new one is the person all the same is one question, see `questions`.
        """
        found = self.named(name, turn, "person", kind="subject", never=frozenset({USER_ENTITY}))
        if found not in self._asked and self.slate.view.entity(found) is None and self._like_user(name):
            self._asked[found] = name
        return found

    def _like_user(self, name: str) -> bool:
        """Whether a name could be the person's."""
        mine = dict.fromkeys((*self.user_names, *self.names_of(USER_ENTITY)))
        return any(compare(name, one, type_a="person", type_b="person").verdict != "different" for one in mine)

    def questions(self) -> int:
        """Ask of each new speaker whose name is like the person's whether they are one; gives how many were asked."""
        asked = [found for found in self._asked if self.slate.entity(found) is not None]
        for found in asked:
            text = f"{self._asked[found]} is {self.user_names[0] if self.user_names else 'the user'}"
            ident = derived_id("rv", "duplicate", *sorted((found, self.user())))
            merge = {"type": "merge", "id": derived_id("ev", ident), "entity": found, "into": USER_ENTITY}
            self.slate.add(
                Event("propose", ident, {"reason": "duplicate", "proposal": {"text": text, "events": [merge]}})
            )
        self._asked.clear()
        return len(asked)

    def named(self, name: str, turn: Turn, etype: str, *, kind: str, never: frozenset[str] = frozenset()) -> str:
        """The entity that goes by a name, made if there is none; raises Unsure where it could be several.

        `never` holds entities that it must not be.
        """
        key = name_key(name)
        if USER_ENTITY not in never and key in {name_key(known) for known in self.user_names}:
            return self.user()
        exact = self.slate.by_keys([key], exact=True) - never
        if len(exact) == 1:
            return next(iter(exact))
        if len(exact) > 1:
            raise Unsure(name, tuple(sorted(exact)))
        near = self.slate.by_keys(sorted(blocking_keys(name)), exact=False)
        found = resolve(name, self._candidates(near), distinct=never, type=etype)
        if found.verdict == "ambiguous":
            raise Unsure(name, tuple(entity for entity, _ in found.candidates))
        if found.entity:
            self._alias(found.entity, name)
            return found.entity
        return self._make(name, key, turn, etype, kind)

    def _make(self, name: str, key: str, turn: Turn, etype: str, kind: str) -> str:
        ident = derived_id("en", key, turn.id)
        self.slate.add(Event("entity", ident, {"name": name, "kind": kind, "etype": etype}))
        self.slate.name(name, ident)
        return ident

    def _alias(self, entity: str, name: str) -> None:
        self.slate.add(Event("alias", derived_id("ev", "alias", entity, name), {"entity": entity, "name": name}))
        self.slate.name(name, entity)

    def _candidates(self, entities: Iterable[str]) -> list[tuple[str, tuple[str, ...], str]]:
        found = (self.slate.entity(ident) for ident in sorted(entities))
        return [(e.id, (e.name, *e.aliases), e.type) for e in found if e is not None]

    def names_of(self, entity: str) -> tuple[str, ...]:
        """The names an entity goes by."""
        known = self.slate.entity(entity) if entity else None
        return (known.name, *known.aliases) if known else ()

    def words_of(self, entity: str) -> frozenset[str]:
        """The folded words of an entity's names, which say nothing about what is stated of it."""
        known = self.slate.entity(entity)
        names = (known.name, *known.aliases) if known else ()
        if entity == USER_ENTITY:
            names = (*names, *self.user_names, "the user")
        return frozenset(word for name in names for word in re.findall(r"[^\W_]+", name.casefold()))
