"""The figures of one workload: those its module asks for, and those every workload has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from agon.analysis.sizes import Layout, Size
from agon.analysis.standings import Ranking, clock
from agon.format import interval, quantity, share
from agon.report import spec
from agon.report.axes import ValueAxis, size_axis, value_axis
from agon.report.colours import Palette
from agon.report.grids import grid_figures
from agon.report.matrix import matrix, missing
from agon.report.parts import NOTHING, Column, Figure, Item, Panel, Spec, Table
from agon.report.percentiles import percentiles
from agon.report.points import points_figures
from agon.report.sweeps import speed_up, sweep
from agon.results.model import ParamValue
from agon.results.summary import COMMON_UNITS, CellResult, ResultSet
from agon.workloads.base import Chart, Workload

MEMORY_POINTS = 80
"""Points of memory over time that a panel draws at most."""

COMMON_CHARTS = (
    Chart("lines", "Elapsed time in the program, after warm-up", "", "elapsed_steady", "s", log_y=True),
    Chart("lines", "Elapsed time in the program, first iteration", "", "elapsed", "s", log_y=True),
    Chart("lines", "Elapsed time of the process", "", "process_elapsed", "s", log_y=True),
    Chart("lines", "Peak memory", "", "memory_peak", "B", log_y=True),
    Chart("bars", "Start-up", "", "start_up", "s", log_y=True),
)
"""What every workload shows whether its module asks for it or not, in the order in which a reader wants it."""

_ORDER = ("elapsed_steady", "elapsed", "process_elapsed")
NOTES = {
    "process_elapsed": "From the start of the process to the end of its last one: start-up and all iterations.",
    "elapsed": "The first iteration inside the process, from the first message to the last: start-up excluded.",
    "elapsed_steady": "The mean iteration after warm-up, pauses included.",
    "memory_peak": "Largest resident size of the whole process group.",
    "core_load": "The busy share of the CPUs that it was given: all that ran on them counts, not only the platform.",
    "start_up": "From the start of the process until it reported that it was ready.",
}
Draw: TypeAlias = Callable[[str, Sequence[dict[str, Any]], Sequence[str], ValueAxis, str, Palette], Spec]


def workload_figures(
    results: ResultSet,
    layout: Layout,
    workload: Workload | None,
    palette: Palette,
    rankings: Mapping[str, Ranking | None] | None = None,
) -> tuple[Figure, ...]:
    """All figures of a workload, those about time first."""
    wanted = [_by_clock(c, clock(layout.cells)) for c in workload.charts] if workload else []
    asked = {c.y for c in wanted}
    wanted += [c for c in COMMON_CHARTS if c.y not in asked]
    wanted.sort(key=lambda c: _ORDER.index(c.y) if c.y in _ORDER else len(_ORDER))
    figures: list[Figure] = []
    for chart in wanted:
        if chart.kind == "points":
            figures += points_figures(results, layout, chart, palette)
        elif chart.kind == "grid":
            figures += grid_figures(results, layout, chart)
        else:
            series = layout.where(chart.where)
            if chart.swept and chart.x not in series.varying:
                continue
            if chart.kind == "sweep":
                figure = sweep(series, chart)
            elif chart.kind == "speed-up":
                figure = speed_up(series, chart)
            elif chart.kind == "percentiles":
                figure = percentiles(results, layout, chart, palette)
            else:
                figure = _figure(series, chart, palette, rankings.get(chart.y) if rankings else None)
            figures += [figure] if figure is not None else []
    figures = _named_apart(figures)
    figures += [f for f in (_cores(layout), _memory_over_time(layout, palette)) if f is not None]
    # Small ones first, so that they stand in pairs and leave no holes.
    return tuple(sorted(figures, key=lambda f: f.wide))


def _by_clock(chart: Chart, metric: str) -> Chart:
    """A workload's chart of the time in the program, by the clock that its cells are compared by."""
    if chart.y != "elapsed" or metric == chart.y:
        return chart
    return replace(chart, y=metric, title=f"{chart.title}, after warm-up")


