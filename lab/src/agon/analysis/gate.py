"""The regression gate: which cells are shown to be worse, which to be within the bound, and which are undecided."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from agon.analysis.comparison import CellComparison, Comparison, Frozen
from agon.counted import places
from agon.stats.comparison import Ratio
from agon.stats.verdict import LEAST_BLOCKS, MARGIN
from agon.workloads.base import ParamValue

REACH = 1.6
"""A true slow-down that lies so many times the distance from an estimate to the near end of its interval beyond a bound
is shown in about four of five repetitions (simulated: 78 to 92%, 5 to 40 invocations, either design, 95 and 99%)."""

GateOutcome: TypeAlias = Literal["passed", "undecided", "failed"]

CellOutcome: TypeAlias = Literal["worse", "failed", "undecided", "not worse", "not compared"]


class Finding(Frozen):
    """A cell that trips the gate."""

    kind: Literal["worse", "failed", "missing"]
    """`worse`: shown to be, by more than allowed. `failed`: in B, and not in A. `missing`: no counterpart in B."""
    cell: str
    detail: str


class Undecided(Frozen):
    """A cell that is neither shown to be worse by more than allowed nor shown to be within the bound."""

    cell: str
    possible: float | None
    """How much worse B may be (0.05 = 5%): the far end of the interval; None where there is no interval."""
    detectable: float | None
    """The smallest slow-down that this design finds, four times in five; None where there is no interval."""
    detail: str


class Gate(Frozen):
    """What was asked of a comparison, and what it found."""

    fail_above: float | None
    """A cell trips it where the near end of its interval lies beyond."""
    require: float | None = None
    """A cell passes where the far end of its interval lies within; None: within `fail_above`."""
    fail_on_missing: bool
    allow_undecided: bool = False
    """Whether undecided cells are accepted; they are shown all the same."""
    outcome: GateOutcome
    passed: bool
    """Every cell that was judged is shown to be within the bound, and nothing trips the gate."""
    no_evidence: str | None
    """Why nothing could be judged, where nothing could: a gate does not pass on no evidence."""
    findings: tuple[Finding, ...]
    undecided: tuple[Undecided, ...] = ()
    within: int = 0
    """Cells that are shown to be within the bound."""
    not_judged: int = 0
    """Cells that could not be compared, and do not trip the gate."""
    detectable: float | None = None
    """The smallest slow-down that is found in every cell that has an interval."""

    @property
    def bound(self) -> float | None:
        """What a cell must be shown to be within; None: only failed and missing cells are looked for."""
        return self.fail_above if self.require is None else self.require


def margin_for(*bounds: float | None) -> float:
    """The practical margin of a comparison that such a gate stands on: never wider than what it must see."""
    return min([MARGIN, *(bound for bound in bounds if bound is not None)])


def gate(
    comparison: Comparison,
    fail_above: float | None = None,
    *,
    require: float | None = None,
    fail_on_missing: bool = False,
    allow_undecided: bool = False,
) -> Gate:
    """Judge a comparison. With one bound alone, the other is the same.

    The gate fails if any cell does; else it is undecided if any cell is.
    """
    trips = require if fail_above is None else fail_above
    bound = fail_above if require is None else require
    findings = tuple(_findings(comparison, trips, fail_on_missing=fail_on_missing))
    undecided: list[Undecided] = []
    within = 0
    detectable: list[float] = []
    if trips is not None and bound is not None:
        for cell in comparison.compared:
            found = _detectable(cell, trips)
            detectable += [] if found is None else [found]
            if _within(cell, bound):
                within += 1
            elif cell.judged is None or not cell.judged.worse_by_more_than(trips):
                undecided.append(_undecided(cell, comparison, found))
    why = _no_evidence(comparison)
    failed = bool(findings)
    return Gate(
        fail_above=fail_above,
        require=require,
        fail_on_missing=fail_on_missing,
        allow_undecided=allow_undecided,
        outcome="failed" if failed else "undecided" if undecided or why else "passed",
        passed=not failed and not undecided and why is None,
        no_evidence=why,
        findings=findings,
        undecided=tuple(undecided),
        within=within,
        not_judged=len(comparison.cells) - len(comparison.compared) - sum(f.kind != "worse" for f in findings),
        detectable=max(detectable, default=None),
    )


def outcome_of(cell: CellComparison, found: Gate) -> CellOutcome:
    """What the gate found of one cell, where it has a bound."""
    trips = found.require if found.fail_above is None else found.fail_above
    if cell.broken:
        return "failed"
    if cell.judged is None:
        return "not compared"
    if trips is not None and cell.judged.worse_by_more_than(trips):
        return "worse"
    return "not worse" if found.bound is not None and _within(cell, found.bound) else "undecided"


def _no_evidence(comparison: Comparison) -> str | None:
    if not comparison.compared:
        return "nothing could be compared"
    if all(c.judged is None or c.judged.n < LEAST_BLOCKS for c in comparison.compared):
        return f"every cell has fewer than {LEAST_BLOCKS} invocations"
    return None


def _findings(comparison: Comparison, trips: float | None, *, fail_on_missing: bool) -> Iterator[Finding]:
    if trips is not None:
        for cell in comparison.exceeds(trips):
            yield Finding(kind="worse", cell=name_of(cell, comparison), detail=cell.verdict)
    for cell in comparison.broken:
        yield Finding(kind="failed", cell=name_of(cell, comparison), detail=cell.reason or "")
    if fail_on_missing:
        for cell in comparison.lost:
            yield Finding(kind="missing", cell=name_of(cell, comparison), detail=cell.reason or "")


def _within(cell: CellComparison, share: float) -> bool:
    """Whether it is shown to be worse by no more than `share`: the far end of the interval lies within it."""
    verdict = cell.judged
    if verdict is None:
        return False
    if verdict.ratio is None:  # the order alone speaks, or all values are equal
        return verdict.outcome in ("tie", "better")
    return verdict.n >= LEAST_BLOCKS and verdict.ratio.high <= 1 + share


def _detectable(cell: CellComparison, share: float) -> float | None:
    return None if cell.judged is None or cell.judged.ratio is None else detectable(cell.judged.ratio, share)


def detectable(ratio: Ratio, share: float) -> float | None:
    """The smallest slow-down that is shown to lie beyond `share` in about four of five repetitions of a comparison.

    The distance from the estimate to the near end stands for what another repetition would have. None: no slow-down of
    any size is found.
    """
    if not 0 < ratio.low <= ratio.ratio < math.inf:
        return None
    return math.expm1(math.log1p(share) + REACH * math.log(ratio.ratio / ratio.low))


def _undecided(cell: CellComparison, comparison: Comparison, found: float | None) -> Undecided:
    verdict = cell.judged
    assert verdict is not None, "what is not comparable is not judged"
    ratio = verdict.ratio
    name = name_of(cell, comparison)
    if ratio is None:
        return Undecided(cell=name, possible=None, detectable=None, detail=verdict.why)
    slower = "slower" if cell.unit == "s" else "worse"
    finds = "nothing of any size would be found" if found is None else f"{found:.1%} {slower} or more would be found"
    return Undecided(
        cell=name,
        possible=ratio.high - 1 if ratio.high < math.inf else None,
        detectable=found,
        detail=f"up to {ratio.high - 1:.1%} {slower} is possible; {finds}",
    )


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
