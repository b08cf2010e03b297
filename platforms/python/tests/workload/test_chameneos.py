"""Colours change to the complement, and meetings are counted."""

from __future__ import annotations

from workload.chameneos import COMPLEMENTS, Game, report


def test_two_of_a_colour_keep_it_and_two_others_take_the_third() -> None:
    assert COMPLEMENTS == ((0, 2, 1), (2, 1, 0), (1, 0, 2))


def test_a_meeting_is_counted_by_both_colours() -> None:
    game = Game(creatures=2, meetings=1, witness=True)
    one, two = game.creature(1), game.creature(2)
    one.meet(two.number, 1)
    two.meet(one.number, 0)
    reported = report(game, [two, one])
    assert (reported["initial"], reported["final"]) == (["blue", "red"], ["yellow", "yellow"])
    assert (reported["meetings"], reported["self"]) == ([1, 1], [0, 0])
    assert reported["witness"] == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]
