"""What verbs say in lines of at most 120 columns: standings, what was left out, what failed."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import Console

from agon.counted import counted
from agon.printable import printable
from agon.report.format import quantity, ratio
from agon.report.live import cell_name
from agon.report.sizes import Layout, Size
from agon.report.standings import Standing, comparable
from agon.report.standings import standings as places
from agon.results.model import Skipped
from agon.results.summary import CellResult, ResultSet

WIDTH = 120
MOST_FAILURES = 8
"""Of failed cells that are shown one by one."""
LEGEND = "The best one's steady time, then how many times as long: = tie, ? inconclusive, ~ never settled."


def width(console: Console) -> int:
    """Columns that lines and tables may take."""
    return min(console.width, WIDTH) if console.is_terminal else WIDTH


def say(console: Console, text: str, style: str = "") -> None:
    """A line, folded between words where it is too long; what follows the first is indented."""
    folded = textwrap.wrap(
        printable(text), width(console), subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
    console.print("\n".join(folded), style=style or None, markup=False, highlight=False, soft_wrap=True)


def standings(results: ResultSet) -> Iterator[str]:
    """A line for each workload at each size that two platforms or more have figures for, and what the signs mean."""
    some = False
    for workload in results.workloads:
        measured = Layout.of(results, workload).only(lambda c: c.measured)
        several = {size for size in measured.sizes if len(measured.at(size)) > 1}
        compared = measured.only(lambda c, several=several: Size.of(c.cell) in several)
        for size in compared.sizes:
            some = True
            head = ", ".join(part for part in (workload, size.words(compared.varying)) if part)
            yield f"{head}: {_standing(compared.at(size))}"
    if some:
        yield LEGEND


def _standing(cells: Sequence[CellResult]) -> str:
    """Warm platforms in their order, then those that have a first iteration only: the two are never compared."""
    warm = [c for c in cells if c.clock != "cold"]
    cold = [c for c in cells if c.clock == "cold"]
    parts = [", ".join(_ranked(warm, "elapsed_steady"))] if warm else []
    parts += [f"cold: {', '.join(_ranked(cold, 'elapsed'))}"] if cold else []
    return "; ".join(parts)


def _ranked(cells: Sequence[CellResult], metric: str) -> Iterator[str]:
    for place in places(comparable(cells, metric), metric):
        yield f"{place.label}{'~' if place.unsettled else ''} {_behind(place)}"


def _behind(place: Standing) -> str:
    if place.verdict is None:
        return quantity(place.value.median, "s")
    sign = {"tie": "= ", "inconclusive": "? "}.get(place.verdict.outcome, "")
    return f"{sign}{ratio(place.behind)}x"


def left_out(skipped: Sequence[Skipped]) -> str:
    """How much was left out and of which kind, in one line; empty if nothing was."""
    if not skipped:
        return ""
    kinds = Counter(s.kind for s in skipped)
    platforms = len({s.platform for s in skipped})
    counts = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
    who = f"{counted(platforms, 'platform')}"
    return f"Left out: {counts} ({who}). The report lists them under problems, --verbose here."


def each_left_out(skipped: Sequence[Skipped]) -> Iterator[str]:
    """What was left out, each reason once."""
    yield from dict.fromkeys(f"left out  {s.platform}: {s.kind}: {s.workload}: {s.reason}" for s in skipped)


def dropped(cells: Sequence[CellResult]) -> Iterator[str]:
    """Which cells were given up to keep the time, in one line."""
    where: dict[str, list[str]] = {}
    for cell in cells:
        found = where.setdefault(cell.cell.platform, [])
        if cell.cell.workload not in found:
            found.append(cell.cell.workload)
    if where:
        each = "; ".join(f"{platform} in {', '.join(workloads)}" for platform, workloads in where.items())
        yield f"Given up to keep the time: {each}. A larger --time-budget measures them."


def failures(cells: Sequence[CellResult], word: str, *, verbose: bool = False) -> Iterator[str]:
    """A line for each cell, and from a certain number on for all the others together."""
    shown = cells if verbose else cells[:MOST_FAILURES]
    for cell in shown:
        yield f"{word}  {cell_name(cell.cell)}: {cell.reason}"
    if len(cells) > len(shown):
        yield f"{word}  {len(cells) - len(shown)} more: the report lists them under problems, --verbose here."
