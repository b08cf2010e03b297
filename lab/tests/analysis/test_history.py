"""A cell's history: one series for what may be compared, in order of time, with its steps."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.measured import Made, measured

from agon.analysis.history import Filter, History, history
from agon.errors import UsageError
from agon.report.timeline import list_rows, markdown, run_rows
from agon.results.summary import ResultSet

RNG = np.random.default_rng(5)


def ring(platform: str = "go", level: float = 0.1, **more: Any) -> Made:
    each = tuple(float(v) for v in level * RNG.lognormal(0, 0.01, 10))
    fields: dict[str, Any] = {"iterations": 6, "settles": True, "each_s": each, "invocations": 10} | more
    return Made(platform, "token-ring", fields.pop("params", {"tokens": 1}), **fields)


def on(root: Path, day: int, *cells: Made) -> ResultSet:
    return measured(root / f"{day}", cells, id=f"e{day}", created=f"2024-03-{day:02}T20:15:00Z", commit=f"{day:040}")


def week(root: Path, *levels: float) -> list[ResultSet]:
    return [on(root, day, ring(level=level)) for day, level in enumerate(levels, 1)]


def test_runs_stand_in_order_of_time_and_the_step_is_found(tmp_path: Path) -> None:
    sets = week(tmp_path, 0.1, 0.1, 0.1, 0.1, 0.12, 0.12, 0.12)
    (series,) = history(sets[::-1]).series
    assert [r.experiment for r in series.runs] == [f"e{day}" for day in range(1, 8)]
    assert (series.platform, series.metric, series.unit) == ("go", "elapsed_steady", "s")
    (step,) = series.steps
    assert (step.run, step.judged.outcome) == (4, "worse")
    assert step.text.startswith("slower by ")
    rows = list(run_rows(series))
    assert [bool(row[-1]) for row in rows] == [n == 4 for n in range(7)]
    assert rows[4][1] == "lab " + f"{5:040}"[:12]


def test_nothing_happened(tmp_path: Path) -> None:
    assert history(week(tmp_path, *[0.1] * 6)).series[0].steps == ()


def test_another_clock_size_or_machine_is_another_series(tmp_path: Path) -> None:
    sets = week(tmp_path, 0.1, 0.1)
    cold = on(tmp_path, 3, ring(iterations=1, settles=False))
    large = on(tmp_path, 4, ring(params={"tokens": 50}))
    away = on(tmp_path, 5, ring())
    environment = away.experiment.environment.model_copy(update={"machine_id": "other", "cpu_model": "Another CPU"})
    away = dataclasses.replace(away, experiment=away.experiment.model_copy(update={"environment": environment}))
    found = history([*sets, cold, large, away]).series
    assert [[r.experiment for r in s.runs] for s in found] == [["e1", "e2"], ["e3"], ["e4"], ["e5"]]
    assert [s.metric for s in found] == ["elapsed_steady", "elapsed", "elapsed_steady", "elapsed_steady"]


def test_versions_are_one_series_and_variants_are_not(tmp_path: Path) -> None:
    found = history(
        [on(tmp_path, 1, ring("akka@1"), ring("akka@2")), on(tmp_path, 2, ring("akka@3"), ring("akka:safe"))]
    )
    assert [(s.platform, [r.platform for r in s.runs]) for s in found.series] == [
        ("akka", ["akka@1", "akka@2", "akka@3"]),
        ("akka:safe", ["akka:safe"]),
    ]


def test_a_failed_run_keeps_its_place_without_a_figure(tmp_path: Path) -> None:
    sets = week(tmp_path, *[0.1] * 5)
    sets.insert(2, on(tmp_path, 20, ring(failed="crash")))
    (series,) = history(sets).series
    assert [r.status for r in series.runs] == ["ok"] * 5 + ["failed"]
    assert "10 of 10 failed" in list(run_rows(series))[-1][3]
    assert series.steps == ()


def test_filters(tmp_path: Path) -> None:
    sets = [on(tmp_path, 1, ring(), ring("erlang"), ring("akka:safe", params={"tokens": 50}))]
    platforms = [s.platform for s in history(sets, Filter(platforms=["akka", "erlang"])).series]
    assert platforms == ["erlang", "akka:safe"]
    assert len(history(sets, Filter(params={"tokens": "50"})).series) == 1
    assert len(history(sets, Filter(workloads=["token-ring"])).series) == 3
    for nothing in (Filter(workloads=["chameneos"]), Filter(params={"tokens": "7"}), Filter(platforms=["akka:x"])):
        with pytest.raises(UsageError, match="no cell there"):
            history(sets, nothing)
    with pytest.raises(UsageError, match="no cell there"):
        history(sets, metric="nonsense")


def test_a_directory_named_twice_counts_once(tmp_path: Path) -> None:
    sets = week(tmp_path, 0.1, 0.1)
    assert len(history([*sets, *sets]).series[0].runs) == 2


def test_whole_processes_of_unequal_work_are_two_series(tmp_path: Path) -> None:
    sets = [on(tmp_path, 1, ring(iterations=6)), on(tmp_path, 2, ring(iterations=9))]
    assert len(history(sets, metric="process_elapsed").series) == 2
    assert len(history(sets).series) == 1


def test_json_and_markdown(tmp_path: Path) -> None:
    found = history(week(tmp_path, 0.1, 0.1, 0.1, 0.1, 0.12, 0.12, 0.12))
    assert History.model_validate_json(found.model_dump_json()) == found
    text = markdown(found)
    assert "worse: slower by" in text
    assert "confidence interval" in text
    many = history([on(tmp_path, 9, ring(), ring("erlang"))])
    assert [row[0] for row in list_rows(many)] == ["go", "erlang"]
    assert "2 cells" in markdown(many)
