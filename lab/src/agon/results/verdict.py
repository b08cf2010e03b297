"""What a comparison says: models of its JSON, and the words of a verdict."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from agon.stats.comparison import Ratio
from agon.workloads.base import ParamValue

COMPARISON_SCHEMA = 1

Kind: TypeAlias = Literal["slower", "faster", "higher", "lower", "no difference shown", "not comparable"]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True)


class Side(_Model):
    """One of the two: an experiment, and a platform's label where it is one of several in it."""

    experiment: str
    path: str
    created: str
    source_commit: str
    platform: str | None = None


class Figures(_Model):
    """The two medians and their ratio, B over A."""

    median_a: float
    median_b: float
    ratio: float
    low: float
    high: float
    n: int
    """Pairs of invocations, or the smaller number of invocations."""
    worse_by: float
    """How much worse B is, as a share: 0.05 is 5%. Negative where it is better."""


class CellComparison(_Model):
    """One cell on both sides."""

    platform_a: str
    platform_b: str
    workload: str
    params: dict[str, ParamValue]
    cores: int
    threads: int
    role: str
    metric: str
    unit: str
    kind: Kind
    verdict: str
    """The kind with its figures: `slower by 5.1% [3.9%, 6.3%]`."""
    reason: str | None = None
    """Why it is not comparable."""
    figures: Figures | None = None
    """None if not comparable."""
    unchanged: bool = False
    """Both sides ran the same version of the same program: a difference is the machine's, or chance."""


class Drift(_Model):
    """What is known of the machine's speed in the two sessions, as shares (0.02 = 2%)."""

    within: float
    """How far a session's level strays, judged by the halves of each."""
    between: float | None
    """Median shift from A to B of the cells whose platform did not change; None where there are too few."""
    controls: int
    """How many such cells there are."""


class Comparison(_Model):
    """Every cell that either side has."""

    schema_version: int = COMPARISON_SCHEMA
    method: Literal["paired", "unpaired"]
    """`paired`: block by block within one experiment. `unpaired`: two experiments, one after the other."""
    a: Side
    b: Side
    cells: tuple[CellComparison, ...]
    drift: Drift | None = None
    """Only if unpaired: pairs cancel it."""
    notes: tuple[str, ...] = ()

    @property
    def compared(self) -> tuple[CellComparison, ...]:
        """The cells that could be compared."""
        return tuple(c for c in self.cells if c.figures is not None)

    def exceeds(self, fail_above: float) -> tuple[CellComparison, ...]:
        """Cells shown to be worse, and by more than `fail_above` (0.05 = 5%): what trips a regression gate."""
        return tuple(
            c
            for c in self.cells
            if c.figures is not None and c.kind != "no difference shown" and c.figures.worse_by > fail_above
        )


def kind_of(ratio: Ratio, unit: str) -> Kind:
    """The verdict's word: times are slower or faster, all else is higher or lower."""
    if not ratio.differs:
        return "no difference shown"
    if unit == "s":
        return "slower" if ratio.low > 1 else "faster"
    return "higher" if ratio.low > 1 else "lower"


def words(kind: Kind, ratio: Ratio) -> str:
    """The verdict with its figures."""
    if kind == "no difference shown":
        return f"{kind} [{ratio.low - 1:+.1%}, {ratio.high - 1:+.1%}]"
    shares = [ratio.ratio - 1, ratio.low - 1, ratio.high - 1]
    if kind in ("faster", "lower"):
        shares = [1 - ratio.ratio, 1 - ratio.high, 1 - ratio.low]
    by, least, most = (f"{share:.1%}" for share in shares)
    return f"{kind} by {by} [{least}, {most}]"
