"""`agon report`: show a result directory."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import typer

from agon.analysis.judged import Judged
from agon.cli import values
from agon.errors import UsageError
from agon.results.store import load

FORMATS = {"html": "report.html", "md": "report.md", "latex": "report.tex", "csv": "report.csv"}


def report(
    folder: Path = typer.Argument(help="The result directory.", metavar="DIR"),
    fmt: str = typer.Option("html", "--format", help="html, md, latex or csv."),
    out: Path | None = typer.Option(
        None, "--out", help="File to write (default: report.* in DIR); - for standard output."
    ),
    baseline: str = typer.Option(
        "", "--baseline", help="The platform that others are compared with: default the fastest."
    ),
    margin: str = typer.Option("2%", "--margin", help="Differences smaller than this count as none."),
) -> None:
    """Write the report of what was measured so far."""
    from agon.report.build import render, write

    if fmt not in FORMATS:
        raise UsageError(f"--format {fmt}: choose one of {', '.join(FORMATS)}")
    results = load(folder)
    labels = [p.label for p in results.experiment.platforms]
    if baseline and baseline not in labels:
        raise UsageError(f"--baseline {baseline}: was not measured; choose one of {', '.join(labels)}")
    results = replace(results, baseline=baseline or None, margin=values.fraction("--margin", margin))
    judged = Judged(results)
    if out == Path("-"):
        typer.echo(render(judged, fmt), nl=False)
        return
    path = out or folder / FORMATS[fmt]
    write(judged, fmt, path)
    typer.echo(path)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("report", epilog="Example: ./agon report results/demo --format latex --out table.tex")(report)
