"""What verbs print in lines of the terminal's width: standings, what was left out, what failed."""

from __future__ import annotations

import os
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console

from agon.analysis.following import alone, with_rivals
from agon.analysis.judged import Judged
from agon.analysis.standings import NOT_STEADY, Ranking
from agon.called import as_called
from agon.cli.live import cell_name
from agon.counted import counted
from agon.format import interval, quantity
from agon.printable import printable
from agon.results.model import Skipped
from agon.results.summary import CellResult, ResultSet
from agon.results.warmth import WATCHED_S, Word

WIDTH = 120
NARROW = 80
"""The same for lists, as for the help, where the output is no terminal."""
MOST_FAILURES = 8
"""Of failed cells that are shown one by one."""
SURE = "green"
"""The colour of a line that a reader may rely on."""
_ALONE = (
    ("elapsed_steady", "after warm-up"),
    ("elapsed", "first iteration"),
    ("start_up", "start-up"),
    ("memory_peak", "peak memory"),
)
LEGEND = (
    "The others take that many times as long as the first [95% interval]. Same letter: no difference shown; ?: open."
)


def width(console: Console, piped: int = WIDTH) -> int:
    """Columns that lines and tables may take. `piped`: without a terminal, where COLUMNS names no number."""
    if console.is_terminal:
        return min(console.width, WIDTH)
    asked = os.environ.get("COLUMNS", "")
    return min(int(asked), WIDTH) if asked.isdecimal() and int(asked) > 0 else piped


def print_line(console: Console, text: str, style: str = "") -> None:
    """A line, folded between words where it is too long; what follows the first is indented."""
    folded = textwrap.wrap(
        as_called(printable(text)),
        width(console),
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    console.print("\n".join(folded), style=style or None, markup=False, highlight=False, soft_wrap=True)


def print_standings(console: Console, judged: Judged) -> None:
    """The standings. A line has a colour where its ranking is decided and nothing disturbed the machine."""
    for workload, line in _standings(judged):
        ranking = judged.ranking(workload) if workload else None
        sure = ranking is not None and ranking.decided and not judged.disturbances
        print_line(console, line, SURE if sure else "")


def standings(judged: Judged) -> Iterator[str]:
    """A line for each workload that two platforms or more have figures for, and what the signs mean."""
    return (line for _, line in _standings(judged))


def _standings(judged: Judged) -> Iterator[tuple[str, str]]:
    """Each line with the workload that it speaks of; empty for that of the signs."""
    some, lone = False, list[CellResult]()
    for layout in judged.layouts:
        size = layout.reference
        cells = [c for c in layout.at(size) if c.measured] if size is not None else []
        if size is None:
            continue
        where = size.words(layout.varying)
        head = f"{layout.workload} ({where})" if where else layout.workload
        if (only := alone(cells, layout.cells)) is not None:
            yield layout.workload, f"{head}: {_by_itself(only)}"
            lone.append(only)
        if len(cells) < 2:
            continue
        some = True
        yield layout.workload, f"{head}: {_standing(judged.ranking(layout.workload), cells)}"
    for command in with_rivals(judged.results, lone):
        yield "", f"To compare it: {command}"
    if some:
        yield "", LEGEND


def disturbed(judged: Judged) -> str:
    """What disturbed the machine while it measured, in one sentence and its worst evidence; empty where nothing did."""
    found = [f for f in judged.noise if f.disturbs]
    if not found:
        return ""
    return f"The machine was disturbed ({', '.join(f.kind for f in found)}). {found[0].evidence} {found[0].advice}"


def _standing(ranking: Ranking | None, cells: Sequence[CellResult]) -> str:
    """Those that are ranked, in their order, then what is measured and cannot be ranked with them."""
    if ranking is None:
        return f"not ranked: {_times((c, c.headline) for c in cells)}"
    first, *others = ranking.places
    parts = [f"{first.label} {quantity(first.value.median, 's')} {first.mark}"]
    parts += [f"{p.label} {p.times}" for p in others]
    if ranking.cold:
        parts.append(f"cold: {_times((c, 'elapsed') for c in ranking.cold)}")
    if ranking.few:
        parts.append(f"too few invocations: {', '.join(c.cell.platform for c in ranking.few)}")
    return "; ".join(parts)


def _by_itself(cell: CellResult) -> str:
    """The figures of a platform that has no rival."""
    shown = [f"{what} {interval(cell.metrics[m], m)}" for m, what in _ALONE if m in cell.metrics]
    return f"{cell.cell.platform} alone: {'; '.join(shown)}"


def _times(cells: Iterable[tuple[CellResult, str]]) -> str:
    return ", ".join(
        f"{cell.cell.platform} {quantity(cell.metrics[metric].median, 's')}"
        for cell, metric in cells
        if metric in cell.metrics
    )


def steadiness(results: ResultSet) -> Iterator[str]:
    """Which cells do not stay as they are, and which were not watched for long enough to know."""
    cells = [c for c in results.cells if c.measured and c.cell.role == "main"]
    of: dict[Word, list[CellResult]] = {word: [c for c in cells if c.word == word] for word in NOT_STEADY}
    short = of.pop("too short to say")
    for word, found in of.items():
        if found:
            yield f"{NOT_STEADY[word]}: {_where(results, found)}."
    if short and results.experiment.plan.pilot_s > 0:
        whose = "any of them" if len(short) == len(cells) else _where(results, short)
        hint = f"./agon run watches each for {WATCHED_S:g} s or more"
        yield f"{NOT_STEADY['too short to say']}: {whose}. {hint}."


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
