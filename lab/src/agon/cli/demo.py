"""`agon demo`: the main question, who is fastest at what, answered in under five minutes with what is here."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from agon.cli import dry_run as dry
from agon.cli import lines, values
from agon.cli.campaign import carry_out, clock, command, console, fresh_folder, make_those_ready, plan, readable
from agon.errors import MissingError
from agon.platforms.probe import Readiness, glance, probe
from agon.platforms.ready import can_install
from agon.platforms.registry import Platform
from agon.results.model import Limits, Plan, Skipped
from agon.run.plan import Request, Wish, all_cores
from agon.workloads.registry import get

SEATS: tuple[tuple[str, ...], ...] = (
    ("agon-actor",),
    ("agon-agentspeak",),
    ("erlang",),
    ("akka", "pekko"),
    ("go",),
    ("tokio",),
    ("jason",),
)
"""Platforms that people know, most wanted first; of several the first that is built, else the first that can be."""
RESERVES = ("node", "elixir", "pykka")
"""Who takes a seat that stays empty."""
INSTALLABLE = frozenset({"erlang"})
"""Those whose toolchain the distribution installs in seconds."""
WORKLOADS = ("token-ring", "chameneos", "service-rounds")
"""At the one size of their preset `demo`."""
SLOW_TO_BUILD = frozenset({"agon-agentspeak"})
"""Those that are built last, so that one that is not built in time does not take the place of another."""
INVOCATIONS = 5
"""The least that a verdict can rest on."""
MIN_TIME_S, MAX_TIME_S = 0.3, 0.6
PILOT_S, PILOT_MOST_S = 0.6, 1.0
"""Too short to call anything steady, as the report states; long enough for what a first look is to compare."""
MEASURING_S = 120.0
"""Of the time budget, for measuring; the rest is for building."""
LEAST_SHARE = 0.45
"""Of a shorter budget: the share for measuring."""
_LONGEST_LAUNCH_S = 3600.0
"""Longer ago a launcher did not begin: the variable is from elsewhere."""


@dataclass(frozen=True)
class Field:
    """Who is to take part, and who is not tried."""

    chosen: list[Platform]
    absent: list[str]


def choose(installable: frozenset[str], look: Callable[[Platform], Readiness] | None = None) -> Field:
    """A platform for each seat: those whose toolchain is here, or may be installed. `look`: how to find out."""
    known = {p.id: (look or probe)(p) for p in readable([*(name for seat in SEATS for name in seat), *RESERVES])}

    def can(name: str) -> bool:
        return name in known and (known[name].obtainable or can_install(known[name], installable))

    chosen: list[Platform] = []
    absent: list[str] = []
    for seat in SEATS:
        able = sorted((name for name in seat if can(name)), key=lambda name: not known[name].built)
        if able:
            chosen.append(_built_soonest(known[able[0]]))
        else:
            absent.append(seat[0])
    chosen += [known[name].platform for name in RESERVES if can(name)][: len(absent)]
    return Field(chosen, absent)


def _built_soonest(of: Readiness) -> Platform:
    """In full where that is done already, else quickly where the platform can be built so."""
    return of.platform if of.built else of.platform.built_quickly()


def may_install(yes: bool | None, look: Callable[[Platform], Readiness] | None = None) -> frozenset[str]:
    """What the distribution's package manager may install: with --yes all that it can, at a terminal what the user
    agrees to, and without one all that root may install. `look`: how to find out, where nothing is to be asked."""
    if yes is False or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return frozenset()
    wanted = [r for r in map(look or probe, readable(sorted(INSTALLABLE))) if r.missing and can_install(r, INSTALLABLE)]
    if not wanted or (yes is None and look is None and asks() and not typer.confirm(_question(wanted), default=True)):
        return frozenset()
    return frozenset(r.platform.id for r in wanted)


def asks() -> bool:
    """Is there a terminal at which a user can answer?"""
    return sys.stdin.isatty()


def _question(wanted: Sequence[Readiness]) -> str:
    packages = sorted({package for r in wanted for need in r.missing for package in need.apt})
    return f"Install {' '.join(packages)} with apt-get, so that {', '.join(r.platform.id for r in wanted)} takes part?"


def _request(platforms: Sequence[Platform], left_out: Sequence[Skipped], measuring: float) -> Request:
    """The demo's experiment on these platforms."""
    part = min(1.0, measuring / MEASURING_S)
    return Request(
        title=f"Demo: {', '.join(WORKLOADS)}",
        wishes=[
            Wish(get(name), get(name).preset("demo").ladder, platforms, [all_cores()], ceilings=True)
            for name in WORKLOADS
        ],
        plan=Plan(
            protocol="agon",
            seed=1,
            invocations=INVOCATIONS,
            min_time_s=MIN_TIME_S,
            max_time_s=MAX_TIME_S,
            pilot_s=PILOT_S * part,
            pilot_most_s=PILOT_MOST_S * part,
            discarded_blocks=1,
            time_budget_s=measuring,
        ),
        limits=Limits(time_s=30),
        command=command(),
        preset="demo",
        skipped=left_out,
    )


