"""What came of an ingest: counts, problems, and what the person should know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from persona_cli.core.event import Event
from persona_cli.errors import Problem
from persona_cli.extract.contract import Extraction


@dataclass(slots=True)
class Report:
    """What came of one run."""

    episodes: int = 0  # with new turns
    turns: int = 0  # new
    known: int = 0  # turns that were there already
    changed: int = 0  # of those, turns whose text the source has changed since
    gone: int = 0  # turns that the source lacks now, while later ones are there
    dropped: int = 0  # messages with nothing to keep
    redacted: int = 0
    facts: Counter[str] = field(default_factory=Counter)  # asserted, supported, closed, proposed, rejected
    failed: list[str] = field(default_factory=list)  # turns whose extraction failed and waits
    empty: int = 0  # turns in which there was nothing to find
    tried: int = 0  # turns that were waiting and have been tried again
    extractor: str = ""  # who did the work, as the facts record it
    called: str = ""  # what the person is called from now on, where a source told it
    reasons: Counter[str] = field(default_factory=Counter)  # of `facts["rejected"]`, where they were told
    calls: int = 0  # of a model
    tokens: tuple[int, int] = (0, 0)  # sent and got
    estimate: tuple[int, int, int] | None = None  # calls, tokens sent and got, that a dry run did without
    operations: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)  # of a dry run, or of any where they are asked for
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    behind: str = ""  # why the index could not follow

    def add_extraction(self, found: Extraction, wanted: Collection[str], claimed: Collection[str]) -> None:
        """Count what an extractor rejected, failed at, found nothing in, and said."""
        self.facts["rejected"] += found.rejected
        failed = [turn for turn in found.failed if turn in wanted]
        self.failed += failed
        self.empty += len(set(wanted) - set(failed) - set(claimed))
        self.notes += [note for note in found.notes if note not in self.notes]
