"""What is asked of Notion's API: pages of one data source, read and written one request at a time.

Version 2026-03-11 (developers.notion.com): databases hold data sources, rows are pages, queries give 100 rows a
request and 10,000 in all. Reads are repeated when they fail. A write is repeated only where Notion says it was turned
down (429, 529); when the answer is lost the caller is told, and looks before it writes again.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn
from urllib.parse import quote, urlencode

from persona_cli.errors import RemoteError, UsageError
from persona_cli.providers.contract import Limits, Timing
from persona_cli.providers.http import Wire
from persona_cli.store.secrets import Key, Service

BASE = "https://api.notion.com/v1"
SERVICE = Service("notion", "NOTION_TOKEN", "https://api.notion.com")
VERSION = "2026-03-11"
PAGE = 100  # results in one answer, the most there are
WINDOW, BUDGET = 61.0, 180  # seconds, a little over a minute, and requests in them: three a second, bursts allowed
LIMITS = Limits(connect=10.0, read=70.0, total=600.0, longest_wait=120.0, retries=4)  # Notion itself gives up at 60 s
UNCERTAIN = frozenset({0, 408, 409, *range(500, 600)}) - {529}  # after these a write may have happened

_ID = re.compile(r"([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})", re.IGNORECASE)
_INCOMPLETE = "incomplete"


class LostError(RemoteError):
    """A write whose answer did not come: it may have happened or not."""


class RowError(RemoteError):
    """A request that was refused for what it asks, so that others may still succeed."""


class Notion:
    """One connection to a workspace."""

    def __init__(self, key: Key, *, timing: Timing, base_url: str = "", version: str = "") -> None:
        headers = {"notion-version": version or VERSION}
        self._wire = Wire("notion", base_url or BASE, timing=timing, key=key, headers=headers, limits=LIMITS)
        self._timing = timing
        self._sent: deque[float] = deque(maxlen=BUDGET)
        self.reads = self.writes = 0  # requests made, without those the wire repeats

    def close(self) -> None:
        """Give the connections back."""
        self._wire.close()

    # --- reads ------------------------------------------------------------------------------------------------------

    def database(self, ident: str) -> dict[str, Any]:
        """A database and the list of its data sources."""
        return self._read("GET", f"/databases/{_path(ident)}")

    def source(self, ident: str) -> dict[str, Any]:
        """A data source with its properties."""
        return self._read("GET", f"/data_sources/{_path(ident)}")

    def page(self, ident: str) -> dict[str, Any]:
        """One page."""
        return self._read("GET", f"/pages/{_path(ident)}")

    def children(self, ident: str) -> Iterator[dict[str, Any]]:
        """The blocks of a page."""
        yield from self._listed(f"/blocks/{_path(ident)}/children", {})

    def views(self, source: str) -> Iterator[dict[str, Any]]:
        """The views of a data source."""
        yield from self._listed("/views", {"data_source_id": source})

    def view(self, ident: str) -> dict[str, Any]:
        """One view."""
        return self._read("GET", f"/views/{_path(ident)}")

    def whole_text(self, page: str, prop: str) -> str:
        """The text of a property that holds more elements than a page object gives."""
        items = self._listed(f"/pages/{_path(page)}/properties/{prop}", {})  # ids of properties are encoded already
        found = (item.get(item.get("type", ""), {}) for item in items)
        return "".join(str(item.get("plain_text", "")) for item in found if isinstance(item, dict))

    def rows(self, source: str) -> Iterator[dict[str, Any]]:
        """All pages of a data source that are not in the trash, oldest first.

        One query gives 10,000 pages at the most; past that the next one begins where the last one ended.
        """
        seen: set[str] = set()
        since = ""
        while True:
            last, complete = since, True
            window = {"filter": {"timestamp": "created_time", "created_time": {"on_or_after": since}}} if since else {}
            sorts = [{"timestamp": "created_time", "direction": "ascending"}]
            for answer in self._answers(source, {**window, "sorts": sorts}):
                complete = complete and (answer.get("request_status") or {}).get("type") != _INCOMPLETE
                for page in answer["results"]:
                    last = max(last, str(page.get("created_time", "")))
                    if page.get("id") not in seen:
                        seen.add(page.get("id"))
                        yield page
            if complete:
                return
            if last == since:
                self._wire.fail("has more rows of one minute than a query gives", hint="sync a smaller vault")
            since = last

    def find(self, source: str, prop: str, fact: str) -> list[dict[str, Any]]:
        """The pages that carry a fact's id."""
        test = {"property": prop, "rich_text": {"starts_with": f"{fact} "}}
        return [page for answer in self._answers(source, {"filter": test}) for page in answer["results"]]

    def _answers(self, source: str, body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        asked = {**body, "page_size": PAGE}
        while True:
            answer = self._read("POST", f"/data_sources/{_path(source)}/query", asked)
            if not isinstance(answer.get("results"), list):
                self._wire.fail("answered a query with something else")
            yield answer
            if not answer.get("has_more") or not answer.get("next_cursor"):
                return
            asked = {**asked, "start_cursor": answer["next_cursor"]}

    def _listed(self, path: str, query: Mapping[str, str]) -> Iterator[dict[str, Any]]:
        asked = {**query, "page_size": str(PAGE)}
        while True:
            answer = self._read("GET", f"{path}?{urlencode(asked)}")
            results = answer.get("results", [answer])  # a property of one value comes as itself
            yield from (item for item in results if isinstance(item, dict))
            if not answer.get("has_more") or not answer.get("next_cursor"):
                return
            asked = {**asked, "start_cursor": str(answer["next_cursor"])}

    # --- writes -----------------------------------------------------------------------------------------------------

    def create_database(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Make a database; raises LostError when it may have been made."""
        return self._write("POST", "/databases", body)

    def change_source(self, ident: str, properties: Mapping[str, Any]) -> dict[str, Any]:
        """Add properties to a data source."""
        return self._write("PATCH", f"/data_sources/{_path(ident)}", {"properties": properties})

    def create_row(self, source: str, properties: Mapping[str, Any]) -> dict[str, Any]:
        """Make a row; raises LostError when it may have been made."""
        parent = {"type": "data_source_id", "data_source_id": source}
        return self._write("POST", "/pages", {"parent": parent, "properties": properties})

    def change_row(self, page: str, properties: Mapping[str, Any], *, trash: bool | None = None) -> dict[str, Any]:
        """Change a row, or move it to the trash; raises LostError when that may have happened."""
        body: dict[str, Any] = {"properties": properties} if properties else {}
        return self._write("PATCH", f"/pages/{_path(page)}", body if trash is None else {**body, "in_trash": trash})

    def create_view(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Make a view of a database."""
        return self._write("POST", "/views", body)

    # --- both -------------------------------------------------------------------------------------------------------

    def pause(self, seconds: float) -> None:
        """Wait, on the clock that was handed down."""
        self._timing.sleep(seconds)

    def clock(self) -> float:
        """The clock that was handed down, in seconds."""
        return self._timing.clock()

    def _read(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        self._pace()
        self.reads += 1
        try:
            return self._object(self._wire.call(method, path, body))
        except RemoteError as error:
            _refused(error)

    def _write(self, method: str, path: str, body: Any) -> dict[str, Any]:
        self._pace()
        self.writes += 1
        try:
            return self._object(self._wire.call(method, path, body, once=UNCERTAIN))
        except RemoteError as error:
            if error.status in UNCERTAIN:
                raise LostError(
                    str(error), hint=error.hint, status=error.status, code=error.code, retry_after=error.retry_after
                ) from None
            _refused(error)

    def _object(self, answer: Any) -> dict[str, Any]:
        if not isinstance(answer, dict):
            self._wire.fail("answered something else than an object")
        return answer

    def _pace(self) -> None:
        """Stay within the budget of the last minute."""
        if len(self._sent) == BUDGET:
            wait = self._sent[0] + WINDOW - self._timing.clock()
            if wait > 0:
                self._timing.sleep(wait)
        self._sent.append(self._timing.clock())


def page_id(text: str) -> str:
    """The id in a page's address or an id as such; raises UsageError."""
    found = _ID.findall(text.partition("?")[0])
    if not found:
        raise UsageError(
            f"'{text}' is no page of Notion", hint="copy the page's link: the ••• menu at its top right, Copy link"
        )
    return "-".join(found[-1]).lower()


def _path(ident: str) -> str:
    return quote(ident, safe="")


def _refused(error: RemoteError) -> NoReturn:
    """Raise a refusal in words that help with Notion."""
    hints = {
        401: "persona key set notion; the token is in the settings of the connection (notion.so/profile/integrations)",
        403: "give the connection the capabilities to read, insert and update content in its settings",
        404: "open it in Notion, then ••• → Connections → add the connection",
    }
    kind = RowError if error.status in (400, 404, 413, 422) else RemoteError
    raise kind(
        str(error),
        hint=hints.get(error.status, error.hint),
        status=error.status,
        code=error.code,
        retry_after=error.retry_after,
    ) from None
