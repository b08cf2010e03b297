"""`agon export`: an experiment as one file."""

from __future__ import annotations

from pathlib import Path

import typer

from agon.results.transfer import export as write


def export(
    folder: Path = typer.Argument(help="The result directory.", metavar="DIR"),
    file: Path = typer.Argument(help="The file to write, e.g. ring.agon.tar.gz."),
) -> None:
    """Write an experiment, raw data and environment included, to one file."""
    write(folder, file)
    typer.echo(file)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("export", epilog="Example: ./agon export results/demo demo.agon.tar.gz")(export)
