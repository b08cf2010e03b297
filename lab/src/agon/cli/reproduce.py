"""`agon reproduce`: a source's tables and figures, published and measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import typer

from agon.cli import dry_run as dry
from agon.cli import values
from agon.cli.campaign import carry_out, command, fresh_folder, make_those_ready, plan, readable, require
from agon.cli.run import natural
from agon.errors import MissingError, UsageError
from agon.platforms.probe import supply_wanted
from agon.platforms.registry import Platform, find, find_all, known_ids
from agon.published.sources import EVERY, figures
from agon.results.model import Limits, Plan, Skipped
from agon.run.plan import Request, Wish, all_cores
from agon.run.reproductions import Effort, Reproduction, effort, reproductions, sources
from agon.workloads.registry import get

TIME_LIMITS = {"quick": "2m", "paper": "60m"}
EXAMPLES = """
Examples:

  ./agon reproduce agere13                                quick sizes: under 20 minutes on two cores

  ./agon reproduce agere13 --table table1 --preset paper  hours: the paper's own sizes

  ./agon reproduce microagents --table scale              up to 250,000 agents in 1024 MiB

  ./agon reproduce jason-multicore --table test1          round-trip times on one core, two, four, ...

  ./agon reproduce agere13 -p erlang,akka                 only these of its platforms

  ./agon reproduce blog09 --dry-run                       the cells, and how long they will take
"""


def _specs(reproduction: Reproduction) -> list[str]:
    """The platforms that take part: those named, or all that have a program, each in all its variants."""
    if reproduction.platforms or reproduction.workload is None:
        return list(reproduction.platforms)
    among = reproduction.among
    specs: list[str] = []
    for platform in readable(known_ids()):
        offer = platform.offer(reproduction.workload)
        every = not among or f"{platform.id}:*" in among
        if offer is not None and offer.not_applicable is None and (every or platform.id in among):
            more = offer.variants[1:] if every else []
            specs += [platform.id, *(f"{platform.id}:{variant}" for variant in more)]
    return specs


def _rows(chosen: Sequence[Reproduction]) -> list[Skipped]:
    """The sources' platforms that Agon has no program for: each with how to get it."""
    named = {
        (figure.platform.partition(":")[0], r.workload)
        for r in chosen
        for figure in figures(r.source)
        if figure.workload == r.workload
    }
    rows = [(find(name), workload) for name, workload in sorted(named, key=str) if name in known_ids()]
    return [
        Skipped(platform=p.label, workload=workload or "all", params={}, kind="not obtainable", reason=supply_wanted(p))
        for p, workload in rows
        if not p.manifest.runs
    ]


def _wishes(
    chosen: Sequence[tuple[Reproduction, Sequence[str]]],
    by_spec: Mapping[str, Platform],
    ready: Sequence[Platform],
    preset: str,
    limits: Mapping[str, Limits],
) -> list[Wish]:
    """What to measure. Where other tables are run anyhow, that of source sizes needs no run of its own.

    `limits`: source -> limits of its cells, where they are not the experiment's.
    """
    return [
        Wish(
            get(r.workload or "token-ring"),
            r.ladder(preset),
            [by_spec[spec] for spec in specs if by_spec[spec] in ready],
            r.cores(all_cores()),
            r.threads(all_cores()),
            iterations=1,  # as the sources measured
            ceilings=preset == "quick",
            how_far=r.how_far,
            limits=limits.get(r.source),
        )
        for r, specs in chosen
        if r.workload is not None or len(chosen) == 1
    ]


def _limit(memory: str, usual: Effort) -> int | None:
    """Bytes that `--memory` allows a process group: as given, `none`, or as in the source."""
    if memory == "none":
        return None
    return values.size("--memory", memory) if memory else usual.memory_bytes


def _seconds(time_limit: str, preset: str, usual: Effort) -> float:
    """The limit on one invocation: as given, the source's, or the preset's."""
    if not time_limit and usual.time_s is not None:
        return usual.time_s
    return values.duration("--time-limit", time_limit or TIME_LIMITS[preset])


def _ready(platforms: Sequence[Platform], *, dry_run: bool, named: bool) -> tuple[list[Platform], list[Skipped]]:
    """Who takes part, made ready, and who is left out. What was named with -p must take part."""
    if dry_run:
        ready, left_out = dry.sort_out(platforms)
        return (list(platforms), []) if named or not ready else (ready, left_out)
    if named:
        require(platforms)
        return list(platforms), []
    ready, left_out, _ = make_those_ready(platforms)
    if not ready:
        raise MissingError("no platform is ready: see ./agon doctor")
    return ready, left_out


