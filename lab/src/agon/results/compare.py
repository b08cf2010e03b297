"""Comparison of two result sets, or of two platforms within one: which cells got slower, and by how much.

    comparison = compare(load(before), load(after))
    comparison = between(results, "akka@2.6.20", "akka@2.6.21")
    for cell in comparison.exceeds(0.05): ...

Ratios are B over A. Results of two machines are refused.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import TypeAlias

from agon.errors import StoreError, UsageError
from agon.results.model import Experiment
from agon.results.summary import COMMON_UNITS, CellResult, ResultSet
from agon.results.verdict import CellComparison, Comparison, Drift, Figures, Kind, Side, kind_of, words
from agon.stats.comparison import Ratio, paired, session_drift, unpaired
from agon.workloads.registry import get, metric_units

CONTROLS = 3
"""Cells of unchanged platforms from which on their common shift is the machine's."""
MANY = 20
"""Cells from which on some differences are to be expected by chance."""

_Values: TypeAlias = Mapping[int, float]
_Match: TypeAlias = tuple[CellResult | None, CellResult | None]


def compare(
    a: ResultSet, b: ResultSet, *, metric: str | None = None, mapping: Mapping[str, str] | None = None
) -> Comparison:
    """Two experiments on one machine. `mapping`: label in `a` -> label in `b`, where they differ.

    `metric` None: the steady-state time where both have one, else the first iteration's.
    """
    _same_machine(a, b)
    if a.experiment.id == b.experiment.id:
        raise UsageError(f"{a.root} and {b.root} are the same experiment: compare two of its platforms instead")
    labels = _labels(a, b, mapping or {})
    cells_a = {_key(c, labels.get(c.cell.platform, c.cell.platform)): c for c in a.cells}
    cells_b = {_key(c, c.cell.platform): c for c in b.cells}
    matches = [(cells_a.get(k), cells_b.get(k)) for k in dict.fromkeys([*cells_a, *cells_b])]
    within = session_drift([_levels(a, metric), _levels(b, metric)])
    shifts = _shifts(matches, metric)
    seed = a.experiment.plan.seed

    def setup(match: _Match) -> str | None:
        return _setup(a.experiment, b.experiment, match)

    def judge(match: _Match) -> CellComparison:
        platform = match[0].cell.platform if match[0] else ""
        others = [s for label, s in shifts if label != platform]
        drift = max(within, abs(median(others)) / math.sqrt(2)) if len(others) >= CONTROLS else within
        return _one(match, metric, lambda x, y: unpaired(_groups(x), _groups(y), seed=seed, drift=drift), setup(match))

    cells = tuple(judge(match) for match in matches)
    shift = median(s for _, s in shifts) if len(shifts) >= CONTROLS else None
    drift = Drift(within=math.expm1(within), between=None if shift is None else math.expm1(shift), controls=len(shifts))
    notes = (*_general_notes(cells), *_session_notes(drift, cells))
    return Comparison(method="unpaired", a=_side(a), b=_side(b), cells=cells, drift=drift, notes=notes)


def between(results: ResultSet, label_a: str, label_b: str, *, metric: str | None = None) -> Comparison:
    """Two platforms of one experiment, block by block."""
    known = [p.label for p in results.experiment.platforms]
    for label in (label_a, label_b):
        if label not in known:
            raise UsageError(f"{results.root} has no platform '{label}'; it has {', '.join(known)}")
    if label_a == label_b:
        raise UsageError(f"name two different platforms, not '{label_a}' twice")
    cells_a = {_key(c, ""): c for c in results.cells if c.cell.platform == label_a}
    cells_b = {_key(c, ""): c for c in results.cells if c.cell.platform == label_b}
    keys = dict.fromkeys([*cells_a, *cells_b])
    cells = tuple(_one((cells_a.get(k), cells_b.get(k)), metric, paired, None) for k in keys)
    return Comparison(
        method="paired",
        a=_side(results, label_a),
        b=_side(results, label_b),
        cells=cells,
        notes=tuple(_general_notes(cells)),
    )


