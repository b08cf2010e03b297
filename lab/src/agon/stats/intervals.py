"""Confidence intervals of a median, with the invocation as the unit.

Two iterations of one process share its memory layout, compilation and luck; two invocations do not. Whatever is
claimed of a cell therefore rests on the spread between invocations (Kalibera & Jones, "Rigorous benchmarking in
reasonable time", ISMM 2013), and each gives one value. Two cases, chosen by a simulation of coverage
(tests/stats/test_coverage.py):

- six invocations or more: the interpolated order-statistics interval (Hettmansperger & Sheather 1986; Nyblom 1992). It
  assumes nothing of the distribution and covers 95% where the plain percentile bootstrap of a median covers 90% to 94%;
- two to five invocations: not even the whole range covers 95%, whatever the resampling. Student's t on the values (on
  their logarithms where all are positive): wide, and honestly so.

One invocation shows nothing of the next: its interval is the value itself, and `n` = 1 marks that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median

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


def share_interval(hits: int, n: int) -> tuple[float, float]:
    """The 95% interval of a share of which `hits` of `n` were seen (Wilson 1927); of none it is all from 0 to 1."""
    if n == 0:
        return 0.0, 1.0
    z, p = 1.96, hits / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def median_interval(values: Sequence[float], confidence: float = 0.95) -> Interval:
    """The median with its interval. `values`: one of each invocation."""
    n = len(values)
    if n == 0:
        raise ValueError("no values: an interval needs at least one invocation with a value")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence={confidence}: must lie strictly between 0 and 1")
    middle = float(median(values))
    if n == 1:
        return Interval(middle, middle, middle, 1)
    bounds = student_interval if n < SMALL else order_interval
    low, high = bounds(np.asarray(values, dtype=np.float64), confidence)
    return Interval(middle, min(low, middle), max(high, middle), n)


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


def _exp(x: float) -> float:
    return math.exp(x) if x < 709 else math.inf


def _student(values: Array, confidence: float) -> tuple[float, float]:
    centre = float(values.mean())
    half = student_quantile((1 + confidence) / 2, len(values) - 1) * float(values.std(ddof=1)) / math.sqrt(len(values))
    return centre - half, centre + half


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
