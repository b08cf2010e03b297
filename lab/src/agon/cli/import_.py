"""`agon import`: take an exported experiment in."""

from __future__ import annotations

from pathlib import Path

import typer

from agon.results.transfer import import_file


def import_(
    file: Path = typer.Argument(help="A file made by agon export."),
    into: Path = typer.Option(Path("results"), "--into", help="Where its directory goes."),
) -> None:
    """Unpack an exported experiment; report, results and compare then work on it."""
    typer.echo(import_file(file, into))


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("import", epilog="Example: ./agon import demo.agon.tar.gz")(import_)
