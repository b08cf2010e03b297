"""Do values fall into groups? A median between two of them is a value that never occurred.

The widest gap between neighbours is compared with the spread on either side of it. The bound is chosen by simulation:
of samples of one piece (normal, uniform, t with 3 degrees of freedom, lognormal), at most 1% to 2% are split
(tests/stats/test_modes.py). Groups may be few and small: the least is two values, and a fifth of all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

LEAST = 6
"""Values from which on a gap means anything."""
APART = 0.02
"""Groups closer than this (in logarithms) are one: no user would ask which of them a process is in."""


@dataclass(frozen=True)
class Group:
    """Values on one side of a gap."""

    level: float
    """Their median."""
    count: int


def groups(values: Sequence[float]) -> tuple[Group, ...]:
    """The groups of positive values, least first; one where no gap is shown."""
    if len(values) < LEAST or min(values) <= 0:
        return (Group(median(values), len(values)),) if values else ()
    ordered = sorted(values)
    cut = _gap([math.log(v) for v in ordered])
    if cut is None:
        return (Group(median(ordered), len(ordered)),)
    return groups(ordered[:cut]) + groups(ordered[cut:])


def _gap(logs: Sequence[float]) -> int | None:
    """Where the upper group begins, if there are two."""
    n = len(logs)
    least = max(2, math.ceil(n / 5))
    cut = max(range(least, n - least + 1), key=lambda i: logs[i] - logs[i - 1])
    gap = logs[cut] - logs[cut - 1]
    within = math.sqrt((_squares(logs[:cut]) + _squares(logs[cut:])) / (n - 2))
    return cut if gap > max(APART, (1 + 45 / n) * within) else None


def _squares(values: Sequence[float]) -> float:
    middle = sum(values) / len(values)
    return sum((v - middle) ** 2 for v in values)
