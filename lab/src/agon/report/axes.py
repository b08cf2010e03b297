"""Value axes: which unit, which range, which ticks, so that labels are round numbers of a readable unit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from agon.format import base_factor, kind_of_unit

_STEPS = {
    "time": (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)),
    "bytes": (("GiB", 2.0**30), ("MiB", 2.0**20), ("KiB", 2.0**10), ("B", 1.0)),
}
_MOST_TICKS = 7


@dataclass(frozen=True)
class ValueAxis:
    """How values of one unit are put on an axis. Data are multiplied by `factor` first."""

    factor: float
    unit: str
    """What the title has in brackets; empty where the tick labels carry the unit."""
    log: bool
    low: float | None
    high: float | None
    ticks: tuple[float, ...]
    label: str
    """A Vega expression over `datum.value`."""

    def encoding(self, field: str, title: str) -> dict[str, Any]:
        """The Vega-Lite channel of `field`."""
        scale: dict[str, Any] = {"type": "log" if self.log else "linear", "nice": False}
        if self.low is not None and self.high is not None:
            scale["domain"] = [_round(self.low), _round(self.high)]
        axis: dict[str, Any] = {"labelExpr": self.label, "labelOverlap": "greedy"}
        axis |= {"values": list(self.ticks)} if self.ticks else {"tickCount": 5}
        heading = f"{title} ({self.unit})" if title and self.unit else title or self.unit
        return {"field": field, "type": "quantitative", "scale": scale, "axis": axis, "title": heading or None}


def value_axis(values: Sequence[float], unit: str, metric: str = "", *, log: bool = False) -> ValueAxis:
    """The axis that suits `values` of `unit`. Logarithmic only if asked for and all are positive."""
    kind = kind_of_unit(unit, metric)
    base = base_factor(unit)
    finite = [v * base for v in values if math.isfinite(v)]
    if kind == "share":
        factor = 0.01 if unit == "%" else 1.0
        return ValueAxis(factor, "", False, 0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0), "format(datum.value, '.0%')")
    if log and finite and min(finite) > 0:
        low, high = _widened(min(finite), max(finite), 2.0 if kind == "bytes" else 10.0)
        ticks = _powers_of_two(low, high) if kind == "bytes" else _decades(low, high)
        title_unit = "" if kind != "count" or unit == "1" else unit
        return ValueAxis(base, title_unit, True, low, high, ticks, _label(kind))
    high = max(finite, default=0.0)
    if kind == "count":
        return ValueAxis(
            base, "" if unit == "1" else unit, False, 0.0, high * 1.02 or 1.0, (), "format(datum.value, '~s')"
        )
    steps = [(w, s) for w, s in _STEPS[kind] if kind == "time" or w == "B" or high >= 10 * s]
    word, scale = next(((w, s) for w, s in steps if high >= s), steps[-1])
    return ValueAxis(base / scale, word, False, 0.0, high / scale * 1.02 or 1.0, (), "format(datum.value, '~r')")


def size_axis(values: Sequence[float]) -> ValueAxis:
    """The axis of a parameter: logarithmic if each value is several times the one before, ticks where values are."""
    distinct = sorted(set(values))
    steep = len(distinct) > 2 and distinct[0] > 0 and all(b >= 4 * a for a, b in pairwise(distinct))
    ticks = tuple(distinct) if len(distinct) <= 8 else ()
    label = "datum.value < 10000 ? format(datum.value, '~r') : format(datum.value, '~s')"
    low, high = distinct[0], distinct[-1]
    if steep:
        return ValueAxis(1.0, "", True, low / (high / low) ** 0.04, high * (high / low) ** 0.04, ticks, label)
    air = (high - low) * 0.04 or 1.0
    return ValueAxis(1.0, "", False, low - air, high + air, ticks, label)


def _widened(low: float, high: float, base: float) -> tuple[float, float]:
    """A little air on both sides, and never less than a factor of two steps, so that noise does not look large."""
    least = base**1.5 if base == 2.0 else 4.0
    if high / low < least:
        middle = math.sqrt(low * high)
        low, high = middle / math.sqrt(least), middle * math.sqrt(least)
    air = (high / low) ** 0.06
    return low / air, high * air


def _decades(low: float, high: float) -> tuple[float, ...]:
    exponents = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    mantissas = (1,) if math.log10(high / low) > 2.5 else (1, 3) if math.log10(high / low) > 1.3 else (1, 2, 5)
    return tuple(t for e in exponents for m in mantissas if low <= (t := float(f"{m}e{e}")) <= high)


def _powers_of_two(low: float, high: float) -> tuple[float, ...]:
    exponents = list(range(math.ceil(math.log2(low)), math.floor(math.log2(high)) + 1))
    step = -(-len(exponents) // _MOST_TICKS) or 1
    return tuple(2.0**e for e in exponents if e % step == 0)


def _label(kind: str) -> str:
    if kind == "count":
        return "format(datum.value, '~s')"
    expression = "datum.value"
    steps = _STEPS[kind]
    for word, scale in reversed(steps):
        own = f"format(datum.value / {scale!r}, '.3~r') + ' {word}'"
        expression = own if word == steps[-1][0] else f"datum.value >= {scale * 0.9995!r} ? {own} : {expression}"
    return expression


def _round(value: float) -> float:
    return float(f"{value:.6g}")
