"""Every platform on every workload: none that was asked for is missing, and every absence has its reason."""

from __future__ import annotations

from pathlib import Path

from support.measured import Made, measured

from agon.report.coverage import coverage
from agon.report.headline import Tally, what_was_measured
from agon.report.parts import Item
from agon.results.model import Skipped


def test_every_outcome_has_its_word_and_reason(tmp_path: Path) -> None:
    cells = [
        Made("erlang", "token-ring", {"tokens": 1}),
        Made("erlang", "chameneos", {"creatures": 5}),
        Made("go", "token-ring", {"tokens": 1}),
        Made("go", "token-ring", {"tokens": 50}, failed="still running"),
    ]
    skipped = [
        Skipped(platform="go", workload="chameneos", params={}, kind="not applicable", reason="no idiom for it"),
        Skipped(platform="madkit", workload="all", params={}, kind="not obtainable", reason="install --jar FILE"),
        Skipped(platform="erlang", workload="token-ring", params={}, kind="over the quick budget", reason="tokens=9"),
    ]
    table = coverage(measured(tmp_path, cells, skipped=skipped))
    assert [c.name for c in table.columns] == ["platform", "Token ring", "Chameneos"]
    assert {row[0].text: row[1:] for row in table.rows} == {
        "erlang": (Item("ok", "good", "without 1 size: over the quick budget"), Item("ok", "good")),
        "go": (
            Item("1 of 2 cells failed", "failed", "at tokens = 50: 5 of 5 failed: time limit: still running"),
            Item("not applicable", "missing", "no idiom for it"),
        ),
        "madkit": (Item("not obtainable", "missing", "install --jar FILE"),) * 2,
    }


def test_what_was_not_asked_for_is_marked_so(tmp_path: Path) -> None:
    cells = [Made("erlang", "token-ring", {"tokens": 1}), Made("go", "chameneos", {"creatures": 5})]
    table = coverage(measured(tmp_path, cells))
    assert [[i.text for i in row[1:]] for row in table.rows] == [["ok", "not asked"], ["not asked", "ok"]]


def test_to_run_into_a_limit_is_no_failure_where_it_was_asked_how_far_a_platform_gets(tmp_path: Path) -> None:
    cells = [
        Made("erlang", "grid-swap", {"side": 100}),
        Made("erlang", "grid-swap", {"side": 500}, failed="it went over", code="memory limit", how_far=True),
        Made("go", "grid-swap", {"side": 100}),
        Made("go", "grid-swap", {"side": 500}, failed="states are no permutation", code="oracle", how_far=True),
    ]
    results = measured(tmp_path, cells)
    erlang, go = (row[1] for row in coverage(results).rows)
    assert erlang == Item("ok up to its limit", "good", "at side = 500: 5 of 5 failed: memory limit: it went over")
    assert go.text == "1 of 2 cells failed"
    assert Tally.of(results) == Tally(ok=2, failed=1, no_further=1, incomplete=0, given_up=0, skipped=0)
    *_, failed, no_further = what_was_measured(results, ["Grid swap"])
    assert failed == "Failed: 1 cell (go in grid-swap). Reasons are under Failures."
    assert no_further == (
        "Could go no further, which was what was asked: 1 cell (erlang in grid-swap). The limits are under Failures."
    )


def test_what_was_given_up_is_neither_ok_nor_to_be_resumed(tmp_path: Path) -> None:
    cells = [
        Made("go", "token-ring", {"tokens": 1}),
        Made("akka", "token-ring", {"tokens": 1}, invocations=2, given_up=True),
        Made("jason", "token-ring", {"tokens": 1}, invocations=0, given_up=True),
    ]
    results = measured(tmp_path, cells)
    assert [row[1].text for row in coverage(results).rows] == ["ok", "given up", "given up"]
    assert Tally.of(results) == Tally(ok=1, failed=0, no_further=0, incomplete=0, given_up=2, skipped=0)
    summary = " ".join(what_was_measured(results, ["Token ring"]))
    assert "Given up to keep the time budget: 2 cells (akka in token-ring, jason in token-ring)." in summary
    assert "resume" not in summary
