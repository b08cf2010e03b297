"""The numbers as tidy CSV: one row a cell and metric; a cell without numbers has one row with the reason."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from agon.results.summary import CellResult, ResultSet

HEADER = (
    "experiment",
    "machine",
    "platform",
    "variant",
    "version",
    "workload",
    "role",
    "params",
    "cores",
    "threads",
    "status",
    "reason",
    "steady",
    "metric",
    "median",
    "low",
    "high",
    "unit",
    "n",
)


def render(results: ResultSet) -> str:
    """The table as text. Params are `name=value` joined by `;`."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    before = (results.experiment.id, results.experiment.environment.machine_id)
    for cell in results.cells:
        writer.writerows((*before, *row) for row in _rows(cell))
    return out.getvalue()


def _rows(result: CellResult) -> Iterator[tuple[str | int | float, ...]]:
    cell = result.cell
    known = (
        cell.platform,
        cell.variant,
        result.platform.version_found,
        cell.workload,
        cell.role,
        ";".join(f"{k}={v}" for k, v in cell.params.items()),
        cell.cores,
        cell.threads,
        result.status,
        result.reason or "",
        result.steady if result.measured else "",
    )
    if not result.metrics:
        yield (*known, "", "", "", "", "", "")
    for name, s in result.metrics.items():
        yield (*known, name, *(f"{v:.12g}" for v in (s.median, s.low, s.high)), s.unit, s.n)
