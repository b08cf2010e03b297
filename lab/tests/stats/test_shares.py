"""Fairness, responsiveness, speed-up and the stopping rule."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agon.stats.fairness import five_numbers, stddev, unfairness
from agon.stats.responsiveness import by_size, quantiles, seconds, small_and_large
from agon.stats.speedup import speed_ups
from agon.stats.stopping import UntilInterval

shares = st.lists(st.integers(0, 10**9).map(float), min_size=1, max_size=50)


@given(shares)
def test_fairness_stays_within_its_bounds(values: list[float]) -> None:
    assert 0 <= unfairness(values) <= 1
    assert stddev(values) >= 0
    box = five_numbers(values)
    assert box.min <= box.q1 <= box.median <= box.q3 <= box.max


@given(st.integers(1, 10**9), st.integers(1, 40))
def test_equal_shares_are_fair(share: int, n: int) -> None:
    values = [float(share)] * n
    assert unfairness(values) == 0
    assert stddev(values) == pytest.approx(0, abs=1e-6)


@given(shares, st.floats(0.001, 1000))
def test_fairness_has_no_unit(values: list[float], factor: float) -> None:
    scaled = [v * factor for v in values]
    assert unfairness(scaled) == pytest.approx(unfairness(values))


def test_one_takes_all() -> None:
    assert unfairness([10.0, 0.0, 0.0, 0.0]) == 1
    assert stddev([2.0, 4.0]) == 1.0


def test_no_platform_has_a_share() -> None:
    assert unfairness([0.0, 0.0]) == 0
    with pytest.raises(ValueError, match="no shares"):
        stddev([])
    with pytest.raises(ValueError, match="negative"):
        unfairness([-1.0, 2.0])


answers = st.lists(st.tuples(st.integers(0, 27), st.integers(0, 10**12)), max_size=200)


@given(answers, st.integers(0, 27))
def test_every_answer_is_counted_once(points: list[tuple[int, int]], max_size: int) -> None:
    sizes, ns = [p[0] for p in points], [p[1] for p in points]
    found = by_size(sizes, ns)
    assert list(found) == sorted(set(sizes))
    for size, answer in found.items():
        mine = [t for n, t in points if n == size]
        assert answer == quantiles(mine)
        assert answer.p99 is None  # of no more than 200
    small, large = small_and_large(sizes, ns, max_size)
    assert (small.count if small else 0) == sum(2 * n <= max_size for n in sizes)
    assert (small.count if small else 0) + (large.count if large else 0) == len(points)


@given(st.lists(st.integers(0, 10**12), min_size=368, max_size=500))
def test_p99_is_a_measured_time_that_at_most_one_percent_exceed(ns: list[int]) -> None:
    p99 = quantiles(ns).p99
    assert p99 in ns
    assert sum(t > p99 for t in ns) <= len(ns) / 100


def test_p99_is_not_quoted_of_too_few() -> None:
    found = quantiles(np.arange(1, 401))
    assert (found.count, found.p50, found.p99) == (400, 200.5, 396.0)
    assert quantiles(np.arange(367)).p99 is None
    assert quantiles(np.arange(368)).p99 is not None
    assert seconds("rtt", found) == {"rtt_p50": 2.005e-07, "rtt_p99": 3.96e-07}
    assert seconds("rtt", quantiles([7])) == {"rtt_p50": 7e-9}


def test_sizes_and_times_belong_together() -> None:
    with pytest.raises(ValueError, match="2 sizes for 1 response times"):
        by_size([1, 2], [5])


def test_speed_up_is_against_the_own_single_core() -> None:
    rng = np.random.default_rng(1)

    def times(seconds: float) -> dict[int, float]:
        return {block: seconds * float(rng.lognormal(0, 0.01)) for block in range(10)}

    one, two, four = speed_ups({4: times(3.0), 1: times(8.0), 2: times(4.0)})
    assert (one.cores, one.speed_up.ratio, one.speed_up.low) == (1, 1.0, 1.0)
    assert two.speed_up.ratio == pytest.approx(2, rel=0.02)
    assert four.speed_up.low < 8 / 3 < four.speed_up.high
    assert speed_ups({2: times(4.0)}) == []


def test_speed_up_is_paired_block_by_block() -> None:
    """What slows a whole block down slows one core and two alike."""
    rng = np.random.default_rng(2)
    level = rng.lognormal(0, 0.3, 10)
    one, two = ({b: s * float(level[b] * rng.lognormal(0, 0.01)) for b in range(10)} for s in (8.0, 4.0))
    _, up = speed_ups({1: one, 2: two})
    assert 1.96 < up.speed_up.low < 2 < up.speed_up.high < 2.04
    assert speed_ups({1: {0: 8.0, 1: 8.0}, 2: {1: 4.0, 2: 4.0}})[1:] == []  # one block in common


def test_sampling_stops_when_narrow_and_not_before_the_minimum() -> None:
    rule = UntilInterval(0.02, minimum=6, maximum=50)
    narrow = [1.0 + 0.001 * k for k in range(5)]
    assert rule.why_stop({"process_elapsed": narrow}) is None
    why = rule.why_stop({"process_elapsed": [*narrow, 1.0]})
    assert why is not None
    assert why.endswith("after 6 invocations, within ±2.00%")


def test_sampling_stops_at_the_maximum_however_wide() -> None:
    rule = UntilInterval(0.02, minimum=5, maximum=20)
    wide = [float(1 + k % 5) for k in range(20)]
    assert rule.why_stop({"t": wide[:19]}) is None
    why = rule.why_stop({"t": wide})
    assert why is not None
    assert why.startswith("20 invocations, the most allowed")


def test_the_widest_metric_decides() -> None:
    rule = UntilInterval(0.02, minimum=6, maximum=50)
    narrow = [1.0 + 0.0001 * k for k in range(10)]
    wide = [1.0 + 0.3 * k for k in range(10)]
    assert rule.why_stop({"a": narrow}) is not None
    assert rule.why_stop({"a": narrow, "b": wide}) is None


@pytest.mark.parametrize(("target", "least", "most"), [(0.0, 5, 100), (1.0, 5, 100), (0.02, 1, 100), (0.02, 9, 8)])
def test_bounds_that_make_no_sense_are_refused(target: float, least: int, most: int) -> None:
    with pytest.raises(ValueError, match=r".+"):
        UntilInterval(target, minimum=least, maximum=most)
