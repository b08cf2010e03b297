"""The first screen: one chart a workload with everybody on it, one sentence, one line of trust."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.measured import Made, measured

from agon.analysis.judged import Judged
from agon.report.colours import Palette
from agon.report.glance import Glance, glances
from agon.results.summary import ResultSet


def ring(platform: str, seconds: float, **more: object) -> Made:
    return Made(platform, "token-ring", {"tokens": 1}, work_s=seconds, **more)  # type: ignore[arg-type]


def glance(results: ResultSet) -> Glance:
    palette = Palette.of([p.label for p in results.experiment.platforms])
    (found,) = glances(Judged(results), palette)
    return found


def data(found: Glance) -> dict[str, dict[str, object]]:
    assert found.figure is not None
    return {d["p"]: d for d in found.figure.panels[0].spec["data"]["values"]}


def test_everybody_is_on_one_chart_as_a_ratio_to_the_fastest(tmp_path: Path) -> None:
    cells = [ring("go", 1.0, iterations=20), ring("akka", 4.0, iterations=20), ring("jason", 50.0)]
    found = glance(measured(tmp_path, cells))
    assert found.verdict == "go is fastest: 4.00 [4.00, 4.00] times as fast as akka."
    rows = data(found)
    assert list(rows) == ["go", "akka", "jason"]
    assert rows["akka"]["y"] == pytest.approx(4)
    assert rows["akka"]["f"] is not None
    assert (rows["jason"]["y"], rows["jason"]["v"], rows["jason"]["w"]) == (None, "50.0 s", "cold")
    assert (rows["akka"]["r"], rows["akka"]["v"]) == ("4.00x", "4.00 s")
    assert rows["jason"]["f"] == pytest.approx(50, rel=0.01)


def test_the_baseline_is_the_readers_choice(tmp_path: Path) -> None:
    results = replace(measured(tmp_path, [ring("go", 1.0), ring("akka", 4.0), ring("erlang", 2.0)]), baseline="erlang")
    found = glance(results)
    assert {p: d["f"] for p, d in data(found).items()} == {
        "go": pytest.approx(0.5),
        "erlang": pytest.approx(1),
        "akka": pytest.approx(2),
    }
    assert found.figure is not None
    assert found.figure.table.columns[1].name == "times erlang"


def test_a_baseline_that_is_missing_here_gives_way_to_the_fastest(tmp_path: Path) -> None:
    results = replace(measured(tmp_path, [ring("go", 1.0), ring("akka", 4.0)]), baseline="erlang")
    assert data(glance(results))["go"]["f"] == pytest.approx(1)


def test_trust_in_one_line(tmp_path: Path) -> None:
    assert glance(measured(tmp_path, [ring("go", 1.0), ring("akka", 4.0)])).trust == "n = 5, quiet, 2 cores"
    loud = [ring("go", 1.0, invocations=6), ring("akka", 4.0, others=0.3)]
    assert glance(measured(tmp_path / "b", loud)).trust == "n = 5 to 6, disturbed (other CPU), 2 cores"


def test_who_was_given_up_is_on_the_chart_and_explained_with_it(tmp_path: Path) -> None:
    cells = [
        ring("go", 1.0),
        ring("erlang", 2.0),
        ring("akka", 4.0, invocations=2, given_up=True),
        ring("jason", 9.0, invocations=0, given_up=True),
        ring("pekko", 3.0, invocations=3),
        ring("tokio", 1.0, failed="killed at 60 s"),
    ]
    found = glance(measured(tmp_path, cells))
    assert {p: d["w"] for p, d in data(found).items()} == {
        "go": "", "erlang": "", "pekko": "n = 3", "akka": "n = 2", "jason": "given up", "tokio": "failed",
    }  # fmt: skip
    assert found.gaps == (
        "Given up to keep the time budget: akka (n = 2), jason (n = 0).",
        "Inconclusive, with fewer than 5 invocations: pekko (n = 3).",
    )
    assert found.trust == "n = 5, quiet, 2 cores"
    assert found.figure is not None
    assert [row[0].text for row in found.figure.table.rows][-2:] == ["jason", "tokio"]


def test_where_all_have_few_invocations_no_platform_is_named_for_it(tmp_path: Path) -> None:
    found = glance(measured(tmp_path, [ring(p, 1.0, invocations=3) for p in ("go", "akka")]))
    assert (found.gaps, found.trust) == ((), "n = 3, quiet, 2 cores")
    assert found.verdict.startswith("Inconclusive: ")


def test_the_verdict_does_not_hide_who_was_faster_with_too_few_invocations(tmp_path: Path) -> None:
    cells = [ring("go", 1.0), ring("erlang", 2.0), ring("akka", 0.5, invocations=2, given_up=True)]
    found = glance(measured(tmp_path, cells))
    assert found.verdict.startswith("go is fastest of those with at least 5 invocations: 2.00 [2.00, 2.00] times")


def test_no_difference_is_stated(tmp_path: Path) -> None:
    found = glance(measured(tmp_path, [ring("go", 1.0), ring("akka", 1.01), ring("erlang", 3.0)]))
    assert found.verdict.startswith("No difference is shown between go and akka: about 1.00 s. erlang, the next, takes")


def test_iterations_that_are_too_short_rank_no_platform(tmp_path: Path) -> None:
    found = glance(measured(tmp_path, [ring("go", 0.00002), ring("akka", 0.00009)]))
    assert found.verdict.startswith("Too short to rank: at")
    assert "takes 20.0 µs. Measure a larger size." in found.verdict


def test_one_platform_alone_has_its_figures_and_the_command_that_adds_a_rival(tmp_path: Path) -> None:
    cells = [
        Made("go", "token-ring", {"tokens": 10}, work_s=1.0, cold_s=2.0, start_up_s=0.5, iterations=9, settles=True)
    ]
    found = glance(measured(tmp_path, cells))
    assert found.figure is None
    assert found.verdict.startswith("go alone: 1.00 s [0.99, 1.01]")
    assert found.table is not None
    assert [(row[0].text, row[1].text.split(" [")[0]) for row in found.table.rows] == [
        ("an iteration, after warm-up", "1.00 s"),
        ("first iteration", "2.00 s"),
        ("start-up", "500 ms"),
        ("peak memory", "95.4 MiB"),
    ]
    assert found.command.startswith("./agon run token-ring -p go,erlang --")


def test_who_is_measured_at_another_size_is_no_lack_of_rivals(tmp_path: Path) -> None:
    cells = [Made("go", "token-ring", {"tokens": 10}), Made("akka", "token-ring", {"tokens": 20})]
    found = glance(measured(tmp_path, cells))
    assert (found.table, found.command) == (None, "")
    assert found.verdict == "Too few platforms were measured at one size to rank them."
