"""Whether a cell still changes is seen over its processes, whatever single ones show."""

from __future__ import annotations

import numpy as np
import pytest
from support.planted import CELL, record
from support.series import STATIONARY, by_time, independent

from agon.results.model import Invocation
from agon.results.warmth import warm_from, warmth


def processes(each: list[list[float]]) -> list[Invocation]:
    return [record(times, n, 0) for n, times in enumerate(each)]


def drawn(source, count: int, seed: int, iterations: int = 300) -> list[list[float]]:  # noqa: ANN001
    rng = np.random.default_rng(seed)
    return [source(rng, iterations).tolist() for _ in range(count)]


@pytest.mark.parametrize("count", [5, 10])
def test_a_trend_that_all_share_is_drift(count: int) -> None:
    each = drawn(by_time(lambda t: 1 + 0.1 * t, 0.03), count, 3)
    known = warmth(processes(each), None, CELL, None)
    assert (known.clock, known.word) == ("unsettled", "drifting")
    assert known.text.startswith("still changes: +")


@pytest.mark.parametrize("count", [5, 10])
def test_single_changes_in_either_direction_are_modes(count: int) -> None:
    each = drawn(independent(0.02), count, 4)
    each[0] = [t * (1.5 if i < 150 else 1) for i, t in enumerate(each[0])]
    each[1] = [t * (1.5 if i >= 150 else 1) for i, t in enumerate(each[1])]
    made = processes(each)
    known = warmth(made, None, CELL, None)
    assert (known.clock, known.word) == ("steady", "steady")
    assert known.text.endswith(f"; 2 of {count} changed their level once")
    first = warm_from(made[0])
    assert first is not None
    assert (first.word, known.of(first)) == ("drifting", "several modes")


@pytest.mark.parametrize("name", STATIONARY)
def test_stationary_cells_have_no_trend(name: str) -> None:
    found = [warmth(processes(drawn(STATIONARY[name], 5, seed)), None, CELL, None).word for seed in range(40)]
    assert found.count("drifting") <= 2


def test_of_two_processes_each_ones_own_change_has_to_do() -> None:
    each = [[1e6 if i < 150 else 2e6 for i in range(300)]] * 2
    assert warmth(processes(each), None, CELL, None).word == "drifting"


def test_a_process_that_ended_before_it_was_warm_has_its_last_quarter() -> None:
    warm = warm_from(record([1e6] * 40, 0, 100))
    assert warm is not None
    assert warm.iteration == 30


def test_a_late_step_in_all_of_them_is_drift() -> None:
    each = [[1e6] * 250 + [1.5e6] * 50] * 5
    assert warmth(processes(each), None, CELL, None).word == "drifting"
