"""A comparison in words: the rows of its table, its summary in one line, and the comment for a pull request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from agon.analysis.compare import CONFIDENCE
from agon.analysis.comparison import CellComparison, Comparison, Side
from agon.analysis.gate import Gate, GateOutcome, name_of, params_of, places_of, workload_of
from agon.counted import counted
from agon.format import quantity
from agon.report.mdtext import escaped, folded, table

EFFECT = f"effect size [{CONFIDENCE:.0%} confidence interval]"
HEADERS = ("verdict", "platform", "workload", "parameters", "cores", "metric", "A", "B", EFFECT, "n")
_NUMERIC = frozenset({6, 7, 8, 9})
ORDER = ("failed", "worse", "missing", "better", "inconclusive", "tie", "not comparable")
"""Of the words in the first column: what needs a look comes first."""

SIGNS: Mapping[GateOutcome, str] = {"passed": "\u2705", "undecided": "\u2754", "failed": "\u274c"}


def word_of(cell: CellComparison) -> str:
    """One of ORDER."""
    if cell.outcome is not None:
        return cell.outcome
    return "failed" if cell.broken else "missing" if cell.lost else "not comparable"


def row_of(cell: CellComparison, comparison: Comparison) -> tuple[str, ...]:
    """A cell under HEADERS; what could not be compared has its reason in place of the figures."""
    name = (cell.platform, workload_of(cell), params_of(cell, comparison), places_of(cell), cell.metric)
    figures = cell.figures
    if figures is None:
        return (word_of(cell), *name, "", "", cell.reason or "", "")
    shown = (quantity(v, cell.unit, cell.metric) for v in (figures.median_a, figures.median_b))
    return (word_of(cell), *name, *shown, effect(cell), str(figures.n))


def sentence_of(cell: CellComparison, comparison: Comparison) -> str:
    """`worse: go token-ring, 2 cores: 3.01 ms -> 3.11 ms, +3.4% [+1.9%, +4.8%], n 10`."""
    name = f"{word_of(cell)}: {name_of(cell, comparison)}"
    figures = cell.figures
    if figures is None:
        return f"{name}: {cell.reason}"
    a, b = (quantity(v, cell.unit, cell.metric) for v in (figures.median_a, figures.median_b))
    return f"{name}: {a} -> {b}, {effect(cell)}, {figures.n} invocations"


def effect(cell: CellComparison) -> str:
    """`+5.1% [+3.9%, +6.3%]`: B against A."""
    f = cell.figures
    if f is None or f.ratio is None:
        return "-"
    if f.low is None or f.high is None:
        return f"{f.ratio - 1:+.1%} [no interval]"
    return f"{f.ratio - 1:+.1%} [{f.low - 1:+.1%}, {f.high - 1:+.1%}]"


def sorted_cells(comparison: Comparison) -> list[CellComparison]:
    """Those that need a look first, the greatest effect first."""

    def rank(cell: CellComparison) -> tuple[int, float]:
        ratio = cell.judged.ratio if cell.judged else None
        far = abs(ratio.ratio - 1) if ratio else 0.0
        return ORDER.index(word_of(cell)), -far

    return sorted(comparison.cells, key=rank)


def summary(comparison: Comparison) -> str:
    """`15 cells: 1 failed, 2 worse, 12 ties`."""
    counts = Counter(word_of(c) for c in comparison.cells)
    plural = {"tie": "ties"}
    parts = [f"{n} {plural.get(w, w) if n > 1 else w}" for w in ORDER if (n := counts[w])]
    total = len(comparison.cells)
    return f"{counted(total, 'cell')}: {', '.join(parts) or 'nothing'}"


def gate_line(gate: Gate) -> str:
    """What the gate was asked, and its answer: `passed` only of cells that are shown to be within the bound."""
    asked = ["a cell that fails"]
    if gate.fail_above is not None:
        asked.insert(0, f"a cell shown to be worse by more than {_percent(gate.fail_above)}")
    if gate.fail_on_missing:
        asked.append("a missing cell")
    parts: list[str] = []
    if gate.findings:
        parts.append(", ".join(f"{n} {kind}" for kind, n in Counter(f.kind for f in gate.findings).items()))
    elif gate.no_evidence:
        parts.append(f"no evidence, {gate.no_evidence}")
    if gate.undecided:
        accepted = ", accepted" if gate.allow_undecided else ""
        parts.append(f"{counted(len(gate.undecided), 'cell')} undecided{accepted}")
    if gate.bound is not None and (gate.within or not parts):
        parts.append(f"{counted(gate.within, 'cell')} shown to be within {_percent(gate.bound)}")
    if gate.not_judged:
        parts.append(f"{counted(gate.not_judged, 'cell')} not comparable")
    if gate.detectable is not None:
        parts.append(f"slow-downs from {gate.detectable:.1%} on would be found in every cell")
    required = f"; within {_percent(gate.require)} required" if gate.require is not None else ""
    answer = gate.outcome + (f": {'; '.join(parts)}" if parts else "")
    return f"Gate ({', '.join(asked)}{required}): {answer}"


def _percent(share: float) -> str:
    return f"{100 * share:.4g}%"


def how(comparison: Comparison) -> list[str]:
    """How it was measured, and what the figures mean."""
    ns = [c.figures.n for c in comparison.cells if c.figures]
    count = f"{min(ns)}" if ns and min(ns) == max(ns) else f"{min(ns)} to {max(ns)}" if ns else "no"
    design = (
        f"One experiment, interleaved; {count} pairs of invocations, block by block."
        if comparison.method == "paired"
        else f"Two experiments, one after the other; {count} invocations a side, as independent samples."
    )
    return [
        *(_side(letter, side) for letter, side in (("A", comparison.a), ("B", comparison.b))),
        f"Machine: {comparison.a.machine}.",
        design,
        f"Effect size: median ratio of B to A, less 1, with its {CONFIDENCE:.0%} confidence interval, corrected over "
        f"all cells. Tie: within {100 * comparison.margin:.4g}%. Better and worse: beyond that. "
        "Inconclusive: the confidence interval reaches across.",
        *comparison.notes,
    ]


def _side(letter: str, side: Side) -> str:
    platform = f"{side.platform} in " if side.platform else ""
    lab = side.source_commit[:12] or "unknown"
    return f"{letter}: {platform}{Path(side.path).name}, {side.created}, {_commits(side)}lab at commit {lab}."


def _commits(side: Side) -> str:
    """Where the platforms were: one commit for all that were at it."""
    at: dict[str, list[str]] = {}
    for label, commit in side.commits.items():
        at.setdefault(commit, []).append(label)
    if len(at) == 1 or (side.platform and at):
        whose = "platform" if len(side.commits) == 1 else "platforms"
        return f"{whose} at commit {next(iter(at))}, "
    return "".join(f"{' and '.join(labels)} at commit {commit}, " for commit, labels in at.items())


def comment(comparison: Comparison, gate: Gate | None) -> str:
    """Markdown for a pull request."""
    return "\n".join(_comment(comparison, gate)).rstrip() + "\n"


def _comment(comparison: Comparison, gate: Gate | None) -> Iterator[str]:
    sign = "" if gate is None else SIGNS[gate.outcome] + " "
    yield f"### {sign}Agon, {escaped(summary(comparison))}\n"
    if gate is not None:
        yield f"**{escaped(gate_line(gate))}**\n"
        if gate.undecided:
            yield "\n".join(f"- undecided: {escaped(u.cell)}: {escaped(u.detail)}" for u in gate.undecided) + "\n"
    cells = sorted_cells(comparison)
    listed = [c for c in cells if word_of(c) in ("failed", "worse", "missing", "better")]
    rest = [c for c in cells if c not in listed]
    if listed:
        yield _table(listed, comparison)
    else:
        yield "No cell is shown to be worse or better.\n"
    if rest:
        counts = Counter(word_of(c) for c in rest)
        yield folded("The rest: " + ", ".join(f"{n} {w}" for w, n in counts.items()), _table(rest, comparison))
    yield folded("How it was measured", "\n".join(f"- {escaped(line)}" for line in how(comparison)))


def _table(cells: Sequence[CellComparison], comparison: Comparison) -> str:
    return table(HEADERS, (row_of(c, comparison) for c in cells), _NUMERIC)
