"""The gate's own false alarms and power, simulated: the design of lab/studies/aa_study.py with drawn times."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

STUDIES = Path(__file__).parents[2] / "studies"


@pytest.fixture
def study(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(STUDIES))
    for name in ("aa_study", "record", "spinning"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return importlib.import_module("aa_study")


def test_the_interleaved_comparison_keeps_its_promises(study: ModuleType) -> None:
    """400 comparisons of A with A, 200 each of a planted 3% and 5%, 20 invocations with 2% noise, blocks with 8%."""
    found = study.simulate(study.arguments(["--no-separate"]), 0.02)
    assert [study.count(found, kind) for kind in study.KINDS] == [400, 200, 200, 0, 0]
    assert study.keeps(found) == dict.fromkeys(("interleaved A/A", "interleaved 3%", "interleaved 5%"), True)


def test_separate_experiments_do_not_alarm_either(study: ModuleType) -> None:
    found = study.simulate(study.arguments(["--comparisons", "400"]), 0.02)
    assert study.count(found, "separate A/A") == 100
    assert study.hits(found, "separate A/A") <= 11
    assert study.hits(found, "separate 5%") < study.hits(found, "interleaved 5%")


def test_noise_that_is_too_much_is_told(study: ModuleType) -> None:
    kept = study.keeps(study.simulate(study.arguments(["--no-separate"]), 0.10))
    assert kept == {"interleaved A/A": True, "interleaved 3%": False, "interleaved 5%": False}


def test_comparisons_on_a_quiet_and_on_a_busy_machine_are_told_apart(study: ModuleType) -> None:
    def found(kind: str, outcome: str, others: float) -> object:
        return study.Found(kind, 0, outcome, 1.03, 1.01, 1.05, others=others)

    rows = study.by_load(
        [
            found("interleaved 3%", "worse", 0.1),
            found("interleaved 3%", "worse", 0.49),
            found("interleaved 3%", "worse", 0.5),
            found("interleaved 3%", "inconclusive", 0.9),
            found("interleaved A/A", "better", 0.9),
        ]
    )
    assert "| interleaved A/A | 0 | 0 | 1 | 1 |" in rows
    assert "| interleaved 3% | 2 | 2 | 2 | 1 |" in rows
