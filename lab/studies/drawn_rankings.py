"""How often does a ranking of drawn platforms call equals different, and find what is planted, by the noise?

Each ranking is of one of the table's sizes. Times of platforms that are equal are drawn, with normal noise or Student's
t with three degrees of freedom between processes, and 5% between blocks; the last one is slower by what is planted.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
from record import Data, about, as_columns, as_rows, machine_line, this_machine, write

from agon.stats.intervals import share_interval
from agon.stats.ranking import rank

NAME = "drawn-rankings"
NOISES = (0.02, 0.05, 0.10, 0.20, 0.30, 0.50)
PLANTED = (0.0, 0.03, 0.05, 0.10)
SIZES = ((4, 5), (4, 10), (7, 5), (7, 10), (13, 5), (13, 10))
"""Platforms and blocks."""
KINDS = ("normal", "t3")


@dataclass(frozen=True)
class Drawn:
    """Rankings of one kind."""

    noise: float
    kind: str
    platforms: int
    blocks: int
    planted: float
    tables: int
    false: int
    """Those in which two equals are called different."""
    found: int
    """Pairs of the slower one and an equal in which it is called worse."""
    undecided: int
    """Pairs of equals."""


def drawn(tables: int, noise: float, kind: str, size: tuple[int, int], planted: float) -> Drawn:
    platforms, blocks = size
    rng = np.random.default_rng([round(100 * noise), KINDS.index(kind), *size, round(100 * planted)])
    false = found = undecided = 0
    for _ in range(tables):
        z = rng.normal(size=size) if kind == "normal" else rng.standard_t(3, size=size) / math.sqrt(3)
        logs = noise * z + rng.normal(0, 0.05, blocks)
        logs[-1] += math.log1p(planted)
        names = [f"p{i:02d}" for i in range(platforms)]
        ranking = rank({name: dict(enumerate(np.exp(row).tolist())) for name, row in zip(names, logs, strict=True)})
        slow = names[-1] if planted else ""
        equals = [ranking.between(*pair) for pair in combinations([n for n in names if n != slow], 2)]
        false += any(v.decided for v in equals)
        undecided += sum(v.outcome == "inconclusive" for v in equals)
        found += sum(ranking.between(slow, name).outcome == "worse" for name in names[:-1] if slow)
    return Drawn(noise, kind, platforms, blocks, planted, tables, false, found, undecided)


def row(found: Sequence[Drawn], name: str) -> str:
    equal = [f for f in found if not f.planted]
    tables, false = sum(f.tables for f in equal), sum(f.false for f in equal)
    low, high = share_interval(false, tables)
    cells = [name, f"{false} of {tables}, {false / tables:.1%} [{low:.1%}, {high:.1%}]"]
    for planted in PLANTED[1:]:
        mine = [f for f in found if f.planted == planted]
        cells.append(f"{sum(f.found for f in mine) / sum(f.tables * (f.platforms - 1) for f in mine):.0%}")
    pairs = sum(f.tables * f.platforms * (f.platforms - 1) // 2 for f in equal)
    cells.append(f"{sum(f.undecided for f in equal) / pairs:.0%}")
    return "| " + " | ".join(cells) + " |"


def page(data: Data, link: str) -> list[str]:
    """The lines of the study's page."""
    found = [Drawn(**r) for r in as_rows(data["rankings"])]
    heads = ("noise", "a table calls equals different [95%]", "3% found", "5% found", "10% found", "pairs open")
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for noise, (platforms, blocks) in product(NOISES, SIZES):
        mine = [f for f in found if (f.noise, f.platforms, f.blocks) == (noise, platforms, blocks)]
        lines.append(row(mine, f"{noise:.0%}; {platforms} platforms, {blocks} blocks"))
    return [
        "# Rankings of drawn platforms, by noise",
        "",
        f"Written by `lab/studies/drawn_rankings.py`; all counts are in {link}. Machine: {machine_line(data)}.",
        "",
        "Noise: standard deviation between processes, in logarithms; half of the rankings have normal noise, half "
        "Student's t with three degrees of freedom. Blocks stray by 5%. Found: of the pairs of the slower platform and "
        "an equal one, those in which it is called worse. Open: pairs of equals that are neither different nor equal "
        "within the margin of 2%.",
        "",
        *lines,
        "",
        "All together: " + row(found, "").split("|")[2].strip() + " tables call equals different.",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100, help="of each kind")
    parser.add_argument("--out", type=Path, help="folder of data and page; without it the recorded ones are replaced")
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for noise in NOISES:
        rows += [asdict(drawn(given.tables, noise, *what)) for what in product(KINDS, SIZES, PLANTED)]
        print(f"{noise:.0%}", flush=True)
    data = about(this_machine(), given.out) | {"rankings": as_columns(rows)}
    print(write(given.out, NAME, data, page))
    return 0


if __name__ == "__main__":
    sys.exit(main())
