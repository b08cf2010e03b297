"""A gate's answer: lines for a terminal, and the comment for a pull request."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from agon.analysis.comparison import CellComparison, Comparison
from agon.analysis.gate import CellOutcome, Gate, GateOutcome, outcome_of, params_of, places_of, workload_of
from agon.analysis.gated import Gated
from agon.counted import counted
from agon.errors import StoreError
from agon.report.compared import SIGNS
from agon.report.mdtext import escaped, harmless, table
from agon.results.labels import without_version

MARKER = "<!-- agon-gate -->"
"""The comment's first line, by which a workflow finds the comment that it has made before."""
HEADERS = ("outcome", "workload", "head / base", "95% interval", "pairs")
_NUMERIC = frozenset({2, 3, 4})
_ORDER: tuple[CellOutcome, ...] = ("failed", "worse", "undecided", "not worse", "not compared")
_SIGNS: dict[CellOutcome, str] = {
    "failed": SIGNS["failed"],
    "worse": SIGNS["failed"],
    "undecided": SIGNS["undecided"],
    "not worse": SIGNS["passed"],
    "not compared": "",
}


def answer(found: Gated) -> str:
    """The whole answer in one sentence."""
    if found.why:
        return found.why
    share = f"{100 * found.fail_above:.4g}%"
    words: dict[GateOutcome, str] = {
        "failed": f"worse by more than {share}",
        "passed": f"not worse by more than {share}",
        "undecided": f"undecided: neither worse by more than {share} nor shown not to be",
    }
    gate = found.gate
    if gate is not None and gate.findings and all(f.kind == "failed" for f in gate.findings):
        return "fails where the base does not"
    if gate is not None and gate.no_evidence and not gate.findings:
        return f"undecided: {gate.no_evidence}"
    return words[found.outcome]


def rows(comparison: Comparison, gate: Gate) -> Iterator[tuple[CellOutcome, tuple[str, ...]]]:
    """Each cell's outcome, and its row under HEADERS: what needs a look comes first."""
    several = len({without_version(c.platform_b) for c in comparison.cells}) > 1
    found: list[tuple[CellOutcome, CellComparison]] = [
        (outcome, cell) for outcome in _ORDER for cell in comparison.cells if outcome_of(cell, gate) == outcome
    ]
    for outcome, cell in found:
        yield outcome, (_words(outcome, cell), _name(cell, comparison, several=several), *_figures(cell))


def _name(cell: CellComparison, comparison: Comparison, *, several: bool) -> str:
    platform = without_version(cell.platform_b) if several else ""
    alike = [c for c in comparison.cells if (c.platform_b, workload_of(c)) == (cell.platform_b, workload_of(cell))]
    params = params_of(cell, comparison) if len(alike) > 1 else ""
    where = places_of(cell) if len({(c.cores, c.threads) for c in comparison.cells}) > 1 else ""
    return " ".join(part for part in (platform, workload_of(cell), params, where) if part)


def _words(outcome: CellOutcome, cell: CellComparison) -> str:
    if outcome in ("failed", "not compared"):
        return f"{outcome}: {cell.reason}"
    ratio = cell.judged.ratio if cell.judged else None
    if outcome == "undecided" and ratio is not None:
        return f"undecided: up to {ratio.high - 1:.1%} worse is possible"
    return f"undecided: {cell.judged.why}" if outcome == "undecided" and cell.judged else outcome


def _figures(cell: CellComparison) -> tuple[str, str, str]:
    figures = cell.figures
    if figures is None:
        return "", "", ""
    interval = "" if figures.low is None or figures.high is None else f"[{figures.low:.3f}, {figures.high:.3f}]"
    return "" if figures.ratio is None else f"{figures.ratio:.3f}", interval, str(figures.n)


def lines(found: Gated) -> Iterator[str]:
    """What was compared and how, in plain sentences."""
    dirty = " (with changes that are not committed)" if found.head.endswith("-dirty") else ""
    yield f"Base {found.base}, head {found.head}{dirty}."
    yield from (f"{note}." for note in found.notes)
    if found.machine:
        disturbed = f"disturbed: {'; '.join(found.noise)}" if found.noise else "no disturbance was seen"
        yield f"Machine: {found.machine}; {disturbed}."


def comment(found: Gated) -> str:
    """Markdown for a pull request. It begins with MARKER."""
    return "\n".join(_comment(found)).rstrip() + "\n"


def _comment(found: Gated) -> Iterator[str]:
    yield MARKER
    yield f"### {SIGNS[found.counts_as]} Agon: {harmless(escaped(answer(found)))}\n"
    if found.comparison is not None and found.gate is not None:
        listed = list(rows(found.comparison, found.gate))
        signed = [(f"{_SIGNS[outcome]} {row[0]}".strip(), *row[1:]) for outcome, row in listed]
        yield table(HEADERS, signed, _NUMERIC)
    for line in lines(found):
        yield f"- {harmless(escaped(line))}"
    if found.outcome == "undecided" and found.on_undecided:
        yield f"- Undecided counts as {found.counts_as} here."
    yield f"- Again: `{found.again.replace('`', '')}`"


def summary(found: Gated) -> str:
    """The last line on a terminal."""
    accepted = ""
    if found.outcome == "undecided" and found.on_undecided:
        accepted = f" (undecided counts as {found.counts_as})"
    cells = "" if found.comparison is None else f", {counted(len(found.comparison.cells), 'comparison')}"
    return f"Gate: {found.outcome}{cells}: {answer(found)}{accepted}"


def write(found: Gated, path: Path) -> None:
    """Write the comment."""
    try:
        path.write_text(comment(found), encoding="utf-8")
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}; choose another place with --comment") from None
