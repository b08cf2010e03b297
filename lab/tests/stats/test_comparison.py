"""Comparison of two samples: symmetric, honest about few values, true to a brute-force test."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agon.stats.comparison import independent, paired, session_drift
from agon.stats.ranksum import rank_sum_critical, rank_sum_interval
from agon.stats.signedrank import critical_value, signed_rank_centres, signed_rank_interval

times = st.floats(min_value=1e-3, max_value=1e3)
blocks = st.integers(2, 25).flatmap(lambda n: st.lists(st.tuples(times, times), min_size=n, max_size=n))


@given(blocks)
def test_pairs_swapped_give_the_inverse(pairs: list[tuple[float, float]]) -> None:
    a = {k: p[0] for k, p in enumerate(pairs)}
    b = {k: p[1] for k, p in enumerate(pairs)}
    there, back = paired(a, b), paired(b, a)
    assert there.low <= there.ratio <= there.high
    assert there.ratio == pytest.approx(1 / back.ratio)
    assert math.log(there.low) == pytest.approx(-math.log(back.high), abs=1e-9) or math.isinf(back.high)


@given(blocks)
def test_a_side_scaled_scales_the_ratio(pairs: list[tuple[float, float]]) -> None:
    a, b = [p[0] for p in pairs], [p[1] for p in pairs]
    plain = independent(a, b)
    scaled = independent(a, [2 * v for v in b])
    assert plain.low <= plain.ratio <= plain.high
    assert scaled.ratio == pytest.approx(2 * plain.ratio)


def test_what_hits_a_whole_block_cancels() -> None:
    rng = np.random.default_rng(1)
    machine = rng.lognormal(0, 0.5, 20)
    a = dict(enumerate(machine * rng.lognormal(0, 0.01, 20)))
    b = dict(enumerate(1.05 * machine * rng.lognormal(0, 0.01, 20)))
    ratio = paired(a, b)
    assert ratio.low > 1.03
    assert ratio.high < 1.07
    assert not independent([*a.values()], [*b.values()]).differs


def test_only_shared_blocks_count() -> None:
    assert paired({0: 1.0, 1: 1.0, 2: 1.1, 9: 50.0}, {0: 2.0, 1: 2.0, 2: 2.2, 7: 1.0}).n == 3


def test_a_spoilt_pair_or_three_does_not_hide_a_slow_down() -> None:
    rng = np.random.default_rng(2)
    a = {k: float(v) for k, v in enumerate(rng.lognormal(0, 0.01, 20))}
    b = {k: 1.05 * float(v) for k, v in enumerate(rng.lognormal(0, 0.01, 20))}
    for block in (3, 8, 15):
        a[block] *= 3
    assert paired(a, b).low > 1


@pytest.mark.parametrize("n", [6, 7, 9])
def test_signed_rank_interval_against_every_assignment_of_signs(n: int) -> None:
    """The interval holds exactly the shifts that the exact permutation test does not reject."""
    rng = np.random.default_rng(n)
    differences = rng.normal(0.3, 1, n)
    weights = np.minimum(np.arange(1, n + 1), n // 2)
    sums = [
        sum(w for w, keep in zip(weights, signs, strict=True) if keep) for signs in itertools.product((0, 1), repeat=n)
    ]

    def rejected(shift: float) -> bool:
        shifted = differences - shift
        order = np.argsort(np.abs(shifted))
        above = sum(w for w, d in zip(weights, shifted[order], strict=True) if d > 0)
        side = min(above, sum(weights) - above)
        return 2 * sum(s <= side for s in sums) / 2**n <= 0.05

    low, high = signed_rank_interval(differences)
    assert low <= signed_rank_centres(differences[None])[0] <= high
    for shift in np.linspace(-4, 4, 1601):
        if min(abs(shift - low), abs(shift - high)) > 1e-6:
            assert rejected(shift) == (not low < shift < high)


def test_critical_values_are_as_large_as_allowed() -> None:
    for n in range(6, 14):
        weights = np.minimum(np.arange(1, n + 1), n // 2)
        sums = np.array([np.dot(weights, signs) for signs in itertools.product((0, 1), repeat=n)])
        critical = critical_value(n)
        assert critical is not None
        assert np.mean(sums <= critical) <= 0.025 < np.mean(sums <= critical + 1)


@settings(max_examples=30)
@given(st.floats(0, 0.5), st.integers(0, 1000))
def test_drift_only_widens(drift: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = rng.lognormal(0, 0.05, 12).tolist(), rng.lognormal(0, 0.05, 12).tolist()
    still, drifting = independent(a, b), independent(a, b, drift=drift)
    assert drifting.low <= still.low + 1e-12
    assert drifting.high >= still.high - 1e-12


def test_drift_is_seen_in_a_session_that_creeps() -> None:
    rng = np.random.default_rng(3)
    quiet = [rng.normal(0, 0.01, 20).tolist() for _ in range(2)]
    creeping = [(np.linspace(0, 0.2, 20) + rng.normal(0, 0.01, 20)).tolist() for _ in range(2)]
    assert session_drift(quiet) < 0.01
    assert session_drift(creeping) == pytest.approx(0.1, abs=0.03)
    assert session_drift([[0.0, 0.1, 0.2]]) == 0.0


def test_one_invocation_is_not_compared() -> None:
    with pytest.raises(ValueError, match="fewer than two"):
        independent([1.0], [2.0])
    with pytest.raises(ValueError, match="fewer than two"):
        paired({0: 1.0, 1: 1.0}, {1: 2.0})


@pytest.mark.parametrize("bad", [0.0, -1.0, math.inf, math.nan])
def test_values_without_a_ratio_are_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        independent([1.0, bad], [2.0, 2.0])


def test_few_invocations_show_only_large_differences() -> None:
    assert not independent([1.0, 1.1], [1.3, 1.4]).differs
    assert independent([1.0, 1.01, 0.99], [3.0, 3.1, 2.9]).differs


@pytest.mark.parametrize(("n", "m"), [(4, 4), (5, 6), (7, 4)])
def test_rank_sum_interval_against_every_way_to_deal_the_values(n: int, m: int) -> None:
    """The interval holds exactly the shifts that the exact rank-sum test does not reject."""
    rng = np.random.default_rng(n * m)
    a, b = rng.normal(0, 1, n), rng.normal(0.5, 2, m)
    ranks = range(n + m)
    dealt = [sum(i > j for i in first for j in set(ranks) - set(first)) for first in itertools.combinations(ranks, n)]

    def rejected(shift: float) -> bool:
        above = int((np.subtract.outer(b - shift, a) > 0).sum())
        side = min(above, n * m - above)
        return 2 * sum(d <= side for d in dealt) / len(dealt) <= 0.05

    centre, low, high = rank_sum_interval(a, b)
    assert low <= centre <= high
    for shift in np.linspace(-8, 8, 801):
        if min(abs(shift - low), abs(shift - high)) > 1e-6:
            assert rejected(shift) == (not low < shift < high)


def test_the_rank_sums_normal_approximation_joins_on() -> None:
    exact = rank_sum_critical(100, 100, 0.95)
    approximate = rank_sum_critical(100, 101, 0.95)
    assert exact is not None
    assert approximate is not None
    assert 0 <= approximate - exact <= 60


@given(blocks, st.floats(0, 0.3))
def test_experiments_swapped_give_the_inverse(pairs: list[tuple[float, float]], drift: float) -> None:
    a, b = [p[0] for p in pairs], [p[1] for p in pairs]
    there, back = independent(a, b, drift=drift), independent(b, a, drift=drift)
    assert there.low <= there.ratio <= there.high
    assert there.ratio == pytest.approx(1 / back.ratio)
    assert math.log(there.low) == pytest.approx(-math.log(back.high), abs=1e-9) or math.isinf(back.high)


def test_separate_experiments_are_not_paired_by_block() -> None:
    """In the same blocks a shared mood cancels; between two experiments it is chance, and the order means nothing."""
    rng = np.random.default_rng(1)
    mood = rng.lognormal(0, 0.5, 20)
    a = [float(v) for v in mood]
    b = [float(v) * 1.05 for v in mood]
    assert paired(dict(enumerate(a)), dict(enumerate(b))).differs
    apart = independent(a, b)
    assert not apart.differs
    assert independent(sorted(a), sorted(b, reverse=True)) == apart


def test_a_stricter_level_and_drift_widen_the_interval_of_experiments() -> None:
    rng = np.random.default_rng(5)
    a, b = rng.lognormal(0, 0.02, 20).tolist(), rng.lognormal(0, 0.02, 20).tolist()
    plain = independent(a, b)
    for wider in (independent(a, b, 0.9999), independent(a, b, drift=0.01)):
        assert wider.ratio == pytest.approx(plain.ratio)
        assert wider.low < plain.low < plain.high < wider.high
    few = independent(a[:5], b[:5], 0.999)  # no rank-sum test of five can reach that
    assert few.low < independent(a[:5], b[:5]).low
