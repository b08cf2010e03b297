"""The introduction: output from within the actors reverses the ranking.

With it Jetlang was behind Scala; without it, ahead. Output to a file does not bear on it: only cells that
wrote to a terminal, line by line, count.
"""

from __future__ import annotations

from collections.abc import Mapping

from agon.published.blog09.shared import LOUD, QUIET
from agon.published.evidence import less
from agon.published.field import Field, Part, unsaid
from agon.published.matching import cells_of
from agon.published.order import common_size
from agon.results.model import ParamValue
from agon.stats.ranks import agreement

SCALA = ("scala-actors:react", "scala-actors:receive")


def reversal(field: Field) -> list[Part]:
    """Jetlang before both of Scala's without output, behind both with it, at one number of tasks."""
    parts: list[Part] = []
    for scala in SCALA:
        parts.append(_compared(field, "jetlang", scala, QUIET, "without output"))
        parts.append(_compared(field, scala, "jetlang", LOUD, "with output"))
    return parts


def _compared(field: Field, fast: str, slow: str, words: Mapping[str, ParamValue], how: str) -> Part:
    claim = f"{how} {fast} is faster than {slow}"
    size = common_size(field, "pipeline", (fast, slow), words=LOUD)
    if size is None:
        absent = (field.missing("pipeline", p, "elapsed", LOUD) for p in (fast, slow))
        return unsaid(claim, f"no size that both passed with output: {'; '.join(a for a in absent if a)}")
    cells = {p: field.cell("pipeline", p, size, "elapsed", words) for p in (fast, slow)}
    spans = {p: field.span(cell, "elapsed") for p, cell in cells.items() if cell is not None}
    if len(spans) < len(cells):
        lacking = next(p for p in cells if p not in spans)
        return unsaid(claim, f"{lacking} has no interval {how} at tasks={size}")
    values = ", ".join(f"{p} {span} s" for p, span in spans.items())
    return Part(claim, less(spans[fast], spans[slow]), f"tasks={size}: {values}; {_all(field, size)}")


def _all(field: Field, size: int) -> str:
    """How the orders of all platforms with and without output agree."""
    quiet, loud = (_medians(field, size, words) for words in (QUIET, LOUD))
    return f"the orders of all platforms with and without output: Kendall's tau {agreement(quiet, loud)}"


def _medians(field: Field, size: int, words: Mapping[str, ParamValue]) -> dict[str, float]:
    labels = dict.fromkeys(c.cell.platform for c in field.results.measured("pipeline"))
    found = {
        label: next((c for c in cells_of(field.results, "pipeline", label, {**words, "tasks": size})), None)
        for label in labels
    }
    return {label: c.metrics["elapsed"].median for label, c in found.items() if c is not None and c.measured}
