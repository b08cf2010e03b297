"""Confidence intervals of a median, with the invocation as the unit.

Two iterations of one process share its memory layout, compilation and luck; two invocations do not. Whatever is
claimed of a cell therefore rests on the spread between invocations (Kalibera & Jones, "Rigorous benchmarking in
reasonable time", ISMM 2013). Three cases, chosen by a simulation of coverage (tests/stats/test_coverage.py):

- one value an invocation, six invocations or more: the interpolated order-statistics interval (Hettmansperger &
  Sheather 1986; Nyblom 1992). It assumes nothing of the distribution and covers 95% where the plain percentile
  bootstrap of a median covers 90% to 94%;
- several iterations an invocation, six invocations or more: the hierarchical bootstrap (invocations are drawn, then
  iterations within each), its percentiles widened for small samples (Hesterberg 2015). It counts the spread within
  invocations twice, so it errs on the wide side;
- two to five invocations: not even the whole range covers 95%, whatever the resampling. Student's t on the invocations'
  medians (on their logarithms where all are positive): wide, and honestly so.

One invocation says nothing about the next: its interval is the value itself, and `n` = 1 tells readers so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from agon.stats.student import student_quantile

Array = npt.NDArray[np.float64]

SMALL = 6
"""From this many invocations on, the range covers more than 95%, and methods free of distributions work."""


@dataclass(frozen=True)
class Interval:
    """A median with the interval that covers the true one. With n = 1 the width is unknown: low = median = high."""

    median: float
    low: float
    high: float
    n: int
    """Invocations it rests on."""

    @property
    def relative_half_width(self) -> float:
        """Half the width over the median: what `--until-ci` bounds. Infinite where there is no interval."""
        if self.n < 2 or self.median == 0:
            return math.inf
        return (self.high - self.low) / 2 / abs(self.median)


def hierarchical_interval(
    groups: Sequence[Sequence[float]], *, seed: int, confidence: float = 0.95, resamples: int = 2000
) -> Interval:
    """Median over invocations of each one's median, with its interval. `groups`: one list of values an invocation."""
    kept = [g for g in groups if len(g) > 0]
    if not kept:
        raise ValueError("no values: an interval needs at least one invocation with a value")
    _check(confidence)
    n = len(kept)
    medians = np.array([_middle(g) for g in kept])
    median = _middle(medians.tolist())
    if n == 1:
        return Interval(median, median, median, 1)
    if n < SMALL:
        low, high = student_interval(medians, confidence)
    elif all(len(g) == 1 for g in kept):
        low, high = order_interval(medians, confidence)
    else:
        statistics = _bootstrap_medians(kept, seed, resamples)
        tail = widened_tail(n, confidence)
        bounds = np.quantile(statistics, [tail, 1 - tail])
        low, high = float(bounds[0]), float(bounds[1])
    return Interval(median, min(low, median), max(high, median), n)


def order_interval(values: Array, confidence: float = 0.95) -> tuple[float, float]:
    """Interpolated order-statistics interval of the median; the range where even that covers less."""
    ordered = np.sort(values)
    depth, share = _order_weights(len(ordered), confidence)
    # from the outer value inwards: rounding then never leaves the range of the data
    low = ordered[depth - 1] + share * (ordered[depth] - ordered[depth - 1])
    high = ordered[-depth] - share * (ordered[-depth] - ordered[-depth - 1])
    return float(low), float(high)


def student_interval(values: Array, confidence: float = 0.95) -> tuple[float, float]:
    """Student's t interval of the centre; in the logarithm where all values are positive."""
    if bool(np.all(values > 0)):
        low, high = _student(np.log(values), confidence)
        return _exp(low), _exp(high)
    return _student(values, confidence)


def widened_tail(n: int, confidence: float) -> float:
    """The tail to cut from a bootstrap of `n` values so that it is as wide as a t interval (Hesterberg 2015, 5.3)."""
    t = student_quantile((1 + confidence) / 2, n - 1)
    return NormalDist().cdf(-math.sqrt(n / (n - 1)) * t)


def bootstrap_distribution(groups: Sequence[Sequence[float]], *, seed: int, resamples: int = 2000) -> Array:
    """The hierarchical bootstrap's medians, for statistics made of two samples (a ratio)."""
    return _bootstrap_medians([g for g in groups if len(g) > 0], seed, resamples)


def _check(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence={confidence}: must lie strictly between 0 and 1")


def _exp(x: float) -> float:
    return math.exp(x) if x < 709 else math.inf


def _student(values: Array, confidence: float) -> tuple[float, float]:
    centre = float(values.mean())
    half = student_quantile((1 + confidence) / 2, len(values) - 1) * float(values.std(ddof=1)) / math.sqrt(len(values))
    return centre - half, centre + half


def _middle(values: Sequence[float]) -> float:
    ordered = sorted(values)
    half = len(ordered) // 2
    return float(ordered[half]) if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


@lru_cache(maxsize=1024)
def _order_weights(n: int, confidence: float) -> tuple[int, float]:
    """Depth d of the outer order statistic (from 1) and the share of the next inner one to mix in."""

    def covered(depth: int) -> float:
        return 1 - 2 * sum(math.comb(n, k) for k in range(depth)) / 2**n

    if covered(1) < confidence or n < 3:
        return 1, 0.0
    depth = 1
    while depth + 1 <= n // 2 and covered(depth + 1) >= confidence:
        depth += 1
    outer, inner = covered(depth), covered(depth + 1) if depth + 1 <= n // 2 else 0.0
    excess = (outer - confidence) / (outer - inner)
    return depth, (n - depth) * excess / (depth + (n - 2 * depth) * excess)


def _bootstrap_medians(groups: Sequence[Sequence[float]], seed: int, resamples: int) -> Array:
    sizes = tuple(len(g) for g in groups)
    rows, below, above = _draws(sizes, seed, resamples)
    width = max(sizes)
    table = np.zeros((len(groups), width))
    for row, group in enumerate(groups):
        table[row, : len(group)] = np.sort(np.asarray(group, dtype=np.float64))
    inner = (table[rows, below] + table[rows, above]) / 2
    return np.median(inner, axis=1)


@lru_cache(maxsize=16)
def _draws(
    sizes: tuple[int, ...], seed: int, resamples: int
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Which invocations each resample holds, and the ranks of the two middle values of each resampled invocation.

    The median of m draws from m sorted values needs no m draws: the middle one of m uniform numbers is Beta
    distributed, and the draw is the value at its rank. Cells of one experiment share sizes and seed, so these draws are
    made once.
    """
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, len(sizes), (resamples, len(sizes)), dtype=np.int32)
    m = np.asarray(sizes, dtype=np.int64)[rows]
    lower_rank = (m + 1) // 2
    low = rng.beta(lower_rank, m - lower_rank + 1)
    # For even m the next one up is the least of the m/2 uniform numbers above `low`.
    rest = np.maximum(m - lower_rank, 1)
    high = np.where(m % 2 == 1, low, low + (1 - low) * (1 - rng.random(m.shape) ** (1 / rest)))
    return rows, _ranks(low, m), _ranks(high, m)


def _ranks(uniform: Array, m: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    return np.minimum((uniform * m).astype(np.int64), m - 1).astype(np.int32)
