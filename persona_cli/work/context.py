"""What of memory goes into a prompt: chosen by tiers within a budget, stable, and each line with its reason.

A compilation holds, in this order: recent episodes (8 % of the budget), what is active (12 %), who people are (45 %)
and the rest (35 %); what a tier leaves over goes to the next. Recency counts from the newest thing said, not from the
clock, so that the same belief gives the same bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from persona_cli.core.directive import directive
from persona_cli.core.model import USER_ENTITY, Episode, Fact, Turn
from persona_cli.core.when import instant
from persona_cli.index import prominence
from persona_cli.index.view import View
from persona_cli.work.fragments import cleaned
from persona_cli.work.voices import Voices

TIERS: tuple[tuple[str, float], ...] = (("episodes", 0.08), ("active", 0.12), ("identity", 0.45), ("dynamics", 0.35))
TITLES = {
    "episodes": "Recent conversations",
    "active": "Of late",
    "identity": "Who they are",
    "dynamics": "Also known",
    "query": "To this question",
    "psyche": "How they are",
    "goals": "What they are up to",
    "knowledge": "Rules",
}  # the only names of sections, and so of the elements around them
BUDGET = 2000  # tokens of a compilation
ACTIVE_DAYS = 14
EPISODES = 15
GOALS, PSYCHE = 10, 10  # of the static context
TOKEN = 4  # bytes
OVERHEAD = 12  # tokens of an item's id, tags and dates
TEXT, SAID, LINE = 300, 500, 200  # characters of a fact, of an episode or turn, of one turn in an episode
ROOM = 24  # characters of an episode's line that are worth filling
FIRST = 60  # turns of an episode that are looked at
SMALL = 200  # turns up to which it is looked whether a compilation shows all of them
NEARLY = 0.6  # share of a turn that a fact's quote must cover for the turn to add nothing
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
    sources: tuple[str, ...] = ()  # turns an episode's line is made of
    whole: tuple[str, ...] = ()  # those of them that it shows uncut

    @property
    def tokens(self) -> int:
        """What it costs, about: four bytes a token, and a little around it."""
        return len(self.text.encode()) // TOKEN + OVERHEAD

    @property
    def said(self) -> bool:
        """Whether the text is somebody's own words, to be quoted."""
        return self.tag in ("turn", "episode")

    @property
    def notes(self) -> str:
        """Who, when and how it stands, in words."""
        parts = (self.speaker, self.date, f"since {self.since}" if self.since else "")
        more = (f"until {self.until}" if self.until else "", self.status if self.status != "open" else "")
        return ", ".join(part for part in (*parts, *more) if part)

    def values(self) -> dict[str, Any]:
        """As plain data for a template."""
        names = ("id", "text", "tag", "section", "since", "until", "status", "date", "speaker", "notes", "said")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, slots=True)
class Compilation:
    """What a session starts with."""

    items: tuple[Item, ...]
    exhaustive: bool  # everything believed, and every word of the person's, is in it
    left_out: int  # facts that hold and are not in it
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


def item_of_episode(episode: Episode, turns: Iterable[Turn], *, why: str) -> Item | None:
    """A conversation as what the person said in it, from its beginning, in short; None when that is nothing."""
    parts: list[str] = []
    sources, whole = [], []
    room = SAID
    for turn in turns:
        if room < ROOM:
            break
        part = cleaned(turn.text, LINE)
        if not part or len(part) > room:
            continue
        parts.append(part)
        sources.append(turn.id)
        room -= len(part) + 3
        if len(turn.text) <= LINE:
            whole.append(turn.id)
    if not parts:
        return None
    text = " | ".join(parts)
    return Item(
        episode.id,
        text,
        "episode",
        "episodes",
        why,
        date=episode.time[:10],
        sources=tuple(sources),
        whole=tuple(whole),
    )


def compile_session(view: View, voices: Voices, *, budget: int) -> Compilation:
    """The best of memory within a budget of tokens."""
    without = voices.reserved  # or the many facts about a subject of reference would fill the pool
    degree = prominence.degrees(view, without)
    most = budget // OVERHEAD + 1  # items that could fit
    pool = prominence.foremost(view, degree, most, without)
    facts = sorted((fact for fact in pool if voices.admits(fact)), key=lambda fact: fact.id)
    newest = max((_start(fact) for fact in facts if _start(fact) <= view.as_of), default="")
    floor = _hub_floor(degree)

    def tier(fact: Fact) -> str:
        if _recent(_start(fact), newest):
            return "active"
        hub = fact.subject == USER_ENTITY or degree[fact.subject] >= floor or degree[fact.object] >= floor
        return "identity" if hub or fact.kind != "fact" else "dynamics"

    by_tier: dict[str, list[Item]] = {name: [] for name, _ in TIERS}
    by_tier["episodes"] = _episodes(view, voices)
    facts.sort(key=_start, reverse=True)
    for fact in sorted(facts, key=lambda fact: -degree[fact.subject]):  # sorting keeps the order of equals
        name = tier(fact)
        by_tier[name].append(item_of_fact(fact, section=name, why=f"{name}: degree {degree[fact.subject]}"))
    items = _packed(by_tier, budget)
    return measured(view, voices, items, budget=budget)


