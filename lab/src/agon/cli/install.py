"""`agon install`: toolchains and builds."""

from __future__ import annotations

from pathlib import Path

import typer

from agon.cli import agentspeak
from agon.cli.campaign import note
from agon.cli.values import names
from agon.errors import AgonError, MissingError, UsageError
from agon.platforms.build import build
from agon.platforms.install import install as make_ready
from agon.platforms.install import supply
from agon.platforms.probe import supply_wanted
from agon.platforms.registry import Platform, find, find_all, known_ids
from agon.run.starts import start_each

AGENTS = {"agents": agentspeak.ASL, "agents:nodes": agentspeak.NODES}
"""No platforms: the engine's programs, for 'agon exec'."""


def install(
    platform: list[str] = typer.Argument(
        None, help="Platforms, e.g. erlang jason@3.2.0; or agents: what 'agon exec' runs.", metavar="PLATFORM..."
    ),
    every: bool = typer.Option(False, "--all", help="Every platform."),
    quick: bool = typer.Option(
        False, "--quick", help="Builds for check --quick: done sooner; `run` measures none of them."
    ),
    jar: list[Path] = typer.Option([], "--jar", help="A jar of yours, for a platform that no registry holds."),
) -> None:
    """Install what platforms need and build them."""
    if every == bool(platform):
        raise UsageError("name the platforms, or --all (see: agon list platforms)")
    named = [] if every else names(platform)
    for name in (one for one in named if one in AGENTS):
        agentspeak.ready(AGENTS[name], release=not quick)
        note(agentspeak.described(AGENTS[name]))
    named = [one for one in named if one not in AGENTS]
    if not every and not named:
        return
    platforms = [find(name) for name in known_ids()] if every else find_all(named)
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
            _prove(one)
        except AgonError as error:  # the others are still wanted
            failures.append(f"{one.label}: {error}")
    if failures:
        raise MissingError("\n".join(failures))


def _prove(platform: Platform) -> None:
    """Start what was built; where that fails, build it from nothing, once. UsageError if it still fails."""
    wrong = start_each([platform]).failed.get(platform.label)
    if wrong is None:
        return
    note(f"{platform.label}: its program fails ({wrong}): building it again, from nothing")
    build(platform, note, force=True)
    wrong = start_each([platform]).failed.get(platform.label)
    if wrong is not None:
        raise UsageError(
            f"it is built, but its program fails: {wrong}. All that is checked: ./agon check {platform.to_install}"
        )


def passed_over(platform: Platform) -> bool:
    """With --all, a platform that no registry holds is no failure; how to supply it is shown."""
    wanted = supply_wanted(platform)
    if wanted:
        note(f"{platform.label}: passed over: {wanted}")
    return bool(wanted)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("install", epilog="Examples: ./agon install --all, ./agon install agents, ./agon install agents:nodes")(
        install
    )
