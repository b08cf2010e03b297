"""What the rules share: the measured cells as they ask for them, the clock, the wording."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agon.published.compare import start_up_share
from agon.published.evidence import FEWEST_INVOCATIONS, Span
from agon.published.matching import VARIED, stand_in
from agon.published.model import VerdictWord
from agon.published.sources import figures
from agon.results.model import ParamValue
from agon.results.summary import CellResult, ResultSet
from agon.stats.intervals import hierarchical_interval

SOURCE = "agere13"
SHARED = ("erlang", "akka", "jason")
"""The source's platforms that can be had, in its order from fast to slow."""

START_UP_ALLOWED = 0.2


@dataclass(frozen=True)
class Part:
    """One testable statement of a claim."""

    claim: str
    verdict: VerdictWord
    evidence: str


class Field:
    """The measured cells as the rules ask for them."""

    def __init__(self, results: ResultSet) -> None:
        self.results = results

    def cell(
        self, workload: str, platform: str, size: ParamValue, metric: str = "process_elapsed"
    ) -> CellResult | None:
        """The ok cell that stands for the platform at that size, if it has an interval of the metric."""
        cell = stand_in(self.results, workload, platform, size).cell
        return cell if cell and len(cell.values(metric)) >= FEWEST_INVOCATIONS else None

    def row(self, workload: str, platform: str, metric: str = "process_elapsed") -> dict[int, CellResult]:
        """The platform's cells over the source's sizes, smallest first; sizes without an interval are left out."""
        cells = {size: self.cell(workload, platform, size, metric) for size in published_sizes(workload)}
        return {size: cell for size, cell in cells.items() if cell is not None}

    def missing(self, workload: str, platform: str, metric: str = "process_elapsed") -> str:
        """Why the platform lacks its first missing size; nothing if it lacks none."""
        for size in published_sizes(workload):
            if self.cell(workload, platform, size, metric) is None:
                standing = stand_in(self.results, workload, platform, size)
                values = standing.cell.values(metric) if standing.cell else []
                why = standing.why or ("one invocation has no interval" if values else f"no {metric} recorded")
                return f"{platform} at {VARIED[workload]}={size}: {why}"
        return ""

    def span(self, cell: CellResult, metric: str) -> Span:
        """A metric of an ok cell: the median over invocations with its 95% interval, whatever the protocol quotes."""
        return self.interval(cell.values(metric))

    def interval(self, values: Sequence[float]) -> Span:
        """Of one value an invocation: the median and its 95% interval."""
        found = hierarchical_interval([[v] for v in values], seed=self.results.experiment.plan.seed)
        return Span(found.median, found.low, found.high)

    @property
    def logical_cores(self) -> int:
        return self.results.experiment.environment.cores_logical


def published_sizes(workload: str) -> list[int]:
    """The sizes of the source's tables, smallest first."""
    varied = VARIED[workload]
    tables = (f for f in figures(SOURCE) if f.workload == workload and f.table in ("table1", "table2", "table3"))
    return sorted({int(f.params[varied]) for f in tables})


@dataclass(frozen=True)
class Clock:
    """Which time is compared, and the words that say so."""

    metric: str
    words: str


def clock_for(cells: Iterable[CellResult]) -> Clock:
    """The whole process, as in the source; the in-program time where that would not speak of the work in some cell."""
    cells = list(cells)
    if any(c.cell.iterations > 1 for c in cells):
        return Clock(
            "elapsed", "in-program time of the first iteration, since processes ran the workload several times"
        )
    share = max((s for c in cells if (s := start_up_share(c)) is not None), default=0.0)
    if share > START_UP_ALLOWED:
        return Clock("elapsed", f"in-program time, since start-up is up to {share:.0%} of a process at these sizes")
    return Clock("process_elapsed", "whole-process time")


def unsaid(claim: str, why: str) -> Part:
    """A part that cannot be said."""
    return Part(claim, "cannot be said", why)
