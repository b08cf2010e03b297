"""Pages in a real browser."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PATIENCE_S = 60
needs_chromium = pytest.mark.skipif(not CHROMIUM.exists(), reason="needs chromium: apt-get install chromium")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The distribution's chromium."""
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        yield browser
        browser.close()


class Opened:
    """A page in a browser, with everything it complained of and asked for."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page = context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda m: self.complaints.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda e: self.complaints.append(str(e)))
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.goto(address)

    def until(self, expression: str, arg: Any = None) -> None:
        """Wait until the expression is true. The browser's own waiting would be stopped by the page's policy."""
        ends = time.monotonic() + PATIENCE_S
        while not self.page.evaluate(expression, arg):
            assert time.monotonic() < ends, f"never true: {expression}"
            # A window that is not visible has no frames, and little is done in it, unless one is asked for.
            self.page.evaluate("new Promise(requestAnimationFrame)")

    def go(self, anchor: str) -> None:
        """What a click on a link to `anchor` does."""
        self.page.evaluate("anchor => { location.hash = anchor; }", anchor)
        self.until("anchor => document.getElementById(anchor).closest('.sheet').matches('.shown')", anchor)

    def shown(self) -> list[str]:
        """The pages of the report that can be seen: one, but for print."""
        return self.page.evaluate("[...document.querySelectorAll('.sheet')].filter(s => s.offsetParent).map(s => s.id)")

    def draw_everything(self) -> None:
        """What printing does, without the print."""
        # From a timer: what runs inside of `evaluate` is exempt from the page's security policy.
        self.page.evaluate("void setTimeout(() => window.dispatchEvent(new Event('beforeprint')))")
        self.until("[...document.querySelectorAll('.plot')].every(p => p.dataset.drawn && p.querySelector('svg'))")


def opened(browser: Browser, page: Path | str, *, width: int = 1280, theme: str = "light") -> Opened:
    """The page in a file, or at an address, in a window of its own."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE_S * 1000)
    return Opened(context, page if isinstance(page, str) else page.as_uri())


def seconds_to_open(browser: Browser, path: Path) -> tuple[float, float]:
    """Until the page can be read and used: (by the clock, of CPU time in the page's main thread).

    On a machine that is busy with something else only the second is the page's own.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(60_000)
    page = context.new_page()
    inside = context.new_cdp_session(page)
    inside.send("Performance.enable", {"timeDomain": "threadTicks"})
    began = time.monotonic()
    page.goto(path.as_uri())
    page.wait_for_selector("h1")
    seconds = time.monotonic() - began
    metrics = {m["name"]: m["value"] for m in inside.send("Performance.getMetrics")["metrics"]}
    context.close()
    return seconds, float(metrics["TaskDuration"])
