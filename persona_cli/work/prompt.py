"""The blocks of a prompt: each part of what a host program gets, as text in one of the forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from persona_cli.core.safe import seen
from persona_cli.store.vault import Vault
from persona_cli.work import fragments
from persona_cli.work.context import TOKEN, Item, sections
from persona_cli.work.fragments import Ready, cleaned, own

PARTS = ("identity", "memory", "query", "knowledge", "static")
FORMATS = {"xml": "memory.xml", "markdown": "memory.md", "plain": "memory.txt"}
NAME, PERSONALITY = 100, 4000  # characters
_UNFENCED = ("ask.md", "extract.md", "rerank.md")  # whole prompts: instructions, and no block of memory


@dataclass(frozen=True, slots=True)
class Prompt:
    """What there is to say, and how."""

    vault: Vault
    items: Mapping[str, Sequence[Item]]  # by part
    format: str = "xml"
    now: str = ""  # the date and time in words; empty: not told
    question: str = ""

    def part(self, name: str) -> Ready:
        """One part as a block; empty when there is nothing in it."""
        if name == "identity":
            return fragments.block(self.vault, "identity.md", self.values(()), fence=fragments.IDENTITY)
        if not self.items.get(name):
            return Ready()
        template = "knowledge.md" if name == "knowledge" else FORMATS[self.format]
        return fragments.block(self.vault, template, self.values(self.items[name]))

    def parts(self, names: Sequence[str]) -> Ready:
        """Parts one after the other."""
        return Ready("\n\n".join(text for name in names if (text := self.part(name))))

    def template(self, name: str, parts: Sequence[str]) -> Ready:
        """A template by name, filled with the items of some parts and all else that templates may ask for."""
        chosen = [item for part in parts for item in self.items.get(part, ())]
        if name in _UNFENCED:
            return fragments.render(self.vault, name, self._whole(name, chosen))
        fence = fragments.IDENTITY if name == "identity.md" else fragments.MEMORY
        return fragments.block(self.vault, name, self.values(chosen), fence=fence)

    def values(self, items: Sequence[Item]) -> dict[str, Any]:
        """The values of a template."""
        return {
            "identity": _identity(self.vault.settings.get("identity")),
            "now": self.now,
            "question": cleaned(self.question, 1000),
            "items": [item.values() for item in items],
            "sections": sections(items),
        }

    def _whole(self, name: str, items: Sequence[Item]) -> dict[str, Any]:
        """The values of a template that is a whole prompt."""
        values = self.values(items)
        if name == "extract.md":
            return _extraction(values["identity"]["user_name"])
        memories = [item for item in items if item.section != "knowledge"]
        blocks = {
            "identity_fragment": self.part("identity"),
            "memory": fragments.block(self.vault, FORMATS[self.format], self.values(memories)),
            "knowledge": self.part("knowledge"),
        }
        return values | blocks


def tokens_of(text: str) -> int:
    """What a text costs, about: four bytes a token."""
    return -(-len(text.encode()) // TOKEN)


def _extraction(user_name: str) -> dict[str, Any]:
    """The values of the extraction prompt before anything is read."""
    from persona_cli.core.vocabulary import PREDICATES
    from persona_cli.extract.llm import MAX_FACTS, SCHEMA

    kinds = SCHEMA["properties"]["facts"]["items"]["properties"]["kind"]["enum"]
    values = {"known_names": [], "kinds": kinds, "predicates": list(PREDICATES), "max_facts": MAX_FACTS}
    return fragments.ready(values | {"user_name": user_name})


def _identity(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Who speaks with whom, as values: the assistant's name and ways are the person's own prompt text."""
    name, user = seen(str(settings["name"]))[:NAME], seen(str(settings["user_name"]))[:NAME]
    lines = str(settings["personality"]).split("\n")
    personality = "\n".join(line for line in map(seen, lines) if line)[:PERSONALITY]
    return {"name": own(name), "personality": own(personality), "user_name": user}
