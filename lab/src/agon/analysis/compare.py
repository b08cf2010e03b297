"""Comparison of two result sets, or of two platforms within one: which cells got worse, and by how much.

    comparison = compare(load(before), load(after))
    comparison = between(results, "akka@2.6.20", "akka@2.6.21")
    for cell in comparison.exceeds(0.05): ...

Every verdict is agon.stats.verdict's, all cells judged at once. Within one experiment blocks are paired; two
experiments share none and are independent samples. Ratios are B over A. Results of two machines are refused.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import median

from agon.analysis.builds import built_apart
from agon.analysis.comparison import CellComparison, Comparison, Drift, Figures, Side, what_of, words
from agon.analysis.matching import Match, better_of, conditions, matches, unit_of, unlike
from agon.analysis.modes import modes_of
from agon.errors import StoreError, UsageError
from agon.results.labels import meant
from agon.results.summary import CellResult, ResultSet
from agon.stats.comparison import session_drift
from agon.stats.verdict import LEAST_BLOCKS, LEVEL, MARGIN, Better, Verdict, judge

CONFIDENCE = 1 - LEVEL
"""Of the intervals of a comparison."""
CONTROLS = 3
"""Cells of unchanged platforms from which on their common shift is the machine's."""


def compare(
    a: ResultSet,
    b: ResultSet,
    *,
    metric: str | None = None,
    mapping: Mapping[str, str] | None = None,
    margin: float = MARGIN,
) -> Comparison:
    """Two experiments on one machine. `mapping`: label in `a` -> label in `b`, where they differ.

    `metric` None: the headline, which is the time after warm-up, of cells that never repeat that of their iteration.
    """
    _same_machine(a, b)
    if a.experiment.id == b.experiment.id:
        raise UsageError(f"{a.root} and {b.root} are the same experiment: compare two of its platforms instead")
    _is_measured(metric, a, b)
    labels = _labels(a, b, mapping or {})
    found = matches(
        ((labels.get(c.cell.platform, c.cell.platform), c) for c in a.cells), ((c.cell.platform, c) for c in b.cells)
    )
    within = session_drift([_levels(a, metric), _levels(b, metric)])
    shifts = _shifts(found, metric)

    def drift_of(match: Match) -> float:
        """A cell is no control of its own platform."""
        platform = match[0].cell.platform if match[0] else ""
        others = [s for label, s in shifts if label != platform]
        return max(within, abs(median(others)) / math.sqrt(2)) if len(others) >= CONTROLS else within

    whys = [_why_not(m, metric, conditions(a.experiment, b.experiment, m)) for m in found]
    cells = _judged(
        found, whys, metric, margin, [drift_of(m) for m in found], max(a.experiment.plan.looks, b.experiment.plan.looks)
    )
    shift = median(s for _, s in shifts) if len(shifts) >= CONTROLS else None
    drift = Drift(within=math.expm1(within), between=None if shift is None else math.expm1(shift), controls=len(shifts))
    notes = (*_general_notes(cells), *built_apart(found), *_session_notes(drift, cells))
    return Comparison(method="unpaired", a=_side(a), b=_side(b), margin=margin, cells=cells, drift=drift, notes=notes)


def between(
    results: ResultSet, label_a: str, label_b: str, *, metric: str | None = None, margin: float = MARGIN
) -> Comparison:
    """Two platforms of one experiment, block by block."""
    label_a, label_b = _label(results, label_a), _label(results, label_b)
    if label_a == label_b:
        raise UsageError(f"name two different platforms, not '{label_a}' twice")
    return in_pairs(results, {label_a: label_b}, metric=metric, margin=margin)


def in_pairs(
    results: ResultSet, labels: Mapping[str, str], *, metric: str | None = None, margin: float = MARGIN
) -> Comparison:
    """Pairs of platforms of one experiment, block by block, judged together. `labels`: of A -> of B."""
    _is_measured(metric, results)
    looks = results.experiment.plan.looks
    found = matches(
        ((labels[c.cell.platform], c) for c in results.cells if c.cell.platform in labels),
        ((c.cell.platform, c) for c in results.cells if c.cell.platform in labels.values()),
    )
    cells = _judged(found, [_why_not(m, metric, None) for m in found], metric, margin, None, looks)
    return Comparison(
        method="paired",
        a=_side(results, *labels),
        b=_side(results, *labels.values()),
        margin=margin,
        cells=cells,
        notes=(*_general_notes(cells), *_looks_note(looks)),
    )


def _label(results: ResultSet, text: str) -> str:
    known = {p.label: p.folder for p in results.experiment.platforms}
    label = meant(text, known)
    if label is None:
        raise UsageError(f"{results.root} has no platform '{text}'; it has {', '.join(known)}")
    return label


