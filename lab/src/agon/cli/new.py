"""`agon new`: begin a platform, agents, or what agents need in Rust."""

from __future__ import annotations

from pathlib import Path

import typer

from agon.errors import UsageError
from agon.platforms.registry import find
from agon.scaffold import begin, begin_platform, kinds


def new(
    what: str = typer.Argument(help="platform, agents or actions"),
    name: str = typer.Argument(help="Its name: a-z, 0-9 and '-'."),
    like: str = typer.Option("erlang", "--like", help="The platform to begin from."),
    into: Path = typer.Option(Path(), "--into", help="Where its folder goes."),
) -> None:
    """Begin something of your own from what works: a platform, agents in AgentSpeak, or actions and an environment
    for them in Rust."""
    if what == "platform":
        folder = begin_platform(name, find(like), into)
        typer.echo(f"{folder}: edit platform.toml and the programs, then: ./agon check ./{folder}")
        return
    if what not in kinds():
        raise UsageError(f"agon new makes a platform, agents or actions, not '{what}': agon new agents NAME")
    folder = begin(what, name, into)
    project = f"{name}.mas2j"
    if what == "agents":
        typer.echo(f"{folder}: edit {project} and the programs, then: ./agon exec {folder / project}")
    else:
        typer.echo(f"{folder}: edit src/lib.rs and the program, then: cd {folder} && cargo run -- run {project}")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("new", epilog="Example: ./agon new platform my-platform --like erlang")(new)
