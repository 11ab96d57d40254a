"""The verb that keeps a Notion database and the vault alike: notion-sync."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from persona_cli.cli.options import DryRun, Json, session_of
from persona_cli.cli.render import short
from persona_cli.cli.surroundings import Session
from persona_cli.core.safe import one_line
from persona_cli.errors import PartialError, UsageError

if TYPE_CHECKING:
    from persona_cli.store.vault import Vault
    from persona_cli.work.notion.client import Notion
    from persona_cli.work.notion.plan import Action
    from persona_cli.work.notion.run import Report

WHAT = {"note": "notes", "edit": "change", "row": "new row", "trash": "deleted row"}


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    app.command("notion-sync", epilog="persona notion-sync --parent 'LINK OF A PAGE'   persona notion-sync --dry-run")(
        notion_sync
    )


def notion_sync(
    context: typer.Context,
    parent: Annotated[
        str, typer.Option("--parent", metavar="PAGE", help="The page to make the database under, the first time.")
    ] = "",
    export: Annotated[bool, typer.Option("--export", help="Only write to Notion.")] = False,
    import_: Annotated[bool, typer.Option("--import", help="Only take corrections over.")] = False,
    group_by: Annotated[
        list[str] | None, typer.Option("--group-by", metavar="kind|entity", help="Also make a view grouped so.")
    ] = None,
    prefer: Annotated[
        str, typer.Option("--prefer", metavar="local|notion", help="Which side wins where both changed.")
    ] = "",
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="Go on though nearly all is gone on one side.")
    ] = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Show the memory as a Notion database, and take corrections made there over."""
    from persona_cli.work.notion.place import GROUPS
    from persona_cli.work.notion.plan import Wanted
    from persona_cli.work.notion.run import Means, Request, sync
    from persona_cli.work.setup import redactor_of

    session = session_of(context, json=json)
    if prefer not in ("", "local", "notion"):
        raise UsageError(f"--prefer does not understand '{prefer}'", hint="write local or notion")
    if unknown := set(group_by or ()) - GROUPS.keys():
        raise UsageError(f"--group-by does not understand '{min(unknown)}'", hint="write kind or entity")
    vault = session.vault()
    wanted = Wanted(export or not import_, import_ or not export, prefer, allow_empty)  # type: ignore[arg-type]
    request = Request(wanted, parent, tuple(dict.fromkeys(group_by or ())), dry_run)

    def tell(action: Action, why_not: str) -> None:
        if not json:
            session.out.line(_line(action, why_not))

    notion = _opened(session, vault)
    try:
        means = Means(_extractor(session, vault), redactor_of(vault, write=not dry_run), session.out.say, tell)
        report = sync(vault, notion, request, means)
    finally:
        notion.close()
    if json:
        session.out.document(_record(report, dry_run=dry_run))
    _tell(session, report, dry_run=dry_run)
    session.code = PartialError.exit_code if report.partial and not dry_run else 0


def _opened(session: Session, vault: Vault) -> Notion:
    from persona_cli.store.secrets import get_key, missing_key
    from persona_cli.work.notion.client import BASE, SERVICE, Notion

    means = session.means()
    url = vault.settings.text("notion.base_url") or BASE
    key = get_key(SERVICE, url, means.machine)
    if key is None:
        raise missing_key(SERVICE, url)
    return Notion(key, timing=means.timing, base_url=url, version=vault.settings.text("notion.version"))


def _extractor(session: Session, vault: Vault) -> Any:
    from persona_cli.extract.llm import Budget
    from persona_cli.work import models

    made, instead = models.extractor(vault, models.choice(vault, "extraction"), session.means(), budget=Budget())
    if instead:
        session.out.warn(f"Note: {instead}")
    return made


def _line(action: Action, why_not: str) -> str:
    what = f" {WHAT[action.what]}" if action.what else ""
    reason = f"  [{why_not or action.reason}]" if why_not or action.reason else ""
    do = "failed" if why_not else action.do
    return f"{do}{what}: {one_line(action.text, 200)}{reason}  {short(action.fact)}".rstrip()


def _tell(session: Session, report: Report, *, dry_run: bool) -> None:
    from persona_cli.work.notion.run import counted

    out = session.out
    for problem in report.problems:
        out.warn(str(problem))
    for note in report.notes:
        out.say(f"Note: {note}.")
    if dry_run:
        out.say("Nothing was changed.")
        return
    done = ", ".join(f"{count} {what}" for what, count in counted(report).items() if count)
    out.say(f"{done or 'Nothing to do'}; {report.reads} reads and {report.writes} writes.")
    if report.unknown:
        out.say(f"{report.unknown} rows are of facts that this vault does not have; they were left alone.")
    if report.behind:
        out.say(f"{report.behind} rows are newer than this vault: bring in what your other machine wrote.")
    if report.partial:
        out.say("Some of it waits for you: persona review shows proposals, the lines above tell the rest.")


def _record(report: Report, *, dry_run: bool) -> dict[str, Any]:
    from persona_cli.work.notion.run import counted

    failed = {id(action): why_not for action, why_not in report.failed}
    actions = [*report.done, *(action for action, _ in report.failed), *report.listed]
    return {
        "type": "notion_sync",
        "database": report.database or None,
        "dry_run": dry_run,
        "actions": [_action(action, failed.get(id(action), "")) for action in actions],
        "counts": counted(report),
        "agreed": report.agreed,
        "unknown": report.unknown,
        "behind": report.behind,
        "notes": report.notes,
        "problems": [str(problem) for problem in report.problems],
        "reads": report.reads,
        "writes": report.writes,
    }


def _action(action: Action, why_not: str) -> dict[str, Any]:
    return {
        "do": action.do,
        "what": action.what or None,
        "fact": action.fact or None,
        "page": action.page or None,
        "text": action.text,
        "columns": list(action.columns),
        "reason": action.reason or None,
        "failed": why_not or None,
    }
