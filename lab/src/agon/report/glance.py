"""The first screen: one chart a workload with all platforms on it, one sentence of verdict, one line of trust."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agon.analysis import following, gaps
from agon.analysis.judged import Judged
from agon.analysis.sizes import Layout, Size
from agon.analysis.standings import LEAST_BLOCKS, Ranking, Verdict, span
from agon.counted import counted
from agon.format import interval, quantity, ratio
from agon.report import spec
from agon.report.axes import value_axis
from agon.report.colours import Palette
from agon.report.headline import short_verdict
from agon.report.parts import NOTHING, Column, Figure, Item, Panel, Table
from agon.results.summary import CellResult
from agon.workloads.registry import title_of

NOTES = (
    ("filled", "after warm-up, with the 95% confidence interval"),
    ("hollow", "first iteration of a new process"),
)
"""The marks of every chart here, and what they are."""
ALONE = (
    ("elapsed_steady", "an iteration, after warm-up"),
    ("elapsed", "first iteration"),
    ("start_up", "start-up"),
    ("memory_peak", "peak memory"),
)
"""What is shown of a platform that has no rival, and what it is called."""


@dataclass(frozen=True)
class Glance:
    """One workload on the first screen."""

    workload: str
    title: str
    where: str
    """The size that is shown, in words."""
    verdict: str
    trust: str
    quiet: bool
    """Nothing disturbed the machine."""
    gaps: tuple[str, ...]
    """Which platforms rest on too few invocations here, and why, in sentences."""
    figure: Figure | None
    table: Table | None = None
    """Of a platform alone: its figures, in place of a chart of ratios."""
    command: str = ""
    """The same: what measures a rival as well."""


def glances(judged: Judged, palette: Palette) -> tuple[Glance, ...]:
    """One for each workload that has figures, in the experiment's order."""
    return tuple(
        _glance(judged, layout, layout.reference, palette) for layout in judged.layouts if layout.reference is not None
    )


def _glance(judged: Judged, layout: Layout, size: Size, palette: Palette) -> Glance:
    ranking = judged.ranking(layout.workload)
    cells = layout.at(size)
    only = following.alone(cells, layout.cells)
    return Glance(
        workload=layout.workload,
        title=title_of(layout.workload),
        where=_where(layout, size),
        verdict=short_verdict(layout, ranking),
        trust=_trust(cells, judged.disturbances),
        quiet=not judged.disturbances,
        gaps=tuple(s for s in (gaps.given_up(cells, judged.results.experiment.plan), gaps.too_few(cells)) if s),
        figure=_figure(layout, line_up(layout, ranking, judged.results.baseline), judged.results.baseline, palette),
        table=_figures_of(only) if only is not None else None,
        command=following.with_rival(judged.results, only) if only is not None else "",
    )


def _figures_of(cell: CellResult) -> Table:
    """What a platform takes, and what it costs to start it, with intervals."""
    rows = tuple(
        (
            Item(what),
            Item(interval(cell.metrics[metric], metric), detail=cell.steady if metric == cell.headline else ""),
        )
        for metric, what in ALONE
        if metric in cell.metrics
    )
    return Table(cell.cell.platform, (Column(""), Column(cell.cell.platform, numeric=True)), rows)


def _where(layout: Layout, size: Size) -> str:
    """What is particular to the size, cores left to the line of trust."""
    names = layout.varying or [name for name, _ in size.params]
    return size.words([n for n in names if n != "cores" or "cores" in layout.varying])


def _trust(cells: Sequence[CellResult], disturbed: Sequence[str]) -> str:
    """`n = 5, quiet, 2 cores`. A platform with too few invocations, where others have enough, is named elsewhere."""
    every = sorted({len(c.counted) for c in cells if c.measured})
    counts = [n for n in every if n >= LEAST_BLOCKS] or every
    n = f"n = {counts[0]}" if len(counts) == 1 else f"n = {counts[0]} to {counts[-1]}"
    quiet = f"disturbed ({', '.join(disturbed)})" if disturbed else "quiet"
    return f"{n}, {quiet}, {counted(cells[0].cell.cores, 'core')}"


@dataclass(frozen=True)
class Lineup:
    """The platforms of a workload that are measured at its reference size, compared with one of them."""

    baseline: str
    base: float
    """The baseline's time in the program, in seconds."""
    cells: Mapping[str, CellResult]
    """By label: by time; after those that are ranked come the cold ones, and those out of ranks."""
    verdicts: Mapping[str, Verdict]
    """By label, of everybody who is compared with the baseline."""
    times: Mapping[str, float]
    """By label: times the baseline, the ranking's number where the two are compared."""

    def ratio_to_baseline(self, label: str) -> str:
        """`2.61 [2.50, 2.71]`: times the baseline; without brackets where the two are not compared."""
        return f"{ratio(self.times[label])} {span(self.verdicts.get(label))}".strip()


