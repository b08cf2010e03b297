from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from honest import evidence
from honest_multicore import circle, exchange, times, write_times
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutation import mutated

from agon.workloads.base import OracleError, ParameterError, ParamValue
from agon.workloads.echo_all import EchoAll, accs

ECHO = EchoAll()
VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))["echo-all"]
MS = 1_000_000

sizes = st.fixed_dictionaries({"agents": st.integers(2, 9), "messages": st.integers(1, 30)})
in_a_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def report_of(agents: int, messages: int, *, witness: bool = False, seed: int = 1) -> dict[str, Any]:
    return exchange(circle(agents, messages), agents, seed, witness=witness)


def judge(params: dict[str, ParamValue], report: Any, folder: Path, **more: Any) -> dict[str, float]:
    return ECHO.judge(ECHO.params(params), evidence(report, folder, **more))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: str(v["agents"]))
def test_agrees_with_the_known_values(vector: dict[str, Any]) -> None:
    assert accs(vector["agents"], vector["messages"]) == vector["acc"]


def test_the_worked_example(tmp_path: Path) -> None:
    acc = [947564353, 1860957282, 516040324, 30477216]
    write_times(tmp_path / "rtt.csv", [times(4, 7, 1)])
    judge({"agents": 4, "messages": 7}, {"replies": 28, "acc": acc, "handled": [7] * 4}, tmp_path)


@in_a_folder
@given(sizes, st.booleans(), st.integers(0, 99), st.integers(1, 3))
def test_an_honest_run_passes(tmp_path: Path, params: dict[str, Any], proof: bool, seed: int, iterations: int) -> None:
    rows = [times(params["agents"], params["messages"], i) for i in range(iterations)]
    write_times(tmp_path / "rtt.csv", rows)
    for index in range(iterations):
        report = report_of(**params, witness=proof, seed=seed)
        judge(params, report, tmp_path, witness=proof, index=index, iterations=iterations)


@given(sizes, st.booleans(), st.data())
def test_any_single_mutation_fails(params: dict[str, Any], proof: bool, data: st.DataObject) -> None:
    report = data.draw(mutated(report_of(**params, witness=proof)))
    with pytest.raises(OracleError):
        judge(params | {"clock": "off"}, report, Path("/nonexistent"), witness=proof)


CIRCLE: dict[str, ParamValue] = {"agents": 4, "messages": 7}


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda rows: rows.pop(), "has 27 rows of iteration 0, not 28"),
        (lambda rows: rows.append(rows[0]), "has 29 rows of iteration 0, not 28|more than 28 rows can fill"),
        (lambda rows: rows[4].__setitem__(0, 4), r"rtt\.csv has a row of agent 4, but there are 4"),
        (lambda rows: rows[4].__setitem__(0, (rows[4][0] + 1) % 4), r"rtt\.csv has [68] rows of agent \d, not 7"),
        (lambda rows: rows[4].__setitem__(1, 0), r"has a round trip of 0 ns"),
        (lambda rows: rows[4].__setitem__(1, 2 * 10**9), r"has a round trip of 2000000000 ns, but the iteration"),
        (lambda rows: [row.__setitem__(1, 10**8 * 2) for row in rows], "agent 0 waited 1400000000 ns in all, but"),
    ],
)
def test_wrong_times_are_named(tmp_path: Path, edit: Callable[[list[list[int]]], Any], message: str) -> None:
    rows = times(4, 7, 1)
    edit(rows)
    write_times(tmp_path / "rtt.csv", [rows])
    with pytest.raises(OracleError, match=message):
        judge(CIRCLE, report_of(4, 7), tmp_path)


def test_round_trips_that_leave_out_the_wait_for_the_start_are_named(tmp_path: Path) -> None:
    # 32 agents, each through in 40 us on its own clock, in an iteration of two seconds.
    params: dict[str, ParamValue] = {"agents": 32, "messages": 100}
    write_times(tmp_path / "rtt.csv", [[[i, 400] for i in range(32) for _ in range(100)]])
    with pytest.raises(OracleError, match="no agent waited longer than 40000 ns in all, but the iteration is reported"):
        judge(params, report_of(32, 100), tmp_path, elapsed_ns=2 * 10**9)
    rows = [[i, 400 if k else (i + 1) * 5 * 10**7] for i in range(32) for k in range(100)]
    write_times(tmp_path / "visible.csv", [rows])
    (tmp_path / "visible.csv").rename(tmp_path / "rtt.csv")
    metrics = judge(params, report_of(32, 100), tmp_path, elapsed_ns=2 * 10**9)
    assert metrics["rtt_mean"] == pytest.approx(8.25e-3, rel=0.01)  # as the agents wait for each other


