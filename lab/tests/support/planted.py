"""A cell whose processes draw their times from a source, through the lab's own rules, with a clock that is theirs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from support.series import EACH_NS, Source

from agon.results.model import Cell, Invocation, Iteration, Plan
from agon.results.rows import pooled
from agon.results.warmth import Warmth, warmth
from agon.run import repeat
from agon.run.pilot import Length, Watch, length_of
from agon.run.repeat import Repeated

CELL = Cell(
    id="c", platform="p", platform_id="p", variant="", version="1", workload="token-ring", params={}, cores=2,
    threads=2, iterations=0,
)  # fmt: skip


def plan(**more: float) -> Plan:
    return Plan.model_validate({"protocol": "agon", "seed": 1, "invocations": 5, "pilot_s": 10.0} | more)


def record(times: Sequence[float], block: int, warm_up: int | None = None) -> Invocation:
    rows = [Iteration(index=i, elapsed_ns=max(1, round(t))) for i, t in enumerate(times)]
    return Invocation(
        id=f"i{block}", cell=CELL.id, block=block, order=block + 1, started="", status="ok", argv=[],
        iterations=pooled(rows, {}), warm_up=warm_up,
    )  # fmt: skip


class Planted:
    """Runs processes."""

    def __init__(self, source: Source, monkeypatch: pytest.MonkeyPatch, folder: Path, seed: int = 7) -> None:
        self._source = source
        self._folder = folder
        self._rng = np.random.default_rng(seed)
        self._now = 100.0
        monkeypatch.setattr(repeat.time, "monotonic", lambda: self._now)

    def times(self, rule: Watch | Length | float, most_s: float = 70) -> list[float]:
        """Of one process that does what the lab asks for."""
        drawn = self._source(self._rng, int(most_s * 1e9 / EACH_NS)).tolist()
        repeated, done, batch = Repeated(self._folder, rule), 0, list[int]()
        while (more := repeated.more(batch)) > 0:
            batch = [round(t) for t in drawn[done : done + more]]
            done += more
            self._now += sum(batch) / 1e9
        return drawn[:done]

    def pilot(self, made: Plan) -> Invocation:
        return record(self.times(Watch(made)), -1)

    def cell(self, made: Plan) -> tuple[Length, Warmth, list[Invocation]]:
        """What its pilot fixes, what is known of it, and its five processes."""
        pilot = self.pilot(made)
        length = length_of(pilot, made)
        others = [record(self.times(length), n, length.warm_up) for n in range(5)]
        return length, warmth(others, pilot, CELL, None), others
