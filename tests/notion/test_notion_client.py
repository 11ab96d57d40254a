"""Claims about the client: versions, pages of results, limits of rate, lost answers, and words that help."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from notion_parts import TOKEN, Fault
from notion_server import Server
from notion_space import Workspace

from persona_cli.errors import RemoteError, UsageError
from persona_cli.work.notion.client import LostError, Notion, RowError, page_id
from persona_cli.work.notion.rows import database_properties


@pytest.fixture
def notion(space: Workspace, server: Server) -> Iterator[Notion]:
    client = Notion(server.key(), timing=space.clock.timing, base_url=server.url)
    yield client
    client.close()


@pytest.fixture
def source(space: Workspace, notion: Notion) -> str:
    body = {
        "parent": {"type": "page_id", "page_id": space.new_page()},
        "title": [{"type": "text", "text": {"content": "Facts"}}],
        "initial_data_source": {"properties": database_properties()},
    }
    return notion.create_database(body)["data_sources"][0]["id"]


def test_rows_of_all_pages_of_results_are_read(space: Workspace, notion: Notion, source: str) -> None:
    """250 rows take three requests."""
    made = [space.add_row(fact=f"{n}") for n in range(250)]
    before = len(space.log)
    assert {row["id"] for row in made} == {page["id"] for page in notion.rows(source)}
    assert 3 == len(space.log) - before


def test_rows_past_the_limit_of_one_query_are_read(space: Workspace, notion: Notion, source: str) -> None:
    """Where a query is cut off at its limit, the next one goes on from the last creation time; no row comes twice."""
    space.result_limit = 200
    made = []
    for n in range(650):
        made.append(space.add_row(fact=f"{n}")["id"])
        space.clock.elapsed += 30
    found = [page["id"] for page in notion.rows(source)]
    assert made == found


def test_more_rows_of_one_minute_than_a_query_gives_stop_the_reading(
    space: Workspace, notion: Notion, source: str
) -> None:
    """Rather than take a part of the rows for all of them, the client says so."""
    space.result_limit = 100
    for n in range(150):
        space.add_row(fact=f"{n}")
    with pytest.raises(RemoteError, match="more rows of one minute"):
        list(notion.rows(source))


def test_a_window_that_is_used_up_is_waited_out(space: Workspace, notion: Notion, source: str) -> None:
    """A 429 is answered by waiting as long as it says, on the clock that was handed down."""
    space.budget = 5
    for _ in range(20):
        notion.source(source)
    assert space.refused > 0
    assert all(wait <= 67 for wait in space.clock.slept)


def test_the_client_keeps_to_three_requests_a_second(space: Workspace, notion: Notion, source: str) -> None:
    """No window of 60 seconds sees more than 180 requests, so none is refused; a short run is not slowed."""
    space.latency = 0.001
    for _ in range(180 - 1):
        notion.source(source)
    assert [] == space.clock.slept
    for _ in range(400):
        notion.source(source)
    assert 0 == space.refused
    assert 120 < space.clock.elapsed < 200


@pytest.mark.parametrize(("status", "code"), [("429", "rate_limited"), ("529", "service_overload")])
def test_writes_that_were_turned_down_are_sent_again(
    space: Workspace, notion: Notion, source: str, status: str, code: str
) -> None:
    """429 and 529 say that nothing was done: the write waits as told and happens once."""
    space.faults = [Fault("POST", "/v1/pages", status, 2, retry_after=7, code=code)]
    notion.create_row(source, {})
    assert 1 == len(space.rows())
    assert [7.0, 7.0] == space.clock.slept


@pytest.mark.parametrize("kind", ["lost", "cut", "500", "503", "504", "409"])
def test_writes_without_an_answer_are_not_sent_again(space: Workspace, notion: Notion, source: str, kind: str) -> None:
    """The client cannot know whether the write happened, so it says so and leaves it at one request."""
    space.faults = [Fault("POST", "/v1/pages", kind)]
    before = len(space.log)
    with pytest.raises(LostError):
        notion.create_row(source, {})
    assert 1 == len(space.log) - before
    assert (1 if kind == "lost" else 0) == len(space.rows())


@pytest.mark.parametrize("kind", ["lost", "503", "529"])
def test_reads_are_repeated(space: Workspace, notion: Notion, source: str, kind: str) -> None:
    """A read that failed twice is good at the third time."""
    space.faults = [Fault("POST", ".*/query", kind, 2)]
    assert [] == list(notion.rows(source))


def test_a_wait_longer_than_two_minutes_is_told_instead(space: Workspace, notion: Notion, source: str) -> None:
    """The limit of a whole workspace can ask for minutes; the run ends and says when to come back."""
    space.faults = [Fault("POST", "/v1/pages", "429", 9, retry_after=900, code="rate_limited")]
    with pytest.raises(RemoteError, match="rate_limited") as caught:
        notion.create_row(source, {})
    assert (7, 900.0, "try again after 0:15:00 (hours:minutes:seconds)") == (
        caught.value.exit_code,
        caught.value.retry_after,
        caught.value.hint,
    )
    assert [] == space.clock.slept


def test_refusals_say_what_helps(space: Workspace, notion: Notion, source: str) -> None:
    """404 speaks of sharing, 400 is of this row alone, 401 names the command that sets the key; no key in any words."""
    space.unshared.add(source)
    with pytest.raises(RowError, match="object_not_found") as missing:
        notion.source(source)
    assert "Connections" in missing.value.hint
    space.unshared.clear()
    with pytest.raises(RowError, match="should be ≤ `2000`"):
        ident = space.column("Fact")
        notion.create_row(source, {ident: {"rich_text": [{"type": "text", "text": {"content": "x" * 2001}}]}})
    space.version = "2027-01-01"
    with pytest.raises(RowError, match="Notion-Version"):
        notion.source(source)


def test_a_wrong_token_names_the_command_that_sets_it(space: Workspace, server: Server) -> None:
    """The hint of a 401 is the command, and the token stands nowhere."""
    wrong = TOKEN[::-1]
    notion = Notion(server.key(wrong), timing=space.clock.timing, base_url=server.url)
    with pytest.raises(RemoteError, match="unauthorized") as caught:
        notion.source("x")
    notion.close()
    assert "persona key set notion" in caught.value.hint
    assert wrong not in f"{caught.value!r} {caught.value.hint} {notion.__dict__}"


def test_long_rich_text_is_read_to_its_end(space: Workspace, notion: Notion, source: str) -> None:
    """A page object gives 25 pieces; the property itself gives all, 100 a request."""
    row = space.add_row(fact="x")
    pieces = [f"{n} " for n in range(230)]
    content = [{"type": "text", "text": {"content": piece, "link": None}} for piece in pieces]
    row["values"][space.column("Correction notes")] = {"type": "rich_text", "rich_text": content}
    assert "".join(pieces) == notion.whole_text(row["id"], space.column("Correction notes"))


@pytest.mark.parametrize(
    "text",
    [
        "https://www.notion.so/ana/Home-0123456789abcdef0123456789abcdef?pvs=4",
        "0123456789abcdef0123456789ABCDEF",
        "01234567-89ab-cdef-0123-456789abcdef",
    ],
)
def test_a_page_is_named_by_its_link_or_its_id(text: str) -> None:
    """What a person copies out of Notion is understood."""
    assert "01234567-89ab-cdef-0123-456789abcdef" == page_id(text)


def test_what_is_no_page_is_wrong_usage() -> None:
    """A title is no page's address."""
    with pytest.raises(UsageError, match="no page of Notion"):
        page_id("Home")
