"""Figures out of sample files: a scatter a platform with the idle reference, and percentiles against x."""

from __future__ import annotations

from agon.analysis.samples import DRAWN, QUOTED, Cloud, percentile_name, read_cloud
from agon.analysis.sizes import Layout
from agon.format import integer, interval, quantity
from agon.report import spec
from agon.report.axes import ValueAxis, value_axis
from agon.report.colours import Palette
from agon.report.parts import NOTHING, Column, Figure, Item, Panel, Table
from agon.results.summary import CellResult, ResultSet
from agon.workloads.base import Chart

PERCENTILES = (0.5, 0.9, 0.99)
MEDIAN = PERCENTILES[0]


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
        if (cloud := read_cloud(cell, results.root, chart)) is not None:
            clouds[cell.cell.platform] = cloud
        reference = _reference_cell(results, cell)
        if reference and (cloud := read_cloud(reference, results.root, chart)) is not None:
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
        curve = _medians(cloud)
        reference = [_medians(idle[label])] if label in idle else []
        drawing = spec.Scatter(label, [p for p in cloud.thinned() if p[1] > 0 or not y.log], [curve], reference)
        panels.append(Panel(label, drawing.spec(f"{chart.title} for {label}", x, chart.x, y, palette), label))
    total = max(c.total for c in clouds.values())
    drawn = (
        f"Drawn are about {DRAWN} of up to {integer(total)} points a platform: each {chart.x}'s fastest and slowest, "
        "and every k-th of the rest in order; the curves rest on all points.",
    )
    dashed = " Dashed: the same on an idle server." if idle else ""
    lines = (f"Full curve: median for each {chart.x}.{dashed}",)
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
    panels: list[Panel] = []
    few: list[str] = []
    for share in PERCENTILES:
        data = [
            {"p": p, "x": at.x, "y": v.median, "l": bounds[0], "h": bounds[1],
             "t": f"{interval(v)} over {integer(at.points)} points"}
            for p, c in clouds.items()
            for at in c.percentile(share)
            if (v := at.value).median > 0 or not y.log
            for bounds in [(v.low, v.high) if v.n > 1 and (v.low > 0 or not y.log) else (None, None)]
        ]  # fmt: skip
        few += [f"{p}: {why}" for p, c in clouds.items() if (why := c.too_few(share))]
        if data:
            panels.append(
                Panel(
                    percentile_name(share),
                    spec.lines(f"{chart.title}, {percentile_name(share)}", data, x, chart.x, y, palette),
                )
            )
    missing = (f"Not shown: {'; '.join(few)}.",) if few else ()
    return Figure(
        id=f"{layout.workload}-{chart.y}-percentiles",
        title=f"{chart.title}: {' and '.join(p.title for p in panels)}",
        description=f"Percentiles of {chart.title.lower()}: {', '.join(clouds)}",
        panels=tuple(panels),
        legend=tuple(clouds),
        table=_percentile_table(chart, clouds, idle),
        notes=(*notes, QUOTED, *missing),
        source=chart.figure,
        wide=True,
    )


def _percentile_table(chart: Chart, clouds: dict[str, Cloud], idle: dict[str, Cloud]) -> Table:
    columns = [Column(chart.x, numeric=True)]
    series: list[dict[float, str]] = []
    for label, cloud in clouds.items():
        for share in PERCENTILES:
            columns.append(Column(f"{label} p{100 * share:g}", numeric=True))
            series.append({at.x: interval(at.value) for at in cloud.percentile(share)})
        if label in idle:
            columns.append(Column(f"{label} idle p50", numeric=True))
            series.append({at.x: interval(at.value) for at in idle[label].percentile(MEDIAN)})
    xs = sorted({x for s in series for x in s})
    rows = [(Item(f"{x:g}"), *(Item(s.get(x, NOTHING)) for s in series)) for x in xs]
    return Table(f"{chart.title}, percentiles", tuple(columns), tuple(rows))


def _medians(cloud: Cloud) -> list[tuple[float, float]]:
    return [(at.x, at.value.median) for at in cloud.percentile(MEDIAN)]
