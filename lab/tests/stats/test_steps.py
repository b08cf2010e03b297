"""Steps over several runs: found where they are, and rarely where they are not."""

from __future__ import annotations

import numpy as np
import pytest

from agon.stats.steps import steps


def runs(rng: np.random.Generator, levels: list[float], stray: float = 0.005, n: int = 10) -> list[list[float]]:
    """Runs at these levels that stray from them, of invocations with 2% of noise."""
    return [(level * np.exp(rng.normal(0, stray) + rng.normal(0, 0.02, n))).tolist() for level in levels]


def test_a_step_is_found_where_it_is() -> None:
    rng = np.random.default_rng(1)
    (found,) = steps(runs(rng, [1.0] * 6 + [1.1] * 4))
    assert (found.at, found.verdict.outcome) == (6, "worse")
    assert found.verdict.ratio is not None
    assert found.verdict.ratio.low < 1.1 < found.verdict.ratio.high
    (rate,) = steps(runs(rng, [1.0] * 6 + [1.1] * 4), "higher")
    assert (rate.at, rate.verdict.outcome) == (6, "better")


def test_the_newest_run_alone_may_be_a_step() -> None:
    assert [s.at for s in steps(runs(np.random.default_rng(2), [1.0] * 9 + [1.2]))] == [9]


def test_there_and_back() -> None:
    found = steps(runs(np.random.default_rng(3), [1.0] * 5 + [1.2] * 4 + [1.0] * 4))
    assert [(s.at, s.verdict.outcome) for s in found] == [(5, "worse"), (9, "better")]


def test_a_step_within_the_margin_is_none() -> None:
    rng = np.random.default_rng(4)
    quiet = [(level * np.exp(rng.normal(0, 0.0005, 20))).tolist() for level in [1.0] * 6 + [1.01] * 6]
    assert steps(quiet) == []
    assert [s.at for s in steps(quiet, margin=0.005)] == [6]


def test_four_runs_and_values_without_a_ratio_have_no_steps() -> None:
    rng = np.random.default_rng(5)
    assert steps(runs(rng, [1.0, 1.0, 2.0, 2.0])) == []
    assert steps([*runs(rng, [1.0] * 5), [0.0] * 10]) == []
    assert steps([*runs(rng, [1.0] * 5), []]) == []


@pytest.mark.parametrize("n", [5, 8, 20])
@pytest.mark.parametrize("stray", [0.0, 0.01, 0.03])
def test_runs_that_stray_hold_a_false_step_in_at_most_one_of_twenty(n: int, stray: float) -> None:
    rng = np.random.default_rng(n)
    false = sum(bool(steps(runs(rng, [1.0] * n, stray))) for _ in range(150))
    assert false <= 0.05 * 150 + 2 * (150 * 0.05 * 0.95) ** 0.5
