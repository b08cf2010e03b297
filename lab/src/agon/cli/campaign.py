"""What `run`, `demo` and `reproduce` share: platforms made ready, an experiment planned, carried out and reported."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import typer

from agon import called, home
from agon.analysis.builds import builds_apart
from agon.analysis.judged import Judged
from agon.analysis.knees import knees
from agon.cli import lines
from agon.cli.answer import print_answer
from agon.cli.tables import SafeConsole
from agon.cli.tables import console as standard_output
from agon.errors import Exit, MissingError, UsageError
from agon.platforms.probe import probe, supply_wanted
from agon.platforms.ready import LateError, Step, make_ready
from agon.platforms.registry import Platform, find
from agon.results.model import Experiment, Skipped
from agon.results.store import load, refuse_taken
from agon.run import cgroup as control_groups
from agon.run import experiment as running
from agon.run.machine import environment
from agon.run.plan import Request, plan_experiment

console = standard_output()
notes = SafeConsole(stderr=True, highlight=False, emoji=False)


def note(message: str) -> None:
    """A line on what is going on, on standard error."""
    lines.print_line(notes, message, "dim")


def command() -> list[str]:
    """The command as it was given: the result directory keeps it."""
    return [called.command(), *sys.argv[1:]]


def readable(ids: Sequence[str]) -> list[Platform]:
    """The platforms of these ids; one whose platform.toml is broken is reported and passed over."""
    if not ids and home.checkout() is None:
        lines.print_line(notes, f"no platforms here: Agon's are part of its checkout ({home.ADVICE})")
    found: list[Platform] = []
    for name in ids:
        try:
            found.append(find(name))
        except UsageError as error:
            lines.print_line(notes, f"passed over: {error}", "red")
    return found


def require(platforms: Sequence[Platform]) -> None:
    """Build what was asked for by name. MissingError names the command that gets what is missing."""
    absent = [probe(p) for p in platforms]
    unsupplied = [f"{r.platform.label} is not here: {r.supply}" for r in absent if r.supply]
    if unsupplied:
        raise MissingError("; ".join(unsupplied))
    unready = [
        f"{r.platform.label}: {r.word} ({'; '.join(n.hint for n in r.missing)})" for r in absent if not r.obtainable
    ]
    if unready:
        ids = " ".join(dict.fromkeys(r.platform.to_install for r in absent if not r.obtainable))
        raise MissingError(f"not ready: {'; '.join(unready)}. Install with: ./agon install {ids}")
    obstacles = make_ready(platforms, show_step)
    for error in obstacles.values():
        raise error


def one_build(platforms: Sequence[Platform], wanted: int) -> list[str]:
    """Of which platforms there is one build although more are wanted, and why."""
    if wanted == 1:
        return []
    reasons: dict[str, list[str]] = {}
    for platform in platforms:
        rules = platform.manifest.build
        if not rules.varies:
            why = rules.one_build or "its platform.toml has no [build] layout (docs/adding-a-platform.md)"
            reasons.setdefault(why, []).append(platform.label)
    return [f"{', '.join(labels)}: one build: {why}" for why, labels in reasons.items()]


def show_step(step: Step) -> None:
    """A line for something that the user has waited for, or waits for."""
    if step.word == "ready" and step.seconds < 1:
        return
    after = f" after {clock(step.seconds)}" if step.seconds else ""
    note(f"{step.platform.label}: {step.word}{after}")


class Made(NamedTuple):
    """What can take part, and what cannot."""

    ready: list[Platform]
    left_out: list[Skipped]
    late: list[str]
    """Labels of those left out that more time for building would help."""


def make_those_ready(
    platforms: Sequence[Platform], *, budget_s: float | None = None, installable: Collection[str] = ()
) -> Made:
    """Build every platform whose toolchain is here; the others with the reason why they cannot join."""
    obstacles = make_ready(platforms, show_step, budget_s=budget_s, installable=installable)
    ready = [platform for platform in platforms if platform.label not in obstacles]
    left_out = [
        Skipped(
            platform=platform.label,
            workload="all",
            params={},
            kind="not obtainable" if supply_wanted(platform) else "not ready",
            reason=str(obstacles[platform.label]),
        )
        for platform in platforms
        if platform.label in obstacles
    ]
    late = [label for label, obstacle in obstacles.items() if isinstance(obstacle, LateError)]
    return Made(ready, left_out, late)


def fresh_folder(out: Path | None, name: str) -> Path:
    """Where a new experiment goes: `out`, else `results/<name>-<time>` in the current directory. Asked before anything
    is built: StoreError if an experiment lies there."""
    folder = out or Path("results") / f"{name}-{datetime.now():%Y%m%d-%H%M%S}"
    refuse_taken(folder)
    return folder


def plan(request: Request) -> Experiment:
    """The experiment, with this machine's environment."""
    return plan_experiment(request, environment(cgroup=control_groups.available()))


