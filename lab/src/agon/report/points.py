"""Figures out of sample files: a scatter a platform with the idle reference, and percentiles against x."""

from __future__ import annotations

from agon.report import spec
from agon.report.axes import ValueAxis, value_axis
from agon.report.colours import Palette
from agon.report.format import integer, quantity
from agon.report.parts import NOTHING, Column, Figure, Item, Panel, Table
from agon.report.samples import DRAWN, Cloud, read_cloud
from agon.report.sizes import Layout
from agon.results.summary import CellResult, ResultSet
from agon.workloads.base import Chart

PERCENTILES = (50, 99)


def points_figures(results: ResultSet, layout: Layout, chart: Chart, palette: Palette) -> list[Figure]:
    """The scatter and the percentiles at the size that platforms are ranked at; nothing if there are no samples."""
    size = layout.reference
    if size is None or chart.samples is None:
        return []
    clouds: dict[str, Cloud] = {}
    idle: dict[str, Cloud] = {}
    for cell in layout.at(size):
        if not cell.measured:
            continue
        if (cloud := read_cloud(cell, results.root, chart.samples, chart.x, chart.y)) is not None:
            clouds[cell.cell.platform] = cloud
        reference = _reference_cell(results, cell)
        if reference and (cloud := read_cloud(reference, results.root, chart.samples, chart.x, chart.y)) is not None:
            idle[cell.cell.platform] = cloud
    if not clouds:
        return []
    absent = [f"{c.cell.platform}: {c.reason}" for c in layout.at(size) if not c.measured]
    gone = (f"Not shown: {'; '.join(absent)}.",) if absent else ()
    where = f"At {layout.words(size)}."
    return [
        _scatter(layout, chart, clouds, idle, palette, (where, *gone)),
        _percentiles(layout, chart, clouds, idle, palette, (where, *gone)),
    ]


def _reference_cell(results: ResultSet, main: CellResult) -> CellResult | None:
    """The idle cell that belongs to `main`: same platform and cores, most parameters in common."""
    m = main.cell
    found = [
        c
        for c in results.cells
        if c.cell.role == "idle" and c.measured and (c.cell.platform, c.cell.workload) == (m.platform, m.workload)
        and c.cell.cores == m.cores
    ]  # fmt: skip
    return max(found, key=lambda c: sum(c.cell.params.get(k) == v for k, v in m.params.items()), default=None)


def _axes(chart: Chart, clouds: dict[str, Cloud], idle: dict[str, Cloud]) -> tuple[ValueAxis, ValueAxis]:
    xs = [float(c.x.max()) for c in clouds.values()]
    ys = [float(v) for c in (*clouds.values(), *idle.values()) for v in (c.y.min(), c.y.max())]
    positive = [v for v in ys if v > 0]
    x = ValueAxis(1.0, "", False, -0.5, max(xs) + 0.5, (), "format(datum.value, 'd')")
    return x, value_axis(positive if chart.log_y else ys, chart.unit, log=chart.log_y)


def _scatter(
    layout: Layout,
    chart: Chart,
    clouds: dict[str, Cloud],
    idle: dict[str, Cloud],
    palette: Palette,
    notes: tuple[str, ...],
) -> Figure:
    x, y = _axes(chart, clouds, idle)
    panels: list[Panel] = []
    for label, cloud in clouds.items():
        curve = [(a, b) for a, b, _ in cloud.percentile(50)]
        reference = [[(a, b) for a, b, _ in idle[label].percentile(50)]] if label in idle else []
        drawing = spec.Scatter(label, [p for p in cloud.thinned() if p[1] > 0 or not y.log], [curve], reference)
        panels.append(Panel(label, drawing.spec(f"{chart.title} for {label}", x, chart.x, y, palette), label))
    total = max(c.total for c in clouds.values())
    drawn = (
        f"Drawn are about {DRAWN} of up to {integer(total)} points a platform: each {chart.x}'s fastest and slowest, "
        "and every k-th of the rest in order; the curves rest on all points.",
    )
    lines = ("Full curve: median for each " + chart.x + "." + (" Dashed: the same on an idle server." if idle else ""),)
    rows = [
        (Item(p), Item(integer(c.total)), *(Item(quantity(float(v), chart.unit)) for v in (c.y.min(), c.y.max())))
        for p, c in clouds.items()
    ]
    columns = (Column("platform"), *(Column(n, numeric=True) for n in ("points", "fastest", "slowest")))
    return Figure(
        id=f"{layout.workload}-{chart.y}-points",
        title=chart.title,
        description=f"{chart.title}, one panel each: {', '.join(clouds)}",
        panels=tuple(panels),
        legend=(),
        table=Table(chart.title, columns, tuple(rows)),
        notes=(*lines, *notes, *(drawn if total > DRAWN else ())),
        source=chart.figure,
        wide=True,
    )


def _percentiles(
    layout: Layout,
    chart: Chart,
    clouds: dict[str, Cloud],
    idle: dict[str, Cloud],
    palette: Palette,
    notes: tuple[str, ...],
) -> Figure:
    x, y = _axes(chart, clouds, idle)
    values = {(p, q): c.percentile(q) for p, c in clouds.items() for q in PERCENTILES}
    panels: list[Panel] = []
    for q in PERCENTILES:
        data = [
            {"p": p, "x": a, "y": b, "t": f"{quantity(b, chart.unit)} over {integer(count)} points"}
            for p in clouds
            for a, b, count in values[p, q]
            if b > 0 or not y.log
        ]
        name = "median" if q == 50 else f"{q}th percentile"
        panels.append(Panel(name, spec.lines(f"{chart.title}, {name}", data, x, chart.x, y, palette)))
    return Figure(
        id=f"{layout.workload}-{chart.y}-percentiles",
        title=f"{chart.title}: median and 99th percentile",
        description=f"Median and 99th percentile of {chart.title.lower()}: {', '.join(clouds)}",
        panels=tuple(panels),
        legend=tuple(clouds),
        table=_percentile_table(chart, clouds, idle),
        notes=notes,
        source=chart.figure,
        wide=True,
    )


def _percentile_table(chart: Chart, clouds: dict[str, Cloud], idle: dict[str, Cloud]) -> Table:
    xs = sorted({a for c in clouds.values() for a, _, _ in c.percentile(50)})
    columns = [Column(chart.x, numeric=True)]
    series: list[dict[float, str]] = []
    for label, cloud in clouds.items():
        for q in PERCENTILES:
            columns.append(Column(f"{label} p{q}", numeric=True))
            series.append({a: quantity(b, chart.unit) for a, b, _ in cloud.percentile(q)})
        if label in idle:
            columns.append(Column(f"{label} idle p50", numeric=True))
            series.append({a: quantity(b, chart.unit) for a, b, _ in idle[label].percentile(50)})
    rows = [(Item(f"{a:g}"), *(Item(s.get(a, NOTHING)) for s in series)) for a in xs]
    return Table(f"{chart.title}, percentiles", tuple(columns), tuple(rows))