def _named_apart(figures: Sequence[Figure]) -> list[Figure]:
    """Figures of one metric over several series: each an id of its own."""
    seen: Counter[str] = Counter()
    named: list[Figure] = []
    for figure in figures:
        seen[figure.id] += 1
        named.append(replace(figure, id=f"{figure.id}-{seen[figure.id]}") if seen[figure.id] > 1 else figure)
    return named


def _figure(layout: Layout, chart: Chart, palette: Palette, ranking: Ranking | None) -> Figure | None:
    if not any(_has(c, chart) for c in layout.cells):
        return None
    across = chart.x if chart.x in layout.varying else layout.varying[0] if layout.varying else ""
    if chart.kind == "boxes":
        panels, table = _box_panels(layout, chart, palette), _box_table(layout, chart)
    else:
        lines = chart.kind == "lines" and across != ""
        panels = _line_panels(layout, chart, across, palette) if lines else _row_panels(layout, chart, palette)
        table = matrix(layout, chart.y, chart.title, ranking)
        if chart.where is not None:
            table = replace(table, metric="")  # only a part of the metric's values
    shown = [p for p in layout.platforms if any(_has(c, chart) and c.cell.platform == p for c in layout.cells)]
    metric = f"{chart.y}_median" if chart.kind == "boxes" else chart.y
    notes = (*_note(chart), *_reference_note(layout, chart), *missing(layout, metric, _sizes(layout, chart)))
    by_name = chart.kind != "lines" or across == ""
    return Figure(
        id=f"{layout.workload}-{chart.y}".replace("_", "-"),
        title=chart.title,
        description=f"{chart.title}: {', '.join(shown)}",
        panels=tuple(panels),
        legend=() if by_name else tuple(shown),
        table=table,
        notes=notes,
        source=chart.figure,
        wide=len(panels) > 2,
    )


def _sizes(layout: Layout, chart: Chart) -> tuple[Size, ...]:
    """The sizes a figure shows: all, but start-up hardly depends on them."""
    return (layout.reference,) if chart.y == "start_up" and layout.reference else layout.sizes


def _has(cell: CellResult, chart: Chart) -> bool:
    return (f"{chart.y}_median" if chart.kind == "boxes" else chart.y) in cell.metrics


def _note(chart: Chart) -> tuple[str, ...]:
    return (NOTES[chart.y],) if chart.y in NOTES else ()


def _reference_note(layout: Layout, chart: Chart) -> tuple[str, ...]:
    found = [(s, v) for s in layout.sizes if (v := _reference(layout, chart, s)) is not None]
    values = "; ".join(f"{quantity(v, chart.unit, chart.y)} at {layout.words(s)}" for s, v in found)
    return (f"{chart.reference_title} (dashed where there are lines): {values}.",) if values else ()


def _unit(chart: Chart) -> str:
    return COMMON_UNITS.get(chart.y, chart.unit)


def _datum(cell: CellResult, metric: str) -> dict[str, Any]:
    s = cell.metrics[metric]
    return {"p": cell.cell.platform, "y": s.median, "l": s.low, "h": s.high,
            "t": interval(s, metric), "v": quantity(s.median, s.unit, metric)}  # fmt: skip


def _bounds(layout: Layout, metric: str) -> list[float]:
    found = [c.metrics[metric] for c in layout.cells if metric in c.metrics]
    return [v for s in found for v in (s.low, s.median, s.high)]


def _slices(layout: Layout, across: Sequence[str]) -> list[tuple[str, list[Size]]]:
    """Sizes grouped by all that varies but `across`: one panel each."""
    others = [n for n in layout.varying if n not in across]
    groups: dict[str, list[Size]] = {}
    for size in layout.sizes:
        groups.setdefault(size.words(others), []).append(size)
    return list(groups.items())


