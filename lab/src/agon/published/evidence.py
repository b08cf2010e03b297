"""Three-valued reasoning on intervals: a statement holds, does not hold, or is inconclusive.

A statement about two values holds if it does for every value within their 95% intervals, does not hold if it does for
none, and is inconclusive otherwise. Nothing is ever decided by medians alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from agon.published.model import VerdictWord
from agon.results.summary import Summary

FEWEST_INVOCATIONS = 2
"""One invocation has no spread, hence no interval."""


@dataclass(frozen=True)
class Span:
    """A value and the interval it lies in."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, summary: Summary) -> Span:
        return cls(summary.median, summary.low, summary.high)

    @classmethod
    def exact(cls, value: float) -> Span:
        return cls(value, value, value)

    def over(self, other: Span) -> Span:
        """This over the other, both positive; a zero divisor gives infinity."""
        return Span(_ratio(self.value, other.value), _ratio(self.low, other.high), _ratio(self.high, other.low))

    def scaled(self, factor: float) -> Span:
        return Span(self.value * factor, self.low * factor, self.high * factor)

    def clipped(self, low: float, high: float) -> Span:
        """Within what the value can be at all: intervals of small samples may reach beyond."""
        return Span(*(min(max(v, low), high) for v in (self.value, self.low, self.high)))

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{self.value:.3g}"
        return f"{self.value:.3g} ({self.low:.3g} to {self.high:.3g})"


def _ratio(numerator: float, divisor: float) -> float:
    if divisor > 0:
        return max(numerator, 0.0) / divisor
    return math.inf if numerator > 0 else math.nan


def geometric_mean(spans: Sequence[Span]) -> Span:
    """Geometric mean; the bounds are those of the bounds, which is wider than need be, never narrower."""
    return Span(
        *(_mean_of_logs(column) for column in ([getattr(s, n) for s in spans] for n in ("value", "low", "high")))
    )


def _mean_of_logs(values: Sequence[float]) -> float:
    if any(v <= 0 for v in values):
        return 0.0
    return math.exp(math.fsum(math.log(v) for v in values) / len(values))


def everywhere(span: Span, true_of: Callable[[float], bool]) -> VerdictWord:
    """A monotone condition: its truth at both ends decides."""
    low, high = true_of(span.low), true_of(span.high)
    if low and high:
        return "holds"
    return "inconclusive" if low or high else "does not hold"


def less(a: Span, b: Span) -> VerdictWord:
    """Whether a < b."""
    if a.high < b.low:
        return "holds"
    return "does not hold" if a.low >= b.high else "inconclusive"


def at_least(span: Span, limit: float) -> VerdictWord:
    return everywhere(span, lambda v: v >= limit)


def at_most(span: Span, limit: float) -> VerdictWord:
    return everywhere(span, lambda v: v <= limit)


def within(span: Span, low: float, high: float) -> VerdictWord:
    return every([at_least(span, low), at_most(span, high)])


def every(words: Iterable[VerdictWord]) -> VerdictWord:
    """Conjunction. Of nothing at all, nothing follows."""
    known = list(words)
    if "does not hold" in known:
        return "does not hold"
    return "holds" if known and all(w == "holds" for w in known) else "inconclusive"
