"""The verb that reads: ingest, with the extractor that was chosen."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from persona_cli.cli.options import DryRun, Json, JsonLines, session_of, when_of, zone_of
from persona_cli.cli.surroundings import Session
from persona_cli.errors import UsageError
from persona_cli.store import vault as vaults

if TYPE_CHECKING:
    from persona_cli.extract.contract import Extractor
    from persona_cli.readers.contract import Options
    from persona_cli.work.ingest import Progress
    from persona_cli.work.report import Report

PARTIAL = 3


@dataclass(frozen=True, slots=True)
class Told:
    """What was said about the input on the command line."""

    zone: str
    me: tuple[str, ...]
    document: bool
    speakers: Path | None
    date_order: str
    all_branches: bool


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    app.command(epilog="persona ingest chat.txt   cat chat.jsonl | persona ingest - --me Ana --at 2026-03-05")(ingest)


def ingest(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Files, folders, archives, or - for standard input.")
    ] = None,
    at: Annotated[
        str, typer.Option("--at", metavar="DATE", help="When it was said, where the file has no times.")
    ] = "",
    tz: Annotated[str, typer.Option("--tz", metavar="ZONE", help="Zone of times without one, like Europe/Paris.")] = "",
    me: Annotated[list[str] | None, typer.Option("--me", metavar="NAME", help="A name under which you speak.")] = None,
    source: Annotated[str, typer.Option("--source", help="What to call where it comes from.")] = "",
    format_: Annotated[str, typer.Option("--format", help="The input's format; else told from its content.")] = "",
    formats: Annotated[bool, typer.Option("--formats", help="List the formats that can be read.")] = False,
    exclude: Annotated[
        list[str] | None, typer.Option("--exclude", metavar="REGEX", help="Leave out messages that match.")
    ] = None,
    extractor: Annotated[
        str, typer.Option("--extractor", metavar="NAME", help="rules, local, openai, anthropic or gemini; else as set.")
    ] = "",
    model: Annotated[str, typer.Option("--model", help="The extractor's model.")] = "",
    compare: Annotated[bool, typer.Option("--compare", help="Compare two extractors, a,b, and write nothing.")] = False,
    pending: Annotated[bool, typer.Option("--pending", help="Try the turns again whose extraction failed.")] = False,
    max_calls: Annotated[
        int | None, typer.Option("--max-calls", min=0, help="Ask a model this often at the most.")
    ] = None,
    document: Annotated[
        bool, typer.Option("--document", help="Text without speakers is somebody else's, not a note of yours.")
    ] = False,
    speakers: Annotated[
        Path | None, typer.Option("--speakers", metavar="FILE", help="Lines 'name in the source = name to use'.")
    ] = None,
    date_order: Annotated[str, typer.Option("--date-order", help="Of dates in figures: dmy, mdy or ymd.")] = "",
    all_branches: Annotated[bool, typer.Option("--all-branches", help="Of edited AI chats: every branch.")] = False,
    dry_run: DryRun = False,
    json: Json = False,
    jsonl: JsonLines = False,
) -> None:
    """Read files into the vault: what was said, and what follows from it."""
    from persona_cli.readers.table import formats as known_formats
    from persona_cli.work.ingest import Request
    from persona_cli.work.ingest import ingest as run
    from persona_cli.work.models import Estimator
    from persona_cli.work.setup import redactor_of

    session = session_of(context, json=json or jsonl)
    if formats:
        for name, about in known_formats():
            session.out.line(f"{name:16} {about}")
        return
    if pending:
        _retry(session, extractor, model, max_calls, json=json)
        return
    if not paths:
        raise UsageError("nothing to ingest", hint="name files or folders, or - for standard input")
    if Path("-") in paths and session.stdin.isatty():
        raise UsageError("standard input is a terminal", hint="pipe something in: cat chat.txt | persona ingest -")
    vault = session.vault_for(dry_run=dry_run)
    vault = _named(session, vault, me or [], write=not dry_run)
    told = Told(tz, tuple(me or ()), document, speakers, date_order, all_branches)
    options = _options(vault, at, told)
    if compare:
        _compare(session, vault, paths, options, extractor.split(","), json=json)
        return
    chosen = _extractor(session, vault, extractor, model, max_calls, dry_run=dry_run)
    request = Request(
        paths=tuple(None if path == Path("-") else path for path in paths),
        options=options,
        extractor=chosen,
        source=source,
        format=format_,
        exclude=tuple(_pattern(text) for text in exclude or []),
        dry_run=dry_run,
    )
    report = run(
        vault, request, session.stdin, progress=_progress(session), redact=redactor_of(vault, write=not dry_run)
    )
    session.out.end_progress()
    if isinstance(chosen, Estimator):
        calls, sent, got = chosen.total
        report.notes.append(f"asking the model would take {calls} calls, about {sent} tokens in and {got} out")
    _tell(session, report, dry_run=dry_run, json=json, jsonl=jsonl)


def _extractor(
    session: Session, vault: vaults.Vault, name: str, model: str, max_calls: int | None, *, dry_run: bool
) -> Extractor:
    """The extractor that was chosen; in a dry run one that asks no model and only adds up what asking would take."""
    from persona_cli.extract.llm import Budget, ModelExtractor
    from persona_cli.work import models

    chosen = models.choice(vault, "extraction", provider=name, model=model)
    made, instead = models.extractor(vault, chosen, session.means(), budget=Budget(max_calls=max_calls))
    if instead:
        session.out.warn(f"Note: {instead}")
    return models.Estimator(made) if dry_run and isinstance(made, ModelExtractor) else made


def _retry(session: Session, name: str, model: str, max_calls: int | None, *, json: bool) -> None:
    from persona_cli.work.ingest import context_of
    from persona_cli.work.pending import pending, retry

    vault = session.vault()
    if not pending(vault):
        session.out.say("No turn waits for another try.")
        return
    made = _extractor(session, vault, name, model, max_calls, dry_run=False)
    report = retry(vault, made, context_of(vault))
    _tell(session, report, dry_run=False, json=json, jsonl=False)


def _compare(
    session: Session, vault: vaults.Vault, paths: list[Path], options: Options, names: list[str], *, json: bool
) -> None:
    """Both extractors over the same text, nothing written: which facts only one of them finds."""
    from persona_cli.core.similar import same_statement
    from persona_cli.work.ingest import Request
    from persona_cli.work.ingest import ingest as run
    from persona_cli.work.setup import redactor_of

    if len(names) != 2:
        raise UsageError(
            "--compare needs two extractors", hint="persona ingest chat.txt --compare --extractor rules,local"
        )
    found: dict[str, list[str]] = {}
    for name in names:
        made = _extractor(session, vault, name, "", None, dry_run=False)
        request = Request(tuple(paths), options, made, dry_run=True)
        report = run(vault, request, None, progress=_progress(session), redact=redactor_of(vault, write=False))
        found[name] = [str(event.body["text"]) for event in report.events if event.type == "assert"]
    one, other = names
    rows = [("both", text) for text in found[one] if any(same_statement(text, more) for more in found[other])]
    rows += [(f"only {one}", t) for t in found[one] if not any(same_statement(t, more) for more in found[other])]
    rows += [(f"only {other}", t) for t in found[other] if not any(same_statement(t, more) for more in found[one])]
    if json:
        session.out.document({"type": "comparison", "facts": [{"found_by": who, "text": text} for who, text in rows]})
        return
    for who, text in rows:
        session.out.line(f"{who}: {text}")


def _named(session: Session, vault: vaults.Vault, me: list[str], *, write: bool) -> vaults.Vault:
    """The vault, whose person is called by the first name they ever gave."""
    from persona_cli.store.settings import with_value

    if not me or vault.settings.get("identity.user_name"):
        return vault
    settings = with_value(vault.settings, "identity.user_name", me[0])
    if not write:
        return replace(vault, settings=settings)
    session.out.say(f"You are called {me[0]} from now on; persona identity set --user-name changes it.")
    return vault.save_settings(settings)


def _options(vault: vaults.Vault, at: str, told: Told) -> Options:
    """What the readers should know: what was said here, and the person's names and handles of the settings."""
    from persona_cli.core.when import instant, parse_instant
    from persona_cli.readers.contract import Options

    zone = told.zone or vault.settings.text("timezone")
    given = ""
    if at:
        when = when_of(at, "--at", zone=zone)
        moment = when.start[:-1] if when.precision != "instant" else when.iso
        given = instant(parse_instant(moment, zone=zone_of(zone))).iso
    identity = vault.settings.get("identity")
    me = {str(n).casefold() for n in (*told.me, identity["user_name"], *identity["aliases"], *identity["handles"]) if n}
    if told.date_order not in ("", "dmy", "mdy", "ymd"):
        raise UsageError(f"--date-order does not understand '{told.date_order}'", hint="write dmy, mdy or ymd")
    return Options(
        zone=zone,
        at=given,
        me=frozenset(me),
        speakers=_speakers(told.speakers),
        date_order=told.date_order,
        all_branches=told.all_branches,
        document=told.document,
    )


