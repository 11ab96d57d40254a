"""A vault and a workspace side by side, and the steps that tests take with them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from notion_server import Server
from notion_space import Workspace

from persona_cli.core.model import Fact, ReviewItem
from persona_cli.extract.rules.extractor import Rules
from persona_cli.store.vault import Surroundings, Vault, create, open_vault
from persona_cli.work.notion.client import Notion
from persona_cli.work.notion.plan import Action, Wanted
from persona_cli.work.notion.run import Means, Report, Request, sync
from persona_cli.work.refresh import reading
from persona_cli.work.remember import Statement, remember


@dataclass
class Home:
    """One vault that syncs with one workspace."""

    vault: Vault
    space: Workspace
    server: Server
    parent: str
    told: list[tuple[Action, str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def sync(self, *, dry_run: bool = False, groups: tuple[str, ...] = (), parent: str = "", **wanted: Any) -> Report:
        """One run."""
        self.vault = open_vault(self.vault.root, self.vault.around)
        notion = Notion(self.server.key(), timing=self.space.clock.timing, base_url=self.server.url)
        means = Means(Rules(), lambda text: text, self.said.append, lambda *told: self.told.append(told))
        try:
            return sync(self.vault, notion, Request(Wanted(**wanted), parent or self.parent, groups, dry_run), means)
        finally:
            notion.close()
            self.vault = open_vault(self.vault.root, self.vault.around)

    def remember(self, text: str, **more: Any) -> str:
        return remember(self.vault, Statement(text, **more), dry_run=False).fact.id

    def fact(self, ident: str) -> Fact:
        with reading(self.vault) as view:
            return next(view.facts([ident]))

    def facts(self) -> list[Fact]:
        with reading(self.vault) as view:
            return [fact for fact in view.facts() if not view.hidden(fact)]

    def texts(self) -> set[str]:
        return {fact.text for fact in self.facts()}

    def reviews(self) -> list[ReviewItem]:
        with reading(self.vault) as view:
            return view.reviews()

    def newest(self) -> str:
        """The last operation."""
        with reading(self.vault) as view:
            return max((op for op, _ in view.catalog.operations()), key=lambda op: op.order).id

    def row(self, fact: str) -> dict[str, Any]:
        return self.space.row_of(fact)

    def shown(self, column: str = "Fact") -> set[str]:
        return {self.space.text(row, column) for row in self.space.rows()}


def new_home(folder: Path, space: Workspace, server: Server) -> Home:
    """An empty vault of Ana's beside a workspace with one page."""
    numbers = itertools.count()
    entropy = lambda size: next(numbers).to_bytes(size, "big")  # noqa: E731 - one line
    around = Surroundings(now=space.clock.now, entropy=entropy, machine="test")
    vault = create(folder / "vault", around, identity={"user_name": "Ana"})
    return Home(vault, space, server, space.new_page())


def quiet(*_: Any) -> Any:
    """Says nothing, changes nothing."""
    return _[0]
