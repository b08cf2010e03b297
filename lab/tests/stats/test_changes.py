"""Change points: shapes of every kind, and an established library's word."""

from __future__ import annotations

import math

import numpy as np
import pytest
import ruptures

from agon.stats.changes import PENALTY, change_points, noise_of


def levels(bounds: list[int], values: list[float], noise: float, seed: int, n: int = 200) -> np.ndarray:
    rng = np.random.default_rng(seed)
    steps = np.array([values[sum(i >= b for b in bounds)] for i in range(n)])
    return np.log(steps) + rng.normal(0, noise, n)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("noise", [0.01, 0.03])
def test_an_established_library_finds_the_same_changes(seed: int, noise: float) -> None:
    """ruptures' PELT, with the same cost of a change, on series of four levels."""
    rng = np.random.default_rng(seed)
    bounds = sorted(int(b) for b in rng.choice(np.arange(20, 140, 10), size=3, replace=False))
    x = levels(bounds, list(np.cumprod(rng.choice([0.7, 0.85, 1.2, 1.3], size=4))), noise, seed)
    found: list[int] = ruptures.Pelt(model="l2", min_size=1, jump=1).fit(x).predict(pen=3 * noise**2 * math.log(200))
    assert change_points(x, noise) == [0, *found]
    assert set(bounds) <= set(change_points(x, noise))


def test_a_greater_penalty_finds_no_more() -> None:
    x = levels([100], [1.0, 1.02], 0.02, 3)
    assert len(change_points(x, 0.02, 50 * PENALTY)) <= len(change_points(x, 0.02))


def test_the_noise_is_that_of_one_value_whatever_the_levels() -> None:
    x = levels([50, 100, 150], [1.0, 3.0, 0.5, 2.0], 0.05, 1)
    assert noise_of(x) == pytest.approx(0.05, rel=0.3)