def _speakers(path: Path | None) -> dict[str, str]:
    """A file of lines `name in the source = name to use`."""
    if path is None:
        return {}
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read '{path}': {error}") from None
    pairs = [line.partition("=") for line in lines if line.strip() and not line.lstrip().startswith("#")]
    if wrong := next((name for name, sign, to in pairs if not (sign and name.strip() and to.strip())), None):
        raise UsageError(f"'{path}' has a line that is no 'name = name': {wrong}")
    return {name.strip(): to.strip() for name, _, to in pairs}


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise UsageError(f"--exclude: '{text}' is no regular expression: {error}") from None


def _progress(session: Session) -> Progress:
    def show(report: Report) -> None:
        session.out.progress(lambda: f"{report.turns} new turns, {report.facts['asserted']} facts")

    return show


def _tell(session: Session, report: Report, *, dry_run: bool, json: bool, jsonl: bool) -> None:
    out = session.out
    for problem in report.problems:
        out.warn(str(problem))
    for note in report.notes:
        out.say(f"Note: {note}.")
    if jsonl:
        for event in report.events:
            out.record(event.record())
    if json:
        out.document(summary(report, dry_run=dry_run))
    out.say(_sentence(report, dry_run=dry_run))
    if report.behind:
        out.warn(f"The index could not follow: {report.behind}. The memory is safe; persona reindex catches up.")
    if report.failed:
        out.warn(
            f"{_count(len(report.failed), 'turn')} could not be read by the model; persona ingest --pending tries again."
        )
    session.code = PARTIAL if report.problems or report.failed else 0


