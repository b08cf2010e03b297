"""What cores make of request and reply, in words: who saturates where, which mode and which pool serve what.

The questions are those of jason-multicore: round-trip times and total time over numbers of agents, in the execution
modes `thread` (a thread an agent), `pool` and `synchronous`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agon.analysis.judged import Judged
from agon.analysis.knees import knees
from agon.analysis.sizes import Layout, Size
from agon.analysis.standings import TIME, Ranking, clock
from agon.counted import counted
from agon.format import interval
from agon.published.jason_multicore.shared import CORES, SOURCE
from agon.published.sources import source
from agon.results.model import Cell
from agon.results.summary import CellResult, ResultSet
from agon.stats.saturation import RISE, Saturation, saturation
from agon.stats.verdict import LEAST_BLOCKS
from agon.workloads.base import Chart
from agon.workloads.registry import all_workloads
from agon.workloads.round_trips import RoundTrips, closed

MODES = ("thread", "pool", "synchronous")
SERVES = (("rtt_mean", "the shortest round trips"), (TIME, "the shortest total time"))
"""Metric, and what having least of it is called."""


def findings(judged: Judged, layout: Layout) -> tuple[str, ...]:
    """All sentences about one workload; none for workloads of other sources."""
    if layout.workload not in source(SOURCE).workloads:
        return ()
    workload = all_workloads()[layout.workload]
    found = [_machine(judged.results)]
    if isinstance(workload, RoundTrips):
        loop = layout.where(closed)
        rates = [c for c in workload.charts if c.kind == "lines" and c.y == "request_rate"]
        found += [s for chart in rates for s in _saturations(loop.where(chart.where), chart)]
        found += knees(layout)
        found += [*_modes(judged, loop), *_pools(judged, loop)]
    return tuple(s for s in found if s)


def _machine(results: ResultSet) -> str:
    own = results.experiment.environment.cores_logical
    if own >= CORES:
        return ""
    has = counted(own, "core")
    return f"The source's machine had {CORES} cores; this one has {has}, and nothing is claimed here of more."


# --- saturation ---------------------------------------------------------------------------------------------------


def _saturations(series: Layout, chart: Chart) -> list[str]:
    """Where each platform is saturated along the series, on as many cores as were used."""
    found: dict[str, Saturation] = {}
    cells = [c for c in series.cells if c.cell.cores == _most_cores(series) and c.cell.threads == c.cell.cores]
    for platform in series.platforms:
        points = [
            (int(c.cell.params[chart.x]), c.metrics["request_rate"].median, c.metrics["rtt_mean"].median)
            for c in cells
            if c.cell.platform == platform and {"request_rate", "rtt_mean"} <= set(c.metrics)
        ]
        if (at := saturation(sorted(points))) is not None:
            found[platform] = at
    if not found:
        return []
    title = chart.title.partition(", ")[2]
    by_load: dict[int, list[str]] = {}
    for platform, at in found.items():
        if at.reached:
            by_load.setdefault(at.load, []).append(f"{platform}*" if at.in_proportion else platform)
    parts = [f"beyond {load} {chart.x} with {', '.join(by_load[load])}" for load in sorted(by_load)]
    risen = [f"throughput rises by no more than {RISE - 1:.0%} {'; '.join(parts)}"] if parts else []
    rising = [platform for platform, at in found.items() if not at.reached]
    if rising:
        largest = max(at.load for at in found.values() if not at.reached)
        risen.append(f"it still rises at {largest} {chart.x} with {', '.join(rising)}")
    text = f"On {counted(_most_cores(series), 'core')}{', ' + title if title else ''}: {'; '.join(risen)}"
    text = text if parts else text.replace(": it still", ": throughput still")
    if any(at.in_proportion for at in found.values()):
        text += f" (*: from there on the round-trip time grows in proportion to the {chart.x})"
    return [f"{text}."]


def _most_cores(layout: Layout) -> int:
    return max((s.cores for s in layout.sizes), default=0)


# --- modes and pools ----------------------------------------------------------------------------------------------


def _served(leaders: Sequence[str], value: str) -> str:
    """Who has least, and with whom no difference is shown."""
    if len(leaders) == 1:
        return f"{leaders[0]} ({value})"
    return f"{' and '.join(leaders)}, with no difference shown ({value} with {leaders[0]})"


def _best_mode(ranking: Ranking | None, modes: Mapping[str, str]) -> str | None:
    """Of these labels' modes, the one with least, as the ranking of all platforms has it; None where it is open."""
    found = ranking.among(modes) if ranking is not None else None
    if found is None or not found.decided or found.few:
        return None
    return _served([modes[p.label] for p in found.leaders], interval(found.leaders[0].value, found.metric))


