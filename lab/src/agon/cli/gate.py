"""`agon gate`: is what is checked out worse than another commit of the user's own repository?"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

import typer
from rich.text import Text

from agon import home
from agon.analysis.compare import in_pairs
from agon.analysis.gate import gate as judge
from agon.analysis.gated import Gated
from agon.analysis.judged import Judged
from agon.cli import lines, values
from agon.cli.campaign import carry_out_quietly, command, console, fresh_folder, note, notes, plan, show_step
from agon.cli.run import LATE_PILOT, ladder_of, natural, workloads_named
from agon.cli.tables import tabulate
from agon.errors import AgonError, Exit, MissingError, UsageError
from agon.platforms.probe import build_folder
from agon.platforms.ready import make_ready
from agon.platforms.registry import Platform
from agon.results.machine import machine
from agon.results.model import Limits, Plan
from agon.results.protocols import PROTOCOLS
from agon.results.store import load
from agon.run.plan import Request, Wish, all_cores
from agon.run.repository import Repository, repository
from agon.run.sides import Chosen, Place, choose, labelled, to_be_rebuilt
from agon.run.worktree import checked_out_apart
from agon.stats.stopping import LOOKS
from agon.workloads.base import Workload

FIRST_LOOK = 5
"""Invocations after which it is first looked whether all is decided: what a verdict can rest on."""
EXAMPLES = """
Examples, in a repository of your own with a platform in it:

  agon gate main

  agon gate main token-ring,chameneos -p bench/mine --fail-above 3% --time-budget 20m

  agon gate origin/main --comment comment.md --on-undecided pass
