"""Comparison of result sets: the verdict of each cell, what is refused, what trips the gate."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from support.result_sets import Options, write_result_set

from agon.analysis.compare import between, compare
from agon.analysis.comparison import CellComparison, Comparison, words
from agon.errors import StoreError, UsageError
from agon.results.model import BuildRecord
from agon.results.summary import ResultSet
from agon.stats.comparison import Ratio
from agon.stats.verdict import Outcome, Verdict

QUIET = Options(workloads=("token-ring",), platforms=("go", "agon-actor", "erlang"), invocations=20, flaws=False)


def measured(root: Path, name: str, *, id: str | None = None, seed: int = 7, **more: Any) -> ResultSet:
    results = write_result_set(root / name, dataclasses.replace(QUIET, seed=seed, **more))
    return changed(results, id=id or name)


def changed(results: ResultSet, **fields: Any) -> ResultSet:
    return dataclasses.replace(results, experiment=results.experiment.model_copy(update=fields))


def rebuilt(results: ResultSet, label: str) -> ResultSet:
    """The platform's sources have changed."""
    platforms = [
        p.model_copy(update={"source_digest": "new"}) if p.label == label else p for p in results.experiment.platforms
    ]
    return changed(results, platforms=platforms)


def of(comparison: Comparison, platform: str) -> list[CellComparison]:
    return [c for c in comparison.cells if c.platform_a == platform]


def test_a_slow_down_is_found_where_it_is(tmp_path: Path) -> None:
    before = measured(tmp_path, "before")
    after = rebuilt(measured(tmp_path, "after", seed=8, slower={"go": 1.08}), "go")
    comparison = compare(before, after)
    assert comparison.method == "unpaired"
    go = of(comparison, "go")
    assert len(go) == 5
    assert {c.outcome for c in go} == {"worse"}
    for cell in go:
        assert cell.figures is not None
        assert cell.figures.low is not None
        assert cell.figures.high is not None
        assert cell.figures.low < 1.08 < cell.figures.high
        assert cell.figures.n == 20
        assert not cell.unchanged
        assert cell.verdict.startswith("slower by ")
    assert {c.platform_a for c in comparison.exceeds(0.05)} == {"go"}
    assert comparison.exceeds(0.20) == ()


def test_nothing_changed_nothing_trips(tmp_path: Path) -> None:
    comparison = compare(measured(tmp_path, "a"), measured(tmp_path, "b", seed=9))
    assert comparison.exceeds(0.03) == ()
    assert all(c.unchanged for c in comparison.cells)
    assert not any(c.judged and c.judged.decided for c in comparison.cells)
    assert any("in one experiment" in n.lower() or "One experiment" in n for n in comparison.notes)


def with_build(results: ResultSet, label: str, digest: str, **environment: str) -> ResultSet:
    build = BuildRecord(digest=digest, environment=environment)
    platforms = [
        p.model_copy(update={"builds": [build]}) if p.label == label else p for p in results.experiment.platforms
    ]
    return changed(results, platforms=platforms)


def test_other_files_of_the_same_sources_are_another_program(tmp_path: Path) -> None:
    before = with_build(measured(tmp_path, "a"), "go", "1" * 16, CPATH="/opt/one")
    after = with_build(measured(tmp_path, "b", seed=9), "go", "2" * 16, CPATH="/opt/two")
    comparison = compare(before, after)
    assert not any(c.unchanged for c in of(comparison, "go"))
    assert all(c.unchanged for c in of(comparison, "erlang"))
    (note,) = [n for n in comparison.notes if "other files came of them" in n]
    assert note.startswith("go: the same sources") and "CPATH differed" in note
    assert comparison.drift is not None
    assert comparison.drift.controls == 10


def test_builds_that_are_alike_or_not_known_are_no_matter(tmp_path: Path) -> None:
    known, unknown = with_build(measured(tmp_path, "a"), "go", "1" * 16), measured(tmp_path, "b", seed=9)
    for after in (unknown, with_build(unknown, "go", "1" * 16, PATH="/elsewhere")):
        comparison = compare(known, after)
        assert all(c.unchanged for c in comparison.cells)
        assert not any("other files" in n for n in comparison.notes)


def test_faster_is_no_regression(tmp_path: Path) -> None:
    comparison = compare(measured(tmp_path, "a"), rebuilt(measured(tmp_path, "b", seed=8, slower={"go": 0.8}), "go"))
    assert {c.outcome for c in of(comparison, "go")} == {"better"}
    assert all("faster by 2" in c.verdict or "faster by 19" in c.verdict for c in of(comparison, "go"))
    assert comparison.exceeds(0.01) == ()


