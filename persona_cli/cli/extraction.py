"""Extractors as the command line chooses them: for the work, to compare two, or to tell what asking would take."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from persona_cli.cli import ingested
from persona_cli.cli.surroundings import Session
from persona_cli.errors import PartialError, UsageError

if TYPE_CHECKING:
    from persona_cli.extract.contract import Extractor
    from persona_cli.extract.llm import Budget
    from persona_cli.store.vault import Vault
    from persona_cli.work.ingest import Progress, Request
    from persona_cli.work.report import Report


@dataclass(frozen=True, slots=True)
class Wish:
    """What was said about the extractor; empty: as the settings have it."""

    name: str = ""
    model: str = ""
    base_url: str = ""
    max_calls: int | None = None


@dataclass(slots=True)
class Hired:
    """An extractor at work, and what it costs."""

    extractor: Extractor
    budget: Budget
    rejections: list[str] = field(default_factory=list)  # why, one for each fact that was not kept

    def report_to(self, report: Report) -> None:
        """Tell who did the work, what it took, and why facts were not kept."""
        from persona_cli.work.models import Estimator

        report.extractor = self.extractor.name
        report.reasons = Counter(self.rejections)
        report.calls = self.budget.calls
        report.tokens = (self.budget.usage.input, self.budget.usage.output)
        if isinstance(self.extractor, Estimator):
            total = self.extractor.total
            report.estimate, report.empty = (total.calls, total.input_tokens, total.output_tokens), 0


@contextlib.contextmanager
def hired(session: Session, vault: Vault, wish: Wish, *, dry_run: bool, fallback: bool = True) -> Iterator[Hired]:
    """The extractor that was chosen; in a dry run one that asks no model and only adds up what asking would take."""
    from persona_cli.extract.llm import Budget, ModelExtractor
    from persona_cli.work import models

    chosen = models.choice(vault, "extraction", provider=wish.name, model=wish.model, base_url=wish.base_url)
    budget = Budget(max_calls=wish.max_calls)
    rejections: list[str] = []
    watch = models.Watch(
        lambda done, count: session.out.progress(lambda: f"asking {chosen.provider}: {done} of {count}"),
        lambda _fact, why: rejections.append(why),
    )
    made, instead = models.extractor(vault, chosen, session.means(), budget=budget, watch=watch, fallback=fallback)
    if instead:
        session.out.warn(f"Note: {instead}")
    try:
        counting = models.Estimator(made) if isinstance(made, ModelExtractor) and dry_run else None
        yield Hired(counting or made, budget, rejections)
    finally:
        if isinstance(made, ModelExtractor):
            made.close()


def retry(session: Session, wish: Wish, *, dry_run: bool, json: bool, jsonl: bool) -> None:
    """Try the turns again whose extraction failed. A missing key is an error here: they wait for a model, not for rules."""
    from persona_cli.work import pending
    from persona_cli.work.ingest import context_of
    from persona_cli.work.report import Report

    vault = session.vault()
    if not pending.pending(vault):
        session.out.say("No turn waits for another try.")
        if json:
            session.out.document(ingested.summary(Report(), dry_run=dry_run))
        return
    with hired(session, vault, wish, dry_run=dry_run, fallback=False) as work:
        report = pending.retry(vault, work.extractor, context_of(vault), dry_run=dry_run)
        session.out.end_progress()
        work.report_to(report)
    ingested.tell(session, report, dry_run=dry_run, json=json, jsonl=jsonl)


def compare(session: Session, vault: Vault, request: Request, wish: Wish, progress: Progress, *, json: bool) -> None:
    """Two extractors over the same text, nothing written: which facts only one of them finds."""
    from persona_cli.core.similar import same_statement
    from persona_cli.work.ingest import ingest
    from persona_cli.work.setup import redactor_of

    names = [name.strip() for name in wish.name.split(",")]
    if len(names) != 2 or not all(names):
        hint = "persona ingest chat.txt --compare --extractor rules,local"
        raise UsageError("--compare needs two extractors", hint=hint)
    if None in request.paths:
        raise UsageError("--compare reads its input twice, and standard input can be read once", hint="name a file")
    reports: list[Report] = []
    for name in names:
        with hired(session, vault, replace(wish, name=name), dry_run=False, fallback=False) as work:
            again = replace(request, extractor=work.extractor, dry_run=True, blank=True)
            report = ingest(vault, again, None, progress=progress, redact=redactor_of(vault, write=False))
            session.out.end_progress()
            work.report_to(report)
            reports.append(report)
    one, other = ([str(e.body["text"]) for e in report.events if e.type == "assert"] for report in reports)
    both = [text for text in one if any(same_statement(text, more) for more in other)]
    rows = [("both", text) for text in both]
    rows += [(f"only {names[0]}", text) for text in one if text not in both]
    rows += [(f"only {names[1]}", t) for t in other if not any(same_statement(t, more) for more in one)]
    if json:
        facts = [{"found_by": who, "text": text} for who, text in rows]
        found = [ingested.summary(report, dry_run=True) for report in reports]
        session.out.document({"type": "comparison", "facts": facts, "extractors": found})
    else:
        for who, text in rows:
            session.out.line(f"{who}: {text}")
    for report in reports:
        for note in report.notes:
            session.out.say(f"Note: {note}.")
        session.out.say(f"{report.extractor}: {ingested.outcome(report)}.")
    session.code = PartialError.exit_code if any(report.failed or report.problems for report in reports) else 0
