"""Shares, steps, and what they come to."""

from __future__ import annotations

from workload.compute import Game, calculate, report


def test_the_first_agents_take_what_is_left_over() -> None:
    assert [Game(3, 11, witness=False).share(agent) for agent in (1, 2, 3)] == [4, 4, 3]
    assert [Game(3, 2, witness=False).share(agent) for agent in (1, 2, 3)] == [1, 1, 0]


def test_the_worked_example() -> None:
    game = Game(agents=3, operations=1000, witness=True)
    results = [calculate(agent, game.share(agent)) for agent in (2, 3, 1)]  # in any order
    assert report(game, results) == {"xor": 2080284363, "steps": [334, 333, 333]}


def test_without_a_witness_no_steps_are_reported() -> None:
    assert report(Game(1, 0, witness=False), [calculate(1, 0)]) == {"xor": 1}
