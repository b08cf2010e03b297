"""When to stop sampling a cell: `--until-ci`, with its bounds fixed before the first value is seen.

Stopping at the first narrow interval favours intervals that are narrow by luck, so the rule looks only at whole blocks,
never before `minimum` invocations, and always ends at `maximum`; the experiment records all three numbers beforehand
and the reason afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agon.stats.intervals import Interval, median_interval

LOOKS = 5
"""How often data are looked at, at most, to decide whether to go on: four times as planned, and at the end."""


def looks_at(first: int) -> tuple[int, ...]:
    """Numbers of invocations after which to look, the last one the most that there are: each twice the one before.

    Each look has a fifth of the level (Bonferroni), so that all of them together err no more often than one would. The
    end counts as a look wherever time puts it.
    """
    return tuple(first * 2**n for n in range(LOOKS))


@dataclass(frozen=True)
class UntilInterval:
    """Stop when half the interval's width is below `target` of the median (0.02 = 2%) for every metric watched."""

    target: float
    minimum: int = 5
    maximum: int = 100
    unit: str = "invocations"
    """What gives one value each: `builds` where there are several."""

    def __post_init__(self) -> None:
        if not 0 < self.target < 1:
            raise ValueError(f"--until-ci {self.target:.3g}: must lie between 0% and 100%")
        if self.minimum < 2:
            raise ValueError(f"at least 2 invocations are needed for an interval, not {self.minimum}")
        if self.maximum < self.minimum:
            raise ValueError(f"the most invocations ({self.maximum}) are fewer than the least ({self.minimum})")

    def why_stop(self, metrics: Mapping[str, Sequence[float]]) -> str | None:
        """Why to stop now, or None to go on. `metrics`: name -> values, one of each invocation."""
        if not metrics:
            raise ValueError("nothing to watch: name at least one metric")
        n = min(len(values) for values in metrics.values())
        if n < self.minimum:
            return None
        intervals = {name: median_interval(values) for name, values in metrics.items()}
        name = max(intervals, key=lambda key: _half_width(intervals[key]))
        widest = _half_width(intervals[name])
        if widest <= self.target:
            return f"interval of {name} is ±{widest:.2%} after {n} {self.unit}, within ±{self.target:.2%}"
        if n >= self.maximum:
            return (
                f"{n} invocations, the most allowed: interval of {name} is still ±{widest:.2%}, not ±{self.target:.2%}"
            )
        return None


def _half_width(interval: Interval) -> float:
    return 0.0 if interval.low == interval.high and interval.n > 1 else interval.relative_half_width
