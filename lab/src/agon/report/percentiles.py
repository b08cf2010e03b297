"""Times of single requests by percentile: the loop that waits for replies beside the one that keeps a schedule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from agon.report import curves
from agon.report.axes import value_axis
from agon.report.colours import Palette
from agon.report.format import integer, quantity
from agon.report.parts import NOTHING, Column, Figure, Item, Panel, Table
from agon.report.samples import Floats, read_values
from agon.report.sizes import Layout, Size
from agon.results.summary import CellResult, ResultSet
from agon.workloads.base import Chart

SHARES = (0.0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975, 0.99, 0.995, 0.999, 0.9995, 0.9999, 0.99999)
"""Of all times, which lie below: drawn as far as the times are many enough."""
TABLED = (0.5, 0.9, 0.99, 0.999)
EXACT = "All times are kept: percentiles are measured times, never estimates out of a histogram."
OPEN = (
    "On a schedule a time runs from the moment at which the request was due: who pauses pays for every request "
    "that should have been sent meanwhile. In the closed loop a pause hides all but one."
)


def percentiles(results: ResultSet, layout: Layout, chart: Chart, palette: Palette) -> Figure | None:
    """One panel for cells with the parameter `chart.x` unset, one for each value that was set, at one size."""
    size = _size(layout, chart)
    if size is None or chart.samples is None:
        return None
    times: dict[str, dict[str, Floats]] = {}
    for title, cells in _loops(layout, chart, size).items():
        for cell in cells:
            values = read_values(cell, results.root, chart.samples, chart.y)
            if values is not None and values.size:
                times.setdefault(title, {})[cell.cell.platform] = np.sort(values)
    if not times:
        return None
    others = [n for n in layout.varying if n != chart.x]
    where = f"At {size.words(others) or layout.constant}."
    several = (OPEN,) if len(times) > 1 else ()
    return Figure(
        id=f"{layout.workload}-percentiles",
        title=chart.title,
        description=f"{chart.title}: {', '.join(dict.fromkeys(p for t in times.values() for p in t))}",
        panels=_panels(chart, times, palette),
        legend=tuple(p for p in layout.platforms if any(p in t for t in times.values())),
        table=_table(chart, times),
        notes=(where, *several, EXACT),
        source=chart.figure,
        wide=len(times) > 1,
    )


def _size(layout: Layout, chart: Chart) -> Size | None:
    """The size that is shown: the last at which the parameter is set, else the one that platforms are ranked at."""
    set_ = [s for s in layout.sizes if s.value(chart.x) and any(c.measured for c in layout.at(s))]
    return set_[-1] if set_ else layout.reference


def _loops(layout: Layout, chart: Chart, size: Size) -> dict[str, tuple[CellResult, ...]]:
    """The cells of that size and of those that differ in the parameter alone."""
    found: dict[str, tuple[CellResult, ...]] = {}
    for other in sorted(layout.sizes, key=lambda s: float(s.value(chart.x))):
        if _rest(other, chart) == _rest(size, chart):
            value = other.value(chart.x)
            found[f"every {value} ms" if value else "closed loop"] = tuple(c for c in layout.at(other) if c.measured)
    return found


def _rest(size: Size, chart: Chart) -> tuple[object, ...]:
    return ({k: v for k, v in size.params if k != chart.x}, size.cores, size.threads)


def _panels(chart: Chart, times: Mapping[str, Mapping[str, Floats]], palette: Palette) -> tuple[Panel, ...]:
    ends = [float(v) for of_loop in times.values() for values in of_loop.values() for v in (values[0], values[-1])]
    y = value_axis(ends, chart.unit, log=chart.log_y)
    panels: list[Panel] = []
    for title, of_loop in times.items():
        data = [
            {"p": p, "x": 1 / (1 - share), "y": time, "q": f"{100 * share:g}%", "t": quantity(time, chart.unit)}
            for p, values in of_loop.items()
            for share, time in _spread(values, SHARES)
        ]
        panels.append(Panel(title, curves.percentiles(f"{chart.title}, {title}", data, y, palette)))
    return tuple(panels)


def _spread(values: Floats, shares: Sequence[float]) -> list[tuple[float, float]]:
    """The least time that this share lies at or below, while at least one time lies above."""
    return [(s, float(np.quantile(values, s, method="inverted_cdf"))) for s in shares if (1 - s) * values.size >= 1]


def _table(chart: Chart, times: Mapping[str, Mapping[str, Floats]]) -> Table:
    heads = [f"p{100 * s:g}" for s in TABLED]
    rows: list[tuple[Item, ...]] = []
    for title, of_loop in times.items():
        for platform, values in of_loop.items():
            found = dict(_spread(values, TABLED))
            items = [quantity(found[s], chart.unit) if s in found else NOTHING for s in TABLED]
            slowest = quantity(float(values[-1]), chart.unit)
            rows.append((Item(platform), Item(title), *map(Item, items), Item(slowest), Item(integer(values.size))))
    columns = (Column("platform"), Column("loop"), *(Column(h, numeric=True) for h in (*heads, "longest", "times")))
    return Table(chart.title, columns, tuple(rows))
