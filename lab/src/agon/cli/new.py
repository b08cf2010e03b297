"""`agon new`: begin a platform."""

from __future__ import annotations

from pathlib import Path

import typer

from agon.errors import UsageError
from agon.platforms.registry import find
from agon.platforms.scaffold import scaffold


def new(
    what: str = typer.Argument(help="platform"),
    name: str = typer.Argument(help="Its name: a-z, 0-9 and '-'."),
    like: str = typer.Option("erlang", "--like", help="The platform to begin from."),
    into: Path = typer.Option(Path(), "--into", help="Where its folder goes."),
) -> None:
    """Begin a platform of your own from one that works."""
    if what != "platform":
        raise UsageError(f"agon new makes platforms, not '{what}': agon new platform NAME --like erlang")
    folder = scaffold(name, find(like), into)
    typer.echo(f"{folder}: edit platform.toml and the programs, then: ./agon check ./{folder}")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("new", epilog="Example: ./agon new platform my-platform --like erlang")(new)
