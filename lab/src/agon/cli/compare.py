"""`agon compare`: two result sets, or two platforms of one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer
from rich.text import Text

from agon.analysis.compare import between
from agon.analysis.compare import compare as compare_sets
from agon.analysis.comparison import Comparison
from agon.analysis.gate import Gate, gate, margin_for
from agon.cli import lines
from agon.cli.campaign import console, notes
from agon.cli.jsonout import print_json
from agon.cli.tables import tabulate
from agon.cli.values import fraction, names
from agon.errors import Exit, UsageError
from agon.results.store import load

FORMATS = ("text", "json", "md")
EXAMPLES = """
Examples:

  ./agon compare results/both --between akka@2.6.20,akka@2.6.21     (paired, interleaved: the better way)

  ./agon compare results/before results/after --fail-above 5% --fail-on-missing --format md > comment.md
"""
GATE_STYLES = {"passed": "bold green", "undecided": "bold yellow", "failed": "bold red"}
COLOURS = {"failed": "red", "worse": "red", "missing": "yellow", "better": "green", "inconclusive": "yellow"}


def _show(comparison: Comparison) -> None:
    from agon.report.compared import HEADERS, how, row_of, sentence_of, sorted_cells, summary

    cells = sorted_cells(comparison)
    whole = [row_of(cell, comparison) for cell in cells]
    metrics = {row[5] for row in whole}
    drop = 5 if len(metrics) == 1 else None  # one metric for all stands in the title
    title = f"{summary(comparison)} ({comparison.method}{f', {metrics.pop()}' if drop else ''})"
    rows: list[tuple[str | Text, ...]] = []
    for first, *others in whole:
        rest = [text for n, text in enumerate(others, 1) if n != drop]
        rows.append((Text(first, style=COLOURS.get(first, "")), *rest))
    headers = [h for n, h in enumerate(HEADERS) if n != drop]
    sentences = [sentence_of(cell, comparison) for cell in cells]
    console.print(tabulate(headers, rows, title=title, sentences=sentences))
    for line in how(comparison):
        lines.print_line(notes, line, "dim")


def _show_gate(found: Gate) -> None:
    from agon.report.compared import gate_line

    for finding in found.findings:
        lines.print_line(notes, f"{finding.kind}: {finding.cell}: {finding.detail}", "red")
    for undecided in found.undecided:
        lines.print_line(notes, f"undecided: {undecided.cell}: {undecided.detail}", "yellow")
    lines.print_line(notes, gate_line(found), GATE_STYLES[found.outcome])


def _exit_code(found: Gate) -> Exit:
    if found.outcome == "failed":
        return Exit.FAILED
    if found.outcome == "passed" or found.allow_undecided:
        return Exit.OK
    return Exit.UNDECIDED


def _compared(folders: Sequence[Path], labels: Sequence[str], metric: str | None, margin: float) -> Comparison:
    if labels:
        if len(labels) != 2 or len(folders) != 1:
            raise UsageError("--between takes two platforms of one directory: agon compare DIR --between A,B")
        return between(load(folders[0]), labels[0], labels[1], metric=metric, margin=margin)
    if len(folders) != 2:
        raise UsageError("name two result directories, or one with --between A,B")
    return compare_sets(load(folders[0]), load(folders[1]), metric=metric, margin=margin)


def compare(
    folders: list[Path] = typer.Argument(help="Two result directories, or one with --between.", metavar="DIR [DIR]"),
    pair: str = typer.Option("", "--between", help="A,B: two platforms of one experiment."),
    metric: str | None = typer.Option(None, "--metric", help="What to compare (default: the time after warm-up)."),
    fail_above: str = typer.Option(
        "",
        "--fail-above",
        help="Exit code 1 if a cell is shown to be worse by more, e.g. 5%, or fails in B only; 5 if undecided.",
    ),
    require: str = typer.Option(
        "", "--require", help="Pass only cells that are shown to be worse by no more, e.g. 5% (default: --fail-above)."
    ),
    allow_undecided: bool = typer.Option(
        False, "--allow-undecided", help="Exit code 0, not 5, if cells are undecided and none is worse."
    ),
    fail_on_missing: bool = typer.Option(
        False, "--fail-on-missing", help="Exit code 1 if a cell of A has no counterpart in B."
    ),
    fmt: str = typer.Option("text", "--format", help="text, json (schema_version 2), or md: a pull request's comment."),
    json: bool = typer.Option(False, "--json", help="The same as --format json."),
) -> None:
    """Report which cells got worse, and by how much: a regression gate."""
    if fmt not in FORMATS:
        raise UsageError(f"--format {fmt}: choose one of {', '.join(FORMATS)}")
    most = fraction("--fail-above", fail_above) if fail_above else None
    within = fraction("--require", require) if require else None
    if allow_undecided and most is None and within is None:
        raise UsageError("--allow-undecided goes with --fail-above or --require")
    comparison = _compared(folders, names([pair]), metric, margin_for(most, within))
    found = None
    if most is not None or within is not None or fail_on_missing:
        found = gate(comparison, most, require=within, fail_on_missing=fail_on_missing, allow_undecided=allow_undecided)
    if json or fmt == "json":
        print_json(comparison.model_dump() | {"gate": found.model_dump() if found else None})
    elif fmt == "md":
        from agon.report.compared import comment

        typer.echo(comment(comparison, found))
    else:
        _show(comparison)
    if found is not None:
        _show_gate(found)
        if found.no_evidence and not found.findings:
            raise UsageError(f"{found.no_evidence}: the gate cannot pass on no evidence")
        if code := _exit_code(found):
            raise typer.Exit(int(code))


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("compare", epilog=EXAMPLES)(compare)
