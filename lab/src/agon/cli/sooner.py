"""Answers sooner: pilots that fit into a time budget, and the shorter command for who asked for nothing long."""

from __future__ import annotations

import shlex
from dataclasses import replace

from agon.cli import dry_run as dry
from agon.cli import lines
from agon.cli.campaign import command, console, note
from agon.errors import UsageError
from agon.results.model import Cell
from agon.run.estimate import Estimator
from agon.run.plan import Request, cells_of

PILOTS_SHARE, LATE_PILOTS_SHARE = 0.25, 0.5
"""Of a time budget: what all pilots together may take, and what they may take where all are late."""
PATIENCE_S = 120.0
"""How long who names no sizes may be expected to wait without having been asked."""
LESS = ["--preset", "demo", "--time-budget", "2m"]
"""What makes an experiment end within that time."""


def with_shorter_pilots(request: Request) -> Request:
    """The request with pilots that leave most of its time budget to what is measured."""
    plan, cells = request.plan, len(_cells(request))
    if plan.time_budget_s is None or plan.discarded_blocks == 0 or cells == 0:
        return request
    each = plan.time_budget_s / cells
    pilot_s = min(plan.pilot_s, each * PILOTS_SHARE)
    most_s = min(plan.pilot_most_s, each * LATE_PILOTS_SHARE)
    if pilot_s < plan.pilot_s:
        note(f"each pilot is watched for {pilot_s:.2g} s, to keep the time budget of {plan.time_budget_s:g} s")
    return replace(request, plan=plan.model_copy(update={"pilot_s": pilot_s, "pilot_most_s": most_s}))


def offer_less(request: Request, *, asked: bool, length: bool = True) -> None:
    """Before an experiment begins that takes long without having been asked to: its length, and the command that
    answers sooner. `asked`: options gave its sizes or its effort. `length`: false where that was shown."""
    if asked:
        return
    cells = _cells(request)
    platforms = [p for wish in request.wishes for p in wish.platforms]
    estimator = Estimator(late={p.id for p in platforms if p.manifest.run.growth})
    small = all(any(p.name == "demo" for p in wish.workload.presets) for wish in request.wishes)
    if not small or dry.whole_seconds(cells, request.plan, estimator) <= PATIENCE_S:
        return
    if length:
        dry.show_whole_length(cells, request.plan, estimator)
    lines.print_line(console, "For a first answer within about two minutes:")
    words = [word for word in command() if word != "--dry-run"]
    console.print(f"  {shlex.join([*words, *LESS])}", markup=False, highlight=False, soft_wrap=True)


def _cells(request: Request) -> list[Cell]:
    """None where nothing is left to run: why is reported when the experiment is planned."""
    try:
        return cells_of(request)[0]
    except UsageError:
        return []
