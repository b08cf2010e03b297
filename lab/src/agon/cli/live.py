"""What a user sees while an experiment runs: progress, standings so far, failures so far.

On a terminal a picture that renews itself; elsewhere one line an event, fit for a log.
"""

from __future__ import annotations

import atexit
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from agon.analysis.noise import OTHER_CPU, STEAL
from agon.analysis.sizes import Size
from agon.counted import counted
from agon.format import quantity
from agon.printable import printable
from agon.results.machine import machine
from agon.results.model import Cell, Experiment, Invocation
from agon.results.summary import values_of
from agon.stats.ranking import Place, rank
from agon.stats.verdict import LEAST_BLOCKS

SHOWN_FAILURES = 5
GAP = 2
"""Columns between two workloads."""
PARTS = 20
"""Lines of a brief log, about."""
RENEWALS_PER_SECOND = 1
"""Few: what the picture costs is taken from the machine that is being measured."""
LOG_COLUMNS = 120
"""Of a log, which is no terminal."""


class Standings:
    """Who is where so far, from the invocations alone, marked as provisional."""

    def __init__(self, experiment: Experiment) -> None:
        self._cells = {c.id: c for c in experiment.cells}
        self._times: dict[str, dict[int, float]] = {}
        self.failed: dict[str, Invocation] = {}
        """The first failure of each failed cell."""
        self.invocations = 0

    def add(self, invocation: Invocation) -> None:
        """Take an invocation into account."""
        self.invocations += 1
        if invocation.status == "failed":
            self.failed.setdefault(invocation.cell, invocation)
        elif (time := headline(invocation)) is not None and not invocation.discarded:
            self._times.setdefault(invocation.cell, {})[invocation.block] = time

    def of(self, workload: str) -> tuple[Place, ...]:
        """The ranking at the size that most platforms have passed so far, best first."""
        sizes: dict[Size, dict[str, dict[int, float]]] = {}
        for name, values in self._times.items():
            cell = self._cells.get(name)
            if cell and cell.workload == workload and cell.role == "main" and name not in self.failed:
                sizes.setdefault(Size.of(cell), {})[cell.platform] = values
        order = list(dict.fromkeys(Size.of(c) for c in self._cells.values()))
        most = max(sizes, key=lambda s: (len(sizes[s]), order.index(s)), default=None)
        return rank(sizes[most]).places if most else ()

    @property
    def workloads(self) -> list[str]:
        """All workloads of the experiment, in its order."""
        return list(dict.fromkeys(c.workload for c in self._cells.values()))


