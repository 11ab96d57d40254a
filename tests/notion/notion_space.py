"""A Notion workspace on loopback: pages, databases with data sources, rows, views, trash, sharing, limits and faults.

It answers as api.notion.com does in version 2026-03-11: real bodies and errors, 100 results a page, 10,000 a query, edit
times to the minute, windows of requests, and, where a test asks for it, answers that are lost after the work was done.
"""

from __future__ import annotations

import json
import re
import threading
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from notion_desk import Desk
from notion_parts import RESULTS, TOKEN, WRITABLE, Clock, Fault, RefusalError, plain, raw


@dataclass
class Workspace(Desk):
    clock: Clock = field(default_factory=Clock)
    latency: float = 0.2  # seconds of a request
    budget: int = 180  # requests in a window of 60 seconds
    version: str = "2026-03-11"
    pages: dict[str, dict[str, Any]] = field(default_factory=dict)
    databases: dict[str, dict[str, Any]] = field(default_factory=dict)
    sources: dict[str, dict[str, Any]] = field(default_factory=dict)
    views: dict[str, dict[str, Any]] = field(default_factory=dict)
    unshared: set[str] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)
    log: list[tuple[str, str]] = field(default_factory=list)
    bodies: list[Any] = field(default_factory=list)
    refused: int = 0
    hidden_from_lists: set[str] = field(default_factory=set)  # rows that a query without a filter does not know yet
    during: dict[str, Callable[[], object]] = field(default_factory=dict)  # done before each request of a method
    made: int = 0  # things with ids
    drops_properties: bool = False  # a new database keeps its title column alone, as older rules have it
    result_limit: int = RESULTS
    window: tuple[float, int] = (0.0, 0)
    lock: threading.RLock = field(default_factory=threading.RLock)

    # --- requests ---------------------------------------------------------------------------------------------------

    def answer(
        self, method: str, target: str, headers: dict[str, str], body: Any
    ) -> tuple[int, dict[str, Any], dict[str, str]]:
        """The status, body and headers of one request; raises ConnectionError where the answer is lost."""
        with self.lock:
            path, _, query = target.partition("?")
            self.clock.elapsed += self.latency
            self.during.get(method, lambda: None)()
            self.log.append((method, path))
            self.bodies.append(body)
            fault = self._fault(method, path)
            try:
                self._counted()
                if fault and fault.kind.isdigit():
                    self.refused += fault.kind in ("429", "529")
                    told = {} if fault.retry_after is None else {"retry-after": str(fault.retry_after)}
                    return int(fault.kind), self._error(int(fault.kind), fault.code, "try again"), told
                if fault and fault.kind == "cut":
                    raise ConnectionError
                self._authorized(headers)
                found = self._routed(method, path, dict(urllib.parse.parse_qsl(query)), body)
            except RefusalError as refusal:
                told = {"retry-after": str(self._left())} if refusal.status == 429 else {}
                return refusal.status, self._error(refusal.status, refusal.code, str(refusal)), told
            if fault and fault.kind == "lost":
                raise ConnectionError
            return 200, json.loads(json.dumps(found)), {}

    def _fault(self, method: str, path: str) -> Fault | None:
        for fault in self.faults:
            if fault.method == method and re.fullmatch(fault.path, path):
                if fault.after:
                    fault.after -= 1
                elif fault.times:
                    fault.times -= 1
                    return fault
        return None

    def _counted(self) -> None:
        begun, count = self.window
        if self.clock.elapsed - begun >= 60:
            begun, count = self.clock.elapsed, 0
        if count >= self.budget:
            self.refused += 1
            self.window = (begun, count)
            raise RefusalError(429, "rate_limited", "This request exceeds the number of requests allowed.")
        self.window = (begun, count + 1)

    def _left(self) -> int:
        return int(60 - (self.clock.elapsed - self.window[0])) + 1

    def _authorized(self, headers: dict[str, str]) -> None:
        if headers.get("authorization") != f"Bearer {TOKEN}":
            raise RefusalError(401, "unauthorized", "API token is invalid.")
        if not headers.get("notion-version"):
            raise RefusalError(400, "missing_version", "Notion-Version header failed validation: should be defined.")
        if headers["notion-version"] != self.version:
            raise RefusalError(400, "validation_error", "Notion-Version header failed validation.")

    def _error(self, status: int, code: str, message: str) -> dict[str, Any]:
        extra = {"rate_limit_reason": "public_api_request_rate_limit"} if status == 429 else {}
        return {
            "object": "error",
            "status": status,
            "code": code,
            "message": message,
            "additional_data": extra,
            "request_id": self._id(),
        }

    def _routed(self, method: str, path: str, query: dict[str, str], body: Any) -> Any:
        routes: list[tuple[str, str, Callable[..., Any]]] = [
            ("GET", r"/v1/databases/([^/]+)", self._get_database),
            ("POST", r"/v1/databases", self._post_database),
            ("GET", r"/v1/data_sources/([^/]+)", self._get_source),
            ("PATCH", r"/v1/data_sources/([^/]+)", self._patch_source),
            ("POST", r"/v1/data_sources/([^/]+)/query", self._query),
            ("GET", r"/v1/blocks/([^/]+)/children", self._children),
            ("GET", r"/v1/pages/([^/]+)", self._get_page),
            ("PATCH", r"/v1/pages/([^/]+)", self._patch_page),
            ("POST", r"/v1/pages", self._post_page),
            ("GET", r"/v1/pages/([^/]+)/properties/(.+)", self._get_property),
            ("GET", r"/v1/views", self._get_views),
            ("GET", r"/v1/views/([^/]+)", self._get_view),
            ("POST", r"/v1/views", self._post_view),
        ]
        if body is not None and len(json.dumps(body, ensure_ascii=False).encode()) > 500_000:
            raise RefusalError(400, "validation_error", "body failed validation: body is too large")
        for verb, shape, deed in routes:
            if verb == method and (found := re.fullmatch(shape, path)):
                return deed(*found.groups(), query=query, body=body)
        raise RefusalError(400, "invalid_request_url", "Invalid request URL.")

    # --- databases --------------------------------------------------------------------------------------------------

    def _get_database(self, ident: str, **_: Any) -> Any:
        found = self._shared(self.databases, ident)
        return {"object": "database", **found, "is_inline": False, "url": f"https://www.notion.so/{ident}"}

    def _post_database(self, *, body: Any, **_: Any) -> Any:
        parent = self._shared(self.pages, body["parent"]["page_id"])
        ident, source = self._id(), self._id()
        wanted = {} if self.drops_properties else dict(body.get("initial_data_source", {}).get("properties", {}))
        if not any("title" in prop for prop in wanted.values()):
            wanted["Name"] = {"title": {}}
        self.databases[ident] = {
            "id": ident,
            "parent": body["parent"],
            "title": plain(body.get("title", [])),
            "description": plain(body.get("description", [])),
            "in_trash": False,
            "created_time": self._time(),
            "last_edited_time": self._time(),
            "data_sources": [{"id": source, "name": body["title"][0]["text"]["content"]}],
        }
        self.sources[source] = {
            "id": source,
            "parent": {"type": "database_id", "database_id": ident},
            "in_trash": False,
            "properties": {name: self._property(name, p) for name, p in wanted.items()},
        }
        parent["children"].append(
            {
                "object": "block",
                "id": ident,
                "type": "child_database",
                "in_trash": False,
                "child_database": {"title": body["title"][0]["text"]["content"]},
            }
        )
        return self._get_database(ident)

    def _property(self, name: str, wanted: dict[str, Any]) -> dict[str, Any]:
        kind = next(iter(wanted))
        ident = "title" if kind == "title" else f"p{self._number():x}%3A"
        return {"id": ident, "name": name, "type": kind, kind: wanted[kind]}

    def _get_source(self, ident: str, **_: Any) -> Any:
        return {"object": "data_source", **self._shared(self.sources, ident)}

    def _patch_source(self, ident: str, *, body: Any, **_: Any) -> Any:
        source = self._shared(self.sources, ident)
        for name, wanted in body["properties"].items():
            source["properties"].setdefault(name, self._property(name, wanted))
        return {"object": "data_source", **source}

    def _query(self, ident: str, *, body: Any, **_: Any) -> Any:
        self._shared(self.sources, ident)
        assert body.get("page_size", 100) <= 100
        assert "in_trash" not in body, "not a parameter of this endpoint"
        found = [r for r in self.rows() if r["parent"]["data_source_id"] == ident and not r.get("is_archived")]
        for sort in body.get("sorts", []):
            found.sort(key=lambda r, name=sort["timestamp"]: r[name])
        if (test := body.get("filter")) and "timestamp" in test:
            found = [r for r in found if r["created_time"] >= test["created_time"]["on_or_after"]]
        elif not test:
            found = [r for r in found if r["id"] not in self.hidden_from_lists]
        else:
            prop, start = test["property"], test["rich_text"]["starts_with"]
            found = [r for r in found if raw(r["values"].get(prop, {}).get("rich_text")).startswith(start)]
        capped = len(found) > self.result_limit
        found = found[: self.result_limit]
        start = int(body.get("start_cursor") or 0)
        size = body.get("page_size", 100)
        more = start + size < len(found)
        answer = {
            "object": "list",
            "type": "page_or_data_source",
            "page_or_data_source": {},
            "has_more": more,
            "results": [self._page(r) for r in found[start : start + size]],
            "next_cursor": str(start + size) if more else None,
        }
        if capped:
            answer["request_status"] = {"type": "incomplete", "incomplete_reason": "query_result_limit_reached"}
        return answer

    # --- pages ------------------------------------------------------------------------------------------------------

    def _children(self, ident: str, *, query: dict[str, str], **_: Any) -> Any:
        blocks = self._shared(self.pages, ident)["children"]
        start = int(query.get("start_cursor") or 0)
        more = start + 100 < len(blocks)
        return {
            "object": "list",
            "results": blocks[start : start + 100],
            "has_more": more,
            "next_cursor": str(start + 100) if more else None,
        }

    def _get_page(self, ident: str, **_: Any) -> Any:
        return self._page(self._shared(self.pages, ident))

    def _post_page(self, *, body: Any, **_: Any) -> Any:
        source = body["parent"]["data_source_id"]
        self._shared(self.sources, source)
        values = self._values(source, body["properties"])
        row = self._new_row(source)
        row["values"] |= values
        return self._page(row)

    def _patch_page(self, ident: str, *, body: Any, **_: Any) -> Any:
        row = self._shared(self.pages, ident)
        if "archived" in body:
            raise RefusalError(400, "validation_error", "body failed validation: body.archived should be not present")
        if row["in_trash"] and body.get("in_trash") is not False:
            raise RefusalError(
                400, "validation_error", "Can't edit block that is archived. You must unarchive the block first."
            )
        row["values"] |= self._values(row["parent"]["data_source_id"], body.get("properties", {}))
        row["in_trash"] = body.get("in_trash", row["in_trash"])
        row["last_edited_time"] = self._time()
        return self._page(row)

    def _get_property(self, ident: str, prop: str, *, query: dict[str, str], **_: Any) -> Any:
        value = self._shared(self.pages, ident)["values"].get(urllib.parse.quote(prop, safe="%"), {})
        kind = value.get("type", "rich_text")
        start = int(query.get("start_cursor") or 0)
        items = [{"object": "property_item", "type": kind, kind: item} for item in plain(value.get(kind, []))]
        more = start + 100 < len(items)
        return {
            "object": "list",
            "type": "property_item",
            "results": items[start : start + 100],
            "has_more": more,
            "next_cursor": str(start + 100) if more else None,
            "property_item": {"id": prop, "type": kind},
        }

    def _new_row(self, source: str) -> dict[str, Any]:
        ident = self._id()
        parent = {"type": "data_source_id", "data_source_id": source, "database_id": next(iter(self.databases))}
        self.pages[ident] = {
            "id": ident,
            "parent": parent,
            "values": {},
            "in_trash": False,
            "is_archived": False,
            "created_time": self._time(),
            "last_edited_time": self._time(),
        }
        return self.pages[ident]

    def _values(self, source: str, properties: dict[str, Any]) -> dict[str, Any]:
        """Checked values by property id; names the data source does not have are passed over, as Notion does."""
        known = self.sources[source]["properties"]
        by_key = {**known, **{prop["id"]: prop for prop in known.values()}}
        found = {}
        for key, value in properties.items():
            if key in by_key:
                kind = by_key[key]["type"]
                self._check(key, kind, value)
                found[by_key[key]["id"]] = {"type": kind, kind: value[kind]}
        return found

    def _check(self, key: str, kind: str, value: Any) -> None:
        where = f"body.properties.{key}.{kind}"
        if kind not in value or kind not in WRITABLE:
            raise RefusalError(400, "validation_error", f"body failed validation: {where} should be defined")
        if kind in ("title", "rich_text"):
            if len(value[kind]) > 100:
                raise RefusalError(
                    400, "validation_error", f"{where}.length should be ≤ `100`, instead was `{len(value[kind])}`"
                )
            for item in value[kind]:
                length = len(item["text"]["content"].encode("utf-16-le", "surrogatepass")) // 2
                if length > 2000:
                    raise RefusalError(
                        400,
                        "validation_error",
                        f"{where}[0].text.content.length should be ≤ `2000`, instead was `{length}`",
                    )
        if kind == "date" and value[kind] is not None:
            for end in ("start", "end"):
                if moment := value[kind].get(end):
                    datetime.fromisoformat(moment)
        if kind == "select" and value[kind] is not None and "," in value[kind]["name"]:
            raise RefusalError(400, "validation_error", f"{where}.name may not contain commas")

    def _page(self, row: dict[str, Any]) -> dict[str, Any]:
        if "values" not in row:
            return {"object": "page", "id": row["id"], "parent": row["parent"], "in_trash": False, "properties": {}}
        properties = {}
        for name, prop in self.sources[row["parent"]["data_source_id"]]["properties"].items():
            kind = prop["type"]
            value = row["values"].get(prop["id"], {}).get(kind)
            if kind in ("title", "rich_text"):
                value = plain(value or [])[:25]
            elif kind == "checkbox":
                value = bool(value)
            elif kind == "date" and value:
                value = {"start": value["start"], "end": value.get("end"), "time_zone": None}
            elif kind == "select" and value:
                value = {"id": "abcd", "name": value["name"], "color": "default"}
            properties[name] = {"id": prop["id"], "type": kind, kind: value}
        kept = {
            key: row[key] for key in ("id", "parent", "in_trash", "is_archived", "created_time", "last_edited_time")
        }
        return {"object": "page", **kept, "properties": properties, "url": f"https://www.notion.so/{row['id']}"}

    # --- views ------------------------------------------------------------------------------------------------------

    def _get_views(self, *, query: dict[str, str], **_: Any) -> Any:
        found = [
            {"object": "view", "id": v["id"]}
            for v in self.views.values()
            if v["data_source_id"] == query["data_source_id"]
        ]
        return {"object": "list", "results": found, "has_more": False, "next_cursor": None}

    def _get_view(self, ident: str, **_: Any) -> Any:
        return self._shared(self.views, ident)

    def _post_view(self, *, body: Any, **_: Any) -> Any:
        known = {prop["id"] for prop in self.sources[body["data_source_id"]]["properties"].values()}
        if body["configuration"]["group_by"]["property_id"] not in known:
            raise RefusalError(400, "validation_error", "unknown property")
        ident = self._id()
        self.views[ident] = {"object": "view", "id": ident, **body}
        return self.views[ident]

    # --- shared -----------------------------------------------------------------------------------------------------

    def _shared(self, things: dict[str, Any], ident: str) -> Any:
        if ident in self.unshared or ident not in things:
            raise RefusalError(
                404, "object_not_found", f"Could not find object with ID: {ident}. Make sure it is shared."
            )
        return things[ident]

    def _id(self) -> str:
        number = self._number()
        return f"{number:08x}-0000-4000-8000-{number:012x}"

    def _number(self) -> int:
        self.made += 1
        return self.made

    def _time(self) -> str:
        return self.clock.now().strftime("%Y-%m-%dT%H:%M:00.000Z")
