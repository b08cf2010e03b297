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


@dataclass(frozen=True)
class Rate:
    """What a platform took on a workload here: start-up, then seconds a step."""

    start_up_s: float
    step_s: float


def _file() -> Path:
    return home.state() / "rates.json"


def _key(cell: Cell) -> str:
    return f"{cell.platform_id}:{cell.variant} {cell.workload} {cell.threads}"


class Estimator:
    """Estimates cells, and learns from each invocation."""

    def __init__(self, file: Path | None = None) -> None:
        self._path = file or _file()
        self._rates: dict[str, Rate] = {}
        self._workloads: dict[str, Workload] = all_workloads()
        with contextlib.suppress(OSError, ValueError, TypeError):
            stored = json.loads(self._path.read_text(encoding="utf-8"))
            self._rates = {key: Rate(*pair) for key, pair in stored.items()}

    def knows(self, cell: Cell) -> bool:
        """Does the estimate of that cell rest on a measurement?"""
        return _key(cell) in self._rates

    def seconds(self, cell: Cell) -> float:
        """Expected seconds of one invocation of the cell."""
        workload = self._workloads[cell.workload]
        rate = self._rates.get(_key(cell), Rate(GUESS_START_UP_S, 1 / workload.usual_rate))
        steps = workload.size(cell.params) * cell.iterations
        return LAB_S + rate.start_up_s + steps * rate.step_s

    def total(self, cells: Iterable[Cell]) -> float:
        """Expected seconds of one block of these cells."""
        return sum(self.seconds(cell) for cell in cells)

    def learn(self, cell: Cell, invocation: Invocation) -> None:
        """Take a passed invocation into account."""
        if invocation.status != "ok" or invocation.resources is None:
            return
        steps = self._workloads[cell.workload].size(cell.params) * cell.iterations
        wall = invocation.resources.process_elapsed_ns / 1e9
        start_up = (invocation.resources.start_up_ns or 0) / 1e9
        self._rates[_key(cell)] = Rate(start_up, max(0.0, wall - start_up) / max(1, steps))

    def save(self) -> None:
        """Keep what was learnt for the next experiment; a failure to do so is no failure of the experiment."""
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            stored = {key: [rate.start_up_s, rate.step_s] for key, rate in self._rates.items()}
            self._path.write_text(json.dumps(stored, indent=1), encoding="utf-8")


def unknown_share(estimator: Estimator, cells: Sequence[Cell]) -> float:
    """Share of the cells whose estimate is a guess, 0..1."""
    return sum(not estimator.knows(cell) for cell in cells) / max(1, len(cells))


def start_up_of(platform_id: str, file: Path | None = None) -> float | None:
    """Start-up of a platform as last measured here, in seconds; None if it never ran."""
    with contextlib.suppress(OSError, ValueError, TypeError):
        stored = json.loads((file or _file()).read_text(encoding="utf-8"))
        found = [pair[0] for key, pair in stored.items() if key.startswith(f"{platform_id}:")]
        return min(found) if found else None
    return None
