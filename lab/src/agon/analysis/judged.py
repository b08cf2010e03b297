"""A result set with what is decided about it: each ranking is made once, and every page reads the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from agon.analysis.noise import Finding, findings
from agon.analysis.sizes import Layout, Size
from agon.analysis.standings import TIME, Ranking, clock, rank
from agon.results.summary import CellResult, ResultSet
from agon.stats import ranking
from agon.stats.verdict import Better
from agon.workloads.base import Metric, Params
from agon.workloads.registry import all_workloads

COMMON = ("elapsed_steady", "elapsed", "start_up", "process_elapsed", "cpu_time", "memory_peak")
"""Metrics of every workload that platforms are ranked by."""


class Judged:
    """Who is better, by how much and where, in one experiment."""

    def __init__(self, results: ResultSet) -> None:
        self.results = results
        self._rankings: dict[tuple[str, Size, str, Better, str], Ranking | None] = {}
        self._settings: dict[tuple[object, ...], ranking.Ranking] = {}

    @cached_property
    def layouts(self) -> tuple[Layout, ...]:
        """Of each workload that has cells, in the experiment's order."""
        found = (Layout.of(self.results, w) for w in self.results.workloads)
        return tuple(layout for layout in found if layout.cells)

    @cached_property
    def noise(self) -> tuple[Finding, ...]:
        """What disturbed the machine, and what limits what can be seen."""
        return findings(self.results)

    @property
    def disturbances(self) -> tuple[str, ...]:
        """The kinds of what disturbed the machine; none where it was quiet."""
        return tuple(f.kind for f in self.noise if f.disturbs)

    def layout(self, workload: str) -> Layout:
        """Of one workload; empty where it has no cells."""
        return next((x for x in self.layouts if x.workload == workload), Layout(workload, ()))

    def rankings(self, workload: str) -> dict[str, Ranking | None]:
        """By metric: the common ones of which less is better, and the workload's own of which more or less is."""
        known = all_workloads().get(workload)
        own = [m for m in known.metrics if m.better != "none"] if known else []
        common = {metric: self.ranking(workload, metric) for metric in COMMON}
        return common | {m.name: self.ranking(workload, m.name, _better(m)) for m in own}

    def ranking(
        self,
        workload: str,
        metric: str = TIME,
        better: Better = "lower",
        *,
        family: str = "",
        where: Callable[[Params], bool] | None = None,
    ) -> Ranking | None:
        """At the workload's reference size; None where fewer than two platforms can be compared.

        `family`: of its platforms alone. The comparisons are those of all platforms, unless more of the family are
        measured at another size: then at that one, which is `Ranking.size`. `where`: at the reference size of the
        sizes with such parameters.
        """
        layout = self.layout(workload).where(where)
        size = layout.reference
        if size is None:
            return None
        if not family:
            return self.at(workload, size, metric, better)
        own = layout.only(lambda c: c.platform.family == family)
        if own.reference is not None and _measured(own, own.reference) > _measured(own, size):
            return self._ranked(own, own.reference, metric, better, family)
        found = self.at(workload, size, metric, better)
        return found.among({c.cell.platform for c in own.cells}) if found is not None else None

    def at(self, workload: str, size: Size, metric: str = TIME, better: Better = "lower") -> Ranking | None:
        """All platforms at one size, whether it is the reference size or another."""
        return self._ranked(self.layout(workload), size, metric, better, "")

    def settings(self, cells: Mapping[str, CellResult], metric: str) -> ranking.Ranking:
        """One platform in several settings, each named, compared with itself; less is better.

        They are no contestants of a ranking: they differ in what is part of a size, as the number of threads is.
        """
        key = (metric, *((name, c.cell.id) for name, c in cells.items()))
        if key not in self._settings:
            blocks = {name: c.by_block(metric) for name, c in cells.items() if metric in c.metrics}
            self._settings[key] = ranking.rank(blocks, margin=self.results.margin, level=self.results.level)
        return self._settings[key]

    def _ranked(self, layout: Layout, size: Size, metric: str, better: Better, family: str) -> Ranking | None:
        if metric == TIME:
            metric = clock(c for c in layout.at(size) if c.ranked)
        key = (layout.workload, size, metric, better, family)
        if key not in self._rankings:
            self._rankings[key] = rank(layout, size, metric, better)
        return self._rankings[key]


def _better(metric: Metric) -> Better:
    return "higher" if metric.better == "higher" else "lower"


def _measured(layout: Layout, size: Size) -> int:
    return sum(c.measured for c in layout.at(size))
