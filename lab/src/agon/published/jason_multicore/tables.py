"""The few numbers that the text of the source states, and the measured ones.

They are of three kinds that two machines can share: speed-ups, loads at which a platform saturates, sizes of pools.
Of round-trip times they can share how far apart the longest and the shortest are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from agon.published.jason_multicore.shared import (
    COMMUNICATION,
    SOURCE,
    TEST_1,
    Series,
    by_size,
    cells_of,
    cores_measured,
    pools,
)
from agon.published.model import PublishedTable, Row
from agon.published.sources import Figure, figures, source
from agon.published.table import machine
from agon.results.model import ParamValue
from agon.results.summary import ResultSet, Summary
from agon.stats.saturation import saturation
from agon.stats.speedup import speed_ups

SPREAD = "echo-all with 8 to 256 agents on several cores"

Values: TypeAlias = dict[str, Summary]
"""Size in words -> what was measured there."""


@dataclass(frozen=True)
class _Kind:
    """One published metric: where it stands, what a value of 1 means, and how it is measured."""

    metric: str
    section: str
    title: str
    baseline: str
    measure: Callable[[ResultSet, Series, str, int], Values]
    """For a series, a platform and a number of cores."""


def stated(results: ResultSet) -> list[PublishedTable]:
    """The tables for the workloads that were measured."""
    present = {c.workload for c in results.experiment.cells}
    return [_table(results, kind) for kind in _KINDS] if present & {s.workload for s in COMMUNICATION} else []


def _table(results: ResultSet, kind: _Kind) -> PublishedTable:
    document = source(SOURCE)
    rows = [row for series in COMMUNICATION for row in _rows(results, kind, series)]
    return PublishedTable(
        source=SOURCE,
        table=kind.section,
        title=kind.title,
        workload=", ".join(dict.fromkeys(s.workload for s in COMMUNICATION)),
        metric=kind.metric,
        unit="1",
        rows=rows,
        baseline=kind.baseline,
        ranks=[],
        ranks_at="cannot be given: the text has Jason alone",
        tau=None,
        shared=int(any(r.published is not None and r.measured is not None for r in rows)),
        published_machine=f"{document.machine}; {', '.join(document.software)}",
        measured_machine=machine(results.experiment.environment),
        parameters_note="The source does not state its number of messages, and speaks of Jason alone.",
    )


def _rows(results: ResultSet, kind: _Kind, series: Series) -> list[Row]:
    """One row a platform and size: those of the source, and those that were measured."""
    found: dict[tuple[str, str], Summary] = {}
    for cores in cores_measured(results, series):
        cells = [c.cell for c in cells_of(results, series, cores)]
        for platform in dict.fromkeys(_name(c.platform, c.variant, c.platform_id) for c in cells):
            for size, value in kind.measure(results, series, platform, cores).items():
                found[platform, size] = value
    theirs = _published(kind, series)
    rows: list[Row] = []
    for platform, size in dict.fromkeys([*theirs, *found]):
        figure, own = theirs.get((platform, size)), found.get((platform, size))
        value = figure.value if figure else None
        rows.append(
            Row(
                platform=platform,
                params=size,
                published=value,
                published_note=figure.note if figure else "not in the source",
                measured=own,
                measured_note="" if own else _why(results, figure),
                ratio_published=value,
                ratio_measured=own.median if own else None,
            )
        )
    return rows


def _published(kind: _Kind, series: Series) -> dict[tuple[str, str], Figure]:
    own = [
        f
        for f in figures(SOURCE)
        if f.metric == kind.metric and f.workload == series.workload and f.params.get("series", "") == series.name
    ]
    if kind.metric != "rtt":
        return {(f.platform, _size(series, f.params)): f for f in own}
    # Of times the text states the least and the most of one mode: the one over the other is no matter of the machine.
    bounds = sorted(f.value for f in own if not f.params and f.value is not None)
    if not bounds:
        return {}
    both = next(f for f in own if not f.params)
    ratio = both.model_copy(update={"value": bounds[-1] / bounds[0], "note": "over 2 to 16 cores"})
    return {(both.platform, SPREAD): ratio}


def _name(label: str, variant: str, platform: str) -> str:
    """The source's name where it speaks of that mode of Jason; else the label."""
    return f"jason:{variant}" if platform == "jason" else label