def _only(
    joining: Sequence[tuple[Reproduction, list[str]]], named: Sequence[str]
) -> list[tuple[Reproduction, list[str]]]:
    """The reproductions with the platforms that were named: `akka` stands for all of its variants that take part, and
    one that is not among the source's joins where it has a program."""
    chosen: dict[int, list[str]] = {n: [] for n in range(len(joining))}
    for name in named:
        places = {n: [s for s in specs if _stands_for(name, s)] for n, (_, specs) in enumerate(joining)}
        if not any(places.values()):
            offered = find(name).offer
            places = {n: [name] for n, (r, _) in enumerate(joining) if r.workload and offered(r.workload) is not None}
        if not places:
            raise UsageError(f"-p {name}: it has no program for {', '.join({str(r.workload) for r, _ in joining})}")
        for n, specs in places.items():
            chosen[n] += [s for s in specs if s not in chosen[n]]
    return [(r, chosen[n]) for n, (r, _) in enumerate(joining)]


def _stands_for(name: str, spec: str) -> bool:
    """Whether a name on the command line means that platform, version or variant of a source."""
    return name in (spec, spec.partition("@")[0], spec.partition("@")[0].partition(":")[0])


def reproduce(
    source: str = typer.Argument(help="A source (see: agon list sources), or all."),
    only: list[str] = typer.Option([], "-p", "--platform", help="Only these of its platforms; P,P."),
    table: str | None = typer.Option(None, "--table", help="One table or figure of it, e.g. table1, figure8, scale."),
    preset: str = typer.Option("quick", "--preset", help="quick, or paper: the source's own sizes."),
    invocations: int | None = typer.Option(None, "--invocations", help="Processes a cell (default: the source's)."),
    memory: str = typer.Option("", "--memory", help="Limit on a whole process group (default: the source's), or none."),
    time_limit: str = typer.Option(
        "", "--time-limit", help="Limit on one invocation (default: 2m quick, 45s with everybody, 60m paper)."
    ),
    time_budget: str = typer.Option(
        "", "--time-budget", help="Shorten processes, then leave out blocks, then cells, to end in e.g. 15m."
    ),
    seed: int = typer.Option(1, "--seed", help="Of the order and of the inputs."),
    out: Path | None = typer.Option(None, "--out", help="Result directory (default: results/...)."),
    verbose: bool = typer.Option(False, "--verbose", help="Name everything that was left out or failed."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Show the cells and an estimate; run nothing."),
) -> None:
    """Measure what a source measured, and compare it with the published figures and claims."""
    if preset not in TIME_LIMITS:
        raise UsageError(f"--preset {preset}: choose quick or paper")
    natural("--invocations", invocations)
    chosen = [r for name in (sources() if source == EVERY else [source]) for r in reproductions(name, table)]
    joining = [(r, _specs(r)) for r in chosen]
    if wanted := values.names(only):
        joining = _only(joining, wanted)
    specs = list(dict.fromkeys(spec for _, of_one in joining for spec in of_one))
    folder = fresh_folder(out, source)
    platforms = find_all(specs)
    ready, left_out = _ready(platforms, dry_run=dry_run, named=bool(only))
    usual = effort(source, preset)

    def limits(of: Effort) -> Limits:
        return Limits(time_s=_seconds(time_limit, preset, of), memory_bytes=_limit(memory, of))

    own = {name: limits(effort(name, preset)) for name in sources()} if source == EVERY else {}
    request = Request(
        title=f"{source}{f' {table}' if table else ''}, {preset} sizes",
        wishes=_wishes(joining, dict(zip(specs, platforms, strict=True)), ready, preset, own),
        plan=Plan(
            protocol=usual.protocol,
            seed=seed,
            invocations=invocations or usual.invocations,
            time_budget_s=values.duration("--time-budget", time_budget) if time_budget else usual.budget_s,
        ),
        limits=limits(usual),
        command=command(),
        source=source,
        preset=preset,
        skipped=[*left_out, *_rows(chosen)],
    )
    if dry_run:
        dry.show(request, verbose=verbose)
        return
    carry_out(folder, plan(request), ready, verbose=verbose)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("reproduce", epilog=EXAMPLES)(reproduce)