def test_a_shift_of_all_unchanged_cells_is_the_machines(tmp_path: Path) -> None:
    slow_day = {"go": 1.06, "agon-actor": 1.06, "erlang": 1.06}
    comparison = compare(measured(tmp_path, "a"), measured(tmp_path, "b", seed=8, slower=slow_day))
    assert comparison.drift is not None
    assert comparison.drift.between == pytest.approx(0.06, abs=0.015)
    assert comparison.drift.controls == 15
    assert comparison.exceeds(0.03) == ()
    assert any("shifted by +6" in n or "shifted by +5" in n for n in comparison.notes)


def test_two_machines_are_refused(tmp_path: Path) -> None:
    a, b = measured(tmp_path, "a"), measured(tmp_path, "b")
    elsewhere = b.experiment.environment.model_copy(update={"machine_id": "other", "cpu_model": "Another CPU"})
    with pytest.raises(StoreError, match=r"two machines.*Another CPU.*measure both on one"):
        compare(a, changed(b, environment=elsewhere))


def test_one_experiment_twice_is_refused(tmp_path: Path) -> None:
    a = measured(tmp_path, "a")
    with pytest.raises(UsageError, match="the same experiment"):
        compare(a, a)


def test_what_is_on_one_side_only_is_marked(tmp_path: Path) -> None:
    comparison = compare(measured(tmp_path, "a", platforms=("go",)), measured(tmp_path, "b", platforms=("erlang",)))
    assert {c.verdict for c in of(comparison, "go")} == {"not comparable: measured only in A"}
    assert {c.verdict for c in of(comparison, "erlang")} == {"not comparable: measured only in B"}
    assert comparison.compared == ()
    assert "No cell could be compared: see the reason of each." in comparison.notes


def test_failed_and_incomplete_cells_are_not_compared(tmp_path: Path) -> None:
    a = measured(tmp_path, "a", platforms=("jason:pool",), flaws=True)
    b = measured(tmp_path, "b", platforms=("jason:pool",), stop_after=3)
    reasons = {c.reason for c in compare(a, b).cells if c.outcome is None}
    assert any(r is not None and r.startswith("failed in A: 20 of 20 failed: time limit") for r in reasons)
    assert any(r is not None and r.startswith("incomplete in B") for r in reasons)


def test_inputs_by_another_seed_are_another_task(tmp_path: Path) -> None:
    fibonacci = {"workloads": ("fibonacci",), "platforms": ("go",)}
    a, b = measured(tmp_path, "a", **fibonacci), measured(tmp_path, "b", seed=8, **fibonacci)
    assert {c.reason for c in compare(a, b).cells} == {"seed 7 in A, 8 in B: the inputs differ"}


def test_witnesses_and_memory_limits_must_agree(tmp_path: Path) -> None:
    a, b = measured(tmp_path, "a"), measured(tmp_path, "b")
    proven = changed(b, plan=b.experiment.plan.model_copy(update={"witness": True}))
    assert {c.reason for c in compare(a, proven).cells} == {"messages carried witnesses on one side only"}
    tight = changed(b, limits=b.experiment.limits.model_copy(update={"memory_bytes": 1}))
    assert all("memory limits differ" in (c.reason or "") for c in compare(a, tight).cells)


def test_labels_may_differ(tmp_path: Path) -> None:
    a = measured(tmp_path, "a", platforms=("go",))
    b = measured(tmp_path, "b", platforms=("erlang",))
    comparison = compare(a, b, mapping={"go": "erlang"})
    assert {(c.platform_a, c.platform_b) for c in comparison.compared} == {("go", "erlang")}
    with pytest.raises(UsageError, match="no platform 'akka'; it has go"):
        compare(a, b, mapping={"akka": "erlang"})
    with pytest.raises(UsageError, match="no platform 'go'; it has erlang"):
        compare(a, b, mapping={"go": "go"})


def test_another_version_of_the_one_platform_is_matched(tmp_path: Path) -> None:
    a, b = (measured(tmp_path, n, platforms=("go",)) for n in "ab")
    newer = [p.model_copy(update={"label": "go@2"}) for p in b.experiment.platforms]
    cells = [c.model_copy(update={"platform": "go@2"}) for c in b.experiment.cells]
    comparison = compare(a, changed(b, platforms=newer, cells=cells))
    assert len(comparison.compared) == 5
    assert any("-p go,go@2" in n for n in comparison.notes)


def test_within_one_experiment_blocks_are_paired(tmp_path: Path) -> None:
    results = measured(tmp_path, "one", platforms=("akka", "go"))
    comparison = between(results, "go", "akka")
    assert (comparison.method, comparison.drift) == ("paired", None)
    assert {c.outcome for c in comparison.cells} == {"worse"}
    assert (comparison.a.platform, comparison.b.platform) == ("go", "akka")
    assert {c.figures.n for c in comparison.cells if c.figures} == {20}
    with pytest.raises(UsageError, match="no platform 'erlang'; it has akka, go"):
        between(results, "go", "erlang")
    with pytest.raises(UsageError, match="two different"):
        between(results, "go", "go")


