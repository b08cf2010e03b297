"""A pilot, and what else may happen to an experiment: interruptions, budgets, intervals, builds, failures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.places import FAKES, REFERENCE

from agon.platforms.build import build
from agon.platforms.registry import find
from agon.results.model import Experiment, Invocation, Limits, Plan
from agon.results.store import load
from agon.results.summary import CellResult
from agon.run import experiment as running
from agon.run.experiment import Silent, resume, start
from agon.run.machine import environment
from agon.run.pilot import length_of
from agon.run.plan import Request, Wish, plan_experiment
from agon.workloads.registry import get

RING = {"workers": 7, "tokens": 3, "passes": 23}


def planned(*names: str, iterations: int = 0, **more: Any) -> tuple[Experiment, list[Any]]:
    platforms = [find(name) for name in names]
    for platform in platforms:
        build(platform)
    made = {"invocations": 3, "pilot_s": 0.2, "pilot_most_s": 0.4, "min_time_s": 0.05, "max_time_s": 0.1} | more
    plan = Plan.model_validate({"protocol": "agon", "seed": 1, "discarded_blocks": 1} | made)
    wish = Wish(get("token-ring"), [RING], platforms, [1], iterations=iterations)
    return plan_experiment(Request("t", [wish], plan, Limits(time_s=20)), environment(cgroup=False)), platforms


def follows_its_pilot(cell: CellResult, plan: Plan) -> bool:
    """Whether each process that counts did what the pilot had fixed."""
    (pilot,) = (i for i in cell.invocations if i.discarded)
    length = length_of(pilot, plan)
    return {(i.repetitions, i.warm_up) for i in cell.counted} == {(length.iterations, length.warm_up)}


def test_all_processes_do_what_the_pilot_fixed(tmp_path: Path) -> None:
    experiment, platforms = planned(str(REFERENCE))
    assert start(tmp_path / "r", experiment, platforms, Silent())
    (cell,) = load(tmp_path / "r").cells
    assert cell.status == "ok"
    assert follows_its_pilot(cell, experiment.plan)
    assert cell.work is not None, "whole processes can be compared"


@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_resumed_experiment_goes_on_as_its_pilot_had_fixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """Interrupted in the pilot, after it, and later."""
    run = running.run
    done: list[Invocation] = []

    def interrupted(*words: Any, **more: Any) -> Invocation:
        if len(done) == after:
            raise KeyboardInterrupt
        done.append(run(*words, **more))
        return done[-1]

    experiment, platforms = planned(str(REFERENCE))
    with monkeypatch.context() as patched:
        patched.setattr(running, "run", interrupted)
        assert not start(tmp_path / "r", experiment, platforms, Silent())
    assert resume(tmp_path / "r", Silent())
    (cell,) = load(tmp_path / "r").cells
    assert (cell.status, len(cell.counted)) == ("ok", 3)
    assert follows_its_pilot(cell, experiment.plan)


def test_until_an_interval_is_narrow_all_are_of_one_length(tmp_path: Path) -> None:
    experiment, platforms = planned(str(REFERENCE), until_ci=0.9, min_invocations=5, max_invocations=8)
    assert start(tmp_path / "r", experiment, platforms, Silent())
    (cell,) = load(tmp_path / "r").cells
    assert cell.stopped is not None
    assert follows_its_pilot(cell, experiment.plan)


def test_a_budget_shortens_what_is_measured_not_the_warm_up(tmp_path: Path) -> None:
    experiment, platforms = planned(
        str(REFERENCE), min_time_s=1.0, max_time_s=1.0, time_budget_s=4.0, invocations=5, min_invocations=5
    )
    assert start(tmp_path / "r", experiment, platforms, Silent())
    (cell,) = load(tmp_path / "r").cells
    (pilot,) = (i for i in cell.invocations if i.discarded)
    whole = length_of(pilot, experiment.plan)
    (share,) = {i.share for i in cell.counted}
    assert share < 1
    assert len({i.repetitions for i in cell.counted}) == 1
    assert all(i.repetitions < whole.iterations for i in cell.counted)


def test_a_given_number_of_iterations_has_no_pilot(tmp_path: Path) -> None:
    experiment, platforms = planned(str(REFERENCE), iterations=4)
    assert start(tmp_path / "r", experiment, platforms, Silent())
    (cell,) = load(tmp_path / "r").cells
    assert {i.repetitions for i in cell.invocations} == {4}
    assert {i.warm_up for i in cell.invocations} == {None}
    assert cell.steady == "too short to say: 4 iterations"


def test_a_pilot_that_fails_is_a_failure_of_its_cell_alone(tmp_path: Path) -> None:
    experiment, platforms = planned(f"{FAKES}:crash", str(REFERENCE))
    assert start(tmp_path / "r", experiment, platforms, Silent())
    crashed, other = load(tmp_path / "r").cells
    assert crashed.status == "failed"
    assert other.status == "ok"
    assert follows_its_pilot(other, experiment.plan)
