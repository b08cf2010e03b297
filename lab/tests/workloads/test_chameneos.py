from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from honest import chameneos, evidence
from hypothesis import given
from hypothesis import strategies as st
from mutation import mutated

from agon.workloads.base import OracleError
from agon.workloads.chameneos import Chameneos, fairness

GAME = Chameneos()
NOWHERE = Path("/nonexistent")

sizes = st.fixed_dictionaries({"creatures": st.integers(2, 9), "meetings": st.integers(1, 60)})


def judge(params: dict[str, int], report: Any, **more: Any) -> dict[str, float]:
    return GAME.judge(params, evidence(report, NOWHERE, **more))


@given(sizes, st.integers(0, 10**6), st.booleans())
def test_an_honest_run_passes(params: dict[str, int], seed: int, witness: bool) -> None:
    judge(params, chameneos(**params, seed=seed, witness=witness), witness=witness)


@given(sizes, st.integers(0, 10**6), st.booleans(), st.data())
def test_any_single_mutation_fails(params: dict[str, int], seed: int, witness: bool, data: st.DataObject) -> None:
    report = data.draw(mutated(chameneos(**params, seed=seed, witness=witness)))
    with pytest.raises(OracleError):
        judge(params, report, witness=witness)


@pytest.mark.parametrize("creatures", [2, 3])
def test_two_or_three_creatures_end_in_one_colour(creatures: int) -> None:
    params = {"creatures": creatures, "meetings": 1}
    report = chameneos(**params, seed=1, witness=False)
    assert len(set(report["final"][:2])) == 1
    report["final"] = report["initial"]  # frozen colours
    with pytest.raises(OracleError, match="have one colour"):
        judge(params, report)


@given(st.integers(0, 10**6))
def test_frozen_colours_fail_by_their_witness(seed: int) -> None:
    params = {"creatures": 50, "meetings": 1}
    report = chameneos(**params, seed=seed, witness=True)
    frozen = report | {"final": report["initial"]}
    judge(params, {key: frozen[key] for key in frozen if key != "witness"})
    if report["final"] != report["initial"]:
        with pytest.raises(OracleError, match="by their meetings it should be"):
            judge(params, frozen, witness=True)


def test_a_creature_that_meets_itself_is_named() -> None:
    params = {"creatures": 5, "meetings": 20}
    report = chameneos(**params, seed=1, witness=False)
    report["self"][3] = 2
    with pytest.raises(OracleError, match="creature 4 met itself 2 times"):
        judge(params, report)


def test_who_met_no_other_keeps_its_colour() -> None:
    params = {"creatures": 5, "meetings": 1}
    report = chameneos(**params, seed=1, witness=False)
    idle = [k for k in range(5) if report["meetings"][k] == 0]
    # All three colours take part, so that the sums come out right.
    report["final"] = [{"blue": "red", "red": "yellow", "yellow": "blue"}[c] for c in report["initial"]]
    with pytest.raises(OracleError, match=f"creature {idle[0] + 1} met no other"):
        judge(params, report)


def test_the_standard_deviation_is_the_source_s() -> None:
    # 60 of 500 creatures one meeting off: the source prints 0.347, the population's would print 0.346.
    meetings = [2000] * 440 + [1999] * 30 + [2001] * 30
    assert sum(meetings) == 1_000_000
    assert round(fairness(meetings)["fairness_stddev"], 3) == 0.347


def test_the_five_numbers_of_the_box_plot() -> None:
    assert fairness([1, 2, 3, 4, 10]) | {"fairness_stddev": 0} == {
        "fairness_stddev": 0,
        "fairness_min": 1,
        "fairness_q1": 2,
        "fairness_median": 3,
        "fairness_q3": 4,
        "fairness_max": 10,
    }


def test_metrics_are_the_declared_ones() -> None:
    params = {"creatures": 5, "meetings": 200}
    metrics = judge(params, chameneos(**params, seed=3, witness=False), elapsed_ns=10**8)
    assert set(metrics) == {metric.name for metric in GAME.metrics}
    assert metrics["meeting_rate"] == pytest.approx(2000)
