"""The first process of a cell: how long it is watched, and what the others do after it.

It runs in the discarded block and counts in no figure. What it shows fixes, before they begin, how many iterations all
other processes of the cell do and how many of these are warm-up: none of them is ended because of what it measured.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agon.results.model import Invocation, Iteration, Plan
from agon.results.warmth import watched
from agon.stats.steady import LEAST, change, modes, warm_up

AFTER_CHANGE = 10
"""How many times the length of its warm-up a pilot is watched for."""
LOOKS = 1.2
"""By so much longer it is watched at each look at which it had not become steady."""
MARGIN = 1.5
"""How many times the pilot's warm-up, in iterations, is left out in each other process: they warm up alike, not
equally."""
LEAST_LEFT_OUT = 0.2
"""Of `Plan.min_time_s`, what is left out at least: the first iterations of a process, its threads new and its caches
empty, are often slower by less than the noise of a pilot shows."""
LEAST_MEASURED = 3
"""Iterations after warm-up, where `Plan.max_time_s` has room for them."""
AGREES = 0.01
"""How near the mean of what a process measures is to come, in the pilot, to the mean of all that follows warm-up."""
LONGER = 1.5
"""By so much longer it measures where it does not."""


@dataclass(frozen=True)
class Length:
    """What every other process of the cell does."""

    warm_up: int
    """Iterations that are left out."""
    iterations: int
    """All, warm-up included."""
    seconds: float
    """What they took in the pilot, with what its clock does not see."""


class Watch:
    """Whether a pilot has been watched for long enough."""

    def __init__(self, plan: Plan) -> None:
        self._until = plan.pilot_s
        self._most = max(plan.pilot_s, plan.pilot_most_s)

    def goes_on(self, times: Sequence[int], lived_s: float) -> bool:
        """`times`: of its iterations so far, in nanoseconds; `lived_s`: since the first was asked for."""
        seen_s = watched(sum(times) / 1e9, lived_s)
        if seen_s >= self._most:
            return False
        if seen_s < self._until:
            return True
        warm = warm_up(times)
        wanted = AFTER_CHANGE * sum(times[:warm]) / 1e9
        rest = times[warm:]
        changing = len(rest) < LEAST or is_changing(rest)
        if not changing and seen_s >= wanted:
            return False
        self._until = seen_s * LOOKS if changing else min(wanted, seen_s * 2)
        return True


def is_changing(times: Sequence[float]) -> bool:
    """Whether a process changes for good, not only between modes."""
    return change(times).shown and not modes(times)


def length_of(pilot: Invocation, plan: Plan) -> Length:
    """What the other processes do, from a passed pilot as it is recorded."""
    rows, done = pilot.iterations, pilot.repetitions
    lived_ns = sum(row.total_ns for row in rows)
    outside = _outside_the_clock(pilot, lived_ns)
    times = [row.elapsed_ns for row in rows]
    warm_rows = warm_up(times)
    if is_changing(times[warm_rows:]):  # no warm-up of its is long enough
        warm_rows = min(warm_rows, _within(rows, plan.pilot_s / 2))
    warm = sum(row.of for row in rows[:warm_rows])
    rest = rows[warm_rows:]
    each_ns = sum(row.total_ns for row in rest) / max(1, sum(row.of for row in rest))
    least = min(math.ceil(LEAST_LEFT_OUT * plan.min_time_s * 1e9 / each_ns), done - 1)
    left_out = max(warm if warm <= 1 else math.ceil(MARGIN * warm), least)
    wanted_ns = _measured_ns(rest, plan)
    fit = int(plan.max_time_s * 1e9 // each_ns)
    measured = max(math.ceil(wanted_ns / each_ns), min(LEAST_MEASURED, fit), 1)
    before_ns = sum(row.total_ns for row in rows[:warm_rows])
    before_ns = before_ns * left_out / warm if warm else left_out * each_ns
    return Length(left_out, left_out + measured, (before_ns + measured * each_ns) / 1e9 * outside)


def _within(rows: Sequence[Iteration], seconds: float) -> int:
    """How many of the first rows fit into so many seconds."""
    return int(np.searchsorted(np.cumsum([row.total_ns for row in rows], dtype=np.float64), seconds * 1e9))


def _outside_the_clock(pilot: Invocation, lived_ns: int) -> float:
    """How many times as long as its clock shows the pilot took for its iterations."""
    resources = pilot.resources
    if resources is None:
        return 1.0
    return max(1.0, resources.lived_ns / max(1, lived_ns))


def _measured_ns(rest: Sequence[Iteration], plan: Plan) -> float:
    """How long a process measures, in nanoseconds: so long that the same stretch of the pilot has the pilot's mean.

    Collections of garbage come each so many allocations, timers each so many seconds: all processes that end before the
    first would be measured without them.
    """
    counts = np.cumsum([row.of for row in rest])
    spent = np.cumsum([row.total_ns for row in rest], dtype=np.float64)
    measured, most = plan.min_time_s * 1e9, max(plan.min_time_s, plan.max_time_s) * 1e9
    while measured < min(most, spent[-1]):
        end = int(np.searchsorted(spent, measured))
        if abs(spent[end] / counts[end] * counts[-1] / spent[-1] - 1) <= AGREES:
            return measured
        measured *= LONGER
    return min(measured, most)
