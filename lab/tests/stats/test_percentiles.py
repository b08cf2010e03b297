"""Percentiles: quoted where the values bound them, with an interval over invocations."""

from __future__ import annotations

import numpy as np
import pytest

from agon.stats.percentiles import least, name, over_invocations, percentile, supported, too_few


@pytest.mark.parametrize(("share", "count"), [(0.5, 1), (0.9, 36), (0.1, 36), (0.99, 368), (0.999, 3688)])
def test_the_values_that_a_percentile_takes(share: float, count: int) -> None:
    assert least(share) == count
    assert supported(share, count) and not supported(share, count - 1)
    if share > 0.5:
        assert share**count <= 0.025 < share ** (count - 1)


def test_the_greatest_of_so_many_values_lies_above_it() -> None:
    """Of 4000 trials with as few values as may be, in 97.5% the greatest value is not below the true percentile."""
    rng = np.random.default_rng(1)
    greatest = rng.uniform(size=(4000, least(0.99))).max(axis=1)
    assert 0.97 < (greatest >= 0.99).mean() < 0.98


def test_a_percentile_is_one_of_the_values() -> None:
    values = np.arange(1000.0, 0, -1)
    assert percentile(values, 0.99) == 990
    assert percentile(values, 0.5) == 500
    assert percentile(values, 0.999) is None


def test_each_invocation_gives_one_value() -> None:
    groups = [np.full(400, float(i)) for i in (5, 1, 3, 2, 4)] + [np.full(367, 100.0)]
    found = over_invocations(groups, 0.99)
    assert found is not None
    assert (found.median, found.n) == (3, 5)
    assert found.low < 3 < found.high
    assert over_invocations(groups[-1:], 0.99) is None


def test_what_is_missing_is_named() -> None:
    assert too_few(0.999, 500) == "too few for a 99.9th percentile: 500 times, it takes 3688"
    assert (name(0.5), name(0.99999)) == ("median", "99.999th percentile")


@pytest.mark.parametrize("share", [0.0, 1.0, 99.0])
def test_extremes_are_no_percentiles(share: float) -> None:
    with pytest.raises(ValueError, match="no percentile"):
        least(share)
