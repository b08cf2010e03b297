"""`./agon test`: every test of the project, in three sizes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import typer
from agon import home
from agon.errors import AgonError, Exit, UsageError
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dev import ci
from dev.changes import changed_files, commits
from dev.jobs import Job, Outcome, run
from dev.suite import concerned, default_jobs, environment, full_jobs, untested

COLOURS = {"passed": "green", "failed": "red", "skipped": "yellow"}

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
console = Console(soft_wrap=True)


@app.command(context_settings={"help_option_names": ["-h", "--help"]}, epilog="Example: ./agon test --only engine")
def test(
    changed: bool = typer.Option(False, "--changed", help="Only the parts whose files have changed, as git sees it."),
    since: str = typer.Option("", "--since", help="With --changed: since this commit.", metavar="COMMIT"),
    full: bool = typer.Option(
        False, "--full", help="Also the long ones: conformance, model checking, Miri, fuzzing, statistics."
    ),
    in_ci: bool = typer.Option(
        False, "--ci", help="What continuous integration runs: it also installs, and checks platforms by turns."
    ),
    only: str = typer.Option("", "--only", help="Only parts whose name contains this, e.g. lab."),
    jobs: int = typer.Option(0, "--jobs", "-j", min=0, help="Parts that run at a time; 0: two, or one on one core."),
    dry_run: bool = typer.Option(False, "--list", help="Print the parts with their budgets, and run none."),
) -> None:
    """Run all tests; those of a missing platform are skipped by name."""
    chosen = [job for job in _of_size(changed or bool(since), since, full, in_ci) if only in job.name]
    if not chosen and only and not any(only in job.name for job in default_jobs()):
        raise UsageError(f"no part's name contains '{only}' (see: ./agon test --list)")
    if dry_run:
        console.print(_listing(chosen))
        return
    at_a_time = jobs or min(2, len(os.sched_getaffinity(0)))
    outcomes = run(chosen, lambda line: console.rule(line, align="left"), at_a_time, environment(full=full))
    _report(outcomes)
    failed = any(outcome.result == "failed" for outcome in outcomes)
    if failed or (outcomes and all(outcome.result == "skipped" for outcome in outcomes)):
        raise typer.Exit(int(Exit.FAILED))


def _of_size(changed: bool, since: str, full: bool, in_ci: bool) -> list[Job]:
    if changed + full + in_ci > 1:
        raise UsageError("--changed, --full and --ci are three sizes: name one")
    if full:
        return full_jobs()
    if in_ci:
        return ci.jobs(commits(home.root()))
    if not changed:
        return default_jobs()
    files = changed_files(home.root(), since)
    everything = default_jobs()
    for file in untested(everything, files):
        console.print(f"{file}: no part tests it", style="yellow", highlight=False)
    found = concerned(everything, files) if files else []
    console.print(f"{len(files)} changed files concern {len(found)} of {len(everything)} parts", highlight=False)
    return found


def _listing(jobs: Sequence[Job]) -> Table:
    table = Table("part", "budget in seconds", "files", box=None)
    for job in jobs:
        table.add_row(job.name, f"{job.budget_s:.0f}", ", ".join(job.paths))
    return table


def _report(outcomes: Sequence[Outcome]) -> None:
    table = Table("part", "result", "seconds", "budget", "", box=None)
    for outcome in outcomes:
        late = " (late)" if outcome.late else ""
        result = Text(outcome.result, style=COLOURS[outcome.result])
        budget = f"{outcome.job.budget_s:.0f}{late}"
        table.add_row(outcome.job.name, result, f"{outcome.seconds:.1f}", budget, Text(outcome.detail))
    console.print(table)
    for outcome in outcomes:
        if outcome.excerpt:
            console.rule(f"{outcome.job.name}: what failed, and the last lines", align="left")
            console.print("\n".join(outcome.excerpt), markup=False, highlight=False)
    counts = {result: sum(outcome.result == result for outcome in outcomes) for result in COLOURS}
    # A line of its own: machines that run CI look for it.
    console.print(", ".join(f"{counts[result]} {result}" for result in counts), highlight=False)


def main() -> int:
    """Run; an error that the user can mend is one line."""
    try:
        app(prog_name="agon test")
    except AgonError as error:
        print(f"agon test: {error}", file=sys.stderr)
        return int(error.exit_code)
    except KeyboardInterrupt:
        print("agon test: interrupted", file=sys.stderr)
        return int(Exit.INTERRUPTED)
    return 0


if __name__ == "__main__":
    sys.exit(main())
