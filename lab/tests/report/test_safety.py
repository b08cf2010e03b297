"""What safety costs: the safe variant compared with the same platform, nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from support.measured import Made, measured

from agon.analysis.judged import Judged
from agon.report.safety import safety

SIZE = {"tokens": 1}


def test_the_safe_variant_is_compared_with_the_plain_one(tmp_path: Path) -> None:
    cells = [
        Made("akka", "token-ring", SIZE, work_s=1.0, memory=100_000_000),
        Made("akka:safe", "token-ring", SIZE, work_s=3.0, memory=150_000_000),
        Made("pekko", "token-ring", SIZE, work_s=1.0),
    ]
    (row,) = safety(Judged(measured(tmp_path, cells))).rows
    assert (row[0].text, row[1].text) == ("akka:safe", "Token ring")
    assert row[2].text.startswith("3.00 s [") and row[2].detail.startswith("akka: 1.00 s [")
    # Both have the same spread in the same blocks: the ratio has none.
    assert row[3].text == "3.00 [3.00, 3.00]"
    assert row[5].text == "1.50 [1.50, 1.50]"


def test_the_ratio_is_that_of_the_ranking_of_all(tmp_path: Path) -> None:
    """Corrected over the table of all platforms, as on every page."""
    times = {"akka": (1.0, 1.03, 0.98, 1.0, 1.01), "akka:safe": (1.5, 1.49, 1.55, 1.5, 1.46), "go": (2.0,) * 5}
    judged = Judged(measured(tmp_path, [Made(p, "token-ring", SIZE, each_s=each) for p, each in times.items()]))
    (row,) = safety(judged).rows
    ranking = judged.ranking("token-ring")
    assert ranking is not None
    place = ranking.of("akka:safe")
    assert place is not None
    assert f"{row[3].text} {place.letters}" == place.times.replace("x", "", 1)


def test_what_repeats_is_compared_in_steady_state(tmp_path: Path) -> None:
    cells = [
        Made(label, "token-ring", SIZE, process_s=99, work_s=seconds, cold_s=9, iterations=12, settles=True)
        for label, seconds in (("akka", 1.0), ("akka:safe", 3.0))
    ]
    (row,) = safety(Judged(measured(tmp_path, cells))).rows
    assert row[2].text.startswith("3.00 s [") and row[3].text == "3.00 [3.00, 3.00]"


def test_a_safe_form_of_a_variant_is_compared_with_that_variant(tmp_path: Path) -> None:
    cells = [
        Made("jetlang:pool", "token-ring", SIZE, work_s=1.0),
        Made("jetlang:thread", "token-ring", SIZE, work_s=5.0),
        Made("jetlang:thread-safe", "token-ring", SIZE, work_s=10.0),
    ]
    (row,) = safety(Judged(measured(tmp_path, cells))).rows
    assert row[3].text == "2.00 [2.00, 2.00]"


def test_a_variant_that_a_platform_runs_unnamed_counts_as_that_variant(tmp_path: Path) -> None:
    cells = [
        Made("jetlang", "token-ring", SIZE, work_s=1.0, variant="pool"),
        Made("jetlang:pool-safe", "token-ring", SIZE, work_s=2.0),
        Made("jetlang:thread-safe", "token-ring", SIZE, work_s=2.0),
    ]
    assert [row[0].text for row in safety(Judged(measured(tmp_path, cells))).rows] == ["jetlang:pool-safe"]


def test_the_largest_size_that_both_passed_stands_for_all(tmp_path: Path) -> None:
    cells = [
        *(Made("akka", "token-ring", {"tokens": t}, work_s=1.0) for t in (1, 50)),
        Made("akka", "token-ring", {"tokens": 100}, failed="too slow"),
        *(Made("akka:safe", "token-ring", {"tokens": t}, work_s=2.0) for t in (1, 50, 100)),
    ]
    (row,) = safety(Judged(measured(tmp_path, cells))).rows
    assert (row[1].detail, row[3].text) == ("tokens = 50", "2.00 [2.00, 2.00]")


def test_a_failure_or_another_size_makes_no_pair(tmp_path: Path) -> None:
    cells = [
        Made("akka", "token-ring", SIZE, failed="too slow"),
        Made("akka:safe", "token-ring", SIZE),
        Made("pekko", "token-ring", {"tokens": 2}),
        Made("pekko:safe", "token-ring", SIZE),
    ]
    assert safety(Judged(measured(tmp_path, cells))).rows == ()


def test_one_invocation_gives_no_interval(tmp_path: Path) -> None:
    cells = [Made(p, "token-ring", SIZE, work_s=s, invocations=1) for p, s in (("akka", 1.0), ("akka:safe", 3.0))]
    (row,) = safety(Judged(measured(tmp_path, cells))).rows
    assert (row[3].text, row[3].detail) == ("3.00", "inconclusive")


def test_another_runtime_makes_no_pair(tmp_path: Path) -> None:
    cells = [Made("akka", "token-ring", SIZE), Made("akka:safe", "token-ring", SIZE)]
    results = measured(tmp_path, cells)
    newer = [p.model_copy(update={"runtime_asked": "java25"}) for p in results.experiment.platforms[1:]]
    platforms = [*results.experiment.platforms[:1], *newer]
    other = replace(results, experiment=results.experiment.model_copy(update={"platforms": platforms}))
    assert len(safety(Judged(results)).rows) == 1
    assert safety(Judged(other)).rows == ()
