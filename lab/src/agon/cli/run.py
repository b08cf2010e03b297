"""`agon run`: an experiment."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import typer

from agon.cli import dry_run as dry
from agon.cli import values
from agon.cli.campaign import carry_out, command, fresh_folder, note, one_build, plan, require
from agon.cli.sooner import offer_less, with_shorter_pilots
from agon.counted import counted
from agon.errors import UsageError
from agon.platforms.registry import find_all
from agon.results.model import Limits, ParamValue, Plan
from agon.results.protocols import PROTOCOLS, Protocol
from agon.run.hosts import Host
from agon.run.hosts import host as named_host
from agon.run.plan import Request, Wish, all_cores
from agon.stats.stopping import LOOKS
from agon.stats.verdict import LEAST_BLOCKS
from agon.workloads.base import Workload
from agon.workloads.registry import all_workloads, get

ALL = "all"
"""Stands for every workload."""

EXAMPLES = """
Examples:

  ./agon run token-ring -p erlang,go                      the quick ladder of sizes

  ./agon run token-ring -p erlang,go --set tokens=1,50 --set passes=100001 --cores 1,2

  ./agon run all -p erlang,akka,go --preset demo           every workload at small sizes

  ./agon run token-ring -p erlang,akka --iterations 1      cold: one iteration a process

  ./agon run chameneos -p akka@2.6.21,akka@2.6.20 --set creatures=50 --invocations 20

  ./agon run echo-all -p jason:pool --cores 2 --threads 1,2,4   the best size of a pool

  ./agon run throughput,ask --nodes 2 -p agon-link,erlang,pekko,zenoh   from process to process

  ./agon run throughput,ask --nodes 2 -p erlang --host me@192.0.2.7     from machine to machine

  ./agon run token-ring -p tokio,go --builds 8 --invocations 24   what the layout of code does

  ./agon run fibonacci -p erlang:subactors,erlang:functions,./my-platform --until-ci 2%

  ./agon run token-ring -p mine@1,mine@2 --until-decided 10m --margin 5%

  ./agon run token-ring -p jason --preset paper --time-limit 30m --dry-run
"""


def protocol_named(name: str) -> Protocol:
    """The protocol of that name; UsageError lists them."""
    for known, protocol in PROTOCOLS.items():
        if known == name:
            return protocol
    raise UsageError(f"--protocol {name}: choose one of {', '.join(PROTOCOLS)}")


def workloads_named(text: str, nodes: int | None = None) -> list[Workload]:
    """The workloads of `W`, `W,W` or `all`, each once; with `nodes` those that so many do together."""
    if text == ALL:
        return [w for w in all_workloads().values() if nodes in (None, w.nodes)]
    return [_over(nodes, name) for name in dict.fromkeys(values.names([text]))]


def _over(nodes: int | None, name: str) -> Workload:
    """The workload of that name; over two nodes the one that is called remote-NAME, where there is one."""
    remote = all_workloads().get(f"remote-{name}")
    found = remote if nodes == 2 and remote is not None else get(name)
    if nodes in (None, found.nodes):
        return found
    fitting = ", ".join(w.id for w in all_workloads().values() if w.nodes == nodes) or "none"
    raise UsageError(f"--nodes {nodes}: {found.id} is no workload for so many; there is {fitting}")


def _host(name: str, folder: str | None, workloads: Sequence[Workload]) -> Host | None:
    """Where node 1 is to be; None: here. UsageError where there is no node 1, or no way there."""
    if not name:
        if folder is not None:
            raise UsageError("--host-folder is for --host USER@ADDRESS")
        return None
    alone = [w.id for w in workloads if w.nodes == 1]
    if alone:
        raise UsageError(f"--host {name}: {alone[0]} is no workload over two nodes; give --nodes 2")
    if shutil.which("ssh") is None:
        raise UsageError(f"--host {name}: there is no ssh here (apt-get install openssh-client)")
    found = named_host(name, folder)
    found.own_address  # noqa: B018 - raises where there is none
    return found


def ladder_of(workload: Workload, preset: str) -> list[dict[str, ParamValue]]:
    """The sizes of a preset; UsageError lists those that the workload has."""
    try:
        return [values.checked(workload, params) for params in workload.preset(preset).ladder]
    except KeyError:
        offered = ", ".join(p.name for p in workload.presets)
        raise UsageError(f"--preset {preset}: {workload.id} has {offered}") from None


def natural(option: str, value: int | None) -> None:
    """An option that must be at least 1."""
    if value is not None and value < 1:
        raise UsageError(f"{option} {value}: must be at least 1")


def all_of(names: Sequence[str], noun: str) -> str:
    """The names, or how many there are: a title is one line."""
    return ", ".join(names) if len(names) <= MOST_NAMED else counted(len(names), noun)


def _invocations_over(builds: int, wanted: int | None, usual: int) -> int:
    """Invocations of each cell, so that no build has more than one more than another; by default equally many."""
    if wanted is not None and wanted < builds:
        raise UsageError(f"--invocations {wanted}: fewer than --builds {builds}, so some would never run")
    return wanted or _in_rounds(usual, builds)


def _in_rounds(least: int, builds: int) -> int:
    """The least number from there on at which all builds have run equally often."""
    return -(-least // builds) * builds


def _can_be_decided(platforms: int, *, alone: bool) -> None:
    """UsageError where `--until-decided` has nothing to decide, or another rule ends the experiment."""
    if platforms != 2:
        raise UsageError(f"--until-decided compares two platforms, not {platforms}: -p mine@1,mine@2")
    if not alone:
        raise UsageError("--until-decided goes without --until-ci, --time-budget, --builds and --protocol")


def _ladders(
    chosen: Sequence[Workload], sets: Sequence[str], preset: str, rate: str
) -> dict[Workload, Sequence[Mapping[str, ParamValue]]]:
    """The sizes of each workload."""
    if not rate:
        return {w: values.settings(w, sets) if sets else ladder_of(w, preset) for w in chosen}
    if any(text.partition("=")[0] in ("rate", "messages") for text in sets):
        raise UsageError(f"--rate {rate}: it sets rate and messages, so --set must not")
    wanted = values.rates("--rate", rate)
    return {w: values.swept(w, values.settings(w, sets), wanted) for w in chosen}


MOST_NAMED = 6
"""In a report's title."""
PILOT = "10s"
LATE_PILOT = 6
"""How many times as long a pilot is watched where it still changes."""


