"""What holds for every workload."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from honest import evidence
from hypothesis import given
from hypothesis import strategies as st

from agon.results.summary import COMMON_UNITS
from agon.workloads.base import OracleError, Parameter, ParameterError, Workload
from agon.workloads.registry import UnknownWorkloadError, all_workloads, get, metric_units

EVERY = list(all_workloads().values())
every = pytest.mark.parametrize("workload", EVERY, ids=lambda w: w.id)

KEYS = (
    *("ends", "witness", "complements", "initial", "final", "meetings", "self", "answers"),
    *("written", "characters", "crc", "stages", "sum", "requests", "swaps"),
    *("received", "confirmed", "unconfirmed", "crc_sent", "crc_received"),
    *("greetings", "goodbyes"),
    *("xor", "steps", "replies", "acc", "handled"),
)
TEXT = st.text("blue\ud800\n1", max_size=60)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=10,
)


@every
@given(data=st.data())
def test_no_report_makes_an_oracle_raise_anything_else(workload: Workload, data: st.DataObject) -> None:
    report: Any = data.draw(st.dictionaries(st.sampled_from(KEYS), json_values) | json_values)
    params = workload.params(workload.preset("check").ladder[0])
    with pytest.raises(OracleError) as caught:
        workload.judge(params, evidence(report, Path("/nonexistent"), witness=data.draw(st.booleans())))
    assert str(caught.value)
    assert "\n" not in str(caught.value)


@every
def test_presets_are_within_bounds(workload: Workload) -> None:
    names = [preset.name for preset in workload.presets]
    assert {"quick", "paper", "demo", "check"} <= set(names)
    assert len(names) == len(set(names))
    for preset in workload.presets:
        for params in preset.ladder:
            complete = workload.params(params)
            assert workload.size(complete) >= 1
            assert workload.params(workload.doubled(complete)) == workload.doubled(complete)
            assert workload.size(workload.grown(complete)) > workload.size(complete)
        sizes = [workload.size(workload.params(params)) for params in preset.ladder]
        assert sizes == sorted(sizes) or workload.id == "chameneos"


@every
def test_charts_draw_what_there_is(workload: Workload) -> None:
    parameters = {p.name for p in workload.parameters}
    metrics = {m.name for m in workload.metrics} | set(COMMON_UNITS)
    for chart in workload.charts:
        assert chart.figure
        if chart.kind in ("points", "grid", "percentiles"):
            assert chart.samples in workload.bulk
        elif chart.kind == "boxes":
            assert {f"{chart.y}_{part}" for part in ("min", "q1", "median", "q3", "max")} <= metrics
            assert chart.x in parameters
        else:
            assert chart.x in parameters
            assert chart.y in metrics
            assert not chart.reference or chart.reference in metrics
            assert chart.unit == (COMMON_UNITS | metric_units())[chart.y]


def test_metric_names_mean_one_thing() -> None:
    units: dict[str, str] = dict(COMMON_UNITS)
    for workload in EVERY:
        for metric in workload.metrics:
            assert units.setdefault(metric.name, metric.unit) == metric.unit


def test_an_unknown_workload_gets_a_suggestion() -> None:
    with pytest.raises(
        UnknownWorkloadError, match=r"no workload 'tokenring'; did you mean 'token-ring'\? \(one of your own"
    ):
        get("tokenring")
    with pytest.raises(UnknownWorkloadError, match="there is token-ring, chameneos, fibonacci, pipeline"):
        get("zzz")


def test_an_unknown_parameter_gets_a_suggestion() -> None:
    with pytest.raises(ParameterError, match=r"token-ring has no parameter 'token'; did you mean 'tokens'\?"):
        get("token-ring").params({"token": 3})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0", "tokens=0: it must lie within 1..1000000"),
        ("-1", "tokens=-1: it must lie within"),
        ("1000001", "must lie within"),
        ("9" * 5000, "not an integer"),
        ("1.0", "tokens=1.0: not an integer; it must lie within"),
        ("", "not an integer"),
        ("1__0x", "not an integer"),
        ("٣", "not an integer"),
        ("on", "not an integer"),
    ],
)
def test_the_message_on_a_bad_value_names_what_is_allowed(text: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        get("token-ring").params({"tokens": text})


def test_good_values_are_read() -> None:
    params = get("token-ring").params({"passes": "500_000", "tokens": 3})
    assert params == {"workers": 500, "tokens": 3, "passes": 500_000}


def test_a_truth_value_is_no_integer() -> None:
    with pytest.raises(ParameterError, match="tokens=True: not an integer"):
        get("token-ring").params({"tokens": True})


def test_words_have_choices() -> None:
    parameter = Parameter("log", "whether stages print", "off", choices=("off", "on"))
    assert parameter.parse("on") == "on"
    with pytest.raises(ParameterError, match="log=yes: choose one of off, on"):
        parameter.parse("yes")


@pytest.mark.parametrize(
    ("low", "high", "value", "message"),
    [(1, None, 0, "at least 1"), (None, 5, 6, "at most 5"), (1, 5, 6, "within 1..5")],
)
def test_bounds_are_given_in_words(low: int | None, high: int | None, value: int, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        Parameter("n", "a number", 1, low, high).check(value)
