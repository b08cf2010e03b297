"""What cells lack, where they stand: in a word why one has no figure, in a sentence why one rests on too few."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agon.format import exact, named
from agon.results.model import Plan
from agon.results.summary import CellResult
from agon.stats import percentiles
from agon.stats.verdict import LEAST_BLOCKS


def why_empty(cell: CellResult) -> str:
    """Why a cell has no figure, in a word or two."""
    if cell.status == "failed":
        return "at its limit" if cell.shows_how_far else "failed"
    if cell.was_dropped:
        return "given up"
    return "not finished" if cell.status == "incomplete" else "no figure"


def given_up(cells: Iterable[CellResult], plan: Plan) -> str:
    """Which of the cells were given up to keep the time budget; empty if none was."""
    names = [with_n(c) for c in cells if c.was_dropped]
    if not names:
        return ""
    budget = f" of {exact(plan.time_budget_s, 's')}" if plan.time_budget_s is not None else ""
    return f"Given up to keep the time budget{budget}: {named(names)}."


def too_few(cells: Sequence[CellResult]) -> str:
    """Which have too few invocations to be judged, where others have enough; empty if none, or all have."""
    counts = {c.cell.id: len(c.counted) for c in cells if c.measured and not c.was_dropped}
    names = [with_n(c) for c in cells if 0 < counts.get(c.cell.id, 0) < LEAST_BLOCKS]
    if not names or max(counts.values()) < LEAST_BLOCKS:
        return ""
    return f"Inconclusive, with fewer than {LEAST_BLOCKS} invocations: {named(names)}."


def with_n(cell: CellResult) -> str:
    """`akka (n = 2)`."""
    return f"{cell.cell.platform} (n = {len(cell.counted)})"


def why_absent(cell: CellResult, metric: str) -> str:
    """Why a cell lacks a metric; nothing where that needs no word."""
    if not cell.measured:
        return cell.reason or cell.status
    return cell.steady if metric == "elapsed_steady" else few_values(cell, metric)


def few_values(cell: CellResult, metric: str) -> str:
    """Why a 99th percentile is missing next to its median."""
    stem, _, part = metric.rpartition("_")
    return percentiles.too_few(0.99) if part == "p99" and f"{stem}_p50" in cell.metrics else ""
