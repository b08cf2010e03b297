"""Writes the pages of the studies from their data: `.venv/bin/python lab/studies/pages.py`, from Agon's folder."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import builds_study
import drawn_rankings
import equal_rankings
import first_hour
import kill_study
import overhead
import settling
from record import PAGES, Page, read, text_of

STUDIES: Mapping[str, Page] = {
    "builds-study": builds_study.page,
    "drawn-rankings": drawn_rankings.page,
    "equal-rankings": equal_rankings.page,
    "first-hour": first_hour.page,
    "kill-study": kill_study.page,
    "overhead": overhead.page,
    "settling": settling.page,
}
"""What makes the page of each study, by the name of page and data."""


def main() -> int:
    for name, page in STUDIES.items():
        path = PAGES / f"{name}.md"
        path.write_text(text_of(page, name, read(name)), encoding="utf-8")
        print(f"written: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
