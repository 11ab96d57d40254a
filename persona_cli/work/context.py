"""What of memory goes into a prompt: chosen by tiers within a budget, stable, and each line with its reason.

A compilation holds, in this order: recent episodes (8 % of the budget), what is active (12 %), who people are (45 %)
and the rest (35 %); what a tier leaves over goes to the next. Recency counts from the newest thing said, not from the
clock, so that the same belief gives the same bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from persona_cli.core.model import USER_ENTITY, Fact, Turn
from persona_cli.core.when import instant
from persona_cli.index import prominence
from persona_cli.index.view import View
from persona_cli.work.fragments import cleaned

TIERS: tuple[tuple[str, float], ...] = (("episodes", 0.08), ("active", 0.12), ("identity", 0.45), ("dynamics", 0.35))
BUDGET = 2000  # tokens of a compilation
ACTIVE_DAYS = 14
EPISODES = 15
GOALS, PSYCHE = 10, 10  # of the static context
TOKEN = 4  # characters
OVERHEAD = 12  # tokens of an item's id, tags and dates
TEXT, SAID = 300, 500  # characters of a fact, of an episode
_HUBS = 0.7  # an entity is a hub from this share of the degrees
_TAGS = {"trait", "preference", "value", "belief", "task", "project", "reminder", "todo"}


@dataclass(frozen=True, slots=True)
class Item:
    """One line of memory in a prompt."""

    id: str
    text: str  # cleaned, not escaped
    tag: str  # episode, fact, turn, goal, trait, preference, value, belief, task, project, reminder, todo
    section: str
    why: str
    since: str = ""
    until: str = ""
    status: str = ""
    date: str = ""
    speaker: str = ""

    @property
    def tokens(self) -> int:
        """What it costs, about: four characters a token, and a little around it."""
        return len(self.text) // TOKEN + OVERHEAD

    @property
    def notes(self) -> str:
        """Who, when and how it stands, in words."""
        parts = (self.speaker, self.date, f"since {self.since}" if self.since else "")
        more = (f"until {self.until}" if self.until else "", self.status if self.status != "open" else "")
        return ", ".join(part for part in (*parts, *more) if part)

    def values(self) -> dict[str, Any]:
        """As plain data for a template."""
        names = ("id", "text", "tag", "section", "since", "until", "status", "date", "speaker", "notes")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, slots=True)
class Compilation:
    """What a session starts with."""

    items: tuple[Item, ...]
    exhaustive: bool  # everything believed is in it
    left_out: int
    budget: int

    @property
    def tokens(self) -> int:
        """What all items cost, about."""
        return sum(item.tokens for item in self.items)


def item_of_fact(fact: Fact, *, section: str, why: str) -> Item:
    """A fact as a line."""
    tag = fact.aspect if fact.aspect in _TAGS else "goal" if fact.kind == "goal" else "fact"
    return Item(
        fact.id,
        cleaned(fact.text, TEXT),
        tag,
        section,
        why,
        since=fact.valid_at.iso if fact.valid_at else "",
        until=fact.invalid_at.iso if fact.invalid_at else "",
        status=fact.status,
    )


def item_of_turn(turn: Turn, *, section: str, why: str) -> Item:
    """A turn as a line."""
    text = cleaned(turn.text, SAID)
    return Item(turn.id, text, "turn", section, why, date=turn.time[:10], speaker=cleaned(turn.speaker, 60))


def compile_session(view: View, *, budget: int, reserved: Sequence[str]) -> Compilation:
    """The best of memory within a budget of tokens."""
    degree = prominence.degrees(view)
    most = budget // OVERHEAD + 1  # items that could fit
    pool = [
        *prominence.prominent(view, degree, most),
        *prominence.newest(view, most),
        *prominence.newest(view, most, kinds=("psyche", "goal")),
    ]
    facts = {fact.id: fact for fact in pool if not view.hidden(fact) and fact.predicate not in reserved}
    newest = max((_start(fact) for fact in facts.values() if _start(fact) <= view.as_of), default="")
    floor = _hub_floor(degree)

    def tier(fact: Fact) -> str:
        if _recent(_start(fact), newest):
            return "active"
        hub = fact.subject == USER_ENTITY or degree[fact.subject] >= floor or degree[fact.object] >= floor
        return "identity" if hub or fact.kind != "fact" else "dynamics"

    by_tier: dict[str, list[Item]] = {name: [] for name, _ in TIERS}
    by_tier["episodes"] = _episodes(view)
    for fact in sorted(facts.values(), key=lambda f: (-degree[f.subject], _reversed(_start(f)), f.id)):
        name = tier(fact)
        by_tier[name].append(item_of_fact(fact, section=name, why=f"{name}: degree {degree[fact.subject]}"))
    items = _packed(by_tier, budget)
    left = left_out(view, items, reserved)
    return Compilation(tuple(items), left == 0, left, budget)


def left_out(view: View, items: Iterable[Item], reserved: Sequence[str]) -> int:
    """How many facts that hold are not among the items."""
    return prominence.count(view, reserved) - len({item.id for item in items if item.id.startswith("fa_")})


def _start(fact: Fact) -> str:
    return fact.valid_at.start if fact.valid_at else ""


def _packed(by_tier: dict[str, list[Item]], budget: int) -> list[Item]:
    """Items tier by tier: one that is too big is passed over, and what a tier leaves over goes to the next."""
    chosen: list[Item] = []
    over = 0.0
    for name, share in TIERS:
        room = budget * share + over
        for item in by_tier[name]:
            if item.tokens <= room:
                chosen.append(item)
                room -= item.tokens
        over = room
    return chosen


def _hub_floor(degree: Counter[str]) -> int:
    """The degree from which an entity is a hub: the 70th percentile, and never less than 2."""
    ranked = sorted(degree.values())
    return max(2, ranked[int(len(ranked) * _HUBS)]) if ranked else 2


def _recent(start: str, newest: str) -> bool:
    if not start or not newest:
        return False
    since = datetime.fromisoformat(newest) - timedelta(days=ACTIVE_DAYS)
    return start >= instant(since).iso


def _reversed(text: str) -> tuple[int, ...]:
    return tuple(-ord(c) for c in text)


def _episodes(view: View) -> list[Item]:
    """The newest conversations, each as what the person said in it, in short."""
    items = []
    for episode in view.recent_episodes(EPISODES):
        said = " | ".join(cleaned(turn.text, 200) for turn in view.turns_of(episode.id)[:40] if turn.role == "user")
        if said:
            why = "episodes: recent"
            items.append(Item(episode.id, cleaned(said, SAID), "episode", "episodes", why, date=episode.time[:10]))
    return items


def static_items(view: View, *, reserved: Sequence[str]) -> list[Item]:
    """What is always worth knowing: open goals and core psyche, newest first."""
    goals = [f for f in prominence.newest(view, 4 * GOALS, kinds=("goal",)) if f.status in ("", "open")]
    psyche = prominence.newest(view, 4 * PSYCHE, kinds=("psyche",))
    goals, psyche = ([f for f in facts if f.predicate not in reserved] for facts in (goals, psyche))
    return [
        *(item_of_fact(fact, section="psyche", why="static: core psyche") for fact in psyche[:PSYCHE]),
        *(item_of_fact(fact, section="goals", why="static: open goal") for fact in goals[:GOALS]),
    ]


def still_true(view: View, items: Iterable[Item]) -> Iterator[Item]:
    """Items of an earlier compilation that still hold, with their present words and dates."""
    kept = list(items)
    facts = {fact.id: fact for fact in view.facts([item.id for item in kept if item.id.startswith("fa_")])}
    for item in kept:
        if not item.id.startswith("fa_"):
            yield item
        elif (fact := facts.get(item.id)) is not None and not view.hidden(fact):
            yield item_of_fact(fact, section=item.section, why=item.why)


def within(items: Sequence[Item], budget: int) -> list[Item]:
    """The first items that fit a budget, best first; what does not fit is passed over."""
    chosen, left = [], budget
    for item in items:
        if item.tokens <= left:
            chosen.append(item)
            left -= item.tokens
    return chosen


def sections(items: Sequence[Item], titles: Callable[[str], str]) -> list[dict[str, Any]]:
    """Items grouped for a template, in order of first appearance."""
    grouped: dict[str, list[dict[str, Any]]] = {}
    for item in items:
        grouped.setdefault(item.section, []).append(item.values())
    return [{"name": name, "title": titles(name), "items": values} for name, values in grouped.items()]
