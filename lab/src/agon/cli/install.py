"""`agon install`: toolchains and builds."""

from __future__ import annotations

from pathlib import Path

import typer

from agon.cli.campaign import note
from agon.cli.values import names
from agon.errors import AgonError, MissingError, UsageError
from agon.platforms.install import install as make_ready
from agon.platforms.registry import find, find_all, known_ids


def install(
    platform: list[str] = typer.Argument(None, help="Platforms, e.g. erlang jason@3.2.0.", metavar="PLATFORM..."),
    every: bool = typer.Option(False, "--all", help="Every platform."),
    jar: Path | None = typer.Option(None, "--jar", help="A jar of your own, for a platform that no registry holds."),
) -> None:
    """Install what platforms need and build them."""
    if every == bool(platform):
        raise UsageError("name the platforms, or --all (see: agon list platforms)")
    if jar is not None:
        raise UsageError("--jar: none of the platforms here is built from a jar of yours")
    platforms = [find(name) for name in known_ids()] if every else find_all(names(platform))
    failures: list[str] = []
    for one in platforms:
        try:
            make_ready([one], note)
        except AgonError as error:  # the others are still wanted
            failures.append(f"{one.label}: {error}")
    if failures:
        raise MissingError("\n".join(failures))


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("install", epilog="Example: ./agon install --all")(install)
