"""The source, its machine, its series of cells, and the measured cells as its rules ask for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agon.counted import counted
from agon.published.evidence import FEWEST_INVOCATIONS, Span
from agon.published.field import Field
from agon.published.matching import is_named
from agon.results.summary import CellResult, ResultSet
from agon.workloads.base import Params
from agon.workloads.mass_reception import most_senders, one_receiver, pairs
from agon.workloads.round_trips import closed

SOURCE = "jason-multicore"
CORES = 16
"""Of the source's machine."""


@dataclass(frozen=True)
class Series:
    """Cells over one parameter."""

    name: str
    """As in the published figures; empty where a workload has but one."""
    workload: str
    x: str
    where: Callable[[Params], bool]

    @property
    def words(self) -> str:
        """What it is called in sentences."""
        return self.name or self.workload


def _all(params: Params) -> bool:
    del params
    return True


COMPUTE = Series("", "compute", "agents", _all)
TEST_1 = Series("", "echo-all", "agents", closed)
ONE = Series("one receiver", "mass-reception", "senders", one_receiver)
PAIRS = Series("as many receivers as senders", "mass-reception", "senders", pairs)
MANY = Series("256 senders", "mass-reception", "receivers", most_senders)
COMMUNICATION = (TEST_1, ONE, PAIRS, MANY)


def cells_of(results: ResultSet, series: Series, cores: int, threads: int | None = None) -> list[CellResult]:
    """The ok cells of a series on that many cores, with as many threads as cores if nothing else is asked for."""
    return [
        c
        for c in results.measured(series.workload)
        if c.cell.cores == cores and c.cell.threads == (threads or cores) and series.where(c.cell.params)
    ]


def cores_measured(results: ResultSet, series: Series) -> list[int]:
    """On how many cores the series was measured, in rising order."""
    cells = (c.cell for c in results.measured(series.workload) if series.where(c.cell.params))
    return sorted({c.cores for c in cells if c.threads == c.cores})


def by_size(cells: list[CellResult], series: Series, platform: str) -> dict[int, CellResult]:
    """The platform's cells by the series' parameter, in rising order."""
    own = {int(c.cell.params[series.x]): c for c in cells if is_named(c.cell, platform)}
    return dict(sorted(own.items()))


def spans(field: Field, series: Series, platform: str, metric: str, cores: int) -> dict[int, Span]:
    """The metric over the series' parameter, where it has an interval."""
    found = by_size(cells_of(field.results, series, cores), series, platform)
    return {x: field.span(c, metric) for x, c in found.items() if len(c.values(metric)) >= FEWEST_INVOCATIONS}


def pools(results: ResultSet, platform: str, cores: int) -> dict[int, CellResult]:
    """Cells of Test 1 by threads, at the most agents that all sizes of the pool have; none unless they were swept."""
    own = [c.cell for c in results.measured(TEST_1.workload) if c.cell.cores == cores and is_named(c.cell, platform)]
    rows = {t: by_size(cells_of(results, TEST_1, cores, t), TEST_1, platform) for t in sorted({c.threads for c in own})}
    rows = {threads: row for threads, row in rows.items() if row}
    if len(rows) < 2:
        return {}
    common = [agents for agents in next(iter(rows.values())) if all(agents in row for row in rows.values())]
    return {threads: row[max(common)] for threads, row in rows.items()} if common else {}


def most_cores(field: Field, series: Series) -> int:
    """The most cores that the series was measured on; 0 if it was not."""
    return max(cores_measured(field.results, series), default=0)


def too_few(field: Field, needed: int) -> str:
    """Why nothing can be shown of so many cores; empty if the machine has them."""
    own = field.logical_cores
    return f"it speaks of {counted(needed, 'core')}, and this machine has {own}" if own < needed else ""