def line_up(layout: Layout, ranking: Ranking | None, wanted: str | None = None) -> Lineup | None:
    """Compared with the platform asked for where it is measured here, else the fastest; None where nothing has a
    time."""
    size = layout.reference
    cells = {c.cell.platform: c for c in layout.at(size) if c.measured} if size is not None else {}
    cells = {label: c for label, c in cells.items() if c.headline in c.metrics}
    if not cells:
        return None
    baseline = wanted if wanted in cells else _fastest(ranking, cells)
    base = _time(cells[baseline])
    if base <= 0:
        return None
    order = sorted(cells, key=lambda p: (not cells[p].ranked, cells[p].clock == "cold", _time(cells[p])))
    verdicts = _verdicts(cells, baseline, ranking)
    times = {
        p: ranking.times(p, baseline) if ranking is not None and p in verdicts else _time(cells[p]) / base
        for p in order
    }
    return Lineup(baseline, base, {p: cells[p] for p in order}, verdicts, times)


def _figure(layout: Layout, lineup: Lineup | None, wanted: str | None, palette: Palette) -> Figure | None:
    if lineup is None or layout.reference is None or len(lineup.cells) < 2:
        return None
    cells = lineup.cells
    empty = [c for c in layout.at(layout.reference) if c.cell.platform not in cells]
    mixed = len({c.clock == "cold" for c in cells.values()}) > 1
    data = [_datum(c, lineup, mixed=mixed) for c in cells.values()]
    bounds = [d[k] for d in data for k in ("y", "l", "h", "f") if d[k] is not None]
    data += [{"p": c.cell.platform, "r": "", "v": "", "w": gaps.why_empty(c)} for c in empty]
    title = f"Times {'the fastest' if lineup.baseline != wanted else wanted}"
    description = f"{title_of(layout.workload)}: {title.lower()}: {', '.join(cells)}"
    axis = value_axis([*bounds, 1.0], "1", log=True)
    across = f"times as long as {lineup.baseline}, logarithmic"
    return Figure(
        id=f"glance-{layout.workload}",
        title=title_of(layout.workload),
        description=description,
        panels=(Panel("", spec.ratios(description, data, [d["p"] for d in data], axis, across, palette)),),
        legend=(),
        table=_table(lineup, empty, title),
    )


def _fastest(ranking: Ranking | None, cells: Mapping[str, CellResult]) -> str:
    if ranking is not None:
        return ranking.places[0].label
    return min(cells, key=lambda label: (not cells[label].ranked, _time(cells[label])))


def _time(cell: CellResult) -> float:
    return cell.metrics[cell.headline].median


def _verdicts(cells: Mapping[str, CellResult], baseline: str, ranking: Ranking | None) -> dict[str, Verdict]:
    """Every platform that is ranked with the baseline, compared with it."""
    found = {label: ranking.between(label, baseline) for label in cells} if ranking is not None else {}
    return {label: verdict for label, verdict in found.items() if verdict is not None}


def _datum(cell: CellResult, lineup: Lineup, *, mixed: bool) -> dict[str, Any]:
    label, base = cell.cell.platform, lineup.base
    verdict = lineup.verdicts.get(label)
    found = verdict.ratio if verdict is not None else None
    time, first = _time(cell), cell.metrics["elapsed"].median if "elapsed" in cell.metrics else None
    warm = cell.clock != "cold"
    middle = lineup.times[label]
    return {
        "p": label,
        "y": middle if warm else None,
        "l": (found.low if found is not None else middle) if warm else None,
        "h": (found.high if found is not None else middle) if warm else None,
        "f": first / base if first is not None else None,
        "r": f"{ratio(middle)}x",
        "v": quantity(time, "s"),
        "w": _word(cell, verdict, mixed=mixed),
        "t": interval(cell.metrics[cell.headline], cell.headline),
        "c": cell.steady,
        "s": quantity(first, "s") if first is not None else NOTHING,
    }


def _word(cell: CellResult, verdict: Verdict | None, *, mixed: bool) -> str:
    """What a reader must know of a cell before comparing it: the gravest thing, in a word or two."""
    if not cell.ranked:
        return "out of ranks"
    if mixed and cell.clock == "cold":
        return "cold"
    if len(cell.counted) < LEAST_BLOCKS:
        return f"n = {len(cell.counted)}"
    if verdict is not None and verdict.outcome in ("tie", "inconclusive"):
        return verdict.outcome
    return "drifting" if cell.word == "drifting" else ""


def figures(cell: CellResult, metrics: Sequence[str]) -> tuple[Item, ...]:
    """The metrics with their intervals; a dash for what the cell has not."""
    return tuple(Item(interval(cell.metrics[m]) if m in cell.metrics else NOTHING) for m in metrics)


def _table(lineup: Lineup, empty: Sequence[CellResult], title: str) -> Table:
    rows: list[tuple[Item, ...]] = []
    for label, cell in lineup.cells.items():
        outcome = lineup.verdicts[label].outcome if label in lineup.verdicts else ""
        steady, first, start = figures(cell, ("elapsed_steady", "elapsed", "start_up"))
        rows.append(
            (
                Item(label),
                Item(lineup.ratio_to_baseline(label), detail=outcome),
                steady._replace(detail=cell.steady),
                first,
                start,
            )
        )
    nothing = (Item(NOTHING),) * 3
    rows += [(Item(c.cell.platform), Item(gaps.why_empty(c), detail=c.reason or ""), *nothing) for c in empty]
    names = (title.lower(), "steady", "first iteration", "start-up")
    return Table(title, (Column("platform"), *(Column(name, numeric=True) for name in names)), tuple(rows))
