"""Where tokens start, and the witness."""

from __future__ import annotations

import pytest

from workload.ring import Arrival, Game, report, step


@pytest.mark.parametrize(
    ("token", "tokens", "workers", "start"),
    [(1, 3, 500, 167), (1, 1000, 500, 1), (3, 1000, 500, 2), (1, 4, 2, 1), (3, 4, 2, 2), (1, 100, 2, 1), (5, 5, 1, 1)],
)
def test_a_start_is_rounded_half_up(token: int, tokens: int, workers: int, start: int) -> None:
    assert Game(workers, tokens, 0, witness=False).start(token) == start


def test_the_worked_example() -> None:
    game = Game(workers=500, tokens=3, passes=1003, witness=True)
    arrivals = []
    for token in (3, 1, 2):  # in any order
        worker, acc = game.start(token), 0
        for _ in range(game.passes):
            acc = step(acc, worker)
            worker = worker % game.workers + 1
        arrivals.append(Arrival(token, worker, acc))
    assert report(game, arrivals) == {"ends": [170, 336, 3], "witness": [1680117219, 2118576110, 1089537852]}
