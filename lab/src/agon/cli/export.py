"""`agon export`: an experiment as one file."""

from __future__ import annotations

from pathlib import Path

import typer

from agon.errors import UsageError
from agon.results.transfer import export as write_archive

FORMATS = ("archive", "parquet", "csv")
ARCHIVES = ("", "gz", "tgz")
"""Suffixes of archives."""


def export(
    folder: Path = typer.Argument(help="The result directory.", metavar="DIR"),
    file: Path = typer.Argument(help="The file to write, e.g. ring.agon.tar.gz or ring.parquet."),
    fmt: str = typer.Option("", "--format", help="archive, parquet or csv (default: by the file's suffix)."),
    cells: bool = typer.Option(False, "--cells", help="As parquet or csv, the summary: one row a cell and metric."),
) -> None:
    """Write an experiment to one file: an archive with everything, or its values as a table.

    A table has one row for each invocation and metric, and for each iteration.
    """
    chosen = fmt or file.suffix.removeprefix(".")
    if fmt and fmt not in FORMATS:
        raise UsageError(f"--format {fmt}: choose one of {', '.join(FORMATS)}")
    if chosen not in (*FORMATS, *ARCHIVES):
        raise UsageError(f"{file}: '.{chosen}' is no format: name it .agon.tar.gz, .parquet or .csv, or give --format")
    if chosen not in ("parquet", "csv"):
        if cells:
            raise UsageError("--cells goes with --format parquet or csv: an archive holds everything")
        write_archive(folder, file)
    else:
        from agon.results.frames import load, write

        results = load(folder)
        write(results.cells() if cells else results.frame(), file, "csv" if chosen == "csv" else "parquet")
    typer.echo(file)


EXAMPLES = """
Examples:

  ./agon export results/demo demo.agon.tar.gz             everything; './agon import' reads it

  ./agon export results/demo demo.parquet                 every value, for polars, pandas, R or DuckDB

  ./agon export results/demo cells.csv --cells            the summary
"""


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("export", epilog=EXAMPLES)(export)
