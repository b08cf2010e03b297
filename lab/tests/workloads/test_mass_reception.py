from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from honest import evidence
from honest_multicore import exchange, partners, times, write_times
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutation import mutated

from agon.workloads.base import OracleError, ParameterError, ParamValue
from agon.workloads.mass_reception import MassReception

MASS = MassReception()


@st.composite
def sizes(draw: st.DrawFn) -> dict[str, ParamValue]:
    senders = draw(st.integers(1, 9))
    return {"senders": senders, "receivers": draw(st.integers(1, senders)), "messages": draw(st.integers(1, 20))}


def report_of(params: dict[str, Any], *, witness: bool) -> dict[str, Any]:
    return exchange(partners(**params), params["receivers"], 1, witness=witness)


def judge(params: dict[str, ParamValue], report: Any, folder: Path, **more: Any) -> dict[str, float]:
    return MASS.judge(MASS.params(params), evidence(report, folder, **more))


def test_the_worked_example(tmp_path: Path) -> None:
    report = {"replies": 6, "acc": [0, 32, 0], "handled": [4, 2], "witness": [10, 5]}
    write_times(tmp_path / "rtt.csv", [times(3, 2, 1)])
    judge({"senders": 3, "receivers": 2, "messages": 2}, report, tmp_path, witness=True)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sizes(), st.booleans())
def test_an_honest_run_passes(tmp_path: Path, params: dict[str, Any], proof: bool) -> None:
    write_times(tmp_path / "rtt.csv", [times(params["senders"], params["messages"], 1)])
    metrics = judge(params, report_of(params, witness=proof), tmp_path, witness=proof)
    few = set() if params["senders"] * params["messages"] >= 368 else {"rtt_p99"}
    assert set(metrics) == {metric.name for metric in MASS.metrics} - few


@given(sizes(), st.booleans(), st.data())
def test_any_single_mutation_fails(params: dict[str, Any], proof: bool, data: st.DataObject) -> None:
    report = data.draw(mutated(report_of(params, witness=proof)))
    with pytest.raises(OracleError):
        judge(params | {"clock": "off"}, report, Path("/nonexistent"), witness=proof)


def test_who_answered_is_named() -> None:
    params: dict[str, ParamValue] = {"senders": 3, "receivers": 2, "messages": 2, "clock": "off"}
    report = {"replies": 6, "acc": [0, 0, 0], "handled": [6, 0]}
    with pytest.raises(OracleError, match="receiver 0 answered 6 requests, not 4"):
        judge(params, report, Path("/nonexistent"))
    with pytest.raises(OracleError, match="sender 1 ends with acc 0, not 32: those who replied to it are not those"):
        judge(params, report | {"handled": [4, 2]}, Path("/nonexistent"))


def test_the_source_s_series_are_all_there() -> None:
    pairs = {(p["senders"], p["receivers"]) for p in MASS.preset("paper").ladder}
    senders = (8, 16, 32, 64, 128, 256)
    assert {(n, 1) for n in senders} | {(n, n) for n in senders} <= pairs
    assert {m for n, m in pairs if n == 256} == {1, 2, 4, 8, 16, 32, 64, 128, 256}


def test_more_receivers_than_senders_are_refused() -> None:
    with pytest.raises(ParameterError, match="receivers=5: at most one for each of the 4 senders"):
        MASS.params({"senders": 4, "receivers": 5})
