from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from honest import evidence, service_rounds
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutation import mutated

from agon.workloads.base import OracleError
from agon.workloads.service_rounds import PERIOD, ServiceRounds, datum, total, witness

SERVICE = ServiceRounds()
VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))["service-rounds"]

sizes = st.integers(1, 150)


def judge(rounds: int, report: Any, folder: Path, **more: Any) -> dict[str, float]:
    return SERVICE.judge({"rounds": rounds}, evidence(report, folder, **more))


def write(folder: Path, lines: list[str]) -> None:
    (folder / "print.txt").write_text("".join(f"{line}\n" for line in lines), encoding="ascii")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: str(v["rounds"]))
def test_agrees_with_the_known_values(vector: dict[str, int]) -> None:
    assert total(vector["rounds"]) == vector["sum"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rounds=sizes, proof=st.booleans())
def test_an_honest_run_passes(tmp_path: Path, rounds: int, proof: bool) -> None:
    report, lines = service_rounds(rounds, witness=proof)
    write(tmp_path, lines)
    judge(rounds, report, tmp_path, witness=proof)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rounds=sizes, proof=st.booleans(), data=st.data())
def test_any_single_mutation_fails(tmp_path: Path, rounds: int, proof: bool, data: st.DataObject) -> None:
    report, lines = service_rounds(rounds, witness=proof)
    write(tmp_path, lines)
    with pytest.raises(OracleError):
        judge(rounds, data.draw(mutated(report)), tmp_path, witness=proof)


@pytest.mark.parametrize("rounds", [PERIOD - 1, PERIOD, PERIOD + 1, 2 * PERIOD + 5])
def test_the_sum_goes_on_after_a_whole_period(rounds: int) -> None:
    assert total(rounds) - total(rounds - 1) == datum(rounds)
    assert total(rounds) == PERIOD * (PERIOD - 1) // 2 * (rounds // PERIOD) + total(rounds % PERIOD)


def test_the_witness_of_many_rounds_is_found_at_once() -> None:
    # Two rounds more: the map of a round, applied twice.
    acc = witness(10**8 - 2)
    for number in (2, 3, 2, 4, 2, 1) * 2:
        acc = (acc * 31 + number) % 2147483647
    assert witness(10**8) == acc


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda lines: lines.pop(), "the printed file has 9 lines, not 10"),
        (lambda lines: lines.clear(), "the printed file has 0 lines, not 10"),
        (lambda lines: lines.append("11 87109"), "the printed file has more than 10 lines"),
        (lambda lines: lines.insert(3, lines[2]), "line 4 of the printed file is '3 23757', not '4 31676'"),
        (lambda lines: lines.reverse(), "line 1 of the printed file is '10 79190', not '1 7919'"),
        (lambda lines: lines.insert(0, "x" * 200), "line 1 of the printed file is '" + "x" * 40 + "...', not '1 7919'"),
    ],
)
def test_a_wrong_print_is_named(tmp_path: Path, edit: Callable[[list[str]], Any], message: str) -> None:
    report, lines = service_rounds(10, witness=False)
    edit(lines)
    write(tmp_path, lines)
    with pytest.raises(OracleError, match=message):
        judge(10, report, tmp_path)


def test_the_rate_counts_rounds(tmp_path: Path) -> None:
    report, lines = service_rounds(100, witness=False)
    write(tmp_path, lines)
    assert judge(100, report, tmp_path, elapsed_ns=500_000_000) == {"round_rate": 200.0}
