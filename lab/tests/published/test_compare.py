"""Published tables and the measurement: which cell stands for which figure, ratios, ranks, and notes."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.measured import Made, measured
from support.result_sets import Options, write_result_set

from agon.published.compare import tables
from agon.published.model import PublishedTable, Row
from agon.results.model import Skipped

TOKENS = (1, 250, 500, 750, 1000)


def _ring(platform: str, seconds: float, tokens: tuple[int, ...] = TOKENS, **more: object) -> list[Made]:
    return [Made(platform, "token-ring", {"tokens": t}, process_s=seconds * max(1, t / 25), **more) for t in tokens]


def _table(found: list[PublishedTable], name: str) -> PublishedTable:
    return next(t for t in found if t.table == name)


def _row(table: PublishedTable, platform: str, params: str) -> Row:
    return next(r for r in table.rows if r.platform == platform and r.params == params)


@pytest.fixture
def ring(tmp_path: Path) -> list[PublishedTable]:
    cells = [*_ring("erlang", 0.2), *_ring("akka", 1.0), *_ring("jason:pool", 3.0), *_ring("go", 0.1)]
    return tables(measured(tmp_path, cells))


def test_only_tables_of_measured_workloads_are_shown(ring: list[PublishedTable]) -> None:
    assert [t.table for t in ring] == ["table1", "text4.1", "table4"]


def test_ratios_are_within_one_side(ring: list[PublishedTable]) -> None:
    row = _row(_table(ring, "table1"), "akka", "tokens=250")
    assert row.published == 103.21
    assert row.ratio_published == pytest.approx(103.21 / 8.888)
    assert row.ratio_measured == pytest.approx(5.0)


def test_what_the_source_could_not_finish_keeps_its_row(ring: list[PublishedTable]) -> None:
    row = _row(_table(ring, "table1"), "2apl", "tokens=250")
    assert (row.published, row.measured, row.ratio_published, row.ratio_measured) == (None, None, None, None)
    assert row.published_note.startswith("did not finish")
    assert row.measured_note == "not measured"


def test_platforms_the_source_lacks_are_shown_without_a_published_value(ring: list[PublishedTable]) -> None:
    row = _row(_table(ring, "table1"), "go", "tokens=1000")
    assert row.published is None
    assert row.published_note == "not in the source"
    assert row.ratio_measured == pytest.approx(0.5)


def test_a_smaller_published_size_is_shown_without_a_ratio(ring: list[PublishedTable]) -> None:
    row = _row(_table(ring, "table1"), "goal", "workers=50 passes=50000 tokens=1")
    assert row.published == 328
    assert row.ratio_published is None
    unfinished = _row(_table(ring, "table1"), "goal", "tokens=1")
    assert unfinished.published is None
    assert "over 4 hours" in unfinished.published_note


def test_three_shared_platforms_have_ranks_but_no_tau(ring: list[PublishedTable]) -> None:
    table = _table(ring, "table1")
    assert {r.platform: (r.published, r.measured) for r in table.ranks} == {
        "erlang": (1, 1),
        "akka": (2, 2),
        "jason": (3, 3),
    }
    assert table.ranks_at == "at tokens=1000"
    assert (table.shared, table.tau) == (3, None)


def test_four_shared_platforms_have_a_tau(tmp_path: Path) -> None:
    cells = [*_ring("erlang", 0.2), *_ring("akka", 1.0), *_ring("jason:pool", 3.0), *_ring("actorfoundry", 4.0)]
    table = _table(tables(measured(tmp_path, cells)), "table1")
    assert table.shared == 4
    # Published: erlang, actorfoundry, akka, jason; measured: actorfoundry last. Two of six pairs disagree.
    assert table.tau == pytest.approx((4 - 2) / 6)


def test_ranks_stand_at_the_largest_size_that_all_shared_platforms_passed(tmp_path: Path) -> None:
    jason = [
        *_ring("jason:pool", 3.0, TOKENS[:4]),
        *_ring("jason:pool", 3.0, (1000,), failed="still running after 60 s"),
    ]
    table = _table(tables(measured(tmp_path, [*_ring("erlang", 0.2), *_ring("akka", 1.0), *jason])), "table1")
    assert table.ranks_at == "at tokens=750"
    failed = _row(table, "jason", "tokens=1000")
    assert failed.measured is None
    assert "5 of 5 failed: time limit: still running after 60 s" in failed.measured_note


def test_a_skipped_platform_has_its_reason(tmp_path: Path) -> None:
    skipped = Skipped(
        platform="akka",
        workload="token-ring",
        params={"tokens": 250},
        kind="over the quick budget",
        reason="ceiling 100",
    )
    found = tables(measured(tmp_path, _ring("erlang", 0.2), skipped=[skipped]))
    assert _row(_table(found, "table1"), "akka", "tokens=250").measured_note == "over the quick budget: ceiling 100"


def test_a_platform_that_is_not_ready_has_its_reason_everywhere(tmp_path: Path) -> None:
    skipped = Skipped(
        platform="akka", workload="all", params={}, kind="not ready", reason="it joins after: apt-get install"
    )
    found = tables(measured(tmp_path, _ring("erlang", 0.2), skipped=[skipped]))
    assert (
        _row(_table(found, "table1"), "akka", "tokens=500").measured_note
        == "not ready: it joins after: apt-get install"
    )


def test_without_the_baseline_there_are_no_measured_ratios(tmp_path: Path) -> None:
    table = _table(tables(measured(tmp_path, [*_ring("akka", 1.0), *_ring("jason:pool", 3.0)])), "table1")
    row = _row(table, "akka", "tokens=250")
    assert row.measured is not None
    assert row.ratio_measured is None
    assert row.ratio_published == pytest.approx(103.21 / 8.888)


def test_nothing_shared_has_no_ranks(tmp_path: Path) -> None:
    table = _table(tables(measured(tmp_path, _ring("go", 0.1))), "table1")
    assert table.ranks == []
    assert table.shared == 0
    assert table.ranks_at == "cannot be given: no platform has a value on both sides"


def test_both_sizes_and_the_share_of_start_up_are_named(tmp_path: Path) -> None:
    cells = [*_ring("erlang", 0.2), *_ring("akka", 1.0, start_up_s=0.8)]
    note = _table(tables(measured(tmp_path, cells)), "table1").parameters_note
    assert "Published with workers=500 passes=500000, measured with workers=500 passes=1003 on 2 cores." in note
    assert "start-up included. Start-up is up to" in note
    assert "80% for akka" in note


def test_a_negligible_start_up_is_not_mentioned(tmp_path: Path) -> None:
    note = _table(tables(measured(tmp_path, _ring("erlang", 0.2, start_up_s=0.001))), "table1").parameters_note
    assert "Start-up is up to" not in note


def test_processes_that_repeat_the_workload_are_not_timed_as_a_whole(tmp_path: Path) -> None:
    cells = [*_ring("erlang", 0.2, work_s=0.1, iterations=8), *_ring("akka", 1.0, work_s=0.7)]
    results = measured(tmp_path, cells)
    table = _table(tables(results), "table1")
    assert table.metric == "elapsed"
    settled = [c.model_copy(update={"iterations": 0 if c.iterations > 1 else 1}) for c in results.experiment.cells]
    until_settled = replace(results, experiment=results.experiment.model_copy(update={"cells": settled}))
    assert _table(tables(until_settled), "table1").metric == "elapsed"
    assert _row(table, "akka", "tokens=1").ratio_measured == pytest.approx(7.0)
    assert "first iteration's in-program time" in table.parameters_note


def test_the_protocol_of_the_source_quotes_the_best_turn(tmp_path: Path) -> None:
    cells = _ring("erlang", 0.2, (1,), spread=0.5)
    table = _table(tables(measured(tmp_path, cells, protocol="agere13")), "table1")
    value = _row(table, "erlang", "tokens=1").measured
    assert value is not None
    assert value.median == pytest.approx(0.1)
    assert (value.low, value.high) == (pytest.approx(0.1), pytest.approx(0.3))
    assert "measured: the best of five" in table.parameters_note


def test_of_several_numbers_of_cores_the_largest_is_compared(tmp_path: Path) -> None:
    cells = [
        Made("erlang", "token-ring", {"tokens": 1}, process_s=seconds, cores=cores)
        for seconds, cores in ((4.0, 1), (2.0, 2))
    ]
    value = _row(_table(tables(measured(tmp_path, cells)), "table1"), "erlang", "tokens=1").measured
    assert value is not None
    assert value.median == pytest.approx(2.0)


def test_jasons_mode_is_named(ring: list[PublishedTable]) -> None:
    note = _row(_table(ring, "table1"), "jason", "tokens=1").measured_note
    assert note.startswith("jason:pool 1.0; Jason's agents share a pool of threads here")


def test_jasons_mode_is_named_where_its_label_does_not(tmp_path: Path) -> None:
    cells = _ring("jason", 3.0, variant="pool")
    assert (
        "share a pool" in _row(_table(tables(measured(tmp_path, cells)), "table1"), "jason", "tokens=1").measured_note
    )


def test_memory_is_a_ratio_to_erlang_with_one_token(tmp_path: Path) -> None:
    cells = [
        Made("erlang", "token-ring", {"tokens": 1}, memory=40_000_000),
        Made("erlang", "token-ring", {"tokens": 250}, memory=60_000_000),
    ]
    table = _table(tables(measured(tmp_path, cells)), "text4.1")
    row = _row(table, "erlang", "tokens=250")
    assert table.unit == "B"
    assert (row.published, row.ratio_published) == (28_000_000, 56)
    assert row.ratio_measured == pytest.approx(1.5)


def test_fairness_is_compared_with_table_3(tmp_path: Path) -> None:
    cells = [
        Made(platform, "chameneos", {"creatures": c}, metrics={"fairness_stddev": value})
        for platform, value in (("erlang", 100.0), ("akka", 900.0), ("jason:pool", 4.0))
        for c in (5, 50, 500)
    ]
    table = _table(tables(measured(tmp_path, cells)), "table3")
    assert _row(table, "akka", "creatures=5").ratio_measured == pytest.approx(9.0)
    # At 500 creatures the source has jason, akka, erlang; measured is jason, erlang, akka.
    assert {r.platform: (r.published, r.measured) for r in table.ranks} == {
        "erlang": (3, 2),
        "akka": (2, 3),
        "jason": (1, 1),
    }


def test_source_sizes_rank_by_the_sum_over_common_workloads(tmp_path: Path) -> None:
    cells = [
        Made("erlang", "token-ring", {"tokens": 1}, gzip=600),
        Made("erlang", "chameneos", {"creatures": 5}, gzip=500),
        Made("akka", "token-ring", {"tokens": 1}, gzip=550),
        Made("akka", "chameneos", {"creatures": 5}, gzip=450),
        Made("jason:pool", "token-ring", {"tokens": 1}, gzip=300, failed="too slow"),
    ]
    table = _table(tables(measured(tmp_path, cells)), "table4")
    assert table.ranks_at == "by the sum over token-ring"
    # Sizes are counted: a platform that failed keeps its own. Published on token-ring: erlang 400, jason 415, akka 423.
    assert {r.platform: (r.published, r.measured) for r in table.ranks} == {
        "erlang": (1, 3),
        "akka": (3, 2),
        "jason": (2, 1),
    }
    assert _row(table, "erlang", "fibonacci").measured is None


def test_an_experiment_without_the_sources_workloads_has_no_tables(tmp_path: Path) -> None:
    assert tables(measured(tmp_path, [])) == []


def test_a_whole_field_with_its_flaws_is_compared(tmp_path: Path) -> None:
    found = tables(write_result_set(tmp_path, Options(invocations=3)))
    assert [t.table for t in found] == ["table1", "text4.1", "table2", "table3", "table4"]
    assert _table(found, "table1").ranks_at == "at tokens=750"
