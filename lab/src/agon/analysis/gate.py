"""The regression gate: whether a comparison passes, and every cell that trips it, by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict

from agon.analysis.comparison import CellComparison, Comparison
from agon.counted import places
from agon.stats.verdict import LEAST_BLOCKS, MARGIN
from agon.workloads.base import ParamValue


class Finding(BaseModel):
    """A cell that trips the gate."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["worse", "failed", "missing"]
    """`worse`: shown to be, by more than allowed. `failed`: in B, and not in A. `missing`: no counterpart in B."""
    cell: str
    detail: str


class Gate(BaseModel):
    """What was asked of a comparison, and what it found."""

    model_config = ConfigDict(frozen=True)

    fail_above: float | None
    fail_on_missing: bool
    passed: bool
    """Something could be judged, and nothing trips it."""
    no_evidence: str | None
    """Why nothing could be judged, where nothing could: a gate does not pass on no evidence."""
    findings: tuple[Finding, ...]


def margin_for(fail_above: float | None) -> float:
    """The practical margin of a comparison that such a gate stands on: never wider than what it must see."""
    return MARGIN if fail_above is None else min(MARGIN, fail_above)


def gate(comparison: Comparison, fail_above: float | None, *, fail_on_missing: bool = False) -> Gate:
    """Judge a comparison."""
    findings = tuple(_findings(comparison, fail_above, fail_on_missing=fail_on_missing))
    judged = any(c.judged.n >= LEAST_BLOCKS for c in comparison.compared if c.judged)
    why = None
    if not judged:
        few = f"every cell has fewer than {LEAST_BLOCKS} invocations"
        why = few if comparison.compared else "nothing could be compared"
    return Gate(
        fail_above=fail_above,
        fail_on_missing=fail_on_missing,
        passed=judged and not findings,
        no_evidence=why,
        findings=findings,
    )


def _findings(comparison: Comparison, fail_above: float | None, *, fail_on_missing: bool) -> Iterator[Finding]:
    if fail_above is not None:
        for cell in comparison.exceeds(fail_above):
            yield Finding(kind="worse", cell=name_of(cell, comparison), detail=cell.verdict)
    for cell in comparison.broken:
        yield Finding(kind="failed", cell=name_of(cell, comparison), detail=cell.reason or "")
    if fail_on_missing:
        for cell in comparison.lost:
            yield Finding(kind="missing", cell=name_of(cell, comparison), detail=cell.reason or "")


def name_of(cell: CellComparison, comparison: Comparison) -> str:
    """A cell in one line: `erlang token-ring tokens=50, 2 cores`."""
    parts = [cell.platform, workload_of(cell), params_of(cell, comparison)]
    return f"{' '.join(p for p in parts if p)}, {places_of(cell)}"


def workload_of(cell: CellComparison) -> str:
    """The workload, with the cell's role where it is derived."""
    return cell.workload if cell.role == "main" else f"{cell.workload} ({cell.role})"


def params_of(cell: CellComparison, comparison: Comparison) -> str:
    """Its parameters, as far as they distinguish it from the other cells of its workload."""
    return distinguishing(cell.params, [c.params for c in comparison.cells if c.workload == cell.workload])


def distinguishing(params: Mapping[str, ParamValue], all_params: Iterable[Mapping[str, ParamValue]]) -> str:
    """Those parameters that differ between the cells; all where there is only one setting."""
    others = list(all_params)
    own = {k: v for k, v in params.items() if any(o.get(k) != v for o in others)} or params
    return " ".join(f"{key}={value}" for key, value in own.items())


def places_of(cell: CellComparison) -> str:
    """`2 cores`, and the threads where they are not as many."""
    return places(cell.cores, cell.threads)
