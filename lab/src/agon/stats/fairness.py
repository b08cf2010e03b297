"""How evenly a resource was shared: meetings per creature, swaps per agent, messages per receiver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class FiveNumbers:
    """Least, quartiles and greatest: what a box plot shows."""

    min: float
    q1: float
    median: float
    q3: float
    max: float


def stddev(values: Sequence[float]) -> float:
    """Standard deviation of the shares. All sharers are there, not a sample of them, so it divides by their number."""
    return float(np.std(_shares(values)))


def unfairness(values: Sequence[float]) -> float:
    """(max - min) / max: 0 when all got the same, 1 when one got nothing. 0 when none got anything."""
    shares = _shares(values)
    if (shares < 0).any():
        raise ValueError("shares cannot be negative")
    top = float(shares.max())
    return 0.0 if top == 0 else (top - float(shares.min())) / top


def five_numbers(values: Sequence[float]) -> FiveNumbers:
    """The five-number summary, quartiles by linear interpolation."""
    q = np.quantile(_shares(values), [0, 0.25, 0.5, 0.75, 1])
    return FiveNumbers(*(float(x) for x in q))


def _shares(values: Sequence[float]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    shares = np.asarray(values, dtype=np.float64)
    if shares.size == 0:
        raise ValueError("no shares: fairness needs at least one sharer")
    return shares
