from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from honest import Row, evidence, throughput, write_latency
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutation import mutated

from agon.workloads.base import OracleError, ParameterError
from agon.workloads.throughput import MOST_CHARACTERS, Throughput, draw, timed

LINE = Throughput()
SEED = 5
PARAMS = LINE.params({"size": 12, "messages": 130, "acks": "on", "faults": 3})


@st.composite
def sizes(draw: st.DrawFn) -> dict[str, Any]:
    messages = draw(st.integers(1, 140))
    acks = draw(st.sampled_from(["on", "off"]))
    return LINE.params(
        {
            "size": draw(st.integers(10, 50)),
            "messages": messages,
            "acks": acks,
            "faults": draw(st.integers(0, messages)) if acks == "on" else 0,
            "protocol": draw(st.sampled_from(["sprint", "stream"])),
        }
    )


def run(folder: Path, params: dict[str, Any] = PARAMS) -> tuple[dict[str, Any], list[Row], int]:
    LINE.write_input(params, SEED, folder / "input")
    report, rows, elapsed = throughput(params, folder / "input", 1)
    write_latency(folder / "latency.csv", [rows])
    return report, rows, elapsed


def judge(folder: Path, report: Any, elapsed: int, params: dict[str, Any] = PARAMS, **more: Any) -> dict[str, float]:
    more = {"seed": SEED, "witness": True, "elapsed_ns": elapsed} | more
    return LINE.judge(params, evidence(report, folder, **more))


@settings(max_examples=50)
@given(params=sizes())
def test_an_honest_run_passes(tmp_path_factory: pytest.TempPathFactory, params: dict[str, Any]) -> None:
    folder = tmp_path_factory.mktemp("run")
    report, _, elapsed = run(folder, params)
    metrics = judge(folder, report, elapsed, params)
    few = set() if len(timed(params["messages"], params["protocol"])) >= 368 else {"latency_p99"}
    assert set(metrics) == {metric.name for metric in LINE.metrics} - few
    del report["crc_sent"], report["crc_received"]
    judge(folder, report, elapsed, params, witness=False)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_single_mutation_fails(tmp_path: Path, data: st.DataObject) -> None:
    report, _, elapsed = run(tmp_path)
    with pytest.raises(OracleError):
        judge(tmp_path, data.draw(mutated(report)), elapsed)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("received", 129, "the receiver handled 129 messages, not 130"),
        ("characters", 1559, "have 1559 characters in all, not 130 times 12"),
        ("confirmed", 130, "130 messages were confirmed, not 127: the handler failed at 3"),
        ("unconfirmed", [], "unconfirmed has 0 entries, not 3"),
        ("unconfirmed", [0, 1, 2], "message 0 stands among the unconfirmed where"),
        ("crc_sent", 7, "of what was sent sum to 7, of what was received to"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, key: str, value: Any, message: str) -> None:
    report, _, elapsed = run(tmp_path)
    with pytest.raises(OracleError, match=message):
        judge(tmp_path, report | {key: value}, elapsed)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda rows: rows.pop(), "has 2 rows of iteration 0, not 3"),
        (lambda rows: rows[1].__setitem__(0, 65), "has message 65 where 64 is due"),
        (lambda rows: rows[1].__setitem__(1, 10**9), "message 64 took 1000000000 ns, but the iteration is reported"),
    ],
)
def test_wrong_latencies_are_named(tmp_path: Path, edit: Callable[[list[Row]], Any], message: str) -> None:
    report, rows, elapsed = run(tmp_path)
    edit(rows)
    write_latency(tmp_path / "latency.csv", [rows])
    with pytest.raises(OracleError, match=message):
        judge(tmp_path, report, elapsed)


def test_a_sprint_takes_what_its_messages_took(tmp_path: Path) -> None:
    params = LINE.params({"size": 12, "messages": 20, "protocol": "sprint"})
    report, _, elapsed = run(tmp_path, params)
    with pytest.raises(OracleError, match=f"took {elapsed} ns in all, but the iteration is reported to have lasted"):
        judge(tmp_path, report, elapsed // 2, params)


def test_without_a_clock_no_file_is_asked_for(tmp_path: Path) -> None:
    params = LINE.params({"size": 12, "messages": 100, "clock": "off"})
    report, _, _ = run(tmp_path, params)
    (tmp_path / "latency.csv").unlink()
    metrics = judge(tmp_path, report, 10**9, params)
    assert metrics == {"message_rate": 100.0, "byte_rate": 1200.0, "message_time": 0.01}


def test_latencies_are_those_of_the_file(tmp_path: Path) -> None:
    report, _, _ = run(tmp_path)
    write_latency(tmp_path / "latency.csv", [[[0, 1000], [64, 3000], [128, 11_000]]])
    metrics = judge(tmp_path, report, 10**9)
    assert metrics["latency_mean"] == pytest.approx(5e-6)
    assert metrics["latency_p50"] == pytest.approx(3e-6)
    assert metrics["latency_max"] == pytest.approx(11e-6)
    assert "latency_p99" not in metrics  # of three


def test_a_99th_percentile_takes_368_messages(tmp_path: Path) -> None:
    params = LINE.params({"size": 12, "messages": 368, "protocol": "sprint"})
    report, rows, _ = run(tmp_path, params)
    assert len(rows) == 368
    write_latency(tmp_path / "latency.csv", [[[i, 1000 * (i + 1)] for i in range(368)]])
    metrics = judge(tmp_path, report, 1000 * 368 * 369 // 2, params)
    assert metrics["latency_p99"] == pytest.approx(365e-6)
    assert set(metrics) == {metric.name for metric in LINE.metrics}


def test_the_input_is_the_same_for_ever() -> None:
    assert draw(100, 4, 1) == (9, 61, 75, 93)
    assert draw(100, 0, 1) == ()
    assert draw(5, 5, 3) == (0, 1, 2, 3, 4)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"size": 1_000_000, "messages": 1000}, f"that is 1000000000 characters, at most {MOST_CHARACTERS}"),
        ({"faults": 1}, "faults=1 needs acks=on"),
        ({"faults": 11, "acks": "on", "messages": 10}, "faults=11: there are only 10 messages"),
        ({"protocol": "sprint", "clock": "off"}, "protocol=sprint needs clock=on"),
        ({"protocol": "sprint", "messages": 100_001}, "protocol=sprint messages=100001: at most 100000"),
        ({"size": 9}, "size=9: it must lie within 10.."),
    ],
)
def test_what_does_not_go_together_is_refused(params: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        LINE.params(params)
