"""A source's order of platforms, held against the measurement at one size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from agon.published.evidence import every, less
from agon.published.field import Field, Part, unsaid
from agon.published.matching import NO_WORDS, VARIED
from agon.results.model import ParamValue


def common_size(
    field: Field,
    workload: str,
    platforms: Sequence[str],
    metric: str = "elapsed",
    words: Mapping[str, ParamValue] = NO_WORDS,
) -> int | None:
    """The largest of the source's sizes at which all these platforms have an interval of the metric."""
    rows = [field.row(workload, p, metric, words) for p in platforms]
    common = [size for size in field.sizes(workload) if rows and all(size in row for row in rows)]
    return max(common, default=None)


def in_order(
    field: Field,
    workload: str,
    platforms: Sequence[str],
    metric: str = "elapsed",
    words: Mapping[str, ParamValue] = NO_WORDS,
    *,
    at: int,
) -> list[Part]:
    """Two parts: those of the platforms that were measured at the size that the claim names stand in the given order,
    least first, each neighbouring pair shown to differ; and the others."""
    measured = [p for p in platforms if field.cell(workload, p, at, metric, words)]
    absent = [p for p in platforms if p not in measured]
    parts: list[Part] = []
    if len(measured) > 1:
        parts.append(_order(field, workload, measured, metric, words, at))
    if absent:
        why = "; ".join(field.missing_at(workload, p, at, metric, words) for p in absent)
        parts.append(unsaid(f"{', '.join(absent)} {_STAND[len(absent) > 1]} where the source has them", why))
    return parts


_STAND = {True: "stand", False: "stands"}


def _order(
    field: Field, workload: str, platforms: Sequence[str], metric: str, words: Mapping[str, ParamValue], size: int
) -> Part:
    claim = f"the order of those measured is {', '.join(platforms)}"
    cells = {p: field.cell(workload, p, size, metric, words) for p in platforms}
    spans = {p: field.span(cell, metric) for p, cell in cells.items() if cell is not None}
    values = ", ".join(f"{p} {spans[p]}" for p in platforms)
    word = every(less(spans[a], spans[b]) for a, b in pairwise(platforms))
    return Part(claim, word, f"{metric.replace('_', ' ')} at {VARIED[workload]}={size}: {values}")