def _why(results: ResultSet, figure: Figure | None) -> str:
    cores, own = int((figure.params if figure else {}).get("cores", 0)), results.experiment.environment.cores_logical
    return f"this machine has {own} cores" if cores > own else "not measured at this size"


def _size(series: Series, params: Mapping[str, ParamValue]) -> str:
    words = [f"{k}={v}" for k, v in params.items() if k not in ("series", "cores")]
    cores = [f"on {v} cores" if v != 1 else "on 1 core" for k, v in params.items() if k == "cores"]
    return " ".join([series.words, *words, *cores])


def _words(series: Series, cores: int, at: int | None = None) -> str:
    params: dict[str, ParamValue] = {} if at is None else {series.x: at}
    return _size(series, {**params, "cores": cores})


def _speed_up(results: ResultSet, series: Series, platform: str, cores: int) -> Values:
    """Of the sizes measured on one core too the largest: the others are in the chart."""
    one, several = (by_size(cells_of(results, series, c), series, platform) for c in (1, cores))
    for at in sorted(set(one) & set(several), reverse=True):
        ups = speed_ups({1: one[at].by_block("elapsed"), cores: several[at].by_block("elapsed")})
        if cores > 1 and len(ups) > 1:
            up = ups[-1].speed_up
            return {_words(series, cores, at): Summary(up.ratio, up.low, up.high, "1", up.n)}
    return {}


def _saturation(results: ResultSet, series: Series, platform: str, cores: int) -> Values:
    """On each number of cores; on the most, for what the source claims of any number, too."""
    cells = by_size(cells_of(results, series, cores), series, platform)
    points = [
        (x, c.metrics["request_rate"].median, c.metrics["rtt_mean"].median)
        for x, c in cells.items()
        if {"request_rate", "rtt_mean"} <= set(c.metrics)
    ]
    at = saturation(points)
    if at is None or not at.reached:
        return {}
    value = _exactly(at.load)
    most = cores == max(cores_measured(results, series))
    return {_words(series, cores): value} | ({_size(series, {}): value} if most and series is not TEST_1 else {})


def _pool(results: ResultSet, series: Series, platform: str, cores: int) -> Values:
    """The number of threads with the shortest mean round-trip time."""
    found = pools(results, platform, cores) if series is TEST_1 else {}
    times = {threads: c.metrics["rtt_mean"].median for threads, c in found.items() if "rtt_mean" in c.metrics}
    return {_words(series, cores): _exactly(min(times, key=lambda t: times[t]))} if times else {}


def _spread(results: ResultSet, series: Series, platform: str, cores: int) -> Values:
    """The longest mean round-trip time of Test 1 over the shortest, on the most cores."""
    if series is not TEST_1 or cores == 1 or cores != max(cores_measured(results, series)):
        return {}
    cells = by_size(cells_of(results, series, cores), series, platform)
    times = [c.metrics["rtt_mean"].median for x, c in cells.items() if 8 <= x <= 256 and "rtt_mean" in c.metrics]
    if not {8, 256} <= set(cells) or len(times) < 2:
        return {}
    return {SPREAD: _exactly(max(times) / min(times))}


def _exactly(value: float) -> Summary:
    return Summary(float(value), float(value), float(value), "1", 1)


_KINDS = (
    _Kind("rtt", "text of 4.2", "Round-trip times of Test 1, the longest", "the shortest", _spread),
    _Kind("saturation", "text of 4.2 and 4.3", "Loads beyond which throughput no longer rises", "one", _saturation),
    _Kind("pool", "text of 4.4", "Sizes of the pool with the shortest round trips", "one thread", _pool),
    _Kind("speed_up", "text of 4.5", "Speed-up over cores", "one core", _speed_up),
)