def summary(report: Report, *, dry_run: bool) -> dict[str, object]:
    """A report as JSON."""
    facts = {key: report.facts[key] for key in ("asserted", "supported", "closed", "proposed", "rejected")}
    return {
        "type": "ingest",
        "dry_run": dry_run,
        "episodes": report.episodes,
        "turns": report.turns,
        "known_turns": report.known,
        "changed_turns": report.changed,
        "dropped_messages": report.dropped,
        "redacted_messages": report.redacted,
        "facts": facts,
        "failed_turns": len(report.failed),
        "operations": report.operations,
        "problems": [{"path": p.path, "line": p.line, "message": p.message} for p in report.problems],
        "notes": report.notes,
    }


def _sentence(report: Report, *, dry_run: bool) -> str:
    if not report.turns:
        return f"Nothing new: {_count(report.known, 'turn')} known already."
    facts = report.facts
    parts = [
        f"{_count(report.turns, 'turn')} of {_count(report.episodes, 'episode')}",
        _count(facts["asserted"], "fact"),
        f"{facts['supported']} repeated" if facts["supported"] else "",
        f"{facts['closed']} ended" if facts["closed"] else "",
        f"{facts['proposed']} waiting for review" if facts["proposed"] else "",
    ]
    said = f"{'Would record' if dry_run else 'Recorded'} {', '.join(part for part in parts if part)}."
    if report.known:
        said += f" {_count(report.known, 'turn')} known already."
    if report.redacted:
        said += f" Secrets were taken out of {_count(report.redacted, 'message')}."
    return said


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
