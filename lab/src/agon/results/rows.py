"""Iterations as they are kept: one by one, or where there are many the means of several.

Times and counts are means. A rate is a mean by time, so that it stays what was done over the time that it took.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from agon.results.model import Iteration

MOST_ROWS = 1000
"""Of an invocation: more show nothing more, and each is a line of the record's size."""


def pooled(iterations: Sequence[Iteration], units: Mapping[str, str]) -> list[Iteration]:
    """At most `MOST_ROWS` rows; the first iteration, which is cold, has one of its own. `units`: of their metrics."""
    if len(iterations) <= MOST_ROWS:
        return list(iterations)
    each = math.ceil((len(iterations) - 1) / (MOST_ROWS - 1))
    groups = (iterations[at : at + each] for at in range(1, len(iterations), each))
    return [iterations[0], *(_mean(group, units) for group in groups)]


def _mean(rows: Sequence[Iteration], units: Mapping[str, str]) -> Iteration:
    metrics = {name: mean_of(rows, name, units) for name in rows[0].metrics}
    elapsed = round(sum(row.elapsed_ns for row in rows) / len(rows))
    return Iteration(index=rows[0].index, of=len(rows), elapsed_ns=max(1, elapsed), metrics=metrics)


def mean_of(rows: Sequence[Iteration], name: str, units: Mapping[str, str]) -> float:
    """The mean of a metric over rows that have it; of a rate, by time."""
    by_time = units.get(name, "").endswith("/s")
    found = [(row.metrics[name], row.of * (row.elapsed_ns if by_time else 1)) for row in rows if name in row.metrics]
    return sum(value * weight for value, weight in found) / sum(weight for _, weight in found)
