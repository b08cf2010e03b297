"""Where a system is saturated: more load brings no more throughput, and only longer waiting."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

RISE = 1.1
"""Throughput that grows by less than this counts as no longer rising: what runs differ by anyhow."""
PROPORTIONAL = 0.8
"""Waiting that grows with this power of the load, or a higher one, grows in proportion."""


@dataclass(frozen=True)
class Saturation:
    """What a series of (load, throughput, waiting) shows, loads in rising order."""

    load: int
    """The least load beyond which throughput never rises by `RISE` again; the largest where it still rises."""
    reached: bool
    """False: throughput still rises at the largest load."""
    power: float | None
    """With which power of the load waiting grows from there to the largest one; None if not reached."""

    @property
    def in_proportion(self) -> bool:
        """Whether waiting grows in proportion to the load from there on."""
        return self.power is not None and self.power >= PROPORTIONAL


def saturation(series: Sequence[tuple[int, float, float]]) -> Saturation | None:
    """Where the series is saturated; None with fewer than two loads."""
    if len(series) < 2:
        return None
    for at, (load, throughput, waiting) in enumerate(series[:-1]):
        if all(later <= throughput * RISE for _, later, _ in series[at + 1 :]):
            last, _, longest = series[-1]
            power = math.log(longest / waiting) / math.log(last / load) if waiting > 0 and longest > 0 else None
            return Saturation(load, True, power)
    return Saturation(series[-1][0], False, None)


SHORT = 0.1
"""Who answers less than what is offered by more than this share does not keep up: a queue grows as long as it lasts."""


@dataclass(frozen=True)
class Knee:
    """Where an open loop stops keeping up with the requests that are due."""

    kept: int | None
    """The largest rate up to which it keeps up; None where it does not at the least."""
    lost: int | None
    """The next one, at which it does not; None where it keeps up with all."""


def knee(series: Sequence[tuple[int, float]]) -> Knee | None:
    """Of (rate offered, rate answered), offered in rising order; None with fewer than two."""
    if len(series) < 2:
        return None
    kept: int | None = None
    for offered, answered in series:
        if answered < (1 - SHORT) * offered:
            return Knee(kept, offered)
        kept = offered
    return Knee(kept, None)
