"""`agon demo`: the main job, small, on whatever is here."""

from __future__ import annotations

import time
from pathlib import Path

import typer

from agon.cli import values
from agon.cli.campaign import carry_out, command, console, default_folder, plan, readable, whoever_can
from agon.errors import MissingError
from agon.platforms.registry import known_ids
from agon.results.model import Limits, Plan
from agon.run.plan import Request, Wish, all_cores
from agon.workloads.registry import all_workloads

INVOCATIONS = 5
ITERATIONS = 5


def demo(
    out: Path | None = typer.Option(None, "--out", help="Result directory (default: results/demo-...)."),
    budget: str = typer.Option("4m", "--time-budget", help="For building and measuring together."),
) -> None:
    """Build every platform whose toolchain is here, run a small contest, write a real report."""
    began = time.monotonic()
    whole = values.duration("--time-budget", budget)
    platforms, left_out = whoever_can(readable(known_ids()))
    if not platforms:
        reasons = "; ".join(f"{s.platform}: {s.reason}" for s in left_out)
        raise MissingError(f"no platform is ready: {reasons}")
    console.print(f"Joining: {', '.join(p.label for p in platforms)}")
    for skipped in left_out:
        console.print(f"Could join: {skipped.platform}: {skipped.reason}", style="yellow", markup=False)
    wishes = [
        Wish(workload, workload.preset("demo").ladder, platforms, [all_cores()], iterations=ITERATIONS, ceilings=True)
        for workload in all_workloads().values()
    ]
    request = Request(
        title="Demo: every workload, small, on every platform that is here",
        wishes=wishes,
        plan=Plan(
            protocol="agon",
            seed=1,
            invocations=INVOCATIONS,
            time_budget_s=max(30.0, whole - (time.monotonic() - began)),
        ),
        limits=Limits(time_s=60),
        command=command(),
        preset="demo",
        skipped=left_out,
    )
    carry_out(out or default_folder("demo"), plan(request), platforms)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("demo", epilog="Example: ./agon demo --out results/first")(demo)
