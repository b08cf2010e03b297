"""Intervals of medians: they hold the median, agree with exact cases, and are empty where nothing is known."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agon.stats.intervals import median_interval, order_interval
from agon.stats.student import student_cdf, student_quantile

times = st.floats(min_value=1e-6, max_value=1e6)
samples = st.lists(times, min_size=1, max_size=14)


@given(samples)
def test_low_median_high_in_order(values: list[float]) -> None:
    interval = median_interval(values)
    assert interval.low <= interval.median <= interval.high
    assert interval.n == len(values)
    assert interval.median == pytest.approx(np.median(values))


@given(st.lists(times, min_size=2, max_size=12), st.floats(0.01, 100))
def test_units_do_not_matter(values: list[float], factor: float) -> None:
    plain = median_interval(values)
    scaled = median_interval([v * factor for v in values])
    assert scaled.low == pytest.approx(plain.low * factor)
    assert scaled.high == pytest.approx(plain.high * factor)


@example([25678.0, 25678.0, 25678.0, 25678.0, 25677.177300346575, 25677.177300346575])
@given(st.lists(times, min_size=6, max_size=40))
def test_single_values_stay_within_their_range(values: list[float]) -> None:
    interval = median_interval(values)
    assert min(values) <= interval.low
    assert interval.high <= max(values)


def test_one_invocation_has_no_width() -> None:
    interval = median_interval([2.0])
    assert (interval.median, interval.low, interval.high, interval.n) == (2.0, 2.0, 2.0, 1)
    assert interval.relative_half_width == math.inf


def test_two_invocations_admit_how_little_they_know() -> None:
    interval = median_interval([1.0, 1.1])
    assert interval.low < 0.7
    assert interval.high > 1.6


def test_equal_values_have_an_interval_of_no_width() -> None:
    for n in (3, 8):
        interval = median_interval([2.0] * n)
        assert (interval.low, interval.high) == pytest.approx((2.0, 2.0))


def test_values_of_zero_are_welcome() -> None:
    assert median_interval([0.0, 0.0, 0.1]).low <= 0


def test_no_values_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one invocation"):
        median_interval([])


def test_order_statistics_match_the_table() -> None:
    # n = 20: the 6th of each end covers 95.86%, the 7th 88.47% (sign-test tables); 95% lies an eighth of the way.
    low, high = order_interval(np.arange(1.0, 21.0))
    assert 6 < low < 6.5
    assert low + high == pytest.approx(21)


@pytest.mark.parametrize(
    ("p", "df", "t"),
    [(0.975, 1, 12.7062), (0.975, 2, 4.3027), (0.975, 4, 2.7764), (0.95, 7, 1.8946), (0.975, 60, 2.0003)],
)
def test_student_quantiles_match_the_tables(p: float, df: int, t: float) -> None:
    assert student_quantile(p, df) == pytest.approx(t, abs=1e-4)
    assert student_cdf(t, df) == pytest.approx(p, abs=1e-5)
    assert student_quantile(1 - p, df) == pytest.approx(-t, abs=1e-4)


def test_a_whole_experiment_is_summarised_at_once() -> None:
    """200 cells of 8 metrics, in under a second of CPU time."""
    rng = np.random.default_rng(1)
    cells = [rng.lognormal(size=10).tolist() for _ in range(1600)]
    began = time.process_time()
    for values in cells:
        median_interval(values)
    assert time.process_time() - began < 1.0
