"""What a workspace on loopback is made of: its clock, its faults and refusals, and the shape of rich text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from persona_cli.providers.contract import Timing

TOKEN = "ntn_48202915Qw7eRtYu1iOpAsDf"
START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
RESULTS = 10_000
WRITABLE = {"title", "rich_text", "select", "date", "checkbox"}


class Clock:
    """Time that moves only when somebody sleeps, or a request takes its time."""

    def __init__(self) -> None:
        self.elapsed = 0.0
        self.slept: list[float] = []

    @property
    def timing(self) -> Timing:
        return Timing(self.sleep, lambda: self.elapsed, self.now, lambda: 0.0)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.elapsed += seconds

    def now(self) -> datetime:
        return START + timedelta(seconds=self.elapsed)


@dataclass
class Fault:
    """What goes wrong with the next requests that match."""

    method: str
    path: str  # a regular expression
    kind: str  # lost (done, no answer), cut (not done, no answer), or an HTTP status
    times: int = 1
    after: int = 0  # matching requests that pass first
    retry_after: int | None = None
    code: str = "internal_server_error"


class RefusalError(Exception):
    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


def plain(items: list[Any]) -> list[Any]:
    return [
        {**item, "plain_text": item["text"]["content"], "annotations": {"bold": False}, "href": None} for item in items
    ]


def raw(items: Any) -> str:
    return "".join(item["text"]["content"] for item in items or [])
