"""What `run`, `demo` and `reproduce` share: platforms made ready, an experiment planned, carried out and reported."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Event

import typer

from agon.cli.tables import SafeConsole, tabulate
from agon.cli.tables import console as standard_output
from agon.errors import AgonError, Exit, MissingError, UsageError
from agon.platforms.build import build
from agon.platforms.probe import probe, supply_wanted
from agon.platforms.registry import Platform, find
from agon.results.model import Experiment, Skipped
from agon.results.store import load
from agon.run import cgroup as control_groups
from agon.run import experiment as running
from agon.run.estimate import Estimator, unknown_share
from agon.run.machine import environment
from agon.run.plan import Request, all_cores, plan_experiment

console = standard_output()
notes = SafeConsole(stderr=True, highlight=False, emoji=False)


def note(message: str) -> None:
    """A line on what is going on, on standard error."""
    notes.print(message, style="dim", markup=False, soft_wrap=True)


def command() -> list[str]:
    """The command as it was given: the result directory keeps it."""
    return ["./agon", *sys.argv[1:]]


def readable(ids: Sequence[str]) -> list[Platform]:
    """The platforms of these ids; one whose platform.toml is broken is said and passed over."""
    found: list[Platform] = []
    for name in ids:
        try:
            found.append(find(name))
        except UsageError as error:
            notes.print(f"passed over: {error}", style="red", markup=False, soft_wrap=True)
    return found


def require(platforms: Sequence[Platform]) -> None:
    """Build what was asked for by name. MissingError tells how to get what is not here."""
    absent = [probe(p) for p in platforms]
    unsupplied = [f"{r.platform.label} is not here: {r.supply}" for r in absent if r.supply]
    if unsupplied:
        raise MissingError("; ".join(unsupplied))
    lines = [
        f"{r.platform.label}: {r.word} ({'; '.join(n.hint for n in r.missing)})" for r in absent if not r.obtainable
    ]
    if lines:
        ids = " ".join(dict.fromkeys(r.platform.id for r in absent if not r.obtainable))
        raise MissingError(f"not ready: {'; '.join(lines)}. Install with: ./agon install {ids}")
    for platform in platforms:
        build(platform, note)


def whoever_can(platforms: Sequence[Platform]) -> tuple[list[Platform], list[Skipped]]:
    """Build every platform whose toolchain is here; the others are named with the command that lets them join."""
    # builds wait for downloads more than for a core; variants share a folder, whose lock makes the second one wait
    stop = Event()
    with ThreadPoolExecutor(max_workers=all_cores()) as pool:
        try:
            obstacles = list(pool.map(partial(_obstacle, stop=stop), platforms))
        except BaseException:  # Ctrl-C, above all: only this thread hears of it
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    ready = [platform for platform, obstacle in zip(platforms, obstacles, strict=True) if obstacle is None]
    left_out = [
        Skipped(
            platform=platform.label,
            workload="all",
            params={},
            kind="not obtainable" if supply_wanted(platform) else "not ready",
            reason=obstacle,
        )
        for platform, obstacle in zip(platforms, obstacles, strict=True)
        if obstacle is not None
    ]
    return ready, left_out


def _obstacle(platform: Platform, stop: Event) -> str | None:
    """Why the platform cannot join; None once it is built."""
    readiness = probe(platform)
    if readiness.supply:
        return readiness.supply
    if not readiness.obtainable:
        return f"{readiness.word}; it joins after: {readiness.mend}"
    try:
        build(platform, note, stop=stop)
    except AgonError as error:
        return str(error)
    return None


def default_folder(name: str) -> Path:
    """`results/<name>-<time>` in the current directory."""
    return Path("results") / f"{name}-{datetime.now():%Y%m%d-%H%M%S}"


def plan(request: Request) -> Experiment:
    """The experiment, with this machine's environment."""
    return plan_experiment(request, environment(cgroup=control_groups.available()))


def show_plan(experiment: Experiment) -> None:
    """`--dry-run`: the cells, what is left out, and how long it should take."""
    estimator = Estimator()
    whole = experiment.plan
    rows: list[tuple[str, ...]] = []
    for cell in experiment.cells:
        values = " ".join(f"{key}={value}" for key, value in cell.params.items())
        name = cell.platform + (f" ({cell.role})" if cell.role != "main" else "")
        guess = "" if estimator.knows(cell, whole) else " (guess)"
        about = f"{estimator.seconds(cell, whole):.1f} s{guess}"
        sizes = (str(cell.cores), str(cell.threads), str(cell.iterations or "until settled"))
        rows.append((f"{cell.workload} {name}", values, *sizes, about))
    headers = ("cell", "parameters", "cores", "threads", "iterations", "about")
    console.print(tabulate(headers, rows, title=experiment.title))
    show_skipped(experiment.skipped)
    invocations = experiment.plan.invocations
    total = estimator.total(experiment.cells, whole) * invocations
    total += estimator.total(experiment.cells, whole, discarded=True) * whole.discarded_blocks
    unknown = unknown_share(estimator, experiment.cells, whole)
    caveat = f" ({unknown:.0%} of the cells never ran here: their share is a guess)" if unknown else ""
    console.print(f"{len(experiment.cells)} cells x {invocations} invocations: about {clock(total)}{caveat}")


def clock(seconds: float) -> str:
    """Seconds as a person would say them."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def show_skipped(skipped: Sequence[Skipped]) -> None:
    """What was left out, each reason once."""
    for line in dict.fromkeys(f"{s.platform}: {s.kind}: {s.workload}: {s.reason}" for s in skipped):
        console.print(f"left out  {line}", style="yellow", markup=False, soft_wrap=True)


def carry_out(folder: Path, experiment: Experiment, platforms: Sequence[Platform]) -> None:
    """Run it with the live view, write the report, and end with the exit code that fits."""
    from agon.report.live import LiveView

    finished = running.start(folder, experiment, platforms, LiveView(console))
    conclude(folder, finished)


def conclude(folder: Path, finished: bool) -> None:
    """After an experiment: the report, what failed, the exit code."""
    if not finished:
        notes.print(f"interrupted: what was measured is kept. Go on with: ./agon resume {folder}", markup=False)
        raise typer.Exit(int(Exit.INTERRUPTED))
    from agon.report.build import write

    results = load(folder)
    show_skipped(results.skipped)
    page = folder / "report.html"
    write(results, "html", page)
    for cell in (c for c in results.cells if c.shows_how_far):
        console.print(f"no further  {cell.cell.id}: {cell.reason}", style="yellow", markup=False, soft_wrap=True)
    failed = [c for c in results.cells if c.status != "ok" and not c.shows_how_far]
    for cell in failed:
        console.print(f"failed  {cell.cell.id}: {cell.reason}", style="red", markup=False, soft_wrap=True)
    console.print(f"Report: {page}", markup=False, soft_wrap=True)
    if failed:
        raise typer.Exit(int(Exit.FAILED))
