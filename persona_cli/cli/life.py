"""The life of a thing in words: what happened to it, when, by which operation, and what of that was undone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from persona_cli.cli import render
from persona_cli.core.fold import Placed
from persona_cli.work.listing import Shown


def life(shown: Shown, said: Mapping[str, str]) -> Iterator[str]:
    """One line for each event, oldest first; `said` gives the words of other facts and names of entities by id."""
    words = _Words(said)
    for placed in shown.history:
        operation = placed.operation
        what = words.of(placed)
        undo = shown.undone.get(operation.id)
        undone = f", undone {_time(undo.time)} by {render.short(undo.id)}" if undo else ""
        yield f"{_time(operation.time)}  {what}  ({operation.command} {render.short(operation.id)}{undone})"


def mentioned(shown: Shown) -> list[str]:
    """Ids of facts and entities that the life of a thing speaks of."""
    bodies = (placed.event.body for placed in shown.history)
    return [str(body[key]) for body in bodies for key in ("by", "into", "other") if body.get(key)]


def _time(time: str) -> str:
    return time[:16].replace("T", " ")


class _Words:
    """Tells events; knows what a fact said last."""

    def __init__(self, said: Mapping[str, str]) -> None:
        self._said = said
        self._asserted = False

    def of(self, placed: Placed) -> str:
        event, body = placed.event, placed.event.body
        plain = {
            "entity": f"first named “{body.get('name', '')}”",
            "alias": f"also called “{body.get('name', '')}”",
            "rename": f"called “{body.get('name', '')}” from here on",
            "describe": f"described: {body.get('text') or body.get('link') or body.get('etype', '')}",
            "merge": f"the same as {self._named(body.get('into'))}",
            "unmerge": "itself again",
            "distinct": f"never the same as {self._named(body.get('other'))}",
            "status": f"{body.get('status', '')}",
            "propose": "put up for review",
            "decide": f"{body.get('decision', '')}ed" if body.get("decision") != "accept" else "accepted",
            "episode": "recorded",
            "erased": "erased",
            "summary": "summed up",
        }
        return plain.get(event.type) or self._of_fact(event.type, body)

    def _of_fact(self, kind: str, body: Mapping[str, Any]) -> str:
        reason = f", because {body['reason']}" if body.get("reason") else ""
        since = f", since {body['valid_at']}" if body.get("valid_at") else ""
        by = f", instead {self._named(body['by'])}" if body.get("by") else ""
        quotes = _quotes(body)
        words = {
            "assert": f"said again{since}{quotes}",
            "support": f"said again{since}{quotes}",
            "close": f"ended on {body.get('at', '')}{by}{quotes}{reason}",
            "retract": f"never right{by}{quotes}{reason}",
            "reopen": f"holds again{reason}",
            "edit": f"{_edit(body)}{since}{reason}",
        }
        if kind == "assert" and not self._asserted:
            self._asserted = True
            return f"asserted by {body.get('extractor', '')}: “{body.get('text', '')}”{since}{quotes}"
        return words.get(kind, kind)

    def _named(self, ident: object) -> str:
        known = self._said.get(str(ident))
        return f"{render.short(str(ident))} “{known}”" if known else render.short(str(ident))


def _edit(body: Mapping[str, Any]) -> str:
    return f"reworded: “{body['text']}”" if body.get("text") else "changed by hand"


def _quotes(body: Mapping[str, Any]) -> str:
    items = body.get("evidence")
    quotes = [item.get("quote", "") for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    return "".join(f", from “{quote}”" for quote in quotes if quote)
