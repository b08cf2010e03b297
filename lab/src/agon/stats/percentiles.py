"""Which percentiles do so many values support, and how sure are they?

A percentile is quoted where the values bound it: where a distribution-free 95% interval of it lies between two of them
(order statistics; David and Nagaraja, "Order Statistics", 3rd edition 2003, section 7.1). The greatest of n values
lies below the percentile of share q with probability q^n, which must be no more than 2.5%: that takes 36 values for the
90th percentile, 368 for the 99th, 3688 for the 99.9th. With fewer, the greatest value would be quoted in its place.

The interval shown is another one. Times of one invocation are not independent of each other: who waits in a queue
waits behind another that waits. So each invocation gives one value, and the interval is over invocations, as for every
other metric.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from agon.stats.intervals import Interval, median_interval

Array = npt.NDArray[np.float64]

TAIL = 0.025
"""Of a 95% interval, at either end."""


def least(share: float) -> int:
    """How many values the percentile of that share takes. The median takes one: it has values on both sides."""
    if not 0 < share < 1:
        raise ValueError(f"no percentile: {share}")
    return 1 if share == 0.5 else math.ceil(math.log(TAIL) / math.log(max(share, 1 - share)))


def supported(share: float, count: int) -> bool:
    """Whether `count` values support the percentile of that share."""
    return count >= least(share)


def percentile(values: Array, share: float) -> float | None:
    """The least value that this share lies at or below; None where the values are too few to support it.

    It is one of the values, never interpolated between two.
    """
    if not supported(share, values.size):
        return None
    return float(np.quantile(values, share, method="inverted_cdf"))


def over_invocations(groups: Sequence[Array], share: float) -> Interval | None:
    """The percentile in each invocation that supports it, quoted over these; None where no invocation does."""
    found = [value for group in groups if (value := percentile(group, share)) is not None]
    return median_interval(found) if found else None


def name(share: float) -> str:
    """`median`, `90th percentile`, `99.9th percentile`."""
    return "median" if share == 0.5 else f"{100 * share:.10g}th percentile"


def too_few(share: float, count: int | None = None) -> str:
    """Why a percentile is missing; `count`: of the invocation with the most values."""
    had = f": {count} times" if count is not None else ""
    return f"too few for a {name(share)}{had}, it takes {least(share)}"