def _one(
    match: _Match, metric: str | None, ratio_of: Callable[[_Values, _Values], Ratio], setup: str | None
) -> CellComparison:
    a, b = match
    some = a if a is not None else b
    assert some is not None, "a match comes from a cell of either side"
    cell = some.cell
    name = metric or _clock(match)
    unit = COMMON_UNITS.get(name) or metric_units().get(name, "1")

    def outcome(kind: Kind, verdict: str, reason: str | None = None, figures: Figures | None = None) -> CellComparison:
        return CellComparison(
            platform_a=a.cell.platform if a else cell.platform,
            platform_b=b.cell.platform if b else cell.platform,
            workload=cell.workload,
            params=cell.params,
            cores=cell.cores,
            threads=cell.threads,
            role=cell.role,
            metric=name,
            unit=unit,
            kind=kind,
            verdict=verdict,
            reason=reason,
            figures=figures,
            unchanged=_same_program(match),
        )

    why = _why_not(match, name, setup)
    if why is not None or a is None or b is None:
        return outcome("not comparable", f"not comparable: {why}", why)
    values_a, values_b = a.by_block(name), b.by_block(name)
    try:
        ratio = ratio_of(values_a, values_b)
    except ValueError as error:
        return outcome("not comparable", f"not comparable: {error}", str(error))
    kind = kind_of(ratio, unit)
    figures = Figures(
        median_a=median(values_a.values()),
        median_b=median(values_b.values()),
        ratio=ratio.ratio,
        low=ratio.low,
        high=ratio.high,
        n=ratio.n,
        worse_by=(1 / ratio.ratio if _higher_is_better(cell.workload, name) else ratio.ratio) - 1,
    )
    return outcome(kind, words(kind, ratio), figures=figures)


def _why_not(match: _Match, metric: str, setup: str | None) -> str | None:
    a, b = match
    if a is None or b is None:
        return f"measured only in {'B' if a is None else 'A'}"
    for name, side in (("A", a), ("B", b)):
        if side.status != "ok":
            return f"{side.status} in {name}: {side.reason}"
    if setup is not None and (get(a.cell.workload).has_input or not setup.startswith("seed")):
        return setup
    for name, side in (("A", a), ("B", b)):
        if not side.values(metric):
            return f"no {metric} in {name}"
    return None


def _setup(a: Experiment, b: Experiment, match: _Match) -> str | None:
    """What the two experiments were told differently of a cell, if it changes the work."""
    if a.plan.witness != b.plan.witness:
        return "messages carried witnesses on one side only"
    in_a, in_b = match
    if in_a and in_b and a.limits_of(in_a.cell).memory_bytes != b.limits_of(in_b.cell).memory_bytes:
        return "memory limits differ, and runtimes size their heaps by them"
    if a.plan.seed != b.plan.seed:
        return f"seed {a.plan.seed} in A, {b.plan.seed} in B: the inputs differ"
    return None


def _same_machine(a: ResultSet, b: ResultSet) -> None:
    first, second = a.experiment.environment, b.experiment.environment
    if first.machine_id != second.machine_id:
        raise StoreError(
            f"measured on two machines: {a.root} on {first.cpu_model} ({first.cores_logical} cores), {b.root} on "
            f"{second.cpu_model} ({second.cores_logical} cores); times of two machines cannot be compared: "
            "measure both on one"
        )


def _labels(a: ResultSet, b: ResultSet, mapping: Mapping[str, str]) -> dict[str, str]:
    """Label in `a` -> label in `b`: as told, else the same label, else the only one of that platform and variant."""
    there = [p.label for p in b.experiment.platforms]
    here = [p.label for p in a.experiment.platforms]
    for label, other in mapping.items():
        if label not in here:
            raise UsageError(f"{a.root} has no platform '{label}'; it has {', '.join(here)}")
        if other not in there:
            raise UsageError(f"{b.root} has no platform '{other}'; it has {', '.join(there)}")
    found = dict(mapping)
    for p in a.experiment.platforms:
        if p.label in found or p.label in there:
            continue
        rivals = [q for q in a.experiment.platforms if (q.id, q.variant) == (p.id, p.variant)]
        candidates = [q.label for q in b.experiment.platforms if (q.id, q.variant) == (p.id, p.variant)]
        if len(rivals) == 1 and len(candidates) == 1:
            found[p.label] = candidates[0]
    return found


