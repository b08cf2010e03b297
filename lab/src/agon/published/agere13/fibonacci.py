"""Section 4.3: who answers small requests while large ones are under way.

The reactivity index of a cell is the median response time of the small requests (n <= M/2) over that of the largest
(n >= 0.9 M), both under the same load. A server that works through its requests in turn makes all wait alike: the index
is about 1. One that lets small requests overtake has an index near the ratio of the work.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import median

import polars as pl

from agon.published.evidence import FEWEST_INVOCATIONS, Span
from agon.published.field import Field, Part, unsaid
from agon.published.matching import cells_of
from agon.published.model import VerdictWord
from agon.results.summary import CellResult

POINTS = "points.csv"
SMALL = 0.5
LARGE = 0.9
"""Shares of max_n that bound the small and the largest requests."""

REACTIVE = 0.25
HELD_BACK = 0.5
"""At most, at least: an index in between shows neither."""

WEIGHT_NEEDED = 3.0
"""With one client, the largest requests take at least this many times as long as the small; else nothing holds back."""


@dataclass(frozen=True)
class Index:
    """A platform's reactivity index; None and the reason where there is none."""

    span: Span | None
    words: str


def reactivity(field: Field) -> list[Part]:
    """An index of at most `REACTIVE` is reactive, one of at least `HELD_BACK` holds small requests back."""
    wanted = [
        ("Jason is reactive", "jason", "", True),
        ("Erlang with subactors is reactive", "erlang", "subactors", True),
        ("Erlang with functions holds small requests back", "erlang", "functions", False),
        ("Akka with subactors and 100 threads is reactive", "akka", "subactors-100", True),
        ("Akka with subactors and 4 threads holds small requests back", "akka", "subactors-4", False),
        ("Akka with functions holds small requests back", "akka", "functions", False),
    ]
    parts: list[Part] = []
    for claim, platform, variant, expected in wanted:
        found = index(field, platform, variant)
        parts.append(
            Part(claim, _verdict(found.span, expected), found.words) if found.span else unsaid(claim, found.words)
        )
    return parts


def _verdict(span: Span, reactive: bool) -> VerdictWord:
    if span.high <= REACTIVE:
        return "holds" if reactive else "does not hold"
    if span.low >= HELD_BACK:
        return "does not hold" if reactive else "holds"
    return "inconclusive"


def index(field: Field, platform: str, variant: str) -> Index:
    """The reactivity index at the largest M that the platform passed, with the idle reference in words."""
    label = f"{platform}:{variant}" if variant else platform
    cells = cells_of(field.results, "fibonacci", label)
    ok = [c for c in cells if c.measured and len(c.counted) >= FEWEST_INVOCATIONS]
    if not ok:
        return Index(
            None,
            f"{label}: {cells[0].reason or 'one invocation has no interval'}" if cells else f"{label} not measured",
        )
    cell = max(ok, key=lambda c: int(c.cell.params["max_n"]))
    loaded = _responses(field, cell)
    idle = next((c for c in field.results.measured("fibonacci", "idle") if _is_idle_of(c, cell)), None)
    alone = _responses(field, idle) if idle else []
    if len(loaded) < FEWEST_INVOCATIONS or not alone:
        missing = "response times" if len(loaded) < FEWEST_INVOCATIONS else "idle reference"
        return Index(None, f"{label}: no {missing} in the result directory")
    at = f"{label} at max_n={cell.cell.params['max_n']}"
    weight = field.interval([large / small for small, large in alone])
    with_one = f"with one client the largest requests take {weight} times as long as the small"
    if weight.low < WEIGHT_NEEDED:
        return Index(None, f"{at}: {with_one}, too little to hold anything back; a larger max_n would show it")
    span = field.interval([small / large for small, large in loaded])
    small, quiet = field.interval([s for s, _ in loaded]), field.interval([s for s, _ in alone])
    slower = f"small requests take {small.over(quiet)} times as long as with one client"
    return Index(span, f"{at}: small requests take {span} of the largest's time; {slower}; {with_one}")


def _is_idle_of(idle: CellResult, cell: CellResult) -> bool:
    a, b = idle.cell, cell.cell
    return a.platform == b.platform and a.cores == b.cores and a.params["max_n"] == b.params["max_n"]


def _responses(field: Field, cell: CellResult) -> list[tuple[float, float]]:
    """Median response of the small and of the largest requests, one pair an invocation."""
    max_n = int(cell.cell.params["max_n"])
    files = cell.samples(field.results.root, POINTS)
    pairs = (_medians(path, iterations, max_n) for path, iterations in files)
    return [p for p in pairs if p is not None]


def _medians(path: Path, iterations: range, max_n: int) -> tuple[float, float] | None:
    points = pl.read_csv(path, columns=["iteration", "n", "ns"])
    points = points.filter(pl.col("iteration").is_between(iterations.start, iterations.stop, closed="left"))
    small = points.filter(pl.col("n") <= SMALL * max_n)["ns"].to_list()
    large = points.filter(pl.col("n") >= LARGE * max_n)["ns"].to_list()
    if not small or not large:
        return None
    # A clock's tick is at least 1 ns: a response within one counts as one.
    return max(1.0, median(small)), max(1.0, median(large))