def test_without_a_clock_there_is_no_file(tmp_path: Path) -> None:
    params = CIRCLE | {"clock": "off"}
    assert judge(params, report_of(4, 7), tmp_path) == {"request_rate": 28}
    write_times(tmp_path / "rtt.csv", [times(4, 7, 1)])
    with pytest.raises(OracleError, match=r"clock=off, and yet there is a file rtt\.csv"):
        judge(params, report_of(4, 7), tmp_path)


def test_with_a_clock_there_is_one(tmp_path: Path) -> None:
    with pytest.raises(OracleError, match=r"there is no file rtt\.csv"):
        judge(CIRCLE, report_of(4, 7), tmp_path)


def test_metrics_are_the_declared_ones(tmp_path: Path) -> None:
    rows = [[i, (k + 1) * 1000] for i in range(4) for k in range(7)]
    write_times(tmp_path / "rtt.csv", [rows])
    metrics = judge(CIRCLE, report_of(4, 7), tmp_path, elapsed_ns=10**7)
    expected = {"rtt_mean": 4e-6, "rtt_p50": 4e-6, "rtt_max": 7e-6, "request_rate": 2800.0}
    assert metrics == pytest.approx(expected)  # without the 99th percentile of 28 times
    rows = [[i, (k + 1) * 1000] for i in range(4) for k in range(100)]
    write_times(tmp_path / "rtt.csv", [rows])
    metrics = judge({"agents": 4, "messages": 100}, report_of(4, 100), tmp_path, elapsed_ns=10**7)
    assert set(metrics) == {metric.name for metric in ECHO.metrics}
    assert metrics["rtt_p99"] == pytest.approx(99e-6)


class TestOnASchedule:
    """Four agents, seven requests each, every ten milliseconds: the last is due after 67.5 ms."""

    PARAMS = CIRCLE | {"rate": 400}

    def judge(self, folder: Path, rows: list[list[int]], elapsed_ns: int) -> dict[str, float]:
        write_times(folder / "rtt.csv", [rows])
        return judge(self.PARAMS, report_of(4, 7), folder, elapsed_ns=elapsed_ns)

    def test_quick_replies_pass(self, tmp_path: Path) -> None:
        rows = [[i, 5000] for i in range(4) for _ in range(7)]
        self.judge(tmp_path, rows, 68 * MS)
        self.judge(tmp_path, rows, 67 * MS)

    def test_an_iteration_that_ends_before_the_last_is_due_fails(self, tmp_path: Path) -> None:
        rows = [[i, 5000] for i in range(4) for _ in range(7)]
        with pytest.raises(
            OracleError, match=r"the last request is due 67\.500 ms after the start, but the iteration is re"
        ):
            self.judge(tmp_path, rows, 66 * MS - 1)

    def test_a_backlog_is_waited_for_by_all_that_are_due(self, tmp_path: Path) -> None:
        # A pause of 70 ms at the start: the requests of an agent are answered one after the other behind it.
        rows = [[i, 70 * MS - k * 10 * MS - i * 2 * MS + k * 1000] for i in range(4) for k in range(7)]
        self.judge(tmp_path, rows, 80 * MS)

    def test_a_reply_before_the_one_before_it_fails(self, tmp_path: Path) -> None:
        rows = [[i, 5000] for i in range(4) for _ in range(7)]
        rows[2][1] = 11 * MS
        with pytest.raises(OracleError, match="reply 4 of agent 0 came before the one before it"):
            self.judge(tmp_path, rows, 80 * MS)

    def test_a_reply_after_the_end_fails(self, tmp_path: Path) -> None:
        rows = [[i, 5000] for i in range(4) for _ in range(7)]
        rows[-1][1] = 20 * MS
        with pytest.raises(OracleError, match="the last reply came 87500000 ns after the start, but the iteration"):
            self.judge(tmp_path, rows, 70 * MS)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"rate": 5, "clock": "off"}, "requests on a schedule are timed: clock=on"),
        ({"agents": 1_000_000}, "that is 100000000 timed requests, at most 10000000"),
        ({"agents": 1}, "agents=1: it must lie within 2"),
        ({"rate": 10_000_001}, "must lie within 0..10000000"),
        ({"rate": 1000, "agents": 10_001}, "that is 1000100 requests on a schedule, at most 1000000"),
        ({"rate": 1}, "6400 requests take 6400 s, at most 600 s"),
        ({"rate": 1, "arrivals": "uniform"}, "choose one of constant, poisson"),
        ({"agents": 1_000_000, "messages": 10**6, "clock": "off"}, "that is 1000000000000 requests, at most"),
    ],
)
def test_what_cannot_be_is_refused(params: dict[str, ParamValue], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        ECHO.params(params)


def test_many_agents_are_judged_at_once() -> None:
    few = accs(100_000, 3)
    assert few[5] == (6 * 31 + 7) * 31 + 8
    assert len(accs(1_000_000, 10**8)) == 1_000_000