"""
STYLES = {"passed": "bold green", "undecided": "bold yellow", "failed": "bold red"}
COLOURS = {"failed": "red", "worse": "red", "undecided": "yellow", "not worse": "green"}
EXITS = {"passed": Exit.OK, "failed": Exit.FAILED, "undecided": Exit.UNDECIDED}


@dataclass
class _Asked:
    """What the user asked for, and what is found on the way."""

    repo: Repository
    commit: str
    base: str
    head: str
    workloads: str
    preset: str
    fail_above: float
    invocations: int | None
    budget_s: float
    least_s: float
    most_s: float
    pilot_s: float
    limit_s: float
    on_undecided: str
    again: str
    out: Path | None
    notes: list[str] = field(default_factory=list[str])

    def ended(self, outcome: Literal["passed", "undecided", "failed"], why: str) -> Gated:
        """The answer where nothing is measured."""
        return Gated(
            self.base, self.head, self.fail_above, self.again, ended=outcome, why=why, notes=tuple(self.notes),
            on_undecided=self.on_undecided,
        )  # fmt: skip


def gate(
    base: str = typer.Argument(help="The commit, branch or tag to compare with.", metavar="BASE_REF"),
    workloads: str = typer.Argument("all", help="Workloads: one, W,W or all that both sides have."),
    platform: list[str] = typer.Option(
        [], "-p", "--platform", help="Folders with a platform.toml (default: those that the changes concern)."
    ),
    fail_above: str = typer.Option("5%", "--fail-above", help="How much worse is too much."),
    invocations: int | None = typer.Option(None, "--invocations", help="Processes a side and workload, if fixed."),
    time_budget: str = typer.Option(
        "", "--time-budget", help="Measure until all is decided, for 10m (default) at most; builds come before."
    ),
    on_undecided: str = typer.Option("", "--on-undecided", help="pass or fail: what undecided counts as (else: 5)."),
    comment: Path | None = typer.Option(None, "--comment", metavar="FILE.md", help="Write the answer for a comment."),
    out: Path | None = typer.Option(None, "--out", help="Result directory (default: in Agon's own folder)."),
    preset: str = typer.Option("demo", "--preset", help="Sizes of the workloads: demo, quick or paper."),
    min_time: str = typer.Option("500ms", "--min-time", help="Measured time after warm-up in each process."),
    max_time: str = typer.Option("2s", "--max-time", help="The same at most, where iterations are long."),
    pilot: str = typer.Option("5s", "--pilot", help="How long a first process is watched for warm-up."),
    time_limit: str = typer.Option("5m", "--time-limit", help="Limit on one process."),
) -> None:
    """Gate a change in your own repository: is the checkout worse than BASE_REF by more than the margin?

    Builds both sides and measures them in turns. Exit codes: 0 not worse, 1 worse, 5 undecided."""
    if on_undecided not in ("", "pass", "fail"):
        raise UsageError(f"--on-undecided {on_undecided}: choose pass or fail")
    if invocations is not None and time_budget:
        raise UsageError("give --invocations or --time-budget, not both")
    natural("--invocations", invocations)
    least, most = values.duration("--min-time", min_time), values.duration("--max-time", max_time)
    if most < least:
        raise UsageError(f"--max-time {max_time}: must not be less than --min-time {min_time}")
    if comment is not None and not comment.absolute().parent.is_dir():
        raise UsageError(f"--comment {comment}: there is no folder {comment.absolute().parent}")
    repo = repository(Path.cwd())
    commit = repo.commit(base)
    short = repo.short(commit)
    asked = _Asked(
        repo=repo,
        commit=commit,
        base=short,
        head=repo.short(repo.commit("HEAD")) + ("-dirty" if repo.dirty else ""),
        workloads=workloads,
        preset=preset,
        fail_above=values.fraction("--fail-above", fail_above),
        invocations=invocations,
        budget_s=values.duration("--time-budget", time_budget or "10m"),
        least_s=least,
        most_s=most,
        pilot_s=values.duration("--pilot", pilot),
        limit_s=values.duration("--time-limit", time_limit),
        on_undecided=on_undecided,
        again=_again(short, workloads, platform, fail_above, invocations, time_budget, preset),
        out=out,
    )
    _conclude(_answer(asked, values.names(platform)), comment)


def _again(
    base: str, workloads: str, folders: Sequence[str], above: str, n: int | None, budget: str, preset: str
) -> str:
    words = ["agon", "gate", base, *([workloads] if workloads != "all" else [])]
    words += [word for folder in folders for word in ("-p", folder)]
    words += ["--fail-above", above, *(["--invocations", str(n)] if n else [])]
    words += [*(["--time-budget", budget] if budget else []), *(["--preset", preset] if preset != "demo" else [])]
    return shlex.join(words)


def _answer(asked: _Asked, named: Sequence[str]) -> Gated:
    repo = asked.repo
    if asked.head == asked.base:
        return asked.ended("passed", f"the checkout is {asked.base} itself: there is nothing to compare")
    try:
        chosen = choose(repo, asked.commit, named)
    except UsageError as error:
        if named or "platform.toml" not in str(error) or not repo.folders():
            raise
        return asked.ended("failed", f"head: {error}")
    asked.notes += chosen.notes
    for line in chosen.notes:
        note(line)
    if not chosen.places:
        new = "the platform is new: the base has nothing to compare it with"
        why = new if any(": new, " in n for n in chosen.notes) else "no change concerns a platform"
        return asked.ended("passed", why)
    note(f"base {asked.base}, head {asked.head}: {', '.join(p.folder for p in chosen.places)}")
    try:
        with checked_out_apart(repo, asked.commit, note) as place:
            return _compared(asked, chosen, place)
    except KeyboardInterrupt:
        lines.print_line(notes, "interrupted: nothing is judged, and the base's checkout is removed")
        raise typer.Exit(int(Exit.INTERRUPTED)) from None


def _compared(asked: _Asked, chosen: Chosen, place: Path) -> Gated:
    """Build both sides, measure them, and judge. `place`: the base's checkout."""
    places, before, unbuilt = _read(asked, chosen.places, place)
    try:
        after = labelled([p.at(asked.repo.root) for p in places], places, asked.head)
        for one in (*before, *after):
            if one.manifest.build.commands and not one.manifest.build.inputs:
                to_be_rebuilt(one)
        obstacles = make_ready([*before, *after], show_step)
        for error in obstacles.values():
            if isinstance(error, MissingError):
                raise error
        for label in (p.label for p in after if p.label in obstacles):
            return asked.ended("failed", f"head does not build: {_first(obstacles[label])}")
        built = [(b, a) for b, a in zip(before, after, strict=True) if b.label not in obstacles]
        for one in (b for b in before if b.label in obstacles):
            unbuilt.append(f"the base does not build: {_first(obstacles[one.label])}")
        if not built:
            return asked.ended("undecided", unbuilt[0])
        asked.notes += unbuilt
        return _measured(asked, built, best="undecided" if unbuilt else "passed")
    finally:
        for one in before:
            shutil.rmtree(build_folder(one).parent, ignore_errors=True)


