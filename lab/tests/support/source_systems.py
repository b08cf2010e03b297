"""The page of the systems that the sources name: `python -m support.source_systems` writes it."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from agon import home

PAGE = "docs/results/systems.md"


@dataclass(frozen=True)
class System:
    """A system that a source names: a platform of Agon's, or why there is none."""

    source: str
    system: str
    here: str
    why: str


def systems() -> list[System]:
    path = home.root() / "lab/src/agon/published/data/systems.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return [System(**row) for row in csv.DictReader(file)]


def page() -> str:
    rows = [f"| {s.source} | {s.system} | {f'`{s.here}`' if s.here else s.why} |" for s in systems()]
    return "\n".join(
        [
            "# Systems that the sources name",
            "",
            "A platform can be looked up with `./agon list platforms`: it has programs, or published figures alone.",
            "",
            "| source | system | platform, or why there is none |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    Path(home.root() / PAGE).write_text(page(), encoding="utf-8")
