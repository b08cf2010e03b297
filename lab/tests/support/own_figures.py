"""The sources' own figures as if they had been measured: what a perfect reproduction would be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from support.measured import DEFAULTS, Made, measured

from agon.published.matching import VARIED
from agon.published.sources import Figure, figures
from agon.results.model import ParamValue
from agon.results.summary import ResultSet

SECONDS = {"s": 1.0, "ms": 1e-3}
METRIC = {
    ("chameneos", "fairness_stddev"): "fairness_stddev",
    ("grid-swap", "fairness_stddev"): "swaps_stddev",
    ("throughput", "throughput"): "message_rate",
}
"""What the lab calls a source's metric."""

Change = Callable[[Figure], Figure | None]
"""A figure as it is to be, or None to leave it out."""


def as_measured(root: Path, source: str, *tables: str, change: Change = lambda f: f, cores: int = 2) -> ResultSet:
    """The figures of these tables, each as the value of five invocations that hardly differ."""
    kept = [c for f in figures(source) if f.table in tables and f.value is not None and (c := change(f)) is not None]
    cells: dict[tuple[str, str, str], Made] = {}
    for figure in kept:
        params = _params(figure)
        key = (figure.platform, figure.workload, str(sorted(params.items())))
        known = cells.get(
            key, Made(figure.platform, figure.workload, params, spread=0.001, cores=cores, invocations=10)
        )
        cells[key] = _with(known, figure)
    return measured(root, list(cells.values()), logical_cores=cores, source=source)


def _params(figure: Figure) -> Mapping[str, ParamValue]:
    known = {*DEFAULTS[figure.workload], *VARIED.values()}
    given = {name: value for name, value in figure.params.items() if name in known}
    return {"max_n": 20} | given if figure.workload == "fibonacci" else given


def turned(source: str, tables: Sequence[str]) -> Change:
    """The figures of each table and size with the platforms in the opposite order: the best has the worst's."""
    groups: dict[tuple[object, ...], list[Figure]] = {}
    for figure in figures(source):
        if figure.table in tables and figure.value is not None:
            groups.setdefault(_group(figure), []).append(figure)
    values: dict[tuple[object, ...], float] = {}
    for group, members in groups.items():
        ordered = sorted(members, key=lambda f: f.value or 0.0)
        for figure, other in zip(ordered, reversed(ordered), strict=True):
            values[*group, figure.platform, _mode(figure)] = other.value or 0.0
    return lambda f: f.model_copy(update={"value": values[*_group(f), f.platform, _mode(f)]})


def _group(figure: Figure) -> tuple[object, ...]:
    varied = figure.params.get(VARIED[figure.workload])
    return figure.table, figure.workload, figure.metric, varied


def _mode(figure: Figure) -> str:
    return str(sorted(figure.params.items()))


def _with(cell: Made, figure: Figure) -> Made:
    value = figure.value or 0.0
    if figure.metric == "elapsed":
        seconds = value * SECONDS[figure.unit]
        return replace(cell, process_s=seconds, work_s=seconds)
    if figure.metric == "source_gzip":
        return replace(cell, gzip=round(value))
    name = METRIC[figure.workload, figure.metric]
    return replace(cell, metrics={**cell.metrics, name: value})
