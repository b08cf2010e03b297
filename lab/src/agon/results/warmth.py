"""Where each process of a cell is warm, what an iteration costs from there on, and whether it stays so.

The cell's pilot decides where it has one (agon.run.pilot): how much is warm-up, how long was looked, whether the cell
keeps changing, or changes between modes. Without one (a given number of iterations, records of earlier labs) warm-up
is looked for in each process.

A cell is `drifting` where its pilot still changes, where more than half of its processes change in the same direction,
or where the second halves of its processes differ from the first (a t-test over processes at 1%). A process that
changes alone may have gone from one mode to another: it is called `several modes`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median
from typing import Literal, TypeAlias

import numpy as np

from agon.counted import counted
from agon.results.model import Cell, Invocation, Iteration, Plan
from agon.results.rows import mean_of
from agon.stats.changes import NOISE_FLOOR
from agon.stats.steady import LEAST, TOLERANCE, Level, Word, change, modes, warm_up, word
from agon.stats.student import student_quantile

Clock: TypeAlias = Literal["steady", "unsettled", "cold"]
"""`steady`: after warm-up. `unsettled`: repeated, but still changing. `cold`: the first iteration is all there is."""

WATCHED_S = 10.0
"""For how long a pilot must have been watched for its cell to be called steady."""
OUTSIDE = 1.5
"""How many times as long as its clock shows a pilot lives at most: where more lies outside the clock, that counts as
watched all the same."""
TREND = 0.995
"""Quantile beyond which the changes within its processes are a cell's trend."""
FEW = 3
"""Processes below which each one's own change has to do."""
LAST_SHARE = 4
"""Of a process that ended before it was warm, the last 1/4 counts."""
PAUSE = 2.0
"""Times the median from which on an iteration is a pause."""


@dataclass(frozen=True)
class Warm:
    """The part of a process that counts."""

    row: int
    """The first row of its record that counts."""
    iteration: int
    """That row's first iteration."""
    word: Word
    change: float
    """The change that fits best, shown or not, as a difference of logarithms."""


@dataclass(frozen=True)
class Warmth:
    """Of a cell."""

    clock: Clock
    word: Word | None
    """None where it is cold."""
    text: str
    """`steady after 3 iterations`, `too short to say: watched for 2 s`, `one iteration`, `not asked`, ..."""

    def of(self, process: Warm) -> Word:
        """Of one of its processes: a change that the cell does not share is one from mode to mode."""
        alone = process.word == "drifting" and self.word != "drifting"
        return "several modes" if alone else process.word


def pilot_of(invocations: Sequence[Invocation], cell: Cell, plan: Plan) -> Invocation | None:
    """The pilot among a cell's invocations; None where the cell has none, or it did not pass."""
    if cell.iterations != 0 or plan.pilot_s <= 0:
        return None
    return next((i for i in invocations if i.discarded and i.status == "ok"), None)


def warm_from(invocation: Invocation) -> Warm | None:
    """The part that counts; None of one iteration."""
    rows = invocation.iterations
    if len(rows) < 2:
        return None
    return _warm(tuple(row.elapsed_ns for row in rows), tuple(row.of for row in rows), invocation.warm_up)


