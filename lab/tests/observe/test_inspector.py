"""The mind inspector in a browser: it shows agents, pauses them, steps through them, and asks no other server."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from support.browsing import Opened, needs_chromium, opened
from support.systems import built

from agon import home

pytestmark = [pytest.mark.browser, needs_chromium]


@contextmanager
def inspected(project: Path) -> Iterator[str]:
    """The address of the page of a system whose agents begin paused."""
    program = built("agon-asl")
    command = [program, "run", project, "--inspect", "0", "--paused"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            line = process.stderr.readline()
            assert line.startswith("inspector: http://127.0.0.1:"), line
            yield line.removeprefix("inspector: ").strip()
        finally:
            process.kill()


@pytest.fixture
def market() -> Iterator[str]:
    """One agent sells apples, another wants an apple and a pear."""
    with inspected(home.root() / "engine" / "agentspeak" / "tests" / "observe" / "market" / "market.mas2j") as address:
        yield address


def choose(view: Opened, agent: str) -> None:
    view.page.locator("#agents button", has_text=agent).click()
    expect(view.page.locator("#name")).to_have_text(agent)


def test_an_agent_is_led_step_by_step(browser: Browser, market: str) -> None:
    view = opened(browser, market)
    page = view.page
    expect(page.locator("#agents li")).to_have_text(["buyer paused", "seller paused"])
    choose(view, "buyer")
    expect(page.locator("#pace")).to_have_text("paused")
    expect(page.locator("#events .list")).to_contain_text("+!shop([apple,pear])")
    expect(page.locator("#plans .plan").first).to_contain_text("buyer.asl:3")
    expect(page.locator("#pause")).to_be_disabled()
    page.locator("#step").click()
    expect(page.locator("#last-step pre")).to_contain_text("next (buyer.asl:5) for intention 1")
    expect(page.locator("#intentions .frame .now")).to_contain_text(".wait({ +answer(apple) })  buyer.asl:7")
    expect(page.locator("#intentions .frame")).to_contain_text("What = apple")
    page.locator("#all-go").click()
    expect(page.locator("#beliefs .list")).to_contain_text("refused(pear)[source(seller)]")
    expect(page.locator("#pace")).to_have_text("running")
    page.locator("#find-belief").fill("own")
    expect(page.locator("#beliefs .list > div")).to_have_text(["owns(apple)[source(self)]"])
    page.locator("#find-agent").fill("sell")
    expect(page.locator("#agents li")).to_have_text(["seller running"])
    assert view.complaints == []
    assert {request.split("#")[0].rsplit("/", 1)[0] + "/" for request in view.requests} == {market}


def test_a_breakpoint_stops_an_agent(browser: Browser, market: str) -> None:
    view = opened(browser, market)
    page = view.page
    choose(view, "seller")
    page.get_by_label("stop at sell", exact=True).check()
    page.locator("#all-go").click()
    expect(page.locator("#pace")).to_have_text("stopped at sell")
    expect(page.locator("#intentions .frame .now")).to_contain_text("-stock(apple,1)")
    expect(page.locator("#beliefs .list")).to_contain_text("stock(apple,1)")
    page.locator("#step").click()
    expect(page.locator("#pace")).to_have_text("paused")
    expect(page.locator("#beliefs .list")).not_to_contain_text("stock(apple,1)")
    page.get_by_label("stop at sell", exact=True).uncheck()
    page.locator("#go").click()
    choose(view, "buyer")
    expect(page.locator("#beliefs .list")).to_contain_text("refused(pear)[source(seller)]")
    assert view.complaints == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_fits_narrow_screens_and_follows_the_theme(browser: Browser, market: str, theme: str) -> None:
    view = opened(browser, market, width=360, theme=theme)
    choose(view, "seller")
    expect(view.page.locator("#beliefs .list")).to_contain_text("stock(apple,1)")
    assert view.page.evaluate("document.documentElement.scrollWidth") <= 360
    ground = view.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 23, 27)"}[theme]


def test_what_agents_print_is_never_taken_for_html(browser: Browser, tmp_path: Path) -> None:
    hostile = "<img src=x onerror='window.stolen=1'></pre><script>window.stolen=1</script>"
    program = tmp_path / "eve.asl"
    program.write_text(f'note("{hostile}"). !g("{hostile}"). +!g(X) <- .wait("+never").', encoding="utf-8")
    with inspected(program) as address:
        view = opened(browser, address)
        choose(view, "eve")
        expect(view.page.locator("#beliefs .list")).to_contain_text(hostile)
        view.page.locator("#go").click()
        expect(view.page.locator("#intentions .frame")).to_contain_text("X = ")
        assert view.page.evaluate("window.stolen") is None
        assert view.complaints == []


def test_the_end_of_the_program_is_shown(browser: Browser, tmp_path: Path) -> None:
    program = tmp_path / "short.asl"
    program.write_text("!g. +!g <- .stopMAS.", encoding="utf-8")
    with inspected(program) as address:
        view = opened(browser, address)
        choose(view, "short")
        view.page.locator("#go").click()
        expect(view.page.locator("#trouble")).to_contain_text("has ended")
