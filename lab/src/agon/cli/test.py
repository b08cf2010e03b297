"""`agon test`: every test of the project."""

from __future__ import annotations

import typer
from rich.table import Table
from rich.text import Text

from agon.cli.campaign import console
from agon.cli.tables import tabulate
from agon.errors import Exit
from agon.lanes import Outcome, run
from agon.quality import environment, parts
from agon.run.plan import all_cores

COLOURS = {"passed": "green", "failed": "red", "skipped": "yellow"}


def _summary(outcomes: list[Outcome]) -> Table:
    rows: list[tuple[str | Text, ...]] = []
    for o in outcomes:
        over = " (over)" if o.seconds > o.part.budget_s else ""
        result = Text(o.result, style=COLOURS[o.result])
        rows.append((o.part.name, result, f"{o.seconds:.1f}", f"{o.part.budget_s:.0f}{over}", o.word))
    return tabulate(("part", "result", "seconds", "budget", ""), rows)


def test(
    full: bool = typer.Option(False, "--full", help="Also the long ones: model checking, Miri, statistics, stress."),
    only: str = typer.Option("", "--only", help="Only parts whose name contains this, e.g. lab."),
    lanes: int = typer.Option(0, "--lanes", min=0, help="Parts that run at a time; 0: two, where there are two cores."),
) -> None:
    """Run all tests; those of a missing platform are skipped by name."""
    chosen = [part for part in parts(full=full) if only in part.name]
    abreast = lanes or min(2, all_cores())
    outcomes = run(chosen, lambda line: console.rule(line, align="left"), abreast, environment(full=full))
    console.print(_summary(outcomes))
    for outcome in outcomes:
        if outcome.excerpt:
            console.rule(f"{outcome.part.name}: what has failed, and its last lines", align="left")
            console.print("\n".join(outcome.excerpt), markup=False, highlight=False, soft_wrap=True)
    counts = {word: sum(o.result == word for o in outcomes) for word in ("passed", "failed", "skipped")}
    console.print(", ".join(f"{counts[word]} {word}" for word in counts))
    if counts["failed"] or not counts["passed"]:
        raise typer.Exit(int(Exit.FAILED))


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("test", epilog="Example: ./agon test --only engine")(test)
