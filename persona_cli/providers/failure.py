"""Answers that are no answers, read for what went wrong, whether trying again makes sense, and after how long."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

from persona_cli.errors import RemoteError

RETRIED = frozenset({408, 409, 429})  # and everything from 500 on
NEVER = frozenset({400, 401, 402, 403, 404, 413, 422})  # whatever the server says of trying again
BILLING = frozenset(
    {
        "insufficient_quota",
        "credit_balance_exhausted",
        "billing_error",
        "billing_hard_limit_reached",
        "billing_not_active",
    }
)
MAX_MESSAGE = 300  # characters of a server's words that are passed on

_TAG = re.compile(r"<(?:script|style)\b.*?</(?:script|style)\s*>|<[^<>]*>", re.DOTALL | re.IGNORECASE)
_KEY_SHAPES = re.compile(
    r"\b(?:sk|pk|ntn|secret|hf|gsk|xai|ghp|github_pat)[-_][A-Za-z0-9_*.\-]{6,}"
    r"|\bAIza[A-Za-z0-9_*\-]{10,}|(?<=Bearer )\S+"
)
_TOKEN = re.compile(r"[^\s'\"<>(){}\[\],;]{8,}")
_DURATION = re.compile(r"(\d+(?:\.\d+)?)s")


@dataclass(frozen=True, slots=True)
class Failure:
    """One refused request."""

    status: int
    message: str  # the server's words, without keys
    code: str = ""  # the most exact word the server has for it
    retry_after: float | None = None  # seconds it asked to wait
    retry: bool = False  # whether the same request may be sent again

    def error(self, name: str) -> RemoteError:
        """The failure as an error that tells what to do."""
        told = f"'{name}' answered {self.status}" + (f" ({self.code})" if self.code else "")
        return RemoteError(
            f"{told}: {self.message}" if self.message else told,
            hint=_hint(name, self),
            status=self.status,
            code=self.code,
            retry_after=self.retry_after,
        )


def read_failure(status: int, headers: Mapping[str, str], body: bytes, *, secret: str, now: datetime) -> Failure:
    """What a response with an error status says; `headers` find names in lower case, `now` is used without a Date."""
    tree = _tree(body)
    code, message = _told(tree)
    if tree is None:
        message = _plain(body.decode("utf-8", errors="replace"))
    wait = _asked_wait(headers, tree, now)
    return Failure(
        status, scrubbed(message, secret), scrubbed(code, secret), wait, _may_retry(status, headers, code, tree)
    )


def read_event_failure(error: Any, *, secret: str) -> Failure:
    """What an error inside a stream says; its status is a guess from the error's word, 0 where there is none."""
    code, message = _told({"error": error} if not isinstance(error, dict) or "error" not in error else error)
    status = {
        "overloaded_error": 529,
        "rate_limit_error": 429,
        "rate_limit_exceeded": 429,
        "api_error": 500,
        "server_error": 500,
        "authentication_error": 401,
        "permission_error": 403,
        "invalid_request_error": 400,
    }.get(code, 0)
    return Failure(status, scrubbed(message, secret), scrubbed(code, secret))


def scrubbed(text: str, secret: str) -> str:
    """`text` without the key, without any word that shares eight signs with it, and without what looks like a key."""
    text = text[:20_000]
    if secret:
        text = text.replace(secret, "[key]")
        parts = {secret[start : start + 8] for start in range(max(1, len(secret) - 7))}
        text = _TOKEN.sub(lambda word: "[key]" if _shares(word[0], parts) else word[0], text)
    text = _KEY_SHAPES.sub("[key]", text)
    return " ".join(text.split())[:MAX_MESSAGE]


def _shares(word: str, parts: set[str]) -> bool:
    return any(word[start : start + 8] in parts for start in range(len(word) - 7))


def _tree(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _told(tree: Any) -> tuple[str, str]:
    """Code and message of an error body of Anthropic, OpenAI and its imitators, Google or Notion."""
    if isinstance(tree, list) and tree:
        tree = tree[0]
    if not isinstance(tree, dict):
        return "", "" if tree is None else str(tree)
    error = tree.get("error", tree)
    if not isinstance(error, dict):
        return "", str(error)
    details = error.get("details")
    exact = details.get("error_code") if isinstance(details, dict) else None
    words = (exact, error.get("code"), error.get("status"), error.get("type"))
    code = next((word for word in words if isinstance(word, str) and word), "")
    message = error.get("message") or tree.get("message") or tree.get("detail") or ""
    return code, str(message)


def _may_retry(status: int, headers: Mapping[str, str], code: str, tree: Any) -> bool:
    said = headers.get("x-should-retry", "").lower()
    if status in NEVER or said == "false" or code in BILLING or (status == 429 and _daily_quota(tree)):
        return False
    return status >= 500 or status in RETRIED or said == "true"


def _details(tree: Any) -> list[dict[str, Any]]:
    """The typed details of a Google error."""
    error = tree.get("error") if isinstance(tree, dict) else None
    details = error.get("details") if isinstance(error, dict) else None
    return [one for one in details if isinstance(one, dict)] if isinstance(details, list) else []


def _daily_quota(tree: Any) -> bool:
    """Whether a Google 429 is about a quota that comes back tomorrow only."""
    for detail in _details(tree):
        violations = detail.get("violations")
        for violation in violations if isinstance(violations, list) else []:
            if isinstance(violation, dict) and "perday" in str(violation.get("quotaId", "")).lower():
                return True
    return False


def _asked_wait(headers: Mapping[str, str], tree: Any, now: datetime) -> float | None:
    """Seconds the server asks to wait: retry-after-ms, Retry-After as seconds or date, or Google's RetryInfo."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        if (seconds := _number(headers.get(name, ""))) is not None:
            return max(0.0, seconds * unit)
    if (until := _date(headers.get("retry-after", ""))) is not None:
        there = _date(headers.get("date", "")) or now  # the server's own clock, where it tells it
        return max(0.0, (until - there).total_seconds())
    for detail in _details(tree):
        if found := _DURATION.fullmatch(str(detail.get("retryDelay", ""))):
            return float(found[1])
    return None


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"\s*\d{1,12}(?:\.\d{1,6})?\s*", text) else None


def _date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _plain(text: str) -> str:
    """The words of an error page."""
    return " ".join(_TAG.sub(" ", text[:20_000]).split())


def _hint(name: str, failure: Failure) -> str:
    if failure.code in BILLING or failure.status == 402:
        return f"the account of '{name}' has nothing left; look at its billing page"
    if failure.status == 429 or failure.status >= 500:
        return f"try again {_later(failure.retry_after)}"
    return {
        401: f"persona key set {name}",
        403: "the key may not do this; look at its permissions, or at the model's name",
        404: "look at the model's name and at base_url",
        413: "the request is too large for this server",
    }.get(failure.status, "set base_url to that address" if 300 <= failure.status < 400 else "")


def _later(seconds: float | None) -> str:
    return "later" if seconds is None else f"after {timedelta(seconds=round(seconds))} (hours:minutes:seconds)"
