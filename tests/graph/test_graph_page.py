"""The page in a real browser: it opens from disk, asks nobody for anything, and text stays text."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from graph_memories import ENTITIES, EPISODE_OF, EPISODES, FACTS, HOSTILE, hostile, large
from graph_readers import NODE_HOME, module, need, program

from persona_cli.core.model import USER_ENTITY
from persona_cli.work.graph.as_html import as_html
from persona_cli.work.graph.build import build_graph
from persona_cli.work.graph.model import Graph, begins, ends

FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --window-size=1440,900"
).split()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Chromium without a window, its log of messages and requests kept."""
    webdriver = module("selenium.webdriver")
    service = module("selenium.webdriver.chrome.service")
    options = webdriver.ChromeOptions()
    options.binary_location = program("chromium")
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=service.Service(program("chromedriver")))
    yield driver
    driver.quit()


class Page:
    """One open page, in the words of someone who uses it."""

    def __init__(self, browser: Any, place: Path, graph: Graph, scheme: str = "dark") -> None:
        place.write_text("".join(as_html(graph)), "utf-8")
        self.browser, self.url = browser, place.as_uri()
        browser.get("about:blank")
        for log in ("browser", "performance"):
            browser.get_log(log)
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        browser.get(self.url)
        self.until("return document.documentElement.dataset.ready === 'yes'")

    def run(self, script: str, *values: Any) -> Any:
        return self.browser.execute_script(script, *values)

    def until(self, script: str, *values: Any, seconds: float = 20) -> None:
        last = time.monotonic() + seconds
        while not self.run(script, *values):
            assert time.monotonic() < last, f"never true: {script}"
            time.sleep(0.05)

    def settle(self) -> None:
        self.until("return document.documentElement.dataset.settled === 'yes'", seconds=60)

    def find(self, css: str) -> Any:
        return self.browser.find_element("css selector", css)

    def texts(self, css: str) -> list[str]:
        return self.run("return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)", css)

    def type(self, css: str, *keys: str) -> None:
        self.find(css).send_keys(*keys)

    def day(self, iso: str) -> None:
        """Move the slider to a day, as a hand does: by its value and an input event."""
        self.run(
            "const s = document.getElementById('slider'); s.value = Math.round(Date.parse(arguments[0]) / 864e5);"
            "s.dispatchEvent(new Event('input'))",
            iso,
        )

    def shown(self) -> dict[str, int]:
        return self.run("return memoryPage.shown()")

    def click_node(self, key: str) -> None:
        x, y = self.run("return memoryPage.where(arguments[0])", key)
        chains = module("selenium.webdriver.common.action_chains")
        builders = module("selenium.webdriver.common.actions.action_builder")
        assert chains
        builder = builders.ActionBuilder(self.browser)
        builder.pointer_action.move_to_location(round(x), round(y)).click()
        builder.perform()

    def messages(self) -> list[str]:
        return [entry["message"] for entry in self.browser.get_log("browser")]

    def requests(self) -> set[str]:
        """What was asked for beside the page itself and what it holds."""
        asked = set()
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                asked.add(message["params"].get("request", message["params"])["url"])
        return {url for url in asked - {self.url} if not url.startswith(("blob:", "data:", "chrome:"))}


SMALL = build_graph(
    ENTITIES, FACTS, EPISODES, episode_of=EPISODE_OF, include_past=True, with_episodes=True, with_goals=True, with_psyche=True
)  # fmt: skip


@pytest.fixture
def page(browser: Any, tmp_path: Path) -> Page:
    return Page(browser, tmp_path / "memory.html", SMALL)


def test_it_opens_without_a_message_and_without_a_request(page: Page):
    """From disk, the page draws, writes nothing to the console and asks for nothing, whatever one does with it."""
    page.settle()
    page.type("#search", "mara", "\ue007")
    page.day("2021-06-01")
    for view in ("timeline", "list", "graph"):
        page.find(f"[data-view={view}]").click()
    page.find("#theme").click()
    assert ([], set()) == (page.messages(), page.requests())
    assert int(page.run("return document.getElementById('graph').dataset.drawn")) > 0


