"""Whether several runs of an experiment put the platforms in the same order: Kendall's tau of their steady times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from agon.analysis.judged import Judged
from agon.analysis.sizes import Size
from agon.stats.ranks import Agreement, agreement_by, tau_of_pairs

ALIKE = (
    "Kendall's tau-b of the platforms' order by steady time, between two runs at the same size: 1 where both have the "
    "same order. A pair between which neither run shows a difference is a tie. Platforms that are cold or out of ranks "
    "do not count. Last row: the pairs of all workloads together."
)
"""What the table shows."""


@dataclass(frozen=True)
class _Pair:
    """Two platforms in one run."""

    sign: int
    """1 where the median of the first is the longer one, -1 where it is the shorter."""
    decided: bool
    """The verdict shows a difference."""


Order: TypeAlias = Mapping[tuple[str, str], _Pair]


@dataclass(frozen=True)
class Agreements:
    """How far several runs agree, for each pair of them."""

    between: tuple[tuple[int, int], ...]
    """The runs compared, counted from 0."""
    workloads: Mapping[str, tuple[Agreement, ...]]
    together: tuple[Agreement, ...]
    """Of the pairs of all workloads."""


def agreements(runs: Sequence[Judged]) -> Agreements | None:
    """Each pair of runs, a workload and all together; None of a single run."""
    if len(runs) < 2:
        return None
    sizes = reference_sizes(runs)
    orders = {w: [_order(run, w, size) for run in runs] for w, size in sizes.items()}
    between = tuple(combinations(range(len(runs)), 2))
    return Agreements(
        between,
        {w: tuple(_agreement([(of[a], of[b])]) for a, b in between) for w, of in orders.items()},
        tuple(_agreement([(o[a], o[b]) for o in orders.values()]) for a, b in between),
    )


def reference_sizes(runs: Sequence[Judged]) -> dict[str, Size]:
    """Workload -> the size that platforms are ranked at in the first run that has figures of it."""
    found: dict[str, Size] = {}
    for run in runs:
        for layout in run.layouts:
            if layout.reference is not None:
                found.setdefault(layout.workload, layout.reference)
    return found


def _order(run: Judged, workload: str, size: Size) -> Order:
    """The order of the platforms that are ranked by their steady time."""
    ranking = run.at(workload, size)
    if ranking is None or ranking.metric != "elapsed_steady":
        return {}
    times = {p.label: p.value.median for p in ranking.places}
    return {
        (a, b): _Pair((times[a] > times[b]) - (times[a] < times[b]), verdict.decided)
        for a, b in combinations(sorted(times), 2)
        if (verdict := ranking.between(a, b)) is not None
    }


def _agreement(orders: Sequence[tuple[Order, Order]]) -> Agreement:
    """Of one workload, or over the pairs of several."""
    both = [(pair, one[pair], other[pair]) for one, other in orders for pair in one if pair in other]
    shared = sorted({label for pair, _, _ in both for label in pair})
    signs = [(a.sign, b.sign) if a.decided or b.decided else (0, 0) for _, a, b in both]
    return agreement_by(tau_of_pairs([a for a, _ in signs], [b for _, b in signs]), tuple(shared))