def test_more_is_better_of_a_rate(tmp_path: Path) -> None:
    before = measured(tmp_path, "a")
    after = rebuilt(measured(tmp_path, "b", seed=8, slower={"go": 1.25}), "go")
    comparison = compare(before, after, metric="message_rate")
    go = of(comparison, "go")
    assert {c.outcome for c in go} == {"worse"}
    assert all(c.verdict.startswith("lower by ") for c in go)
    assert all(c.judged and c.judged.ratio and 1.2 < c.judged.ratio.ratio < 1.3 for c in go)
    assert {c.platform_a for c in comparison.exceeds(0.1)} == {"go"}


def test_the_clocks_are_never_mixed(tmp_path: Path) -> None:
    results = measured(tmp_path, "one", platforms=("jason:pool", "go"))
    cells = between(results, "go", "jason:pool").cells
    assert {c.outcome for c in cells} == {None}
    assert {c.reason for c in cells} == {"8 iterations in A, 1 iteration in B: measure both with the same --iterations"}
    steady = measured(tmp_path, "two", platforms=("erlang", "go"))
    assert {c.metric for c in between(steady, "go", "erlang").cells} == {"elapsed_steady"}


def test_an_unknown_metric_is_named(tmp_path: Path) -> None:
    a, b = measured(tmp_path, "a"), measured(tmp_path, "b")
    with pytest.raises(UsageError, match=r"--metric wit: no cell has it; choose one of .*elapsed"):
        compare(a, b, metric="wit")
    with pytest.raises(UsageError, match="--metric wit"):
        between(a, "go", "erlang", metric="wit")


def test_a_note_on_two_sessions_names_versions_only_where_they_are_known(tmp_path: Path) -> None:
    a, b = (measured(tmp_path, n, platforms=("go", "erlang")) for n in "ab")
    assert any("./agon run token-ring -p NAME@OLD,NAME@NEW" in n for n in compare(a, b).notes)
    alone = (measured(tmp_path, n, platforms=(n,)) for n in ("go", "erlang"))
    notes = compare(*alone, mapping={"go": "erlang"}).notes
    assert any("./agon run token-ring -p go,erlang" in n for n in notes)


def test_few_invocations_are_noted(tmp_path: Path) -> None:
    a, b = (measured(tmp_path, n, invocations=3) for n in "ab")
    assert any("cells have fewer than 5 invocations" in n for n in compare(a, b).notes)
    assert {c.outcome for c in compare(a, b).cells} == {"inconclusive"}


def test_the_json_carries_its_version_and_reads_back(tmp_path: Path) -> None:
    comparison = compare(measured(tmp_path, "a"), measured(tmp_path, "b"))
    data = json.loads(comparison.model_dump_json())
    assert data["schema_version"] == 2
    assert data["cells"][0]["figures"]["ratio"] == pytest.approx(1)
    assert Comparison.model_validate(data) == comparison


def test_by_block_takes_each_invocations_median(tmp_path: Path) -> None:
    cell = measured(tmp_path, "a").cells[0]
    values = cell.by_block("elapsed")
    assert list(values.values()) == cell.values("elapsed")
    assert sorted(values) == list(range(20))


@pytest.mark.parametrize(
    ("outcome", "ratio", "unit", "verdict"),
    [
        ("worse", Ratio(1.051, 1.039, 1.063, 20), "s", "slower by 5.1% [3.9%, 6.3%]"),
        ("better", Ratio(0.8, 0.75, 0.9, 20), "s", "faster by 20.0% [10.0%, 25.0%]"),
        ("worse", Ratio(1.5, 1.2, 2.0, 20), "B", "higher by 50.0% [20.0%, 100.0%]"),
        ("worse", Ratio(0.5, 0.4, 0.6, 20), "1/s", "lower by 50.0% [40.0%, 60.0%]"),
        ("inconclusive", Ratio(1.01, 0.98, 1.04, 20), "s", "inconclusive [-2.0%, +4.0%]"),
        ("tie", Ratio(1.01, 1.005, 1.015, 20), "s", "tie [+0.5%, +1.5%]"),
        ("inconclusive", None, "s", "inconclusive: because"),
    ],
)
def test_verdicts_in_words(outcome: Outcome, ratio: Ratio | None, unit: str, verdict: str) -> None:
    assert words(Verdict(outcome, ratio, 20, "because"), ratio, unit) == verdict
