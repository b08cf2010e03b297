"""The page in a browser: charts appear, answer to a pointer, follow the theme, fit a phone, and ask no server."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support.browsing import Opened, needs_chromium, opened, seconds_to_open
from support.result_sets import Options, write_result_set

from agon.analysis.conclusions import Analysis
from agon.analysis.judged import Judged
from agon.report import html

pytestmark = [pytest.mark.browser, needs_chromium]
SLOWEST_OPENING_S = 2.0


@pytest.fixture(scope="module")
def path(page: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(page, encoding="utf-8")
    return file


def test_opens_quickly(browser: Browser, path: Path) -> None:
    # CPU time of the page: a busy machine must not fail the test, a slow page must.
    assert 0.01 < min(cpu for _, cpu in (seconds_to_open(browser, path) for _ in range(3))) < SLOWEST_OPENING_S


def test_every_chart_is_drawn_and_nothing_is_asked_of_anybody(browser: Browser, path: Path) -> None:
    view = opened(browser, path)
    view.draw_everything()
    plots = view.page.locator(".plot")
    assert plots.count() > 40
    for box in view.page.evaluate(
        "[...document.querySelectorAll('.plot svg')].map(s => { const b = s.getBoundingClientRect();"
        " const p = s.closest('.panel').getBoundingClientRect();"
        " return [b.width, b.height, b.left - p.left, p.right - b.right,"
        " s.querySelectorAll('.mark-symbol path, .mark-rect path, .mark-line path').length]; })"
    ):
        width, height, left, right, marks = box
        assert width > 150 and height > 40 and left >= -1 and right >= -1 and marks > 0
    assert view.complaints == []
    assert view.requests == [path.as_uri()]


def test_charts_come_without_scrolling_too(browser: Browser, path: Path) -> None:
    view = opened(browser, path)
    view.go("workload-token-ring")
    view.until("[...document.querySelectorAll('#workload-token-ring .plot')].every(p => p.dataset.drawn)")
    assert view.page.evaluate("window.scrollY") == 0
    assert view.page.locator("#workload-chameneos .plot[data-drawn]").count() == 0


def test_charts_need_no_evaluation_of_text(browser: Browser, path: Path) -> None:
    """The page draws by itself, under its policy; what `evaluate` runs would be exempt from that."""
    view = opened(browser, f"{path.as_uri()}#workload-token-ring")
    page = view.page
    plots = page.locator("#workload-token-ring .plot").count()
    page.locator("#workload-token-ring .plot[data-drawn] svg .mark-symbol path").first.wait_for(state="attached")
    page.locator("#workload-token-ring .plot[data-drawn]").nth(plots - 1).wait_for(state="attached")
    page.add_script_tag(
        content="setTimeout(function () { try { document.body.dataset.tried = Function('return 1')(); }"
        " catch (refusal) { document.body.dataset.tried = refusal.name; } })"
    )
    page.locator("body[data-tried=EvalError]").wait_for()
    assert view.complaints == []


def test_a_tooltip_appears_and_is_text(browser: Browser, path: Path) -> None:
    view = opened(browser, path)
    view.go("workload-token-ring")
    plot = view.page.locator("#token-ring-elapsed-plot-1")
    plot.scroll_into_view_if_needed()
    plot.locator("svg").wait_for()
    # The topmost layer holds the targets; agon-actor's are the last ones.
    target = plot.locator(".mark-symbol path[aria-roledescription='point'], .mark-symbol path").last
    target.hover(force=True)
    tip = view.page.locator("#vg-tooltip-element.visible")
    tip.wait_for()
    text = tip.inner_text()
    assert "platform" in text and "ms [" in text
    view.page.mouse.move(0, 0)
    view.page.wait_for_selector("#vg-tooltip-element.visible", state="hidden")


def ground(view: Opened) -> str:
    return view.page.evaluate("getComputedStyle(document.body).backgroundColor")


def first_series(view: Opened) -> str:
    view.page.wait_for_selector("#token-ring-process-elapsed-plot-1[data-drawn] .mark-line path")
    return view.page.evaluate(
        "document.querySelector('#token-ring-process-elapsed-plot-1 .mark-line path').getAttribute('stroke')"
    )


def test_follows_the_system_and_the_button(browser: Browser, path: Path) -> None:
    view = opened(browser, path, theme="dark")
    view.go("workload-token-ring")
    view.page.locator("#token-ring-process-elapsed-plot-1").scroll_into_view_if_needed()
    assert ground(view) == "rgb(20, 23, 27)"
    dark = first_series(view)
    button = view.page.locator("button.theme")
    assert button.inner_text() == "Theme: auto"
    button.click()
    assert (button.inner_text(), ground(view)) == ("Theme: light", "rgb(255, 255, 255)")
    view.until(
        "dark => { const p = document.querySelector('#token-ring-process-elapsed-plot-1 .mark-line path');"
        " return p && p.getAttribute('stroke') !== dark; }",
        arg=dark,
    )
    view.page.reload()
    assert ground(view) == "rgb(255, 255, 255)"
    button.click()
    assert (button.inner_text(), ground(view)) == ("Theme: dark", "rgb(20, 23, 27)")
    assert view.complaints == []


CONTRAST = """
() => {
  const channel = v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  const light = c => { const [r, g, b] = c.match(/[0-9.]+/g).map(Number).map(channel);
                       return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const probe = document.body.appendChild(document.createElement('i'));
  const read = name => { probe.style.color = `var(--${name})`; return light(getComputedStyle(probe).color); };
  const against = (a, b) => { const [x, y] = [read(a), read(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
  const series = [0, 1, 2, 3, 4, 5, 6, 7].map(i => against('series-' + i, 'ground'));
  return { series, text: [against('text', 'ground'), against('quiet', 'ground'), against('quiet', 'raised'),
           against('good', 'good-ground'), against('bad', 'bad-ground'), against('open', 'open-ground'),
           against('link', 'ground'), against('on-low', 'heat-low'), against('on-high', 'heat-high')] };
}
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast_is_enough_to_read(browser: Browser, path: Path, theme: str) -> None:
    found = opened(browser, path, theme=theme).page.evaluate(CONTRAST)
    assert min(found["series"]) >= 3.0
    assert min(found["text"]) >= 4.5


def test_paper_takes_all_pages(browser: Browser, path: Path) -> None:
    view = opened(browser, path)
    view.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert len(view.shown()) == view.page.locator(".sheet").count() > 10
    view.page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert view.shown() == ["overview"]


@pytest.mark.parametrize("width", [360, 768])
def test_fits_narrow_screens(browser: Browser, path: Path, width: int) -> None:
    view = opened(browser, path, width=width)
    view.draw_everything()
    # Opened tables scroll inside their own frames.
    view.page.evaluate("document.querySelectorAll('main details').forEach(d => d.open = true)")
    assert view.page.evaluate("document.documentElement.scrollWidth") <= width
    assert view.page.locator("nav.contents details").get_attribute("open") is None
    widest = view.page.evaluate(
        "Math.max(...[...document.querySelectorAll('.plot svg')].map(s => s.getBoundingClientRect().right))"
    )
    assert widest <= width
    assert view.complaints == []


POSITIONS = """
() => [...document.querySelectorAll('#overview .plot')].map(plot => {
  const marks = [...plot.querySelectorAll('.mark-symbol path, .mark-rule line')];
  const edge = marks.map(m => m.getBoundingClientRect().right);
  const texts = name => [...plot.querySelectorAll(`g[class*=${name}] text`)].filter(t => t.textContent);
  return { points: Math.max(...edge), text: Math.min(...texts('ratio').map(t => t.getBoundingClientRect().left)),
           values: texts('wide_value').length };
})
"""


@pytest.mark.parametrize(("width", "values"), [(390, False), (1440, True)])
def test_no_point_lies_under_a_number(browser: Browser, path: Path, width: int, values: bool) -> None:
    view = opened(browser, path, width=width)
    view.draw_everything()
    found = view.page.evaluate(POSITIONS)
    assert len(found) == 3
    for plot in found:
        # A point's invisible target, something to hit with a finger, may reach over the edge.
        assert plot["points"] - 12 < plot["text"]
        assert (plot["values"] > 0) == values


def test_a_long_setting_is_folded_and_its_reason_seen(browser: Browser, path: Path) -> None:
    view = opened(browser, path)
    view.go("platform-erlang")
    box = view.page.locator("#platform-erlang .texts .scroll")
    assert box.evaluate("e => e.scrollWidth - e.clientWidth") <= 0


def test_hostile_output_of_a_program_does_nothing(browser: Browser, tmp_path: Path) -> None:
    hostile = "</script></pre><script>window.stolen=1</script><img src=x onerror='window.stolen=1'>"
    results = write_result_set(tmp_path / "set", Options(stderr=hostile, title=hostile, workloads=("chameneos",)))
    path = tmp_path / "report.html"
    path.write_text(html.render(Judged(results), Analysis()), encoding="utf-8")
    view = opened(browser, path)
    view.draw_everything()
    assert view.page.evaluate("window.stolen") is None
    assert view.page.locator("h1").inner_text() == hostile
    assert view.complaints == []
