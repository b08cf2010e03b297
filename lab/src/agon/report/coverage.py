"""Every platform on every workload: measured, failed, or why not."""

from __future__ import annotations

from collections.abc import Sequence

from agon.analysis.sizes import Layout, Size
from agon.counted import counted
from agon.report.parts import Column, Item, Table
from agon.results.model import Skipped
from agon.results.summary import CellResult, ResultSet
from agon.workloads.registry import title_of

NOT_ASKED = "not asked"


def coverage(results: ResultSet) -> Table:
    """Platforms down, workloads across; also those that were asked for and could not take part."""
    own = {s.workload for s in results.skipped if s.workload != "all"}
    workloads = list(dict.fromkeys([*results.workloads, *sorted(own)]))
    labels = dict.fromkeys([*(p.label for p in results.experiment.platforms), *(s.platform for s in results.skipped)])
    rows = [(Item(label), *(status(results, label, w) for w in workloads)) for label in labels]
    columns = (Column("platform"), *(Column(title_of(w)) for w in workloads))
    return Table("Every platform on every workload", columns, tuple(rows))


def status(results: ResultSet, label: str, workload: str) -> Item:
    """What became of one platform in one workload, all sizes together."""
    cells = [c for c in results.cells if (c.cell.platform, c.cell.workload, c.cell.role) == (label, workload, "main")]
    skipped = [s for s in results.skipped if s.platform == label and s.workload in (workload, "all")]
    return _measured(results, cells, skipped) if cells else _left_out(skipped)


def _measured(results: ResultSet, cells: Sequence[CellResult], skipped: Sequence[Skipped]) -> Item:
    failed = [c for c in cells if c.status == "failed" and not c.shows_how_far]
    no_further = [c for c in cells if c.shows_how_far]
    given_up = [c for c in cells if c.was_dropped]
    unfinished = [c for c in cells if c.status == "incomplete"]
    if failed:
        return Item(f"{len(failed)} of {len(cells)} cells failed", "failed", _where(results, failed[0]))
    if given_up:
        counts = ", ".join(str(n) for n in sorted({len(c.counted) for c in given_up}))
        return Item("given up", "open", f"n = {counts}: it takes too long for the time budget")
    if unfinished:
        return Item("not finished", "open", f"{len(unfinished)} of {len(cells)} cells still to measure")
    if no_further:
        return Item("ok up to its limit", "good", _where(results, no_further[0]))
    return Item("ok", "good", _sizes_left_out(skipped))


def _where(results: ResultSet, failed: CellResult) -> str:
    """The size at which a cell failed, where there are several, and how."""
    layout = Layout.of(results, failed.cell.workload)
    size = Size.of(failed.cell).words(layout.varying)
    return f"at {size}: {failed.reason}" if size else failed.reason or ""


def _sizes_left_out(skipped: Sequence[Skipped]) -> str:
    count = len(skipped)
    return f"without {counted(count, 'size')}: {skipped[0].kind}" if skipped else ""


def _left_out(skipped: Sequence[Skipped]) -> Item:
    if not skipped:
        return Item(NOT_ASKED, "missing")
    return Item(skipped[0].kind, "missing", skipped[0].reason)
