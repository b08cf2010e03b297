from __future__ import annotations

import pytest

from agon.stats.saturation import Knee, knee, saturation


def test_throughput_that_no_longer_rises_and_waiting_in_proportion() -> None:
    found = saturation([(8, 1000.0, 0.008), (16, 1900.0, 0.0084), (32, 2000.0, 0.016), (64, 1950.0, 0.033)])
    assert found is not None
    assert (found.load, found.reached) == (16, True)
    assert found.power == pytest.approx(0.987, abs=0.01)
    assert found.in_proportion


def test_throughput_that_still_rises() -> None:
    found = saturation([(8, 1000.0, 0.008), (16, 1500.0, 0.01)])
    assert found is not None
    assert (found.load, found.reached, found.power) == (16, False, None)
    assert not found.in_proportion


def test_more_receivers_leave_waiting_as_it_is() -> None:
    found = saturation([(1, 1000.0, 0.1), (16, 1000.0, 0.1), (256, 1050.0, 0.1)])
    assert found is not None
    assert found.reached
    assert not found.in_proportion


def test_one_load_decides_nothing() -> None:
    assert saturation([(8, 1000.0, 0.008)]) is None


def test_the_knee_is_where_less_is_answered_than_is_due() -> None:
    assert knee([(1000, 999.0), (2000, 1900.0), (4000, 2100.0), (8000, 2050.0)]) == Knee(2000, 4000)
    assert knee([(1000, 999.0), (2000, 1801.0)]) == Knee(2000, None)
    assert knee([(1000, 500.0), (2000, 520.0)]) == Knee(None, 1000)
    assert knee([(1000, 999.0)]) is None
