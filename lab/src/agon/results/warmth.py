"""Where each process of a cell is warm, what an iteration costs from there on, and whether it stays so.

The cell's pilot decides where it has one (agon.run.pilot): how much is warm-up, how long was looked, whether the cell
keeps changing, or changes between modes. Without one (a given number of iterations, records of earlier labs) warm-up
is looked for in each process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median
from typing import Literal, TypeAlias

import numpy as np

from agon.counted import counted
from agon.results.model import Cell, Invocation, Iteration
from agon.results.rows import mean_of
from agon.stats.steady import Level, Word, modes, warm_up, word

Clock: TypeAlias = Literal["steady", "unsettled", "cold"]
"""`steady`: after warm-up. `unsettled`: repeated, but still changing. `cold`: the first iteration is all there is."""

WATCHED_S = 10.0
"""For how long a pilot must have been watched for its cell to be called steady."""
DRIFTING_SHARE = 0.2
"""Share of its processes that may drift where their cell does not."""
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

    @property
    def settled(self) -> bool | None:
        """Whether the process stays as it is; None where it is too short to say."""
        return None if self.word == "too short to say" else self.word != "drifting"


@dataclass(frozen=True)
class Warmth:
    """Of a cell."""

    clock: Clock
    word: Word | None
    """None where it is cold."""
    text: str
    """`steady after 3 iterations`, `too short to say: watched for 2 s`, `one iteration`, `not asked`, ..."""


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
    return Warm(row, int(starts[row]), word(times[row:]))


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
    drifting = sum(part.word == "drifting" for part in parts)
    if seen is not None and seen.word == "drifting":
        return Warmth("unsettled", "drifting", f"still changes after {seen.watched_s:.3g} s")
    if drifting > DRIFTING_SHARE * len(parts) and (seen is None or not seen.levels):
        return Warmth("unsettled", "drifting", f"{drifting} of {len(parts)} still change")
    if seen is None:
        return _alone(parts, min(i.repetitions for i in passed))
    after = _after(seen.start)
    looked = f"watched for {seen.watched_s:.3g} s"
    if seen.levels:
        return Warmth("steady", "several modes", f"several modes {after}: {_levels(seen.levels)}; {looked}")
    if seen.word == "too short to say" or seen.watched_s < WATCHED_S:
        done = counted(seen.iterations, "iteration")
        return Warmth("steady", "too short to say", f"too short to say: {looked}, {done}, no change {after}")
    return Warmth("steady", "steady", f"steady {after}, {looked}")


def _after(start: int) -> str:
    return f"after {counted(start, 'iteration')}" if start else "from the start"


def _alone(parts: Sequence[Warm], least: int) -> Warmth:
    """Of processes that have no pilot: what most of them show. `least`: iterations that each of them did."""
    after = _after(round(median(part.iteration for part in parts)))
    words = [part.word for part in parts]
    if 2 * words.count("too short to say") > len(words):
        return Warmth("steady", "too short to say", f"too short to say: {counted(least, 'iteration')}")
    if 2 * words.count("several modes") > len(words):
        return Warmth("steady", "several modes", f"several modes {after}")
    return Warmth("steady", "steady", f"steady {after}")


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
    return _Seen(found, levels, before, _lived(pilot), pilot.repetitions)


@lru_cache(maxsize=1024)
def _shown(times: tuple[int, ...]) -> tuple[Word, tuple[Level, ...], int]:
    start = warm_up(times)
    return word(times[start:]), modes(times[start:]), start


def _lived(pilot: Invocation) -> float:
    """Seconds from the first iteration's request to the end."""
    r = pilot.resources
    inside = sum(row.elapsed_ns * row.of for row in pilot.iterations) / 1e9
    return inside if r is None else max(inside, (r.process_elapsed_ns - (r.start_up_ns or 0)) / 1e9)


def _levels(levels: Sequence[Level]) -> str:
    return " and ".join(f"{level.value / 1e6:.3g} ms ({level.share:.0%})" for level in levels)
