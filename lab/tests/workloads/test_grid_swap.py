from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from honest import Row, evidence, grid_swap, write_cells
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from mutation import mutated

from agon.workloads.base import OracleError, ParameterError
from agon.workloads.fair_grid import fair
from agon.workloads.grid_swap import GridSwap, active_cells, draw, reference

GRID = GridSwap()
SEED = 5
PARAMS = {"side": 5, "active": 200, "rounds": 20}

Rows = list[Row]


@st.composite
def sizes(draw_: st.DrawFn) -> dict[str, int]:
    params = {
        "side": draw_(st.integers(2, 7)),
        "active": draw_(st.integers(1, 800)),
        "rounds": draw_(st.integers(1, 12)),
    }
    assume(active_cells(params["side"], params["active"]) < params["side"] ** 2)
    return params


def judge(folder: Path, report: Any, params: dict[str, int] = PARAMS, **more: Any) -> dict[str, float]:
    return GRID.judge(params, evidence(report, folder, **({"seed": SEED} | more)))


def run(folder: Path, params: dict[str, int], seed: int = 1) -> tuple[dict[str, int], Rows]:
    GRID.write_input(params, SEED, folder / "input")
    return grid_swap(params["side"], params["rounds"], folder / "input", seed)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sizes(), st.integers(0, 10**6), st.booleans())
def test_an_honest_run_passes(tmp_path: Path, params: dict[str, int], seed: int, witness: bool) -> None:
    runs = [run(tmp_path, params, seed + i) for i in range(2)]
    write_cells(tmp_path / "cells.csv", [rows for _, rows in runs])
    for index, (report, _) in enumerate(runs):
        judge(tmp_path, report, params, witness=witness, index=index, iterations=2)


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_single_mutation_of_the_report_fails(tmp_path: Path, data: st.DataObject) -> None:
    report, rows = run(tmp_path, PARAMS)
    write_cells(tmp_path / "cells.csv", [rows])
    with pytest.raises(OracleError):
        judge(tmp_path, data.draw(mutated(report)))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 24), st.integers(0, 4), st.integers(-3, 3).filter(bool))
def test_any_single_change_of_a_row_fails(tmp_path: Path, at: int, column: int, change: int) -> None:
    report, rows = run(tmp_path, PARAMS)
    rows[at][column] += change
    write_cells(tmp_path / "cells.csv", [rows])
    with pytest.raises(OracleError):
        judge(tmp_path, report)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda rows: rows.pop(), "cells.csv has 24 rows of iteration 0, not 25"),
        (lambda rows: rows.reverse(), "row 1 of cells.csv is of cell 24, not 0"),
        (lambda rows: rows[3].__setitem__(1, 21), "cell 3 requested 21 swaps, but stops at 20"),
        (lambda rows: rows[3].__setitem__(2, 90), "cell 3 .*accepted 90 requests and requested .* swaps itself"),
        (lambda rows: rows[3].__setitem__(4, 25), r"cell 3 holds the state 25, but states are 0\.\.24"),
        (lambda rows: rows[3].__setitem__(4, rows[1][4]), "cells 1 and 3 both hold the state"),
        (lambda rows: rows[3].__setitem__(3, 10**6), "requests, but .* swaps and 1000"),
    ],
)
def test_wrong_rows_are_named(tmp_path: Path, edit: Callable[[Rows], Any], message: str) -> None:
    report, rows = run(tmp_path, PARAMS)
    edit(rows)
    write_cells(tmp_path / "cells.csv", [rows])
    with pytest.raises(OracleError, match=message):
        judge(tmp_path, report)


def test_swaps_that_no_cell_had_are_named(tmp_path: Path) -> None:
    report, rows = run(tmp_path, PARAMS)
    write_cells(tmp_path / "cells.csv", [rows])
    claimed = {"requests": report["requests"] + 1, "swaps": report["swaps"] + 1}
    with pytest.raises(OracleError, match=f"the cells requested {report['swaps']} swaps, but there were"):
        judge(tmp_path, claimed)