def measured(view: View, voices: Voices, items: Sequence[Item], *, budget: int) -> Compilation:
    """Items as a compilation, with what it lacks counted anew."""
    left = prominence.count(view, voices.reserved) - sum(item.id.startswith("fa_") for item in items)
    whole = left == 0 and _shows_all_said(view, voices, items)
    return Compilation(tuple(items), whole, left, budget)


def held(view: View, turn: Turn, shown: frozenset[str]) -> bool:
    """Whether a turn adds nothing to what is shown: itself, or a fact that rests on nearly all of it."""
    if turn.id in shown:
        return True
    facts = (fact for fact in view.facts_on_turn(turn.id) if fact.id in shown)
    quotes = (item.quote for fact in facts for item in fact.evidence if item.turn == turn.id)
    return any(len(quote) >= NEARLY * len(turn.text) for quote in quotes)


def shown(items: Iterable[Item]) -> frozenset[str]:
    """Ids of everything that items show: themselves, and the turns they show uncut."""
    return frozenset(ident for item in items for ident in (item.id, *item.whole))


def _shows_all_said(view: View, voices: Voices, items: Sequence[Item]) -> bool:
    """Whether nothing the person said is missing from the items; only looked at where there is little."""
    turns = prominence.turns_in_all(view, SMALL)
    ids = shown(items)
    return turns is not None and all(held(view, turn, ids) for turn in turns if voices.admits_turn(turn))


def _start(fact: Fact) -> str:
    return fact.valid_at.start if fact.valid_at else ""


def _packed(by_tier: dict[str, list[Item]], budget: int) -> list[Item]:
    """Items tier by tier: one that is too big is passed over, and what a tier leaves over goes to the next.

    What is left in the end goes to those that were passed over, the first tiers first: no budget lies idle.
    """
    chosen: set[str] = set()
    over = 0.0
    for name, share in TIERS:
        over = _fill(by_tier[name], budget * share + over, chosen)
    for name, _ in TIERS:
        over = _fill(by_tier[name], over, chosen)
    return [item for name, _ in TIERS for item in by_tier[name] if item.id in chosen]


def _fill(items: Iterable[Item], room: float, chosen: set[str]) -> float:
    """Choose what fits, best first; what room is left."""
    for item in items:
        if item.id not in chosen and item.tokens <= room:
            chosen.add(item.id)
            room -= item.tokens
    return room


def _hub_floor(degree: Counter[str]) -> int:
    """The degree from which an entity is a hub: the 70th percentile, and never less than 2."""
    ranked = sorted(degree.values())
    return max(2, ranked[int(len(ranked) * _HUBS)]) if ranked else 2


def _recent(start: str, newest: str) -> bool:
    if not start or not newest:
        return False
    since = datetime.fromisoformat(newest) - timedelta(days=ACTIVE_DAYS)
    return start >= instant(since).iso


def _episodes(view: View, voices: Voices) -> list[Item]:
    """The newest conversations."""
    found = []
    for episode in view.recent_episodes(EPISODES):
        turns = prominence.first_turns(view, episode.id, FIRST)
        wanted = (turn for turn in turns if voices.admits_turn(turn))
        item = item_of_episode(episode, wanted, why="episodes: recent")
        found += [item] if item else []
    return found


def static_items(view: View, voices: Voices) -> list[Item]:
    """What is always worth knowing: core psyche and open goals, newest first."""
    psyche = prominence.newest_of(view, ("psyche",), voices.admits, PSYCHE)
    goals = prominence.newest_of(view, ("goal",), lambda f: f.status in ("", "open") and voices.admits(f), GOALS)
    return [
        *(item_of_fact(fact, section="psyche", why="static: core psyche") for fact in psyche),
        *(item_of_fact(fact, section="goals", why="static: open goal") for fact in goals),
    ]


@dataclass(frozen=True, slots=True)
class Pick:
    """A line of an earlier compilation, without its text."""

    id: str
    section: str
    why: str
    sources: tuple[str, ...] = ()


def renewed(view: View, voices: Voices, picks: Sequence[Pick]) -> list[Item]:
    """The lines of an earlier compilation that still hold, in their order, with their present words and dates."""
    facts = {fact.id: fact for fact in view.facts([pick.id for pick in picks if not pick.sources])}
    turns = view.turns([ident for pick in picks for ident in pick.sources])
    items: list[Item | None] = []
    for pick in picks:
        if pick.sources:
            episode = view.episode(pick.id)
            kept = [turns[ident] for ident in pick.sources if ident in turns and not directive(turns[ident].text)]
            items.append(item_of_episode(episode, kept, why=pick.why) if episode else None)
        elif (fact := facts.get(pick.id)) is not None and voices.admits(fact):
            items.append(item_of_fact(fact, section=pick.section, why=pick.why))
    return [item for item in items if item is not None]


def sections(items: Sequence[Item]) -> list[dict[str, Any]]:
    """Items grouped for a template, in order of first appearance."""
    grouped: dict[str, list[dict[str, Any]]] = {}
    for item in items:
        grouped.setdefault(item.section, []).append(item.values())
    return [{"name": name, "title": TITLES[name], "items": values} for name, values in grouped.items()]