def _read(asked: _Asked, places: Sequence[Place], root: Path) -> tuple[tuple[Place, ...], list[Platform], list[str]]:
    """The platforms as the base has them, and why others cannot be read there."""
    good: list[Place] = []
    found: list[Platform] = []
    wrong: list[str] = []
    for place in places:
        try:
            found.append(place.at(root))
            good.append(place)
        except UsageError as error:
            wrong.append(f"the base cannot be read: {_first(error)}")
    return tuple(good), labelled(found, good, asked.base), wrong


def _first(error: AgonError) -> str:
    """An error without the path of a log that is removed, on one line; the log's last line stands for it."""
    text, _, log = str(error).partition(" Whole log: ")
    printed = [line for line in log.splitlines()[1:] if line.strip() and not line.startswith("$ ")]
    return text + (f" {printed[-1].strip()}" if printed else "")


def _measured(asked: _Asked, pairs: Sequence[tuple[Platform, Platform]], best: Literal["passed", "undecided"]) -> Gated:
    wishes = [w for w in (_wish(asked, w, pairs) for w in workloads_named(asked.workloads)) if w is not None]
    if not wishes:
        return asked.ended(best, f"no workload of {asked.workloads} is offered by both sides: nothing to compare")
    sides = [p for pair in pairs for p in pair]
    fixed = asked.invocations is not None
    request = Request(
        title=f"Gate: base {asked.base}, head {asked.head}",
        wishes=wishes,
        plan=Plan(
            protocol=PROTOCOLS["agon"].name,
            seed=1,
            invocations=asked.invocations or FIRST_LOOK,
            until_decided_s=None if fixed else asked.budget_s,
            looks=1 if fixed else LOOKS,
            margin=asked.fail_above,
            min_time_s=asked.least_s,
            max_time_s=asked.most_s,
            pilot_s=asked.pilot_s,
            pilot_most_s=LATE_PILOT * asked.pilot_s,
            discarded_blocks=1,
        ),
        limits=Limits(time_s=asked.limit_s),
        command=command(),
        preset=asked.preset,
    )
    folder = fresh_folder(asked.out or home.state() / "gates" / f"{asked.repo.root.name}-{_now()}", "gate")
    carry_out_quietly(folder, plan(request), sides)
    results = load(folder)
    labels = {b.label: a.label for b, a in pairs}
    comparison = in_pairs(results, labels, margin=asked.fail_above)
    judged = Judged(results)
    console.print(f"Report: {folder / 'report.html'}", markup=False, soft_wrap=True)
    return Gated(
        asked.base,
        asked.head,
        asked.fail_above,
        asked.again,
        comparison=comparison,
        gate=judge(comparison, asked.fail_above),
        ended=best,
        notes=tuple(asked.notes),
        machine=machine(results.experiment.environment),
        noise=tuple(f.what[0].lower() + f.what[1:] for f in judged.noise if f.disturbs),
        on_undecided=asked.on_undecided,
    )


def _now() -> str:
    return f"{datetime.now():%Y%m%d-%H%M%S}"


def _wish(asked: _Asked, workload: Workload, pairs: Sequence[tuple[Platform, Platform]]) -> Wish | None:
    """The cells of a workload: of platforms that offer it on both sides. What only one side has is noted."""
    both: list[Platform] = []
    for sides in pairs:
        offers = [offer is not None and offer.not_applicable is None for offer in (p.offer(workload.id) for p in sides)]
        if all(offers):
            both += sides
        elif any(offers):
            asked.notes.append(f"{sides[1].label}: {workload.id} is only in the {'base' if offers[0] else 'head'}")
    if not both:
        return None
    return Wish(workload, ladder_of(workload, asked.preset), both, [all_cores()], ceilings=asked.preset == "quick")


def _conclude(found: Gated, comment: Path | None) -> None:
    from agon.report import gated

    if found.comparison is not None and found.gate is not None:
        shown: list[tuple[str | Text, ...]] = []
        for outcome, (words, *rest) in gated.rows(found.comparison, found.gate):
            shown.append((Text(words, style=COLOURS.get(outcome, "")), *rest))
        console.print(tabulate(gated.HEADERS, shown))
    for line in gated.lines(found):
        lines.print_line(notes, line, "dim")
    lines.print_line(console, gated.summary(found), STYLES[found.counts_as])
    if comment is not None:
        gated.write(found, comment)
    if code := EXITS[found.counts_as]:
        raise typer.Exit(int(code))


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("gate", epilog=EXAMPLES)(gate)
