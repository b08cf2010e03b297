"""One metric of a workload as a table: platforms down, sizes across; and what is missing from it, with the reason."""

from __future__ import annotations

from collections.abc import Sequence

from agon.analysis.sizes import Layout, Size
from agon.analysis.standings import clock, leaders
from agon.format import interval
from agon.report.parts import NOTHING, Column, Item, Table
from agon.results.summary import CellResult
from agon.stats.percentiles import too_few


def count_of_failed(cell: CellResult) -> str:
    """`2 of 5 failed`, for a failed cell."""
    failed = sum(i.status == "failed" for i in cell.invocations)
    return f"{failed} of {len(cell.invocations)} failed"


def item(cell: CellResult | None, metric: str, *, best: bool = False) -> Item:
    """What a table shows of one metric of a cell: its interval, or why there is none."""
    if cell is None:
        return Item(NOTHING, "missing")
    if cell.status == "failed":
        return Item(count_of_failed(cell), "failed", (cell.reason or "").partition(": ")[2])
    if not cell.measured:
        return Item("not finished", "missing", cell.reason or "")
    if metric not in cell.metrics:
        if few := _too_few(cell, metric):
            return Item("too few", "missing", few)
        return Item("cold" if metric == "elapsed_steady" else "not measured", "missing")
    mark = "not settled" if metric == "elapsed_steady" and cell.clock == "unsettled" else ""
    return Item(interval(cell.metrics[metric], metric), "best" if best else "", mark)


def matrix(layout: Layout, metric: str, caption: str, *, lower_is_better: bool | None = True) -> Table:
    """The metric at every size. The best of a size, and what is not shown to be worse, is marked."""
    cells = {(c.cell.platform, Size.of(c.cell)): c for c in layout.cells}
    best = {s: _best(layout.at(s), metric, lower_is_better, layout.margin) for s in layout.sizes}
    rows = [
        (
            Item(platform),
            *(item(cells.get((platform, s)), metric, best=platform in best[s]) for s in layout.sizes),
        )
        for platform in layout.platforms
    ]
    columns = (Column("platform"), *(Column(layout.words(s), numeric=True) for s in layout.sizes))
    return Table(caption, columns, tuple(rows), metric)


def overview(layout: Layout, metrics: Sequence[tuple[str, str, bool | None]]) -> Table | None:
    """Everything about the size that platforms are ranked at: platforms down, metrics (name, heading, lower) across."""
    size = layout.reference
    if size is None:
        return None
    cells = layout.at(size)
    shown = [m for m in metrics if any(m[0] in c.metrics for c in cells)]
    best = {name: _best(cells, name, lower, layout.margin) for name, _, lower in shown}
    time, cold = clock(cells)
    order = sorted(cells, key=lambda c: (c in cold, c.metrics[time].median if time in c.metrics else float("inf")))
    rows: list[tuple[Item, ...]] = []
    for cell in order:
        items = [item(cell, name, best=cell.cell.platform in best[name]) for name, _, _ in shown]
        items = [
            i._replace(detail=cell.steady) if name == "elapsed_steady" and cell.measured else i
            for i, (name, _, _) in zip(items, shown, strict=True)
        ]
        if not cell.measured:
            items = [items[0], *[Item(NOTHING, "missing")] * (len(items) - 1)]
        rows.append((Item(cell.cell.platform), *items))
    columns = (Column("platform"), *(Column(heading, numeric=True) for _, heading, _ in shown))
    return Table(f"At {layout.words(size)}", columns, tuple(rows))


def missing(layout: Layout, metric: str, sizes: Sequence[Size]) -> tuple[str, ...]:
    """Who has no value at some of these sizes and why, for a figure that cannot show it."""
    sentences: list[str] = []
    for platform in layout.platforms:
        own = [c for s in sizes for c in layout.at(s) if c.cell.platform == platform]
        reasons: dict[str, list[Size]] = {}
        for cell in own:
            if metric not in cell.metrics and (why := why_absent(cell, metric)):
                reasons.setdefault(why, []).append(Size.of(cell.cell))
        for why, at in reasons.items():
            where = "" if len(at) == len(own) else f" at {layout.span(at)}"
            sentences.append(f"{platform}{where}: {why}")
    return (f"Not shown: {'; '.join(sentences)}.",) if sentences else ()


def why_absent(cell: CellResult, metric: str) -> str:
    """Why a cell lacks a metric; nothing where that needs no word."""
    if not cell.measured:
        return cell.reason or cell.status
    return cell.steady if metric == "elapsed_steady" else _too_few(cell, metric)


def _too_few(cell: CellResult, metric: str) -> str:
    """Why a 99th percentile is missing next to its median."""
    stem, _, part = metric.rpartition("_")
    return too_few(0.99) if part == "p99" and f"{stem}_p50" in cell.metrics else ""


def _best(cells: Sequence[CellResult], metric: str, lower_is_better: bool | None, margin: float) -> frozenset[str]:
    if lower_is_better is None:
        return frozenset()
    return leaders(cells, metric, "lower" if lower_is_better else "higher", margin)
