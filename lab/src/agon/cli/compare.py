"""`agon compare`: two result sets, or two platforms of one."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.text import Text

from agon.cli.campaign import console, notes
from agon.cli.jsonout import print_json
from agon.cli.tables import tabulate
from agon.cli.values import fraction, names
from agon.errors import Exit, UsageError
from agon.results.compare import between
from agon.results.compare import compare as compare_sets
from agon.results.store import load
from agon.results.verdict import Comparison

EXAMPLES = """
Examples:

  ./agon compare results/before results/after --fail-above 5%

  ./agon compare results/both --between akka@2.6.20,akka@2.6.21     (paired, interleaved: the better way)
"""
COLOURS = {"slower": "red", "higher": "yellow", "faster": "green", "lower": "green"}


def _show(comparison: Comparison) -> None:
    rows: list[tuple[str | Text, ...]] = []
    for cell in comparison.cells:
        params = " ".join(f"{key}={value}" for key, value in cell.params.items())
        told = cell.reason if cell.figures is None and cell.reason else cell.verdict
        role = f" ({cell.role})" if cell.role != "main" else ""
        verdict = Text(told, style=COLOURS.get(cell.kind, ""))
        rows.append((cell.platform_a, cell.platform_b, cell.workload + role, params, cell.metric, verdict))
    headers = ("A", "B", "workload", "parameters", "metric", "B against A")
    console.print(tabulate(headers, rows, title=f"{comparison.method} comparison"))
    if comparison.drift is not None:
        between_sessions = comparison.drift.between
        shift = "unknown" if between_sessions is None else f"{between_sessions:+.1%}"
        console.print(
            f"The machine itself: strays by {comparison.drift.within:.1%} within a session; "
            f"shift between the two: {shift} ({comparison.drift.controls} unchanged cells)"
        )
    for line in comparison.notes:
        notes.print(line, style="yellow", markup=False, soft_wrap=True)


def compare(
    folders: list[Path] = typer.Argument(help="Two result directories, or one with --between.", metavar="DIR [DIR]"),
    pair: str = typer.Option("", "--between", help="A,B: two platforms of one experiment."),
    metric: str | None = typer.Option(None, "--metric", help="What to compare (default: steady state, else elapsed)."),
    fail_above: str = typer.Option("", "--fail-above", help="Exit code 1 if a cell is shown worse by more, e.g. 5%."),
    json: bool = typer.Option(False, "--json", help="As data (schema_version 1)."),
) -> None:
    """Say which cells got slower, and by how much: a regression gate."""
    gate = fraction("--fail-above", fail_above) if fail_above else None
    if pair:
        labels = names([pair])
        if len(labels) != 2 or len(folders) != 1:
            raise UsageError("--between takes two platforms of one directory: agon compare DIR --between A,B")
        comparison = between(load(folders[0]), labels[0], labels[1], metric=metric)
    elif len(folders) == 2:
        comparison = compare_sets(load(folders[0]), load(folders[1]), metric=metric)
    else:
        raise UsageError("name two result directories, or one with --between A,B")
    if json:
        print_json(comparison.model_dump())
    else:
        _show(comparison)
    worse = comparison.exceeds(gate) if gate is not None else ()
    if worse:
        notes.print(f"{len(worse)} cells are worse by more than {fail_above}", style="bold red", markup=False)
        raise typer.Exit(int(Exit.FAILED))
    if gate is not None and not comparison.compared:
        raise UsageError("nothing could be compared: the gate cannot pass on no evidence")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("compare", epilog=EXAMPLES)(compare)
