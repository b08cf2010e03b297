"""Two independent samples: by how much is one shifted against the other?

The Wilcoxon-Mann-Whitney test turned into an interval (Hodges & Lehmann, "Estimates of location based on rank tests",
Annals of Mathematical Statistics 34, 1963): the shifts that the test does not reject. Its null distribution is counted,
not approximated, as far as that is quick, so equal programs are called different exactly as often as the level allows,
whatever the noise looks like. That holds for values that are exchangeable under the null: drift between two sessions is
the caller's to add.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

EXACT = 10_000
"""Pairs up to which the null distribution is counted; beyond it the normal approximation is as good."""


def rank_sum_interval(a: Array, b: Array, confidence: float = 0.95) -> tuple[float, float, float]:
    """Centre, low and high of the shift from `a` to `b`."""
    critical = rank_sum_critical(len(a), len(b), confidence)
    if critical is None:
        raise ValueError(f"{len(a)} and {len(b)} values are too few for a {confidence:.4%} interval")
    differences = np.sort(np.subtract.outer(b, a), axis=None)
    return float(np.median(differences)), float(differences[critical]), float(differences[-critical - 1])


@lru_cache(maxsize=256)
def rank_sum_critical(n: int, m: int, confidence: float = 0.95) -> int | None:
    """The greatest number of pairs on the rarer side that is rare enough to reject; None if none is."""
    tail = (1 - confidence) / 2
    if n * m > EXACT:
        spread = math.sqrt(n * m * (n + m + 1) / 12)
        at = math.floor(n * m / 2 + NormalDist().inv_cdf(tail) * spread - 0.5)
        return at if at >= 0 else None
    rare = np.flatnonzero(np.cumsum(_distribution(min(n, m), max(n, m))) <= tail)
    return int(rare[-1]) if len(rare) else None


@lru_cache(maxsize=64)
def _distribution(n: int, m: int) -> Array:
    """Probability of each number of pairs in which `a` is the greater, where nothing differs (Mann & Whitney 1947)."""
    row = [np.ones(1) for _ in range(m + 1)]
    for i in range(1, n + 1):
        above, row = row, [np.ones(1)]
        for j in range(1, m + 1):
            counts = np.zeros(i * j + 1)
            counts[j:] += above[j] * (i / (i + j))  # the greatest of all is one of the first
            counts[: i * (j - 1) + 1] += row[j - 1] * (j / (i + j))
            row.append(counts)
    return row[m]
