"""The README's pictures of a report's first screen, from a result directory:

    PYTHONPATH=lab/tests .venv/bin/python -m support.pictures DIR

They are written to docs/images. Needs chromium, and pngquant to make them small.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from support.browsing import ARGS, CHROMIUM, Opened

from agon.analysis.judged import Judged
from agon.report.build import write
from agon.results.store import load

IMAGES = Path(__file__).parents[3] / "docs" / "images"
SCREENS = {"report": (1440, 900, 1), "report-phone": (390, 844, 2)}
"""Width and height in CSS pixels, and device pixels for each."""


def take(page: Path, images: Path) -> list[Path]:
    """A picture of the first screen of a report for each kind of screen."""
    taken: list[Path] = []
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        for name, (width, height, scale) in SCREENS.items():
            context = browser.new_context(viewport={"width": width, "height": height}, device_scale_factor=scale)
            view = Opened(context, page.as_uri())
            view.until("[...document.querySelectorAll('#overview .plot')].every(p => p.dataset.drawn)")
            taken.append(images / f"{name}.png")
            view.page.screenshot(path=taken[-1])
        browser.close()
    return taken


def main(folder: Path) -> None:
    """Make the report, take the pictures, and reduce their colours."""
    with tempfile.TemporaryDirectory() as scratch:
        page = Path(scratch) / "report.html"
        write(Judged(load(folder)), "html", page)
        for picture in take(page, IMAGES):
            command = ["pngquant", "--force", "--strip", "--output", str(picture), "64", str(picture)]
            subprocess.run(command, check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