def demo(
    out: Path | None = typer.Option(None, "--out", help="Result directory (default: results/demo-...)."),
    budget: str = typer.Option("270s", "--time-budget", help="For building and measuring together."),
    add: bool = typer.Option(
        False, "--add", help="Build what an earlier demo was too short for, however long it takes."
    ),
    yes: bool | None = typer.Option(None, "--yes/--no", help="Install what the distribution has, without a question."),
    verbose: bool = typer.Option(False, "--verbose", help="Name everything that was left out or failed."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Show the cells and an estimate; run and build nothing."),
) -> None:
    """Answer one question in under five minutes: who is fastest at what, on this machine."""
    began = time.monotonic() - _spent()
    folder = fresh_folder(out, "demo")
    whole = values.duration("--time-budget", budget)
    measuring = min(MEASURING_S, whole * LEAST_SHARE)
    look = glance if dry_run else None
    installable = may_install(yes, look)
    field = choose(installable, look)
    if not field.chosen:
        raise MissingError(f"no toolchain of {', '.join(field.absent)} is here: ./agon doctor shows how to get one")
    building = "As long as it takes" if add else f"At most {clock(whole - measuring)}"
    lines.print_line(
        console,
        f"{', '.join(WORKLOADS)} on {', '.join(p.label for p in field.chosen)}. "
        f"{building} to build what is not built yet, then {clock(measuring)} to measure.",
    )
    if dry_run:
        dry.show(_request(field.chosen, [], measuring), installable=installable, verbose=verbose)
        return
    order = sorted(field.chosen, key=lambda p: p.id in SLOW_TO_BUILD)
    left = None if add else max(0.0, whole - measuring - (time.monotonic() - began))
    ready, left_out, late = make_those_ready(order, budget_s=left, installable=installable)
    ready.sort(key=field.chosen.index)
    not_tried = [*(s.platform for s in left_out), *field.absent]
    if not_tried:
        lines.print_line(console, f"Not tried: {', '.join(not_tried)} (./agon doctor shows why).", "yellow")
    if not ready:
        raise MissingError("no platform could be built: ./agon doctor shows why")
    after = f" after {clock(time.monotonic() - began)}" if time.monotonic() - began > 5 else ""
    lines.print_line(console, f"Ready{after}: {', '.join(p.label for p in ready)}.")
    if hurried := [p.label for p in ready if p.quick]:
        more = "Built in a hurry, so slower than they can be: "
        lines.print_line(console, f"{more}{', '.join(hurried)}. ./agon run builds them in full.")
    request = _request(ready, left_out, measuring)
    carry_out(folder, plan(request), ready, verbose=verbose, brief=True)
    if late:
        how = "./agon demo --add builds what is missing, however long it takes, and measures all again"
        lines.print_line(console, f"Without {', '.join(late)}, not built in time: {how}.", "yellow")
    lines.print_line(console, f"It took {clock(time.monotonic() - began)}.")


def _spent() -> float:
    """Seconds since the launcher began, which may have installed the lab first; 0 where there was none."""
    try:
        spent = time.time() - float(os.environ.get("AGON_BEGAN", ""))
    except ValueError:
        return 0.0
    return spent if 0 <= spent < _LONGEST_LAUNCH_S else 0.0


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("demo", epilog="Example: ./agon demo --out results/first")(demo)
