"""Many iterations are kept as means: what is computed from them stays what it was."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agon.results.model import Iteration
from agon.results.rows import MOST_ROWS, mean_of, pooled

UNITS = {"rate": "1/s", "size": "B"}


def made(count: int) -> list[Iteration]:
    rng = np.random.default_rng(count)
    times = rng.integers(10, 10_000, count)
    return [
        Iteration(index=i, elapsed_ns=int(t), metrics={"rate": 1e9 * 8 / int(t), "size": float(i)})
        for i, t in enumerate(times)
    ]


@pytest.mark.parametrize("count", [1, 2, MOST_ROWS])
def test_few_stay_as_they_are(count: int) -> None:
    assert pooled(made(count), UNITS) == made(count)


@settings(deadline=None)
@given(st.integers(MOST_ROWS + 1, 6000))
def test_many_become_few_and_none_is_lost(count: int) -> None:
    before = made(count)
    rows = pooled(before, UNITS)
    assert MOST_ROWS / 2 < len(rows) <= MOST_ROWS
    assert rows[0] == before[0]
    assert [row.index for row in rows] == list(np.cumsum([0, *(row.of for row in rows[:-1])]))
    assert sum(row.of for row in rows) == count
    whole = sum(row.elapsed_ns * row.of for row in rows)
    assert whole == pytest.approx(sum(i.elapsed_ns for i in before), rel=1e-4)
    assert mean_of(rows, "size", UNITS) == pytest.approx((count - 1) / 2)


def test_a_rate_is_what_was_done_over_the_time_that_it_took() -> None:
    before = made(5000)
    done = 8 * 5000 / (sum(i.elapsed_ns for i in before) / 1e9)
    assert mean_of(before, "rate", UNITS) == pytest.approx(done)
    assert mean_of(pooled(before, UNITS), "rate", UNITS) == pytest.approx(done, rel=1e-4)
