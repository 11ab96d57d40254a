"""What a person does in a Notion workspace: looking at rows, editing them, adding and deleting some."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass
class Desk:
    """The side of a workspace that a person sees; the rest is in `notion_space`."""

    def new_page(self, title: str = "Home") -> str:
        ident = self._id()
        self.pages[ident] = {
            "id": ident,
            "title": title,
            "parent": {"type": "workspace", "workspace": True},
            "children": [],
        }
        return ident

    def rows(self) -> list[dict[str, Any]]:
        """Rows that are not in the trash."""
        return [page for page in self.pages.values() if "values" in page and not page["in_trash"]]

    def row_of(self, fact: str) -> dict[str, Any]:
        return next(r for r in self.rows() if self.text(r, "Persona ID").startswith(fact))

    def text(self, row: dict[str, Any], column: str) -> str:
        value = row["values"].get(self.column(column), {})
        kind = value.get("type", "rich_text")
        if kind in ("title", "rich_text"):
            return "".join(item["text"]["content"] for item in value.get(kind, []))
        return str(value.get(kind))

    def column(self, name: str) -> str:
        return next(iter(self.sources.values()))["properties"][name]["id"]

    def edit(self, row: dict[str, Any], **values: Any) -> None:
        """Change a row as a person does in Notion: `fact="…"`, `review=True`, `notes="…"`, `status="done"`."""
        names = {
            "fact": "Fact",
            "review": "Needs review",
            "notes": "Correction notes",
            "status": "Status",
            "kind": "Kind",
            "name": "Name",
            "object": "Object",
            "predicate": "Predicate",
            "since": "Valid from",
            "until": "Valid until",
        }
        for key, value in values.items():
            prop = next(iter(self.sources.values()))["properties"][names[key]]
            kind = prop["type"]
            if kind in ("title", "rich_text"):
                content: Any = [{"type": "text", "text": {"content": value, "link": None}}] if value else []
            elif kind == "checkbox":
                content = value
            elif kind == "select":
                content = {"name": value}
            else:
                content = {"start": value, "end": None, "time_zone": None} if value else None
            row["values"][prop["id"]] = {"type": kind, kind: content}
        row["last_edited_time"] = self._time()

    def add_row(self, **values: Any) -> dict[str, Any]:
        source = next(iter(self.sources))
        row = self._new_row(source)
        self.edit(row, **values)
        return row

    def trash(self, row: dict[str, Any]) -> None:
        row["in_trash"] = True
