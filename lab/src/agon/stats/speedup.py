"""Speed-up over cores: a platform against itself on one core."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agon.stats.comparison import Ratio, paired


@dataclass(frozen=True)
class SpeedUp:
    """How many times faster `cores` cores are than one."""

    cores: int
    speed_up: Ratio


def speed_ups(elapsed: Mapping[int, Mapping[int, float]]) -> list[SpeedUp]:
    """Speed-up at each number of cores, paired block by block; `elapsed` maps cores to block to time.

    The reference is the platform's own one-core time, so that a platform is not rewarded for another's slowness.
    Without a one-core cell there is no speed-up: the list is empty. What shares fewer than
    two blocks with it is left out.
    """
    if 1 not in elapsed:
        return []
    one = elapsed[1]
    own = SpeedUp(1, Ratio(1.0, 1.0, 1.0, len(one)))
    more = [cores for cores in sorted(elapsed) if cores != 1 and len(elapsed[cores].keys() & one.keys()) > 1]
    return [own, *(SpeedUp(cores, paired(elapsed[cores], one)) for cores in more)]
