"""Twenty-five platforms on six workloads: quick to open, one page at a time, easy to cut down to what one seeks."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support.browsing import needs_chromium, opened, seconds_to_open
from support.many import FIELD, MANY
from support.result_sets import LADDERS, write_result_set

from agon.analysis.conclusions import analyse
from agon.analysis.judged import Judged
from agon.report import html
from agon.results.summary import ResultSet

SLOWEST_OPENING_S = 2.0
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> ResultSet:
    return write_result_set(tmp_path_factory.mktemp("many"), MANY)


@pytest.fixture(scope="module")
def path(many: ResultSet, state_of_session: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    assert state_of_session.exists()
    file = tmp_path_factory.mktemp("page") / "many.html"
    judged = Judged(many)
    file.write_text(html.render(judged, analyse(judged)), encoding="utf-8")
    return file


def test_the_page_is_not_too_large_to_send(path: Path) -> None:
    assert path.stat().st_size < 6_000_000


@needs_chromium
def test_opens_quickly(browser: Browser, path: Path) -> None:
    # CPU time of the page: a busy machine must not fail the test, a slow page must.
    assert 0.01 < min(cpu for _, cpu in (seconds_to_open(browser, path) for _ in range(3))) < SLOWEST_OPENING_S


@needs_chromium
def test_shows_one_page_at_a_time_and_draws_only_that(browser: Browser, path: Path) -> None:
    view = opened(browser, path)
    assert view.shown() == ["overview"]
    assert view.page.locator(".plot[data-drawn]:not(#overview .plot)").count() == 0
    for workload in LADDERS:
        view.go(f"workload-{workload}")
        assert view.shown() == [f"workload-{workload}"]
    view.until("document.querySelectorAll('#workload-grid-swap .plot[data-drawn]').length > 10")
    assert view.page.locator("#size .plot[data-drawn]").count() == 0
    view.page.locator("nav.contents a", has_text="JADE").click()
    assert view.shown() == ["platform-jade"]
    assert view.page.locator("nav.contents a.here").inner_text() == "JADE"
    view.page.go_back()
    view.until("document.getElementById('workload-grid-swap').matches('.shown')")
    assert view.complaints == []


@needs_chromium
def test_a_link_into_a_page_opens_it_there(browser: Browser, path: Path) -> None:
    view = opened(browser, path)
    view.page.goto(f"{path.as_uri()}#chameneos-fairness")
    assert view.shown() == ["workload-chameneos"]
    view.until(
        "(() => { const b = document.getElementById('chameneos-fairness').getBoundingClientRect();"
        " return b.top > -10 && b.top < innerHeight; })()"
    )


VISIBLE_ROWS = """
id => [...document.querySelectorAll(`#${id} > .scroll:first-of-type tbody tr`)].filter(r => r.offsetParent)
      .map(r => r.querySelector('th').innerText)
