"""A platform compared with itself: on several cores with one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from agon.stats.speedup import speed_ups
from agon.stats.verdict import Blocks


@dataclass(frozen=True)
class Times:
    """How many times as much; without an interval where a single block is shared."""

    ratio: float
    low: float | None
    high: float | None


def against_one(own: Mapping[int, Blocks]) -> dict[int, Times]:
    """Cores -> how many times as fast as on one core; nothing where one core was not measured."""
    if not own.get(1):
        return {}
    ups = {up.cores: up.speed_up for up in speed_ups(own)}
    found: dict[int, Times] = {}
    for cores, values in own.items():
        if cores == 1 or not values:
            continue
        if cores in ups:
            found[cores] = Times(ups[cores].ratio, ups[cores].low, ups[cores].high)
        else:
            found[cores] = Times(median(own[1].values()) / median(values.values()), None, None)
    return found
