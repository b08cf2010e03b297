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

from agon.stats.gamma import digamma, trigamma
from agon.stats.ranksum import rank_sum_critical, rank_sum_interval
from agon.stats.signedrank import signed_rank_centres, signed_rank_interval
from agon.stats.student import student_quantile

Array = npt.NDArray[np.float64]

CONFIDENCE = 0.95
RARE = 8
"""The signed-rank interval is taken where the level is that many times its rarest outcome. Nearer to it, all pairs must
agree in sign and the interval is their range; Student's t then shows more."""
MOST_BORROWED = 4.0
"""Degrees of freedom that other pairs lend to one at most, and at most one for each platform beyond `FIRST_BORROWERS`:
the pairs of few platforms share their noise, so that they show little of how far variances differ. Without the second
bound up to 10% of simulated tables of three or four equals, one of them noisy, call two different; without both, 8% of
larger ones (tests/stats/test_ranking.py)."""
FIRST_BORROWERS = 4
"""Tables of so many platforms lend nothing."""
CENTRE_ERROR = math.pi / 3
"""Variance of the signed-rank centre over that of the mean, of normal values (Hodges and Lehmann, "Estimates of
location based on rank tests", Annals of Mathematical Statistics 34, 1963). It takes simulated pairs of equals from 6.1%
that differ to 5.7%."""
_QUARTILE = NormalDist().inv_cdf(0.75)
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

    def beyond(self, margin: float) -> bool:
        """The whole interval lies further from 1 than the margin (0.02 = 2%), on one side."""
        return self.low > 1 + margin or self.high < 1 / (1 + margin)

    def within(self, margin: float) -> bool:
        """The whole interval lies within the margin."""
        return self.low >= 1 / (1 + margin) and self.high <= 1 + margin

    @property
    def inverted(self) -> Ratio:
        """A over B."""
        return Ratio(1 / self.ratio, 1 / self.high, 1 / self.low, self.n)


@dataclass(frozen=True)
class Prior:
    """What the other pairs of a table lend to a pair's variance."""

    variance: float
    df: float
    """Degrees of freedom; 0: nothing."""


ALONE = Prior(0.0, 0.0)


@dataclass(frozen=True)
class Sample:
    """Log ratios of one pair, one a block that both have."""

    logs: Array
    centre: float
    """Of the signed-rank test: the estimate, whatever the confidence and whatever else is judged."""
    variance: float

    @property
    def free(self) -> int:
        """Degrees of freedom of its variance."""
        return len(self.logs) - 1


def samples_of(pairs: Sequence[tuple[Mapping[int, float], Mapping[int, float]]]) -> list[Sample]:
    """Of each (a, b) the log ratios of b over a. Two shared blocks at least, values above 0."""
    logs = [log_ratios(a, b) for a, b in pairs]
    found: dict[int, Sample] = {}
    for n in {len(x) for x in logs}:
        alike = [i for i, x in enumerate(logs) if len(x) == n]
        table = np.array([logs[i] for i in alike])
        figures = zip(alike, signed_rank_centres(table), table.var(axis=1, ddof=1), strict=True)
        found |= {i: Sample(logs[i], float(centre), float(variance)) for i, centre, variance in figures}
    return [found[i] for i in range(len(logs))]


def prior_of(samples: Sequence[Sample]) -> Prior:
    """A distribution of variances fitted to a table's pairs (Smyth, "Linear models and empirical Bayes methods",
    Statistical Applications in Genetics and Molecular Biology 3, 2004, section 6), by median and quartiles, so that the
    pairs of one noisy platform do not decide it.

    Five ratios show little of their own spread; those of other pairs are mostly alike, and the fit shows how much.
    """
    known = [s for s in samples if s.variance > 0]
    most = _most_borrowed(len(known))
    if most <= 0:
        return ALONE
    logs = np.array([math.log(s.variance) - _log_chi_square(0.0, s.free) for s in known])
    lower, middle, upper = np.quantile(logs, [0.25, 0.5, 0.75])
    expected = [_log_chi_square(_QUARTILE, s.free) - _log_chi_square(-_QUARTILE, s.free) for s in known]
    spread = (float(upper - lower) / (2 * _QUARTILE)) ** 2 - (sum(expected) / len(known) / (2 * _QUARTILE)) ** 2
    half = _inverse_trigamma(spread, most / 2)
    return Prior(math.exp(float(middle) + digamma(half) - math.log(half)), 2 * half)


def _most_borrowed(pairs: int) -> float:
    """Degrees of freedom that so many pairs lend: all the pairs of k platforms are k (k - 1) / 2."""
    platforms = (1 + math.sqrt(1 + 8 * pairs)) / 2
    return min(MOST_BORROWED, platforms - FIRST_BORROWERS)


def _log_chi_square(z: float, free: int) -> float:
    """Logarithm of chi-square over its degrees of freedom, at the normal quantile z (Wilson and Hilferty 1931)."""
    ninth = 2 / (9 * free)
    return 3 * math.log(max(1e-3, 1 - ninth + z * math.sqrt(ninth)))


def ratio_of(sample: Sample, confidence: float = CONFIDENCE, prior: Prior = ALONE) -> Ratio:
    """The ratio with its interval. `prior`: what the table's other pairs show of the variance."""
    logs, centre = sample.logs, sample.centre
    if 1 - confidence >= RARE * 2.0 ** (1 - len(logs)):
        low, high = signed_rank_interval(logs, confidence)
    else:
        variance = (sample.free * sample.variance + prior.df * prior.variance) / (sample.free + prior.df)
        half = _t(math.floor(sample.free + prior.df), confidence) * math.sqrt(CENTRE_ERROR * variance / len(logs))
        low, high = centre - half, centre + half
    return _ratio(centre, low, high, len(logs))


def paired(a: Mapping[int, float], b: Mapping[int, float], confidence: float = CONFIDENCE) -> Ratio:
    """Ratio from the blocks both have; `a` and `b` map block to value. At least two shared blocks, values above 0."""
    return ratio_of(samples_of([(a, b)])[0], confidence)


def log_ratios(a: Mapping[int, float], b: Mapping[int, float]) -> Array:
    """Logarithms of b over a in each block that both have."""
    blocks = sorted(a.keys() & b.keys())
    _check(len(blocks), [a[k] for k in blocks] + [b[k] for k in blocks])
    return np.log(np.array([b[k] for k in blocks])) - np.log(np.array([a[k] for k in blocks]))


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


def _inverse_trigamma(value: float, most: float) -> float:
    """The x up to `most` at which trigamma, which falls, has the value."""
    low, high = 1e-3, most
    if value <= trigamma(high):
        return high
    while high - low > 1e-6 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if trigamma(middle) > value else (low, middle)
    return low


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
