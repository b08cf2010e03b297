"""The platform of the studies, and experiments on it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from agon.platforms.build import build
from agon.platforms.registry import Platform, find
from agon.results.model import Environment, Experiment, Limits, ParamValue, Plan
from agon.results.store import load
from agon.results.summary import ResultSet
from agon.run.experiment import Silent, resume, start
from agon.run.plan import Request, Wish, plan_experiment
from agon.workloads.registry import get

SPIN = Path(__file__).parent / "spin"
WORKLOAD = "token-ring"
LIMITS = Limits(time_s=60)
PASSES_13_MS = 10_000
"""About 13 ms at 3 GHz."""


def params(passes: int = PASSES_13_MS) -> dict[str, ParamValue]:
    """One token, so the time is passes times the arithmetic of one."""
    return {"workers": 50, "tokens": 1, "passes": passes}


def spin(*variants: str) -> list[Platform]:
    """The platform in these variants, built."""
    found = [find(f"{SPIN}:{variant}") for variant in variants]
    for platform in found:
        build(platform)
    return found


class Bench:
    """Makes experiments that differ only in platforms, seed and number: planned once, for planning asks the machine."""

    def __init__(
        self, machine: Environment, invocations: int, passes: int = PASSES_13_MS, min_time_s: float | None = None
    ) -> None:
        """`min_time_s`: each process repeats until it has settled, for that long at least; None: one iteration."""
        self._machine = machine
        self._invocations = invocations
        self._passes = passes
        self._min_time_s = min_time_s
        self._planned: dict[tuple[str, ...], Experiment] = {}

    def experiment(self, platforms: Sequence[Platform], seed: int) -> Experiment:
        key = tuple(p.label for p in platforms)
        if key not in self._planned:
            self._planned[key] = plan_experiment(self._request(platforms), self._machine)
        planned = self._planned[key]
        plan = planned.plan.model_copy(update={"seed": seed})
        return planned.model_copy(update={"id": f"{planned.id[:15]}-{secrets.token_hex(4)}", "plan": plan})

    def _request(self, platforms: Sequence[Platform]) -> Request:
        until = self._min_time_s
        wish = Wish(
            workload=get(WORKLOAD),
            ladder=[params(self._passes)],
            platforms=platforms,
            cores=[1],
            iterations=1 if until is None else 0,
        )
        plan = Plan(protocol="agon", seed=0, invocations=self._invocations)
        if until is not None:
            times = {"min_time_s": until, "max_time_s": 10 * until, "discarded_blocks": 1}
            plan = plan.model_copy(update=times)
        return Request(title="a study of the lab", wishes=[wish], plan=plan, limits=LIMITS)

    def measure(self, folder: Path, platforms: Sequence[Platform], seed: int) -> ResultSet:
        """Measure in `folder`, or finish what an interrupted study began there."""
        if (folder / "experiment.json").exists():
            resume(folder, Silent())
        else:
            start(folder, self.experiment(platforms, seed), platforms, Silent())
        return load(folder)
