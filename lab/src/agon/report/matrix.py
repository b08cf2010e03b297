"""One metric of a workload as a table: platforms down, sizes across; and what is missing from it, with the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agon.analysis.gaps import few_values, why_absent, why_empty
from agon.analysis.sizes import Layout, Size
from agon.analysis.standings import Ranking, clock
from agon.format import interval
from agon.report.parts import NOTHING, Column, Item, Table
from agon.results.summary import CellResult


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
        return Item(why_empty(cell), "missing", cell.reason or "")
    if metric not in cell.metrics:
        if few := few_values(cell, metric):
            return Item("too few", "missing", few)
        return Item("cold" if metric == "elapsed_steady" else "not measured", "missing")
    mark = "drifting" if metric == "elapsed_steady" and cell.word == "drifting" else ""
    return Item(interval(cell.metrics[metric], metric), "best" if best else "", mark)


def matrix(layout: Layout, metric: str, caption: str, ranking: Ranking | None = None) -> Table:
    """The metric at every size. At the size of the ranking the best, and what is not shown to be worse, is marked."""
    cells = {(c.cell.platform, Size.of(c.cell)): c for c in layout.cells}
    rows = [
        (
            Item(platform),
            *(item(cells.get((platform, s)), metric, best=_leads(ranking, platform, s)) for s in layout.sizes),
        )
        for platform in layout.platforms
    ]
    columns = (Column("platform"), *(Column(layout.words(s), numeric=True) for s in layout.sizes))
    return Table(caption, columns, tuple(rows), metric)


def overview(
    layout: Layout, metrics: Sequence[tuple[str, str]], rankings: Mapping[str, Ranking | None]
) -> Table | None:
    """Everything about the size that platforms are ranked at: platforms down, metrics (name, heading) across."""
    size = layout.reference
    if size is None:
        return None
    cells = layout.at(size)
    shown = [m for m in metrics if any(m[0] in c.metrics for c in cells)]
    time = clock(cells)
    order = sorted(
        cells, key=lambda c: (c.headline != time, c.metrics[time].median if time in c.metrics else float("inf"))
    )
    rows: list[tuple[Item, ...]] = []
    for cell in order:
        items = [item(cell, name, best=_leads(rankings.get(name), cell.cell.platform, size)) for name, _ in shown]
        items = [
            i._replace(detail=cell.steady) if name == "elapsed_steady" and cell.measured else i
            for i, (name, _) in zip(items, shown, strict=True)
        ]
        if not cell.measured:
            items = [items[0], *[Item(NOTHING, "missing")] * (len(items) - 1)]
        rows.append((Item(cell.cell.platform), *items))
    columns = (Column("platform"), *(Column(heading, numeric=True) for _, heading in shown))
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


def _leads(ranking: Ranking | None, label: str, size: Size) -> bool:
    return ranking is not None and ranking.size == size and label in ranking.best
