"""What verbs print in lines of at most 120 columns: standings, what was left out, what failed."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console

from agon.analysis.sizes import Layout, Size
from agon.analysis.standings import Standing, comparable, enough
from agon.analysis.standings import standings as places
from agon.counted import counted
from agon.format import quantity, ratio
from agon.printable import printable
from agon.report.live import cell_name
from agon.results.model import Skipped
from agon.results.summary import CellResult, ResultSet

WIDTH = 120
MOST_FAILURES = 8
"""Of failed cells that are shown one by one."""
LEGEND = "The time of the fastest in steady state; the others take that many times as long."


def width(console: Console) -> int:
    """Columns that lines and tables may take."""
    return min(console.width, WIDTH) if console.is_terminal else WIDTH


def print_line(console: Console, text: str, style: str = "") -> None:
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
    parts = [_ranked(warm, "elapsed_steady")] if warm else []
    parts += [f"cold: {_ranked(cold, 'elapsed')}"] if cold else []
    return "; ".join(parts)


def _ranked(cells: Sequence[CellResult], metric: str) -> str:
    """Those whose place is known in their order, then the names of those that the data does not decide about."""
    found, few = enough(comparable(cells, metric), metric)
    ranked = places(found, metric)
    unknown = [p.label for p in ranked if p.verdict is not None and p.verdict.outcome == "inconclusive"]
    known = [f"{p.label} {_behind(p)}" for p in ranked if p.label not in unknown]
    unknown += [c.cell.platform for c in few]
    return "; inconclusive: ".join(", ".join(part) for part in (known, unknown) if part)


def _behind(place: Standing) -> str:
    if place.verdict is None:
        return quantity(place.value.median, "s")
    return f"{_times(place.behind)}x{' (tie)' if place.verdict.outcome == 'tie' else ''}"


def _times(value: float) -> str:
    """A ratio in two digits, and in three below 2, so that seven platforms fit into a line."""
    return f"{value:.0f}" if value >= 9.95 else f"{value:.1f}" if value >= 2 else ratio(value)


def unsettled(results: ResultSet) -> Iterator[str]:
    """Which cells never reached a steady state, in one line."""
    found = [c for c in results.cells if c.measured and c.clock == "unsettled" and c.cell.role == "main"]
    if found:
        yield f"Not settled (their last quarter counts): {_where(results, found)}."


def _where(results: ResultSet, cells: Iterable[CellResult]) -> str:
    """`jason in all; akka, tokio in chameneos, token-ring`."""
    where: dict[str, dict[str, None]] = {}
    for cell in cells:
        where.setdefault(cell.cell.platform, {})[cell.cell.workload] = None
    alike: dict[tuple[str, ...], list[str]] = {}
    for platform, workloads in where.items():
        alike.setdefault(tuple(workloads), []).append(platform)
    whole = len(results.workloads)
    return "; ".join(
        f"{', '.join(platforms)} in {'all' if 1 < whole == len(workloads) else ', '.join(workloads)}"
        for workloads, platforms in alike.items()
    )


def left_out(skipped: Sequence[Skipped]) -> str:
    """How much was left out and of which kind, in one line; empty if nothing was."""
    if not skipped:
        return ""
    kinds = Counter(s.kind for s in skipped)
    platforms = len({s.platform for s in skipped})
    counts = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
    who = counted(platforms, "platform")
    return f"Left out: {counts} ({who}). The report names them under Left out, --verbose here."


def each_left_out(skipped: Sequence[Skipped]) -> Iterator[str]:
    """What was left out, each reason once."""
    yield from dict.fromkeys(f"left out  {s.platform}: {s.kind}: {s.workload}: {s.reason}" for s in skipped)


def dropped(results: ResultSet) -> Iterator[str]:
    """Which cells were given up to keep the time, in one line."""
    cells = [c for c in results.cells if c.was_dropped]
    if cells:
        yield f"Given up for time (a larger --time-budget helps): {_where(results, cells)}."


def out_of_time(results: ResultSet) -> Iterator[str]:
    """That a time budget ended the experiment before all its blocks were measured, in one line."""
    ended = [c for c in results.cells if c.stopped is not None and c.stopped.startswith("the time budget")]
    if ended:
        counts = sorted({len(c.counted) for c in ended})
        many = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
        yield f"Ended by {ended[0].stopped}: {many} of {results.experiment.plan.invocations} invocations of each cell."


def failures(cells: Sequence[CellResult], word: str, *, verbose: bool = False) -> Iterator[str]:
    """A line for each cell, and from a certain number on for all the others together."""
    shown = cells if verbose else cells[:MOST_FAILURES]
    for cell in shown:
        yield f"{word}  {cell_name(cell.cell)}: {cell.reason}"
    if len(cells) > len(shown):
        yield f"{word}  {len(cells) - len(shown)} more: the report names them under Failures, --verbose here."
