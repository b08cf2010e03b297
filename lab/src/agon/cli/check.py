"""`agon check`: does a platform conform to the protocol?"""

from __future__ import annotations

import typer
from rich.markup import escape

from agon.cli.campaign import console, note, require
from agon.cli.values import duration, names
from agon.counted import counted
from agon.errors import Exit, UsageError
from agon.platforms.probe import supply_wanted
from agon.platforms.registry import Platform, find, find_all, known_ids
from agon.printable import printable
from agon.run.conformance import TIME_LIMIT_S, Finding
from agon.run.conformance import check as conformance


def _show(finding: Finding, platform: str = "") -> None:
    mark = "[green]ok    [/]" if finding.ok else "[red]failed[/]"
    where = " ".join(part for part in (platform, finding.workload, finding.variant, finding.aspect) if part)
    again = " (not at the first attempt)" if finding.retried else ""
    console.print(f"{mark} {where}: {escape(printable(finding.message, lines=True))}{again}", soft_wrap=True)


def check(
    platform: list[str] = typer.Argument(None, help="Platforms, variants or folders.", metavar="PLATFORM..."),
    every: bool = typer.Option(False, "--all", help="Every platform that can be had."),
    brief: bool = typer.Option(False, "--brief", help="Time the first variant of every third workload only."),
    quick: bool = typer.Option(False, "--quick", help="Of builds that are done sooner, not those that `run` measures."),
    time_limit: str = typer.Option("", "--time-limit", help="Longest that a program may take, e.g. 10s (default: 2m)."),
    mutants: bool = typer.Option(False, "--mutants", help="Of programs made to do less: each variant must be caught."),
) -> None:
    """Prove conformance: right work with witnesses, clear errors, honest clocks."""
    if mutants and (every or brief):
        raise UsageError("--mutants takes folders, and goes with neither --all nor --brief")
    limit = duration("--time-limit", time_limit) if time_limit else TIME_LIMIT_S
    if every == bool(platform):
        raise UsageError("name the platforms, or --all (see: agon list platforms)")
    everyone = (find(name) for name in known_ids())
    platforms = [one for one in everyone if not supply_wanted(one)] if every else find_all(names(platform))
    if quick:
        platforms = [one.built_quickly() for one in platforms]
    require(platforms)
    if mutants:
        _hunt(platforms, limit)
        return
    failures: list[tuple[str, Finding]] = []
    for one in platforms:
        console.print(f"[bold]{escape(one.label)}[/]")
        findings = conformance(one, brief=brief, time_limit_s=limit, progress=note, found=_show)
        failures += [(one.label, finding) for finding in findings if not finding.ok]
    if failures:
        console.print(f"{counted(len(failures), 'finding')} failed:")
        for label, finding in failures:
            _show(finding, label)
        raise typer.Exit(int(Exit.FAILED))


def _hunt(platforms: list[Platform], limit: float) -> None:
    """Show how each variant of each mutant was caught; exit if one was not."""
    at_large: list[str] = []
    for one in platforms:
        found: dict[tuple[str, str], list[Finding]] = {}
        for finding in conformance(one, fail_fast=True, time_limit_s=limit, progress=note):
            if finding.aspect in ("work", "growth"):
                found.setdefault((finding.workload, finding.variant), []).append(finding)
            elif not finding.ok:
                at_large.append(f"{one.label}: {finding.message}")
                _show(finding, one.label)
        for (workload, variant), findings in found.items():
            caught = [finding.message for finding in findings if not finding.ok]
            if not caught:
                at_large.append(f"{one.label} {workload} {variant}")
            mark = "[green]caught[/]" if caught else "[red]passed[/]"
            why = caught[0] if caught else "it does less, and neither the oracle nor its clock shows it"
            console.print(f"{mark} {one.label} {workload} {variant}: {escape(why)}", soft_wrap=True)
    if at_large:
        console.print("1 mutant was not caught" if len(at_large) == 1 else f"{len(at_large)} mutants were not caught")
        raise typer.Exit(int(Exit.FAILED))


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command(
        "check", epilog="Examples: ./agon check erlang ./my-platform; ./agon check --mutants ./my-workload/mutants"
    )(check)
