"""Intervals of medians: they hold the median, agree with exact cases, and say nothing where nothing is known."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agon.stats.intervals import hierarchical_interval, order_interval, widened_tail
from agon.stats.student import student_cdf, student_quantile

times = st.floats(min_value=1e-6, max_value=1e6)
groups = st.lists(st.lists(times, min_size=1, max_size=8), min_size=1, max_size=14)


@given(groups, st.integers(0, 2**40))
def test_low_median_high_in_order(values: list[list[float]], seed: int) -> None:
    interval = hierarchical_interval(values, seed=seed, resamples=100)
    assert interval.low <= interval.median <= interval.high
    assert interval.n == len(values)
    assert interval.median == pytest.approx(np.median([np.median(g) for g in values]))


@given(groups, st.integers(0, 2**40))
def test_the_seed_decides(values: list[list[float]], seed: int) -> None:
    first, second = (hierarchical_interval(values, seed=seed, resamples=100) for _ in range(2))
    assert first == second


@given(st.lists(st.lists(times, min_size=1, max_size=5), min_size=2, max_size=12), st.floats(0.01, 100))
def test_units_do_not_matter(values: list[list[float]], factor: float) -> None:
    plain = hierarchical_interval(values, seed=1, resamples=100)
    scaled = hierarchical_interval([[v * factor for v in g] for g in values], seed=1, resamples=100)
    assert scaled.low == pytest.approx(plain.low * factor)
    assert scaled.high == pytest.approx(plain.high * factor)


@example([25678.0, 25678.0, 25678.0, 25678.0, 25677.177300346575, 25677.177300346575])
@given(st.lists(times, min_size=6, max_size=40))
def test_single_values_stay_within_their_range(values: list[float]) -> None:
    interval = hierarchical_interval([[v] for v in values], seed=0)
    assert min(values) <= interval.low
    assert interval.high <= max(values)


def test_one_invocation_has_no_width() -> None:
    interval = hierarchical_interval([[3.0, 1.0, 2.0]], seed=1)
    assert (interval.median, interval.low, interval.high, interval.n) == (2.0, 2.0, 2.0, 1)
    assert interval.relative_half_width == math.inf


def test_two_invocations_admit_how_little_they_know() -> None:
    interval = hierarchical_interval([[1.0], [1.1]], seed=1)
    assert interval.low < 0.7
    assert interval.high > 1.6


def test_equal_values_have_an_interval_of_no_width() -> None:
    for inner in (1, 3):
        interval = hierarchical_interval([[2.0] * inner] * 8, seed=1)
        assert (interval.low, interval.high) == (2.0, 2.0)


def test_values_of_zero_are_welcome() -> None:
    assert hierarchical_interval([[0.0], [0.0], [0.1]], seed=1).low <= 0


def test_no_values_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one invocation"):
        hierarchical_interval([[], []], seed=1)


def test_order_statistics_match_the_table() -> None:
    # n = 20: the 6th of each end covers 95.86%, the 7th 88.47% (sign-test tables); 95% lies an eighth of the way.
    low, high = order_interval(np.arange(1.0, 21.0))
    assert 6 < low < 6.5
    assert low + high == pytest.approx(21)


def test_a_known_bootstrap() -> None:
    """The short cut by Beta numbers draws from the same distribution as drawing every iteration."""
    values = [[1.0, 1.4, 1.1, 1.3], [2.0, 2.2, 2.1], [1.6, 1.5, 1.9, 1.7, 1.8], [1.2], [2.4, 2.3], [1.75, 1.65]]
    rng = np.random.default_rng(3)
    plain: list[float] = []
    for _ in range(6000):
        drawn = [values[i] for i in rng.integers(0, 6, 6)]
        plain.append(float(np.median([np.median(rng.choice(g, len(g))) for g in drawn])))
    tail = widened_tail(6, 0.95)
    low, high = np.quantile(plain, [tail, 1 - tail])
    interval = hierarchical_interval(values, seed=9, resamples=6000)
    assert interval.low == pytest.approx(low, abs=0.05)
    assert interval.high == pytest.approx(high, abs=0.05)


@pytest.mark.parametrize(
    ("p", "df", "t"),
    [(0.975, 1, 12.7062), (0.975, 2, 4.3027), (0.975, 4, 2.7764), (0.95, 7, 1.8946), (0.975, 60, 2.0003)],
)
def test_student_quantiles_match_the_tables(p: float, df: int, t: float) -> None:
    assert student_quantile(p, df) == pytest.approx(t, abs=1e-4)
    assert student_cdf(t, df) == pytest.approx(p, abs=1e-5)
    assert student_quantile(1 - p, df) == pytest.approx(-t, abs=1e-4)


def test_a_whole_experiment_is_summarised_at_once() -> None:
    """200 cells of 8 metrics, two of them with iterations, in under two seconds of CPU time."""
    rng = np.random.default_rng(1)
    single = [[[float(v)] for v in rng.lognormal(size=10)] for _ in range(1200)]
    nested = [[rng.lognormal(size=30).tolist() for _ in range(10)] for _ in range(400)]
    began = time.process_time()
    for cell in (*single, *nested):
        hierarchical_interval(cell, seed=1)
    assert time.process_time() - began < 2.0
