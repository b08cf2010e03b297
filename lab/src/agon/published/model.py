"""The literature and the measurement: what `compare` and `claims` produce and `report` shows.

Published and measured absolute times are never set against each other: the machines differ. Only ratios to a baseline
platform within one side, ranks, and their agreement are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from agon.results.summary import Summary

VerdictWord: TypeAlias = Literal["holds", "does not hold", "inconclusive"]


@dataclass(frozen=True)
class Row:
    """One platform at one size, published and measured."""

    platform: str
    """The source's platform, or the measured label if the source does not have it."""
    params: str
    """The size by the parameter that the source varies, e.g. `tokens=250`; for source size the workload."""
    published: float | None
    published_note: str
    """Why there is no published figure, or what to know about it."""
    measured: Summary | None
    measured_note: str
    """Which platform stands for the source's, or why there is no measurement."""
    ratio_published: float | None
    ratio_measured: float | None
    """To the baseline platform at the same size, each within its own side; ratio of medians."""


class Rank(NamedTuple):
    """Places of one platform among those that both sides have; 1 is best, ties share the mean place."""

    platform: str
    published: float
    measured: float


@dataclass(frozen=True)
class PublishedTable:
    """One table of a source with the measured values."""

    source: str
    table: str
    title: str
    workload: str
    metric: str
    unit: str
    rows: list[Row]
    baseline: str
    """What the ratios are against."""
    ranks: list[Rank]
    ranks_at: str
    """The size at which ranks are taken (the largest that all shared platforms reach), or why there are none."""
    tau: float | None
    """Kendall's tau-b between published and measured; None below four shared platforms: inconclusive."""
    shared: int
    """How many platforms both sides have at `ranks_at`."""
    published_machine: str
    measured_machine: str
    parameters_note: str
    """Both sides' sizes and clocks, and what follows from their difference."""
    counted: str = "platforms"
    """What `shared` counts and the ranks are of, where a source's table has more than one row a platform."""


@dataclass(frozen=True)
class ClaimOutcome:
    """What the measurement shows of one claim of a source.

    A claim of several `parts` holds if all hold and does not hold if one does not; else it is inconclusive. `evidence`
    is complete without the parts.
    """

    source: str
    section: str
    claim: str
    verdict: VerdictWord
    evidence: str
    parts: tuple[ClaimOutcome, ...] = ()
