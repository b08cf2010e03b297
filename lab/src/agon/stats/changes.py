"""Where the mean of a series changes.

Optimal partitioning (Jackson et al., "An algorithm for optimal partitioning of data on an interval", IEEE Signal
Processing Letters 12, 2005) with the least-squares cost, for independent values: where they are correlated it finds
more changes than there are, so its segments only propose, and what uses them decides (agon.stats.steps,
agon.stats.steady).
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

NOISE_FLOOR = 0.002
"""Least standard deviation taken for noise: clocks and timers are no finer over a whole iteration."""
PENALTY = 3.0
"""Cost of a change point, in units of variance times log(length)."""


def change_points(x: Array, noise: float, penalty: float = PENALTY) -> list[int]:
    """Where the mean of a series changes: bounds of its segments, from 0 to its length. `noise`: of one value.
    `penalty`: of a change, in the unit of `PENALTY`."""
    return _segments(x, penalty * noise**2 * math.log(len(x)))


def noise_of(x: Array) -> float:
    """Standard deviation of one iteration, from differences of neighbours: blind to levels, robust against jumps."""
    return 1.4826 * float(np.median(np.abs(np.diff(x)))) / math.sqrt(2)


def _segments(x: Array, penalty: float) -> list[int]:
    """Bounds of the segments that minimise squared deviations from their means plus `penalty` each."""
    n = len(x)
    sums = np.concatenate([[0.0], np.cumsum(x - x.mean())])
    squares = np.concatenate([[0.0], np.cumsum((x - x.mean()) ** 2)])
    best = np.empty(n + 1)
    best[0] = -penalty
    previous = np.zeros(n + 1, dtype=np.int64)
    for end in range(1, n + 1):
        begins = np.arange(end)
        total = sums[end] - sums[:end]
        cost = best[:end] + squares[end] - squares[:end] - total**2 / (end - begins) + penalty
        previous[end] = int(np.argmin(cost))
        best[end] = cost[previous[end]]
    bounds = [n]
    while bounds[-1] > 0:
        bounds.append(int(previous[bounds[-1]]))
    return bounds[::-1]
