"""`agon new`: begin a platform, a workload, agents, what agents need in Rust, or the gate of a repository."""

from __future__ import annotations

import shlex
from pathlib import Path

import typer

from agon.called import as_called
from agon.errors import UsageError
from agon.scaffold.project import ENVIRONMENTS, begin, kinds

EXAMPLES = """
Examples:

  ./agon new platform mine --language go      the smallest program in Go: token-ring

  ./agon new platform mine --like erlang      a copy of a platform that comes with Agon

  ./agon new workload exchange                a workload: definition, oracle, program and mutants

  ./agon new agents market                    a project in AgentSpeak

  ./agon new agents room --environment java   the same with an environment and an internal action in Java

  ./agon new gate agon-gate                   a workflow that gates the pull requests of your repository
"""


def new(
    what: str = typer.Argument(help="platform, workload, agents, actions or gate"),
    name: str = typer.Argument(help="Its name: a-z, 0-9 and '-'."),
    language: str = typer.Option("", "--language", help="Of a platform's program: python (default), go, rust, ..."),
    workload: str = typer.Option("token-ring", "--workload", help="What that program does."),
    like: str = typer.Option("", "--like", help="Or the platform to begin from."),
    environment: str = typer.Option("", "--environment", help="Of agents: java or rust; by default they have none."),
    into: Path = typer.Option(Path(), "--into", help="Where its folder goes."),
) -> None:
    """Begin something of your own from what works: a platform, a workload, agents in AgentSpeak, actions and an
    environment for them in Rust, or a workflow that gates pull requests."""
    if environment and (what != "agents" or environment not in ENVIRONMENTS):
        raise UsageError("--environment java or --environment rust is for agents: agon new agents NAME")
    if what == "platform":
        _platform(name, language, workload, like, into)
        return
    if what == "workload":
        # What measures takes a moment to import: agents need not wait.
        from agon.scaffold.own_workload import begin_workload

        folder = begin_workload(name, into)
        further = (
            f"{folder}: edit README.md, workload.py and the program, then: "
            f"export AGON_WORKLOADS={shlex.quote(str(folder.resolve()))}; ./agon check {shown(folder / 'program')}; "
            f"./agon check --mutants {shown(folder / 'mutants')}"
        )
        typer.echo(as_called(further))
        return
    if what == "gate":
        from agon.scaffold.workflow import begin_gate

        file = begin_gate(name, into)
        typer.echo(f"{file}: replace OWNER/agon@main by where your Agon is, and commit it; try it with: agon gate main")
        return
    if what not in kinds():
        raise UsageError(
            f"agon new makes a platform, a workload, agents, actions or a gate, not '{what}': agon new agents NAME"
        )
    template = ENVIRONMENTS[environment] if what == "agents" else what
    folder = begin(template, name, into)
    project = f"{name}.mas2j"
    if template in {"agents", "java"}:
        classes = " and the classes in src/java" if template == "java" else ""
        typer.echo(as_called(f"{folder}: edit {project}, the programs{classes}, then: ./agon exec {folder / project}"))
    else:
        typer.echo(f"{folder}: edit src/lib.rs and the program, then: cd {folder} && cargo run -- run {project}")


def _platform(name: str, language: str, workload: str, like: str, into: Path) -> None:
    from agon.platforms.registry import find
    from agon.scaffold.platform import begin_platform, begin_program

    if like and language:
        raise UsageError("give --language or --like, not both")
    if like:
        folder = begin_platform(name, find(like), into)
    else:
        folder = begin_program(name, language or "python", workload, into)
    typer.echo(as_called(f"{folder}: edit platform.toml and the programs, then: ./agon check {shown(folder)}"))


def shown(folder: Path) -> str:
    """A folder as the other verbs take one: with a slash, or it would be a name."""
    return str(folder) if folder.is_absolute() else f"./{folder}"


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("new", epilog=EXAMPLES)(new)
