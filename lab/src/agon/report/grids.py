"""Heat maps out of sample files: a value of every cell of a square grid, one panel a platform."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl

from agon.analysis.samples import read_rows
from agon.analysis.sizes import Layout
from agon.format import quantity
from agon.report import spec
from agon.report.parts import Column, Figure, Item, Panel, Table
from agon.results.summary import CellResult, ResultSet
from agon.workloads.base import Chart

LARGEST_SIDE = 25
"""Squares along a side that a panel draws at most: of a larger grid, each stands for the mean of a block of cells."""

SHOWN = (
    "Of the first invocation, the first iteration after warm-up (of a cold cell, its first): a mean over several would "
    "even out what a single run leaves uneven."
)

Grid = npt.NDArray[np.float64]


def grid_figures(results: ResultSet, layout: Layout, chart: Chart) -> list[Figure]:
    """The heat maps at the size that platforms are ranked at; nothing if there are no samples."""
    size = layout.reference
    if size is None or chart.samples is None:
        return []
    grids = {
        c.cell.platform: grid
        for c in layout.at(size)
        if c.measured and (grid := _read(c, results.root, chart)) is not None
    }
    if not grids:
        return []
    top = max(float(grid.max()) for grid in grids.values())
    blocks = {label: _blocks(grid) for label, grid in grids.items()}
    panels = tuple(
        Panel(label, spec.grid(f"{chart.title} for {label}", _data(grid, chart), top), label)
        for label, grid in blocks.items()
    )
    side, drawn = (next(iter(of.values())).shape[0] for of in (grids, blocks))
    merged = (
        f"; each square is the mean of up to {-(-side // drawn)} by {-(-side // drawn)} cells" if drawn < side else ""
    )
    scale = f"One scale for all, from 0 to {quantity(top, chart.unit)}"
    rows = [
        (Item(label), *(Item(quantity(float(v), "1")) for v in (grid.min(), grid.mean(), grid.max())))
        for label, grid in grids.items()
    ]
    columns = (Column("platform"), *(Column(n, numeric=True) for n in ("fewest", "mean", "most")))
    return [
        Figure(
            id=f"{layout.workload}-{chart.y}-grid",
            title=chart.title,
            description=f"{chart.title}, one panel each: {', '.join(grids)}",
            panels=panels,
            legend=(),
            table=Table(f"{chart.title} ({chart.unit})", columns, tuple(rows)),
            notes=(f"At {layout.words(size)}. {SHOWN} {scale}{merged}.",),
            source=chart.figure,
            wide=True,
        )
    ]


def _read(cell: CellResult, root: Path, chart: Chart) -> Grid | None:
    """The values of one iteration, row by row: the first that counts, of the first invocation that has it.

    One, and no mean of several: a mean would even out what a single run leaves uneven. None if there is none.
    """
    for rows in read_rows(cell, root, chart.samples, chart.x, chart.y):
        one = rows.filter(pl.col("iteration") == rows["iteration"].min())
        values = one.sort(chart.x)[chart.y].to_numpy()
        side = math.isqrt(values.size)
        if side and side * side == values.size:
            return values.reshape(side, side)
    return None


def _blocks(grid: Grid) -> Grid:
    """The grid, or the means of as many equal blocks as may be drawn."""
    side = grid.shape[0]
    if side <= LARGEST_SIDE:
        return grid
    step = -(-side // LARGEST_SIDE)
    starts = range(0, side, step)
    return np.array([[grid[i : i + step, j : j + step].mean() for j in starts] for i in starts], dtype=np.float64)


def _data(grid: Grid, chart: Chart) -> list[dict[str, object]]:
    return [
        {"x": column, "r": row, "y": round(float(value), 1), "t": quantity(float(value), chart.unit)}
        for row, line in enumerate(grid)
        for column, value in enumerate(line)
    ]
