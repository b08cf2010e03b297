"""Whether several runs of an experiment put the platforms in the same order: Kendall's tau of their steady times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from agon.report.families import families
from agon.report.parts import Column, Item, Table
from agon.report.sizes import Layout, Size
from agon.report.standings import TIME, rank
from agon.results.summary import ResultSet
from agon.stats.ranks import Agreement, agreement
from agon.workloads.registry import title_of

ALIKE = (
    "Kendall's tau-b of the platforms' order by steady time, between two runs at the same size: 1 where both have the "
    "same order. Platforms that are cold or out of ranks do not count. Overall: the order over all workloads."
)
"""What the table shows."""


def agreements(runs: Sequence[ResultSet]) -> Table | None:
    """A row for each workload and one for all together, a column for each pair of runs; None of a single run."""
    if len(runs) < 2:
        return None
    sizes = reference_sizes(runs)
    alike = [at_sizes(run, sizes) for run in runs]
    pairs = list(combinations(range(len(runs)), 2))
    orders: dict[str, list[Mapping[str, float]]] = {title_of(w): [_order(run, w) for run in alike] for w in sizes}
    scores = [{section.heading: section.scores for section in families(run)} for run in alike]
    for heading in (h for h, found in scores[0].items() if found):
        orders[f"overall: {heading.lower()}"] = [of_run.get(heading, {}) for of_run in scores]
    rows = [
        (Item(name), *(_item(agreement(of_run[a], of_run[b])) for a, b in pairs)) for name, of_run in orders.items()
    ]
    columns = (Column("workload"), *(Column(f"runs {a + 1} and {b + 1}", numeric=True) for a, b in pairs))
    return Table("Agreement of the runs", columns, tuple(rows))


def reference_sizes(runs: Sequence[ResultSet]) -> dict[str, Size]:
    """Workload -> the size that platforms are ranked at in the first run that has figures of it."""
    found: dict[str, Size] = {}
    for run in runs:
        for workload in run.workloads:
            size = Layout.of(run, workload).reference
            if size is not None:
                found.setdefault(workload, size)
    return found


def at_sizes(run: ResultSet, sizes: Mapping[str, Size]) -> ResultSet:
    """The run with the cells of these sizes only."""
    cells = [c for c in run.experiment.cells if sizes.get(c.workload) == Size.of(c)]
    return replace(run, experiment=run.experiment.model_copy(update={"cells": cells}))


def _order(run: ResultSet, workload: str) -> Mapping[str, float]:
    """label -> steady time, of the platforms that are ranked by it."""
    ranking = rank(Layout.of(run, workload), TIME)
    if ranking is None or ranking.metric != "elapsed_steady":
        return {}
    return {place.label: place.value.median for place in ranking.places}


def _item(found: Agreement) -> Item:
    if found.tau is None:
        return Item("inconclusive", "missing", found.why)
    return Item(f"{found.tau:.3f}", detail=f"{len(found.shared)} platforms")