def clock(seconds: float) -> str:
    """Seconds in words, rounded as a reader wants them."""
    from agon.cli.live import clock as words

    return words(seconds)


def show_skipped(skipped: Sequence[Skipped], *, verbose: bool = False) -> None:
    """What was left out: how much, or with `verbose` each with its reason."""
    for line in lines.each_left_out(skipped) if verbose else filter(None, [lines.left_out(skipped)]):
        lines.print_line(console, line, "yellow")


def carry_out(
    folder: Path,
    experiment: Experiment,
    platforms: Sequence[Platform],
    *,
    verbose: bool = False,
    brief: bool = False,
) -> None:
    """Run it with the live view, write the report, and end with the exit code that fits. `brief`: few lines on the way,
    and one table of all platforms at the end."""
    from agon.cli.live import LiveView

    finished = running.start(folder, experiment, platforms, LiveView(console, brief=brief and not verbose))
    conclude(folder, finished, verbose=verbose, answers=brief)


def _show_standings(judged: Judged) -> None:
    lines.print_standings(console, judged)
    for sentence in (s for layout in judged.layouts for s in knees(layout)):
        lines.print_line(console, sentence)
    if sentence := lines.disturbed(judged):
        lines.print_line(console, sentence, "yellow")


def carry_out_quietly(folder: Path, experiment: Experiment, platforms: Sequence[Platform]) -> None:
    """Run it with few lines on the way, and write the report. It cannot be resumed."""
    from agon.cli.live import LiveView
    from agon.report.build import write

    if not running.start(folder, experiment, platforms, LiveView(console, brief=True)):
        lines.print_line(notes, f"interrupted: nothing is judged. What was measured is in {folder}")
        raise typer.Exit(int(Exit.INTERRUPTED))
    write(Judged(load(folder)), "html", folder / "report.html")


def conclude(folder: Path, finished: bool, *, verbose: bool = False, answers: bool = False) -> None:
    """After an experiment: the standings, what failed, the report, the exit code. `answers`: one table of all platforms
    and two sentences, at the end, in place of the standings."""
    if not finished:
        lines.print_line(notes, f"interrupted: what was measured is kept. Go on with: ./agon resume {folder}")
        raise typer.Exit(int(Exit.INTERRUPTED))
    from agon.report.build import write

    results = load(folder)
    judged = Judged(results)
    if not answers:
        _show_standings(judged)
    for line in (*lines.steadiness(results), *builds_apart(results)):
        lines.print_line(console, line)
    show_skipped(results.skipped, verbose=verbose)
    page = folder / "report.html"
    write(judged, "html", page)
    for line in lines.failures([c for c in results.cells if c.shows_how_far], "no further", verbose=verbose):
        lines.print_line(console, line, "yellow")
    for line in (*lines.dropped(results), *lines.out_of_time(results)):
        lines.print_line(console, line, "yellow")
    wanting = [c for c in results.cells if c.status == "failed" or (c.status == "incomplete" and not c.was_dropped)]
    failed = [c for c in wanting if not c.shows_how_far]
    for line in lines.failures(failed, "failed", verbose=verbose):
        lines.print_line(console, line, "red")
    if answers and not print_answer(console, judged):
        _show_standings(judged)
    console.print(f"Report: {page}", markup=False, soft_wrap=True)
    if failed:
        raise typer.Exit(int(Exit.FAILED))
