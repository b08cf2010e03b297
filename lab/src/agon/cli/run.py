"""`agon run`: an experiment."""

from __future__ import annotations

from pathlib import Path

import typer

from agon.cli import values
from agon.cli.campaign import carry_out, command, fresh_folder, plan, require, show_plan
from agon.errors import UsageError
from agon.platforms.registry import find_all
from agon.results.model import Limits, Plan
from agon.results.protocols import PROTOCOLS, Protocol
from agon.run.plan import Request, Wish, all_cores
from agon.workloads.registry import get

EXAMPLES = """
Examples:

  ./agon run token-ring -p erlang,go                      the quick ladder of sizes

  ./agon run token-ring -p erlang,go --set tokens=1,50 --set passes=100001 --cores 1,2

  ./agon run token-ring -p erlang,akka --iterations 1      cold: one iteration a process

  ./agon run chameneos -p akka@2.6.21,akka@2.6.20 --set creatures=50 --invocations 20

  ./agon run echo-all -p jason:pool --cores 2 --threads 1,2,4   the best size of a pool

  ./agon run fibonacci -p erlang:subactors,erlang:functions,./my-platform --until-ci 2%

  ./agon run token-ring -p jason --preset paper --time-limit 30m --dry-run
"""


def protocol_named(name: str) -> Protocol:
    """The protocol of that name; UsageError lists them."""
    for known, protocol in PROTOCOLS.items():
        if known == name:
            return protocol
    raise UsageError(f"--protocol {name}: choose one of {', '.join(PROTOCOLS)}")


def natural(option: str, value: int | None) -> None:
    """An option that must be at least 1."""
    if value is not None and value < 1:
        raise UsageError(f"{option} {value}: must be at least 1")


def run(
    workload: str = typer.Argument(help="The workload, e.g. token-ring (see: agon list workloads)."),
    platform: list[str] = typer.Option(..., "-p", "--platform", help=r"name\[:variant]\[@version] or ./folder; P,P."),
    sets: list[str] = typer.Option([], "--set", help="PARAMETER=V1,V2: every combination becomes a cell."),
    preset: str = typer.Option("quick", "--preset", help="Sizes when no --set is given: quick, paper, demo or check."),
    cores: str = typer.Option("", "--cores", help="1,2: affinity and the runtime's threads (default: all cores)."),
    threads: str = typer.Option("", "--threads", help="1,2,4: the runtime's own threads (default: the cores)."),
    invocations: int | None = typer.Option(None, "--invocations", help="Processes a cell (default: the protocol's)."),
    iterations: int | None = typer.Option(
        None, "--iterations", help="Repetitions inside each process (default: until it has settled)."
    ),
    min_time: str = typer.Option("1s", "--min-time", help="Measured time after warm-up in each process."),
    max_time: str = typer.Option("10s", "--max-time", help="The longest that a process repeats, settled or not."),
    until_ci: str = typer.Option("", "--until-ci", help="Stop a cell when its interval is this narrow, e.g. 2%."),
    protocol: str = typer.Option("agon", "--protocol", help="agon, or how a source measured: agere13, blog09, ..."),
    memory: str = typer.Option("", "--memory", help="Limit on the whole process group, e.g. 1024M."),
    time_limit: str = typer.Option("5m", "--time-limit", help="Limit on one invocation, e.g. 60s."),
    seed: int = typer.Option(1, "--seed", help="Of the order and of the inputs."),
    out: Path | None = typer.Option(None, "--out", help="Result directory (default: results/...)."),
    verbose: bool = typer.Option(False, "--verbose", help="Name everything that was left out or failed."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Show the cells and an estimate; run nothing."),
    time_budget: str = typer.Option("", "--time-budget", help="Begin no block that would end later, e.g. 10m."),
    witness: bool = typer.Option(False, "--witness", help="Let messages carry proof of each step (not for timing)."),
) -> None:
    """Measure platforms on one workload, interleaved, with one report."""
    chosen = get(workload)
    platforms = find_all(values.names(platform))
    if not platforms:
        raise UsageError("-p names no platform (see: agon list platforms)")
    for option, value in (("--invocations", invocations), ("--iterations", iterations)):
        natural(option, value)
    if seed < 0:
        raise UsageError(f"--seed {seed}: must not be negative")
    if sets:
        ladder = values.settings(chosen, sets)
    else:
        try:
            ladder = [values.checked(chosen, params) for params in chosen.preset(preset).ladder]
        except KeyError:
            offered = ", ".join(p.name for p in chosen.presets)
            raise UsageError(f"--preset {preset}: {chosen.id} has {offered}") from None
    rule = protocol_named(protocol)
    least, most = values.duration("--min-time", min_time), values.duration("--max-time", max_time)
    if most < least:
        raise UsageError(f"--max-time {max_time}: must not be less than --min-time {min_time}")
    literature = rule.name != "agon"
    target = values.fraction("--until-ci", until_ci) if until_ci else None
    wish = Wish(
        chosen,
        ladder,
        platforms,
        values.integers("--cores", cores) if cores else [all_cores()],
        values.integers("--threads", threads) if threads else (),
        iterations or int(literature),
        ceilings=not sets and preset == "quick",
    )
    request = Request(
        title=f"{chosen.id} on {', '.join(p.label for p in platforms)}",
        wishes=[wish],
        plan=Plan(
            protocol=rule.name,
            seed=seed,
            invocations=invocations or rule.invocations,
            until_ci=target,
            time_budget_s=values.duration("--time-budget", time_budget) if time_budget else None,
            witness=witness,
            min_time_s=least,
            max_time_s=most,
            discarded_blocks=0 if literature else 1,
        ),
        limits=Limits(
            time_s=values.duration("--time-limit", time_limit),
            memory_bytes=values.size("--memory", memory) if memory else None,
        ),
        command=command(),
        preset=None if sets else preset,
    )
    if dry_run:
        show_plan(plan(request), verbose=verbose)
        return
    folder = fresh_folder(out, chosen.id)
    require(platforms)
    carry_out(folder, plan(request), platforms, verbose=verbose)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("run", epilog=EXAMPLES)(run)
