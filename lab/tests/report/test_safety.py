"""What safety costs: the safe variant compared with the same platform, nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from support.measured import Made, measured

from agon.report.safety import safety

SIZE = {"tokens": 1}


def test_the_safe_variant_stands_beside_the_plain_one(tmp_path: Path) -> None:
    cells = [
        Made("akka", "token-ring", SIZE, work_s=1.0, memory=100_000_000),
        Made("akka:safe", "token-ring", SIZE, work_s=3.0, memory=150_000_000),
        Made("pekko", "token-ring", SIZE, work_s=1.0),
    ]
    (row,) = safety(measured(tmp_path, cells)).rows
    assert (row[0].text, row[1].text) == ("akka:safe", "Token ring")
    assert row[2].text.startswith("3.00 s [") and row[2].detail.startswith("akka: 1.00 s [")
    # Both have the same spread in the same blocks: the ratio has none.
    assert row[3].text == "3.0000 [3.0000, 3.0000]"
    assert row[5].text == "1.5000 [1.5000, 1.5000]"


def test_what_repeats_is_compared_in_steady_state(tmp_path: Path) -> None:
    cells = [
        Made(label, "token-ring", SIZE, process_s=99, work_s=seconds, cold_s=9, iterations=12, settles=True)
        for label, seconds in (("akka", 1.0), ("akka:safe", 3.0))
    ]
    (row,) = safety(measured(tmp_path, cells)).rows
    assert row[2].text.startswith("3.00 s [") and row[3].text == "3.0000 [3.0000, 3.0000]"


def test_a_safe_form_of_a_variant_stands_beside_that_variant(tmp_path: Path) -> None:
    cells = [
        Made("jetlang:pool", "token-ring", SIZE, work_s=1.0),
        Made("jetlang:thread", "token-ring", SIZE, work_s=5.0),
        Made("jetlang:thread-safe", "token-ring", SIZE, work_s=10.0),
    ]
    (row,) = safety(measured(tmp_path, cells)).rows
    assert row[3].text == "2.0000 [2.0000, 2.0000]"


def test_a_variant_that_a_platform_runs_unnamed_counts_as_that_variant(tmp_path: Path) -> None:
    cells = [
        Made("jetlang", "token-ring", SIZE, work_s=1.0, variant="pool"),
        Made("jetlang:pool-safe", "token-ring", SIZE, work_s=2.0),
        Made("jetlang:thread-safe", "token-ring", SIZE, work_s=2.0),
    ]
    assert [row[0].text for row in safety(measured(tmp_path, cells)).rows] == ["jetlang:pool-safe"]


def test_the_largest_size_that_both_passed_stands_for_all(tmp_path: Path) -> None:
    cells = [
        *(Made("akka", "token-ring", {"tokens": t}, work_s=1.0) for t in (1, 50)),
        Made("akka", "token-ring", {"tokens": 100}, failed="too slow"),
        *(Made("akka:safe", "token-ring", {"tokens": t}, work_s=2.0) for t in (1, 50, 100)),
    ]
    (row,) = safety(measured(tmp_path, cells)).rows
    assert (row[1].detail, row[3].text) == ("tokens = 50", "2.00 [2.00, 2.00]")


def test_a_failure_or_another_size_makes_no_pair(tmp_path: Path) -> None:
    cells = [
        Made("akka", "token-ring", SIZE, failed="too slow"),
        Made("akka:safe", "token-ring", SIZE),
        Made("pekko", "token-ring", {"tokens": 2}),
        Made("pekko:safe", "token-ring", SIZE),
    ]
    assert safety(measured(tmp_path, cells)).rows == ()


def test_one_invocation_gives_no_interval(tmp_path: Path) -> None:
    cells = [Made(p, "token-ring", SIZE, work_s=s, invocations=1) for p, s in (("akka", 1.0), ("akka:safe", 3.0))]
    (row,) = safety(measured(tmp_path, cells)).rows
    assert row[3].text == "3.00 [n = 1]"


def test_another_runtime_makes_no_pair(tmp_path: Path) -> None:
    cells = [Made("akka", "token-ring", SIZE), Made("akka:safe", "token-ring", SIZE)]
    results = measured(tmp_path, cells)
    newer = [p.model_copy(update={"runtime_asked": "java25"}) for p in results.experiment.platforms[1:]]
    platforms = [*results.experiment.platforms[:1], *newer]
    other = replace(results, experiment=results.experiment.model_copy(update={"platforms": platforms}))
    assert len(safety(results).rows) == 1
    assert safety(other).rows == ()
