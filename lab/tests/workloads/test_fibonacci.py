from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from honest import evidence, fib, fibonacci_rows, write_points
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutation import mutated

from agon.workloads.base import OracleError, ParameterError
from agon.workloads.fibonacci import Fibonacci, calls_of, draw

SERVER = Fibonacci()
PARAMS = {"clients": 3, "requests": 6, "max_n": 9}
SEED = 5

Rows = list[list[int]]


@pytest.fixture
def rows(tmp_path: Path) -> Rows:
    SERVER.write_input(PARAMS, SEED, tmp_path / "input")
    return fibonacci_rows(tmp_path / "input", 1)


def judge(folder: Path, report: Any = None, **more: Any) -> dict[str, float]:
    report = {"answers": 18} if report is None else report
    return SERVER.judge(PARAMS, evidence(report, folder, **({"seed": SEED} | more)))


@settings(max_examples=40)
@given(
    st.fixed_dictionaries({"clients": st.integers(1, 6), "requests": st.integers(1, 8), "max_n": st.integers(1, 9)}),
    st.integers(0, 2**63 - 1),
    st.integers(1, 3),
)
def test_an_honest_run_passes(
    tmp_path_factory: pytest.TempPathFactory, params: dict[str, int], seed: int, iterations: int
) -> None:
    folder = tmp_path_factory.mktemp("run")
    SERVER.write_input(params, seed, folder / "input")
    write_points(folder / "points.csv", [fibonacci_rows(folder / "input", i) for i in range(iterations)])
    report = {"answers": params["clients"] * params["requests"]}
    for index in range(iterations):
        more = {"index": index, "iterations": iterations, "seed": seed}
        SERVER.judge(params, evidence(report, folder, **more))


@given(st.data())
def test_any_single_mutation_of_the_report_fails(data: st.DataObject) -> None:
    with pytest.raises(OracleError):
        judge(Path("/nonexistent"), data.draw(mutated({"answers": 18})))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 17), st.integers(0, 2), st.integers(-3, 3).filter(bool))
def test_any_single_change_of_a_row_fails(tmp_path: Path, rows: Rows, at: int, column: int, change: int) -> None:
    changed = [list(row) for row in rows]
    changed[at][column] += change
    write_points(tmp_path / "points.csv", [changed])
    with pytest.raises(OracleError):
        judge(tmp_path)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda rows: rows.pop(), "has 17 rows of iteration 0, not 18"),
        (lambda rows: rows.append(rows[0]), "more than 18 rows can fill|has 19 rows"),
        (lambda rows: rows[4].__setitem__(0, 4), "has a client 4, but there are 3"),
        (lambda rows: rows[4].__setitem__(2, rows[4][2] + 1), r"received \d+ as fib\("),
        (lambda rows: rows[4].__setitem__(3, 2 * 10**9), "waited 2000"),
    ],
)
def test_wrong_rows_are_named(tmp_path: Path, rows: Rows, edit: Callable[[Rows], Any], message: str) -> None:
    edit(rows)
    write_points(tmp_path / "points.csv", [rows])
    with pytest.raises(OracleError, match=message):
        judge(tmp_path)


def test_requests_out_of_order_fail(tmp_path: Path, rows: Rows) -> None:
    mine = [row for row in rows if row[0] == 1]
    pair = next((a, b) for a, b in itertools.pairwise(mine) if a[1] != b[1])
    i, j = (rows.index(row) for row in pair)
    rows[i], rows[j] = rows[j], rows[i]
    write_points(tmp_path / "points.csv", [rows])
    with pytest.raises(OracleError, match=r"request \d+ of client 1 was for"):
        judge(tmp_path)


