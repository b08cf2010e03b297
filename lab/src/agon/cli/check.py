"""`agon check`: does a platform do what the protocol says?"""

from __future__ import annotations

import typer
from rich.markup import escape

from agon.cli.campaign import console, note, require
from agon.cli.values import names
from agon.errors import Exit, UsageError
from agon.platforms.probe import supply_wanted
from agon.platforms.registry import find, find_all, known_ids
from agon.printable import printable
from agon.run.conformance import Finding
from agon.run.conformance import check as conformance


def _show(finding: Finding, platform: str = "") -> None:
    mark = "[green]ok    [/]" if finding.ok else "[red]failed[/]"
    where = " ".join(part for part in (platform, finding.workload, finding.variant, finding.aspect) if part)
    again = " (not at the first attempt)" if finding.retried else ""
    console.print(f"{mark} {where}: {escape(printable(finding.message, lines=True))}{again}", soft_wrap=True)


def check(
    platform: list[str] = typer.Argument(None, help="Platforms, variants or folders.", metavar="PLATFORM..."),
    every: bool = typer.Option(False, "--all", help="Every platform that can be had."),
    brief: bool = typer.Option(False, "--brief", help="Time the first variant of each workload only."),
) -> None:
    """Prove conformance: right work with witnesses, clear errors, honest clocks."""
    if every == bool(platform):
        raise UsageError("name the platforms, or --all (see: agon list platforms)")
    everyone = (find(name) for name in known_ids())
    platforms = [one for one in everyone if not supply_wanted(one)] if every else find_all(names(platform))
    require(platforms)
    failures: list[tuple[str, Finding]] = []
    for one in platforms:
        console.print(f"[bold]{escape(one.label)}[/]")
        findings = conformance(one, brief=brief, progress=note, found=_show)
        failures += [(one.label, finding) for finding in findings if not finding.ok]
    if failures:
        console.print("1 finding failed:" if len(failures) == 1 else f"{len(failures)} findings failed:")
        for label, finding in failures:
            _show(finding, label)
        raise typer.Exit(int(Exit.FAILED))


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("check", epilog="Example: ./agon check erlang ./my-platform")(check)
