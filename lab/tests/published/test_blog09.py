"""blog09: its tables and the measurement, and its claims in both directions."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.measured import Made, measured

from agon.published.claims import verdicts
from agon.published.compare import tables
from agon.published.model import ClaimOutcome
from agon.published.sources import figures
from agon.results.model import Skipped
from agon.results.summary import ResultSet

FAST_TO_SLOW = {"jetlang": 1.0, "kilim": 1.1, "scala-actors:react": 2.0, "scala-actors:receive": 3.0}


def _pipeline(seconds: Mapping[str, float], tasks: tuple[int, ...] = (100, 100_000), **more: object) -> list[Made]:
    return [
        Made(p, "pipeline", {"tasks": k, **_log(more)}, work_s=s * k / 1e5, process_s=9)
        for p, s in seconds.items()
        for k in tasks
    ]


def _log(more: Mapping[str, object]) -> dict[str, str]:
    return {"log": str(more.get("log", "off"))}


def _claim(results: ResultSet, number: int) -> ClaimOutcome:
    return verdicts(results, "blog09")[number]


def test_the_table_ranks_the_shared_platforms_at_the_largest_common_size(tmp_path: Path) -> None:
    results = measured(tmp_path, _pipeline(FAST_TO_SLOW) + _pipeline({"erlang": 0.5}))
    table = next(t for t in tables(results) if t.table == "table1")
    assert (table.ranks_at, table.shared, table.tau) == ("at tasks=100000", 4, 1.0)
    row = next(r for r in table.rows if (r.platform, r.params) == ("scala-actors:react", "tasks=100000"))
    assert row.published == pytest.approx(4.242)
    assert row.ratio_published == pytest.approx(4242 / 2286)
    assert row.ratio_measured == pytest.approx(2.0)
    assert next(r for r in table.rows if r.platform == "erlang").published_note == "not in the source"
    assert "Both sides' clocks run in the program" in table.parameters_note


def test_a_platform_that_cannot_be_had_says_how_to_get_it(tmp_path: Path) -> None:
    skipped = Skipped(
        platform="actorfoundry", workload="all", params={}, kind="not obtainable", reason="get it, then: --jar FILE"
    )
    table = next(t for t in tables(measured(tmp_path, _pipeline(FAST_TO_SLOW), skipped=[skipped])))
    row = next(r for r in table.rows if r.platform == "actorfoundry")
    assert row.measured_note == "not obtainable: get it, then: --jar FILE"


def test_cells_with_output_do_not_stand_for_those_without(tmp_path: Path) -> None:
    cells = _pipeline({"jetlang": 5.0}, (100_000,), log="on") + _pipeline({"jetlang": 1.0}, (100_000,))
    table = next(t for t in tables(measured(tmp_path, cells)) if t.table == "table1")
    row = next(r for r in table.rows if (r.platform, r.params) == ("jetlang", "tasks=100000"))
    assert row.measured is not None
    assert row.measured.median == pytest.approx(1.0)


def test_a_further_variant_has_a_row_of_its_own(tmp_path: Path) -> None:
    results = measured(tmp_path, _pipeline({"jetlang": 1.0, "jetlang:thread": 4.0}))
    table = next(t for t in tables(results) if t.table == "table1")
    rows = {r.platform: r for r in table.rows if r.params == "tasks=100000"}
    assert rows["jetlang:thread"].ratio_measured == pytest.approx(4.0)
    assert rows["jetlang"].published is not None


def test_the_sources_own_figures_bear_its_orders_out(tmp_path: Path) -> None:
    for table, number in (("table1", 0), ("table2", 1)):
        seconds = {
            f.platform: f.value / 1e4
            for f in figures("blog09")
            if f.table == table and f.params["tasks"] == 1_000_000 and f.value is not None
        }
        assert _claim(measured(tmp_path / table, _pipeline(seconds)), number).verdict == "holds"


def test_the_order_is_refuted_and_left_open(tmp_path: Path) -> None:
    swapped = {**FAST_TO_SLOW, "kilim": 0.5}
    refuted = _claim(measured(tmp_path, _pipeline(swapped)), 0)
    assert refuted.verdict == "does not hold"
    # A platform that is missing leaves the claim open, even if the others stand in order.
    open_ = _claim(measured(tmp_path, _pipeline(FAST_TO_SLOW)), 0)
    assert (open_.verdict, open_.parts[0].verdict) == ("inconclusive", "holds")
    assert open_.parts[1].claim == "actorfoundry, actorsguild stand where the source has them"
    close = {**FAST_TO_SLOW, "kilim": 1.001}
    assert _claim(measured(tmp_path, _pipeline(close)), 0).parts[0].verdict == "inconclusive"


def test_the_order_stands_at_the_largest_size_that_all_passed(tmp_path: Path) -> None:
    slow = Made("kilim", "pipeline", {"tasks": 100_000}, failed="still running after 60 s")
    cells = [c for c in _pipeline(FAST_TO_SLOW) if (c.platform, c.params["tasks"]) != ("kilim", 100_000)]
    found = _claim(measured(tmp_path, [*cells, slow]), 0)
    assert "at tasks=100:" in found.parts[0].evidence


def _loud(jetlang: float) -> list[Made]:
    scala = {"scala-actors:react": 2.0, "scala-actors:receive": 3.0}
    return _pipeline({"jetlang": jetlang, **scala}, (100_000,), log="on") + _pipeline(FAST_TO_SLOW, (100_000,))


@pytest.mark.parametrize(("jetlang", "word"), [(4.0, "holds"), (2.5, "does not hold"), (3.0, "inconclusive")])
def test_output_reverses_the_ranking_or_does_not(tmp_path: Path, jetlang: float, word: str) -> None:
    assert _claim(measured(tmp_path, _loud(jetlang)), 2).verdict == word


def test_without_cells_with_output_nothing_is_said_of_it(tmp_path: Path) -> None:
    found = _claim(measured(tmp_path, _pipeline(FAST_TO_SLOW)), 2)
    assert found.verdict == "inconclusive"
    assert "no size that both passed with output" in found.evidence
