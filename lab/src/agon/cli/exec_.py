"""`agon exec`: runs agents written in AgentSpeak; the work is done by a program of the engine."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand

from agon.cli.agentspeak import ASL, NODES, become, described, nodes_program, program


class Mode(StrEnum):
    """Which threads run the agents."""

    pool = "pool"
    thread = "thread"
    synchronous = "synchronous"


class Dialect(StrEnum):
    """Which release of Jason agents are executed like."""

    jason_3_2 = "3.2"
    jason_3_3 = "3.3"


class _WithTrace(TyperCommand):
    """`--trace` may stand alone, and does not take what follows for its value."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, ["--trace=" if word == "--trace" else word for word in args])


def _version(wanted: bool) -> None:
    if wanted:
        for one in (ASL, NODES):
            typer.echo(f"{described(one)}")
        raise typer.Exit


def exec_(
    file: Path = typer.Argument(..., metavar="PROJECT.mas2j|AGENT.asl", help="A project, or one agent's program."),
    mode: Mode | None = typer.Option(None, "--mode", help="By default the project's, or pool."),
    pool: int | None = typer.Option(None, "--pool", metavar="N", min=1, help="Mode pool, with so many threads."),
    threads: int | None = typer.Option(None, "--threads", metavar="N", min=1, help="By default a processor each."),
    seed: int | None = typer.Option(None, "--seed", metavar="S", min=0, help="What the agents' chance comes from."),
    roots: list[str] = typer.Option([], "--root", metavar="NAME=FOLDER", help="What $NAME/ means in a path."),
    dialect: Dialect | None = typer.Option(None, "--dialect", help="As which Jason does; by default the newest."),
    strict: bool = typer.Option(False, "--strict", help="Refuse a project of which something would be left out."),
    fail_on_error: bool = typer.Option(False, "--fail-on-error", help="Exit code 1 if a plan failed unhandled."),
    until_idle: bool = typer.Option(False, "--until-idle", help="End once all agents are idle."),
    query_limit: int | None = typer.Option(
        None, "--query-limit", metavar="STEPS", min=1, help="Give questions up after so many steps."
    ),
    memory_limit: int | None = typer.Option(
        None, "--memory-limit", metavar="MIB", min=1, help="What a question, or an intention, may hold."
    ),
    trace: str | None = typer.Option(
        None,
        "--trace",
        metavar="[=TOPICS][:AGENT,...]",
        help="A line for each of events, plans, intentions, beliefs, messages, or some of them.",
    ),
    inspect: int | None = typer.Option(
        None,
        "--inspect",
        metavar="PORT",
        min=0,
        max=65535,
        help="A page that shows agents' state; 0: any free port. With --nodes: PORT, PORT+1, .., one for each.",
    ),
    paused: bool = typer.Option(False, "--paused", help="With --inspect: agents begin paused."),
    jason: Path | None = typer.Option(
        None,
        "--jason",
        metavar="FOLDER|JAR",
        help="Your Jason, for a project with Java classes; else JASON_HOME, or what 'agon install jason' brings.",
    ),
    class_path: str | None = typer.Option(
        None, "--class-path", metavar="PATH", help="Jars and folders of classes besides those where projects have them."
    ),
    nodes: str | None = typer.Option(
        None, "--nodes", metavar="N|NAME,...", help="So many processes, on this machine; with --node, who they all are."
    ),
    node: str | None = typer.Option(None, "--node", metavar="NAME", help="This process is one of several nodes."),
    join: list[str] = typer.Option(
        [], "--join", metavar="ENDPOINT", help="With --node: where another node listens, as tcp/127.0.0.1:7447."
    ),
    listen: list[str] = typer.Option(
        [], "--listen", metavar="ENDPOINT", help="Where others may join; by default any port of the loopback."
    ),
    cluster: str | None = typer.Option(None, "--cluster", metavar="NAME", help="With --node: what the nodes join."),
    trust: list[str] = typer.Option(
        [], "--trust", metavar="NODE|all", help="With --node: who may give the agents here plans (tellHow)."
    ),
    tls: Path | None = typer.Option(
        None, "--tls", metavar="FOLDER", help="Nodes with certificates (ca.pem, NODE.pem, NODE.key), and no others."
    ),
    admit: list[str] = typer.Option(
        [], "--admit", metavar="NODE", help="With --tls: a node that may join in addition to those that start together."
    ),
    release: bool = typer.Option(
        False, "--release", help="Build the engine for speed, once, which takes longer: from then on this one runs."
    ),
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print which builds of the engine would run."
    ),
) -> None:
    r"""Run agents written in AgentSpeak, as Jason does: a project, or one agent.

    What they print comes as \[agent] text. They live until one of them calls .stopMAS, whose status is this command's,
    or until Ctrl-C (130).
    """
    beyond = {"--nodes": [nodes], "--node": [node], "--join": join, "--listen": listen}
    beyond |= {"--cluster": [cluster], "--trust": trust, "--tls": [tls], "--admit": admit}
    placing = [
        word for name, values in beyond.items() for value in values if value is not None for word in (name, str(value))
    ]
    options = {"--mode": mode, "--pool": pool, "--threads": threads, "--seed": seed, "--inspect": inspect}
    options |= {"--query-limit": query_limit, "--memory-limit": memory_limit}
    options |= {"--dialect": dialect, "--jason": jason, "--class-path": class_path}
    words = [word for name, value in options.items() if value is not None for word in (name, str(value))]
    words += [word for root in roots for word in ("--root", root)]
    words += ["--until-idle"] if until_idle else []
    words += ["--strict"] if strict else []
    words += ["--fail-on-error"] if fail_on_error else []
    words += [] if trace is None else [f"--trace={trace}"]
    words += ["--paused"] if paused else []
    del version
    path = nodes_program(release=release) if placing else program(release=release)
    become(path, ["run", *placing, *words, str(file)])


def register(app: typer.Typer) -> None:
    """Adds the verb."""
    examples = "./agon exec auction.mas2j --mode synchronous --seed 1, ./agon exec hello.asl --until-idle"
    examples += ", ./agon exec market.mas2j --nodes 4"
    app.command("exec", cls=_WithTrace, epilog=f"Examples: {examples}")(exec_)
