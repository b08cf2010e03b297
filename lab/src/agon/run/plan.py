"""From what was asked for to an experiment: its cells, and what is left out with the reason."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import product

from agon import __version__, home
from agon.errors import UsageError
from agon.platforms.build import source_digest
from agon.platforms.compilers import compilers
from agon.platforms.probe import installed_runtime, installed_version, supply_wanted
from agon.platforms.registry import QUICK, Platform
from agon.platforms.size import source_size
from agon.results.model import Cell, Environment, Experiment, Limits, ParamValue, Plan, PlatformRecord, Skipped
from agon.run.commits import Commit, commit_of
from agon.run.hosts import Host
from agon.run.machine import allowed_cpus
from agon.run.same import builds_of
from agon.workloads.base import Workload


@dataclass(frozen=True)
class Wish:
    """Cells asked for: each platform on each parameter set of one workload."""

    workload: Workload
    ladder: Sequence[Mapping[str, ParamValue]]
    platforms: Sequence[Platform]
    cores: Sequence[int]
    threads: Sequence[int] = ()
    """Each makes a cell of its own; none: as many as the cell has cores."""
    iterations: int = 0
    """Repetitions inside each process; 0: as its pilot shows (agon.run.pilot)."""
    ceilings: bool = False
    """Leave out what a platform.toml calls over the quick budget."""
    how_far: bool = False
    """Ask how far each platform gets (see `Cell.how_far`)."""
    limits: Limits | None = None
    """Of these cells, where they are not the request's."""
    host: Host | None = None
    """Where node 1 is to be, if not on this machine."""


@dataclass(frozen=True)
class Request:
    """An experiment to be planned."""

    title: str
    wishes: Sequence[Wish]
    plan: Plan
    limits: Limits
    command: Sequence[str] = ()
    source: str | None = None
    preset: str | None = None
    skipped: Sequence[Skipped] = field(default_factory=tuple[Skipped, ...])


def all_cores() -> int:
    """How many cores this process may use."""
    return len(allowed_cpus())


def _cells_of(wish: Wish, limits: Limits) -> tuple[list[Cell], list[Skipped]]:
    cells: list[Cell] = []
    skipped: list[Skipped] = []
    available = all_cores()
    for cores in wish.cores:
        if not 1 <= cores <= available:
            raise UsageError(f"--cores {cores}: this process may use 1 to {available} cores")
    workload = wish.workload
    for params, platform, cores, threads in product(wish.ladder, wish.platforms, wish.cores, wish.threads or (None,)):
        values = workload.params(params)
        left_out = _left_out(wish, platform, values, limits)
        if left_out is not None:
            skipped.append(left_out)
            continue
        wanted = [("main", values)]
        wanted += [(c.role, workload.params(c.params)) for c in workload.companions(values)]
        offer = platform.offer(workload.id)
        limit = platform.manifest.run.max_iterations
        for role, chosen in wanted:
            assert offer is not None
            variant = platform.variant_for(workload.id)
            cells.append(
                Cell(
                    id="",
                    platform=platform.label,
                    platform_id=platform.id,
                    variant=variant,
                    version=platform.version,
                    workload=workload.id,
                    params=chosen,
                    cores=cores,
                    threads=threads or cores,
                    iterations=_iterations(wish.iterations, limit),
                    role=role,
                    how_far=wish.how_far,
                    limits=wish.limits,
                    unranked=offer.unranked.get(variant, ""),
                    host=wish.host.name if wish.host else "",
                    host_folder=wish.host.folder if wish.host else "",
                    kind=_kind(offer.kind_of.get(variant, ""), wish.host),
                )
            )
    return cells, skipped


def _kind(own: str, host: Host | None) -> str:
    """What goes to another machine is no run like one on this."""
    return ", ".join(filter(None, (own, f"node 1 on {host.name}" if host else "")))


def _iterations(wanted: int, limit: int | None) -> int:
    """Of a platform that repeats at most `limit` times; as a pilot shows takes one that can go on."""
    return wanted if limit is None else min(wanted or limit, limit)


