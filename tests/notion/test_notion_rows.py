"""Claims about rows: sizes, times, marks, and what a page object is read as."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona_cli.core.when import parse_when
from persona_cli.work.notion import rows

SCHEMA = rows.Schema({column.key: f"p_{column.key}" for column in rows.COLUMNS})
TEXTS = st.text(st.characters(codec="utf-8"), max_size=40)


def _as_notion_gives(properties: dict) -> dict:
    """Written properties in the shape in which a page object carries them."""
    found = {}
    for key, column in ((key, rows.TYPES[key]) for key in rows.TYPES):
        value = properties.get(f"p_{key}", {}).get(column)
        if isinstance(value, list):
            value = [{**item, "plain_text": item["text"]["content"]} for item in value]
        found[rows.NAMES[key]] = {"id": f"p_{key}", "type": column, column: value}
    return {"object": "page", "id": "page-1", "created_time": "2026-11-30T12:00:00.000Z", "properties": found}


@given(TEXTS)
def test_a_piece_of_rich_text_is_at_most_2000_utf16_units_and_no_character_is_cut(text: str) -> None:
    """The pieces joined are the text, none is longer than Notion takes, and each is whole UTF-16."""
    text *= 300
    pieces = rows.chunks(text)
    assert text == "".join(pieces)
    assert all(len(piece.encode("utf-16-le")) <= 4000 for piece in pieces)


@given(st.text(max_size=30))
def test_a_value_never_exceeds_the_limits_of_a_request(text: str) -> None:
    """However long a text is, its value has at most as many pieces as Notion gives back, and far less than 500 KB."""
    value = rows.plain(text * 5000)
    assert len(rows.chunks(value)) <= rows.ELEMENTS
    assert len(value.encode()) < 200_000


@given(TEXTS)
def test_the_plain_form_is_stable(text: str) -> None:
    """Bringing a value into its plain form again changes nothing."""
    once = rows.plain(text * 2000)
    assert once == rows.plain(once)


@pytest.mark.parametrize(
    "said", ["2026", "0987", "2026-02", "2024-02", "2026-12", "9999-12", "2026-03-05", "2026-03-05T10:11:12Z"]
)
def test_times_come_back_at_the_precision_they_had(said: str) -> None:
    """A year is written as the range of its days and read as a year again; so is a month."""
    shown = rows.shown_time(parse_when(said))
    written = rows.properties_of(SCHEMA, {"since": shown}, ["since"])
    assert shown == rows.row_of(_as_notion_gives(written), SCHEMA).values["since"]


@pytest.mark.parametrize(
    ("date", "read"),
    [
        (None, ""),
        ({"start": "2026-03-05", "end": None}, "2026-03-05"),
        ({"start": "2026-03-05", "end": "2026-04-02"}, "2026-03-05/2026-04-02"),
        ({"start": "2026-03-05T12:00:00.000+02:00", "end": None}, "2026-03-05T10:00Z"),
        ({"start": "2026-03-05T10:00:00", "end": None, "time_zone": "UTC"}, "2026-03-05T10:00Z"),
        ({"start": "2026-03-01", "end": "2026-03-31"}, "2026-03"),
    ],
)
def test_dates_that_a_person_sets_are_understood(date: object, read: str) -> None:
    """A day, a whole month and an instant are times; any other range stays one and is no single time."""
    page = _as_notion_gives({"p_since": {"date": date}})
    assert read == rows.row_of(page, SCHEMA).values["since"]


@given(st.dictionaries(st.sampled_from(rows.CONTENT[:5]), st.text(max_size=50).map(rows.plain)))
def test_a_row_reads_as_what_was_written(values: dict[str, str]) -> None:
    """Values written into a row are read back the same, with the fact's id and the mark."""
    mark = rows.mark_of(values)
    written = rows.properties_of(SCHEMA, values, rows.CONTENT) | rows.identity_of(SCHEMA, "fa_7k3q", mark)
    row = rows.row_of(_as_notion_gives(written), SCHEMA)
    assert ("fa_7k3q", mark) == (row.fact, row.mark)
    assert {key: values.get(key, "") for key in rows.CONTENT} == row.values


def test_a_mark_tells_which_column_changed() -> None:
    """Marks of two rows differ in the columns whose values differ, and nowhere else."""
    one, two = (
        rows.marks(rows.mark_of({"fact": "a", "kind": "fact"})),
        rows.marks(rows.mark_of({"fact": "b", "kind": "fact"})),
    )
    assert ["fact"] == [key for key in one if one[key] != two[key]]
    assert {} == rows.marks("not a mark")


def test_columns_are_found_by_id_when_a_person_renames_them() -> None:
    """A renamed column is the same column; one of another type under the old name is not."""
    properties = {
        "What it says": {"id": "p_fact", "name": "What it says", "type": "rich_text"},
        "Kind": {"id": "zzz", "name": "Kind", "type": "number"},
    }
    assert {"fact": "p_fact"} == dict(rows.schema_of(properties, {"fact": "p_fact"}).ids)
    assert {} == dict(rows.schema_of(properties, {}).ids)


@pytest.mark.parametrize("page", [{}, {"id": 3, "properties": {}}, {"id": "x", "properties": []}, {"id": "x"}])
def test_what_is_no_page_is_refused(page: dict) -> None:
    """A query result without an id or properties is bad data, told as such."""
    with pytest.raises(ValueError, match="no page"):
        rows.row_of(page, SCHEMA)


@given(
    st.recursive(
        st.none() | st.booleans() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_no_value_of_a_column_breaks_the_reading(value: object) -> None:
    """Whatever stands where a value should, a row comes out."""
    found = {rows.NAMES[key]: {"id": f"p_{key}", "type": kind, kind: value} for key, kind in rows.TYPES.items()}
    assert "page" == rows.row_of({"id": "page", "properties": found}, SCHEMA).page
