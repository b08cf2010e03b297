"""`results --json`: the versioned schema of a result set's cells, and of who is better by how much."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from agon.analysis.judged import Judged
from agon.analysis.rankings import RankingEntry, rankings
from agon.results.model import ParamValue
from agon.results.summary import CellResult


class MetricEntry(BaseModel):
    """One metric of a cell: what the protocol quotes, its interval (or range), how many invocations."""

    median: float
    low: float
    high: float
    unit: str
    n: int


class CellEntry(BaseModel):
    """One cell. `metrics` is empty unless `status` is ok."""

    platform: str
    variant: str
    version: str
    workload: str
    params: dict[str, ParamValue]
    role: str
    cores: int
    threads: int
    iterations: int
    steady: str
    status: Literal["ok", "failed", "incomplete"]
    reason: str | None
    metrics: dict[str, MetricEntry]


class SkippedEntry(BaseModel):
    """What was asked for and left out."""

    platform: str
    workload: str
    params: dict[str, ParamValue]
    kind: str
    reason: str


class ResultsDocument(BaseModel):
    """The whole answer. `schema_id` changes when a key changes its meaning."""

    schema_id: Literal["agon.results/1"] = "agon.results/1"
    experiment: str
    title: str
    created: str
    protocol: str
    machine: str
    cells: list[CellEntry]
    skipped: list[SkippedEntry]
    rankings: list[RankingEntry]


def _cell(result: CellResult) -> CellEntry:
    cell = result.cell
    metrics = {
        name: MetricEntry(median=s.median, low=s.low, high=s.high, unit=s.unit, n=s.n)
        for name, s in result.metrics.items()
    }
    return CellEntry(
        platform=cell.platform,
        variant=cell.variant,
        version=result.platform.version_found,
        workload=cell.workload,
        params=cell.params,
        role=cell.role,
        cores=cell.cores,
        threads=cell.threads,
        iterations=cell.iterations,
        steady=result.steady,
        status=result.status,
        reason=result.reason,
        metrics=metrics,
    )


def document(judged: Judged) -> ResultsDocument:
    """The result set as data."""
    results = judged.results
    experiment = results.experiment
    return ResultsDocument(
        experiment=experiment.id,
        title=experiment.title,
        created=experiment.created,
        protocol=experiment.plan.protocol,
        machine=experiment.environment.machine_id,
        cells=[_cell(result) for result in results.cells],
        skipped=[SkippedEntry.model_validate(s.model_dump()) for s in results.skipped],
        rankings=list(rankings(judged)),
    )