def _judged(
    found: Sequence[Match],
    whys: Sequence[str | None],
    metric: str | None,
    margin: float,
    drifts: Sequence[float] | None,
    looks: int = 1,
) -> tuple[CellComparison, ...]:
    """All cells, corrected together: one call of the judge for each way in which the metric is better."""
    verdicts: dict[int, Verdict] = {}
    ways: dict[Better, list[int]] = {}
    for n, (match, why) in enumerate(zip(found, whys, strict=True)):
        way = better_of(_some(match).cell.workload, _metric(match, metric))
        if why is None and way is not None:
            ways.setdefault(way, []).append(n)
    for way, ns in ways.items():
        pairs = [_values(found[n], metric) for n in ns]
        strays = None if drifts is None else [drifts[n] for n in ns]
        judged = judge([(b, a) for a, b in pairs], way, margin, strays, LEVEL / looks)
        verdicts |= dict(zip(ns, judged, strict=True))
    return tuple(
        _one(match, _metric(match, metric), verdicts.get(n), why)
        for n, (match, why) in enumerate(zip(found, whys, strict=True))
    )


def _one(match: Match, metric: str, verdict: Verdict | None, why: str | None) -> CellComparison:
    a, b = match
    cell, unit = _some(match).cell, unit_of(metric)
    figures, text = None, f"not comparable: {why}"
    if verdict is not None:
        values_a, values_b = _values(match, metric)
        ratio = verdict.ratio
        if ratio is not None and better_of(cell.workload, metric) == "higher":
            ratio = ratio.inverted
        median_a, median_b = median(values_a.values()), median(values_b.values())
        figures = Figures(
            median_a=median_a,
            median_b=median_b,
            ratio=ratio.ratio if ratio else median_b / median_a if median_a else None,
            low=ratio.low if ratio else None,
            high=ratio.high if ratio else None,
            n=verdict.n,
            modes_a=modes_of([*values_a.values()], unit, metric),
            modes_b=modes_of([*values_b.values()], unit, metric),
        )
        text = words(verdict, ratio, unit)
    has_a = a is not None and bool(a.values(metric)) and (a.status == "ok" or b is None)
    return CellComparison(
        platform_a=a.cell.platform if a else cell.platform,
        platform_b=b.cell.platform if b else cell.platform,
        **what_of(cell, metric),
        status_a=a.status if a else "absent",
        status_b=b.status if b else "absent",
        verdict=text,
        judged=verdict,
        reason=why,
        figures=figures,
        lost=why is not None and has_a and (b is None or b.status != "failed") and _directed(match, metric),
        unchanged=_same_program(match),
    )


def _why_not(match: Match, metric: str | None, text: str | None) -> str | None:
    """Why the two cannot be compared. `text`: what their experiments were set differently."""
    a, b = match
    if a is None or b is None:
        return f"measured only in {'B' if a is None else 'A'}"
    for name, side in (("A", a), ("B", b)):
        if side.status != "ok":
            return f"{side.status} in {name}: {side.reason}"
    name = _metric(match, metric)
    why = text or unlike(a, b, name)
    if why is not None:
        return why
    for letter, side in (("A", a), ("B", b)):
        if not side.values(name):
            return f"no {name} in {letter}"
    return None if _directed(match, name) else f"neither more nor less {name} is better"


def _metric(match: Match, metric: str | None) -> str:
    """What is compared: the headline, which both have alike where they are comparable."""
    return metric or _some(match).headline


def _some(match: Match) -> CellResult:
    found = match[0] or match[1]
    assert found is not None, "a match comes from a cell of either side"
    return found


def _values(match: Match, metric: str | None) -> tuple[dict[int, float], dict[int, float]]:
    name = _metric(match, metric)
    a, b = (c.by_block(name) if c else {} for c in match)
    return a, b


def _directed(match: Match, metric: str) -> bool:
    return better_of(_some(match).cell.workload, metric) is not None


def _is_measured(metric: str | None, *sets: ResultSet) -> None:
    """A metric that no cell has is a mistake of the user's."""
    known = sorted({name for results in sets for cell in results.cells for name in cell.metrics})
    if metric is not None and known and metric not in known:
        raise UsageError(f"--metric {metric}: no cell has it; choose one of {', '.join(known)}")


def _same_machine(a: ResultSet, b: ResultSet) -> None:
    first, second = a.experiment.environment, b.experiment.environment
    if first.machine_id != second.machine_id:
        raise StoreError(
            f"measured on two machines: {a.root} on {first.cpu_model} ({first.cores_logical} cores), {b.root} on "
            f"{second.cpu_model} ({second.cores_logical} cores); times of two machines cannot be compared: "
            "measure both on one"
        )


def _labels(a: ResultSet, b: ResultSet, mapping: Mapping[str, str]) -> dict[str, str]:
    """Label in `a` -> label in `b`: as named, else the same label, else the only one of that platform and variant."""
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


def _same_program(match: Match) -> bool:
    a, b = match
    if a is None or b is None:
        return False
    programs = (a.platform.source_digest, a.cell.variant) == (b.platform.source_digest, b.cell.variant)
    return programs and a.platform.same_version(b.platform) and a.platform.same_builds(b.platform)