def test_search_finds_names_aliases_and_facts_and_opens_a_node(page: Page):
    """Typing lists what matches; Enter opens the first, with its facts, dates and quotes."""
    page.type("#search", "lindqv")
    assert page.texts("#results [role=option] span:nth-child(2)") == [
        "Mara Lindqvist",
        "Imre",
    ]  # he has a fact about her
    page.type("#search", "\ue007")
    assert page.texts("#panel h2") == ["Mara Lindqvist"]
    told = page.find("#panel").text
    for words in (
        "also M. Lindqvist, Mara",
        "Mara's birthday is 4 May.",
        "since 2008",
        "said “since school”",
        "2020 to 2023",
        "tu_1",
    ):
        assert words in told
    page.find("#search").clear()
    page.type("#search", "optics")
    assert page.texts("#results [role=option] span:nth-child(2)") == ["Northlight Lab"]
    page.type("#search", "zzz")
    assert page.texts("#results li") == ["Nothing found"]


def test_a_click_on_a_node_opens_it_and_escape_closes_it(page: Page):
    """The panel tells what is known of the node that was clicked; a button in it leads to the next node."""
    page.settle()
    page.click_node("en_lab")
    page.until("return document.querySelector('#panel h2')?.textContent === 'Northlight Lab'")
    assert page.find("#panel").is_displayed()
    page.find("#panel .fact .head button").click()
    assert page.texts("#panel h2")[0] in ("Imre", "Mara Lindqvist")
    page.type("#panel", "\ue00c")
    assert not page.find("#panel").is_displayed()


@pytest.mark.parametrize(
    "day", ["2012-01-01", "2020-06-01", "2023-04-30", "2023-05-01", "2024-01-31", "2024-02-01", "2025-06-01"]
)
def test_the_slider_shows_what_was_true_that_day(page: Page, day: str):
    """As many links are drawn as facts with an object are valid that day, counting just those that ended just then."""
    page.run("document.getElementById('past').click()")
    page.day(day)
    instant = f"{day}T00:00:00Z"
    begun = sum(link.fact is not None and begins(link.fact) <= instant for link in SMALL.links)
    relations = sum(link.fact is None and link.label != "PREVIOUS" for link in SMALL.links)
    assert begun + relations == page.shown()["links"]
    assert day == page.find("#day").text
    page.run("document.getElementById('past').click()")
    first, last = (int(page.find("#slider").get_attribute(name)) for name in ("min", "max"))
    just = (date.fromisoformat(day) - timedelta(days=(last - first) / 60)).isoformat()  # how long an end stays marked
    live = sum(
        link.fact is not None and begins(link.fact) <= instant and ends(link.fact)[:10] > just for link in SMALL.links
    )
    assert live + relations == page.shown()["links"]
    page.type("#search", "Imre", "\ue007")
    gone = page.texts("#panel .fact.gone > div:nth-child(2)")
    assert (not "2019-01-01" <= day < "2024-02-01") == ("Imre lived in Graz." in gone)


def test_filters_take_kinds_and_predicates_away(page: Page):
    """Without people no person is drawn; without a predicate none of its links is."""
    before = page.shown()
    page.run(
        "[...document.querySelectorAll('#kinds li')].find((li) => li.textContent.startsWith('People')).querySelector('input').click()"
    )
    fewer = page.shown()
    assert fewer["nodes"] < before["nodes"]
    assert fewer["links"] < before["links"]
    page.run(
        "[...document.querySelectorAll('#predicates li')].find((li) => li.textContent.startsWith('lives in')).querySelector('input').click()"
    )
    assert fewer["links"] - 1 == page.shown()["links"]
    page.find("#all-predicates").click()
    assert fewer == page.shown()


