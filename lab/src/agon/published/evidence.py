"""Three-valued reasoning on intervals: a statement holds, does not hold, or is inconclusive.

Which of two cells takes less is decided by agon.stats.verdict, as in every ranking: by their ratio in the blocks that
both have, and with its practical margin. A statement about one value, or about a ratio, holds if it does for every
value within the 95% interval, does not hold if it does for none, and is inconclusive otherwise. Nothing is ever decided
by medians alone. Where a claim makes several comparisons, each has its part of the 5%.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from agon.published.model import VerdictWord
from agon.results.summary import Summary
from agon.stats.comparison import paired
from agon.stats.verdict import LEAST_BLOCKS, LEVEL, MARGIN, Blocks, Outcome, judge

FEWEST_INVOCATIONS = 2
"""One invocation has no spread, hence no interval."""

WIDEST = 1e6
"""An interval whose ends are further apart than so many times bounds nothing; two blocks of one of many comparisons
give such."""

_WORD: Mapping[Outcome, VerdictWord] = {
    "better": "holds",
    "worse": "does not hold",
    "tie": "does not hold",
    "inconclusive": "inconclusive",
}


@dataclass(eq=False)
class Level:
    """The probability of an error that one comparison of a claim may have."""

    each: float = LEVEL
    made: int = 0
    """Comparisons so far."""

    def one(self) -> float:
        """Of the next comparison."""
        self.made += 1
        return self.each


@dataclass(frozen=True)
class Span:
    """A value and the interval it lies in."""

    value: float
    low: float
    high: float
    blocks: Blocks | None = None
    """The value in each block, where it comes from a cell, or from several in the same blocks."""
    level: Level = field(default_factory=Level, compare=False)

    @classmethod
    def of(cls, summary: Summary) -> Span:
        return cls(summary.median, summary.low, summary.high)

    @classmethod
    def exact(cls, value: float) -> Span:
        return cls(value, value, value)

    def over(self, other: Span) -> Span:
        """This over the other, both positive, block by block where both have blocks; a zero divisor gives infinity."""
        mine, others = self.blocks or {}, other.blocks or {}
        shared = sorted(mine.keys() & others.keys())
        if len(shared) < FEWEST_INVOCATIONS or any(v <= 0 for b in shared for v in (mine[b], others[b])):
            return Span(_ratio(self.value, other.value), _ratio(self.low, other.high), _ratio(self.high, other.low))
        found = paired(others, mine, 1 - self.level.one())
        return Span(found.ratio, found.low, found.high, {b: mine[b] / others[b] for b in shared}, self.level)

    def scaled(self, factor: float) -> Span:
        blocks = {b: v * factor for b, v in self.blocks.items()} if self.blocks is not None else None
        return Span(self.value * factor, self.low * factor, self.high * factor, blocks, self.level)

    def clipped(self, low: float, high: float) -> Span:
        """Within what the value can be at all: intervals of small samples may reach beyond."""
        value, least, most = (min(max(v, low), high) for v in (self.value, self.low, self.high))
        return Span(value, least, most)

    def __str__(self) -> str:
        if self.low == self.high:
            return _digits(self.value)
        if math.isinf(self.high):
            return f"{_digits(self.value)} (at least {_digits(self.low)})"
        if self.low > 0 and self.high / self.low > WIDEST:
            return f"{_digits(self.value)} ({len(self.blocks or ())} blocks: too few to bound it)"
        return f"{_digits(self.value)} ({_digits(self.low)} to {_digits(self.high)})"


def _digits(value: float) -> str:
    """Three significant digits, without an exponent where the number can be read without one."""
    return f"{value:.0f}" if 1000 <= abs(value) < 1e9 else f"{value:.3g}"


def _ratio(numerator: float, divisor: float) -> float:
    if divisor > 0:
        return max(numerator, 0.0) / divisor
    return math.inf if numerator > 0 else math.nan


def geometric_mean(spans: Sequence[Span]) -> Span:
    """Geometric mean; the bounds are those of the bounds, which is wider than need be, never narrower."""
    value, low, high = (_mean_of_logs([getattr(s, n) for s in spans]) for n in ("value", "low", "high"))
    shared = set[int].intersection(*(set(s.blocks or ()) for s in spans))
    blocks = {b: _mean_of_logs([(s.blocks or {})[b] for s in spans]) for b in sorted(shared)}
    return Span(value, low, high, blocks or None, spans[0].level)


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
    """Whether a < b: by the verdict where both come from cells, else by their intervals."""
    if a.blocks is not None and b.blocks is not None:
        return _WORD[judge([(a.blocks, b.blocks)], level=a.level.one())[0].outcome]
    if a.high < b.low:
        return "holds"
    return "does not hold" if a.low >= b.high else "inconclusive"


def above_one(ratio: Span) -> VerdictWord:
    """Whether the first of two is more than the second, from their ratio: with the verdict's margin, and its blocks."""
    if ratio.blocks is not None and len(ratio.blocks) < LEAST_BLOCKS:
        return "inconclusive"
    return everywhere(ratio, lambda v: v > 1 + MARGIN)


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
