"""The database in Notion: found again by its id, or made once under a page; nothing outside it is ever touched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from persona_cli.errors import PersonaError, RemoteError, UsageError
from persona_cli.store.vault import Vault
from persona_cli.work.configure import change_all
from persona_cli.work.notion.client import LostError, Notion, RowError, page_id
from persona_cli.work.notion.rows import NAMES, NEEDED, Schema, database_properties, schema_of
from persona_cli.work.notion.state import State

TITLE = "Persona memory"
ABOUT = "The memory of persona, kept by `persona notion-sync`. Tick “Needs review” and write what is wrong."
GROUPS = {"kind": ("kind", "By kind", "select"), "entity": ("name", "By entity", "title")}
LOOKS = 3  # how often a database is looked for after its answer was lost
PAUSE = 2.0  # seconds for Notion to finish what it may be doing

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Place:
    """Where rows are read and written."""

    database: str
    source: str
    schema: Schema


def located(notion: Notion, state: State) -> Place:
    """The database that is known, looked up anew; raises PersonaError when it is gone, unshared or another one."""
    try:
        source = notion.source(state.source or _source_of(notion, state.database, state.columns))
    except RowError as error:
        if error.status != 404:
            raise
        raise PersonaError(
            f"the database {state.database} is out of reach: deleted, or not shared with the connection any more",
            hint="restore it or share it in Notion; for a new one: persona config notion.database ''",
        ) from None
    if source.get("in_trash"):
        raise PersonaError(
            f"the database {state.database} is in Notion's trash",
            hint="restore it there; for a new one: persona config notion.database ''",
        )
    state.source = str(source.get("id", ""))
    schema = schema_of(_properties(source), state.columns)
    _check(schema, state.database)
    state.columns = dict(schema.ids)
    return Place(state.database, state.source, schema)


def _source_of(notion: Notion, database: str, columns: Mapping[str, str]) -> str:
    """Which of a database's data sources is ours: the one with our columns."""
    found = notion.database(database)
    if found.get("in_trash"):
        raise PersonaError(f"the database {database} is in Notion's trash", hint="restore it there")
    for item in found.get("data_sources") or ():
        ident = str(item.get("id", ""))
        if "id" in schema_of(_properties(notion.source(ident)), columns).ids:
            return ident
    raise _foreign(database, ("id",))


def _check(schema: Schema, database: str) -> None:
    if lacking := tuple(key for key in NEEDED if key not in schema.ids):
        raise _foreign(database, lacking)


def _foreign(database: str, lacking: tuple[str, ...]) -> PersonaError:
    told = ", ".join(f"'{NAMES[key]}'" for key in lacking)
    return PersonaError(
        f"the database {database} has no column {told}; nothing was changed",
        hint="undo the change in Notion (••• → Version history), or see persona config notion.database",
    )


def _properties(source: Mapping[str, Any]) -> Mapping[str, Any]:
    found = source.get("properties")
    return found if isinstance(found, dict) else {}


# --- making it ------------------------------------------------------------------------------------------------------


def founded(vault: Vault, notion: Notion, parent: str, say: Say) -> tuple[Vault, State]:
    """A new database under a page, remembered in the settings; one that an interrupted run has made is taken up."""
    if not parent:
        raise UsageError(
            "no Notion database yet, and no page to make it under",
            hint="persona notion-sync --parent 'LINK OF A PAGE', a page that is shared with the connection",
        )
    page = page_id(parent)
    label = vault.settings.text("notion.label") or vault.new_id("nt")
    vault = _remembered(vault, {"notion.parent": page, "notion.label": label})
    database = _made(notion, page, label) or _make(notion, page, label, say)
    vault = _remembered(vault, {"notion.database": database})
    return vault, State(database)


def _remembered(vault: Vault, values: Mapping[str, str]) -> Vault:
    stated = {name: value for name, value in values.items() if vault.settings.text(name) != value}
    return change_all(vault, stated, command="notion-sync") if stated else vault


def _made(notion: Notion, page: str, label: str) -> str:
    """The id of our database under a page; empty when there is none."""
    for block in notion.children(page):
        title = (block.get("child_database") or {}).get("title")
        if block.get("type") != "child_database" or title != TITLE or block.get("in_trash"):
            continue
        found = notion.database(str(block["id"]))
        told = "".join(str(item.get("plain_text", "")) for item in found.get("description") or ())
        if label in told and not found.get("in_trash"):
            return str(found["id"])
    return ""


def _make(notion: Notion, page: str, label: str, say: Say) -> str:
    say(f"Making the database '{TITLE}' …")
    body = {
        "parent": {"type": "page_id", "page_id": page},
        "title": _text(TITLE),
        "description": _text(f"{ABOUT} [{label}]"),
        "initial_data_source": {"properties": database_properties()},
    }
    for look in range(LOOKS):
        try:
            made = notion.create_database(body)
        except LostError:
            notion.pause(PAUSE * (look + 1))
            if found := _made(notion, page, label):
                return found
            if look == LOOKS - 1:
                raise
        else:
            return _completed(notion, made)
    raise AssertionError  # the last look returned or raised


def _completed(notion: Notion, made: Mapping[str, Any]) -> str:
    """See that a new database has its columns; older rules of the API gave it the title alone."""
    source = str(made["data_sources"][0]["id"])
    there = _properties(notion.source(source))
    wanted = database_properties()
    if lacking := {name: wanted[name] for name in wanted if name not in there and "title" not in wanted[name]}:
        notion.change_source(source, lacking)
    return str(made["id"])


def _text(content: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": {"content": content}}]


# --- views ----------------------------------------------------------------------------------------------------------


def grouped(notion: Notion, place: Place, by: str) -> str:
    """Make a view grouped by kind or entity unless there is one of its name; why not, where Notion refuses."""
    key, name, kind = GROUPS[by]
    if key not in place.schema.ids:
        return f"no view by {by}: the column '{NAMES[key]}' is gone"
    group: dict[str, Any] = {
        "type": kind,
        "property_id": place.schema.ids[key],
        "sort": {"type": "manual"},
        "hide_empty_groups": True,
    }
    if kind == "title":
        group["group_by"] = "exact"
    body = {
        "database_id": place.database,
        "data_source_id": place.source,
        "name": name,
        "type": "table",
        "configuration": {"type": "table", "group_by": group},
    }
    try:
        if name not in {_view_name(notion, view) for view in notion.views(place.source)}:
            notion.create_view(body)
    except LostError as error:
        return f"the view by {by} may be missing ({error}); the next run looks again"
    except RemoteError as error:
        if not isinstance(error, RowError):
            raise
        return f"no view by {by}: {error}"
    return ""


def _view_name(notion: Notion, view: Mapping[str, Any]) -> str:
    """A view's name; lists may leave it out."""
    return str(view["name"] if "name" in view else notion.view(str(view.get("id", ""))).get("name", ""))
