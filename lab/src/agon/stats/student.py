"""Student's t distribution for whole degrees of freedom: the little of it that small samples need."""

from __future__ import annotations

import math
from functools import lru_cache


def student_cdf(t: float, df: int) -> float:
    """P(T <= t), by the finite series for whole `df` (Abramowitz & Stegun 26.7.3 and 26.7.4)."""
    if df < 1:
        raise ValueError("degrees of freedom must be at least 1")
    theta = math.atan(t / math.sqrt(df))
    cos2 = math.cos(theta) ** 2
    if df % 2:
        term, total = math.cos(theta), 0.0
        for k in range(1, df // 2 + 1):
            total += term
            term *= cos2 * (2 * k) / (2 * k + 1)
        inside = 2 / math.pi * (theta + math.sin(theta) * total)
    else:
        term, total = 1.0, 0.0
        for k in range(1, df // 2 + 1):
            total += term
            term *= cos2 * (2 * k - 1) / (2 * k)
        inside = math.sin(theta) * total
    return (1 + inside) / 2


@lru_cache(maxsize=4096)
def student_quantile(p: float, df: int) -> float:
    """The t that P(T <= t) = p, for 0 < p < 1, by bisection."""
    if not 0 < p < 1:
        raise ValueError("p must lie strictly between 0 and 1")
    if p < 0.5:
        return -student_quantile(1 - p, df)
    low, high = 0.0, 1.0
    while student_cdf(high, df) < p:
        high *= 2
    while high - low > 1e-12 * (1 + high):
        middle = (low + high) / 2
        if student_cdf(middle, df) < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2
