from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from honest import evidence
from honest_multicore import compute
from hypothesis import given
from hypothesis import strategies as st
from mutation import mutated

from agon.workloads.base import OracleError, ParameterError
from agon.workloads.compute import Compute, steps_of, xor_of

WORK = Compute()
VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))["compute"]

sizes = st.fixed_dictionaries({"agents": st.integers(1, 12), "operations": st.integers(1, 300)})


def judge(params: dict[str, int], report: Any, **more: Any) -> dict[str, float]:
    return WORK.judge(params, evidence(report, Path("/nonexistent"), **more))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['agents']}-{v['operations']}")
def test_agrees_with_the_known_values(vector: dict[str, int]) -> None:
    assert xor_of(vector["agents"], vector["operations"]) == vector["xor"]


def test_the_worked_example() -> None:
    judge(
        {"agents": 3, "operations": 1000},
        {"xor": 2080284363, "steps": [334, 333, 333]},
        witness=True,
    )


@given(sizes, st.booleans())
def test_an_honest_run_passes(params: dict[str, int], proof: bool) -> None:
    judge(params, compute(**params, witness=proof), witness=proof)


@given(sizes, st.booleans(), st.data())
def test_any_single_mutation_fails(params: dict[str, int], proof: bool, data: st.DataObject) -> None:
    report = compute(**params, witness=proof)
    with pytest.raises(OracleError):
        judge(params, data.draw(mutated(report)), witness=proof)


@given(sizes)
def test_steps_are_shared_out_evenly(params: dict[str, int]) -> None:
    steps = steps_of(**params)
    assert sum(steps) == params["operations"]
    assert max(steps) - min(steps) <= 1
    assert steps == sorted(steps, reverse=True)


def test_too_little_cpu_time_fails() -> None:
    params = {"agents": 2, "operations": 1000}
    report = compute(**params, witness=False)
    judge(params, report, cpu_ns=601, iterations=2)
    judge(params, report, cpu_ns=None)
    with pytest.raises(OracleError, match="of CPU time cannot hold 2000 steps"):
        judge(params, report, cpu_ns=599, iterations=2)


def test_metrics_are_the_declared_ones() -> None:
    params = {"agents": 2, "operations": 1000}
    report = compute(**params, witness=False)
    metrics = judge(params, report, elapsed_ns=10**6, cpu_ns=3 * 10**6, process_ns=2 * 10**6)
    assert metrics == {"operation_rate": 1e6, "cpu_speed_up": 1.5}
    assert set(metrics) == {metric.name for metric in WORK.metrics}
    assert set(judge(params, report)) == {"operation_rate"}


def test_work_in_no_time_fails() -> None:
    with pytest.raises(OracleError, match="no work is done in no time"):
        judge({"agents": 1, "operations": 10}, {"xor": 1596680831}, elapsed_ns=0)


def test_the_largest_sizes_are_judged_at_once() -> None:
    assert xor_of(1_000_000, 10**12) != xor_of(1_000_000, 10**12 - 1)
    with pytest.raises(ParameterError, match="must lie within"):
        WORK.params({"operations": 10**12 + 1})
