"""Response times by the size of the request: does a small request wait for large ones?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agon.stats.percentiles import percentile

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Quantiles:
    """Response times of the requests of one size (or of a range of sizes)."""

    count: int
    p50: float
    p99: float | None
    """The least time that at most 1% exceed; None where the requests are too few to show it
    (agon.stats.percentiles)."""


def quantiles(ns: Sequence[int] | IntArray) -> Quantiles:
    """Count, p50 and p99."""
    times = np.asarray(ns, dtype=np.float64)
    if times.size == 0:
        raise ValueError("no response times")
    return Quantiles(int(times.size), float(np.median(times)), percentile(times, 0.99))


def seconds(name: str, times: Quantiles) -> dict[str, float]:
    """The metrics `<name>_p50` and `<name>_p99` in seconds; without `_p99` where the times do not support it."""
    found = {f"{name}_p50": times.p50 / 1e9}
    return found if times.p99 is None else found | {f"{name}_p99": times.p99 / 1e9}


def by_size(sizes: Sequence[int] | IntArray, ns: Sequence[int] | IntArray) -> dict[int, Quantiles]:
    """Quantiles of each request size, sizes in rising order."""
    n, times = _pairs(sizes, ns)
    order = np.argsort(n, kind="stable")
    n, times = n[order], times[order]
    found, starts = np.unique(n, return_index=True)
    if n.size == 0:
        return {}
    return {int(size): quantiles(part) for size, part in zip(found, np.split(times, starts[1:]), strict=True)}


def small_and_large(
    sizes: Sequence[int] | IntArray, ns: Sequence[int] | IntArray, max_size: int
) -> tuple[Quantiles | None, Quantiles | None]:
    """Quantiles of the small requests (size <= max_size / 2) and of the others; None where there are none."""
    n, times = _pairs(sizes, ns)
    small = 2 * n <= max_size
    return (
        quantiles(times[small]) if small.any() else None,
        quantiles(times[~small]) if not small.all() else None,
    )


def _pairs(sizes: Sequence[int] | IntArray, ns: Sequence[int] | IntArray) -> tuple[IntArray, IntArray]:
    n, times = np.asarray(sizes, dtype=np.int64), np.asarray(ns, dtype=np.int64)
    if n.shape != times.shape or n.ndim != 1:
        raise ValueError(f"{n.size} sizes for {times.size} response times")
    return n, times