def _best_pool(judged: Judged, cells: Mapping[str, CellResult], metric: str) -> str | None:
    """Of one platform's numbers of threads, the one with least; None where it is open."""
    metric = clock(cells.values()) if metric == TIME else metric
    found = judged.settings(cells, metric)
    if len(found.places) < 2 or any(p.verdict is not None and p.verdict.n < LEAST_BLOCKS for p in found.places):
        return None
    leaders = [p.label for p in found.leaders]
    return _served(leaders, interval(cells[leaders[0]].metrics[metric], metric))


def _modes(judged: Judged, layout: Layout) -> list[str]:
    """Of each platform with several execution modes: which serves latency, which the total time."""
    sentences: list[str] = []
    for name in dict.fromkeys(c.cell.platform_id for c in layout.cells):
        own = [c for c in layout.cells if c.cell.platform_id == name and c.cell.variant in MODES and c.measured]
        own = [c for c in own if c.cell.threads == c.cell.cores == _most_cores(layout)]
        if (size := _largest_common(own)) is None:
            continue
        here = [c.cell for c in own if _key(c.cell) == size]
        at, labels = Size.of(here[0]), {c.variant: c.platform for c in here}
        modes = {label: mode for mode, label in labels.items()}
        best = {what: _best_mode(judged.at(layout.workload, at, metric), modes) for metric, what in SERVES}
        parts = [f"{what} has {who}" for what, who in best.items() if who is not None]
        if parts:
            sentences.append(f"Modes of {name} at {layout.words(at)}: {'; '.join(parts)}.")
    return sentences


def _key(cell: Cell) -> tuple[object, ...]:
    return tuple(sorted(cell.params.items()))


def _largest_common(cells: Sequence[CellResult]) -> tuple[object, ...] | None:
    """The last parameters at which the most modes, and at least two, have a result."""
    by_key: dict[tuple[object, ...], int] = {}
    for cell in cells:
        by_key[_key(cell.cell)] = by_key.get(_key(cell.cell), 0) + 1
    most = max(by_key.values(), default=0)
    return [k for k, n in by_key.items() if n == most][-1] if most > 1 else None


def _pools(judged: Judged, layout: Layout) -> list[str]:
    """Of each platform whose threads were swept: which number of them serves best, for each number of cores."""
    sentences: list[str] = []
    for platform in layout.platforms:
        own = [c for c in layout.cells if c.cell.platform == platform and c.measured]
        for cores in sorted({c.cell.cores for c in own}):
            here = [c for c in own if c.cell.cores == cores]
            if len({c.cell.threads for c in here}) < 2 or (size := _largest_common(here)) is None:
                continue
            by_threads = {counted(c.cell.threads, "thread"): c for c in here if _key(c.cell) == size}
            best = {what: _best_pool(judged, by_threads, metric) for metric, what in SERVES}
            parts = [f"{what} with {who}" for what, who in best.items() if who is not None]
            if parts:
                sentences.append(f"Threads of {platform} on {counted(cores, 'core')}: {'; '.join(parts)}.")
    return sentences
