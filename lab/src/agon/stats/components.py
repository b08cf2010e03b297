"""Where spread comes from: between builds of one program, or between the processes of one build.

Builds of the same sources differ in where their code lies, and keep the difference in all their processes: no number of
invocations of one build averages it away (Mytkowicz et al., "Producing wrong data without doing anything obviously
wrong!", ASPLOS 2009). With several builds the unit is therefore the build, one level above the process (Kalibera &
Jones, "Rigorous benchmarking in reasonable time", ISMM 2013, section 4): each gives one value, the median of its
invocations, and intervals rest on these.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median


def by_build(values: Mapping[int, float], builds: int) -> dict[int, float]:
    """Build -> the median of its blocks, which block b modulo `builds` are; `values` as they are where there is one.

    A platform that has one build is taken in the same groups of blocks, so that the pairs of two platforms come from
    the same blocks.
    """
    if builds < 2:
        return dict(values)
    groups: dict[int, list[float]] = {}
    for block, value in values.items():
        groups.setdefault(block % builds, []).append(value)
    return {build: median(found) for build, found in sorted(groups.items())}


@dataclass(frozen=True)
class Components:
    """Standard deviations of logarithms (0.02: about 2%)."""

    between: float
    """Of the builds' own levels; 0 where their spread is no more than their processes explain."""
    within: float
    """Of the processes of one build."""
    builds: int


def components(groups: Sequence[Sequence[float]]) -> Components | None:
    """Variance components of a one-way layout with random effects, by analysis of variance, for groups of unequal size
    (Searle, Casella & McCulloch, "Variance Components", 1992, section 3.6). `groups`: positive values, those of one
    build together. None where there are no two builds, or no build with two values."""
    logs = [[math.log(v) for v in group] for group in groups if group]
    k, n = len(logs), sum(map(len, logs))
    if k < 2 or n <= k:
        return None
    grand = fmean([v for group in logs for v in group])
    inside = sum((v - fmean(group)) ** 2 for group in logs for v in group) / (n - k)
    outside = sum(len(group) * (fmean(group) - grand) ** 2 for group in logs) / (k - 1)
    size = (n - sum(len(group) ** 2 for group in logs) / n) / (k - 1)
    between = max(0.0, (outside - inside) / size)
    return Components(math.sqrt(between), math.sqrt(inside), k)