def test_the_timeline_view_tells_learnt_changed_and_ended(page: Page):
    """Months stand newest first; the move shows the old home and the new."""
    page.find("[data-view=timeline]").click()
    assert page.texts(".month h2") == ["2025-03", "2024-02", "2023"]
    assert page.texts(".month li.changed > div") == ["Imre lived in Graz. Imre lives in Oslo."]
    assert page.texts(".month li.ended > div") == ["Mara works at Northlight Lab."]
    page.find(".month .who").click()
    assert page.find("#panel").is_displayed()


def test_the_list_view_is_a_way_without_the_picture(page: Page):
    """By keyboard alone: the first Tab skips to the list, where every node is a button that opens it."""
    page.type("body", "\ue004")
    assert page.run("return document.activeElement.className") == "skip"
    page.browser.switch_to.active_element.send_keys("\ue007")
    assert page.run("return document.activeElement.id") == "list"
    assert sorted(node.name for node in SMALL.nodes) == sorted(page.texts("#list .rows button span:nth-child(2)"))
    page.browser.switch_to.active_element.send_keys("\ue004")
    page.browser.switch_to.active_element.send_keys("\ue007")
    assert page.texts("#panel h2") == ["Imre"]
    assert page.run("return document.activeElement.id") == "panel"


def test_slash_goes_to_the_search_and_arrows_choose(page: Page):
    """`/` focuses the search field without being typed; the arrow keys move through what was found."""
    page.type("body", "/")
    assert tuple(page.run("const s = document.activeElement; return [s.id, s.value]")) == ("search", "")
    page.type("#search", "imre", "\ue015", "\ue015", "\ue013")
    chosen = page.run(
        "return document.getElementById(document.getElementById('search').getAttribute('aria-activedescendant')).getAttribute('aria-selected')"
    )
    assert chosen == "true"


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_it_follows_the_system_in_dark_and_light_and_can_be_changed(browser: Any, tmp_path: Path, scheme: str):
    """The first look is the system's; the button turns it round; the background changes."""
    page = Page(browser, tmp_path / "memory.html", SMALL, scheme)
    colour = "return [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor]"
    first = page.run(colour)
    page.find("#theme").click()
    second = page.run(colour)
    assert (scheme, {"dark": "light", "light": "dark"}[scheme]) == (first[0], second[0])
    assert first[1] != second[1]


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("view", ["graph", "timeline", "list"])
def test_an_accessibility_checker_finds_nothing(browser: Any, tmp_path: Path, scheme: str, view: str):
    """Names, roles, contrast and order hold in each view, with a node open."""
    checker = NODE_HOME / "node_modules" / "axe-core" / "axe.min.js"
    need(checker.is_file(), "npm install --prefix tests/graph/node")
    page = Page(browser, tmp_path / "memory.html", SMALL, scheme)
    page.find(f"[data-view={view}]").click()
    page.type("#search", "Imre", "\ue007")
    page.run(checker.read_text("utf-8"))
    found = page.browser.execute_async_script(
        "axe.run().then((all) => arguments[0](all.violations.map((v) => [v.id, v.nodes.map((n) => n.html)])))"
    )
    assert found == []


def test_hostile_names_stay_text(browser: Any, tmp_path: Path):
    """Names, predicates, facts and quotes that look like markup are shown as written, run nothing and fetch nothing."""
    graph = build_graph(*hostile(), include_past=True)
    page = Page(browser, tmp_path / "memory.html", graph)
    tags = "return ['script', 'img', 'iframe', 'a'].map((tag) => document.getElementsByTagName(tag).length)"
    before = page.run(tags)
    page.settle()
    page.find("[data-view=list]").click()
    shown = page.texts("#list .rows button span:nth-child(2)")
    assert sorted([text or "(no name)" for text in HOSTILE] + ["Imre"]) == sorted(shown)
    page.find("[data-view=timeline]").click()
    page.type("#search", "Imre", "\ue007")
    quotes = page.texts("#panel blockquote")
    assert {text * 2 for text in HOSTILE} - {""} == set(quotes)
    for node in graph.nodes:
        page.run("memoryPage.open(arguments[0])", node.id)
    page.find("[data-view=graph]").click()
    page.click_node("en_h01")
    assert page.run("return window.owned === undefined")
    assert before == page.run(tags) == [3, 0, 0, 1]
    assert ([], set()) == (page.messages(), page.requests())


