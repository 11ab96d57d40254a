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
    from persona_cli.readers.contract import Options
    from persona_cli.work.ingest import Progress
    from persona_cli.work.report import Report


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
    base_url: Annotated[
        str, typer.Option("--base-url", metavar="URL", help="The extractor's server, if not as set.")
    ] = "",
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
    from persona_cli.cli import extraction, ingested
    from persona_cli.extract.rules.extractor import Rules
    from persona_cli.readers.table import formats as known_formats
    from persona_cli.work.ingest import Request
    from persona_cli.work.ingest import ingest as run
    from persona_cli.work.setup import redactor_of

    session = session_of(context, json=json or jsonl)
    if formats:
        for name, about in known_formats():
            session.out.line(f"{name:16} {about}")
        return
    wish = extraction.Wish(extractor, model, base_url, max_calls)
    if pending:
        extraction.retry(session, wish, dry_run=dry_run, json=json, jsonl=jsonl)
        return
    if not paths:
        raise UsageError("nothing to ingest", hint="name files or folders, or - for standard input")
    if Path("-") in paths and session.stdin.isatty():
        raise UsageError("standard input is a terminal", hint="pipe something in: cat chat.txt | persona ingest -")
    dry_run = dry_run or compare
    vault = session.vault_for(dry_run=dry_run)
    vault = _introduced(session, vault, me or [], write=not dry_run)
    told = Told(tz, tuple(me or ()), document, speakers, date_order, all_branches)
    options = _options(vault, at, told)
    request = Request(
        paths=tuple(None if path == Path("-") else path for path in paths),
        options=options,
        extractor=Rules(),
        source=source,
        format=format_,
        exclude=tuple(_pattern(text) for text in exclude or []),
        dry_run=dry_run,
        tell_events=jsonl,
    )
    if compare:
        extraction.compare(session, vault, request, wish, _progress(session), json=json or jsonl)
        return
    with extraction.hired(session, vault, wish, dry_run=dry_run) as work:
        request = replace(request, extractor=work.extractor)
        redact = redactor_of(vault, write=not dry_run)
        report = run(vault, request, session.stdin, progress=_progress(session, jsonl=jsonl), redact=redact)
        session.out.end_progress()
        work.report_to(report)
    ingested.tell(session, report, dry_run=dry_run, json=json, jsonl=jsonl)


def _introduced(session: Session, vault: vaults.Vault, me: list[str], *, write: bool) -> vaults.Vault:
    """The vault, whose person goes by what they say here: the first name they ever gave, and every address or handle."""
    from persona_cli.cli import ingested
    from persona_cli.work.identity import introduced

    known = introduced(vault, me, write=write)
    before, after = (v.settings.get("identity") for v in (vault, known))
    if write and after["user_name"] != before["user_name"]:
        ingested.tell_name(session, after["user_name"])
    if write and (new := [handle for handle in after["handles"] if handle not in before["handles"]]):
        session.out.say(f"Known as yours from now on: {', '.join(new)}.")
    return known


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


def _progress(session: Session, *, jsonl: bool = False) -> Progress:
    from persona_cli.cli.ingested import tell_events

    def show(report: Report) -> None:
        if jsonl:
            tell_events(session, report)
        session.out.progress(lambda: f"{report.turns} new turns, {report.facts['asserted']} facts")

    return show
