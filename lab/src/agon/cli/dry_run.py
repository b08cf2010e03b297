"""`--dry-run`: what would be measured, about how long it would take, and what would have to be made ready first.

Nothing is run, built, downloaded or written: what is known comes from files alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from agon.cli import lines
from agon.cli.campaign import clock, console, show_skipped
from agon.cli.tables import tabulate
from agon.counted import counted
from agon.platforms.probe import Readiness, glance
from agon.platforms.ready import can_install
from agon.platforms.registry import Platform
from agon.results.model import Cell, Plan, Skipped
from agon.results.store import load
from agon.run.estimate import Estimator, unknown_share
from agon.run.plan import Request, cells_of


def show(request: Request, *, installable: Collection[str] = (), verbose: bool = False) -> None:
    """The cells of an experiment, what is left out, how long it should take, and what it needs.

    `installable`: ids of platforms whose toolchains would be installed without being asked for.
    """
    cells, skipped = cells_of(request)
    platforms = {p.label: p for wish in request.wishes for p in wish.platforms}
    used = [platforms[label] for label in dict.fromkeys(cell.platform for cell in cells)]
    builds = [one for platform in used for one in platform.builds(request.plan.builds)]
    estimator = Estimator(late={p.id for p in used if p.manifest.run.growth})
    show_cells(request.title, cells, request.plan, estimator)
    show_skipped(skipped, verbose=verbose)
    show_whole_length(cells, request.plan, estimator)
    for line in preparations(builds, skipped, installable):
        lines.print_line(console, line, "yellow")


def show_rest(folder: Path) -> None:
    """What `resume` would measure."""
    results = load(folder)
    experiment, plan = results.experiment, results.experiment.plan
    stopped = {stop.cell for stop in results.stops}
    done = {(i.cell, i.block) for i in results.invocations}
    most = plan.invocations if plan.until_ci is None else plan.min_invocations
    estimator = Estimator()
    missing = [
        (cell, block)
        for cell in experiment.cells
        if cell.id not in stopped
        for block in range(-plan.discarded_blocks, most)
        if (cell.id, block) not in done
    ]
    cells = list({cell.id: cell for cell, _ in missing}.values())
    if not cells:
        lines.print_line(console, f"{folder}: nothing is missing")
        return
    show_cells(experiment.title, cells, plan, estimator)
    seconds = sum(estimator.seconds(cell, plan, discarded=block < 0) for cell, block in missing)
    show_length(f"{counted(len(missing), 'invocation')} missing", seconds, cells, plan, estimator)


def show_cells(title: str, cells: Sequence[Cell], plan: Plan, estimator: Estimator) -> None:
    """A table of the cells, with what an invocation of each should take."""
    rows: list[tuple[str, ...]] = []
    for cell in cells:
        values = " ".join(f"{key}={value}" for key, value in cell.params.items())
        name = cell.platform + (f" ({cell.role})" if cell.role != "main" else "")
        guess = "" if estimator.knows(cell, plan) else " (guess)"
        about = f"{estimator.seconds(cell, plan):.1f} s{guess}"
        sizes = (str(cell.cores), str(cell.threads), str(cell.iterations or "as the pilot shows"))
        rows.append((f"{cell.workload} {name}", values, *sizes, about))
    headers = ("cell", "parameters", "cores", "threads", "iterations", "about")
    console.print(tabulate(headers, rows, title=title), width=lines.width(console))


def show_whole_length(cells: Sequence[Cell], plan: Plan, estimator: Estimator) -> None:
    """How long all invocations of the cells should take."""
    what = f"{counted(len(cells), 'cell')} x {counted(plan.invocations, 'invocation')}"
    show_length(what, whole_seconds(cells, plan, estimator), cells, plan, estimator)


def whole_seconds(cells: Sequence[Cell], plan: Plan, estimator: Estimator) -> float:
    """Expected seconds of all invocations of the cells, pilots included."""
    seconds = estimator.total(cells, plan) * plan.invocations
    return seconds + estimator.total(cells, plan, discarded=True) * plan.discarded_blocks


def show_length(what: str, seconds: float, cells: Sequence[Cell], plan: Plan, estimator: Estimator) -> None:
    """How long it should take in all, and what that rests on."""
    unknown = unknown_share(estimator, cells, plan)
    caveat = f" ({unknown:.0%} of the cells never ran here: their share is a guess)" if unknown else ""
    budget = plan.time_budget_s
    cut = f", cut to the time budget of {clock(budget)}" if budget is not None and seconds > budget else ""
    lines.print_line(console, f"{what}: about {clock(seconds)}{cut}{caveat}")


def sort_out(platforms: Sequence[Platform], installable: Collection[str] = ()) -> tuple[list[Platform], list[Skipped]]:
    """Those that could be made ready with the toolchains that are here, and the others with the reason."""
    able: list[Platform] = []
    left_out: list[Skipped] = []
    for readiness in map(glance, platforms):
        if readiness.obtainable or can_install(readiness, installable):
            able.append(readiness.platform)
        else:
            left_out.append(
                Skipped(
                    platform=readiness.platform.label,
                    workload="all",
                    params={},
                    kind="not obtainable" if readiness.supply else "not ready",
                    reason=readiness.supply or f"{readiness.word}; it joins after: {readiness.mend}",
                )
            )
    return able, left_out


def preparations(
    platforms: Sequence[Platform], skipped: Sequence[Skipped], installable: Collection[str] = ()
) -> list[str]:
    """What would have to be built and installed first, and what would join if it were installed."""
    found = [glance(p) for p in platforms]
    to_build = [r.platform.label for r in found if not r.built and not r.supply]
    to_install = [_wanted(r, installable) for r in found if not r.obtainable]
    absent = dict.fromkeys(s.platform for s in skipped if s.kind == "not ready")
    return [
        *([f"To be built first, which may download: {', '.join(to_build)}."] if to_build else []),
        *([f"To be installed first: {'; '.join(to_install)}."] if to_install else []),
        *([f"Not ready, and left out: {', '.join(absent)} (./agon install NAME)."] if absent else []),
    ]


def _wanted(readiness: Readiness, installable: Collection[str]) -> str:
    packages = sorted({package for need in readiness.missing for package in need.apt})
    if can_install(readiness, installable):
        return f"{readiness.platform.label} (apt-get install {' '.join(packages)})"
    how = readiness.mend or readiness.supply
    return f"{readiness.platform.label} ({readiness.word}: {how})"