"""


@needs_chromium
def test_filters_take_platforms_out_of_tables_charts_and_contents(browser: Browser, path: Path) -> None:
    view = opened(browser, path)
    view.go("workload-token-ring")
    plot = view.page.locator("#token-ring-start-up-plot-1[data-drawn]")
    plot.wait_for()
    before = plot.bounding_box()
    assert before is not None
    view.page.locator("#filter summary").click()
    view.page.get_by_label("actor", exact=True).uncheck()
    assert view.page.locator("#shown").inner_text() == "4 of 25"
    agents = ["jason:pool", "jade", "spade", "autogen-core"]
    assert sorted(view.page.evaluate(VISIBLE_ROWS, "workload-token-ring")) == sorted(agents)
    view.until("document.querySelector('#token-ring-start-up-plot-1 svg')?.getBoundingClientRect().height < 200")
    assert view.page.locator("#token-ring-start-up-plot-1").inner_text().count("autogen-core") == 1
    assert "erlang" not in view.page.locator("#token-ring-start-up-plot-1").inner_text()
    assert view.page.locator("nav.contents a", has_text="Akka").is_hidden()
    assert view.page.locator("#token-ring-elapsed .legend li:visible").count() == 4
    view.page.get_by_label("Python", exact=True).uncheck()
    assert sorted(view.page.evaluate(VISIBLE_ROWS, "workload-token-ring")) == ["jade", "jason:pool"]
    view.page.get_by_label("Python", exact=True).check()
    view.page.get_by_label("actor", exact=True).check()
    assert view.page.locator("#shown").inner_text() == "all 25"
    assert len(view.page.evaluate(VISIBLE_ROWS, "workload-token-ring")) == len(FIELD)
    assert view.complaints == []


@needs_chromium
def test_single_platforms_can_be_chosen_from_none(browser: Browser, path: Path) -> None:
    view = opened(browser, path)
    view.go("workload-pipeline")
    view.page.locator("#filter summary").click()
    view.page.get_by_role("button", name="none").click()
    for label in ("tokio", "akka:safe"):
        view.page.get_by_label(label, exact=True).check()
    assert sorted(view.page.evaluate(VISIBLE_ROWS, "workload-pipeline")) == ["akka:safe", "tokio"]
    view.until(
        "[...document.querySelectorAll('#workload-pipeline .plot')].every(p => p.dataset.drawn || !p.offsetParent)"
    )
    titles = view.page.locator("#pipeline-memory-over-time .panel:visible").all_inner_texts()
    assert sorted(t.split()[0] for t in titles) == ["akka:safe", "tokio"]
    assert view.complaints == []


@needs_chromium
def test_search_finds_pages_charts_and_failures(browser: Browser, path: Path) -> None:
    view = opened(browser, path)
    field = view.page.get_by_role("searchbox")
    field.fill("virtual threads")
    assert view.page.locator("#hits a").first.get_attribute("href") == "#platform-java-virtual-threads"
    field.press("Enter")
    view.until("document.getElementById('platform-java-virtual-threads').matches('.shown')")
    assert view.page.locator("#hits").is_hidden()
    field.fill("grid memory over")
    assert view.page.locator("#hits a").all_inner_texts() == ["Grid swap: Memory over time"]
    field.fill("jason:pool in token-ring")
    view.page.locator("#hits a").first.click()
    view.until("document.getElementById('problems').matches('.shown')")
    field.fill("no such thing")
    assert view.page.locator("#hits").inner_text() == "nothing of that name"
    field.press("Escape")
    assert view.page.locator("#hits").is_hidden()


OPACITIES = """
[...document.querySelectorAll('#token-ring-elapsed .plot .mark-line path')].map(p => p.getAttribute('opacity') ?? '1')
"""


@needs_chromium
def test_a_picked_line_stands_out(browser: Browser, path: Path) -> None:
    view = opened(browser, path)
    view.go("workload-token-ring")
    view.page.locator("#token-ring-elapsed .plot[data-drawn]").wait_for()
    assert set(view.page.evaluate(OPACITIES)) == {"1"}
    tokio = view.page.locator("#token-ring-elapsed .legend button", has_text="tokio")
    tokio.click()
    view.until(f"{OPACITIES}.filter(o => o === '1').length === 1")
    assert len(view.page.evaluate(OPACITIES)) == len(FIELD)
    tokio.click()
    view.until(f"{OPACITIES}.every(o => o === '1')")


def test_the_overview_holds_the_whole_field(many: ResultSet, path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert "Actor platforms" in page and "Agent platforms" in page
    assert "Every workload weighs the same" in page
    overview = page.split('id="coverage"')[1].split('<section id="workload-')[0]
    assert overview.count("<tr") >= len(FIELD) + 1
    safety = page.split('id="safety"')[1].split('<section id="workload-')[0]
    assert safety.count("akka:safe</a>") == safety.count("pekko:safe</a>") == len(LADDERS)
    assert "and 12 more" in page.split('id="choice"')[0]
    assert len(many.cells) == 600
