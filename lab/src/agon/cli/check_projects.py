"""`agon check-projects`: which of the projects in a folder run here, and why the others do not."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import typer

from agon.cli import lines
from agon.cli.agentspeak import program
from agon.cli.campaign import console, note, notes
from agon.cli.jsonout import print_json
from agon.cli.tables import tabulate
from agon.cli.values import duration, size
from agon.counted import counted
from agon.errors import Exit, UsageError
from agon.home import state
from agon.run.projects import Outcome, find, grouped, run

WORDS = {"ended": "runs, and ends", "running": "runs", "failed": "fails", "unsupported": "not supported"}


def check_projects(
    folder: Path = typer.Argument(..., metavar="FOLDER", help="Every .mas2j below it; or one such file."),
    time_limit: str = typer.Option("10s", "--time-limit", help="How long each may run; most never end by themselves."),
    memory: str = typer.Option("2G", "--memory", help="What each may take, its virtual machine included."),
    strict: bool = typer.Option(False, "--strict", help="A project of which something is left out has failed."),
    json_: bool = typer.Option(False, "--json", help="Print JSON instead."),
    jason: Path | None = typer.Option(None, "--jason", metavar="FOLDER|JAR", help="Your Jason, as in 'agon exec'."),
    class_path: str | None = typer.Option(None, "--class-path", metavar="PATH", help="As in 'agon exec'."),
) -> None:
    """Run every Jason project in a folder for a while: a table of what runs, what fails and why.

    They run one after the other where they lie, with your rights, and write what they write.
    """
    limit, most = duration("--time-limit", time_limit), size("--memory", memory)
    if not folder.exists():
        raise UsageError(f"{folder}: there is no such folder")
    projects = find(folder, lambda error: lines.print_line(notes, f"passed over: {error}", "yellow"))
    if not projects:
        raise UsageError(f"{folder}: there is no project (.mas2j) in it")
    command = [str(program()), "run"]
    command += ["--strict"] if strict else []
    command += ["--jason", str(jason.resolve())] if jason is not None else []
    command += ["--class-path", class_path] if class_path is not None else []
    environment = {"AGON_STATE": str(state()), **os.environ}
    outcomes: list[Outcome] = []
    left = list(projects)
    interrupted = False
    note(f"{counted(len(projects), 'project')}, each for {limit:g} s at most")
    try:
        for outcome in run(projects, folder, command, time_limit_s=limit, memory_limit=most, environment=environment):
            outcomes.append(outcome)
            left.pop(0)
            note(f"{len(outcomes)}/{len(projects)} {outcome.project}: {_word(outcome)}")
    except KeyboardInterrupt:
        interrupted = True
    if json_:
        print_json({"projects": [asdict(outcome) for outcome in outcomes], "not_run": [str(path) for path in left]})
    else:
        _show(outcomes)
    if interrupted:
        lines.print_line(notes, f"interrupted: {counted(len(left), 'project')} not run", "yellow")
        raise typer.Exit(int(Exit.INTERRUPTED))
    if any(outcome.how == "failed" for outcome in outcomes):
        raise typer.Exit(int(Exit.FAILED))


def _word(outcome: Outcome) -> str:
    partly = ", in part" if outcome.without and outcome.how in {"ended", "running"} else ""
    return WORDS[outcome.how] + partly + (f": {outcome.reason}" if outcome.reason else "")


def _show(outcomes: Sequence[Outcome]) -> None:
    rows = [
        (
            outcome.project,
            _word(outcome),
            outcome.detail or (f"without {'; '.join(outcome.without)}" if outcome.without else ""),
            f"{outcome.seconds:.1f}",
            f"{outcome.memory_peak_bytes >> 20}",
        )
        for outcome in outcomes
    ]
    console.print(tabulate(("project", "outcome", "why", "s", "MiB"), rows))
    groups = grouped(outcomes)
    if groups:
        reasons = [(reason, str(len(group)), group[0].project) for reason, group in groups]
        console.print(tabulate(("reason", "projects", "for one"), reasons))
    ran = [outcome for outcome in outcomes if outcome.how in {"ended", "running"}]
    partly = sum(1 for outcome in ran if outcome.without)
    apart = f", {partly} of them in part" if partly else ""
    console.print(f"{len(ran)} of {counted(len(outcomes), 'project')} run{apart}")


def register(app: typer.Typer) -> None:
    """Adds the verb."""
    app.command("check-projects", epilog="Example: ./agon check-projects ~/jason/examples --time-limit 20s")(
        check_projects
    )
