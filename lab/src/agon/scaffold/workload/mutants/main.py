"""Programs that do less than they report, one a variant. `agon check --mutants` shows whether each is caught."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "program"))

from harness import Report, main
from work import Work


class Idle(Work):
    """Sends nothing."""

    def iteration(self) -> tuple[int, Report]:
        report: Report = {"rounds": [self.rounds] * self.pairs}
        return 1000, report | ({"witness": [0] * self.pairs} if self.witness else {})


class HalfWork(Work):
    """Leaves out half of the round trips, and does not report it."""

    def __init__(self, sizes: Mapping[str, int], witness: bool) -> None:
        super().__init__({**sizes, "rounds": sizes["rounds"] // 2}, witness)
        self.reported = sizes["rounds"]

    def iteration(self) -> tuple[int, Report]:
        elapsed_ns, report = super().iteration()
        return elapsed_ns, report | {"rounds": [self.reported] * self.pairs}


class OneForAll(Work):
    """Only the first pair's message is followed."""

    def iteration(self) -> tuple[int, Report]:
        elapsed_ns, report = super().iteration()
        if self.witness:
            report["witness"] = report["witness"][:1] * self.pairs
        return elapsed_ns, report


class LateClock(Work):
    """Its clock starts late."""

    def iteration(self) -> tuple[int, Report]:
        elapsed_ns, report = super().iteration()
        return elapsed_ns // 2, report


if __name__ == "__main__":
    main({"@NAME@": {"idle": Idle, "half-work": HalfWork, "one-for-all": OneForAll, "late-clock": LateClock}})
