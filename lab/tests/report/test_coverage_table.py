"""Every platform on every workload: nobody who was asked for is missing, and every absence has its reason."""

from __future__ import annotations

from pathlib import Path

from support.measured import Made, measured

from agon.report.coverage import coverage
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


def test_what_nobody_asked_for_is_said_to_be_so(tmp_path: Path) -> None:
    cells = [Made("erlang", "token-ring", {"tokens": 1}), Made("go", "chameneos", {"creatures": 5})]
    table = coverage(measured(tmp_path, cells))
    assert [[i.text for i in row[1:]] for row in table.rows] == [["ok", "not asked"], ["not asked", "ok"]]
