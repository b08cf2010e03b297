"""`agon record`: the page of a machine, and the figures next to it."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from support.result_sets import Options, write_result_set
from typer.testing import CliRunner

import agon
from agon.analysis import agreement
from agon.analysis import judged as judging
from agon.analysis.agreement import Agreements
from agon.analysis.judged import Judged
from agon.cli.main import app
from agon.errors import StoreError, UsageError
from agon.report.glance import line_up
from agon.report.record import Names, page
from agon.results.frames import Results
from agon.results.record import FEW, small_csv
from agon.results.session import sessions
from agon.results.store import load
from agon.results.summary import ResultSet
from agon.results.transfer import import_file

WORKLOADS = ("token-ring", "chameneos", "pipeline")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two runs; in the second pekko is faster than akka."""
    root = tmp_path_factory.mktemp("runs")
    write_result_set(root / "a", Options(workloads=WORKLOADS))
    write_result_set(root / "b", Options(workloads=WORKLOADS, seed=8, slower={"pekko": 0.2}))
    return root / "a", root / "b"


@pytest.fixture(scope="module")
def runs(folders: tuple[Path, Path]) -> tuple[ResultSet, ResultSet]:
    return load(folders[0]), load(folders[1])


def agreements(runs: Sequence[ResultSet]) -> Agreements | None:
    return agreement.agreements([Judged(run) for run in runs])


def record(*words: str | Path) -> None:
    CliRunner().invoke(app, ["record", *map(str, words)], catch_exceptions=False)


def rows(text: str, heading: str) -> list[list[str]]:
    """The rows of the table under a heading."""
    part = text.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" |")] for line in lines[2:]]


