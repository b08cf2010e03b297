"""Points out of the sample files that programs wrote: percentiles of all of them, and few enough to draw."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt
import polars as pl

from agon.results.summary import CellResult

DRAWN = 500
"""Points a panel draws at most; percentiles always come from all of them."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Cloud:
    """One cell's points, all passed invocations together, in the order in which they were measured."""

    x: Floats
    y: Floats

    @property
    def total(self) -> int:
        return int(self.x.size)

    def percentile(self, q: float) -> list[tuple[float, float, int]]:
        """The q-th percentile of y for each x, with the number of points it rests on."""
        values = cast("list[float]", np.unique(self.x).tolist())
        groups = [(x, self.y[self.x == x]) for x in values]
        return [(x, float(np.percentile(y, q)), int(y.size)) for x, y in groups]

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


def read_cloud(cell: CellResult, root: Path, name: str, x: str, y: str) -> Cloud | None:
    """The points of an ok cell's sample files; None if there are none, or none that can be read."""
    frames = [f for p in cell.samples(root, name) if (f := _read(p, x, y)) is not None]
    if not frames:
        return None
    points = pl.concat(frames)
    return Cloud(points[x].to_numpy(), points[y].to_numpy())


def read_values(cell: CellResult, root: Path, name: str, column: str) -> Floats | None:
    """One column of an ok cell's sample files, all passed invocations together; None as for `read_cloud`."""
    frames = [f for p in cell.samples(root, name) if (f := _read(p, column)) is not None]
    return pl.concat(frames)[column].to_numpy() if frames else None


def _read(path: Path, *columns: str) -> pl.DataFrame | None:
    try:
        return pl.read_csv(path, columns=list(columns), schema_overrides=dict.fromkeys(columns, pl.Float64))
    except (pl.exceptions.PolarsError, OSError):
        # A damaged file of a passed invocation: the figure does without it.
        return None
