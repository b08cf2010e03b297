"""From which iteration on is a process warm, if it ever is?

A fixed number of warm-up iterations is a guess, and the guess is often wrong: many programs on a virtual machine warm
up late, slow down, or never settle (Barrett et al., "Virtual machine warmup blows hot and cold", OOPSLA 2017). So the
start is looked for in each process by itself, and where there is none the answer is that it did not settle:

1. logarithms, so that changes are relative; a long series is taken in bins, by their medians; up to two spikes in a row
   (a collection of garbage) are replaced by the median of their neighbourhood, except at the first iteration, where a
   spike is warm-up;
2. change points of the mean by optimal partitioning (Jackson et al., "An algorithm for optimal partitioning of data on
   an interval", IEEE Signal Processing Letters 12, 2005; the least-squares cost that PELT, which Barrett et al. use,
   minimises too);
3. the level of the end is that of the longest segment in the last quarter. The process has settled from the first
   segment within `TOLERANCE` of it from which on all but `EXCURSIONS` of the iterations are: what else runs on the
   machine may disturb a stretch, and the median hardly feels it. The last segment must lie within the tolerance, and
   at least `LEAST` iterations and a quarter of all must follow the start.

The tolerance is fixed: noise widens the intervals of what is measured, never what passes for warm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

LEAST = 3
"""Iterations that must follow the start."""
TOLERANCE = 0.02
"""Levels closer than this are one level: the differences users ask about are larger."""
EXCURSIONS = 0.2
"""Share of the settled iterations that may lie at other levels, if the process comes back."""
FEW = 8
"""Below so many iterations the halves must agree as well."""
NOISE_FLOOR = 0.002
"""Least standard deviation taken for noise: clocks and timers are no finer over a whole iteration."""
PENALTY = 3.0
"""Cost of a change point, in units of variance times log(length)."""
SPIKE = 4.0
"""Standard deviations from the neighbourhood's median beyond which an iteration is a spike."""
LAST_SHARE = 4
"""Of a process that did not settle, the last 1/4 of the iterations stands for the rest."""
BINS = 250
"""Longer series are taken in bins: where a change lies to within a 250th is near enough."""


def settle(times_ns: Sequence[int]) -> int | None:
    """The first iteration from which on the process has settled; None if it has not. `times_ns`: in order."""
    if len(times_ns) < LEAST:
        return None
    logs = np.log(np.maximum(np.asarray(times_ns, dtype=np.float64), 1.0))
    width = math.ceil(len(logs) / BINS)
    whole = len(logs) - len(logs) % width
    x = np.median(logs[len(logs) - whole :].reshape(-1, width), axis=1)  # the odd ones are dropped at the cold end
    noise = max(NOISE_FLOOR, noise_of(x))
    x = _without_spikes(x, noise)
    bin_start = _settled_from(x, change_points(x, noise))
    if bin_start is None:
        return None
    start = 0 if bin_start == 0 else bin_start * width + len(logs) - whole
    enough = len(logs) - start >= max(LEAST, math.ceil(len(logs) / LAST_SHARE))
    return start if enough and not _drifts(logs[start:]) else None


def _settled_from(x: Array, bounds: Sequence[int]) -> int | None:
    """The first segment from which on all but a small share lies at the level of the end."""
    segments = list(pairwise(bounds))
    quarter = len(x) - math.ceil(len(x) / LAST_SHARE)
    longest = max(segments, key=lambda s: s[1] - max(s[0], quarter))
    level = float(x[slice(*longest)].mean())
    near = [abs(float(x[left:right].mean()) - level) <= TOLERANCE for left, right in segments]
    if not near[-1]:
        return None
    start: int | None = None
    away = 0
    for (left, right), is_near in zip(reversed(segments), reversed(near), strict=True):
        away += 0 if is_near else right - left
        if is_near and away <= EXCURSIONS * (len(x) - left):
            start = left
    return start


def _drifts(logs: Array) -> bool:
    """Of so few iterations that no change point can be found among them: whether their halves differ."""
    half = len(logs) // 2
    return len(logs) < FEW and abs(float(logs[:half].mean() - logs[half:].mean())) > 2 * TOLERANCE


def tail(times_ns: Sequence[int]) -> tuple[int, bool]:
    """The first iteration that counts, and whether the process has settled there: else the last quarter counts."""
    start = settle(times_ns)
    if start is not None:
        return start, True
    return len(times_ns) - max(1, len(times_ns) // LAST_SHARE), False


def change_points(x: Array, noise: float) -> list[int]:
    """Where the mean of a series changes: bounds of its segments, from 0 to its length. `noise`: of one value."""
    return _segments(x, PENALTY * noise**2 * math.log(len(x)))


def noise_of(x: Array) -> float:
    """Standard deviation of one iteration, from differences of neighbours: blind to levels, robust against jumps."""
    return 1.4826 * float(np.median(np.abs(np.diff(x)))) / math.sqrt(2)


def _without_spikes(x: Array, noise: float) -> Array:
    if len(x) < 5:
        return x
    near = np.median(np.lib.stride_tricks.sliding_window_view(x, 5), axis=1)
    second = np.median(x[:3])
    reference = np.concatenate([x[:1], [second], near, near[-1:], near[-1:]])
    return np.where(np.abs(x - reference) > SPIKE * noise, reference, x)


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
