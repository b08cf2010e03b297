"""A result set as data frames, for analysis in polars (or pandas: `.to_pandas()` of every polars frame).

Both frames are long: one row a value, `metric` names it, `unit` is what it is in. Times are in seconds, memory in
bytes, rates a second. Parameters are columns `p_<name>`, null where a workload has no such parameter, so that frames
of several experiments go together with `polars.concat(frames, how="diagonal_relaxed")`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import polars as pl

from agon.results import store
from agon.results.model import Experiment, Invocation
from agon.results.summary import COMMON_UNITS, CellResult, ResultSet, values_of
from agon.results.warmth import Warmth, warm_from
from agon.workloads.registry import metric_units

Format: TypeAlias = Literal["parquet", "csv"]
FORMATS: tuple[Format, ...] = get_args(Format)

_VALUES = pl.Schema(
    {
        "cell": pl.String,
        "block": pl.Int64,
        "invocation": pl.String,
        "settled": pl.Boolean,
        "iteration": pl.Int64,
        "of": pl.Int64,
        "warm": pl.Boolean,
        "metric": pl.String,
        "value": pl.Float64,
        "unit": pl.String,
        "status": pl.String,
        "reason": pl.String,
    }
)
_SUMMARIES = pl.Schema(
    {
        "cell": pl.String,
        "status": pl.String,
        "reason": pl.String,
        "clock": pl.String,
        "steady": pl.String,
        "metric": pl.String,
        "headline": pl.Boolean,
        "median": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "unit": pl.String,
        "n": pl.Int64,
    }
)


@dataclass(frozen=True)
class Results:
    """An experiment's results, as `agon.load` returns them."""

    recorded: ResultSet
    """Everything that is recorded, as the lab itself reads it."""

    @property
    def experiment(self) -> Experiment:
        """What was measured, where and with what."""
        return self.recorded.experiment

    def frame(self) -> pl.DataFrame:
        """Every value: one row an invocation, metric and (where it was taken in one) iteration.

        Columns: `experiment`, `machine`, `cell`, `platform`, `variant`, `version` (the one found), `workload`,
        `p_<name>` for each parameter, `cores`, `threads`, `role` (`main`, or what a reference cell is for), `block`,
        `invocation`, `settled`, `iteration`, `of`, `warm`, `metric`, `value`, `unit`, `status` (`ok` or `failed`),
        `reason`.

        `iteration` is null in the rows of an invocation as a whole: these are the values that the lab summarises, such
        as `elapsed_steady` (s), `elapsed` (s, the first iteration), `memory_peak` (B). Rows of single iterations count
        from 0 and hold `elapsed` (s) and the workload's own metrics; `of` is 1, or of how many that follow each other
        the row is the mean (of a process with over a thousand). `warm`: whether such an iteration comes after warm-up,
        and so counts in `elapsed_steady`. `settled`: whether the process has no trend from there on; null where it
        is too short to say. All are null where a process has one iteration, but `of`. A failed invocation has no
        figures: one row, whose `metric` and `value` are
        null, has the reason. Invocations of a discarded block are left out, unless they failed.
        """
        units = COMMON_UNITS | metric_units()
        known = {c.cell.id: c.warmth for c in self.recorded.cells}
        rows = [row for i in self.recorded.invocations for row in _values(i, units, known[i.cell])]
        values = pl.DataFrame(rows, schema=_VALUES, orient="row")
        return self._cell_columns().join(values, on="cell", how="inner", maintain_order="right")

    def cells(self) -> pl.DataFrame:
        """The summary: one row a cell and metric, as the report quotes it.

        Columns: those of the cell as in `frame`, then `status` (`ok`, `failed` or `incomplete`), `reason`, `clock`
        (`steady`, `unsettled` or `cold`), `steady` (the same in words), `metric`, `headline` (whether the metric is the
        cell's time in the program, by its clock), `median`, `low` and `high` (a 95% interval; the range in protocols
        that quote the best or the mean), `unit`, `n` (invocations). A cell without figures has one row, with nulls.
        """
        rows = [row for cell in self.recorded.cells for row in _summaries(cell)]
        summaries = pl.DataFrame(rows, schema=_SUMMARIES, orient="row")
        return self._cell_columns().join(summaries, on="cell", how="inner", maintain_order="right")

    def skipped(self) -> pl.DataFrame:
        """What was asked for and left out: `platform`, `workload`, `params` (as text), `kind` and `reason`."""
        schema = pl.Schema([(name, pl.String) for name in ("platform", "workload", "params", "kind", "reason")])
        rows = [(s.platform, s.workload, _joined(s.params), s.kind, s.reason) for s in self.recorded.skipped]
        return pl.DataFrame(rows, schema=schema, orient="row")

    def _cell_columns(self) -> pl.DataFrame:
        experiment = self.experiment
        found = {p.label: p.version_found for p in experiment.platforms}
        cells = experiment.cells
        names = list(dict.fromkeys(name for cell in cells for name in cell.params))
        return pl.DataFrame(
            [
                pl.Series("experiment", [experiment.id] * len(cells), pl.String),
                pl.Series("machine", [experiment.environment.machine_id] * len(cells), pl.String),
                pl.Series("cell", [c.id for c in cells], pl.String),
                pl.Series("platform", [c.platform for c in cells], pl.String),
                pl.Series("variant", [c.variant for c in cells], pl.String),
                pl.Series("version", [found.get(c.platform, c.version) for c in cells], pl.String),
                pl.Series("workload", [c.workload for c in cells], pl.String),
                *(_parameter(name, [c.params.get(name) for c in cells]) for name in names),
                pl.Series("cores", [c.cores for c in cells], pl.Int64),
                pl.Series("threads", [c.threads for c in cells], pl.Int64),
                pl.Series("role", [c.role for c in cells], pl.String),
            ]
        )


