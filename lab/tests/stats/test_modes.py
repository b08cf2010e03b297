"""Values in groups, and values in one piece."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from agon.stats.modes import Group, groups


def test_two_levels_are_two_groups() -> None:
    values = [3.00, 6.01, 3.02, 5.98, 2.99, 6.03, 3.01, 6.00, 2.98, 5.99]
    assert groups(values) == (Group(3.00, 5), Group(6.00, 5))


def test_three_levels_are_three() -> None:
    assert [g.count for g in groups([1.0, 1.01, 0.99, 1.0] * 2 + [2.0, 2.01, 1.99, 2.0] + [8.0, 8.1, 7.9, 8.0])] == [
        8,
        4,
        4,
    ]


def test_one_outlier_is_no_group() -> None:
    assert len(groups([1.0, 1.01, 0.99, 1.02, 0.98, 1.0, 1.01, 0.99, 1.0, 9.0])) == 1


def test_levels_too_close_to_ask_about_are_one() -> None:
    assert len(groups([1.0, 1.01] * 5)) == 1


@pytest.mark.parametrize("values", [[], [1.0], [1.0, 2.0, 1.0, 2.0, 1.0], [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]])
def test_few_values_and_zeros_are_never_split(values: list[float]) -> None:
    assert len(groups(values)) <= 1
    assert sum(g.count for g in groups(values)) == len(values)


@pytest.mark.parametrize("n", [6, 10, 20, 40])
@pytest.mark.parametrize(
    "draw",
    [
        lambda rng, n: np.exp(rng.normal(0, 0.1, n)),
        lambda rng, n: np.exp(rng.uniform(-0.2, 0.2, n)),
        lambda rng, n: np.exp(0.1 * rng.standard_t(3, n)),
        lambda rng, n: np.exp(0.1 * np.exp(0.6 * rng.normal(size=n))),
    ],
    ids=["normal", "uniform", "t3", "skewed"],
)
def test_samples_of_one_piece_are_rarely_split(n: int, draw: Callable[[np.random.Generator, int], np.ndarray]) -> None:
    rng = np.random.default_rng(n)
    split = sum(len(groups(draw(rng, n).tolist())) > 1 for _ in range(500))
    assert split <= 0.02 * 500 + 3 * (500 * 0.02 * 0.98) ** 0.5


@pytest.mark.parametrize("n", [10, 20])
def test_modes_well_apart_are_found(n: int) -> None:
    """Fourteen standard deviations, each mode with a quarter of the processes at least."""
    rng = np.random.default_rng(n)
    found = 0
    for _ in range(200):
        upper = rng.permutation(n) < rng.integers(n // 4 + 1, n - n // 4)
        found += len(groups(np.exp(np.where(upper, 0.5, 0.0) + rng.normal(0, 0.035, n)).tolist())) == 2
    assert found >= 190
