"""Figures out of sample files leave warm-up out, as every other figure does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from support.measured import Made, measured

from agon.analysis.sizes import Layout
from agon.report.charts import workload_figures
from agon.report.colours import Palette
from agon.results.model import Invocation
from agon.results.summary import ResultSet
from agon.workloads.registry import get

SLOW, FAST = 90_000, 1_000
WARMED = [SLOW] * 4 + [FAST] * 28


def warmed(root: Path, workload: str, times: Sequence[int] = WARMED) -> ResultSet:
    """Iterations of 40 times each, all `times[i]` in iteration i."""
    results = measured(
        root,
        [Made("go", workload, {"agents": 8} if workload == "echo-all" else {}, iterations=len(times), settles=True)],
    )
    name, header = ("rtt.csv", "iteration,agent,ns") if workload == "echo-all" else ("points.csv", "iteration,n,ns")

    def one(invocation: Invocation) -> Invocation:
        folder = root / "samples" / invocation.id
        folder.mkdir(parents=True)
        rows = "".join(f"{i},3,{ns}\n" for i, ns in enumerate(times) for _ in range(40))
        (folder / name).write_text(f"{header}\n{rows}", encoding="ascii")
        iterations = [
            it.model_copy(update={"elapsed_ns": ns * 1000}) for it, ns in zip(invocation.iterations, times, strict=True)
        ]
        return invocation.model_copy(update={"iterations": iterations})

    return replace(results, invocations=tuple(map(one, results.invocations)))


def table(results: ResultSet, workload: str, figure: str) -> list[str]:
    figures = workload_figures(results, Layout.of(results, workload), get(workload), Palette.of(["go"]))
    (found,) = (f for f in figures if f.id == figure)
    return [item.text for item in found.table.rows[0]]


def test_percentiles_begin_after_warm_up(tmp_path: Path) -> None:
    results = warmed(tmp_path, "echo-all")
    assert results.cells[0].steady == "steady after 4 iterations"
    row = table(results, "echo-all", "echo-all-percentiles")
    assert row[-2:] == ["1.00 µs", str(5 * 28 * 40)]


def test_of_a_process_that_drifts_all_counts_after_its_warm_up(tmp_path: Path) -> None:
    results = warmed(tmp_path, "echo-all", [FAST] * 20 + [SLOW] * 4)
    assert (results.cells[0].clock, results.cells[0].word) == ("unsettled", "drifting")
    assert table(results, "echo-all", "echo-all-percentiles")[-1] == str(5 * 24 * 40)


def test_of_a_cold_cell_the_first_iteration_counts(tmp_path: Path) -> None:
    results = warmed(tmp_path, "echo-all")
    first, *others = results.invocations
    short = first.model_copy(update={"iterations": first.iterations[:1]})
    results = replace(results, invocations=(short, *others))
    assert results.cells[0].clock == "cold"
    assert table(results, "echo-all", "echo-all-percentiles")[-2:] == ["90.0 µs", str(5 * 40)]


@pytest.mark.parametrize(("figure", "row"), [("fibonacci-ns-points", ["go", "5600", "1.00 µs", "1.00 µs"])])
def test_points_are_those_after_warm_up(tmp_path: Path, figure: str, row: list[str]) -> None:
    assert table(warmed(tmp_path, "fibonacci"), "fibonacci", figure) == row
