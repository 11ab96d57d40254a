"""What came of an ingest, in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from persona_cli.cli.surroundings import Session
from persona_cli.errors import PartialError, PersonaError

if TYPE_CHECKING:
    from persona_cli.work.report import Report

RULES = "rules"


def tell(session: Session, report: Report, *, dry_run: bool, json: bool, jsonl: bool) -> None:
    """Tell it, the answer on stdout and the talk on stderr; sets the exit code."""
    out = session.out
    for problem in report.problems:
        out.warn(str(problem))
    for note in report.notes:
        out.say(f"Note: {note}.")
    if report.called and not dry_run:
        tell_name(session, report.called)
    if jsonl:
        tell_events(session, report)
    if json:
        out.document(summary(report, dry_run=dry_run))
    nothing = bool(report.problems) and not (report.turns or report.known or report.dropped or report.tried)
    out.say("" if nothing else _sentence(report, dry_run=dry_run))
    _tell_source(session, report)
    if report.reasons:
        told = ", ".join(f"{why} ({number})" for why, number in report.reasons.most_common())
        out.say(f"Rejected: {told}.")
    _tell_estimate(session, report)
    if report.behind:
        out.warn(f"The index could not follow: {report.behind}. The memory is safe; persona reindex catches up.")
    if report.failed:
        out.warn(
            f"{_count(len(report.failed), 'turn')} could not be read by the model; persona ingest --pending tries again."
        )
    if nothing:
        raise PersonaError("nothing could be read", hint="persona ingest --formats lists what can be")
    session.code = PartialError.exit_code if report.problems or report.failed else 0


def tell_name(session: Session, name: str) -> None:
    """Tell what the person is called from now on."""
    session.out.say(f"You are called {name} from now on; persona identity set --user-name changes it.")


def _tell_estimate(session: Session, report: Report) -> None:
    if report.estimate is not None:
        calls, sent, got = report.estimate
        cost = f"{_count(calls, 'call')}, about {sent} tokens in and {got} out"
        session.out.say(f"Asking {report.extractor} would take {cost}.")


def _tell_source(session: Session, report: Report) -> None:
    """What the source has changed or left out of messages that are known."""
    if report.changed:
        differ = f"{_count(report.changed, 'known message')} read otherwise now"
        session.out.say(f"{differ}; nothing was changed. persona review --reason changed shows what waits.")
    if report.gone:
        gone = f"{_count(report.gone, 'known message')} stood in the source before and no longer"
        session.out.say(f"{gone}; all of it was kept.")


def tell_events(session: Session, report: Report) -> None:
    """Print the events gathered so far as JSON lines, and forget them."""
    for event in report.events:
        session.out.record(event.record())
    report.events.clear()


def summary(report: Report, *, dry_run: bool) -> dict[str, object]:
    """A report as JSON."""
    facts = {key: report.facts[key] for key in ("asserted", "supported", "closed", "proposed", "rejected")}
    names = ("calls", "input_tokens", "output_tokens")
    return {
        "type": "ingest",
        "dry_run": dry_run,
        "extractor": report.extractor,
        "episodes": report.episodes,
        "turns": report.turns,
        "known_turns": report.known,
        "changed_turns": report.changed,
        "missing_turns": report.gone,
        "dropped_messages": report.dropped,
        "redacted_messages": report.redacted,
        "facts": facts,
        "rejected_because": dict(report.reasons.most_common()),
        "tried_turns": report.tried,
        "turns_without_facts": report.empty,
        "failed_turns": len(report.failed),
        "usage": dict(zip(names, (report.calls, *report.tokens), strict=True)),
        "estimate": None if report.estimate is None else dict(zip(names, report.estimate, strict=True)),
        "operations": report.operations,
        "problems": [{"path": p.path, "line": p.line, "message": p.message} for p in report.problems],
        "notes": report.notes,
    }


def outcome(report: Report) -> str:
    """What came of the turns: facts, repeats, endings, questions; of a model also what was rejected, nothing, and failed."""
    facts = report.facts
    parts = [
        _count(facts["asserted"], "fact"),
        f"{facts['supported']} repeated" if facts["supported"] else "",
        f"{facts['closed']} ended" if facts["closed"] else "",
        f"{facts['proposed']} waiting for review" if facts["proposed"] else "",
    ]
    if report.extractor not in ("", RULES) and report.estimate is None:
        parts += [
            f"{facts['rejected']} rejected" if facts["rejected"] else "",
            f"{_count(report.empty, 'turn')} with nothing to keep" if report.empty else "",
            f"{_count(len(report.failed), 'turn')} failed" if report.failed else "",
        ]
    return ", ".join(part for part in parts if part)


def _sentence(report: Report, *, dry_run: bool) -> str:
    if report.tried:
        would = "Would try" if dry_run else "Tried"
        told = f": {outcome(report)}" if report.estimate is None else ""
        return f"{would} {_count(report.tried, 'turn')} again{told}."
    if not report.turns and report.facts["proposed"]:
        waits = f"{report.facts['proposed']} waiting for review"
        return f"Nothing new: {_count(report.known, 'turn')} known already, {waits}."
    if not report.turns:
        return f"Nothing new: {_count(report.known, 'turn')} known already."
    read = f"{_count(report.turns, 'turn')} of {_count(report.episodes, 'episode')}"
    said = f"{'Would record' if dry_run else 'Recorded'} {read}, {outcome(report)}."
    if report.known:
        said += f" {_count(report.known, 'turn')} known already."
    if report.redacted:
        said += f" Secrets were taken out of {_count(report.redacted, 'message')}."
    return said


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
