"""Who came where at the size that platforms are ranked at.

agon.stats.verdict decides who is better; what may be compared at all is decided here: steady times with steady times,
first iterations of processes that cannot repeat with each other, whole processes only where they did equal work.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agon.analysis.sizes import Layout, Size
from agon.format import ratio
from agon.results.summary import WHOLE_PROCESS, CellResult, Summary
from agon.stats import ranking
from agon.stats.verdict import LEAST_BLOCKS, MARGIN, Better, Verdict

TIME = "time"
"""Stands for the time in the program by the clock that most platforms have: steady where anybody repeats."""

LEAST_S = 1e-4
"""Shorter iterations are dominated by the latency of waking threads: they are not ranked."""

CLOCKS: Mapping[str, str] = {
    "elapsed_steady": "an iteration in steady state",
    "elapsed": "the first iteration, cold",
}
"""What a time in the program is, in words."""


@dataclass(frozen=True)
class Standing:
    """One platform's place in one metric."""

    label: str
    number: int
    """Its place, from 1. All that are not shown to be worse than the first share place 1."""
    value: Summary
    behind: float
    """How many times worse than the best; 1 for the best."""
    verdict: Verdict | None
    """Compared with the best; None for the best itself."""
    unsettled: bool = False
    """Its time is that of a process that never settled: its last quarter."""

    @property
    def leads(self) -> bool:
        """It is the best, or not shown to be worse."""
        return self.number == 1


@dataclass(frozen=True)
class Ranking:
    """Platforms in one metric of a workload, best first."""

    layout: Layout
    size: Size
    metric: str
    places: tuple[Standing, ...]
    absent: tuple[CellResult, ...]
    """Cells of this size without the metric."""
    cold: tuple[CellResult, ...] = ()
    """Cells that cannot repeat, where others do: shown, not ranked with them."""
    unranked: tuple[CellResult, ...] = ()
    """Cells that have no place in rankings, for the reason in `cell.unranked`."""
    few: tuple[CellResult, ...] = ()
    """Cells with too few invocations to be judged, where others have enough."""

    @property
    def decided(self) -> bool:
        """Whether there are blocks enough to distinguish platforms."""
        return all(p.verdict is None or p.verdict.n >= LEAST_BLOCKS for p in self.places)

    @property
    def leaders(self) -> tuple[Standing, ...]:
        """The best and all that are not shown to be worse."""
        return tuple(p for p in self.places if p.leads)


def rank(layout: Layout, metric: str, better: Better = "lower") -> Ranking | None:
    """The ranking at the layout's reference size; None where fewer than two platforms can be compared."""
    size = layout.reference
    if size is None:
        return None
    unranked = tuple(c for c in layout.at(size) if c.measured and not c.ranked)
    cells = tuple(c for c in layout.at(size) if c not in unranked)
    cold: tuple[CellResult, ...] = ()
    if metric == TIME:
        metric, cold = clock(cells)
    compared = comparable([c for c in cells if c not in cold], metric)
    if metric in ("elapsed", "elapsed_steady") and _too_short(compared, metric):
        return None
    compared, few = enough(compared, metric)
    places = standings(compared, metric, better, layout.margin)
    if len(places) < 2:
        return None
    aside = {p.label for p in places} | {c.cell.platform for c in (*cold, *few)}
    absent = tuple(c for c in cells if c.cell.platform not in aside)
    return Ranking(layout, size, metric, places, absent, cold, unranked, few)


def enough(cells: Sequence[CellResult], metric: str) -> tuple[Sequence[CellResult], tuple[CellResult, ...]]:
    """The cells with invocations enough for a verdict, where two or more have them, and the others."""
    found = [c for c in cells if len(c.by_block(metric)) >= LEAST_BLOCKS]
    return (found, tuple(c for c in cells if c not in found)) if len(found) > 1 else (cells, ())


def clock(cells: Sequence[CellResult]) -> tuple[str, tuple[CellResult, ...]]:
    """The metric by which these cells' times are compared, and the measured cells that have only another clock."""
    warm = [c for c in cells if c.measured and c.clock != "cold"]
    cold = tuple(c for c in cells if c.measured and c.clock == "cold")
    return ("elapsed_steady", cold) if warm else ("elapsed", ())


def comparable(cells: Iterable[CellResult], metric: str) -> list[CellResult]:
    """The cells whose values of the metric may be compared: none where whole processes did unequal work."""
    found = [c for c in cells if metric in c.metrics and c.ranked]
    if metric in WHOLE_PROCESS and len({c.work for c in found} - {None}) != 1:
        return []
    return [c for c in found if c.work is not None] if metric in WHOLE_PROCESS else found


def standings(
    cells: Sequence[CellResult], metric: str, better: Better = "lower", margin: float = MARGIN
) -> tuple[Standing, ...]:
    """The cells in order, one a platform."""
    by_label = {c.cell.platform: c for c in cells}
    found = ranking.rank({label: c.by_block(metric) for label, c in by_label.items()}, better, margin).places
    return tuple(
        Standing(
            label=p.label,
            number=1 if p.leads else i,
            value=by_label[p.label].metrics[metric],
            behind=p.behind,
            verdict=p.verdict,
            unsettled=metric == "elapsed_steady" and by_label[p.label].clock == "unsettled",
        )
        for i, p in enumerate(found, start=1)
    )


def leaders(
    cells: Iterable[CellResult], metric: str, better: Better = "lower", margin: float = MARGIN
) -> frozenset[str]:
    """Labels of the best and of those not shown to be worse; empty where nothing can be compared or decided."""
    places = standings(enough(comparable(cells, metric), metric)[0], metric, better, margin)
    if len(places) < 2 or any(p.verdict is not None and p.verdict.n < LEAST_BLOCKS for p in places):
        return frozenset()
    return frozenset(p.label for p in places if p.leads)


def span(verdict: Verdict | None) -> str:
    """`[2.5, 2.9]`: the interval of a verdict's ratio; empty where there is none."""
    found = verdict.ratio if verdict is not None else None
    return f"[{ratio(found.low)}, {ratio(found.high)}]" if found is not None else ""


def _too_short(cells: Sequence[CellResult], metric: str) -> bool:
    return min((c.metrics[metric].median for c in cells), default=LEAST_S) < LEAST_S
