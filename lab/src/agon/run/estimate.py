"""How long an experiment will take: from what earlier runs on this machine took, else from a round guess."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from agon import home
from agon.results.model import Cell, Invocation
from agon.workloads.base import Workload
from agon.workloads.registry import all_workloads

GUESS_START_UP_S = 0.5
LAB_S = 0.02
"""What the lab itself needs between two invocations."""


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


def _exact(cell: Cell) -> str:
    return f"{_key(cell)} {cell.iterations} {json.dumps(dict(cell.params), sort_keys=True)}"


class Estimator:
    """Estimates cells, and learns from each invocation."""

    def __init__(self, file: Path | None = None) -> None:
        self._path = file or _file()
        self._rates: dict[str, Rate] = {}
        self._seconds: dict[str, float] = {}
        self._workloads: dict[str, Workload] = all_workloads()
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
            stored = json.loads(self._path.read_text(encoding="utf-8"))
            self._rates = {key: Rate(*numbers) for key, numbers in stored["rates"].items()}
            self._seconds = {key: float(seconds) for key, seconds in stored["seconds"].items()}

    def knows(self, cell: Cell) -> bool:
        """Does the estimate of that cell rest on a measurement?"""
        return _exact(cell) in self._seconds or self._believed(cell) is not None

    def _steps(self, cell: Cell) -> float:
        return float(self._workloads[cell.workload].size(cell.params) * cell.iterations)

    def _believed(self, cell: Cell) -> Rate | None:
        rate = self._rates.get(_key(cell))
        return rate if rate is not None and self._steps(cell) <= EXTRAPOLATED * rate.steps else None

    def seconds(self, cell: Cell) -> float:
        """Expected seconds of one invocation of the cell."""
        if _exact(cell) in self._seconds:
            return LAB_S + self._seconds[_exact(cell)]
        usual = 1 / self._workloads[cell.workload].usual_rate
        known = self._rates.get(_key(cell))
        start_up = known.start_up_s if known is not None else GUESS_START_UP_S
        rate = self._believed(cell)
        return LAB_S + start_up + self._steps(cell) * (rate.step_s if rate is not None else usual)

    def total(self, cells: Iterable[Cell]) -> float:
        """Expected seconds of one block of these cells."""
        return sum(self.seconds(cell) for cell in cells)

    def learn(self, cell: Cell, invocation: Invocation) -> None:
        """Take a passed invocation into account; the largest work tells the rate."""
        if invocation.status != "ok" or invocation.resources is None:
            return
        steps = max(1.0, self._steps(cell))
        wall = invocation.resources.process_elapsed_ns / 1e9
        start_up = (invocation.resources.start_up_ns or 0) / 1e9
        self._seconds[_exact(cell)] = wall
        known = self._rates.get(_key(cell))
        if known is None or steps >= known.steps:
            self._rates[_key(cell)] = Rate(start_up, max(0.0, wall - start_up) / steps, steps)

    def save(self) -> None:
        """Keep what was learnt for the next experiment; a failure to do so is no failure of the experiment."""
        rates = {key: [rate.start_up_s, rate.step_s, rate.steps] for key, rate in self._rates.items()}
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json.dumps({"rates": rates, "seconds": self._seconds}, indent=1), encoding="utf-8")


def unknown_share(estimator: Estimator, cells: Sequence[Cell]) -> float:
    """Share of the cells whose estimate is a guess, 0..1."""
    return sum(not estimator.knows(cell) for cell in cells) / max(1, len(cells))


def start_up_of(platform_id: str, file: Path | None = None) -> float | None:
    """Start-up of a platform as last measured here, in seconds; None if it never ran."""
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
        stored = json.loads((file or _file()).read_text(encoding="utf-8"))["rates"]
        found = [numbers[0] for key, numbers in stored.items() if key.startswith(f"{platform_id}:")]
        return min(found) if found else None
    return None