@lru_cache(maxsize=4096)
def _warm(times: tuple[int, ...], counts: tuple[int, ...], fixed: int | None) -> Warm:
    starts = np.concatenate([[0], np.cumsum(counts)])
    if fixed is None:
        row = warm_up(times)
    else:
        row = int(np.searchsorted(starts, fixed))
        if row >= len(times):
            row = len(times) - max(1, len(times) // LAST_SHARE)
    rest = times[row:]
    return Warm(row, int(starts[row]), word(rest), change(rest).size)


def figures(invocation: Invocation, units: dict[str, str], means: frozenset[str]) -> dict[str, float]:
    """What an iteration took, in seconds, and the workload's own metrics, over the part that counts.

    `means`: the metrics that are means over iterations, as the time is; of the others it is the median.
    """
    warm = warm_from(invocation)
    rows = invocation.iterations[warm.row if warm is not None else 0 :]
    names = dict.fromkeys(name for row in rows for name in row.metrics)
    found = {name: mean_of(rows, name, units) if name in means else _median(rows, name) for name in names}
    return found if warm is None else _times(rows) | found


def _median(rows: Sequence[Iteration], name: str) -> float:
    return median(row.metrics[name] for row in rows if name in row.metrics)


def _times(rows: Sequence[Iteration]) -> dict[str, float]:
    times = np.array([row.elapsed_ns for row in rows], dtype=np.float64) / 1e9
    counts = np.array([row.of for row in rows])
    order = np.argsort(times)
    reached = np.cumsum(counts[order]) / counts.sum()
    middle = float(np.median(times)) if counts.max() == 1 else _quantile(times[order], reached, 0.5)
    spent = float((times * counts).sum())
    above = times - middle
    return {
        "elapsed_steady": spent / float(counts.sum()),
        "elapsed_median": middle,
        "elapsed_p99": _quantile(times[order], reached, 0.99),
        "pauses": float((above * counts)[times > PAUSE * middle].sum()) / spent,
    }


def _quantile(ordered: np.ndarray, reached: np.ndarray, share: float) -> float:
    return float(ordered[min(len(ordered) - 1, int(np.searchsorted(reached, share - 1e-12)))])


def warmth(passed: Sequence[Invocation], pilot: Invocation | None, cell: Cell, limit: int | None) -> Warmth:
    """Of a cell with these passed invocations that count. `limit`: how often its platform can repeat."""
    if limit == 1:
        return Warmth("cold", None, "not offered")
    if cell.iterations == 1 or not passed:
        return Warmth("cold", None, "not asked")
    parts = [warm for warm in map(warm_from, passed) if warm is not None]
    if len(parts) < len(passed):
        return Warmth("cold", None, "one iteration")
    seen = _seen(pilot) if pilot is not None and pilot.repetitions > 1 else None
    changed = sum(part.word == "drifting" for part in parts)
    if seen is not None and seen.word == "drifting":
        return Warmth("unsettled", "drifting", f"still changes after {seen.watched_s:.3g} s")
    if (trend := _trend(passed, parts)) is not None and (seen is None or not seen.levels):
        return Warmth("unsettled", "drifting", f"still changes: {trend:+.0%} within a process")
    once = f"; {changed} of {len(parts)} changed their level once" if changed else ""
    if seen is None:
        return _alone(parts, min(i.repetitions for i in passed), once)
    after, looked = _after(seen.start), f"watched for {seen.watched_s:.3g} s"
    if seen.levels:
        return Warmth("steady", "several modes", f"several modes {after}: {_levels(seen.levels)}; {looked}")
    if seen.word == "too short to say" or seen.watched_s < WATCHED_S:
        done = counted(seen.iterations, "iteration")
        return Warmth("steady", "too short to say", f"too short to say: {looked}, {done}, no change {after}{once}")
    return Warmth("steady", "steady", f"steady {after}, {looked}{once}")


def _trend(passed: Sequence[Invocation], parts: Sequence[Warm]) -> float | None:
    """By how much an iteration becomes slower within a process, where that is shown over the processes: most change
    alike, or the second halves differ from the first. One that changes alone may have gone from one mode to another."""
    halves = [_halves(i.iterations[part.row :]) for i, part in zip(passed, parts, strict=True)]
    found = np.array([half for half in halves if half is not None])
    own = [part.change for part in parts if part.word == "drifting"]
    if len(parts) < FEW and own:
        return math.expm1(own[0])
    alike = [size for size in own if size * own[0] > 0]
    if 2 * len(alike) > len(parts):
        return math.expm1(median(alike))
    if len(found) < FEW:
        return None
    error = max(float(found.std(ddof=1)), NOISE_FLOOR) / math.sqrt(len(found))
    mean = float(found.mean())
    shown = abs(mean) > max(TOLERANCE, student_quantile(TREND, len(found) - 1) * error)
    return math.expm1(mean) if shown else None


def _halves(rows: Sequence[Iteration]) -> float | None:
    """From the first to the second, by their medians: in which of them a long pause falls is chance."""
    if len(rows) < LEAST:
        return None
    middle = len(rows) // 2
    first, second = (median(row.elapsed_ns for row in half) for half in (rows[:middle], rows[middle:]))
    return math.log(max(1.0, second) / max(1.0, first))


def _after(start: int) -> str:
    return f"after {counted(start, 'iteration')}" if start else "from the start"


def _alone(parts: Sequence[Warm], least: int, once: str) -> Warmth:
    """Of processes that have no pilot: what most of them show. `least`: iterations that each of them did."""
    after = _after(round(median(part.iteration for part in parts)))
    words = [part.word for part in parts]
    if 2 * words.count("too short to say") > len(words):
        return Warmth("steady", "too short to say", f"too short to say: {counted(least, 'iteration')}")
    if 2 * words.count("several modes") > len(words):
        return Warmth("steady", "several modes", f"several modes {after}{once}")
    return Warmth("steady", "steady", f"steady {after}{once}")


@dataclass(frozen=True)
class _Seen:
    """What a pilot shows."""

    word: Word
    levels: tuple[Level, ...]
    start: int
    """Iterations of its warm-up."""
    watched_s: float
    iterations: int


def _seen(pilot: Invocation) -> _Seen:
    times = tuple(row.elapsed_ns for row in pilot.iterations)
    found, levels, start = _shown(times)
    before = sum(row.of for row in pilot.iterations[:start])
    return _Seen(found, levels, before, _watched(pilot), pilot.repetitions)


@lru_cache(maxsize=1024)
def _shown(times: tuple[int, ...]) -> tuple[Word, tuple[Level, ...], int]:
    start = warm_up(times)
    return word(times[start:]), modes(times[start:]), start


def watched(inside_s: float, lived_s: float) -> float:
    """For how long a process was watched whose iterations took so long, in a life of so long after it was ready."""
    return max(inside_s, lived_s / OUTSIDE)


def _watched(pilot: Invocation) -> float:
    r = pilot.resources
    inside = sum(row.total_ns for row in pilot.iterations) / 1e9
    return watched(inside, r.lived_ns / 1e9 if r is not None else 0.0)


def _levels(levels: Sequence[Level]) -> str:
    return " and ".join(f"{level.value / 1e6:.3g} ms ({level.share:.0%})" for level in levels)
