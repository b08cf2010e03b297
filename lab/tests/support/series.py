"""Times of iterations whose truth is known: stationary ones of many kinds, and those that change. In nanoseconds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Times: TypeAlias = npt.NDArray[np.float64]
Source: TypeAlias = Callable[[np.random.Generator, int], Times]

EACH_NS = 3e6


def independent(sd: float) -> Source:
    return lambda rng, n: EACH_NS * np.exp(rng.normal(0, sd, n))


def heavy(sd: float) -> Source:
    """Student's t with three degrees of freedom."""
    return lambda rng, n: EACH_NS * np.exp(rng.standard_t(3, n) * sd / math.sqrt(3))


def autocorrelated(phi: float, sd: float) -> Source:
    """AR(1)."""

    def draw(rng: np.random.Generator, n: int) -> Times:
        x = np.empty(n)
        x[0] = rng.normal(0, sd)
        for i, e in enumerate(rng.normal(0, sd * math.sqrt(1 - phi * phi), n - 1), start=1):
            x[i] = phi * x[i - 1] + e
        return EACH_NS * np.exp(x)

    return draw


def two_levels(apart: float, low: float, high: float, sd: float = 0.02) -> Source:
    """Between two levels `apart` in logarithms, with mean stays of so many iterations."""

    def draw(rng: np.random.Generator, n: int) -> Times:
        state, levels = int(rng.random() > low / (low + high)), list[float]()
        while len(levels) < n:
            levels += [apart * state] * int(rng.geometric(1 / (high if state else low)))
            state ^= 1
        return EACH_NS * np.exp(np.array(levels[:n]) + rng.normal(0, sd, n))

    return draw


def pauses(every: int, factor: float) -> Source:
    def draw(rng: np.random.Generator, n: int) -> Times:
        paused = (np.arange(n) + rng.integers(every)) % every == 0
        return EACH_NS * np.exp(rng.normal(0, 0.01, n)) * np.where(paused, factor, 1.0)

    return draw


def by_time(level: Callable[[float], float], sd: float = 0.02) -> Source:
    """`level`: the factor at a time that the process has spent, in seconds."""

    def draw(rng: np.random.Generator, n: int) -> Times:
        times, spent = np.empty(n), 0.0
        for i, noise in enumerate(np.exp(rng.normal(0, sd, n))):
            times[i] = EACH_NS * level(spent) * noise
            spent += times[i] / 1e9
        return times

    return draw


def step(at_s: float, factor: float = 1.5) -> Source:
    return by_time(lambda t: factor if t < at_s else 1.0)


STATIONARY: Mapping[str, Source] = {
    "independent 1%": independent(0.01),
    "independent 5%": independent(0.05),
    "independent 25%": independent(0.25),
    "heavy-tailed 5%": heavy(0.05),
    "AR(1) 0.8, 5%": autocorrelated(0.8, 0.05),
    "AR(1) 0.95, 1%": autocorrelated(0.95, 0.01),
    "AR(1) 0.95, 2%": autocorrelated(0.95, 0.02),
    "AR(1) 0.95, 5%": autocorrelated(0.95, 0.05),
    "two levels, 5%, stays of 30": two_levels(0.05, 30, 30),
    "two levels, 70%, stays of 20 and 10": two_levels(math.log(1.7), 20, 10),
    "two levels, 40%, stays of 150 and 50": two_levels(math.log(1.4), 150, 50),
    "every 25th four times as long": pauses(25, 4),
    "every 300th forty times as long": pauses(300, 40),
}
CHANGING: Mapping[str, Source] = {
    "step at 0.2 s": step(0.2),
    "step at 1.2 s": step(1.2),
    "step of 5% at 1.2 s": step(1.2, 1.05),
    "step at 2 s": step(2),
    "step at 5 s": step(5),
    "step at 9 s": step(9),
    "three tiers, to 2.5 s": by_time(lambda t: 5 if t < 0.1 else 2 if t < 0.8 else 1.3 if t < 2.5 else 1.0),
}
WARM_S: Mapping[str, float] = {
    "step at 0.2 s": 0.2,
    "step at 1.2 s": 1.2,
    "step of 5% at 1.2 s": 1.2,
    "step at 2 s": 2,
    "step at 5 s": 5,
    "step at 9 s": 9,
    "three tiers, to 2.5 s": 2.5,
}
"""When they stop changing, in seconds."""
DRIFTING: Mapping[str, Source] = {
    "1% a second": by_time(lambda t: 1 + 0.01 * t),
    "3% a second": by_time(lambda t: 1 + 0.03 * t),
    "0.1% an iteration": lambda rng, n: (
        EACH_NS * 1.001 ** np.minimum(np.arange(n), 3000) * np.exp(rng.normal(0, 0.02, n))
    ),
}
