"""Options that several verbs share, so that they never differ."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Annotated

import typer

from persona_cli.cli.surroundings import Session
from persona_cli.core.when import END, When, instant, parse_when
from persona_cli.errors import UsageError
from persona_cli.store.vault import Vault

Json = Annotated[bool, typer.Option("--json", help="One JSON document.")]
JsonLines = Annotated[bool, typer.Option("--jsonl", help="One JSON object a line.")]
DryRun = Annotated[bool, typer.Option("--dry-run", "-n", help="Show what would change, and change nothing.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
MOST = 1_000_000  # answers or lines that can be asked for

AsOf = Annotated[str, typer.Option("--as-of", metavar="DATE", help="What was true in the world then.")]
KnownAt = Annotated[str, typer.Option("--known-at", metavar="DATE", help="What the vault knew then.")]
IncludePast = Annotated[bool, typer.Option("--include-past", help="Also what is no longer true.")]
Kind = Annotated[list[str], typer.Option("--kind", metavar="KIND", help="Only facts of this kind: fact, psyche, goal.")]
About = Annotated[list[str], typer.Option("--about", metavar="NAME", help="Only what is about this entity.")]
Limit = Annotated[int, typer.Option("--limit", "-l", min=1, max=MOST, help="How many at the most.")]


def session_of(context: typer.Context, *, json: bool = False) -> Session:
    """The run a command belongs to; with `json`, its errors are JSON too."""
    session: Session = context.obj
    session.out.json = session.out.json or json
    return session


def zone_of(name: str) -> tzinfo:
    """A time zone by name or offset; raises UsageError."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    if not name:
        return UTC
    try:
        if name[0] in "+-":
            offset = datetime.strptime(name, "%z").utcoffset()
            return timezone(offset) if offset is not None else UTC
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UsageError(
            f"no time zone '{name}'", hint="use a name like Europe/Paris, or an offset like +02:00"
        ) from None


def when_of(text: str, option: str, *, zone: str = "") -> When:
    """A date or time as typed; raises UsageError that names the option."""
    try:
        return parse_when(text, zone=zone_of(zone))
    except ValueError:
        raise UsageError(
            f"{option} does not understand '{text}'", hint="write 2026, 2026-03, 2026-03-05 or 2026-03-05T10:00"
        ) from None


def last_instant(text: str, option: str) -> str:
    """The last second of a typed date, as UTC text: what was so by the end of that day, month or year."""
    if not text:
        return ""
    when = when_of(text, option)
    if when.precision == "instant" or when.end == END:
        return min(when.end, END)
    return instant(datetime.fromisoformat(when.end) - timedelta(seconds=1)).iso


def clock(run: Session, vault: Vault) -> str:
    """The date and the time in words, in the zone of the settings, else the machine's."""
    zone = vault.settings.text("timezone")
    now = run.now()
    with contextlib.suppress(ValueError):  # a TZ that means nothing: the clock's own zone will do
        now = now.astimezone(zone_of(zone) if zone else None)
    offset = f"{now:%z}"
    return f"{now:%A}, {now.day} {now:%B %Y}, {now:%H:%M} (UTC{offset[:3]}:{offset[3:5]})"
