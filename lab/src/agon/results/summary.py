"""A result set as readers see it: cells with status and summarised metrics.

Report, comparison, claims and `results --json` all read this and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias

from agon.results.model import Cell, Experiment, Invocation, Plan, PlatformRecord, Skipped, Stop
from agon.results.protocols import PROTOCOLS, Quote
from agon.stats.intervals import Interval, hierarchical_interval
from agon.stats.steady import SteadyState, find_steady_state

COMMON_UNITS = {
    "process_elapsed": "s",
    "elapsed": "s",
    "elapsed_steady": "s",
    "cpu_time": "s",
    "memory_peak": "B",
    "core_load": "1",
    "start_up": "s",
    "context_switches": "1",
}
"""Metrics every cell has, with their units. `elapsed` is the first (cold) in-program iteration; `elapsed_steady` the
steady-state iterations, absent where there is no steady state."""

CellStatus: TypeAlias = Literal["ok", "failed", "incomplete"]

Clock: TypeAlias = Literal["steady", "unsettled", "cold"]
"""`steady`: after warm-up. `unsettled`: repeated, but never settled. `cold`: the first iteration is all there is."""

LIMITS = frozenset({"time limit", "memory limit", "out of memory"})
"""Codes of the failures by which a platform reaches a limit, its own or the experiment's."""


@dataclass(frozen=True)
class Summary:
    """One metric of one cell, quoted as the experiment's protocol does (agon.results.protocols).

    Protocol `agon`: the median over invocations with a 95% interval (hierarchical bootstrap). Protocols that quote the
    best or the mean put that into `median`, and the range over invocations into `low` and `high`.
    """

    median: float
    low: float
    high: float
    unit: str
    n: int
    """Invocations it rests on."""


@dataclass(frozen=True)
class CellResult:
    """One cell with everything measured of it. Only an ok cell has metrics."""

    cell: Cell
    platform: PlatformRecord
    status: CellStatus
    reason: str | None
    """Not None unless ok, e.g. `2 of 5 failed: oracle: token 3 ended at worker 7, not 9`."""
    metrics: dict[str, Summary]
    invocations: tuple[Invocation, ...]
    steady: str
    """`steady from iteration 3`, `no steady state`, `not offered` or `not asked`."""
    stopped: str | None
    """Why sampling stopped, where `--until-ci` or a time budget decided."""

    @property
    def shows_how_far(self) -> bool:
        """Whether it failed, as it was allowed to: asked for to see how far a platform gets, it ran into a limit."""
        failures = [i.reason for i in self.invocations if i.status == "failed"]
        return self.cell.how_far and bool(failures) and all(r is not None and r.code in LIMITS for r in failures)

    def values(self, metric: str) -> list[float]:
        """The metric's value in each passed invocation, in the order of blocks (median over its iterations)."""
        return [v for v in (_invocation_value(i, metric, self.steady) for i in self.invocations) if v is not None]

    def by_block(self, metric: str) -> dict[int, float]:
        """Block -> the metric in that block's invocation (median over its iterations), where it passed and has it."""
        found = {i.block: _invocation_value(i, metric, self.steady) for i in self.invocations}
        return {block: value for block, value in found.items() if value is not None}

    @property
    def clock(self) -> Clock:
        """Which of the in-program clocks its headline is: never compare two cells of different ones."""
        if self.steady.startswith("steady"):
            return "steady"
        return "unsettled" if self.steady == "no steady state" else "cold"

    def samples(self, root: Path, name: str) -> list[Path]:
        """The sample files of that name, one a passed invocation that wrote it; `root` is the result directory."""
        paths = [root / "samples" / i.id / name for i in self.invocations if i.status == "ok"]
        return [p for p in paths if p.exists()]


@dataclass(frozen=True)
class ResultSet:
    """An experiment and what was measured so far. Build it with `agon.results.store.load`."""

    root: Path
    experiment: Experiment
    invocations: tuple[Invocation, ...]
    stops: tuple[Stop, ...] = ()

    @cached_property
    def cells(self) -> tuple[CellResult, ...]:
        """Every cell, in the experiment's order."""
        by_cell: dict[str, list[Invocation]] = {}
        for invocation in self.invocations:
            by_cell.setdefault(invocation.cell, []).append(invocation)
        platforms = {p.label: p for p in self.experiment.platforms}
        stops = {s.cell: s.why for s in self.stops}
        offered = {p.label: p.max_iterations for p in self.experiment.platforms}
        return tuple(
            _cell_result(c, platforms[c.platform], by_cell.get(c.id, []), self.experiment, stops.get(c.id), offered)
            for c in self.experiment.cells
        )

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """What was asked for and left out, with the reason."""
        return tuple(self.experiment.skipped)

    def ok(self, workload: str, role: str = "main") -> list[CellResult]:
        """The ok cells of a workload."""
        return [c for c in self.cells if c.status == "ok" and c.cell.workload == workload and c.cell.role == role]

    @property
    def workloads(self) -> list[str]:
        """Ids of the workloads that have cells, in order of appearance."""
        return list(dict.fromkeys(c.workload for c in self.experiment.cells))


