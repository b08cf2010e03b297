"""What a comparison holds: models of its JSON, and the words of a verdict. Verdicts come from agon.stats.verdict."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from agon.analysis.matching import unit_of
from agon.results.model import Cell
from agon.results.summary import CellStatus
from agon.stats.comparison import Ratio
from agon.stats.verdict import Outcome, Verdict
from agon.workloads.base import ParamValue

COMPARISON_SCHEMA = 2

SideStatus: TypeAlias = CellStatus | Literal["absent"]


class Frozen(BaseModel):
    """Part of a document that is not changed once it is made."""

    model_config = ConfigDict(frozen=True)


class Side(Frozen):
    """One of the two: an experiment, and a platform's label where it is one of several in it."""

    experiment: str
    path: str
    created: str
    source_commit: str
    """The lab's."""
    machine: str
    platform: str | None = None
    commits: dict[str, str] = {}
    """Label -> the commit of the repository that holds the platform, `+`: with changes; where it is known."""


class Figures(Frozen):
    """The two medians and the effect size: their ratio, B over A."""

    median_a: float
    median_b: float
    ratio: float | None
    """None with a median of 0."""
    low: float | None
    """The confidence interval, corrected over all cells; None where nothing is decided (too few invocations)."""
    high: float | None
    n: int
    """Pairs of invocations, or the smaller number of invocations."""
    modes_a: str = ""
    """`two modes: 3.00 ms (5 of 10), 6.00 ms (5 of 10)`, where the invocations fall into groups; else empty."""
    modes_b: str = ""


class Measured(Frozen):
    """What a cell measured, on either side, and the metric that is looked at."""

    workload: str
    params: dict[str, ParamValue]
    cores: int
    threads: int
    iterations: int
    """In each invocation; 0: as its pilot shows."""
    role: str
    metric: str
    unit: str


def what_of(cell: Cell, metric: str) -> dict[str, Any]:
    """The fields of `Measured`."""
    own = cell.model_dump(include={"workload", "params", "cores", "threads", "iterations", "role"})
    return own | {"metric": metric, "unit": unit_of(metric)}


class CellComparison(Measured):
    """One cell on both sides."""

    platform_a: str
    platform_b: str
    status_a: SideStatus
    status_b: SideStatus
    verdict: str
    """In words: `slower by 5.1% [3.9%, 6.3%]`, `inconclusive [-1.0%, +4.2%]`, `not comparable: no elapsed in B`."""
    judged: Verdict | None = None
    """Of B compared with A, by agon.stats.verdict; its ratio is how many times *worse* B is. None if not comparable."""
    reason: str | None = None
    """Why it is not comparable."""
    figures: Figures | None = None
    """None if not comparable."""
    lost: bool = False
    """A has a figure, and B none that could be compared with it, though B did not fail."""
    unchanged: bool = False
    """Both sides ran the same version of the same program: a difference is the machine's, or chance."""

    @property
    def outcome(self) -> Outcome | None:
        """Of B compared with A; None if not comparable."""
        return self.judged.outcome if self.judged else None

    @property
    def broken(self) -> bool:
        """It fails in B, and did not in A."""
        return self.status_b == "failed" and self.status_a in ("ok", "incomplete")

    @property
    def platform(self) -> str:
        """The label, or both where they differ."""
        return self.platform_a if self.platform_a == self.platform_b else f"{self.platform_a} -> {self.platform_b}"


class Drift(Frozen):
    """What is known of the machine's speed in the two sessions, as shares (0.02 = 2%)."""

    within: float
    """How far a session's level strays, judged by the halves of each."""
    between: float | None
    """Median shift from A to B of the cells whose platform did not change; None where there are too few."""
    controls: int
    """How many such cells there are."""


class Comparison(Frozen):
    """Every cell that either side has."""

    schema_version: int = COMPARISON_SCHEMA
    method: Literal["paired", "unpaired"]
    """`paired`: block by block within one experiment. `unpaired`: two experiments, one after the other."""
    a: Side
    b: Side
    margin: float
    """Differences shown to be smaller than this are ties."""
    cells: tuple[CellComparison, ...]
    drift: Drift | None = None
    """Only if unpaired: pairs cancel it."""
    notes: tuple[str, ...] = ()

    @property
    def compared(self) -> tuple[CellComparison, ...]:
        """The cells that could be compared."""
        return tuple(c for c in self.cells if c.judged is not None)

    def exceeds(self, fail_above: float) -> tuple[CellComparison, ...]:
        """Cells shown to be worse by more than `fail_above` (0.05 = 5%): what trips a regression gate."""
        return tuple(c for c in self.cells if c.judged is not None and c.judged.worse_by_more_than(fail_above))

    @property
    def broken(self) -> tuple[CellComparison, ...]:
        """Cells that fail in B and did not in A."""
        return tuple(c for c in self.cells if c.broken)

    @property
    def lost(self) -> tuple[CellComparison, ...]:
        """Cells of A that have no counterpart in B."""
        return tuple(c for c in self.cells if c.lost)


def words(verdict: Verdict, ratio: Ratio | None, unit: str) -> str:
    """A verdict with its effect size and confidence interval; `ratio` is B over A. Times are slower or faster."""
    if ratio is None:
        return f"{verdict.outcome}: {verdict.why}"
    if not verdict.decided:
        return f"{verdict.outcome} [{ratio.low - 1:+.1%}, {ratio.high - 1:+.1%}]"
    more, less = ("slower", "faster") if unit == "s" else ("higher", "lower")
    shares = [ratio.ratio - 1, ratio.low - 1, ratio.high - 1]
    if ratio.ratio < 1:
        shares = [1 - ratio.ratio, 1 - ratio.high, 1 - ratio.low]
    by, least, most = (f"{share:.1%}" for share in shares)
    return f"{more if ratio.ratio > 1 else less} by {by} [{least}, {most}]"
