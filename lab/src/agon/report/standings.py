"""Who came where at the size that platforms are ranked at, and whether the intervals allow to say so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from agon.report.sizes import Layout, Size
from agon.results.summary import CellResult, Summary
from agon.stats.verdict import Better, times_worse


@dataclass(frozen=True)
class Standing:
    """One platform's place in one metric."""

    label: str
    value: Summary
    behind: float
    """How many times worse than the best; 1 for the best."""
    tied: bool
    """Its interval overlaps that of the best: the two cannot be told apart."""


@dataclass(frozen=True)
class Ranking:
    """Platforms in one metric of a workload, best first. Those without an ok cell at this size are `absent`."""

    layout: Layout
    size: Size
    metric: str
    places: tuple[Standing, ...]
    decided: bool
    """Whether intervals stand behind it: one invocation cannot tell platforms apart."""
    absent: tuple[CellResult, ...]

    @property
    def leaders(self) -> tuple[Standing, ...]:
        """The best and whoever cannot be told apart from it."""
        return tuple(p for p in self.places if p.tied)


def rank(layout: Layout, metric: str, better: Better = "lower") -> Ranking | None:
    """The ranking at the layout's reference size; None where fewer than two platforms have the metric."""
    size = layout.reference
    if size is None:
        return None
    cells = layout.at(size)
    found = [(c.cell.platform, c.metrics[metric]) for c in cells if metric in c.metrics]
    if len(found) < 2:
        return None
    found.sort(key=lambda f: f[1].median, reverse=better == "higher")
    best = found[0][1]
    places = tuple(
        Standing(label, v, times_worse(v.median, best.median, better), _overlap(best, v)) for label, v in found
    )
    decided = all(v.n > 1 for _, v in found)
    return Ranking(layout, size, metric, places, decided, tuple(c for c in cells if metric not in c.metrics))


def _overlap(one: Summary, other: Summary) -> bool:
    return one.low <= other.high and other.low <= one.high


def common_time(cells: Iterable[CellResult]) -> tuple[str, str]:
    """The steady state if every platform that passed has one, else the first iteration of all: never mixed."""
    ok = [c for c in cells if c.measured]
    if all("elapsed_steady" in c.metrics for c in ok):
        return "elapsed_steady", "in-program time, steady state"
    return "elapsed", "in-program time of the first iteration, cold (not all platforms have a steady state)"
