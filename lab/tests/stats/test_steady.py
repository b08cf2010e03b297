"""Steady state: warm-up of every shape is left out, and what never settles is said so."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agon.stats.steady import LEAST, find_steady_state


def series(
    level: Callable[[int], float],
    *,
    invocations: int = 10,
    iterations: int = 30,
    noise: float = 0.01,
    spikes: float = 0.0,
) -> list[list[int]]:
    rng = np.random.default_rng(4)

    def one(i: int) -> int:
        spike = float(rng.exponential(0.5)) if rng.random() < spikes else 0.0
        return int(1e8 * level(i) * math.exp(rng.normal(0, noise) + spike))

    return [[one(i) for i in range(iterations)] for _ in range(invocations)]


def flat(_: int) -> float:
    return 1.0


@pytest.mark.parametrize("noise", [0.003, 0.02, 0.05])
def test_no_warm_up_is_steady_from_the_start(noise: float) -> None:
    found = find_steady_state(series(flat, noise=noise))
    assert (found.found, found.start) == (True, 0)


def test_pauses_for_collection_are_not_warm_up() -> None:
    found = find_steady_state(series(flat, noise=0.005, spikes=0.05))
    assert (found.found, found.start) == (True, 0)


@pytest.mark.parametrize("invocations", [1, 3, 10])
def test_a_slow_first_iteration_is_left_out(invocations: int) -> None:
    found = find_steady_state(series(lambda i: 1.5 if i == 0 else 1.0, invocations=invocations))
    assert (found.found, found.start) == (True, 1)


def test_a_small_warm_up_that_only_all_invocations_show() -> None:
    shape = series(lambda i: 1.08 if i == 0 else 1.0, invocations=20, noise=0.03)
    assert find_steady_state(shape).start == 1


def test_gradual_warm_up() -> None:
    found = find_steady_state(series(lambda i: 1 + 2 * math.exp(-i / 3)))
    assert found.found
    assert 9 <= found.start <= 18


def test_a_late_step() -> None:
    found = find_steady_state(series(lambda i: 1.3 if i < 12 else 1.0))
    assert (found.found, found.start) == (True, 12)


def test_a_step_too_late_leaves_nothing() -> None:
    assert not find_steady_state(series(lambda i: 1.3 if i < 27 else 1.0)).found


def test_what_slows_down_to_the_end_is_not_steady() -> None:
    assert not find_steady_state(series(lambda i: 1 + 0.03 * i)).found


def test_most_invocations_decide() -> None:
    steady = series(flat, invocations=9)
    odd = series(lambda i: 1 + 0.05 * i, invocations=1)
    assert find_steady_state(steady + odd).found
    assert not find_steady_state(steady[:3] + odd * 3).found


@given(st.lists(st.lists(st.integers(1, 10**9), max_size=LEAST - 1), max_size=6))
def test_too_few_iterations_are_never_steady(values: list[list[int]]) -> None:
    assert not find_steady_state(values).found


@given(st.lists(st.lists(st.integers(0, 10**12), min_size=5, max_size=25), min_size=1, max_size=6))
def test_whatever_the_times_enough_iterations_follow_the_start(values: list[list[int]]) -> None:
    found = find_steady_state(values)
    if found.found:
        assert 0 <= found.start <= min(len(v) for v in values) - LEAST


@given(st.integers(1, 1000))
def test_units_do_not_matter(factor: int) -> None:
    shape = series(lambda i: 1 + math.exp(-i), invocations=3)
    assert find_steady_state([[v * factor for v in s] for s in shape]) == find_steady_state(shape)
