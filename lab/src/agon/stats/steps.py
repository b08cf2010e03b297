"""Where did a figure change for good, over several runs, and by how much?

Change points of the mean propose (agon.stats.changes), on the logarithms of the runs'
medians; the one verdict decides (agon.stats.verdict), for all of them together. What lies before a change point and
what lies after it are independent samples, and runs stray by more than their invocations show: that much is estimated
from neighbouring runs, on the safe side where they are few, and widens the intervals. Fewer than five runs show too
little of it: no step is called there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import NormalDist, median

import numpy as np

from agon.stats.changes import NOISE_FLOOR, change_points, noise_of
from agon.stats.comparison import MEDIAN_ERROR
from agon.stats.student import student_quantile
from agon.stats.verdict import MARGIN, Better, Blocks, Verdict, judge

LEAST_RUNS = 5
"""Runs from which on their neighbours' differences show how far runs stray."""


@dataclass(frozen=True)
class Step:
    """A change of level that was shown."""

    at: int
    """The first run of the new level."""
    verdict: Verdict
    """Of the new level compared with the one before."""


def steps(runs: Sequence[Sequence[float]], better: Better = "lower", margin: float = MARGIN) -> list[Step]:
    """Steps in a series of runs, each given by the values of its invocations, in order of time."""
    if len(runs) < LEAST_RUNS or any(len(run) == 0 or not all(0 < v < math.inf for v in run) for run in runs):
        return []
    logs = [np.log(np.asarray(run, dtype=np.float64)) for run in runs]
    x = np.array([float(np.median(log)) for log in logs])
    errors = [MEDIAN_ERROR * float(log.std(ddof=1)) / math.sqrt(len(log)) for log in logs if len(log) > 1]
    error = median(errors) if errors else 0.0
    between = noise_of(x) * student_quantile(0.975, (len(x) - 1) // 2) / NormalDist().inv_cdf(0.975)
    bounds = change_points(x, max(NOISE_FLOOR, error, between))
    stray = math.sqrt(max(0.0, between**2 - error**2))
    levels = list(pairwise(bounds))
    changes = list(pairwise(levels))
    verdicts = judge(
        [(_pooled(runs, after), _pooled(runs, before)) for before, after in changes],
        better,
        margin,
        [stray / math.sqrt(min(before[1] - before[0], after[1] - after[0])) for before, after in changes],
    )
    return [Step(after[0], v) for (_, after), v in zip(changes, verdicts, strict=True) if v.decided]


def _pooled(runs: Sequence[Sequence[float]], level: tuple[int, int]) -> Blocks:
    return dict(enumerate(v for run in runs[level[0] : level[1]] for v in run))