def _line_panels(layout: Layout, chart: Chart, across: str, palette: Palette) -> list[Panel]:
    bounds = _bounds(layout, chart.y) + _bounds(layout, chart.reference)
    y = value_axis(bounds, _unit(chart), chart.y, log=chart.log_y)
    panels: list[Panel] = []
    slices = _slices(layout, (across, *chart.along))
    if any(len(sizes) > 1 for _, sizes in slices):
        # One point is no line: where others are, the table has it.
        slices = [(title, sizes) for title, sizes in slices if len(sizes) > 1]
    for title, sizes in slices:
        xs = [s.value(across) for s in sizes]
        numbers = [v for v in xs if isinstance(v, int | float)]
        x = size_axis(numbers) if len(numbers) == len(xs) else None
        data = [_point(c, chart.y, s.value(across)) for s in sizes for c in layout.at(s)]
        reference = [(s.value(across), v) for s in sizes if (v := _reference(layout, chart, s)) is not None]
        drawing = spec.lines(f"{chart.title} {title}", data, x, across, y, palette, reference=reference)
        panels.append(Panel(title, drawing))
    return panels


def _reference(layout: Layout, chart: Chart, size: Size) -> float | None:
    """What the chart's reference is at `size`: the same for all platforms."""
    found = (c.metrics[chart.reference].median for c in layout.at(size) if chart.reference in c.metrics)
    return next(found, None)


def _point(cell: CellResult, metric: str, x: ParamValue) -> dict[str, Any]:
    """A cell without the metric, failed or not, leaves a gap in its line instead of a number."""
    if metric in cell.metrics:
        return {**_datum(cell, metric), "x": x}
    return {"p": cell.cell.platform, "x": x, "y": None}


def _row_panels(layout: Layout, chart: Chart, palette: Palette) -> list[Panel]:
    x = value_axis(_bounds(layout, chart.y), _unit(chart), chart.y, log=chart.log_y)
    # A bar's length means something only from zero: on a logarithmic axis a point stands for it.
    draw: Draw = spec.dots if x.log else spec.bars
    panels: list[Panel] = []
    for size in _sizes(layout, chart):
        cells = sorted((c for c in layout.at(size) if chart.y in c.metrics), key=lambda c: c.metrics[chart.y].median)
        if cells:
            order = [c.cell.platform for c in cells]
            data = [_datum(c, chart.y) for c in cells]
            title = layout.words(size) if layout.varying else ""
            panels.append(Panel(title, draw(f"{chart.title} {title}", data, order, x, "", palette)))
    return panels


def _five(cell: CellResult, metric: str) -> list[float]:
    return [cell.metrics[f"{metric}_{w}"].median for w in ("min", "q1", "median", "q3", "max")]


def _box_panels(layout: Layout, chart: Chart, palette: Palette) -> list[Panel]:
    panels: list[Panel] = []
    for size in layout.sizes:
        cells = [c for c in layout.at(size) if _has(c, chart)]
        if not cells:
            continue
        fives = {c.cell.platform: _five(c, chart.y) for c in cells}
        data = [
            {"p": p, "l": v[0], "a": v[1], "y": v[2], "b": v[3], "h": v[4], "t": _five_text(v, chart)}
            for p, v in fives.items()
        ]
        order = sorted(fives, key=lambda p: fives[p][4] - fives[p][0])
        x = value_axis([n for v in fives.values() for n in v], chart.unit, chart.y, log=chart.log_y)
        title = layout.words(size) if layout.varying else ""
        panels.append(Panel(title, spec.boxes(f"{chart.title} {title}", data, order, x, "", palette)))
    return panels


def _five_text(values: Sequence[float], chart: Chart) -> str:
    return " · ".join(quantity(v, "1") for v in values) + f" {chart.unit}"


def _box_table(layout: Layout, chart: Chart) -> Table:
    words = ("min", "q1", "median", "q3", "max")
    rows = [
        (Item(c.cell.platform), Item(layout.words(Size.of(c.cell))),
         *(Item(quantity(v, "1")) for v in _five(c, chart.y)))
        for c in layout.cells
        if _has(c, chart)
    ]  # fmt: skip
    columns = (Column("platform"), Column("size"), *(Column(w, numeric=True) for w in words))
    return Table(f"{chart.title} ({chart.unit}), medians over invocations", columns, tuple(rows))