def test_the_page_lets_no_other_script_run(page: Page):
    """A script or a handler that got into the page somehow is refused by its policy, and so is a request."""
    page.run(
        "const s = document.createElement('script'); s.textContent = 'window.owned = 1'; document.body.append(s);"
        "const d = document.createElement('div'); d.innerHTML = '<img src=\"data:,x\" onerror=\"window.owned = 1\">'; document.body.append(d);"
        "fetch('http://127.0.0.1:9/').catch(() => { window.refused = true; })"
    )
    page.until("return window.refused === true")
    assert page.run("return window.owned === undefined")
    assert any("Content Security Policy" in message for message in page.messages())


def test_an_empty_memory_says_so(browser: Any, tmp_path: Path):
    """With nothing to draw the page tells what will be here, without a message in the console."""
    page = Page(browser, tmp_path / "memory.html", build_graph((), ()))
    assert page.find("#empty").is_displayed()
    assert page.messages() == []


def test_two_thousand_nodes_are_quick(browser: Any, tmp_path: Path):
    """A memory of 2,000 nodes is there within eight seconds on a busy machine, and a slider step takes a quarter of one at most."""
    begin = time.monotonic()
    page = Page(browser, tmp_path / "memory.html", build_graph(*large(2000, 5000), include_past=True))
    assert time.monotonic() - begin < 8
    step = "const s = document.getElementById('slider'); s.value = +s.min + (+s.max - s.min) / 2; const t = performance.now(); s.dispatchEvent(new Event('input')); return performance.now() - t"
    assert page.run(step) < 250
    assert page.shown()["nodes"] > 500


@pytest.mark.slow
def test_twenty_thousand_nodes_can_be_used(browser: Any, tmp_path: Path):
    """20,000 nodes open within forty seconds on a busy machine, and while they settle a search answers within three."""
    begin = time.monotonic()
    page = Page(browser, tmp_path / "memory.html", build_graph(*large(20000, 45000), include_past=True))
    assert time.monotonic() - begin < 40
    search = "const s = document.getElementById('search'); s.value = 'holm'; const t = performance.now(); s.dispatchEvent(new Event('input')); return performance.now() - t"
    assert page.run(search) < 3000
    assert page.texts("#results [role=option]")
    assert page.run("return document.getElementById('graph').getAttribute('aria-label')").startswith(
        "Graph of the memory: 20,000 nodes"
    )


def test_the_user_is_the_middle(page: Page):
    """When all is settled the person stands nearer to the middle of the picture than most others."""
    page.settle()
    distance = "const [x, y] = memoryPage.where(arguments[0]), b = document.getElementById('graph').getBoundingClientRect(); return Math.hypot(x - b.left - b.width / 2, y - b.top - b.height / 2)"
    far = {node.id: page.run(distance, node.id) for node in SMALL.nodes}
    assert far[USER_ENTITY] <= sorted(far.values())[len(far) // 2]


def test_it_draws_without_a_worker_too(browser: Any, tmp_path: Path):
    """Where the browser has no workers, or refuses this one, the page lays the graph out by itself."""
    for trouble in (
        "delete window.Worker",
        "window.Worker = class { postMessage() { setTimeout(() => this.onerror(), 20); } }",
    ):
        made = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": trouble})
        try:
            page = Page(browser, tmp_path / "memory.html", SMALL)
            page.settle()
            places = {tuple(page.run("return memoryPage.where(arguments[0])", node.id)) for node in SMALL.nodes}
            assert len(places) == len(SMALL.nodes)
        finally:
            browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", made)


def test_play_moves_through_time(page: Page):
    """Pressed at the end, play starts from the first day; pressed again it stops where it is."""
    last = page.find("#day").text
    page.find("#play").click()
    page.until("return document.getElementById('day').textContent < arguments[0]", last)
    page.find("#play").click()
    stopped = page.find("#day").text
    time.sleep(0.3)
    assert page.find("#day").text == stopped
