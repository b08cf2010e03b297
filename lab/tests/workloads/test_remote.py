"""The workloads over two nodes: worked examples, and mutations of what the nodes report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from honest import evidence, token_ring
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutation import mutated

from agon.workloads.base import OracleError, ParameterError
from agon.workloads.registry import get
from agon.workloads.remote_ask import sum_of_answers
from agon.workloads.remote_token_ring import passed_at_node_1

LINE, ASKS = get("remote-throughput"), get("remote-ask")
RING, GAME = get("remote-token-ring"), get("remote-chameneos")
MODULUS = 2147483647

SENT = {"sent": 5, "crc": 77}
RECEIVED = {"received": 5, "characters": 60, "sum": 15, "crc": 77}
ANSWERED = {"answers": 5, "sum": 48_271 * 55 % MODULUS, "crc": 77}
HANDLED = {"handled": 5, "sum": 15, "crc": 77}
TIMES = [700, 300, 100, 900, 200]


def throughput(own: Any, other: Any) -> dict[str, float]:
    params = LINE.params({"size": 12, "messages": 5})
    return LINE.judge(params, evidence(own, Path("/nonexistent"), witness=True, other=other))


def ask(folder: Path, own: Any, other: Any, rows: list[tuple[int, int]] | None = None) -> dict[str, float]:
    params = ASKS.params({"size": 12, "asks": 5, "outstanding": 2})
    lines = [f"0,{number},{ns}" for number, ns in (rows if rows is not None else list(enumerate(TIMES)))]
    (folder / "rtt.csv").write_text("\n".join(["iteration,ask,ns", *lines, ""]), encoding="ascii")
    return ASKS.judge(params, evidence(own, folder, witness=True, other=other))


def test_honest_reports_pass(tmp_path: Path) -> None:
    assert throughput(SENT, RECEIVED) == {"message_rate": 5.0, "byte_rate": 60.0, "message_time": 0.2}
    metrics = ask(tmp_path, ANSWERED, HANDLED)
    assert metrics["request_rate"] == 5.0
    assert metrics["rtt_p50"] == pytest.approx(300e-9)
    assert metrics["rtt_max"] == pytest.approx(900e-9)


def test_the_sum_of_answers_is_that_of_all_questions() -> None:
    for asks in (1, 2, 1_000, 70_000):
        answers = sum((q + 1) * (48_271 * (q + 1) % MODULUS) for q in range(asks)) % MODULUS
        assert sum_of_answers(asks) == answers


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_single_mutation_fails(tmp_path: Path, data: st.DataObject) -> None:
    with pytest.raises(OracleError):
        throughput(data.draw(mutated(SENT)), RECEIVED)
    with pytest.raises(OracleError):
        throughput(SENT, data.draw(mutated(RECEIVED)))
    with pytest.raises(OracleError):
        ask(tmp_path, data.draw(mutated(ANSWERED)), HANDLED)
    with pytest.raises(OracleError):
        ask(tmp_path, ANSWERED, data.draw(mutated(HANDLED)))


def test_node_1_must_report() -> None:
    with pytest.raises(OracleError, match="node 1 reports nothing"):
        throughput(SENT, None)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda rows: rows.pop(), "has 4 rows of iteration 0, not 5"),
        (lambda rows: rows.__setitem__(1, (2, 300)), "has ask 2 where 1 is due"),
        (lambda rows: rows.__setitem__(1, (1, 0)), "has a round trip of 0 ns"),
        (lambda rows: rows.__setitem__(1, (1, 2 * 10**9)), "has a round trip of 2000000000 ns, but the iteration"),
        (
            lambda rows: rows.__setitem__(slice(0, 3, 2), [(0, 10**9), (2, 10**9)]),
            "asker 0 waited 2000000200 ns in all",
        ),
    ],
)
def test_wrong_times_are_named(tmp_path: Path, edit: Callable[[list[tuple[int, int]]], Any], message: str) -> None:
    rows = list(enumerate(TIMES))
    edit(rows)
    with pytest.raises(OracleError, match=message):
        ask(tmp_path, ANSWERED, HANDLED, rows)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ParameterError, match="outstanding=6: there are only 5 asks"):
        ASKS.params({"asks": 5, "outstanding": 6})
    for workload, count in ((LINE, "messages"), (ASKS, "asks")):
        with pytest.raises(ParameterError, match="at most 268435456"):
            workload.params({"size": 2**20, count: 257})


@given(workers=st.integers(2, 12), passes=st.integers(1, 60), data=st.data())
def test_passes_of_node_1_are_those_of_even_workers(workers: int, passes: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(1, workers))
    walked = sum(((start - 1 + step) % workers + 1) % 2 == 0 for step in range(passes))
    assert passed_at_node_1(start, workers, passes) == walked


def ring(own: Any, other: Any) -> dict[str, float]:
    params = RING.params({"workers": 7, "tokens": 10, "passes": 23})
    return RING.judge(params, evidence(own, Path("/nonexistent"), witness=True, other=other))


def test_a_ring_over_two_nodes_is_judged_like_any_other() -> None:
    honest = token_ring(7, 10, 23, witness=True)
    assert ring(honest, {"passed": 99}) == {"message_rate": 230.0}
    with pytest.raises(OracleError, match="token 3 ended at worker 1, not 4"):
        ring(honest | {"ends": [3, 3, 1, 5, 6, 6, 7, 1, 1, 2]}, {"passed": 99})
    with pytest.raises(OracleError, match="node 1: passed is 98, not 99"):
        ring(honest, {"passed": 98})
    with pytest.raises(OracleError, match="node 1 reports nothing"):
        ring(honest, None)


MET = {
    "complements": [["blue", "yellow", "red"], ["yellow", "red", "blue"], ["red", "blue", "yellow"]],
    "initial": ["blue", "red", "yellow", "blue"],
    "final": ["yellow", "yellow", "yellow", "blue"],
    "meetings": [1, 1, 0, 0],
    "self": [0, 0, 0, 0],
}


def game(own: Any, other: Any) -> dict[str, float]:
    params = GAME.params({"creatures": 4, "meetings": 1})
    return GAME.judge(params, evidence(own, Path("/nonexistent"), witness=False, other=other))


def test_a_meeting_is_of_one_creature_of_each_node() -> None:
    assert game(MET, {"meetings": [1, 0]})["meeting_rate"] == 1.0
    alike = MET | {"final": ["red", "red", "red", "blue"], "meetings": [1, 0, 1, 0]}
    with pytest.raises(OracleError, match="the creatures of node 0 had 2 meetings, not 1"):
        game(alike, {"meetings": [0, 0]})
    with pytest.raises(OracleError, match="creature 4 reports 1 meetings, node 0 reports 0 of it"):
        game(MET, {"meetings": [1, 1]})
    with pytest.raises(OracleError, match="node 1: meetings has 1 entries, not 2"):
        game(MET, {"meetings": [1]})
    with pytest.raises(OracleError, match="which is not part of it"):
        game(MET, {"meetings": [1, 0], "self": 0})
