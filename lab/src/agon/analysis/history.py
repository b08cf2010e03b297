"""One cell's figure over several experiments, by date: which version had it, and where it changed for good.

    for series in history([load(d) for d in folders], Filter(workload="token-ring")).series: ...

Only what may be compared is one series: the same machine, platform and variant, parameters, cores and
threads, iterations and clock, inputs and limits. Versions and commits may differ: they are what is looked at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agon.analysis.comparison import Frozen, Measured, what_of, words
from agon.analysis.matching import better_of, drawn, is_cold, unit_of
from agon.errors import UsageError
from agon.results.labels import without_version
from agon.results.summary import WHOLE_PROCESS, CellResult, CellStatus, ResultSet
from agon.stats.steps import steps
from agon.stats.verdict import MARGIN, Verdict

HISTORY_SCHEMA = 1


class Run(Frozen):
    """The cell in one experiment."""

    experiment: str
    path: str
    created: str
    source_commit: str
    source_dirty: bool
    """Both the lab's."""
    platform: str
    """The label there."""
    platform_commit: str
    """Of the repository that holds the platform, `+`: with changes; empty where it is not known."""
    version: str
    status: CellStatus
    reason: str | None
    median: float | None
    low: float | None
    high: float | None
    n: int


class StepFound(Frozen):
    """A change of level between two runs."""

    run: int
    """The first of the new level, counted from 0."""
    judged: Verdict
    """Of the new level compared with the one before."""
    text: str
    """`slower by 5.1% [3.9%, 6.3%]`."""


class Series(Measured):
    """One cell, over time."""

    machine: str
    platform: str
    runs: tuple[Run, ...]
    steps: tuple[StepFound, ...]


class History(Frozen):
    """Every cell that was asked for."""

    schema_version: int = HISTORY_SCHEMA
    margin: float = MARGIN
    series: tuple[Series, ...]


@dataclass(frozen=True)
class Filter:
    """Which cells are looked at; empty: all."""

    workloads: Sequence[str] = ()
    platforms: Sequence[str] = ()
    """Ids, `id:variant`, or labels."""
    params: dict[str, str] = field(default_factory=dict[str, str])

    def takes(self, result: CellResult) -> bool:
        """Whether it is one of them."""
        cell = result.cell
        names = {cell.platform, cell.platform_id, without_version(result.cell.platform)}
        return (
            (not self.workloads or cell.workload in self.workloads)
            and (not self.platforms or bool(names & set(self.platforms)))
            and all(name in cell.params and str(cell.params[name]) == v for name, v in self.params.items())
        )


def history(results: Sequence[ResultSet], wanted: Filter | None = None, metric: str | None = None) -> History:
    """All series of the experiments. `metric` None: the headline. An experiment that is named twice counts once."""
    wanted = wanted or Filter()
    unique = {r.experiment.id: r for r in sorted(results, key=lambda r: r.experiment.created)}
    groups: dict[str, list[tuple[ResultSet, CellResult]]] = {}
    failed: list[tuple[ResultSet, CellResult]] = []
    for results_ in unique.values():
        for cell in results_.cells:
            if not wanted.takes(cell):
                continue
            if cell.measured:
                groups.setdefault(_key(results_, cell, metric), []).append((results_, cell))
            else:
                failed.append((results_, cell))
    for results_, cell in failed:  # it has no clock: it belongs to whatever it else would have been
        for members in groups.values():
            if _base(*members[0]) == _base(results_, cell):
                members.append((results_, cell))
    found = [_series(members, metric) for members in groups.values()]
    shown = tuple(s for s in found if s is not None)
    if not shown:
        raise UsageError("no cell there is what was asked for: see ./agon results DIR for what there is")
    return History(series=shown)


def _series(members: list[tuple[ResultSet, CellResult]], metric: str | None) -> Series | None:
    members = sorted(members, key=lambda m: m[0].experiment.created)
    last = next(c for _, c in reversed(members) if c.measured)
    name = metric or last.headline
    if not any(name in c.metrics for _, c in members):
        return None
    environment = members[0][0].experiment.environment
    return Series(
        machine=f"{environment.cpu_model}, {environment.cores_logical} logical cores",
        platform=without_version(last.cell.platform),
        **what_of(last.cell, name),
        runs=tuple(_run(r, c, name) for r, c in members),
        steps=tuple(_steps([c for _, c in members], name, unit_of(name))),
    )


def _run(results: ResultSet, cell: CellResult, metric: str) -> Run:
    experiment, summary = results.experiment, cell.metrics.get(metric)
    return Run(
        experiment=experiment.id,
        path=str(results.root),
        created=experiment.created,
        source_commit=experiment.source_commit,
        source_dirty=experiment.source_dirty,
        platform=cell.cell.platform,
        platform_commit=cell.platform.commit,
        version=cell.platform.version_found,
        status=cell.status,
        reason=cell.reason,
        median=summary.median if summary else None,
        low=summary.low if summary else None,
        high=summary.high if summary else None,
        n=summary.n if summary else 0,
    )


def _steps(cells: list[CellResult], metric: str, unit: str) -> Iterator[StepFound]:
    better = better_of(cells[0].cell.workload, metric)
    if better is None:
        return
    there = [n for n, c in enumerate(cells) if c.values(metric) and c.measured]
    for step in steps([cells[n].values(metric) for n in there], better):
        ratio = step.verdict.ratio
        if ratio is not None and better == "higher":
            ratio = ratio.inverted
        yield StepFound(run=there[step.at], judged=step.verdict, text=words(step.verdict, ratio, unit))


def _key(results: ResultSet, result: CellResult, metric: str | None) -> str:
    work = result.work if metric in WHOLE_PROCESS else None
    return json.dumps([_base(results, result), is_cold(result), work])


def _base(results: ResultSet, result: CellResult) -> str:
    experiment, cell = results.experiment, result.cell
    return json.dumps(
        [
            [experiment.environment.machine_id, experiment.plan.witness, experiment.limits_of(cell).memory_bytes],
            [
                experiment.plan.seed if drawn(cell) else None,
                without_version(result.cell.platform),
                cell.variant,
            ],
            [cell.workload, cell.params, cell.cores, cell.threads, cell.role, cell.iterations],
        ],
        sort_keys=True,
    )
