"""Points out of the sample files that programs wrote: percentiles with intervals, and few enough to draw.

Warm-up is left out, as from every other figure: rows count from the first iteration after it on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt
import polars as pl

from agon.results.summary import CellResult, Summary
from agon.stats import percentiles
from agon.stats.percentiles import over_invocations, supported, too_few
from agon.workloads.base import Chart

percentile_name = percentiles.name

DRAWN = 500
"""Points a panel draws at most; percentiles come from all of them."""

QUOTED = (
    "Taken after warm-up, of a cold cell in the first iteration. Each invocation gives one value, and the interval is "
    "over invocations; a percentile is quoted where an invocation has times enough to bound it."
)

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Percentile:
    """A percentile of y at one x, over the invocations whose points support it."""

    x: float
    value: Summary
    points: int
    """All at that x: those that the figure speaks of."""


@dataclass(frozen=True)
class Cloud:
    """One cell's points after warm-up, all passed invocations together, in their order."""

    x: Floats
    y: Floats
    invocation: Floats
    """The number of the invocation that each point is of."""
    unit: str

    @property
    def total(self) -> int:
        return int(self.x.size)

    def percentile(self, share: float) -> list[Percentile]:
        """That percentile of y for each x at which some invocation has points enough, with its interval."""
        found: list[Percentile] = []
        for x in cast("list[float]", np.unique(self.x).tolist()):
            groups = self._groups(x)
            if (value := quoted(groups, share, self.unit)) is not None:
                found.append(Percentile(x, value, sum(g.size for g in groups)))
        return found

    def too_few(self, share: float) -> str:
        """`too few for a 99th percentile: 120 times`, where no invocation has points enough at any x."""
        most = max((g.size for x in np.unique(self.x) for g in self._groups(float(x))), default=0)
        return "" if supported(share, most) else too_few(share, most)

    def _groups(self, x: float) -> list[Floats]:
        at = self.x == x
        y, invocation = self.y[at], self.invocation[at]
        return [y[invocation == i] for i in np.unique(invocation)]

    def thinned(self, most: int = DRAWN) -> list[tuple[float, float]]:
        """At most about `most` points, the same ones every time: each x keeps its lowest and its highest y.

        The rest is every k-th point in the order of x and y, so that dense and sparse parts keep their proportions.
        """
        order = np.lexsort((self.y, self.x))
        x, y = self.x[order], self.y[order]
        if x.size <= most:
            return _pairs(x, y)
        edge = np.flatnonzero(np.diff(x)) if x.size else np.array([], dtype=np.int64)
        ends = np.concatenate(([0], edge, edge + 1, [x.size - 1]))
        step = -(-x.size // max(1, most - ends.size))
        kept = np.unique(np.concatenate((ends, np.arange(0, x.size, step))))
        return _pairs(x[kept], y[kept])


def _pairs(x: Floats, y: Floats) -> list[tuple[float, float]]:
    return list(zip(cast("list[float]", x.tolist()), cast("list[float]", y.tolist()), strict=True))


def quoted(groups: Sequence[Floats], share: float, unit: str) -> Summary | None:
    """A percentile in each invocation and over them; None where no invocation's values support it."""
    found = over_invocations(groups, share)
    return Summary(found.median, found.low, found.high, unit, found.n) if found is not None else None


def read_cloud(cell: CellResult, root: Path, chart: Chart) -> Cloud | None:
    """The points of a cell's sample files; None if there are none, or none that can be read."""
    frames = [f for f in read_rows(cell, root, chart.samples, chart.x, chart.y) if f.height]
    if not frames:
        return None
    points = pl.concat(frames)
    number = np.repeat(np.arange(len(frames), dtype=np.float64), [f.height for f in frames])
    return Cloud(points[chart.x].to_numpy(), points[chart.y].to_numpy(), number, chart.unit)


def read_values(cell: CellResult, root: Path, chart: Chart) -> list[Floats]:
    """The column `chart.y` of a cell's sample files, in rising order, one array an invocation that has any."""
    return [np.sort(f[chart.y].to_numpy()) for f in read_rows(cell, root, chart.samples, chart.y) if f.height]


def read_rows(cell: CellResult, root: Path, name: str | None, *columns: str) -> Iterator[pl.DataFrame]:
    """Of each file, the rows of the iterations that count."""
    wanted = ["iteration", *columns]
    for path, iterations in cell.samples(root, name) if name else ():
        try:
            rows = pl.read_csv(path, columns=wanted, schema_overrides=dict.fromkeys(columns, pl.Float64))
            yield rows.filter(pl.col("iteration").is_between(iterations.start, iterations.stop, closed="left"))
        except (pl.exceptions.PolarsError, OSError):
            # A damaged file of a passed invocation: the figure does without it.
            continue