def _cell_result(
    cell: Cell,
    platform: PlatformRecord,
    invocations: list[Invocation],
    experiment: Experiment,
    stopped: str | None,
    offered: dict[str, int | None],
) -> CellResult:
    ordered = tuple(sorted(invocations, key=lambda i: i.order))
    failed = [i for i in ordered if i.status == "failed"]
    plan = experiment.plan
    wanted = plan.invocations if plan.until_ci is None else plan.max_invocations
    if failed:
        first = failed[0].reason
        cause = f"{first.code}: {first.message}" if first else "no reason recorded"
        reason = f"{len(failed)} of {len(ordered)} failed: {cause}"
        return CellResult(cell, platform, "failed", reason, {}, ordered, "not asked", stopped)
    if not ordered or (len(ordered) < wanted and stopped is None):
        reason = f"{len(ordered)} of {wanted} invocations measured: agon resume {experiment.id}"
        return CellResult(cell, platform, "incomplete", reason, {}, ordered, "not asked", stopped)
    limit = offered.get(cell.platform)
    steady = find_steady_state([[it.elapsed_ns for it in i.iterations] for i in ordered])
    word = _steady_word(steady, cell.iterations, limit)
    metrics = _summaries(ordered, word, steady, experiment.plan)
    return CellResult(cell, platform, "ok", None, metrics, ordered, word, stopped)


def _steady_word(steady: SteadyState, iterations: int, limit: int | None) -> str:
    if limit == 1:
        return "not offered"
    if iterations == 1:
        return "not asked"
    return f"steady from iteration {steady.start}" if steady.found else "no steady state"


def _common_values(invocation: Invocation) -> dict[str, float]:
    values: dict[str, float] = {}
    r = invocation.resources
    if r is not None:
        values["process_elapsed"] = r.process_elapsed_ns / 1e9
        values["cpu_time"] = (r.cpu_user_ns + r.cpu_system_ns) / 1e9
        values["memory_peak"] = float(r.memory_peak_bytes)
        values["context_switches"] = float(r.voluntary_switches + r.involuntary_switches)
        if r.core_load:
            values["core_load"] = sum(r.core_load) / len(r.core_load)
        if r.start_up_ns is not None:
            values["start_up"] = r.start_up_ns / 1e9
    if invocation.iterations:
        values["elapsed"] = invocation.iterations[0].elapsed_ns / 1e9
    return values


def _median(values: Sequence[float]) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def _invocation_value(invocation: Invocation, metric: str, steady: str) -> float | None:
    if invocation.status != "ok":
        return None
    if metric == "elapsed_steady":
        if not steady.startswith("steady from iteration "):
            return None
        start = int(steady.rsplit(" ", 1)[1])
        tail = [it.elapsed_ns / 1e9 for it in invocation.iterations[start:]]
        return _median(tail) if tail else None
    common = _common_values(invocation)
    if metric in common:
        return common[metric]
    if metric in invocation.metrics:
        return invocation.metrics[metric]
    inside = [it.metrics[metric] for it in invocation.iterations if metric in it.metrics]
    return _median(inside) if inside else None


def _summaries(invocations: tuple[Invocation, ...], word: str, steady: SteadyState, plan: Plan) -> dict[str, Summary]:
    from agon.workloads.registry import metric_units

    units = COMMON_UNITS | metric_units()
    quote = PROTOCOLS[plan.protocol].quote
    groups = _groups(invocations, word, steady)
    if quote == "median":
        intervals = {name: hierarchical_interval(group, seed=plan.seed) for name, group in groups.items()}
        return {name: _summary(interval, units.get(name, "1")) for name, interval in intervals.items()}
    values = {name: [_median(inner) for inner in group] for name, group in groups.items()}
    walls = [i.resources.process_elapsed_ns if i.resources else 0 for i in invocations]
    best = walls.index(min(walls))
    return {name: _quoted(quote, v, best, units.get(name, "1")) for name, v in values.items()}


def _quoted(quote: Quote, values: list[float], best: int, unit: str) -> Summary:
    """Best: the value in the invocation with the least elapsed time, as agere13 section 4 has it."""
    mean = sum(values) / len(values)
    value = values[best] if quote == "best" and best < len(values) else mean
    return Summary(value, min(values), max(values), unit, len(values))


def _groups(invocations: tuple[Invocation, ...], word: str, steady: SteadyState) -> dict[str, list[list[float]]]:
    groups: dict[str, list[list[float]]] = {}
    for invocation in invocations:
        for name, value in (_common_values(invocation) | invocation.metrics).items():
            groups.setdefault(name, []).append([value])
        inside: dict[str, list[float]] = {}
        for iteration in invocation.iterations:
            for name, value in iteration.metrics.items():
                inside.setdefault(name, []).append(value)
        for name, values in inside.items():
            groups.setdefault(name, []).append(values)
        if word.startswith("steady"):
            tail = [it.elapsed_ns / 1e9 for it in invocation.iterations[steady.start :]]
            if tail:
                groups.setdefault("elapsed_steady", []).append(tail)
    return groups


def _summary(interval: Interval, unit: str) -> Summary:
    return Summary(interval.median, interval.low, interval.high, unit, interval.n)
