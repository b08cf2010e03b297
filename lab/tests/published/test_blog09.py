"""blog09: its tables and the measurement, and its claims in both directions."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.measured import Made, measured

from agon.published.claims import verdicts
from agon.published.compare import tables
from agon.published.model import ClaimOutcome
from agon.results.model import Skipped
from agon.results.summary import ResultSet

FAST_TO_SLOW = {"jetlang": 1.0, "kilim": 1.1, "scala-actors:react": 2.0, "scala-actors:receive": 3.0}


def _pipeline(
    seconds: Mapping[str, float], tasks: tuple[int, ...] = (100, 100_000, 1_000_000), **more: object
) -> list[Made]:
    return [
        Made(p, "pipeline", {"tasks": k, **_log(more)}, work_s=s * k / 1e5, process_s=9, **_noise(more))
        for p, s in seconds.items()
        for k in tasks
    ]


def _log(more: Mapping[str, object]) -> dict[str, str]:
    usual = {"log": "off", "work": "regex", "make": "inside"}
    return {key: str(more.get(key, value)) for key, value in usual.items()}


def _noise(more: Mapping[str, object]) -> dict[str, float]:
    """With a spread, each cell has a noise of its own."""
    return {"spread": float(str(more["spread"])), "apart": True} if "spread" in more else {}


def _claim(results: ResultSet, number: int) -> ClaimOutcome:
    return verdicts(results, "blog09")[number]


def test_the_table_ranks_the_shared_platforms_at_the_largest_common_size(tmp_path: Path) -> None:
    sizes = (100, 100_000)
    results = measured(tmp_path, _pipeline(FAST_TO_SLOW, sizes) + _pipeline({"erlang": 0.5}, sizes))
    table = next(t for t in tables(results) if t.table == "table1")
    assert (table.ranks_at, table.shared, table.tau) == ("at tasks=100000", 4, 1.0)
    row = next(r for r in table.rows if (r.platform, r.params) == ("scala-actors:react", "tasks=100000"))
    assert row.published == pytest.approx(4.242)
    assert row.ratio_published == pytest.approx(4242 / 2286)
    assert row.ratio_measured == pytest.approx(2.0)
    assert next(r for r in table.rows if r.platform == "erlang").published_note == "not in the source"
    assert "Both sides' clocks run in the program" in table.parameters_note
    assert "measured with log=off work=regex make=inside on" in table.parameters_note
    assert "replaces what a regular expression, compiled at each call, finds first" in table.parameters_note


def test_other_work_stands_in_no_row_and_is_named(tmp_path: Path) -> None:
    cut = _pipeline({"jetlang": 0.1}, (100_000,), work="cut", make="before")
    table = next(t for t in tables(measured(tmp_path, cut + _pipeline({"kilim": 1.0}, (100_000,)))))
    rows = {r.platform: r for r in table.rows if r.params == "tasks=100000"}
    assert (rows["jetlang"].measured, rows["jetlang"].measured_note) == (None, "not measured")
    assert rows["kilim"].measured is not None
    assert "In no row, as other work: log=off work=cut make=before." in table.parameters_note


def test_a_platform_that_is_absent_is_shown_with_how_to_get_it(tmp_path: Path) -> None:
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


def test_the_order_is_refuted_and_left_open(tmp_path: Path) -> None:
    swapped = {**FAST_TO_SLOW, "kilim": 0.5}
    refuted = _claim(measured(tmp_path, _pipeline(swapped)), 0)
    assert refuted.verdict == "does not hold"
    # A platform that is missing leaves the claim open, even if the others stand in order.
    open_ = _claim(measured(tmp_path, _pipeline(FAST_TO_SLOW)), 0)
    assert (open_.verdict, open_.parts[0].verdict) == ("inconclusive", "holds")
    assert open_.parts[1].claim == "actorfoundry, actorsguild stand where the source has them"
    close = {**FAST_TO_SLOW, "kilim": 1.04}
    assert _claim(measured(tmp_path, _pipeline(close, spread=0.1)), 0).parts[0].verdict == "inconclusive"


def test_the_order_stands_at_the_size_that_the_claim_names_and_at_no_other(tmp_path: Path) -> None:
    slow = Made("kilim", "pipeline", {"tasks": 1_000_000}, failed="still running after 60 s")
    cells = [c for c in _pipeline(FAST_TO_SLOW) if (c.platform, c.params["tasks"]) != ("kilim", 1_000_000)]
    found = _claim(measured(tmp_path, [*cells, slow]), 0)
    assert found.parts[0].claim.endswith("is jetlang, scala-actors:react, scala-actors:receive")
    assert "kilim at tasks=1000000: kilim: 5 of 5 failed" in found.parts[1].evidence
    smaller = _claim(measured(tmp_path, _pipeline(FAST_TO_SLOW, (100, 100_000))), 0)
    assert (smaller.verdict, len(smaller.parts)) == ("inconclusive", 1)
    assert "jetlang at tasks=1000000: tasks=1000000 not measured" in smaller.evidence


def _loud(jetlang: float, log: str = "console") -> list[Made]:
    scala = {"scala-actors:react": 2.0, "scala-actors:receive": 3.0}
    return _pipeline({"jetlang": jetlang, **scala}, (100_000,), log=log, spread=0.2) + _pipeline(
        FAST_TO_SLOW, (100_000,)
    )


@pytest.mark.parametrize(("jetlang", "word"), [(6.0, "holds"), (1.2, "does not hold"), (3.06, "inconclusive")])
def test_output_reverses_the_ranking_or_does_not(tmp_path: Path, jetlang: float, word: str) -> None:
    assert _claim(measured(tmp_path, _loud(jetlang)), 2).verdict == word


def test_without_cells_with_output_to_a_terminal_there_is_no_note_on_it(tmp_path: Path) -> None:
    for number, cells in enumerate((_pipeline(FAST_TO_SLOW), _loud(6.0, log="on"))):
        found = _claim(measured(tmp_path / str(number), cells), 2)
        assert found.verdict == "inconclusive"
        assert "no size that both passed with output" in found.evidence
