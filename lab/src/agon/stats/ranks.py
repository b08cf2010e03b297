"""Ranks and their agreement: published against measured, one platform ordering against another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SHARED_NEEDED = 4
"""Below four shared items every order is likely enough at random: agreement is inconclusive."""


@dataclass(frozen=True)
class Agreement:
    """How two orderings of the same things agree. `tau` None: inconclusive, and `why`."""

    tau: float | None
    shared: tuple[str, ...]
    why: str = ""

    def __str__(self) -> str:
        return f"inconclusive: {self.why}" if self.tau is None else f"{self.tau:+.2f} over {len(self.shared)}"


def ranks(values: Sequence[float], *, descending: bool = False) -> list[float]:
    """Rank of each value, from 1 for the least (or the greatest, `descending`); ties share their mean rank."""
    if any(math.isnan(v) for v in values):
        raise ValueError("a value that is not a number has no rank")
    order = sorted(range(len(values)), key=lambda i: values[i], reverse=descending)
    result = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for position in range(start, end + 1):
            result[order[position]] = (start + end) / 2 + 1
        start = end + 1
    return result


def kendall_tau_b(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Kendall's tau-b (Kendall 1945), which corrects for ties. None with fewer than two pairs or where one side is all
    tied: there is no order to agree with."""
    if len(x) != len(y):
        raise ValueError(f"{len(x)} values against {len(y)}")
    if any(math.isnan(v) for v in (*x, *y)):
        raise ValueError("a value that is not a number has no rank")
    pairs = [(i, j) for i in range(len(x)) for j in range(i)]
    return tau_of_pairs([_sign(x[i], x[j]) for i, j in pairs], [_sign(y[i], y[j]) for i, j in pairs])


def tau_of_pairs(a: Sequence[int], b: Sequence[int]) -> float | None:
    """Tau-b of two sides that give each pair of things an order: -1, 1, or 0 for a tie (Kendall 1945, section 2).

    The orders need not come from numbers: a pair that a test does not decide is a tie. None where one side is all tied.
    """
    if len(a) != len(b):
        raise ValueError(f"{len(a)} pairs against {len(b)}")
    untied = sum(map(abs, a)) * sum(map(abs, b))
    if untied == 0:
        return None
    return max(-1.0, min(1.0, sum(p * q for p, q in zip(a, b, strict=True)) / math.sqrt(untied)))


def agreement(a: Mapping[str, float], b: Mapping[str, float]) -> Agreement:
    """Tau-b over the names both have."""
    shared = tuple(name for name in a if name in b)
    tau = kendall_tau_b([a[name] for name in shared], [b[name] for name in shared])
    return agreement_by(tau, shared)


def agreement_by(tau: float | None, shared: tuple[str, ...]) -> Agreement:
    """The agreement that a tau over the `shared` things shows; inconclusive below SHARED_NEEDED of them."""
    if len(shared) < SHARED_NEEDED:
        return Agreement(None, shared, f"{len(shared)} shared, {SHARED_NEEDED} needed")
    return Agreement(tau, shared, "" if tau is not None else "one side is all tied")


def _sign(p: float, q: float) -> int:
    return (p > q) - (p < q)
