"""Why these methods: how often their 95% intervals cover the truth, on noise such as machines make."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest

from agon.stats.intervals import median_interval, order_interval
from agon.stats.signedrank import critical_value, signed_rank_interval
from agon.stats.stopping import UntilInterval

Array = npt.NDArray[np.float64]
Noise = Callable[[np.random.Generator, tuple[int, ...]], Array]

NOISES: dict[str, Noise] = {
    "normal": lambda rng, shape: rng.normal(0, 0.02, shape),
    "skewed": lambda rng, shape: rng.exponential(0.1, shape),
    "heavy": lambda rng, shape: 0.02 * rng.standard_t(2, shape),
    "two modes": lambda rng, shape: rng.normal(0, 0.01, shape) + 0.1 * (rng.random(shape) < 0.3),
    "bursts": lambda rng, shape: rng.normal(0, 0.02, shape) + rng.exponential(0.3, shape) * (rng.random(shape) < 0.15),
}


def coverage(noise: Noise, invocations: int, iterations: int, trials: int) -> float:
    rng = np.random.default_rng(11)

    def draw(count: int) -> Array:
        between = noise(rng, (count, 1))
        within = noise(rng, (count, iterations)) if iterations > 1 else np.zeros((count, 1))
        return np.exp(between + 0.5 * within)

    truth = float(np.median(np.median(draw(200_000), axis=1)))
    hits = 0
    for _ in range(trials):
        interval = median_interval(np.median(draw(invocations), axis=1).tolist())
        hits += interval.low <= truth <= interval.high
    return hits / trials


@pytest.mark.full
@pytest.mark.parametrize("name", NOISES)
@pytest.mark.parametrize("invocations", [3, 5, 6, 10, 20, 30])
def test_single_values_cover_95_percent(name: str, invocations: int) -> None:
    assert 0.92 <= coverage(NOISES[name], invocations, 1, 2000) <= 0.985


@pytest.mark.full
@pytest.mark.parametrize("name", NOISES)
@pytest.mark.parametrize("invocations", [3, 6, 10, 20])
def test_medians_of_iterations_cover_95_percent(name: str, invocations: int) -> None:
    assert coverage(NOISES[name], invocations, 9, 1000) >= 0.92


def test_coverage_of_ten_invocations() -> None:
    assert 0.92 <= coverage(NOISES["normal"], 10, 1, 600) <= 0.98


@pytest.mark.parametrize("noise", [0.01, 0.03, 0.05])
def test_stopping_at_a_narrow_interval_costs_coverage_and_no_more_than_stated(noise: float) -> None:
    """docs/method.md, "When to stop"."""
    rng = np.random.default_rng(3)
    rule = UntilInterval(0.02)
    hits = 0
    for _ in range(500):
        values: list[float] = []
        while rule.why_stop({"elapsed": values}) is None:
            values.append(float(np.exp(rng.normal(0, noise))))
        interval = median_interval(values)
        hits += interval.low <= 1 <= interval.high
    assert 0.89 <= hits / 500 <= 0.98


@pytest.mark.full
def test_the_plain_bootstrap_would_cover_less() -> None:
    """The reason for order statistics: at 8 values the percentile bootstrap of a median falls short of 95%."""
    rng = np.random.default_rng(5)
    order = plain = 0
    for _ in range(2000):
        values = rng.normal(size=8)
        low, high = order_interval(values)
        order += low <= 0 <= high
        medians = np.median(values[rng.integers(0, 8, (500, 8))], axis=1)
        low, high = np.quantile(medians, [0.025, 0.975])
        plain += low <= 0 <= high
    assert plain / 2000 < 0.93 < order / 2000


def alarms(noise: Noise, shift: float, trials: int) -> tuple[float, float]:
    """Share of 20 pairs' intervals that exclude 0: with capped ranks, and with Wilcoxon's ranks."""
    rng = np.random.default_rng(7)
    capped = wilcoxon = 0
    row, column = np.triu_indices(20)
    for _ in range(trials):
        d = noise(rng, (20,)) + shift - noise(rng, (20,))
        low, high = signed_rank_interval(d)
        capped += low > 0 or high < 0
        means = np.sort((d[row] + d[column]) / 2)
        wilcoxon += means[52] > 0 or means[-53] < 0  # 52: the table's critical value for n = 20 at 5%
    return capped / trials, wilcoxon / trials


@pytest.mark.full
@pytest.mark.parametrize("name", NOISES)
def test_false_alarms_of_pairs_are_exact(name: str) -> None:
    capped, _ = alarms(NOISES[name], 0.0, 3000)
    assert 0.03 <= capped <= 0.06


@pytest.mark.full
def test_capped_ranks_find_more_among_bursts() -> None:
    capped, wilcoxon = alarms(NOISES["bursts"], 0.0488, 1500)
    assert capped > 0.85 > wilcoxon


def test_five_pairs_cannot_reject() -> None:
    assert critical_value(5) is None
    assert critical_value(6) == 0
