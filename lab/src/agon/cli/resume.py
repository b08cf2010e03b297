"""`agon resume`: finish an experiment that was interrupted."""

from __future__ import annotations

from pathlib import Path

import typer

from agon.cli import dry_run as dry
from agon.cli.campaign import conclude, console
from agon.run.experiment import resume as go_on


def resume(
    folder: Path = typer.Argument(help="The result directory.", metavar="DIR"),
    verbose: bool = typer.Option(False, "--verbose", help="Name everything that was left out or failed."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Show what is missing and an estimate; run nothing."),
) -> None:
    """Finish an experiment: measures what is missing, ends what an interrupted lab left running."""
    if dry_run:
        dry.show_rest(folder)
        return
    from agon.cli.live import LiveView

    conclude(folder, go_on(folder, LiveView(console)), verbose=verbose)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("resume", epilog="Example: ./agon resume results/token-ring-20260101-120000")(resume)