def _left_out(wish: Wish, platform: Platform, values: dict[str, ParamValue], limits: Limits) -> Skipped | None:
    workload = wish.workload
    offer = platform.offer(workload.id)

    def because(kind: str, reason: str) -> Skipped:
        return Skipped.model_validate(
            {"platform": platform.label, "workload": workload.id, "params": values, "kind": kind, "reason": reason}
        )

    if offer is None and not platform.manifest.runs:
        return because("not obtainable", supply_wanted(platform))
    if offer is None:
        return because("not offered", f"{platform.id} has no program for {workload.id}")
    if offer.not_applicable is not None:
        return because("not applicable", offer.not_applicable)
    variant = platform.variant_for(workload.id)
    if variant not in offer.variants:
        has = ", ".join(offer.variants)
        return because("not applicable", f"{platform.id} has no variant '{variant}' of {workload.id}; it has {has}")
    beyond = offer.beyond(values) or platform.manifest.run.short_of_memory(variant, limits.memory_bytes)
    if beyond is not None:
        return because("not applicable", beyond)
    over = offer.over(variant, values) if wish.ceilings else None
    return because("over the quick budget", over) if over is not None else None


def _slug(cell: Cell) -> str:
    platform = cell.platform.rpartition("/")[2]  # results do not show the whole path of a user's folder
    return re.sub(r"[^a-z0-9]+", "-", f"{cell.workload}-{platform}".lower()).strip("-")[:60]


def _record(platform: Platform, builds: int) -> PlatformRecord:
    manifest = platform.manifest
    offers = {name: offer for name, offer in manifest.workloads.items() if offer.sources}
    sizes: dict[str, int] = {}
    for name, offer in offers.items():
        files = [platform.folder / source for source in offer.sources]
        if all(path.is_file() for path in files):
            sizes[name] = source_size(files)
    found, commit = installed_version(platform), commit_of(platform.folder)
    return PlatformRecord(
        label=platform.label,
        id=platform.id,
        name=manifest.platform.name,
        variant=platform.variant or "",
        version_asked=platform.version,
        version_found=f"{found} ({QUICK} build)" if platform.quick else found,
        runtime_asked="" if platform.own_runtime else platform.runtime,
        runtime_found=installed_runtime(platform),
        released=manifest.versions.release(platform.version, found),
        max_iterations=manifest.run.max_iterations,
        family=manifest.platform.family,
        language=manifest.platform.language,
        homepage=manifest.platform.homepage,
        licence=manifest.platform.licence,
        folder=str(platform.folder),
        source_digest=source_digest(platform),
        source_commit=commit.hash,
        source_dirty=commit.dirty,
        compilers=compilers(platform),
        builds=builds_of(platform, builds),
        tunings={tuning.setting: tuning.reason for tuning in manifest.tunings},
        source_gzip=sizes,
        sources={name: offer.sources for name, offer in offers.items()},
        quick=platform.quick,
    )


def cells_of(request: Request) -> tuple[list[Cell], list[Skipped]]:
    """The cells that `request` asks for, and what is left out. UsageError if nothing is left to run."""
    cells: list[Cell] = []
    skipped = list(request.skipped)
    for wish in request.wishes:
        wanted, left_out = _cells_of(wish, wish.limits or request.limits)
        cells += wanted
        skipped += left_out
    unique: dict[str, Cell] = {cell.model_dump_json(exclude={"id"}): cell for cell in cells}
    cells = [cell.model_copy(update={"id": f"{n:03d}-{_slug(cell)}"}) for n, cell in enumerate(unique.values(), 1)]
    if not cells:
        reasons = "; ".join(dict.fromkeys(f"{s.platform}: {s.reason}" for s in skipped)) or "no platform was named"
        raise UsageError(f"nothing to run: {reasons}")
    return cells, skipped


def plan_experiment(request: Request, environment: Environment) -> Experiment:
    """The experiment that `request` asks for. UsageError if nothing is left to run."""
    cells, skipped = cells_of(request)
    used = {cell.platform for cell in cells}
    source = home.source()
    lab = commit_of(source) if source else Commit()
    platforms = {p.label: p for wish in request.wishes for p in wish.platforms if p.label in used}
    return Experiment(
        id=f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}",
        title=request.title,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        command=list(request.command),
        lab_version=__version__,
        source_commit=lab.hash or "unknown",
        source_dirty=lab.dirty,
        source=request.source,
        preset=request.preset,
        plan=request.plan,
        limits=request.limits,
        environment=environment,
        platforms=[_record(platform, request.plan.builds) for platform in platforms.values()],
        cells=cells,
        skipped=skipped,
    )
