"""`agon asl`: checks AgentSpeak programs and lays them out; the work is done by a program of the engine."""

from __future__ import annotations

from pathlib import Path

import typer

from agon.cli.agentspeak import become, program
from agon.cli.exec_ import Dialect

asl = typer.Typer(help="Check AgentSpeak programs, or lay them out.", no_args_is_help=True)


@asl.command()
def check(
    files: list[Path] = typer.Argument(..., metavar="FILE...", help="Programs (.asl), or projects (.mas2j, .jcm)."),
    source_path: list[Path] = typer.Option([], "--source-path", metavar="FOLDER", help="Where included files are."),
    roots: list[str] = typer.Option([], "--root", metavar="NAME=FOLDER", help="What $NAME/ means in an include."),
    dialect: Dialect | None = typer.Option(None, "--dialect", help="Of which Jason; by default the newest."),
) -> None:
    """Report errors and probable errors in programs, each with its line and a caret."""
    options = [part for folder in source_path for part in ("--source-path", str(folder))]
    options += [part for root in roots for part in ("--root", root)]
    options += ["--dialect", str(dialect)] if dialect else []
    become(program(), ["check", *options, *map(str, files)])


@asl.command()
def fmt(
    files: list[Path] = typer.Argument(..., metavar="FILE...", help="Programs or projects; they are overwritten."),
    only_check: bool = typer.Option(False, "--check", help="Change nothing; name the files that would change."),
) -> None:
    """Lay out programs; comments stay."""
    become(program(), ["fmt", *(["--check"] if only_check else []), *map(str, files)])


def register(app: typer.Typer) -> None:
    """Adds the verb."""
    app.add_typer(asl, name="asl")
