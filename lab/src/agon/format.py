"""Numbers as people read them: durations, sizes, counts and shares, with intervals in one unit and honest digits."""

from __future__ import annotations

import math
from collections.abc import Sequence

from agon.results.summary import Summary

_TIME = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))
_BYTES = (("TiB", 2.0**40), ("GiB", 2.0**30), ("MiB", 2.0**20), ("KiB", 2.0**10), ("B", 1.0))
_COUNTS = (("G", 1e9), ("M", 1e6), ("k", 1e3), ("", 1.0))
_SHARES = frozenset({"core_load", "pauses", "swaps_unfairness", "fair_unfairness"})
"""Metrics of unit `1` that are shares of a whole."""

MOST_DIGITS = 5
"""Significant digits beyond which a narrower interval is not followed."""

MOST_NAMED = 14
"""Names that a sentence lists at most."""


def quantity(value: float, unit: str, metric: str = "") -> str:
    """`value` with its unit at a readable scale: `1.23 s`, `45.6 MiB`, `1.20 M/s`, `87%`."""
    word, scale = _scale(value, unit, metric)
    return _join(_digits(value / scale, 0 if word == "B" else _decimals(value / scale)), word)


def interval(summary: Summary, metric: str = "") -> str:
    """Median and interval in one unit: `1.23 s [1.20, 1.27]`; `1.23 s [n = 1]` where one invocation gives none."""
    word, scale = _scale(summary.median, summary.unit, metric)
    median, low, high = summary.median / scale, summary.low / scale, summary.high / scale
    # There is no part of a byte.
    decimals = 0 if word == "B" else _decimals(median, high - low)
    if summary.n == 1:
        return f"{_join(_digits(median, decimals), word)} [n = 1]"
    bounds = f"[{_digits(low, decimals)}, {_digits(high, decimals)}]"
    return f"{_join(_digits(median, decimals), word)} {bounds}"


def ratio(value: float) -> str:
    """How many times: `1.04`, `13.2`, `2400`; the number alone."""
    return _digits(value, _decimals(value))


def integer(value: int) -> str:
    """An exact integer, grouped by thousands: `500 000`."""
    return f"{value:,}".replace(",", "\u202f") if abs(value) >= 10_000 else str(value)


def exact(value: float, unit: str) -> str:
    """A value that a user set, at a readable scale and without meaningless digits: `60 s`, `1 GiB`."""
    number, _, word = quantity(value, unit).partition(" ")
    return f"{number.rstrip('0').rstrip('.') if '.' in number else number} {word}"


def named(names: Sequence[str]) -> str:
    """All names, or the first few of many: tables hold the rest."""
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    return f"{', '.join(names[: MOST_NAMED - 1])} and {len(names) - MOST_NAMED + 1} more"


def listed(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def share(value: float) -> str:
    """A share of a whole in percent, to two digits: `87%`, `3.4%`."""
    percent = 100 * value
    return f"{percent:.0f}%" if percent >= 9.95 or percent == 0 else f"{percent:.1f}%"


def kind_of_unit(unit: str, metric: str = "") -> str:
    """`time`, `bytes`, `share` or `count`: how a value of the unit is scaled."""
    if unit in ("s", "ns", "ms", "µs"):
        return "time"
    if unit == "B":
        return "bytes"
    return "share" if unit == "%" or metric in _SHARES else "count"


def base_factor(unit: str) -> float:
    """What a value of `unit` is multiplied with to be in seconds, bytes or plain counts."""
    return {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3}.get(unit, 1.0)


def _scale(value: float, unit: str, metric: str) -> tuple[str, float]:
    """The unit's word at the scale that suits `value`, and that scale in the unit's own terms."""
    kind = kind_of_unit(unit, metric)
    magnitude = abs(value)
    if kind == "time":
        own = base_factor(unit)
        word, scale = next(((w, s) for w, s in _TIME if magnitude * own >= s * 0.9995), _TIME[-1])
        return (word, scale / own) if magnitude else (unit, 1.0)
    if kind == "bytes":
        # Below 10 KiB the bytes themselves: sizes of sources are quoted so.
        return next(((w, s) for w, s in _BYTES if magnitude >= max(s * 0.9995, 10_240)), _BYTES[-1])
    if kind == "share":
        return ("%", 1.0 if unit == "%" else 0.01)
    prefix, scale = next(((w, s) for w, s in _COUNTS if magnitude >= max(s, 1e4) * 0.9995), ("", 1.0))
    word = "" if unit == "1" else unit.removeprefix("1") if unit.startswith("1/") else unit
    return f"{prefix}{word}" if word.startswith("/") or not prefix else f"{prefix} {word}".rstrip(), scale


def _decimals(value: float, width: float = 0.0) -> int:
    """Decimals for three significant digits, or so many that an interval of `width` is seen not to be empty."""
    if value == 0 or not math.isfinite(value):
        return 0
    # Of the rounded value: 0.9999 is printed as 1.00.
    leading = math.floor(math.log10(float(f"{abs(value):.2e}")))
    wanted = 2 - leading
    if width > 0:
        wanted = max(wanted, -math.floor(math.log10(width)))
    return max(0, min(wanted, MOST_DIGITS - 1 - leading))


def _digits(value: float, decimals: int) -> str:
    text = f"{value:,.{decimals}f}"
    if not text.strip("-0.,"):  # -0, and what rounds to it
        text = text.removeprefix("-")
    whole, _, fraction = text.partition(".")
    digits = whole.replace(",", "\u202f") if len(whole) > 5 else whole.replace(",", "")
    return f"{digits}.{fraction}" if fraction else digits


def _join(number: str, word: str) -> str:
    if not word:
        return number
    return f"{number}%" if word == "%" else f"{number}{word}" if word.startswith("/") else f"{number} {word}"
