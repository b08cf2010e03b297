"""Speed-up over cores: a platform against itself on one core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agon.stats.comparison import Ratio, unpaired


@dataclass(frozen=True)
class SpeedUp:
    """How many times faster `cores` cores are than one."""

    cores: int
    speed_up: Ratio

    @property
    def efficiency(self) -> float:
        """Share of a perfect speed-up: 1 is perfect."""
        return self.speed_up.ratio / self.cores


def speed_ups(elapsed: Mapping[int, Sequence[Sequence[float]]], *, seed: int) -> list[SpeedUp]:
    """Speed-up at each number of cores; `elapsed` maps cores to groups (one list of times an invocation).

    The reference is the platform's own one-core time, so that a platform is not rewarded for another's slowness.
    Without a one-core cell there is no speed-up: the list is empty. At least two invocations each.
    """
    if 1 not in elapsed:
        return []
    own = SpeedUp(1, Ratio(1.0, 1.0, 1.0, len(elapsed[1])))
    more = sorted(cores for cores in elapsed if cores != 1)
    return [own, *(SpeedUp(cores, unpaired(elapsed[cores], elapsed[1], seed=seed)) for cores in more)]
