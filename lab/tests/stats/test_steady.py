"""Where warm-up ends, and whether what follows is stationary: on series whose truth is known."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.series import STATIONARY, Source, by_time, independent, step

from agon.stats.steady import LEAST, change, modes, warm_up, word

DRAWS = 60


def often(source: Source, iterations: int, draws: int = DRAWS) -> list[list[float]]:
    rng = np.random.default_rng(5)
    return [source(rng, iterations).tolist() for _ in range(draws)]


def share(source: Source, iterations: int, wanted: str, draws: int = DRAWS) -> float:
    words = [word(times[warm_up(times) :]) for times in often(source, iterations, draws)]
    return words.count(wanted) / len(words)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", STATIONARY)
def test_stationary_processes_do_not_drift(name: str) -> None:
    """Long enough for their correlation: 1000 iterations."""
    assert share(STATIONARY[name], 1000, "drifting") <= 0.05


@pytest.mark.parametrize("iterations", [50, 100, 250])
@pytest.mark.parametrize("name", ["independent 1%", "independent 25%", "heavy-tailed 5%", "AR(1) 0.8, 5%"])
def test_nor_do_short_ones_whose_iterations_hardly_depend_on_each_other(name: str, iterations: int) -> None:
    assert share(STATIONARY[name], iterations, "drifting") <= 0.07


@pytest.mark.parametrize("name", ["AR(1) 0.95, 2%", "AR(1) 0.95, 5%"])
def test_of_short_ones_that_do_little_is_claimed(name: str) -> None:
    assert share(STATIONARY[name], 50, "drifting") <= 0.15
    assert share(STATIONARY[name], 50, "too short to say") >= 0.2


def test_few_iterations_show_nothing() -> None:
    assert word([1e6] * (LEAST - 1)) == "too short to say"
    assert word([1e6] * LEAST) == "steady"


@pytest.mark.parametrize("percent", [4, 10, 40])
@pytest.mark.parametrize("iterations", [100, 1000])
def test_a_trend_is_drift(percent: float, iterations: int) -> None:
    def growing(rng: np.random.Generator, n: int) -> np.ndarray:
        return 1e6 * (1 + percent / 100 * np.arange(n) / n) * np.exp(rng.normal(0, 0.01, n))

    assert sum(word(times) == "drifting" for times in often(growing, iterations)) >= 0.95 * DRAWS


def test_a_step_near_the_end_is_drift_as_one_in_the_middle() -> None:
    for at in (0.1, 0.5, 0.9):
        times = [1.3e6 if i < at * 300 else 1e6 for i in range(300)]
        assert change(times).shown


def test_what_is_smaller_than_the_tolerance_is_no_change() -> None:
    assert not change([1e6 * (1 + 0.015 * i / 300) for i in range(300)]).shown


def test_recurring_levels_are_modes_with_their_shares() -> None:
    found = [modes(times) for times in often(STATIONARY["two levels, 70%, stays of 20 and 10"], 1000)]
    named = [levels for levels in found if levels]
    assert len(named) >= 0.95 * DRAWS
    low, high = (np.mean([levels[i].value for levels in named]) for i in (0, 1))
    assert low == pytest.approx(3e6, rel=0.02)
    assert high == pytest.approx(5.1e6, rel=0.03)
    assert np.mean([levels[0].share for levels in named]) == pytest.approx(2 / 3, abs=0.06)


@pytest.mark.parametrize("name", [n for n in STATIONARY if not n.startswith("two levels")])
def test_other_noise_is_no_mode(name: str) -> None:
    assert share(STATIONARY[name], 1000, "several modes") <= 0.05


@pytest.mark.parametrize("iterations", [20, 100, 1000])
def test_of_what_is_warm_from_the_start_nothing_is_left_out(iterations: int) -> None:
    found = [warm_up(times) for times in often(independent(0.05), iterations)]
    assert sum(start > 1 for start in found) <= 0.07 * DRAWS


@pytest.mark.parametrize("iterations", [6, 8, 20, 300, 1000])
def test_a_slow_first_iteration_is_left_out(iterations: int) -> None:
    found = [warm_up(t) for t in often(by_time(lambda spent: 10 if spent == 0 else 1, 0.01), iterations)]
    assert sum(start >= 1 for start in found) >= 0.95 * DRAWS
    assert np.median(found) <= max(1, iterations // 100)


@pytest.mark.parametrize("at_s", [0.2, 1.2])
@pytest.mark.parametrize("factor", [1.05, 1.5, 5])
def test_a_step_ends_warm_up(at_s: float, factor: float) -> None:
    for times in often(step(at_s, factor), 1200, 20):
        before = int(np.searchsorted(np.cumsum(times), at_s * 1e9))
        assert before - 6 <= warm_up(times) <= before + 150


def test_gradual_warm_up() -> None:
    for times in often(by_time(lambda spent: 1 + 2 * math.exp(-spent / 0.1)), 1000, 20):
        start = warm_up(times)
        assert np.mean(times[start:]) <= 1.02 * 3e6


def test_pauses_are_not_warm_up() -> None:
    found = [warm_up(times) for times in often(STATIONARY["every 25th four times as long"], 500)]
    assert found.count(0) >= 0.9 * DRAWS


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=60))
def test_whatever_the_times_at_least_half_follow(times: list[int]) -> None:
    assert 0 <= warm_up(times) <= len(times) / 2
    assert word(times) in ("steady", "drifting", "several modes", "too short to say")


@given(st.integers(1, 1000))
def test_units_do_not_matter(factor: int) -> None:
    times = often(step(0.2), 300, 1)[0]
    assert warm_up([t * factor for t in times]) == warm_up(times)
    assert change([t * factor for t in times]).shown == change(times).shown
