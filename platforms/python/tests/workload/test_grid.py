"""Another agent at random, and the sums."""

from __future__ import annotations

from workload.grid import Account, Game, report


def test_another_is_any_cell_but_itself() -> None:
    game = Game(agents=4, rounds=1, active=[0])
    for cell in range(game.agents):
        assert {game.another(cell) for _ in range(1000)} == set(range(game.agents)) - {cell}


def test_the_report_adds_up() -> None:
    accounts = [Account(0, 1, requested=2, accepted=1, refused=3), Account(1, 0, requested=1, accepted=2)]
    assert report(accounts) == {"requests": 6, "swaps": 3}
