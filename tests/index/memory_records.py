"""A handful of documents in memory, as search asks for them: the smallest thing that fulfils `Records`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from persona_cli.index.document import Document, Neighbour


class MemoryRecords:
    def __init__(self, documents: Iterable[Document]) -> None:
        self.all = {d.number: d for d in documents}
        self.calls = 0

    def documents(self, numbers: Sequence[int]) -> dict[int, Document]:
        self.calls += 1
        return {n: self.all[n] for n in numbers if n in self.all}

    def outlines(self, numbers: Sequence[int]) -> dict[int, Document]:
        fields = ("number", "kind", "id", "role", "hidden")
        found = self.documents(numbers)
        return {n: Document(text="", **{name: getattr(d, name) for name in fields}) for n, d in found.items()}

    def neighbours(self, numbers: Sequence[int], reach: int) -> dict[int, list[Neighbour]]:
        found = {}
        for n in numbers:
            here = self.all[n]
            found[n] = [
                Neighbour(d.number, d.position - here.position, d.role, d.id)
                for d in self.all.values()
                if d.kind == "turn" and d.episode == here.episode and 0 < abs(d.position - here.position) <= reach
            ]
        return found

    def of_entities(self, entities: Sequence[str], limit: int) -> list[tuple[int, str]]:
        return [(d.number, e) for e in entities for d in self.all.values() if e in d.entities][:limit]

    def in_window(self, start: str, end: str, limit: int) -> list[int]:
        found = [d for d in self.all.values() if start <= (d.valid_from or d.time) < end]
        return [d.number for d in sorted(found, key=lambda d: d.time, reverse=True)][:limit]

    def facts_of(self, numbers: Sequence[int]) -> dict[int, list[int]]:
        return {n: [d.number for d in self.all.values() if n in d.evidence] for n in numbers}

    def count(self) -> int:
        return len(self.all)


def turn(number: int, text: str, *, speaker: str = "Nora", role: str = "user", **more: object) -> Document:
    made = Document(
        number, "turn", f"t{number}", text, "e1", number, f"2024-03-{number + 1:02}T10:00:00Z", speaker, role
    )  # type: ignore[arg-type]
    return replace(made, **more)  # type: ignore[arg-type]


def fact(number: int, text: str, *, evidence: tuple[int, ...] = (), **more: object) -> Document:
    return replace(Document(number, "fact", f"f{number}", text, evidence=evidence), **more)  # type: ignore[arg-type]
