"""How far each platform got: the largest size that it passed, the next one, and how it ended there."""

from __future__ import annotations

from collections.abc import Mapping

from agon.analysis.sizes import Layout, Size
from agon.report.parts import NOTHING, Column, Item, Table
from agon.results.model import Skipped
from agon.results.summary import CellResult, ResultSet

HOW: Mapping[str, str] = {
    "memory limit": "out of memory",
    "out of memory": "out of memory",
    "time limit": "time limit",
    "signal": "crash",
    "exit status": "crash",
}
"""Code of a failure -> how a platform ends that can do no more; other failures are mistakes."""


def reach(results: ResultSet, layout: Layout) -> Table | None:
    """Platforms that did not pass every size that others were measured at; None where all did."""
    skipped = [s for s in results.skipped if s.workload == layout.workload]
    labels = list(dict.fromkeys([*layout.platforms, *(s.platform for s in skipped if s.params)]))
    rows = [row for label in labels if (row := _row(layout, label, skipped)) is not None]
    if not rows or len(layout.sizes) < 2:
        return None
    columns = (Column("platform"), Column("passed up to"), Column("not"), Column("how it ended"))
    return Table("How far each platform got", columns, tuple(rows), "reach")


def _row(layout: Layout, label: str, skipped: list[Skipped]) -> tuple[Item, ...] | None:
    cells = {Size.of(c.cell): c for c in layout.cells if c.cell.platform == label}
    left_out = {tuple(s.params.items()): s for s in skipped if s.platform == label}
    passed = [s for s in layout.sizes if s in cells and cells[s].measured]
    for size in layout.sizes:
        if size in cells and cells[size].status == "failed":
            ended = Item(_how(cells[size]), "failed", cells[size].reason or "")
        elif size.params in left_out and size not in cells:
            why = left_out[size.params]
            ended = Item(why.kind, "missing", why.reason)
        else:
            continue
        up_to = layout.words(passed[-1]) if passed else NOTHING
        return (Item(label), Item(up_to, "" if passed else "missing"), Item(layout.words(size)), ended)
    return None


def _how(cell: CellResult) -> str:
    codes = [i.reason.code for i in cell.invocations if i.reason is not None]
    return HOW.get(codes[0], codes[0]) if codes else "failed"
