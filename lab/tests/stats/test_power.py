"""The gate's own false alarms and power, simulated: the design of lab/studies/aa_study.py with drawn times."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.studies import module

study: Any = module("aa_study")
comparisons: Any = module("comparisons")


def test_the_interleaved_comparison_keeps_its_promises() -> None:
    """400 comparisons of A with A, 200 each of a planted 3% and 5%, 20 invocations with 2% noise, blocks with 8%."""
    found = study.simulate(study.arguments(["--no-separate"]), 0.02)
    assert [comparisons.count(found, kind) for kind in comparisons.KINDS] == [400, 200, 200, 0, 0]
    assert comparisons.keeps(found) == dict.fromkeys(("interleaved A/A", "interleaved 3%", "interleaved 5%"), True)


def test_separate_experiments_do_not_alarm_either() -> None:
    found = study.simulate(study.arguments(["--comparisons", "400"]), 0.02)
    assert comparisons.count(found, "separate A/A") == 100
    assert comparisons.hits(found, "separate A/A") <= 11
    assert comparisons.hits(found, "separate 5%") < comparisons.hits(found, "interleaved 5%")


def test_noise_that_is_too_much_is_told() -> None:
    kept = comparisons.keeps(study.simulate(study.arguments(["--no-separate"]), 0.10))
    assert kept == {"interleaved A/A": True, "interleaved 3%": False, "interleaved 5%": False}


def test_a_disturbed_experiment_is_made_again_and_told_apart() -> None:
    def experiment(number: int, others: float, *outcomes: str) -> object:
        kinds = ("interleaved A/A", "interleaved 3%")
        told = zip(kinds, outcomes, strict=True)
        found = (comparisons.Found(kind, number, outcome, 1.03, 1.01, 1.05, others=others) for kind, outcome in told)
        return comparisons.Experiment("interleaved, all", number, tuple(found))

    made = [
        experiment(0, 0.49, "inconclusive", "worse"),
        experiment(1, 0.5, "better", "inconclusive"),
        experiment(2, 0.9, "worse", "inconclusive"),
        experiment(1, 0.1, "inconclusive", "worse"),
        experiment(2, 0.8, "tie", "worse"),
    ]
    rows = comparisons.load_table(comparisons.by_load(made))
    assert "| interleaved A/A | 2 | 0 | 3 | 2 |" in rows
    assert "| interleaved 3% | 2 | 2 | 3 | 1 |" in rows
    counted = comparisons.results_of(made)
    assert [(f.number, f.outcome) for f in counted if f.kind == "interleaved A/A"] == [
        (0, "inconclusive"),
        (1, "inconclusive"),
        (2, "tie"),
    ]


def test_a_study_goes_on_with_what_was_not_made_quietly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, int]] = []

    def measured(_bench: object, folder: Path, item: tuple[str, int], *_rest: object) -> list[object]:
        folder.mkdir(parents=True)
        made.append(item)
        others = 0.9 if item[1] == 1 and made.count(item) < 2 else 0.1
        return [comparisons.Found("interleaved A/A", item[1], "tie", 1.0, 0.99, 1.01, others=others)]

    monkeypatch.setattr(study, "judged", measured)
    monkeypatch.setattr(study, "spin", lambda *names: names)
    given = study.arguments(["--no-separate", "--comparisons", "8", "--work", str(tmp_path)])
    everything = study.carry_out(given)
    assert len(everything) == 10  # four of each design; number 1 of both was disturbed once
    assert made.count(("interleaved, all", 1)) == 2
    assert len(comparisons.results_of(everything)) == 8
    study.carry_out(given)
    assert len(made) == 10  # nothing is left to do
