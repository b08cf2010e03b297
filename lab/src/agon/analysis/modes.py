"""The groups that a cell's values fall into, in words: a median between two of them never occurred."""

from __future__ import annotations

from collections.abc import Sequence

from agon.format import quantity
from agon.stats.modes import groups

_NUMBERS = {2: "two", 3: "three", 4: "four"}


def modes_of(values: Sequence[float], unit: str, metric: str = "") -> str:
    """`two modes: 3.00 ms (5 of 10), 6.00 ms (5 of 10)`; empty where the values are one group."""
    found = groups(values)
    if len(found) < 2:
        return ""
    shown = ", ".join(f"{quantity(g.level, unit, metric)} ({g.count} of {len(values)})" for g in found)
    return f"{_NUMBERS.get(len(found), len(found))} modes: {shown}"
