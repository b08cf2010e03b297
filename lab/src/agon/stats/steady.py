"""How long does a process warm up, and does it then stay as it is?

1. *Warm-up* (`warm_up`): the series of iterations is cut where the standard error of the mean of the rest is least
   (MSER: White, "An effective truncation heuristic for bias reduction in simulation output", Simulation 69, 1997), in
   the first half at most, and only where what is cut off differs from stretches of equal length in the rest. The first
   iteration is judged by itself.
2. *Stationarity* (`change`): the rest is taken in at most twenty batches, and the step or the line that fits their
   means best is compared with what it leaves. The lag-1 correlation of what it leaves widens the noise, by
   (1 + r) / (1 - r): iterations that depend on each other are stationary all the same.
3. *Modes* (`modes`): levels that the process goes back to. Change points propose (agon.stats.changes), and the levels
   are modes where they lie apart and the process changes between them at least three times.

The bounds are chosen by simulation: of stationary processes (independent, autocorrelated, two levels, pauses) of
twenty iterations and more at most 5% are called drifting where they do not depend on each other for longer than a
batch (tests/stats/test_steady.py; docs/results/settling.md has the table, and other rules next to it).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from agon.stats.changes import NOISE_FLOOR, change_points, noise_of
from agon.stats.student import student_quantile

Array = npt.NDArray[np.float64]

Word: TypeAlias = Literal["steady", "drifting", "several modes", "too short to say"]

TOLERANCE = 0.02
"""Changes smaller than this are none: the differences that users ask about are larger."""
LEAST = 20
"""Iterations after warm-up from which on they show anything."""
BINS = 250
"""Longer series are taken in bins, by their means: where warm-up ends to within a 250th is near enough."""
DIFFERS = 0.995
"""Quantile beyond which a beginning differs from the rest."""
BATCHES = 20
SIDE = 2
"""Batches on either side of a step: one alone may hold a long pause."""
DRIFTS = 5.0
"""Standard errors beyond which a change is shown. The best place is looked for, so the bound is no plain quantile."""
CORRELATED = 0.7
"""Correlation of neighbouring batches from which on they show nothing: they are too short."""
MODE_LENGTH = 1000
"""Of so many last values at most the levels are looked for."""
MODE_PENALTY = 15.0
"""Cost of a change of level, in units of variance times log(length), as Barrett et al. (OOPSLA 2017) have it."""
MODE_GAP = 0.05
"""Levels closer than this are one mode."""
MODE_APART = 4.0
"""How many standard deviations of the iterations within them two modes lie apart: single slow iterations are smoothed
out before, so that pauses are no mode."""
MODE_SHARE = 0.1
"""Of the iterations, that the rarer mode has at least."""
MODE_CHANGES = 3
"""From one mode to the other."""


@dataclass(frozen=True)
class Change:
    """The step or the line that fits a series best."""

    size: float
    """From the first level to the last, as a difference of logarithms: above 0 where it becomes slower."""
    errors: float
    """The same in standard errors that know autocorrelation."""
    correlation: float
    """Of neighbouring batches, apart from the change."""

    @property
    def shown(self) -> bool:
        """Whether the series changes for good."""
        return abs(self.size) > TOLERANCE and self.errors > DRIFTS


@dataclass(frozen=True)
class Level:
    """A level that a process goes back to."""

    value: float
    share: float
    """Of the iterations."""


def warm_up(times: Sequence[float]) -> int:
    """How many iterations at the beginning belong to warm-up: at most half. `times`: in order, in any unit.

    Of fewer than `LEAST` the first is left out whatever they show: it is cold, and so few show little.
    """
    if len(times) < 4:
        return min(1, len(times) // 2)
    t = np.maximum(np.asarray(times, dtype=np.float64), 1.0)
    first = 1 if len(t) < LEAST or _differs(np.log(t[:1]), np.log(t[1 : BINS + 1])) else 0
    y, bounds = _binned(t[first:], BINS)
    m = len(y)
    centred = y - y.mean()
    left = m - np.arange(m)
    sums, squares = (np.cumsum(values[::-1])[::-1] for values in (centred, centred**2))
    errors = (squares / left - (sums / left) ** 2) / left
    most = int(np.searchsorted(bounds + first, len(t) // 2, side="right")) - 1
    while most > 0:
        cut = int(np.argmin(errors[: most + 1]))
        if cut == 0:
            break
        if _differs(y[:cut], y[cut:]):
            return first + int(bounds[cut])
        most = cut - 1
    return first


def change(times: Sequence[float]) -> Change:
    """The change for good that fits best, shown or not."""
    batches = min(BATCHES, len(times) // 2)
    if batches < LEAST // 2:
        return Change(0.0, 0.0, 1.0)
    z, _ = _binned(np.maximum(np.asarray(times, dtype=np.float64), 1.0), batches)
    explained, size, left = max((_step(z), _line(z)), key=lambda fit: fit[0])
    variance = max(float((left**2).sum()) / (batches - 2), NOISE_FLOOR**2 / batches)
    # a short series shows less correlation than there is
    raw = float((left[1:] * left[:-1]).sum()) / max(float((left**2).sum()), 1e-12)
    correlation = min(0.95, max(0.0, raw + (2 + 4 * max(raw, 0.0)) / batches))
    errors = math.sqrt(explained / variance * (1 - correlation) / (1 + correlation))
    return Change(size, errors, correlation)


def modes(times: Sequence[float]) -> tuple[Level, ...]:
    """The two levels that a stationary process changes between, the lower one first; none where it has one level."""
    x = np.log(np.maximum(np.asarray(times[-MODE_LENGTH:], dtype=np.float64), 1.0))
    n = len(x)
    if n < LEAST:
        return ()
    noise = max(NOISE_FLOOR, noise_of(x))
    inner = np.median(np.lib.stride_tricks.sliding_window_view(x, 5), axis=1)
    smooth = np.concatenate([x[:2], inner, x[-2:]])
    segments = list(pairwise(change_points(smooth, noise, MODE_PENALTY)))
    levels = np.array([smooth[left:right].mean() for left, right in segments])
    shares = np.array([(right - left) / n for left, right in segments])
    inside = float(((smooth - np.repeat(levels, [right - left for left, right in segments])) ** 2).mean())
    order = np.argsort(levels)
    best = min(_splits(levels[order], shares[order], inside), default=None)
    if best is None:
        return ()
    within, cut, low, high, share = best
    upper = np.isin(np.arange(len(levels)), order[cut:])
    changes = int((upper[1:] != upper[:-1]).sum())
    if changes < MODE_CHANGES or high - low < max(MODE_GAP, MODE_APART * within):
        return ()
    return Level(math.exp(low), share), Level(math.exp(high), 1 - share)


def word(times: Sequence[float]) -> Word:
    """What becomes of a process after its warm-up."""
    if len(times) < LEAST:
        return "too short to say"
    if modes(times):
        return "several modes"
    found = change(times)
    if found.shown:
        return "drifting"
    return "too short to say" if found.correlation > CORRELATED else "steady"


def _binned(times: Array, most: int) -> tuple[Array, npt.NDArray[np.int64]]:
    """Logarithms of the means of at most `most` bins, and their bounds."""
    bounds = np.round(np.linspace(0, len(times), min(most, len(times)) + 1)).astype(np.int64)
    return np.log(np.add.reduceat(times, bounds[:-1]) / np.diff(bounds)), bounds


def _differs(beginning: Array, rest: Array) -> bool:
    """Whether a beginning is no stretch like those of the same length that follow."""
    count = max(5, len(rest) // len(beginning))
    length = max(1, len(rest) // count)
    count = min(count, len(rest) // length)
    stretches = rest[len(rest) - count * length :].reshape(count, length).mean(axis=1)
    variance = max(float(stretches.var(ddof=1)), NOISE_FLOOR**2 / 4) if count > 1 else math.inf
    error = math.sqrt(variance * (length / len(beginning) + 1 / count))
    away = abs(float(beginning.mean() - rest.mean()))
    return away > TOLERANCE and away > _bound(max(1, count - 1)) * error


@lru_cache(maxsize=BINS)
def _bound(df: int) -> float:
    return student_quantile(DIFFERS, df)


def _step(z: Array) -> tuple[float, float, Array]:
    """Sum of squares explained by the best step, its size, and what it leaves. On either side are `SIDE` batches at
    least."""
    k = len(z)
    before = np.arange(SIDE, k - SIDE + 1)
    sums = np.cumsum(z)[SIDE - 1 : k - SIDE]
    low, high = sums / before, (z.sum() - sums) / (k - before)
    explained = (high - low) ** 2 * before * (k - before) / k
    best = int(np.argmax(explained))
    fitted = np.full(k, high[best])
    fitted[: before[best]] = low[best]
    return float(explained[best]), float(high[best] - low[best]), z - fitted


def _line(z: Array) -> tuple[float, float, Array]:
    """The same of a straight line."""
    x = np.arange(len(z)) - (len(z) - 1) / 2
    squares = float((x**2).sum())
    slope = float((x * z).sum()) / squares
    return slope**2 * squares, slope * (len(z) - 1), z - z.mean() - slope * x


def _splits(levels: Array, shares: Array, inside: float) -> list[tuple[float, int, float, float, float]]:
    """Ways to take ordered levels as two: the standard deviation within them, where the upper begins, both, and the
    lower one's share. `inside`: mean square of what the levels leave of single iterations."""
    found: list[tuple[float, int, float, float, float]] = []
    for cut in range(1, len(levels)):
        share = float(shares[:cut].sum())
        if not MODE_SHARE <= share <= 1 - MODE_SHARE:
            continue
        low = float(np.average(levels[:cut], weights=shares[:cut]))
        high = float(np.average(levels[cut:], weights=shares[cut:]))
        centre = np.where(np.arange(len(levels)) < cut, low, high)
        spread = math.sqrt(inside + float((shares * (levels - centre) ** 2).sum()))
        found.append((spread, cut, low, high, share))
    return found