def _typical(cell: CellResult) -> Sequence[tuple[float, float]]:
    """Memory over time of the passed invocation whose peak is the median: (seconds, bytes), thinned."""
    passed = [i.resources for i in cell.invocations if i.status == "ok" and i.resources]
    passed = sorted((r for r in passed if r.memory_over_time), key=lambda r: r.memory_peak_bytes)
    if not passed:
        return []
    # Of a process that has just ended the last reading is nothing.
    points = [p for p in passed[len(passed) // 2].memory_over_time if p.bytes > 0]
    if not points:
        return []
    step = -(-len(points) // MEMORY_POINTS)
    kept = [p for i, p in enumerate(points) if i % step == 0 or i == len(points) - 1]
    return [(p.at_ns / 1e9, float(p.bytes)) for p in kept]


def _memory_over_time(layout: Layout, palette: Palette) -> Figure | None:
    size = layout.reference
    if size is None:
        return None
    series = {c.cell.platform: s for c in layout.at(size) if c.measured and len(s := _typical(c)) > 1}
    if not series:
        return None
    y = value_axis([b for s in series.values() for _, b in s], "B", log=True)
    panels: list[Panel] = []
    for platform, points in series.items():
        x = value_axis([t for t, _ in points], "s")
        data = [{"x": t, "y": b, "t": f"{quantity(b, 'B')} after {quantity(t, 's')}"} for t, b in points]
        panels.append(
            Panel(platform, spec.trace(f"Memory of {platform} over time", data, platform, x, y, palette), platform)
        )
    columns = (Column("platform"), Column("duration", numeric=True),
               *(Column(f"at {q}%", numeric=True) for q in (0, 25, 50, 75, 100)))  # fmt: skip
    rows = [
        (Item(p), Item(quantity(s[-1][0], "s")),
         *(Item(quantity(s[round(q / 100 * (len(s) - 1))][1], "B")) for q in (0, 25, 50, 75, 100)))
        for p, s in series.items()
    ]  # fmt: skip
    return Figure(
        id=f"{layout.workload}-memory-over-time",
        title="Memory over time",
        description=f"Memory over time at {layout.words(size)}: {', '.join(series)}",
        panels=tuple(panels),
        legend=(),
        table=Table("Memory over time", columns, tuple(rows)),
        notes=(
            f"At {layout.words(size)}; resident size of the process group in the invocation whose peak is the median. "
            "All panels share the memory axis; each has its own time axis.",
        ),
        wide=True,
    )


def _cores(layout: Layout) -> Figure | None:
    size = layout.reference
    if size is None:
        return None
    loads = {c.cell.platform: v for c in layout.at(size) if c.measured and (v := _core_medians(c))}
    if not loads:
        return None
    cpus = max(len(v) for v in loads.values())
    data = [{"p": p, "x": i, "y": round(v, 3), "t": share(v)} for p, vs in loads.items() for i, v in enumerate(vs)]
    order = sorted(loads, key=lambda p: -sum(loads[p]))
    rows = [(Item(p), *(Item(share(v)) for v in vs), *[Item(NOTHING)] * (cpus - len(vs))) for p, vs in loads.items()]
    columns = (Column("platform"), *(Column(f"CPU {i}", numeric=True) for i in range(cpus)))
    return Figure(
        id=f"{layout.workload}-core-load-by-cpu",
        title="Load of each CPU",
        description=f"Busy share of each CPU at {layout.words(size)}: {', '.join(loads)}",
        panels=(Panel("", spec.heat("Load of each CPU", data, order, "CPU")),),
        legend=(),
        table=Table("Load of each CPU", columns, tuple(rows)),
        notes=(
            f"At {layout.words(size)}; medians over invocations. All that ran on them counts, not only the platform.",
        ),
    )


def _core_medians(cell: CellResult) -> list[float]:
    loads = [i.resources.core_load for i in cell.invocations if i.status == "ok" and i.resources]
    cpus = min((len(x) for x in loads), default=0)
    return [sorted(x[i] for x in loads)[len(loads) // 2] for i in range(cpus)]
