"""`agon.load`: a result set as data frames, and `agon export` of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from support.result_sets import Options, write_result_set
from typer.testing import CliRunner

import agon
from agon.cli.main import app
from agon.errors import StoreError, UsageError
from agon.results.frames import Results
from agon.results.model import Invocation
from agon.results.summary import ResultSet


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("field")
    write_result_set(root, Options(workloads=("token-ring", "chameneos", "pipeline"), invocations=3))
    return root


@pytest.fixture(scope="module")
def results(folder: Path) -> Results:
    return agon.load(folder)


def test_a_row_holds_a_value_and_all_that_distinguishes_it(results: Results) -> None:
    frame = results.frame()
    assert frame.columns == [
        *("experiment", "machine", "cell", "platform", "variant", "version", "workload"),
        *("p_workers", "p_tokens", "p_passes", "p_creatures", "p_meetings", "p_tasks", "p_log", "p_work", "p_make"),
        *(
            "cores",
            "threads",
            "role",
            "block",
            "invocation",
            "settled",
            "iteration",
            "of",
            "warm",
            "metric",
            "value",
            "unit",
        ),
        *("status", "reason"),
    ]
    row = frame.row(
        by_predicate=(pl.col("platform") == "erlang")
        & (pl.col("p_tokens") == 250)
        & (pl.col("block") == 0)
        & (pl.col("metric") == "memory_peak"),
        named=True,
    )
    assert (row["workload"], row["version"], row["unit"], row["iteration"]) == ("token-ring", "25.2.3", "B", None)
    assert (row["p_workers"], row["p_log"], row["status"], row["reason"]) == (500, None, "ok", None)


def test_iterations_count_from_nought_and_the_whole_has_none(results: Results) -> None:
    of_one = results.frame().filter(
        (pl.col("platform") == "go") & (pl.col("p_tokens") == 1) & (pl.col("block") == 1) & (pl.col("unit") == "s")
    )
    times = of_one.filter(pl.col("iteration").is_not_null())
    assert (times["metric"].unique().to_list(), times["iteration"].to_list()) == (["elapsed"], list(range(8)))
    whole = of_one.filter(pl.col("iteration").is_null())
    assert {"elapsed", "elapsed_steady", "process_elapsed", "start_up"} <= set(whole["metric"])
    assert len(whole) == whole["metric"].n_unique()
    assert whole.filter(pl.col("metric") == "elapsed")["value"].item() == times["value"][0]


def test_the_warm_iterations_are_those_that_the_steady_time_rests_on(results: Results) -> None:
    frame = results.frame().filter((pl.col("platform") == "akka") & (pl.col("status") == "ok"))
    single = frame.filter(pl.col("iteration").is_not_null() & (pl.col("metric") == "elapsed"))
    steady = frame.filter(pl.col("metric") == "elapsed_steady").select("invocation", "value", "warm", "settled")
    assert len(steady) > 0
    assert steady["warm"].null_count() == len(steady)
    assert steady["settled"].null_count() == len(steady), "eight iterations are too few to say"
    for name, value, *_ in steady.iter_rows():
        of_one = single.filter(pl.col("invocation") == name)["warm"].to_list()
        assert of_one == sorted(of_one), "first those of the warm-up"
        assert any(of_one)
        warm = single.filter((pl.col("invocation") == name) & pl.col("warm"))["value"]
        assert warm.min() <= value <= warm.max()


def test_what_is_summarised_is_what_the_frame_holds(results: Results) -> None:
    whole = results.frame().filter(pl.col("iteration").is_null() & (pl.col("status") == "ok"))
    by_hand = whole.group_by("cell", "metric").agg(pl.col("value").median().alias("by_hand"), pl.len().alias("count"))
    both = results.cells().filter(pl.col("status") == "ok").join(by_hand, on=["cell", "metric"], how="left")
    assert len(both) > 100
    assert both["median"].to_list() == pytest.approx(both["by_hand"].to_list())
    assert both["n"].to_list() == both["count"].to_list()
    assert (both["low"] <= both["median"]).all()
    assert (both["median"] <= both["high"]).all()


def test_a_cell_has_one_headline(results: Results) -> None:
    headlines = results.cells().filter("headline")
    assert headlines["cell"].n_unique() == len(headlines)
    clocks = dict(headlines.select("clock", "metric").unique().iter_rows())
    assert clocks.items() <= {"steady": "elapsed_steady", "unsettled": "elapsed_steady", "cold": "elapsed"}.items()
    assert {"steady", "cold"} <= clocks.keys()


def test_what_failed_has_its_reason_and_no_figures(results: Results) -> None:
    failed = results.cells().filter(pl.col("status") == "failed")
    assert failed["metric"].null_count() == len(failed) > 0
    assert failed["clock"].null_count() == len(failed)
    late = failed.row(by_predicate=(pl.col("platform") == "jason:pool") & (pl.col("p_tokens") == 1000), named=True)
    assert late["reason"] == "3 of 3 failed: time limit: still running after 60 s"
    rows = results.frame().filter(pl.col("cell") == late["cell"])
    assert rows["reason"].to_list() == ["time limit: still running after 60 s"] * 3
    assert rows["value"].null_count() == 3
    assert "go" not in set(results.skipped()["platform"])
    assert "over the quick budget" in set(results.skipped()["kind"])


def test_discarded_invocations_do_not_count_but_their_failures_do(results: Results) -> None:
    kept = results.recorded
    first = [i for i in kept.invocations if i.block == 0]

    def discarded(invocation: Invocation) -> Invocation:
        return invocation.model_copy(update={"block": -1, "id": f"{invocation.id}-discarded"})

    more = Results(ResultSet(kept.root, kept.experiment, (*map(discarded, first), *kept.invocations)))
    rows = more.frame().filter(pl.col("block") < 0)
    assert set(rows["status"]) == {"failed"}
    assert len(rows) == sum(i.status == "failed" for i in first)


def test_experiments_go_together(results: Results, tmp_path: Path) -> None:
    other = Results(write_result_set(tmp_path, Options(workloads=("fibonacci",), invocations=2)))
    both = pl.concat([results.frame(), other.frame()], how="diagonal_relaxed")
    assert len(both) == len(results.frame()) + len(other.frame())
    assert both.filter(pl.col("workload") == "fibonacci")["p_tokens"].null_count() == len(other.frame())


def test_an_experiment_without_results_has_the_columns(tmp_path: Path) -> None:
    empty = Results(write_result_set(tmp_path, Options(stop_after=0)))
    assert empty.frame().is_empty()
    assert "value" in empty.frame().columns
    assert set(empty.cells()["status"]) == {"incomplete"}


def test_a_folder_without_an_experiment_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no experiment there"):
        agon.load(str(tmp_path))


def test_importing_agon_stays_fast() -> None:
    slow = "{'polars', 'numpy', 'pydantic'} & set(sys.modules)"
    code = f"import sys, agon; assert callable(agon.load); sys.exit(bool({slow}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def exported(*words: str) -> Path:
    run = CliRunner().invoke(app, ["export", *words], catch_exceptions=False)
    assert run.exit_code == 0
    return Path(run.output.strip().replace("\n", ""))


def test_a_parquet_file_holds_the_frame(results: Results, folder: Path, tmp_path: Path) -> None:
    file = exported(str(folder), str(tmp_path / "new" / "field.parquet"))
    assert pl.read_parquet(file).equals(results.frame())
    summary = exported(str(folder), str(tmp_path / "cells"), "--format", "parquet", "--cells")
    assert pl.read_parquet(summary).equals(results.cells())


def test_a_csv_file_holds_the_frame(results: Results, folder: Path, tmp_path: Path) -> None:
    file = exported(str(folder), str(tmp_path / "field.csv"))
    frame = results.frame()
    assert pl.read_csv(file, schema=frame.schema).equals(frame)


def test_nothing_is_overwritten_and_nothing_is_left(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "field.csv"
    exported(str(folder), str(file))
    for words, message in (
        ((str(file),), "exists"),
        ((str(tmp_path / "x"), "--format", "feather"), "choose one of archive, parquet, csv"),
        ((str(tmp_path / "x.xlsx"),), "'.xlsx' is no format"),
        ((str(tmp_path / "x.tar.gz"), "--cells"), "--cells goes with"),
    ):
        run = CliRunner().invoke(app, ["export", str(folder), *words])
        assert isinstance(run.exception, UsageError)
        assert message in str(run.exception)
    assert list(tmp_path.iterdir()) == [file]
