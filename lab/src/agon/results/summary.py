"""A result set as readers see it: cells with status and summarised metrics.

Report, comparison, claims and `results --json` all read this and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias

from agon.results.model import DROPPED, Cell, Experiment, Invocation, Plan, PlatformRecord, Skipped, Stop
from agon.results.protocols import PROTOCOLS, Quote
from agon.results.warmth import Clock, Warmth, Word, figures, pilot_of, warm_from, warmth
from agon.stats.components import by_build
from agon.stats.intervals import Interval, median_interval
from agon.stats.verdict import LEVEL, MARGIN

COMMON_UNITS = {
    "process_elapsed": "s",
    "elapsed": "s",
    "elapsed_steady": "s",
    "elapsed_median": "s",
    "elapsed_p99": "s",
    "pauses": "1",
    "cpu_time": "s",
    "memory_peak": "B",
    "core_load": "1",
    "start_up": "s",
    "context_switches": "1",
}
"""Metrics every cell has, with their units. `elapsed` is the first (cold) in-program iteration; `elapsed_steady` the
mean of all iterations after warm-up, pauses included. `elapsed_median` and `elapsed_p99` are of the same iterations,
and `pauses` is the share of their time by which those of over twice the median exceed it. The four are absent where
nothing repeats."""

WHOLE_PROCESS = frozenset({"process_elapsed", "cpu_time", "context_switches"})
"""Metrics that grow with the number of iterations: to be compared only between processes that did equally many."""

CellStatus: TypeAlias = Literal["ok", "failed", "incomplete"]

LIMITS = frozenset({"time limit", "memory limit", "out of memory"})
"""Codes of the failures by which a platform reaches a limit, its own or the experiment's."""


@dataclass(frozen=True)
class Summary:
    """One metric of one cell, quoted as the experiment's protocol does (agon.results.protocols).

    Protocol `agon`: the median over invocations with a 95% interval; each invocation gives one value. Protocols that
    quote the best or the mean put that into `median`, and the range over invocations into `low` and `high`.
    """

    median: float
    low: float
    high: float
    unit: str
    n: int
    """Invocations that it rests on, or builds where there are several."""


@dataclass(frozen=True)
class CellResult:
    """One cell with everything measured of it. A failed cell has no metrics; an incomplete one has what there is."""

    cell: Cell
    platform: PlatformRecord
    status: CellStatus
    reason: str | None
    """Not None unless ok, e.g. `2 of 5 failed: oracle: token 3 ended at worker 7, not 9`."""
    metrics: dict[str, Summary]
    invocations: tuple[Invocation, ...]
    """All, the discarded ones too."""
    warmth: Warmth
    stopped: str | None
    """Why sampling stopped, where `--until-ci` or a time budget decided."""
    builds: int = 1
    """Of each platform of the experiment that can be built in several ways; with several, the unit is the build."""

    @property
    def clock(self) -> Clock:
        """Which of the in-program clocks is its headline: steady and unsettled are compared, cold only with cold."""
        return self.warmth.clock

    @property
    def word(self) -> Word | None:
        """Whether it stays as it is after warm-up; None where it is cold."""
        return self.warmth.word

    @property
    def steady(self) -> str:
        """What is known of its steady state, in words."""
        return self.warmth.text

    @property
    def shows_how_far(self) -> bool:
        """Whether it failed, as it was allowed to: asked for to see how far a platform gets, it ran into a limit."""
        failures = [i.reason for i in self.invocations if i.status == "failed"]
        return self.cell.how_far and bool(failures) and all(r is not None and r.code in LIMITS for r in failures)

    @property
    def ranked(self) -> bool:
        """Whether it may have a place in a ranking: `cell.unranked` has the reason why not."""
        return not self.cell.unranked

    @property
    def was_dropped(self) -> bool:
        """Whether it was given up so that the others fit a time budget; that is no failure."""
        return (self.stopped or "").startswith(DROPPED)

    @property
    def measured(self) -> bool:
        """Whether it has figures to show."""
        return bool(self.metrics)

    @property
    def counted(self) -> tuple[Invocation, ...]:
        """The invocations whose figures count: passed, and not discarded."""
        return _counted(self.invocations)

    @property
    def headline(self) -> str:
        """The metric that stands for its time in the program."""
        return "elapsed" if self.clock == "cold" else "elapsed_steady"

    @property
    def work(self) -> int | None:
        """Iterations of each counted invocation; None where they differ."""
        done = {i.repetitions for i in self.counted}
        return done.pop() if len(done) == 1 else None

    def values(self, metric: str) -> list[float]:
        """The metric's value in each counted invocation, or of each of several builds (`by_block`)."""
        return list(self.by_block(metric).values())

    def by_block(self, metric: str) -> dict[int, float]:
        """What a verdict rests on: block -> the metric; with several builds, build -> the median over its blocks."""
        return by_build(self.in_blocks(metric), self.builds)

    def in_blocks(self, metric: str) -> dict[int, float]:
        """Block -> the metric in that block's invocation (median over its iterations), where it counts and has it."""
        found = {i.block: values_of(i).get(metric) for i in self.counted}
        return {block: value for block, value in sorted(found.items()) if value is not None}

    def samples(self, root: Path, name: str) -> list[tuple[Path, range]]:
        """The sample files of that name, one a counted invocation that wrote it; `root` is the result directory.

        With each, the iterations whose rows count: those after warm-up, as for every metric; of a cold cell the first.
        """
        files = [(root / "samples" / i.id / name, self._counting(i)) for i in self.counted]
        return [(path, iterations) for path, iterations in files if path.exists()]

    def _counting(self, invocation: Invocation) -> range:
        warm = warm_from(invocation)
        return range(1) if self.clock == "cold" or warm is None else range(warm.iteration, invocation.repetitions)