def test_a_page_and_a_csv_are_written(folders: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "docs" / "epyc"
    record(*folders, "--out", out)
    assert sorted(p.name for p in out.parent.iterdir()) == ["epyc.csv.gz", "epyc.md"]
    text = out.with_suffix(".md").read_text()
    assert text.startswith("# AMD EPYC 7543 32-Core Processor, 4 CPUs")
    for phrase in ("from 2 runs", "[epyc.csv.gz](epyc.csv.gz)", "agon run token-ring", "4f0c2d9b7a1e", "| Erlang/OTP"):
        assert phrase in text
    assert out.with_suffix(".csv.gz").stat().st_size < 30_000


def test_the_figures_may_lie_elsewhere_and_are_the_same_file_each_time(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    page_of, data = tmp_path / "docs" / "epyc", tmp_path / "data"
    record(folders[0], "--out", page_of, "--data", data)
    assert [p.name for p in page_of.parent.iterdir()] == ["epyc.md"]
    assert "[epyc.csv.gz](../data/epyc.csv.gz)" in page_of.with_suffix(".md").read_text()
    first = (data / "epyc.csv.gz").read_bytes()
    assert gzip.decompress(first).startswith(b"run,platform,")
    record(folders[0], "--out", page_of, "--data", data)
    assert (data / "epyc.csv.gz").read_bytes() == first
    assert first[3:8] == bytes(5), "neither a name nor a time"


def test_a_reproductions_page_has_the_published_figures_and_the_claims(tmp_path: Path) -> None:
    write_result_set(tmp_path / "run", Options(workloads=WORKLOADS))
    plain = load(tmp_path / "run")
    assert "## Claims" not in page(sessions([plain]), Names("x.csv", "all"))
    of = replace(plain, experiment=plain.experiment.model_copy(update={"source": "agere13"}))
    text = page(sessions([of]), Names("x.csv", "all"))
    assert text.startswith("# agere13, reproduced on AMD EPYC")
    assert "### agere13, table1: " in text
    claims = text.partition("\n## Claims\n")[2].partition("\n## ")[0]
    outcomes = re.findall(r"^- \*\*(holds|does not hold|inconclusive|[\w ]+)\*\*: .+ \((\w+), [\w.]+\)$", claims, re.M)
    assert len(outcomes) == claims.count("\n- **") + claims.startswith("- **") > 5
    assert {source for _, source in outcomes} == {"agere13"}


def test_an_archive_is_named_with_its_hash_and_can_be_imported(folders: tuple[Path, Path], tmp_path: Path) -> None:
    record(folders[0], "--out", tmp_path / "epyc", "--archive", tmp_path / "raw")
    (file,) = (tmp_path / "raw").iterdir()
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert f"- {file.name}: " in (tmp_path / "epyc.md").read_text()
    assert f"SHA-256 {digest}\n" in (tmp_path / "epyc.md").read_text()
    again = load(import_file(file, tmp_path / "imported"))
    assert again.experiment.id == load(folders[0]).experiment.id


def test_the_tables_agree_with_the_first_screen(runs: tuple[ResultSet, ResultSet]) -> None:
    text = page(sessions(runs), Names("x.csv", "all"))
    judged = Judged(runs[0])
    lineup = line_up(judged.layout("token-ring"), judged.ranking("token-ring"))
    assert lineup is not None
    shown = rows(text, "Token ring")
    assert [row[0] for row in shown] == list(lineup.cells)
    assert [row[1].replace("\\", "") for row in shown] == [lineup.ratio_to_baseline(label) for label in lineup.cells]
    by_label = {row[0]: row for row in shown}
    assert by_label["agon-actor"][2] == "fastest"
    assert by_label["go"][2] == "worse"
    assert by_label["jason:pool"][2:4] == ["not compared", "\u2013"]
    assert by_label["jason:pool"][7] == "cold: not offered"


def test_failures_and_what_was_left_out_are_counted(runs: tuple[ResultSet, ResultSet]) -> None:
    text = page(sessions(runs[:1]), Names("x.csv", "all"))
    assert "| 1 | jason:pool | Token ring | failed | time limit | 1 |" in text
    assert "| 1 | pekko | Chameneos | failed | oracle | 1 |" in text
    assert re.search(r"\| 1 \| actorfoundry \| not obtainable \| 1 \|", text)
    assert "Agreement" not in text


def test_runs_agree_by_kendalls_tau(runs: tuple[ResultSet, ResultSet]) -> None:
    same = agreements([runs[0], runs[0]])
    assert same is not None
    assert {found[0].tau for found in same.workloads.values()} == {1.0} == {same.together[0].tau}
    other = agreements(runs)
    assert other is not None
    of = {workload: found[0] for workload, found in other.workloads.items()}
    # Five platforms have a time after warm-up; two pairs of ten are the other way round: (8 - 2) / 10.
    assert of["pipeline"].tau == pytest.approx(0.6)
    assert len(of["pipeline"].shared) == 5
    assert agreements(runs[:1]) is None


def test_the_agreement_reads_the_rankings_of_the_page(
    runs: tuple[ResultSet, ResultSet], monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = [Judged(run) for run in (runs[0], runs[0])]
    for run in judged:
        assert all(run.ranking(workload) is not None for workload in run.results.workloads)

    def never(*_: object) -> None:
        raise AssertionError("ranked again")

    monkeypatch.setattr(judging, "rank", never)
    found = agreement.agreements(judged)
    assert found is not None and found.together[0].tau == 1.0


def test_equals_that_no_run_distinguishes_are_ties(runs: tuple[ResultSet, ResultSet], tmp_path: Path) -> None:
    """Akka and Pekko take equally long; by the medians alone their order is chance, and differs."""

    def median(run: ResultSet, label: str) -> float:
        return next(c for c in run.cells if c.cell.platform == label).metrics["elapsed_steady"].median

    def measured(seed: int) -> ResultSet:
        options = Options(workloads=("pipeline",), flaws=False, seed=seed, slower={"pekko": equal})
        return write_result_set(tmp_path / f"{seed}", options)

    one = write_result_set(tmp_path / "one", Options(workloads=("pipeline",), flaws=False))
    equal = median(one, "akka") / median(one, "pekko")
    equals = [measured(seed) for seed in range(20, 30)]
    akka_first = next(r for r in equals if median(r, "akka") < median(r, "pekko"))
    pekko_first = next(r for r in equals if median(r, "akka") > median(r, "pekko"))
    table = agreements([akka_first, pekko_first])
    assert table is not None
    assert table.together[0].tau == 1


def test_runs_are_compared_at_the_size_of_the_first(tmp_path: Path) -> None:
    """An interrupted second run, which has not measured that size, agrees with nothing."""
    full = write_result_set(tmp_path / "full", Options(workloads=("pipeline",), flaws=False))
    short = write_result_set(tmp_path / "short", Options(workloads=("pipeline",), flaws=False, stop_after=3))
    table = agreements([full, short])
    assert table is not None
    assert table.together[0].tau is None


def test_the_csv_holds_the_summaries_of_all_runs(folders: tuple[Path, Path], tmp_path: Path) -> None:
    write = tmp_path / "epyc"
    record(*folders, "--out", write)
    frame = pl.read_csv(tmp_path / "epyc.csv.gz", infer_schema_length=None)
    assert set(frame["run"]) == {1, 2}
    whole = agon.load(folders[1]).cells()
    same = (pl.col("platform") == "go") & (pl.col("p_tasks") == 1000) & (pl.col("metric") == "elapsed_steady")
    assert frame.filter(same & (pl.col("run") == 2))["median"].item() == pytest.approx(
        whole.filter(same)["median"].item(), rel=1e-4
    )


def test_what_is_too_large_loses_metrics_before_cells(runs: tuple[ResultSet, ResultSet]) -> None:
    results = [Results(runs[0])]
    cells = {c.cell.id for c in runs[0].cells}
    one = frozenset(sorted(cells)[:1])
    full, words = small_csv(results, [one])
    assert words == "all cells, with all metrics"
    fewer, words = small_csv(results, [one], len(full.encode()))
    assert words == "all cells, with the metrics that all workloads have"
    assert len(fewer) < len(full)
    least, words = small_csv(results, [one], 1)
    assert words == "the cells of the tables, with their metrics"
    assert set(pl.read_csv(least.encode())["metric"].drop_nulls()) <= set(FEW)


def test_what_programs_wrote_is_text(runs: tuple[ResultSet, ResultSet]) -> None:
    first = runs[0].experiment
    platforms = [p.model_copy(update={"name": "<b>x</b> @someone \x1b[31m|"}) for p in first.platforms]
    run = ResultSet(runs[0].root, first.model_copy(update={"platforms": platforms}), runs[0].invocations)
    text = page(sessions([run]), Names("x.csv", "all"))
    assert "<b>" not in text
    assert " @someone" not in text
    assert "\x1b" not in text


def test_a_page_is_of_one_machine(folders: tuple[Path, Path], tmp_path: Path) -> None:
    other = tmp_path / "other"
    write_result_set(other, Options(workloads=("pipeline",)))
    data = json.loads((other / "experiment.json").read_text())
    data["environment"]["machine_id"] = "another"
    (other / "experiment.json").write_text(json.dumps(data))
    with pytest.raises(StoreError, match="another machine"):
        record(folders[0], other, "--out", tmp_path / "x")
    with pytest.raises(UsageError, match="named twice"):
        record(folders[0], folders[0], "--out", tmp_path / "x")
    empty = tmp_path / "empty"
    write_result_set(empty, Options(workloads=("pipeline",), stop_after=0))
    with pytest.raises(StoreError, match="no figures yet"):
        record(empty, "--out", tmp_path / "x")
    assert not list(tmp_path.glob("x*"))


def test_experiments_on_different_workloads_are_one_run(tmp_path: Path) -> None:
    for run, seed in (("a", 7), ("b", 8)):
        for workload in ("pipeline", "service-rounds"):
            write_result_set(tmp_path / run / workload, Options(workloads=(workload,), seed=seed, flaws=False))
    folders = sorted(tmp_path.glob("?/*"))
    assert [s.workloads for s in sessions([load(f) for f in folders])] == [{"pipeline", "service-rounds"}] * 2
    record(*folders, "--out", tmp_path / "x")
    text = (tmp_path / "x.md").read_text()
    assert "from 2 runs" in text
    assert [row[1] for row in rows(text, "Agreement of the runs")] == ["1.000: 5 platforms"] * 3
    overall = {row[0]: row for row in rows(text, "All workloads in one number") if len(row) > 4}
    assert overall["go"][3] == "2 of 2"
    assert len(rows("\n## Runs\n" + text.split("## Pipeline")[0], "Runs")) == 4
    assert text.count("agon run ") == 2


def test_a_run_is_of_one_version_and_one_plan(tmp_path: Path) -> None:
    one = write_result_set(tmp_path / "one", Options(workloads=("pipeline",), flaws=False))
    longer = write_result_set(tmp_path / "longer", Options(workloads=("service-rounds",), flaws=False, invocations=6))
    with pytest.raises(StoreError, match="different plans"):
        sessions([one, longer])[0].joined()
    other = write_result_set(tmp_path / "other", Options(workloads=("service-rounds",), flaws=False))
    newer = [p.model_copy(update={"version_found": "9"}) for p in other.experiment.platforms]
    changed = ResultSet(other.root, other.experiment.model_copy(update={"platforms": newer}), other.invocations)
    with pytest.raises(StoreError, match=r"erlang is 25\.2\.3 in .*one and 9 in .*other"):
        sessions([one, changed])[0].joined()
