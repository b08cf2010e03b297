"""How much do times differ between builds of one program, of which only the layout of the code differs?

    ./agon run token-ring,chameneos -p agon-actor,tokio,go --preset demo --cores 1 --builds 8 --invocations 192 \
        --iterations 40 --out R
    .venv/bin/python lab/studies/builds_study.py R

Blocks take turns with the builds, so that what the machine does meets all of them alike. On a machine that other
programs use, a process's typical time is mostly theirs. So each process is taken by its fastest iteration, and a build
by a low percentile of these; the rounds of blocks are split into two halves, and what both halves agree on is the
build's.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from record import Data, about, as_columns, as_rows, machine_line, write

from agon.results.store import load
from agon.stats.components import components
from agon.workloads.registry import title_of

NAME = "builds-study"
LOW = 10
"""Percentile over a build's processes of their fastest iterations: undisturbed ones, but no single lucky one."""
PERMUTATIONS = 5000

Array = npt.NDArray[np.float64]
Rows = list[dict[str, Any]]


def measured(folder: Path, out: Path | None) -> Data:
    """What the page rests on: each counted invocation with its block and build; times in microseconds."""
    results = load(folder)
    rows = [
        {
            "platform": cell.cell.platform,
            "workload": cell.cell.workload,
            "block": i.block,
            "build": i.build,
            "fastest": round(min(it.elapsed_ns for it in i.iterations) / 1e3, 1),
            "typical": round(cell.in_blocks("elapsed_steady")[i.block] * 1e6, 1),
        }
        for cell in results.cells
        if cell.counted
        for i in cell.counted
    ]
    return about(results.experiment.environment, out) | {"invocations": as_columns(rows)}


@dataclass(frozen=True)
class Found:
    """Of one platform on one workload. Spreads are standard deviations of logarithms over builds."""

    between: float
    """What two halves of the processes agree on."""
    bound: float
    """That the spread of the builds is below, at a level of 95%: what their levels show with all their error in it."""
    error: float
    """Of a build's level, from where the halves differ."""
    as_likely: float
    """Share of permutations of the builds of one half that agree with the other as well."""
    ordinary: float
    """The first build's level by that of the others' median."""
    range: float
    """The slowest build's level by the fastest's."""


def levels(rows: Rows, builds: int) -> Array:
    """Logarithm of each build's level, a row for each half of the rounds."""

    def low(build: int, half: int) -> float:
        own = [r["fastest"] for r in rows if r["build"] == build and r["block"] // builds % 2 == half]
        return float(np.percentile(np.log(own), LOW))

    return np.array([[low(build, half) for build in range(builds)] for half in (0, 1)])


def found_of(rows: Rows) -> Found:
    builds = 1 + max(r["build"] for r in rows)
    halves = levels(rows, builds)
    shared = float(np.cov(halves)[0, 1])
    draw = np.random.default_rng(1)
    drawn = [np.cov(halves[0], draw.permutation(halves[1]))[0, 1] for _ in range(PERMUTATIONS)]
    level = halves.mean(axis=0)
    return Found(
        between=math.sqrt(max(0.0, shared)),
        bound=float(
            level.std(ddof=1) * math.sqrt((builds - 1) / np.percentile(draw.chisquare(builds - 1, 100_000), 5))
        ),
        error=float((halves[0] - halves[1]).std(ddof=1)) / 2,
        as_likely=(1 + sum(d >= shared for d in drawn)) / (1 + PERMUTATIONS),
        ordinary=math.exp(level[0] - np.median(level[1:])),
        range=math.exp(level.max() - level.min()),
    )


def apart(spread: float) -> float:
    """How far two draws from builds of that spread are apart, as a share, in 19 of 20 cases at most."""
    return math.expm1(1.96 * math.sqrt(2) * spread)


def page(data: Data, link: str) -> list[str]:
    rows = as_rows(data["invocations"])
    cells = list(dict.fromkeys((r["workload"], r["platform"]) for r in rows))
    names = ("workload", "platform", "builds", "processes", "between builds", "at most", "error", "as likely")
    columns = (*names, "slowest / fastest", "ordinary / others", "between processes")
    lines = [
        "# What a single build cannot show",
        "",
        f"Measured on {machine_line(data)}, in {data['written'][:7]}, while other programs ran. Data: {link}.",
        "",
        "The builds of a platform have the same sources, compiler and flags; the linker lays their functions out in",
        "another order. The first is the ordinary one. One core, the demo's sizes. *Between builds* and *between",
        "processes* are standard deviations of logarithms (2% is a factor of 1.02).",
        "",
        f"A process is taken by its fastest iteration, a build by the {LOW}th percentile of its processes: what other",
        "programs do to it is mostly left out. *Between builds* is what two halves of the processes agree on, *at",
        "most* a 95% bound on it (of normal levels, their error included), *error*",
        "that of a build's level, by where they differ. *As likely*: the share of random assignments of one half's",
        "levels to builds that agree with the other half as well; small values show that builds differ. *Between",
        "processes*: of the mean after warm-up, in one build, other programs included.",
        "",
        f"| {' | '.join(columns)} |",
        "|---" * len(columns) + "|",
    ]
    bounds: list[float] = []
    for workload, platform in cells:
        own = [r for r in rows if (r["workload"], r["platform"]) == (workload, platform)]
        builds = sorted({r["build"] for r in own})
        found = found_of(own)
        typical = components([[r["typical"] for r in own if r["build"] == build] for build in builds])
        assert typical is not None, "several builds, and several processes of each"
        bounds.append(found.bound)
        spread = (
            f"{found.between:.1%} | {found.bound:.1%} | {found.error:.1%} | {found.as_likely:.3f} | {found.range:.3f}"
        )
        lines.append(
            f"| {title_of(workload)} | {platform} | {len(builds)} | {len(own)} | {spread} | {found.ordinary:.3f} | "
            f"{typical.within:.1%} |"
        )
    least, most = min(bounds), max(bounds)
    lines += [
        "",
        "A single build does not show where among its builds a platform lies. What it cannot exclude is the bound:",
        f"two equal programs with one build each would be up to {apart(least):.1%} apart in 19 of 20 cases at the",
        f"lowest bound here ({least:.1%}), up to {apart(most):.1%} at the highest ({most:.1%}), however many "
        "invocations are measured.",
        "",
        "The analysis was chosen in several steps. A first run, of 40 processes a cell, was analysed by time after",
        "warm-up and by CPU time: there builds spread by 3% to 17%, shown in five of twelve cells at about one in",
        "twenty, and processes by 15% to 37%. Fastest iterations and split halves were chosen then, before this run",
        "had ended, and the bound after most of it was known. So the bounds are exploratory.",
    ]
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description="How much do times differ between builds of one program?")
    parser.add_argument("results", type=Path, help="a result directory of run --builds N")
    parser.add_argument("--out", type=Path, help="write data and page there, not to the recorded places")
    given = parser.parse_args()
    print(write(given.out, NAME, measured(given.results, given.out), page))
    return 0


if __name__ == "__main__":
    sys.exit(main())
