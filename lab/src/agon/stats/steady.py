"""From which iteration on is a runtime warm, if it ever is?

A fixed number of warm-up iterations is a guess, and the guess is often wrong: many programs on a virtual machine warm
up late, slow down, or never settle (Barrett et al., "Virtual machine warmup blows hot and cold", OOPSLA 2017). So the
start is looked for, and where there is none the answer is 'no steady state', never a number. For each invocation:

1. logarithms, so that changes are relative; up to two spikes in a row (a collection of garbage) are replaced by the
   median of their neighbourhood, except at the first iteration, where a spike is warm-up;
2. change points of the mean by optimal partitioning (Jackson et al. 2005; the least-squares cost that PELT, which
   Barrett et al. use, minimises too);
3. the steady state is the longest run of final segments that are equal for practical purposes (`TOLERANCE`). It must
   hold at least `LEAST` iterations and the last quarter of all.

All invocations get one common start: the first iteration from which at least four in five of them are steady (a
median over invocations bears the rest). Then the same is asked of the median invocation: what is lost in the noise of
each may be plain in that of all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

LEAST = 5
"""Iterations that must follow the start."""
TOLERANCE = 0.02
"""Levels closer than this are one level: the differences users ask about are larger."""
NOISE_FLOOR = 0.002
"""Least standard deviation taken for noise: clocks and timers are no finer over a whole iteration."""
PENALTY = 3.0
"""Cost of a change point, in units of variance times log(length)."""
SPIKE = 4.0
"""Standard deviations from the neighbourhood's median beyond which an iteration is a spike."""
UNSTEADY_SHARE = 0.2
"""Share of the invocations that may be steady later than the common start, or never."""

TOGETHER = 3
"""Invocations from which on their median is steadier than each of them."""


@dataclass(frozen=True)
class SteadyState:
    """`start`: the first steady iteration (from 0), the same for all invocations; 0 and meaningless if not found."""

    found: bool
    start: int


NOT_STEADY = SteadyState(found=False, start=0)


def find_steady_state(series: Sequence[Sequence[int]]) -> SteadyState:
    """The common start of the steady state. `series`: each invocation's iteration times, in order."""
    length = min((len(s) for s in series if len(s) > 0), default=0)
    if length < LEAST:
        return NOT_STEADY
    logs = [np.log(np.maximum(np.asarray(s[:length], dtype=np.float64), 1.0)) for s in series if len(s) > 0]
    noise = max(NOISE_FLOOR, float(np.median([_noise(x) for x in logs])))
    starts = sorted(_steady_start(_without_spikes(x, noise), noise) for x in logs)
    start = starts[-1 - math.floor(UNSTEADY_SHARE * len(starts))]
    if start < math.inf and len(logs) >= TOGETHER:
        profile = _profile(logs, int(start))
        noise = max(NOISE_FLOOR, _noise(profile), 1.2533 * noise / math.sqrt(len(logs)))  # a median's error
        start = max(start, _steady_start(_without_spikes(profile, noise), noise))
    return SteadyState(found=True, start=int(start)) if start < math.inf else NOT_STEADY


def _noise(x: Array) -> float:
    """Standard deviation of one iteration, from differences of neighbours: blind to levels, robust against jumps."""
    return 1.4826 * float(np.median(np.abs(np.diff(x)))) / math.sqrt(2)


def _without_spikes(x: Array, noise: float) -> Array:
    near = np.median(np.lib.stride_tricks.sliding_window_view(x, 5), axis=1)
    second = np.median(x[:3])
    reference = np.concatenate([x[:1], [second], near, near[-1:], near[-1:]])
    return np.where(np.abs(x - reference) > SPIKE * noise, reference, x)


def _steady_start(x: Array, noise: float) -> float:
    """First iteration of the steady state; infinite if there is none."""
    bounds = _segments(x, PENALTY * noise**2 * math.log(len(x)))
    start = bounds[-2]
    same = max(TOLERANCE, noise)
    for left, right in zip(reversed(bounds[:-2]), reversed(bounds[1:-1]), strict=True):
        if abs(float(x[left:right].mean()) - float(x[start:].mean())) > same:
            break
        start = left
    enough = max(LEAST, math.ceil(len(x) / 4))
    return start if len(x) - start >= enough else math.inf


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


def _profile(logs: Sequence[Array], start: int) -> Array:
    """The median invocation: each is taken relative to its own level from `start` on."""
    return np.median(np.stack([x - np.median(x[start:]) for x in logs]), axis=0)