def load(folder: str | Path) -> Results:
    """The results in a result directory; StoreError if it holds none. Reads while another lab writes."""
    return Results(store.load(Path(folder)))


def write(frame: pl.DataFrame, file: Path, form: Format) -> None:
    """Write a frame to a file that is not there yet."""
    with store.new_file(file) as temporary:
        if form == "parquet":
            frame.write_parquet(temporary)
        else:
            frame.write_csv(temporary)


def _values(invocation: Invocation, units: dict[str, str], cell: Warmth) -> Iterable[tuple[Any, ...]]:
    before = (invocation.cell, invocation.block, invocation.id)
    if invocation.status == "failed":
        reason = invocation.reason
        why = f"{reason.code}: {reason.message}" if reason is not None else "no reason recorded"
        yield (*before, None, None, None, None, None, None, None, "failed", why)
        return
    if invocation.discarded:
        return
    warm = warm_from(invocation)
    word = cell.of(warm) if warm is not None else "too short to say"
    settled = None if word == "too short to say" else word != "drifting"
    for name, value in values_of(invocation).items():
        yield (*before, settled, None, None, None, name, value, units.get(name, "1"), "ok", None)
    for iteration in invocation.iterations:
        counts = iteration.index >= warm.iteration if warm is not None else None
        place = (*before, settled, iteration.index, iteration.of, counts)
        yield (*place, "elapsed", iteration.elapsed_ns / 1e9, "s", "ok", None)
        for name, value in iteration.metrics.items():
            yield (*place, name, value, units.get(name, "1"), "ok", None)


def _summaries(result: CellResult) -> Iterable[tuple[Any, ...]]:
    clocks = (result.clock, result.steady) if result.measured else (None, None)
    before = (result.cell.id, result.status, result.reason, *clocks)
    if not result.metrics:
        yield (*before, None, None, None, None, None, None, None)
    for name, s in result.metrics.items():
        yield (*before, name, name == result.headline, s.median, s.low, s.high, s.unit, s.n)


def _parameter(name: str, values: list[int | float | str | None]) -> pl.Series:
    """Integers or floats; text where any workload has words for it."""
    column = f"p_{name}"
    if any(isinstance(value, str) for value in values):
        return pl.Series(column, [None if value is None else str(value) for value in values], pl.String)
    floats = any(isinstance(value, float) for value in values)
    return pl.Series(column, values, pl.Float64 if floats else pl.Int64)


def _joined(params: dict[str, Any]) -> str:
    return ";".join(f"{name}={value}" for name, value in params.items())