def _key(result: CellResult, platform: str) -> str:
    cell = result.cell
    return json.dumps([platform, cell.workload, cell.params, cell.cores, cell.threads, cell.role], sort_keys=True)


def _clock(match: _Match) -> str:
    steady = all(c is not None and c.status == "ok" and c.values("elapsed_steady") for c in match)
    return "elapsed_steady" if steady else "elapsed"


def _higher_is_better(workload: str, metric: str) -> bool:
    return any(m.name == metric and m.better == "higher" for m in get(workload).metrics)


def _same_program(match: _Match) -> bool:
    a, b = match
    if a is None or b is None:
        return False
    return (a.platform.source_digest, a.platform.version_found, a.cell.variant) == (
        b.platform.source_digest,
        b.platform.version_found,
        b.cell.variant,
    )


def _groups(values: _Values) -> list[list[float]]:
    return [[values[block]] for block in sorted(values)]


def _levels(results: ResultSet, metric: str | None) -> list[float]:
    """The session's level block by block: the median over cells of each one's log time, relative to its own median."""
    levels: dict[int, list[float]] = {}
    for cell in results.cells:
        values = cell.by_block(metric or "elapsed") if cell.status == "ok" else {}
        if len(values) < 2 or min(values.values()) <= 0:
            continue
        middle = median(values.values())
        for block, value in values.items():
            levels.setdefault(block, []).append(math.log(value / middle))
    return [median(levels[block]) for block in sorted(levels)]


def _shifts(matches: Sequence[_Match], metric: str | None) -> list[tuple[str, float]]:
    """Label and log ratio of each cell whose program is the same on both sides."""
    found: list[tuple[str, float]] = []
    for match in matches:
        a, b = match
        if a is None or b is None or not _same_program(match):
            continue
        values = [c.values(metric or _clock(match)) if c.status == "ok" else [] for c in (a, b)]
        if all(v and median(v) > 0 for v in values):
            found.append((a.cell.platform, math.log(median(values[1]) / median(values[0]))))
    return found


def _side(results: ResultSet, platform: str | None = None) -> Side:
    experiment = results.experiment
    return Side(
        experiment=experiment.id,
        path=str(results.root),
        created=experiment.created,
        source_commit=experiment.source_commit,
        platform=platform,
    )


def _general_notes(cells: Sequence[CellComparison]) -> list[str]:
    notes: list[str] = []
    compared = [c for c in cells if c.figures is not None]
    if not compared:
        notes.append("No cell could be compared: see the reason of each.")
    if len(compared) >= MANY:
        notes.append(
            f"{len(compared)} cells were compared: at 95% about {len(compared) * 0.05:.0f} of them would differ by "
            "chance alone. Measure again what matters."
        )
    few = sum(1 for c in compared if c.figures and c.figures.n < 6)
    if few:
        notes.append(f"{few} cells rest on fewer than 6 invocations and show only large differences: --invocations 20.")
    return notes


def _session_notes(drift: Drift, cells: Sequence[CellComparison]) -> list[str]:
    labels = list(dict.fromkeys(label for c in cells for label in (c.platform_a, c.platform_b)))
    workload = cells[0].workload if cells else "token-ring"
    notes = [
        "Measured in two sessions: what the machine did in between is part of every ratio. One experiment with both "
        f"versions compares block by block and sees smaller differences: ./agon run {workload} -p "
        + (",".join(labels) if len(labels) == 2 else "NAME@OLD,NAME@NEW")
    ]
    if drift.within > 0:
        notes.append(f"Within a session the level strayed by {drift.within:.1%}; the intervals are widened by that.")
    if drift.between is not None:
        notes.append(
            f"The {drift.controls} cells whose program did not change shifted by {drift.between:+.1%}: that is the "
            "machine, not the programs."
        )
    return notes
