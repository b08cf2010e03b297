"""Spread between builds and within them, and the unit of which intervals are made."""

from __future__ import annotations

import math

import numpy as np
import pytest

from agon.stats.comparison import paired
from agon.stats.components import by_build, components
from agon.stats.intervals import median_interval


def test_one_build_is_taken_block_by_block() -> None:
    assert by_build({3: 1.0, 4: 2.0}, 1) == {3: 1.0, 4: 2.0}


def test_several_are_taken_build_by_build() -> None:
    values = {0: 1.0, 1: 5.0, 2: 2.0, 3: 7.0, 4: 9.0}
    assert by_build(values, 2) == {0: 2.0, 1: 6.0}
    assert by_build({0: 1.0, 2: 3.0}, 4) == {0: 1.0, 2: 3.0}  # two builds have not run yet


def test_without_two_builds_or_two_values_of_one_nothing_is_known() -> None:
    assert components([]) is None
    assert components([[1.0, 2.0]]) is None
    assert components([[1.0], [2.0]]) is None


def test_what_differs_between_builds_alone_is_between_them() -> None:
    found = components([[1.0, 1.0], [math.e, math.e]])
    assert found is not None
    assert (found.within, found.builds) == (0.0, 2)
    assert found.between == pytest.approx(math.sqrt(0.5))


def test_builds_that_are_alike_have_none() -> None:
    found = components([[1.0, 2.0, 3.0]] * 4)
    assert found is not None
    assert found.between == 0
    assert found.within > 0


@pytest.mark.parametrize("sizes", [(3,) * 8, (4, 4, 4, 3, 3, 3, 3, 3)])
def test_planted_components_are_found(sizes: tuple[int, ...]) -> None:
    draw = np.random.default_rng(3)
    squares: list[tuple[float, float]] = []
    for _ in range(2000):
        builds = draw.normal(0, 0.03, len(sizes))
        found = components([list(np.exp(b + draw.normal(0, 0.02, n))) for b, n in zip(builds, sizes, strict=True)])
        assert found is not None
        squares.append((found.between**2, found.within**2))
    between, within = np.sqrt(np.mean(squares, axis=0))
    assert between == pytest.approx(0.03, rel=0.05)
    assert within == pytest.approx(0.02, rel=0.03)


def rates(builds: int, rounds: int, unit: int, other_has_one: bool = False) -> tuple[float, float]:
    """Share of pairs of platforms, equal over all builds, that are called different; share of intervals that cover.

    Spread between builds 3%, between processes 1%. `unit`: builds by which values are grouped; 1: block by block.
    """
    draw = np.random.default_rng(5)
    false, covered, times = 0, 0, 600
    for _ in range(times):
        blocks = np.arange(builds * rounds)
        levels = draw.normal(0, 0.03, (2, builds)) * np.array([[1], [0 if other_has_one else 1]])
        machine = draw.normal(0, 0.01, len(blocks))  # both of a block alike
        a, b = (np.exp(level[blocks % builds] + machine + draw.normal(0, 0.01, len(blocks))) for level in levels)
        units = [by_build(dict(enumerate(map(float, values))), unit) for values in (a, b)]
        false += paired(*units, 0.95).differs
        interval = median_interval([*units[0].values()])
        covered += interval.low <= 1 <= interval.high
    return false / times, covered / times


@pytest.mark.parametrize(("builds", "rounds"), [(5, 2), (8, 3), (20, 1)])
def test_intervals_of_builds_keep_their_level(builds: int, rounds: int) -> None:
    false, covered = rates(builds, rounds, unit=builds)
    assert false <= 0.07  # 0.05 and two standard errors of 600 draws
    assert covered >= 0.93


def test_they_do_where_one_of_two_platforms_has_one_build() -> None:
    false, _ = rates(8, 3, unit=8, other_has_one=True)
    assert false <= 0.07


def test_intervals_of_blocks_would_not() -> None:
    false, covered = rates(5, 6, unit=1)
    assert false > 0.2
    assert covered < 0.8