def _levels(results: ResultSet, metric: str | None) -> list[float]:
    """The session's level block by block: the median over cells of each one's log time, relative to its own median."""
    levels: dict[int, list[float]] = {}
    for cell in results.cells:
        values = cell.in_blocks(metric or cell.headline) if cell.status == "ok" else {}
        if len(values) < 2 or min(values.values()) <= 0:
            continue
        middle = median(values.values())
        for block, value in values.items():
            levels.setdefault(block, []).append(math.log(value / middle))
    return [median(levels[block]) for block in sorted(levels)]


def _shifts(found: Sequence[Match], metric: str | None) -> list[tuple[str, float]]:
    """Label and log ratio of each cell whose program is the same on both sides."""
    shifts: list[tuple[str, float]] = []
    for match in found:
        a, b = match
        if a is None or b is None or not _same_program(match) or unlike(a, b, _metric(match, metric)):
            continue
        values = [
            list(v.values()) if c.status == "ok" else [] for c, v in zip((a, b), _values(match, metric), strict=True)
        ]
        if all(v and median(v) > 0 for v in values):
            shifts.append((a.cell.platform, math.log(median(values[1]) / median(values[0]))))
    return shifts


def _side(results: ResultSet, *platforms: str) -> Side:
    """`platforms`: labels of those meant; none: all."""
    experiment = results.experiment
    environment = experiment.environment
    return Side(
        experiment=experiment.id,
        path=str(results.root),
        created=experiment.created,
        source_commit=experiment.source_commit,
        machine=f"{environment.cpu_model}, {environment.cores_logical} logical cores, {environment.os}",
        platform=platforms[0] if len(platforms) == 1 else None,
        commits={p.label: p.commit for p in experiment.platforms if p.commit and p.label in (platforms or {p.label})},
    )


def _general_notes(cells: Sequence[CellComparison]) -> list[str]:
    notes: list[str] = []
    compared = [c for c in cells if c.judged is not None]
    if not compared:
        notes.append("No cell could be compared: see the reason of each.")
    if len(compared) > 1:
        notes.append(
            f"Confidence intervals are corrected for {len(compared)} cells (Holm): where no program changed, at most "
            "one such comparison in twenty calls any cell different."
        )
    few = sum(1 for c in compared if c.judged and c.judged.n < LEAST_BLOCKS)
    if few:
        have = "1 cell has" if few == 1 else f"{few} cells have"
        notes.append(f"{have} fewer than {LEAST_BLOCKS} invocations, which decide nothing: --invocations 20.")
    for cell in compared:
        for side, modes in _moded(cell):
            name = f"{cell.workload} of {side}"
            notes.append(f"{name}: {modes}. Which of them a process takes is the finding: its median is of neither.")
    wide = [c for c in compared if c.judged and c.judged.n >= LEAST_BLOCKS and c.outcome == "inconclusive"]
    narrow = sum(1 for c in wide if not _moded(c))
    if narrow:
        are = "1 cell is inconclusive: its" if narrow == 1 else f"{narrow} cells are inconclusive: their"
        notes.append(f"{are} confidence intervals are too wide. More invocations help (agon run --until-decided 10m).")
    return notes


def _looks_note(looks: int) -> list[str]:
    if looks == 1:
        return []
    return [
        f"Measured until decided: the data were looked at up to {looks} times, and each look has {LEVEL / looks:.0%} "
        f"of the {LEVEL:.0%} that all may err."
    ]


def _moded(cell: CellComparison) -> list[tuple[str, str]]:
    """Each side whose invocations fall into groups, with these."""
    figures = cell.figures
    if figures is None:
        return []
    sides = ((f"{cell.platform_a} in A", figures.modes_a), (f"{cell.platform_b} in B", figures.modes_b))
    return [(side, modes) for side, modes in sides if modes]


def _session_notes(drift: Drift, cells: Sequence[CellComparison]) -> list[str]:
    # Of a platform that has one name on both sides it is not known which versions were meant.
    pairs = {(c.platform_a, c.platform_b) for c in cells if c.platform_a != c.platform_b}
    workload = cells[0].workload if cells else "token-ring"
    notes = [
        "Measured in two sessions: what the machine did in between is part of every ratio. One experiment with both "
        f"versions compares block by block and sees smaller differences: ./agon run {workload} -p "
        + (",".join(pairs.pop()) if len(pairs) == 1 else "NAME@OLD,NAME@NEW")
    ]
    if drift.within > 0:
        notes.append(
            f"Within a session the level strayed by {drift.within:.1%}; the confidence intervals are widened by that."
        )
    if drift.between is not None:
        notes.append(
            f"The {drift.controls} cells whose program did not change shifted by {drift.between:+.1%}: that is the "
            "machine, not the programs."
        )
    return notes