def run(
    workload: str = typer.Argument(help="Workloads: one, W,W or all (see: agon list workloads).", metavar="WORKLOAD"),
    platform: list[str] = typer.Option(
        ..., "-p", "--platform", help=r"name\[:variant]\[@version]\[+runtime] or ./folder; P,P."
    ),
    sets: list[str] = typer.Option([], "--set", help="PARAMETER=V1,V2: every combination becomes a cell."),
    rate: str = typer.Option(
        "", "--rate", help="1k..1M, doubled, or 1k,5k: requests due each second; the knee is named."
    ),
    preset: str = typer.Option(
        "", "--preset", help="Sizes when no --set is given: quick (the default), paper, demo or check."
    ),
    nodes: int | None = typer.Option(
        None, "--nodes", help="2: workloads over two processes of each platform (throughput is remote-throughput)."
    ),
    host: str = typer.Option(
        "", "--host", metavar="USER@ADDRESS", help="With --nodes 2: the second process is on that machine, over ssh."
    ),
    host_folder: str | None = typer.Option(
        None, "--host-folder", help="Where Agon is there, with the platforms installed (default: as here)."
    ),
    cores: str = typer.Option("", "--cores", help="1,2: affinity and the runtime's threads (default: all cores)."),
    threads: str = typer.Option("", "--threads", help="1,2,4: the runtime's own threads (default: the cores)."),
    invocations: int | None = typer.Option(None, "--invocations", help="Processes a cell (default: the protocol's)."),
    builds: int = typer.Option(
        1, "--builds", help="Builds of each platform, laid out differently, that blocks take turns with; 5 or more."
    ),
    iterations: int | None = typer.Option(
        None, "--iterations", help="Repetitions inside each process (default: as the cell's pilot shows)."
    ),
    min_time: str = typer.Option("1s", "--min-time", help="Measured time after warm-up in each process."),
    max_time: str = typer.Option(
        "10s", "--max-time", help="The same at most, where iterations are long or pauses are rare."
    ),
    pilot: str = typer.Option(
        "",
        "--pilot",
        help="How long a cell's first process is watched for warm-up, and up to six times that if late (default: 10s; "
        "less where --time-budget is short).",
    ),
    until_ci: str = typer.Option("", "--until-ci", help="Stop a cell when its interval is this narrow, e.g. 2%."),
    until_decided: str = typer.Option(
        "", "--until-decided", help="Go on until two platforms are better, worse or tied, for e.g. 10m at most."
    ),
    margin: str = typer.Option("2%", "--margin", help="With --until-decided: differences of up to this count as none."),
    protocol: str = typer.Option("agon", "--protocol", help="agon, or how a source measured: agere13, blog09, ..."),
    memory: str = typer.Option("", "--memory", help="Limit on the whole process group, e.g. 1024M."),
    time_limit: str = typer.Option("5m", "--time-limit", help="Limit on one invocation, e.g. 60s."),
    seed: int = typer.Option(1, "--seed", help="Of the order and of the inputs."),
    out: Path | None = typer.Option(None, "--out", help="Result directory (default: results/...)."),
    verbose: bool = typer.Option(False, "--verbose", help="Name everything that was left out or failed."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Show the cells and an estimate; run nothing."),
    time_budget: str = typer.Option(
        "", "--time-budget", help="Shorten processes, then leave out blocks, then cells, to end in e.g. 10m."
    ),
    witness: bool = typer.Option(False, "--witness", help="Let messages carry proof of each step (not for timing)."),
) -> None:
    """Measure platforms on workloads, interleaved, with one report."""
    asked = any((preset, sets, rate, invocations, iterations, until_ci, until_decided, time_budget, protocol != "agon"))
    chosen = workloads_named(workload, nodes)
    there = _host(host, host_folder, chosen)
    platforms = find_all(values.names(platform))
    if not platforms:
        raise UsageError("-p names no platform (see: agon list platforms)")
    for option, value in (("--invocations", invocations), ("--iterations", iterations), ("--builds", builds)):
        natural(option, value)
    if seed < 0:
        raise UsageError(f"--seed {seed}: must not be negative")
    if preset and rate:
        raise UsageError(f"--rate {rate}: not with --preset, whose sizes have rates of their own")
    preset = preset or "quick"
    if sets and len(chosen) > 1:
        raise UsageError(f"--set is for one workload, not for {len(chosen)}: name one, or take --preset")
    ladders = _ladders(chosen, sets, preset, rate)
    rule = protocol_named(protocol)
    least, most = values.duration("--min-time", min_time), values.duration("--max-time", max_time)
    if most < least:
        raise UsageError(f"--max-time {max_time}: must not be less than --min-time {min_time}")
    watched = values.duration("--pilot", pilot or PILOT)
    literature = rule.name != "agon"
    for line in one_build(platforms, builds):
        note(line)
    if not any(p.manifest.build.varies for p in platforms):
        builds = 1
    every = _invocations_over(builds, invocations, rule.invocations)
    if 1 < builds < LEAST_BLOCKS:
        note(f"--builds {builds}: the build is the unit then, and fewer than {LEAST_BLOCKS} decide no ranking")
    if builds > 1 and (there or literature):
        raise UsageError(f"--builds {builds}: not with --host, nor with a --protocol of the literature")
    target = values.fraction("--until-ci", until_ci) if until_ci else None
    decide_s = values.duration("--until-decided", until_decided) if until_decided else None
    if decide_s is not None:
        _can_be_decided(len(platforms), alone=not (until_ci or time_budget or builds > 1 or literature))
    wishes = [
        Wish(
            w,
            ladder,
            platforms,
            values.integers("--cores", cores) if cores else [all_cores()],
            values.integers("--threads", threads) if threads else (),
            iterations or int(literature),
            ceilings=not (sets or rate) and preset == "quick",
            host=there,
        )
        for w, ladder in ladders.items()
    ]
    name = chosen[0].id if len(chosen) == 1 else workload if workload == ALL else f"{len(chosen)}-workloads"
    request = Request(
        title=f"{all_of([w.id for w in chosen], 'workload')} on {all_of([p.label for p in platforms], 'platform')}"
        + (f", node 1 on {there.name}" if there else ""),
        wishes=wishes,
        plan=Plan(
            protocol=rule.name,
            seed=seed,
            invocations=every,
            min_invocations=_in_rounds(LEAST_BLOCKS, builds),
            builds=builds,
            until_ci=target,
            until_decided_s=decide_s,
            looks=1 if decide_s is None else LOOKS,
            margin=values.fraction("--margin", margin),
            time_budget_s=values.duration("--time-budget", time_budget) if time_budget else None,
            witness=witness,
            min_time_s=least,
            max_time_s=most,
            pilot_s=watched,
            pilot_most_s=LATE_PILOT * watched,
            discarded_blocks=0 if literature else 1,
        ),
        limits=Limits(
            time_s=values.duration("--time-limit", time_limit),
            memory_bytes=values.size("--memory", memory) if memory else None,
        ),
        command=command(),
        preset=None if sets or rate else preset,
    )
    request = request if pilot else with_shorter_pilots(request)
    if dry_run:
        dry.show(request, verbose=verbose)
        offer_less(request, asked=asked, length=False)
        return
    offer_less(request, asked=asked)
    folder = fresh_folder(out, name)
    require([one for p in platforms for one in p.builds(builds)])
    carry_out(folder, plan(request), platforms, verbose=verbose)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("run", epilog=EXAMPLES)(run)
