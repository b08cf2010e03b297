"""Where warm-up ends: shapes of every kind, noise that hides nothing it need not, and an established library's word."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
import ruptures
from hypothesis import given
from hypothesis import strategies as st

from agon.stats.steady import BINS, LEAST, TOLERANCE, settle, tail


def times(
    level: Callable[[int], float], iterations: int = 30, *, noise: float = 0.01, spikes: float = 0.0, seed: int = 4
) -> list[int]:
    rng = np.random.default_rng(seed)

    def one(i: int) -> int:
        spike = float(rng.exponential(0.5)) if rng.random() < spikes else 0.0
        return int(1e8 * level(i) * math.exp(rng.normal(0, noise) + spike))

    return [one(i) for i in range(iterations)]


def often(level: Callable[[int], float], iterations: int, noise: float) -> list[int | None]:
    return [settle(times(level, iterations, noise=noise, seed=seed)) for seed in range(50)]


def flat(_: int) -> float:
    return 1.0


@pytest.mark.parametrize("noise", [0.003, 0.02, 0.05, 0.25])
def test_no_warm_up_is_settled_from_the_start(noise: float) -> None:
    assert often(flat, 100, noise).count(0) >= 45


def test_pauses_for_collection_are_not_warm_up() -> None:
    assert settle(times(flat, noise=0.005, spikes=0.05)) == 0


@pytest.mark.parametrize("iterations", [4, 5, 6, 8, 20])
def test_a_slow_first_iteration_is_left_out_however_few_follow(iterations: int) -> None:
    found = often(lambda i: 2.0 if i == 0 else 1.0, iterations, noise=0.01)
    assert found.count(0) == 0
    assert found.count(1) >= 40


def test_gradual_warm_up() -> None:
    start = settle(times(lambda i: 1 + 2 * math.exp(-i / 3)))
    assert start is not None
    assert 9 <= start <= 18


def test_a_late_step() -> None:
    assert settle(times(lambda i: 1.3 if i < 12 else 1.0)) == 12


def test_noise_does_not_make_a_step_pass_for_settled() -> None:
    found = often(lambda i: 1.1 if i < 120 else 1.0, 300, noise=0.10)
    assert sum(start is not None and start < 100 for start in found) <= 3


def test_a_step_too_late_leaves_nothing() -> None:
    assert settle(times(lambda i: 1.3 if i < 27 else 1.0)) is None


def test_a_disturbed_stretch_is_no_change_if_the_process_comes_back() -> None:
    assert settle(times(lambda i: 1.3 if 60 <= i < 75 else 1.0, 100)) == 0
    assert settle(times(lambda i: 1.3 if 30 <= i < 70 else 1.0, 100)) == 70


def test_what_ends_at_another_level_has_not_settled() -> None:
    assert settle(times(lambda i: 1.3 if i >= 92 else 1.0, 100)) is None


def test_three_iterations_that_still_fall_have_not_settled() -> None:
    assert settle([1000, 800, 750]) is None
    assert settle([1000, 1003, 998]) == 0


def test_what_slows_down_to_the_end_has_not_settled() -> None:
    assert settle(times(lambda i: 1 + 0.03 * i)) is None


@pytest.mark.parametrize("iterations", [BINS + 1, 700, 1000])
def test_a_long_series_is_binned_and_its_start_is_still_an_iteration(iterations: int) -> None:
    start = settle(times(lambda i: 1.4 if i < 120 else 1.0, iterations))
    assert start is not None
    assert abs(start - 120) <= math.ceil(iterations / BINS)
    assert settle(times(flat, iterations)) == 0


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("noise", [0.01, 0.03])
def test_an_established_library_finds_the_same_changes(seed: int, noise: float) -> None:
    """ruptures' PELT, with the same cost of a change, on series of up to four levels."""
    rng = np.random.default_rng(seed)
    bounds = sorted(int(b) for b in rng.choice(np.arange(20, 140, 10), size=3, replace=False))
    levels = np.cumprod(rng.choice([0.7, 0.85, 1.2, 1.3], size=4))
    series = times(lambda i: float(levels[sum(i >= b for b in bounds)]), 200, noise=noise, seed=seed)
    logs = np.log(np.asarray(series, dtype=np.float64))
    penalty = 3 * noise**2 * math.log(len(logs))
    changes: list[int] = ruptures.Pelt(model="l2", min_size=1, jump=1).fit(logs).predict(pen=penalty)
    last = next((b for b in reversed([0, *changes[:-1]]) if b <= len(logs) - LEAST), 0)
    start = settle(series)
    assert start is not None
    assert abs(logs[start:].mean() - logs[last:].mean()) <= TOLERANCE
    assert start <= last
    assert start in (0, *changes)


def test_what_never_settles_is_spoken_for_by_its_last_quarter() -> None:
    assert tail(times(lambda i: 1 + 0.03 * i, 40)) == (30, False)
    assert tail([5]) == (0, False)
    assert tail(times(lambda i: 2.0 if i == 0 else 1.0, 20)) == (1, True)


@given(st.lists(st.integers(1, 10**9), max_size=LEAST - 1))
def test_too_few_iterations_never_settle(values: list[int]) -> None:
    assert settle(values) is None


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=40))
def test_whatever_the_times_enough_iterations_follow_the_start(values: list[int]) -> None:
    start, found = tail(values)
    assert 0 <= start < len(values)
    if found:
        assert len(values) - start >= max(LEAST, len(values) / 4)


@given(st.integers(1, 1000))
def test_units_do_not_matter(factor: int) -> None:
    shape = times(lambda i: 1 + math.exp(-i))
    assert settle([v * factor for v in shape]) == settle(shape)
