"""What the rules share: the measured cells as they ask for them, the clock, the wording."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from agon.published.evidence import FEWEST_INVOCATIONS, Level, Span
from agon.published.matching import NO_WORDS, VARIED, stand_in
from agon.published.model import VerdictWord
from agon.published.sources import figures
from agon.published.table import start_up_share
from agon.results.model import ParamValue
from agon.results.summary import CellResult, ResultSet
from agon.stats.intervals import median_interval

START_UP_ALLOWED = 0.2


@dataclass(frozen=True)
class Part:
    """One testable statement of a claim."""

    claim: str
    verdict: VerdictWord
    evidence: str


class Field:
    """The measured cells as the rules of one source ask for them."""

    def __init__(self, results: ResultSet, source: str, level: Level | None = None) -> None:
        self.results = results
        self.source = source
        self.level = level or Level()

    def sizes(self, workload: str) -> list[int]:
        """The sizes of the source's tables, smallest first."""
        varied = VARIED[workload]
        tables = (f for f in figures(self.source) if f.workload == workload and f.table.startswith("table"))
        return sorted({int(f.params[varied]) for f in tables if varied in f.params})

    def cell(
        self,
        workload: str,
        platform: str,
        size: ParamValue,
        metric: str = "process_elapsed",
        words: Mapping[str, ParamValue] = NO_WORDS,
    ) -> CellResult | None:
        """The ok cell that stands for the platform at that size, if it has an interval of the metric."""
        cell = stand_in(self.results, workload, platform, size, words).cell
        return cell if cell and len(cell.values(metric)) >= FEWEST_INVOCATIONS else None

    def row(
        self,
        workload: str,
        platform: str,
        metric: str = "process_elapsed",
        words: Mapping[str, ParamValue] = NO_WORDS,
    ) -> dict[int, CellResult]:
        """The platform's cells over the source's sizes, smallest first; sizes without an interval are left out."""
        cells = {size: self.cell(workload, platform, size, metric, words) for size in self.sizes(workload)}
        return {size: cell for size, cell in cells.items() if cell is not None}

    def missing(
        self,
        workload: str,
        platform: str,
        metric: str = "process_elapsed",
        words: Mapping[str, ParamValue] = NO_WORDS,
    ) -> str:
        """Why the platform lacks its first missing size; nothing if it lacks none. Sizes that the experiment has come
        before those that only the source has."""
        sizes = self.sizes(workload)
        asked = {c.params.get(VARIED[workload]) for c in self.results.experiment.cells if c.workload == workload}
        reasons = (
            self.missing_at(workload, platform, size, metric, words)
            for size in sorted(sizes, key=lambda s: s not in asked)
        )
        return next(filter(None, reasons), "")

    def missing_at(
        self,
        workload: str,
        platform: str,
        size: int,
        metric: str = "process_elapsed",
        words: Mapping[str, ParamValue] = NO_WORDS,
    ) -> str:
        """Why the platform lacks that size; nothing if it has it."""
        if self.cell(workload, platform, size, metric, words) is not None:
            return ""
        standing = stand_in(self.results, workload, platform, size, words)
        values = standing.cell.values(metric) if standing.cell else []
        why = standing.why or ("one invocation has no interval" if values else f"no {metric} recorded")
        return f"{platform} at {VARIED[workload]}={size}: {why}"

    def span(self, cell: CellResult, metric: str) -> Span:
        """A metric of an ok cell: the median over invocations with its 95% interval, whatever the protocol quotes."""
        found = median_interval(cell.values(metric))
        return Span(found.median, found.low, found.high, cell.by_block(metric), self.level)

    def interval(self, values: Sequence[float]) -> Span:
        """Of one value an invocation: the median and its 95% interval."""
        found = median_interval(values)
        return Span(found.median, found.low, found.high)

    @property
    def logical_cores(self) -> int:
        return self.results.experiment.environment.cores_logical


@dataclass(frozen=True)
class Clock:
    """Which time is compared, and its name in words."""

    metric: str
    words: str


def clock_for(cells: Iterable[CellResult]) -> Clock:
    """The whole process, as in the source; the in-program time where that would not speak of the work in some cell."""
    cells = list(cells)
    if any(c.cell.iterations != 1 for c in cells):
        return Clock(
            "elapsed", "in-program time of the first iteration, since processes ran the workload several times"
        )
    share = max((s for c in cells if (s := start_up_share(c)) is not None), default=0.0)
    if share > START_UP_ALLOWED:
        return Clock("elapsed", f"in-program time, since start-up is up to {share:.0%} of a process at these sizes")
    return Clock("process_elapsed", "whole-process time")


def unsaid(claim: str, why: str) -> Part:
    """An inconclusive part."""
    return Part(claim, "inconclusive", why)


Rule: TypeAlias = Callable[[Field], list[Part]]
Rules: TypeAlias = Mapping[str, tuple[tuple[str, ...], Rule]]
"""Claim id -> the workloads it speaks of, and its rule."""
