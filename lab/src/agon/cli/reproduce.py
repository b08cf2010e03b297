"""`agon reproduce`: a source's tables and figures, published beside measured."""

from __future__ import annotations

from pathlib import Path

import typer

from agon.cli import values
from agon.cli.campaign import carry_out, command, default_folder, plan, show_plan, whoever_can
from agon.cli.run import natural, protocol_named
from agon.errors import MissingError, UsageError
from agon.platforms.registry import Platform, find_all
from agon.results.model import Limits, Plan
from agon.run.plan import Request, Wish, all_cores
from agon.run.reproductions import Reproduction, reproductions, sources
from agon.workloads.registry import get

TIME_LIMITS = {"quick": "2m", "paper": "60m"}
EXAMPLES = """
Examples:

  ./agon reproduce agere13                                under 15 minutes on two cores

  ./agon reproduce agere13 --table table1 --preset paper  hours: the paper's own sizes

  ./agon reproduce all --dry-run
"""


def _platforms(chosen: list[Reproduction]) -> tuple[dict[str, Platform], list[Platform]]:
    specs = list(dict.fromkeys(spec for r in chosen for spec in r.platforms))
    platforms = find_all(specs)
    return dict(zip(specs, platforms, strict=True)), platforms


def reproduce(
    source: str = typer.Argument(help="A source (see: agon list sources), or all."),
    table: str | None = typer.Option(None, "--table", help="One table or figure of it, e.g. table1, figure8."),
    preset: str = typer.Option("quick", "--preset", help="quick, or paper: the source's own sizes."),
    invocations: int | None = typer.Option(None, "--invocations", help="Processes a cell (default: the source's)."),
    time_limit: str = typer.Option("", "--time-limit", help="Limit on one invocation (default: 2m quick, 60m paper)."),
    time_budget: str = typer.Option("", "--time-budget", help="Begin no block that would end later, e.g. 15m."),
    seed: int = typer.Option(1, "--seed", help="Of the order and of the inputs."),
    out: Path | None = typer.Option(None, "--out", help="Result directory (default: results/...)."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Show the cells and an estimate; run nothing."),
) -> None:
    """Measure what a source measured, and lay the published figures and claims beside it."""
    if preset not in TIME_LIMITS:
        raise UsageError(f"--preset {preset}: choose quick or paper")
    natural("--invocations", invocations)
    chosen = [r for name in (sources() if source == "all" else [source]) for r in reproductions(name, table)]
    by_spec, platforms = _platforms(chosen)
    ready, left_out = whoever_can(platforms)
    if not ready:
        raise MissingError("no platform is ready: see ./agon doctor")
    wishes: list[Wish] = []
    for reproduction in chosen:
        # a table of source sizes needs no run of its own, but a report stands on an experiment: the smallest one serves
        workload = get(reproduction.workload or "token-ring")
        ladder = workload.preset(preset).ladder if reproduction.workload else workload.preset("demo").ladder[:1]
        if reproduction.workload is None and len(chosen) > 1:
            continue
        joining = [by_spec[spec] for spec in reproduction.platforms if by_spec[spec] in ready]
        wishes.append(Wish(workload, ladder, joining, [all_cores()], ceilings=preset == "quick"))
    rule = protocol_named(chosen[0].source)
    request = Request(
        title=f"{source}{f' {table}' if table else ''}, {preset} sizes",
        wishes=wishes,
        plan=Plan(
            protocol=rule.name,
            seed=seed,
            invocations=invocations or rule.invocations,
            time_budget_s=values.duration("--time-budget", time_budget) if time_budget else None,
        ),
        limits=Limits(time_s=values.duration("--time-limit", time_limit or TIME_LIMITS[preset])),
        command=command(),
        source=chosen[0].source,
        preset=preset,
        skipped=left_out,
    )
    experiment = plan(request)
    if dry_run:
        show_plan(experiment)
        return
    carry_out(out or default_folder(source), experiment, ready)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("reproduce", epilog=EXAMPLES)(reproduce)