def test_too_few_swaps_are_named(tmp_path: Path) -> None:
    report, rows = run(tmp_path, PARAMS | {"rounds": 19})
    write_cells(tmp_path / "cells.csv", [rows])
    with pytest.raises(OracleError, match="the most swaps that a cell requested are 19, not 20"):
        judge(tmp_path, report)


def test_agents_that_never_refuse_fail(tmp_path: Path) -> None:
    params = {"side": 10, "active": 300, "rounds": 30}
    report, rows = run(tmp_path, params)
    write_cells(tmp_path / "cells.csv", [rows])
    judge(tmp_path, report, params)
    patient = [[*row[:3], 0, row[4]] for row in rows]
    write_cells(tmp_path / "cells.csv", [patient])
    with pytest.raises(OracleError, match=r"0 of .* requests were refused, .* must refuse at once"):
        judge(tmp_path, {"requests": report["swaps"], "swaps": report["swaps"]}, params)


def test_where_chance_promises_few_refusals_none_need_be(tmp_path: Path) -> None:
    # A single active agent never meets another in a transaction.
    params = {"side": 3, "active": 100, "rounds": 200}
    report, rows = run(tmp_path, params)
    write_cells(tmp_path / "cells.csv", [rows])
    assert report["requests"] - report["swaps"] <= 1  # the last one of all, after the end
    judge(tmp_path, report, params)


def test_metrics_are_the_declared_ones(tmp_path: Path) -> None:
    report, rows = run(tmp_path, PARAMS)
    write_cells(tmp_path / "cells.csv", [rows])
    metrics = judge(tmp_path, report, elapsed_ns=500_000_000)
    assert set(metrics) == {metric.name for metric in GRID.metrics}
    assert metrics["requests"] == report["requests"]
    assert metrics["swap_request_rate"] == 2 * report["requests"]
    assert metrics["swap_message_rate"] == 4 * report["requests"]
    assert metrics["swaps_max"] == 20
    swaps = [row[1] for row in rows]
    assert metrics["swaps_unfairness"] == pytest.approx((20 - min(swaps)) / 20)


def test_growth_goes_by_the_requests_that_there_were() -> None:
    assert GRID.done(PARAMS, SEED, {"requests": 777.0}) == 777


def test_the_input_is_the_same_for_ever() -> None:
    assert draw(5, 200, 1) == (2, 9, 16, 18, 19)


@given(st.integers(2, 60), st.integers(1, 999), st.integers(0, 2**63 - 1))
def test_the_input_names_that_many_distinct_cells(side: int, active: int, seed: int) -> None:
    cells = draw(side, active, seed)
    assert len(cells) == len(set(cells)) == max(1, int(active * side * side / 1000 + 0.5))
    assert all(0 <= cell < side * side for cell in cells)


def test_a_grid_on_which_all_start_active_is_refused() -> None:
    with pytest.raises(ParameterError, match="all agents would start active, and refuse each other for ever"):
        GRID.params({"side": 2, "active": 900})


def test_the_fair_platform_is_the_honest_simulation(tmp_path: Path) -> None:
    params = {"side": 10, "active": 100, "rounds": 100}
    GRID.write_input(params, SEED, tmp_path / "input")
    runs = [[row[1] for row in grid_swap(10, 100, tmp_path / "input", seed)[1]] for seed in range(9)]
    spreads = sorted((sum((x - sum(r) / 100) ** 2 for x in r) / 100) ** 0.5 for r in runs)
    found = fair(100, 10, 100)
    assert found.stddev == pytest.approx(spreads[4], rel=0.15)
    assert found.unfairness == pytest.approx(sorted(1 - min(r) / max(r) for r in runs)[4], rel=0.2)


def test_the_fair_platform_spreads_its_swaps_as_the_source_s_fair_frameworks() -> None:
    # Table 2, 100 agents and 1000 rounds: Kilim 25.1, Korus 25.5.
    assert fair(100, 10, 1000).stddev == pytest.approx(25.3, rel=0.1)


def test_large_grids_have_a_reference_for_the_spread_alone() -> None:
    assert set(reference(20, 100, 20)) == {"fair_stddev", "fair_unfairness"}
    assert reference(500, 100, 20) == {"fair_stddev": reference(20, 100, 20)["fair_stddev"]}
    assert reference(5, 100, 1001) == {}
