"""`agon results`: the numbers."""

from __future__ import annotations

from pathlib import Path

import typer

from agon.analysis.builds import builds_apart
from agon.analysis.judged import Judged
from agon.analysis.listing import document
from agon.analysis.modes import modes_of
from agon.cli.campaign import console
from agon.cli.jsonout import print_json
from agon.cli.lines import print_line
from agon.cli.tables import tabulate
from agon.counted import counted
from agon.results.store import load


def results(
    folder: Path = typer.Argument(help="The result directory.", metavar="DIR"),
    json: bool = typer.Option(False, "--json", help="As data (schema agon.results/1)."),
) -> None:
    """Show every cell of an experiment with its numbers."""
    found = load(folder)
    if json:
        print_json(document(Judged(found)).model_dump())
        return
    from agon.format import interval

    rows: list[tuple[str, ...]] = []
    for result in found.cells:
        cell = result.cell
        values = " ".join([*(f"{key}={value}" for key, value in cell.params.items()), counted(cell.cores, "core")])
        shown = [result.reason or result.status, "", ""]
        if result.measured:
            wanted = (result.headline, "elapsed", "memory_peak")
            shown = [interval(result.metrics[m]) if m in result.metrics else "-" for m in wanted]
            modes = modes_of(result.values(result.headline), "s")
            shown[0] = ", ".join(filter(None, (shown[0], modes, result.steady, result.reason)))
        role = f" ({cell.role})" if cell.role != "main" else ""
        rows.append((cell.platform, cell.workload + role, values, *shown))
    headers = ("platform", "workload", "parameters", "steady state", "first iteration", "peak memory")
    console.print(tabulate(headers, rows, caption=found.numbers))
    for sentence in builds_apart(found):
        print_line(console, sentence)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("results", epilog="Example: ./agon results results/demo --json")(results)