@dataclass(frozen=True)
class ResultSet:
    """An experiment and what was measured so far. Build it with `agon.results.store.load`."""

    root: Path
    experiment: Experiment
    invocations: tuple[Invocation, ...]
    stops: tuple[Stop, ...] = ()
    margin: float = MARGIN
    """Differences smaller than this share count as none."""
    baseline: str | None = None
    """The platform that others are compared with; None: the fastest."""

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
    def numbers(self) -> str:
        """What the quoted numbers are, as a sentence goes on after "Numbers are"."""
        plan = self.experiment.plan
        counts = [len(c.counted) for c in self.cells if c.measured] or [plan.invocations]
        return PROTOCOLS[plan.protocol].numbers(min(counts), max(counts))

    @property
    def level(self) -> float:
        """Of a table of verdicts: where the data decided when to stop, each look has its part."""
        return LEVEL / self.experiment.plan.looks

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """What was asked for and left out, with the reason."""
        return tuple(self.experiment.skipped)

    def measured(self, workload: str, role: str = "main") -> list[CellResult]:
        """The cells of a workload that have figures."""
        return [c for c in self.cells if c.measured and c.cell.workload == workload and c.cell.role == role]

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
    counted = _counted(ordered)
    plan = experiment.plan
    wanted = plan.invocations if plan.until_ci is None else plan.max_invocations
    if failed:
        first = failed[0].reason
        cause = f"{first.code}: {first.message}" if first else "no reason recorded"
        reason = f"{len(failed)} of {len(ordered)} failed: {cause}"
        unknown = Warmth("cold", None, "not asked")
        return CellResult(cell, platform, "failed", reason, {}, ordered, unknown, stopped, plan.builds)
    known = warmth(counted, pilot_of(ordered, cell, plan), cell, offered.get(cell.platform))
    metrics = _summaries(counted, experiment.plan) if counted else {}
    if not counted or (len(counted) < wanted and stopped is None):
        reason = f"{len(counted)} of {wanted} invocations measured: {stopped or './agon resume DIR measures the rest'}"
        return CellResult(cell, platform, "incomplete", reason, metrics, ordered, known, stopped, plan.builds)
    return CellResult(cell, platform, "ok", None, metrics, ordered, known, stopped, plan.builds)


def _counted(invocations: Sequence[Invocation]) -> tuple[Invocation, ...]:
    return tuple(i for i in invocations if i.status == "ok" and not i.discarded)


def values_of(invocation: Invocation) -> dict[str, float]:
    """Every metric of one passed invocation. What each iteration has is taken after warm-up."""
    from agon.workloads.registry import mean_metrics, metric_units

    values = _common_values(invocation) | invocation.metrics
    if not invocation.iterations:
        return values
    return values | figures(invocation, metric_units(), mean_metrics())


def _common_values(invocation: Invocation) -> dict[str, float]:
    values: dict[str, float] = {}
    r = invocation.resources
    if r is not None:
        values["process_elapsed"] = r.process_elapsed_ns / 1e9
        if r.start_up_ns is not None:
            values["start_up"] = r.start_up_ns / 1e9
    if r is not None and not r.in_part:
        values["cpu_time"] = (r.cpu_user_ns + r.cpu_system_ns) / 1e9
        values["memory_peak"] = float(r.memory_peak_bytes)
        values["context_switches"] = float(r.voluntary_switches + r.involuntary_switches)
        if r.own_load is not None:
            values["core_load"] = r.own_load
        elif r.core_load:  # of a lab that did not record it: of all the machine's CPUs
            values["core_load"] = sum(r.core_load) / len(r.core_load)
    if invocation.iterations:
        values["elapsed"] = invocation.iterations[0].elapsed_ns / 1e9
    return values


def _summaries(invocations: Sequence[Invocation], plan: Plan) -> dict[str, Summary]:
    from agon.workloads.registry import metric_units

    units = COMMON_UNITS | metric_units()
    quote = PROTOCOLS[plan.protocol].quote
    blocks: dict[str, dict[int, float]] = {}
    for invocation in invocations:
        for name, value in values_of(invocation).items():
            blocks.setdefault(name, {})[invocation.block] = value
    values = {name: [*by_build(found, plan.builds).values()] for name, found in blocks.items()}
    if quote == "median":
        intervals = {name: median_interval(found) for name, found in values.items()}
        return {name: _summary(interval, units.get(name, "1")) for name, interval in intervals.items()}
    walls = [i.resources.process_elapsed_ns if i.resources else 0 for i in invocations]
    best = walls.index(min(walls))
    return {name: _quoted(quote, v, best, units.get(name, "1")) for name, v in values.items()}


def _quoted(quote: Quote, values: list[float], best: int, unit: str) -> Summary:
    """Best: the value in the invocation with the least elapsed time, as agere13 section 4 has it."""
    mean = sum(values) / len(values)
    value = values[best] if quote == "best" and best < len(values) else mean
    return Summary(value, min(values), max(values), unit, len(values))


def _summary(interval: Interval, unit: str) -> Summary:
    return Summary(interval.median, interval.low, interval.high, unit, interval.n)