class LiveView:
    """Watches an experiment and shows it. On a terminal everything is redrawn in place."""

    def __init__(self, console: Console, *, brief: bool = False) -> None:
        """`brief`: where it is a log, only some of the invocations that passed get a line."""
        self._console = console
        self._brief = brief
        self._live: Live | None = None
        self._standings: Standings | None = None
        self._cells: dict[str, Cell] = {}
        self._title = ""
        self._now = self._workload = ""
        self._noise = ""
        self._total = 0
        self._number = 0
        self._ends = time.monotonic()
        self._latest = float("inf")

    def started(self, experiment: Experiment, done: Sequence[Invocation]) -> None:
        """An experiment begins, or goes on after `done`."""
        self._standings = Standings(experiment)
        for invocation in done:
            self._standings.add(invocation)
        self._cells = {c.id: c for c in experiment.cells}
        self._title = experiment.title
        plan = experiment.plan
        self._total = len(experiment.cells) * (plan.invocations + plan.discarded_blocks)
        self._number = len(done)
        if experiment.plan.time_budget_s is not None:
            self._latest = time.monotonic() + experiment.plan.time_budget_s
        if self._console.is_terminal:
            self._live = Live(
                get_renderable=self._picture,
                console=self._console,
                refresh_per_second=RENEWALS_PER_SECOND,
                transient=True,
            )
            self._live.start()
            # Whatever ends the lab, the terminal gets its cursor back.
            atexit.register(self._live.stop)
        else:
            resumed = f", {len(done)} invocations already done" if done else ""
            head = f"{experiment.title}: {len(experiment.cells)} cells{resumed}"
            where = f"on {machine(experiment.environment)}"
            for text in [f"{head} {where}"] if len(head) + len(where) < LOG_COLUMNS else [head, where]:
                self._line(text)

    def note(self, message: str) -> None:
        """Something the user should know."""
        from agon.cli.lines import print_line  # which needs this module

        print_line(self._console, message)

    def invocation_started(self, cell: Cell, number: int, total: int, remaining_s: float) -> None:
        """Invocation `number` of about `total` begins; all that remains takes about `remaining_s`."""
        self._number, self._total = number, max(total, number)
        # A time budget may end it earlier.
        self._ends = min(time.monotonic() + remaining_s, self._latest)
        self._now, self._workload = cell_name(cell), cell.workload

    def invocation_finished(self, cell: Cell, invocation: Invocation) -> None:
        """An invocation passed or failed."""
        if self._standings is not None:
            self._standings.add(invocation)
        self._noise = _noise(invocation) or self._noise
        if self._live is None and (not self._brief or self._is_shown(invocation)):
            line = f"[{self._number}/{self._total}, {self._left()}] {cell_name(cell)}: {_outcome(invocation)}"
            disturbed = _disturbed(invocation)
            self._line(line + disturbed if len(line) + len(disturbed) <= LOG_COLUMNS else line)

    def _left(self) -> str:
        """How long it will take, in words that stay true when the estimate has run out."""
        soon = time.monotonic() + 0.5  # what would be shown as 0 s
        if soon >= self._latest:
            return "time is up, finishing what is begun"
        return f"about {clock(self._ends - soon + 0.5)} left" if soon < self._ends else "longer than expected"

    def _is_shown(self, invocation: Invocation) -> bool:
        step = max(1, self._total // PARTS)
        return invocation.status == "failed" or self._number % step == 0 or self._number == self._total

    def finished(self, folder: Path, *, interrupted: bool) -> None:
        """The experiment ended, or was stopped by Ctrl-C."""
        if self._live is not None:
            self._live.stop()
            atexit.unregister(self._live.stop)
            self._live = None
        standings = self._standings
        failed = len(standings.failed) if standings else 0
        count = standings.invocations if standings else 0
        how = "stopped" if interrupted else "finished"
        failures = f", {counted(failed, 'cell')} failed" if failed else ""
        self._line(f"{how} after {count} invocations{failures}: {folder}")

    def _line(self, text: str) -> None:
        self._console.print(printable(text), markup=False, highlight=False, soft_wrap=True)

    def _picture(self) -> RenderableType:
        if self._standings is None:
            return Text()
        head = Text.assemble(
            f"{self._number} of {self._total}, {self._left()}{self._noise}  ",
            (printable(self._title), "bold"),
            no_wrap=True,
            overflow="ellipsis",
        )
        parts: list[RenderableType] = [
            head,
            Padding(ProgressBar(total=max(1, self._total), completed=max(0, self._number - 1), width=60), 0),
            Text(printable(self._now), style="dim", no_wrap=True, overflow="ellipsis"),
            *self._tables(self._standings),
            *self._failures(self._standings),
        ]
        return Group(*parts)

    def _tables(self, standings: Standings) -> list[RenderableType]:
        ranked = {w: standings.of(w) for w in standings.workloads}
        columns = {w: [Text(w, style="bold"), *_places(r)] for w, r in ranked.items() if r}
        if not columns:
            return []
        shown = self._that_fit(columns)
        grid = Table(box=None, padding=(0, GAP, 0, 0), show_edge=False, show_header=False)
        for _ in shown:
            grid.add_column(no_wrap=True)
        # What is left of the screen: a picture that is higher than it cannot be renewed in place.
        rows = max(3, self._console.height - 8 - min(SHOWN_FAILURES, len(standings.failed))) + 1
        for row in range(min(rows, max(len(columns[w]) for w in shown))):
            grid.add_row(*(columns[w][row] if row < len(columns[w]) else Text() for w in shown))
        some = f", {len(shown)} of {len(columns)} workloads" if len(shown) < len(columns) else ""
        return [Text(), Text(f"an iteration, medians so far{some}", style="dim"), grid]

    def _that_fit(self, columns: Mapping[str, Sequence[Text]]) -> list[str]:
        """The workloads that there is room for side by side: the one being measured, then those after it."""
        order = list(columns)
        at = order.index(self._workload) if self._workload in columns else 0
        space, shown = self._console.width, list[str]()
        for workload in (*order[at:], *order[:at]):
            space -= max(t.cell_len for t in columns[workload]) + GAP
            if space < 0 and shown:
                break
            shown.append(workload)
        return [w for w in order if w in shown]

    def _failures(self, standings: Standings) -> list[RenderableType]:
        if not standings.failed:
            return []
        shown = list(standings.failed.items())[-SHOWN_FAILURES:]
        lines: list[RenderableType] = [Text(), Text(f"failed so far: {len(standings.failed)} cells", style="bold red")]
        for name, invocation in shown:
            known = cell_name(self._cells[name]) if name in self._cells else name
            lines.append(
                Text(printable(f"{known}: {_outcome(invocation)}"), style="red", no_wrap=True, overflow="ellipsis")
            )
        return lines


def _places(ranking: Sequence[Place]) -> list[Text]:
    """A line for each platform: its place once there are invocations enough to know it, a dash before."""
    judged = [p for p in ranking if p.verdict is not None and p.verdict.n >= LEAST_BLOCKS]
    known = [ranking[0], *judged] if judged else []
    return [
        Text.assemble(
            f"{'-' if p not in known else '1.' if p.leads else f'{known.index(p) + 1}.'} {printable(p.label)} ",
            (quantity(p.value, "s"), "cyan"),
        )
        for p in ranking
    ]


def headline(invocation: Invocation) -> float | None:
    """Seconds of an iteration: the mean after warm-up, else the first."""
    values = values_of(invocation)
    return values.get("elapsed_steady", values.get("elapsed"))


def clock(seconds: float) -> str:
    """A rough duration in words."""
    rest = max(0, round(seconds))
    if rest < 90:
        return f"{rest} s"
    if rest < 600:  # half a minute more or less is much of it
        minutes, tens = divmod(round(rest / 10), 6)
        return f"{minutes} min {tens}0 s" if tens else f"{minutes} min"
    return f"{round(rest / 60)} min" if rest < 5400 else f"{rest / 3600:.1f} h"


def cell_name(cell: Cell) -> str:
    """A cell in words: what is measured, of whom, at which size."""
    params = " ".join(f"{k}={v}" for k, v in cell.params.items())
    role = "" if cell.role == "main" else f" ({cell.role})"
    return f"{cell.workload}{role} on {cell.platform}, {params}, {counted(cell.cores, 'core')}"


def _noise(invocation: Invocation) -> str:
    """What others took of the machine while it ran, for the picture."""
    noise = invocation.noise
    if noise is None:
        return ""
    stolen = f", {noise.steal_fraction:.0%} stolen" if noise.steal_fraction > STEAL else ""
    return f", others {noise.other_cpu_fraction:.0%}{stolen}"


def _disturbed(invocation: Invocation) -> str:
    """The same for a log, where it is worth a word."""
    noise = invocation.noise
    if noise is None or not (noise.other_cpu_fraction > OTHER_CPU or noise.steal_fraction > STEAL):
        return ""
    return _noise(invocation)


def _outcome(invocation: Invocation) -> str:
    if invocation.status == "failed":
        reason = invocation.reason
        return f"failed: {reason.code}: {reason.message}" if reason else "failed"
    time = headline(invocation)
    if time is None:
        return "passed"
    many = invocation.repetitions
    if invocation.discarded:
        return f"{quantity(time, 's')} ({f'pilot: {many} iterations' if many > 1 else 'discarded'})"
    return f"{quantity(time, 's')}{f' ({many} iterations)' if many > 1 else ''}"
