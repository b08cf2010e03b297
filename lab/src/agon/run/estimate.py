"""How long an experiment will take: from what earlier runs on this machine took, else from a round guess."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from agon import home
from agon.results.model import Cell, Invocation, Plan
from agon.workloads.base import Workload
from agon.workloads.registry import all_workloads

GUESS_START_UP_S = 0.5
LAB_S = 0.02
"""What the lab itself needs between two invocations."""
LATE = 0.9
"""Share of the longest time that a program on an optimising virtual machine repeats, where nothing better is known."""
RENEWAL = 0.5
"""Weight of the last invocation in what a cell is expected to take: one that the machine disturbed is no rule."""

LATE_PILOT = 2.0
"""How many times as long the pilot of such a program is watched."""
WARM_UP = 1.1
"""How much longer than the least measured time a process repeats, where nothing better is known."""
EXTRAPOLATED = 10
"""Up to how many times the work seen a rate is believed: what a tiny run takes is mostly not its steps."""


@dataclass(frozen=True)
class Rate:
    """What a platform took on a workload here: start-up, then seconds a step, seen over that many steps."""

    start_up_s: float
    step_s: float
    steps: float


def _file() -> Path:
    return home.state() / "rates.json"


def _key(cell: Cell) -> str:
    return f"{cell.platform_id}:{cell.variant} {cell.workload} {cell.threads}"


def _exact(cell: Cell, plan: Plan) -> str:
    repeated = cell.iterations or f"{plan.min_time_s:g}..{plan.max_time_s:g}s"
    return f"{_key(cell)} {repeated} {json.dumps(dict(cell.params), sort_keys=True)}"


class Estimator:
    """Estimates cells, and learns from each invocation."""

    def __init__(self, file: Path | None = None, late: Collection[str] = ()) -> None:
        """`late`: ids of the platforms that warm up for long, as optimising virtual machines do."""
        self._path = file or _file()
        self._late = late
        self._reported: dict[str, tuple[float, float]] = {}
        """Of platforms, and of all that are late or not: what cells took that repeat until they have settled, and what
        they were expected to take before any of them had done so."""
        self._rates: dict[str, Rate] = {}
        self._seconds: dict[str, float] = {}
        self._followed: dict[str, Callable[[Plan], float]] = {}
        self._workloads: dict[str, Workload] = all_workloads()
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
            stored = json.loads(self._path.read_text(encoding="utf-8"))
            self._rates = {key: Rate(*numbers) for key, numbers in stored["rates"].items()}
            self._seconds = {key: float(seconds) for key, seconds in stored["seconds"].items()}

    def follow(self, cell: Cell, seconds: Callable[[Plan], float]) -> None:
        """Expect of a cell's processes what its pilot has fixed for them."""
        self._followed[cell.id] = seconds

    def knows(self, cell: Cell, plan: Plan) -> bool:
        """Does the estimate of that cell rest on a measurement?"""
        return cell.id in self._followed or _exact(cell, plan) in self._seconds or self._believed(cell) is not None

    def _steps(self, cell: Cell, iterations: int) -> float:
        return float(self._workloads[cell.workload].size(cell.params) * iterations)

    def _believed(self, cell: Cell) -> Rate | None:
        rate = self._rates.get(_key(cell))
        return rate if rate is not None and self._steps(cell, 1) <= EXTRAPOLATED * rate.steps else None

    def seconds(self, cell: Cell, plan: Plan, *, discarded: bool = False) -> float:
        """Expected seconds of one invocation of the cell; a discarded one is its pilot."""
        if not discarded and cell.id in self._followed:
            return LAB_S + self._followed[cell.id](plan)
        if not discarded and _exact(cell, plan) in self._seconds:
            return LAB_S + self._seconds[_exact(cell, plan)]
        start_up, work = self._unseen(cell, plan, discarded=discarded)
        return LAB_S + start_up + work * (self._correction(cell) if cell.iterations == 0 and not discarded else 1)

    def _unseen(self, cell: Cell, plan: Plan, *, discarded: bool = False) -> tuple[float, float]:
        """Expected start-up and work, in seconds, of a cell that never ran to its end."""
        known = self._rates.get(_key(cell))
        start_up = known.start_up_s if known is not None else GUESS_START_UP_S
        rate = self._believed(cell)
        step_s = rate.step_s if rate is not None else 1 / self._workloads[cell.workload].usual_rate
        work = self._steps(cell, 1 if discarded else cell.iterations or 1) * step_s
        if discarded and cell.iterations == 0:
            pilot_s = plan.pilot_s * (LATE_PILOT if cell.platform_id in self._late else 1)
            work = max(work, min(pilot_s, max(plan.pilot_s, plan.pilot_most_s)))
        if cell.iterations == 0 and not discarded:
            least = plan.max_time_s * LATE if cell.platform_id in self._late else plan.min_time_s * WARM_UP
            work = min(max(least, plan.min_time_s * WARM_UP + 2 * work), max(plan.max_time_s, work))
        return start_up, work

    def _kind(self, cell: Cell) -> str:
        return "late" if cell.platform_id in self._late else "prompt"

    def _correction(self, cell: Cell) -> float:
        """How many times as long as expected the platform's other cells took; else those of all platforms like it."""
        took, expected = self._reported.get(f"{cell.platform_id}:{cell.variant}") or self._reported.get(
            self._kind(cell), (1, 1)
        )
        return took / expected

    def total(self, cells: Iterable[Cell], plan: Plan, *, discarded: bool = False) -> float:
        """Expected seconds of one block of these cells."""
        return sum(self.seconds(cell, plan, discarded=discarded) for cell in cells)

    def learn(self, cell: Cell, invocation: Invocation, plan: Plan, took_s: float | None = None) -> None:
        """Take a passed invocation into account; the largest work gives the rate. `took_s`: with the lab's own part."""
        if invocation.status != "ok" or invocation.resources is None:
            return
        steps = max(1.0, self._steps(cell, invocation.repetitions))
        wall = invocation.resources.process_elapsed_ns / 1e9
        start_up = (invocation.resources.start_up_ns or 0) / 1e9
        if not invocation.discarded:
            self._learn_whole(cell, plan, wall if took_s is None else took_s - LAB_S)
        known = self._rates.get(_key(cell))
        if known is None or steps >= known.steps:
            self._rates[_key(cell)] = Rate(start_up, max(0.0, wall - start_up) / steps, steps)

    def _learn_whole(self, cell: Cell, plan: Plan, took_s: float) -> None:
        exact = _exact(cell, plan)
        before = self._seconds.get(exact)
        self._seconds[exact] = took_s if before is None else before + RENEWAL * (took_s - before)
        if before is not None or cell.iterations != 0 or self._believed(cell) is None:
            return
        start_up, work = self._unseen(cell, plan)
        for key in (f"{cell.platform_id}:{cell.variant}", self._kind(cell)):
            took, expected = self._reported.get(key, (0.0, 0.0))
            self._reported[key] = (took + max(0.0, took_s - start_up), expected + work)

    def save(self) -> None:
        """Keep what was learnt for the next experiment; a failure to do so is no failure of the experiment."""
        rates = {key: [rate.start_up_s, rate.step_s, rate.steps] for key, rate in self._rates.items()}
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json.dumps({"rates": rates, "seconds": self._seconds}, indent=1), encoding="utf-8")


def unknown_share(estimator: Estimator, cells: Sequence[Cell], plan: Plan) -> float:
    """Share of the cells whose estimate is a guess, 0..1."""
    return sum(not estimator.knows(cell, plan) for cell in cells) / max(1, len(cells))


def start_up_of(platform_id: str, file: Path | None = None) -> float | None:
    """Start-up of a platform as last measured here, in seconds; None if it never ran."""
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
        stored = json.loads((file or _file()).read_text(encoding="utf-8"))["rates"]
        found = [numbers[0] for key, numbers in stored.items() if key.startswith(f"{platform_id}:")]
        return min(found) if found else None
    return None
