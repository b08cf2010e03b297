"""Is B slower than A? The ratio of their times, with an interval.

*Paired*: both were measured in the same blocks of one experiment, so each block gives one ratio, and whatever the
machine did to the whole block cancels. *Independent*: two experiments, one after the other; their blocks have nothing
to do with each other, and what the machine did between them is part of the ratio and cannot be distinguished from a
change of the program. The interval is widened by what the sessions themselves show of such drift, but a drift that
happened only between them stays invisible: where it matters, measure side by side.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import NormalDist, median

import numpy as np
import numpy.typing as npt

from agon.stats.ranksum import rank_sum_critical, rank_sum_interval
from agon.stats.signedrank import critical_value, signed_rank_interval
from agon.stats.student import student_quantile

Array = npt.NDArray[np.float64]

CONFIDENCE = 0.95
LEAST_FOR_DRIFT = 8
"""Blocks of a session from which on its two halves show something of drift."""
MEDIAN_ERROR = math.sqrt(math.pi / 2)
"""Standard error of a median over that of a mean."""


@dataclass(frozen=True)
class Ratio:
    """B over A, with the interval that covers the true ratio. Above 1: B takes more."""

    ratio: float
    low: float
    high: float
    n: int
    """Pairs, or the smaller number of invocations."""

    @property
    def differs(self) -> bool:
        """The interval excludes 1: the difference is shown."""
        return self.low > 1 or self.high < 1

    @property
    def inverted(self) -> Ratio:
        """A over B."""
        return Ratio(1 / self.ratio, 1 / self.high, 1 / self.low, self.n)


def paired(a: Mapping[int, float], b: Mapping[int, float], confidence: float = CONFIDENCE) -> Ratio:
    """Ratio from the blocks both have; `a` and `b` map block to value. At least two shared blocks, values above 0."""
    blocks = sorted(a.keys() & b.keys())
    _check(len(blocks), [a[k] for k in blocks] + [b[k] for k in blocks])
    logs = np.log(np.array([b[k] for k in blocks])) - np.log(np.array([a[k] for k in blocks]))
    if critical_value(len(blocks), confidence) is not None:
        centre, low, high = signed_rank_interval(logs, confidence)
    else:  # too few pairs for that level, whatever their signs
        centre = float(logs.mean())
        half = _t(len(logs) - 1, confidence) * float(logs.std(ddof=1)) / math.sqrt(len(logs))
        low, high = centre - half, centre + half
    return _ratio(centre, low, high, len(blocks))


def independent(a: Sequence[float], b: Sequence[float], confidence: float = CONFIDENCE, *, drift: float = 0.0) -> Ratio:
    """Ratio of two experiments' values, one an invocation. At least two a side, values above 0.

    `drift`: standard deviation of each session's level, in logarithms (`session_drift`); it widens the interval.
    """
    n = min(len(a), len(b))
    _check(n, [*a, *b])
    logs_a, logs_b = np.log(np.asarray(a, dtype=np.float64)), np.log(np.asarray(b, dtype=np.float64))
    if rank_sum_critical(len(a), len(b), confidence) is not None:
        centre, low, high = rank_sum_interval(logs_a, logs_b, confidence)
    else:  # too few values for that level, however they lie
        centre, half = _welch(logs_a, logs_b, confidence)
        low, high = centre - half, centre + half
    between = NormalDist().inv_cdf((1 + confidence) / 2) * math.sqrt(2) * drift
    return _ratio(centre, centre - math.hypot(centre - low, between), centre + math.hypot(high - centre, between), n)


def session_drift(sessions: Sequence[Sequence[float]]) -> float:
    """How far a session's level strays, as a standard deviation of logarithms.

    `sessions`: each one's level block by block, relative (logarithms). The two halves of a session are compared; what
    the noise of single blocks explains is taken off. 0 where sessions are too short to show it.
    """
    strays: list[float] = []
    for levels in sessions:
        n = len(levels)
        if n < LEAST_FOR_DRIFT:
            continue
        shift = median(levels[n // 2 :]) - median(levels[: n // 2])
        steps = [abs(q - p) for p, q in pairwise(levels)]
        noise = 1.4826 * median(steps) / math.sqrt(2)
        strays.append(shift**2 - (MEDIAN_ERROR * noise) ** 2 * 2 / (n // 2))
    return math.sqrt(max(0.0, sum(strays) / len(strays))) if strays else 0.0


def _check(n: int, values: Sequence[float]) -> None:
    if n < 2:
        raise ValueError("fewer than two invocations on a side: nothing is known of their spread")
    if any(not v > 0 or math.isinf(v) for v in values):
        raise ValueError("a ratio needs finite values above 0")


def _welch(a: Array, b: Array, confidence: float) -> tuple[float, float]:
    """Difference of means and half its interval, without assuming equal spread (Welch 1947)."""
    va, vb = float(a.var(ddof=1)) / len(a), float(b.var(ddof=1)) / len(b)
    centre = float(b.mean() - a.mean())
    if va + vb == 0:
        return centre, 0.0
    df = (va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1))
    return centre, _t(max(1, math.floor(df)), confidence) * math.sqrt(va + vb)


def _t(df: int, confidence: float) -> float:
    return student_quantile((1 + confidence) / 2, df)


def _ratio(centre: float, low: float, high: float, n: int) -> Ratio:
    return Ratio(_exp(centre), _exp(min(low, centre)), _exp(max(high, centre)), n)


def _exp(x: float) -> float:
    return math.exp(x) if x < 709 else math.inf
