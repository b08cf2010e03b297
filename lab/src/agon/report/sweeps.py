"""What more cores, or more threads, make of a platform: one panel each, a line for each number of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agon.analysis.sizes import Layout, Size
from agon.analysis.speedup import against_one
from agon.counted import places
from agon.format import interval, ratio
from agon.report.axes import size_axis, value_axis
from agon.report.curves import by_cores
from agon.report.matrix import matrix
from agon.report.parts import NOTHING, Column, Figure, Item, Panel, Table
from agon.results.model import ParamValue
from agon.results.summary import CellResult, Summary
from agon.workloads.base import Chart

OWN = "Each platform against itself on one core: its interval stands behind it where two runs or more do."


@dataclass(frozen=True)
class Value:
    """One point of a line."""

    y: float
    low: float | None
    high: float | None
    text: str


def sweep(layout: Layout, chart: Chart) -> Figure | None:
    """The chart's metric, a line for each number of cores and threads; None unless several were measured."""
    measured = {c.cell.platform for c in layout.cells if chart.y in c.metrics}
    kinds = list(dict.fromkeys((s.cores, s.threads) for s in sorted(layout.sizes, key=lambda s: (s.cores, s.threads))))
    if len(kinds) < 2 or not measured or chart.x not in layout.varying:
        return None

    def values(cells: Sequence[CellResult]) -> dict[str, Value]:
        return {
            places(c.cell.cores, c.cell.threads): _of(c.metrics[chart.y], chart.y)
            for c in cells
            if chart.y in c.metrics
        }

    unit = next(c.metrics[chart.y].unit for c in layout.cells if chart.y in c.metrics)
    panels = _panels(layout, chart, [places(*k) for k in kinds], values, unit)
    table = matrix(layout, chart.y, chart.title)
    return _figure(layout, chart, "by-cores", panels, Table(table.caption, table.columns, table.rows), ())


def speed_up(layout: Layout, chart: Chart) -> Figure | None:
    """The chart's metric on one core over that on several; None unless both were measured."""
    more = sorted({s.cores for s in layout.sizes if s.cores == s.threads and s.cores > 1})

    def values(cells: Sequence[CellResult]) -> dict[str, Value]:
        own = {
            c.cell.cores: c.by_block(chart.y) for c in cells if c.cell.cores == c.cell.threads and chart.y in c.metrics
        }
        return {places(cores, cores): value for cores, value in _against_one(own).items()}

    panels = _panels(layout, chart, [places(c, c) for c in more], values, "1")
    if not panels:
        return None
    return _figure(layout, chart, "speed-up", panels, _table(layout, chart, more, values), (OWN,))


def _against_one(own: Mapping[int, Mapping[int, float]]) -> dict[int, Value]:
    return {
        cores: Value(up.ratio, up.low, up.high, f"{ratio(up.ratio)} [{ratio(up.low)}, {ratio(up.high)}]")
        if up.low is not None and up.high is not None
        else Value(up.ratio, None, None, f"{ratio(up.ratio)} [n = 1]")
        for cores, up in against_one(own).items()
    }


def _of(summary: Summary, metric: str) -> Value:
    return Value(summary.median, summary.low, summary.high, interval(summary, metric))


def _groups(layout: Layout, chart: Chart) -> dict[tuple[str, str], dict[ParamValue, list[CellResult]]]:
    """(platform, what else varies, in words) -> x -> the cells over cores and threads."""
    others = [n for n in layout.varying if n not in (chart.x, *chart.along, "cores", "threads")]
    found: dict[tuple[str, str], dict[ParamValue, list[CellResult]]] = {}
    for size in layout.sizes:
        for cell in layout.at(size):
            key = (cell.cell.platform, size.words(others))
            found.setdefault(key, {}).setdefault(size.value(chart.x), []).append(cell)
    return {key: found[key] for key in sorted(found, key=lambda k: layout.platforms.index(k[0]))}


def _panels(
    layout: Layout,
    chart: Chart,
    names: Sequence[str],
    values: Callable[[Sequence[CellResult]], Mapping[str, Value]],
    unit: str,
) -> list[Panel]:
    groups = {key: {x: values(cells) for x, cells in by_x.items()} for key, by_x in _groups(layout, chart).items()}
    groups = {key: by_x for key, by_x in groups.items() if any(by_x.values())}
    shown = [v for by_x in groups.values() for of_x in by_x.values() for v in of_x.values()]
    if not shown:
        return []
    bounds = [b for v in shown for b in (v.low, v.y, v.high) if b is not None]
    y = value_axis(bounds, unit, chart.y if unit != "1" else "", log=chart.log_y)
    numbers = [x for by_x in groups.values() for x in by_x if isinstance(x, int | float)]
    x_axis = size_axis(numbers) if numbers else None
    panels: list[Panel] = []
    for (platform, words), by_x in groups.items():
        data = [_datum(x, name, of_x.get(name)) for name in names for x, of_x in by_x.items()]
        title = f"{platform}, {words}" if words else platform
        spec = by_cores(f"{chart.title} of {title}", data, names, x_axis, chart.x, y)
        panels.append(Panel(title, spec, platform))
    return panels


def _datum(x: ParamValue, name: str, value: Value | None) -> dict[str, Any]:
    if value is None:
        return {"s": name, "x": x, "y": None}
    bounds = {"l": value.low, "h": value.high} if value.low is not None and value.high is not None else {}
    return {"s": name, "x": x, "y": value.y, **bounds, "t": value.text}


def _table(
    layout: Layout,
    chart: Chart,
    more: Sequence[int],
    values: Callable[[Sequence[CellResult]], Mapping[str, Value]],
) -> Table:
    others = [n for n in layout.varying if n not in ("cores", "threads")]
    heads = list(dict.fromkeys(s.words(others) for s in layout.sizes))
    columns = [(head, cores) for head in heads for cores in more]
    rows: list[tuple[Item, ...]] = []
    for platform in layout.platforms:
        own = [c for c in layout.cells if c.cell.platform == platform]
        found = {head: values([c for c in own if Size.of(c.cell).words(others) == head]) for head in heads}
        cells = [found[head].get(places(cores, cores)) for head, cores in columns]
        rows.append((Item(platform), *(Item(v.text if v else NOTHING) for v in cells)))
    headings = [f"{head}, {places(cores, cores)}".removeprefix(", ") for head, cores in columns]
    return Table(chart.title, (Column("platform"), *(Column(h, numeric=True) for h in headings)), tuple(rows))


def _figure(
    layout: Layout, chart: Chart, kind: str, panels: Sequence[Panel], table: Table, notes: tuple[str, ...]
) -> Figure:
    return Figure(
        id=f"{layout.workload}-{chart.y}-{kind}".replace("_", "-"),
        title=chart.title,
        description=f"{chart.title}: {', '.join(dict.fromkeys(p.label for p in panels))}",
        panels=tuple(panels),
        legend=(),
        table=table,
        notes=notes,
        source=chart.figure,
        wide=True,
    )
