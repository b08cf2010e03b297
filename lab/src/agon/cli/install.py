"""`agon install`: toolchains and builds."""

from __future__ import annotations

from pathlib import Path

import typer

from agon.cli.campaign import note
from agon.cli.values import names
from agon.errors import AgonError, MissingError, UsageError
from agon.platforms.install import install as make_ready
from agon.platforms.install import supply
from agon.platforms.probe import supply_wanted
from agon.platforms.registry import Platform, find, find_all, known_ids


def install(
    platform: list[str] = typer.Argument(None, help="Platforms, e.g. erlang jason@3.2.0.", metavar="PLATFORM..."),
    every: bool = typer.Option(False, "--all", help="Every platform."),
    quick: bool = typer.Option(False, "--quick", help="Builds for check --quick: done sooner, and never measured."),
    jar: list[Path] = typer.Option([], "--jar", help="A jar of yours, for a platform that no registry holds."),
) -> None:
    """Install what platforms need and build them."""
    if every == bool(platform):
        raise UsageError("name the platforms, or --all (see: agon list platforms)")
    platforms = [find(name) for name in known_ids()] if every else find_all(names(platform))
    if jar:
        if every or len(platforms) != 1:
            raise UsageError("--jar: name the one platform that it is for")
        supply(platforms[0], jar)
    if every:
        platforms = [one for one in platforms if not passed_over(one)]
    failures: list[str] = []
    for one in [one.built_quickly() for one in platforms] if quick else platforms:
        try:
            make_ready([one], note)
        except AgonError as error:  # the others are still wanted
            failures.append(f"{one.label}: {error}")
    if failures:
        raise MissingError("\n".join(failures))


def passed_over(platform: Platform) -> bool:
    """With --all, a platform that no registry holds is no failure; how to supply it is shown."""
    wanted = supply_wanted(platform)
    if wanted:
        note(f"{platform.label}: passed over: {wanted}")
    return bool(wanted)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("install", epilog="Example: ./agon install --all")(install)
