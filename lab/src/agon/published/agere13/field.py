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

    def cell(self, workload: str, platform: str, size: ParamValue) -> CellResult | None:
        """The ok cell that stands for the platform at that size, if it has enough invocations for an interval."""
        cell = stand_in(self.results, workload, platform, size).cell
        return cell if cell and len(cell.invocations) >= FEWEST_INVOCATIONS else None

    def why_not(self, workload: str, platform: str, size: ParamValue) -> str:
        standing = stand_in(self.results, workload, platform, size)
        return standing.why or "one invocation has no interval"

    def row(self, workload: str, platform: str) -> dict[int, CellResult]:
        """The platform's cells over the source's sizes, smallest first; sizes that were not measured are left out."""
        cells = {size: self.cell(workload, platform, size) for size in published_sizes(workload)}
        return {size: cell for size, cell in cells.items() if cell is not None}

    def missing(self, workload: str, platform: str) -> str:
        """Why the platform lacks its first missing size."""
        for size in published_sizes(workload):
            if self.cell(workload, platform, size) is None:
                return f"{platform} at {VARIED[workload]}={size}: {self.why_not(workload, platform, size)}"
        return ""

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


def clock_for(cells: Iterable[CellResult]) -> str:
    """`process_elapsed`, or `elapsed` where start-up would outweigh the work in one of the cells compared."""
    shares = [start_up_share(c) for c in cells]
    return "elapsed" if any(s is not None and s > START_UP_ALLOWED for s in shares) else "process_elapsed"


def clock_words(clock: str) -> str:
    """The clock as evidence names it."""
    if clock == "process_elapsed":
        return "whole-process time"
    return "in-program time of the first iteration, since start-up outweighs the work at this size"


def span_of(cell: CellResult, metric: str) -> Span:
    """A metric of an ok cell with its interval."""
    return Span.of(cell.metrics[metric])


def unsaid(claim: str, why: str) -> Part:
    """A part that cannot be said."""
    return Part(claim, "cannot be said", why)