def test_too_little_cpu_time_fails(tmp_path: Path, rows: Rows) -> None:
    write_points(tmp_path / "points.csv", [rows, rows])
    calls = sum(calls_of(n) for line in draw(3, 6, 9, SEED) for n in line)
    enough = round(0.1 * 2 * calls) + 1
    judge(tmp_path, iterations=2, cpu_ns=enough)
    judge(tmp_path, iterations=2, cpu_ns=None)
    with pytest.raises(OracleError, match="of CPU time cannot hold"):
        judge(tmp_path, iterations=2, cpu_ns=enough - 2)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the header of points.csv is ''"),
        (b"iteration,client,n,value\n", "the header"),
        (b"\xff\xfe\x00", "the header"),
        (b"iteration,client,n,value,ns\n0,1,2,1,5", "ends in the middle of a line"),
        (b"iteration,client,n,value,ns\n0,1,2,1,5,6\n", "line 2 of points.csv has 6 fields, not 5"),
        (b"iteration,client,n,value,ns\n0,1,2,1,5.0\n", "ns is '5.0', not an integer"),
        (b"iteration,client,n,value,ns\n0,1,2,1,-5\n", "ns is '-5', not an integer"),
        (b"iteration,client,n,value,ns\n0,1,2,1,NaN\n", "ns is 'NaN', not an integer"),
        (b"iteration,client,n,value,ns\n0,1,2,1, 5\n", "ns is ' 5', not an integer"),
        ("iteration,client,n,value,ns\n0,1,2,1,٣\n".encode(), "not an integer"),
        (b"iteration,client,n,value,ns\n0,1,2,1,99999999999999999999\n", "not an integer of 0..2"),
        (b"iteration,client,n,value,ns\n0,1,2,1,5\r\n", "not an integer"),
        (b"iteration,client,n,value,ns\n7,1,2,1,5\n", "is of iteration 7, but there are 1"),
        (b"iteration,client,n,value,ns\n\n", "has 1 fields, not 5"),
        (b"x" * 10_000, "has 10000 bytes, more than 18 rows can fill"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "points.csv").write_bytes(content)
    with pytest.raises(OracleError, match=message):
        judge(tmp_path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(OracleError, match=r"there is no file points\.csv"):
        judge(tmp_path)


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "points.csv")
    with pytest.raises(OracleError, match="not a regular file"):
        judge(tmp_path)


def test_metrics_are_the_declared_ones(tmp_path: Path, rows: Rows) -> None:
    write_points(tmp_path / "points.csv", [rows])
    metrics = judge(tmp_path, elapsed_ns=10**9)
    assert set(metrics) == {"response_p50", "small_p50", "request_rate"}  # 18 times have no 99th percentile
    waits = sorted(row[3] for row in rows)
    assert metrics["response_p50"] == pytest.approx((waits[8] + waits[9]) / 2e9)
    assert metrics["request_rate"] == 18


def test_enough_requests_have_a_99th_percentile(tmp_path: Path) -> None:
    params = {"clients": 10, "requests": 100, "max_n": 9}
    SERVER.write_input(params, SEED, tmp_path / "input")
    rows = fibonacci_rows(tmp_path / "input", 1)
    write_points(tmp_path / "points.csv", [rows])
    metrics = SERVER.judge(params, evidence({"answers": 1000}, tmp_path, seed=SEED, elapsed_ns=10**9))
    assert set(metrics) == {metric.name for metric in SERVER.metrics}
    small = sorted(row[3] for row in rows if row[1] <= 4)
    assert metrics["small_p50"] <= metrics["small_p99"] <= small[-1] / 1e9


def test_the_input_is_the_same_for_ever() -> None:
    assert draw(2, 8, 24, 1) == ((12, 23, 3, 23, 7, 10, 20, 10), (13, 0, 18, 13, 8, 19, 7, 11))


def test_the_input_is_uniform() -> None:
    counts = [0] * 13
    for line in draw(100, 130, 12, 3):
        for n in line:
            counts[n] += 1
    assert all(850 < count < 1150 for count in counts)


def test_the_idle_reference_asks_for_the_same_numbers() -> None:
    params = SERVER.params({"clients": 100, "requests": 50, "max_n": 24})
    (idle,) = SERVER.companions(params)
    assert idle.role == "idle"
    assert SERVER.params(dict(idle.params)) == params | {"clients": 1}
    assert SERVER.companions(params | {"clients": 1}) == ()


@given(st.integers(0, 12))
def test_calls_are_those_of_the_plain_definition(n: int) -> None:
    calls = 0

    def counted(k: int) -> int:
        nonlocal calls
        calls += 1
        return k if k < 2 else counted(k - 1) + counted(k - 2)

    assert counted(n) == fib(n)
    assert calls_of(n) == calls


def test_the_size_is_the_mean_work() -> None:
    params = {"clients": 100, "requests": 500, "max_n": 12}
    assert SERVER.size(params) == pytest.approx(SERVER.work(params, 1), rel=0.05)
    assert SERVER.size(SERVER.doubled(params)) == pytest.approx(2 * SERVER.size(params), abs=1)


def test_more_requests_than_memory_holds_are_refused() -> None:
    with pytest.raises(ParameterError, match="at most 10000000"):
        SERVER.params({"clients": 100_000, "requests": 1000})
