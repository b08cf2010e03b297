"""Times of single requests by percentile: the loop that waits for replies and the one that keeps a schedule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from agon.analysis.samples import QUOTED, Floats, quoted, read_values, supported, too_few
from agon.analysis.sizes import Layout, Size
from agon.format import integer, interval, quantity
from agon.report import curves
from agon.report.axes import value_axis
from agon.report.colours import Palette
from agon.report.parts import Column, Figure, Item, Panel, Table
from agon.results.model import ParamValue
from agon.results.summary import CellResult, ResultSet, Summary
from agon.workloads.base import Chart

SHARES = (0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975, 0.99, 0.995, 0.999, 0.9995, 0.9999, 0.99999)
"""Of all times, which lie below: drawn as far as the times of an invocation are many enough."""
TABLED = (0.5, 0.9, 0.99, 0.999)
EXACT = "All times are kept: in an invocation a percentile is a measured time, never an estimate out of a histogram."
OPEN = (
    "On a schedule a time runs from the moment at which the request was due: who pauses pays for every request "
    "that should have been sent meanwhile. In the closed loop a pause hides all but one."
)

Times: TypeAlias = dict[str, dict[str, list[Floats]]]
"""Loop -> platform -> the times of each invocation, in rising order."""


def percentiles(results: ResultSet, layout: Layout, chart: Chart, palette: Palette) -> Figure | None:
    """One panel for cells with the parameter `chart.x` unset, one for each value that was set, at one size."""
    size = _size(layout, chart)
    if size is None or chart.samples is None:
        return None
    times: Times = {}
    for title, cells in _loops(layout, chart, size).items():
        for cell in cells:
            if values := read_values(cell, results.root, chart):
                times.setdefault(title, {})[cell.cell.platform] = values
    if not times:
        return None
    others = [n for n in layout.varying if n not in (chart.x, *chart.along)]
    where = f"At {size.words(others) or layout.constant}."
    several = (OPEN,) if len(times) > 1 else ()
    return Figure(
        id=f"{layout.workload}-percentiles",
        title=chart.title,
        description=f"{chart.title}: {', '.join(dict.fromkeys(p for t in times.values() for p in t))}",
        panels=_panels(chart, times, palette),
        legend=tuple(p for p in layout.platforms if any(p in t for t in times.values())),
        table=_table(chart, times),
        notes=(where, *several, EXACT, QUOTED, *_missing(times)),
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
            found[_loop(value, other)] = tuple(c for c in layout.at(other) if c.measured)
    return found


def _loop(rate: ParamValue, size: Size) -> str:
    if not rate:
        return "closed loop"
    return f"{integer(int(rate))} requests a second, {size.value('arrivals')}"


def _rest(size: Size, chart: Chart) -> tuple[object, ...]:
    return ({k: v for k, v in size.params if k not in (chart.x, *chart.along)}, size.cores, size.threads)


def _panels(chart: Chart, times: Times, palette: Palette) -> tuple[Panel, ...]:
    quotes = {
        title: [(p, share, v) for p, groups in of_loop.items() for share, v in _spread(groups, SHARES, chart.unit)]
        for title, of_loop in times.items()
    }
    ends = [v for of_loop in quotes.values() for *_, s in of_loop for v in (s.low, s.high)]
    y = value_axis([v for v in ends if v > 0] if chart.log_y else ends, chart.unit, log=chart.log_y)
    panels: list[Panel] = []
    for title, of_loop in quotes.items():
        data = [
            {"p": p, "x": 1 / (1 - share), "y": v.median, "q": f"{100 * share:g}%", "t": interval(v), **_bounds(v)}
            for p, share, v in of_loop
            if v.low > 0 or not y.log
        ]
        if data:
            panels.append(Panel(title, curves.percentiles(f"{chart.title}, {title}", data, y, palette)))
    return tuple(panels)


def _bounds(value: Summary) -> dict[str, float]:
    return {"l": value.low, "h": value.high} if value.n > 1 else {}


def _spread(groups: Sequence[Floats], shares: Sequence[float], unit: str) -> list[tuple[float, Summary]]:
    """The percentiles that the times of some invocation support."""
    return [(s, value) for s in shares if (value := quoted(groups, s, unit)) is not None]


def _missing(times: Times) -> tuple[str, ...]:
    """Of each loop and platform, the first tabled percentile that its times do not support, with how many they are."""
    found: dict[str, list[str]] = {}
    for title, of_loop in times.items():
        for platform, groups in of_loop.items():
            most = max(g.size for g in groups)
            share = next((s for s in TABLED if not supported(s, most)), None)
            if share is not None:
                found.setdefault(too_few(share, most), []).append(f"{platform} ({title})")
    words = [f"{', '.join(who)}: {why}" for why, who in found.items()]
    return (f"Not shown: {'; '.join(words)}.",) if words else ()


def _table(chart: Chart, times: Times) -> Table:
    heads = [f"p{100 * s:g}" for s in TABLED]
    rows: list[tuple[Item, ...]] = []
    for title, of_loop in times.items():
        for platform, groups in of_loop.items():
            found = dict(_spread(groups, TABLED, chart.unit))
            most = max(g.size for g in groups)
            items = [
                Item(interval(found[s])) if s in found else Item("too few", "missing", too_few(s, most)) for s in TABLED
            ]
            slowest = quantity(max(float(g[-1]) for g in groups), chart.unit)
            rows.append(
                (Item(platform), Item(title), *items, Item(slowest), Item(integer(sum(g.size for g in groups))))
            )
    columns = (Column("platform"), Column("loop"), *(Column(h, numeric=True) for h in (*heads, "longest", "times")))
    return Table(chart.title, columns, tuple(rows))
