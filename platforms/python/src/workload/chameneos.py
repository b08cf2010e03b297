"""The creatures' game apart from its messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from harness.parameters import Parameters, Shape
from harness.program import Iterate, Outcome, Workload

NAMES = ("blue", "red", "yellow")
COLOURS = range(len(NAMES))
COMPLEMENTS = tuple(tuple(own if own == other else 3 - own - other for other in COLOURS) for own in COLOURS)
"""The colour that the row's creature takes on meeting the column's: its own if they are the same, else the third."""


@dataclass(frozen=True)
class Game:
    """One game of the creatures."""

    creatures: int
    meetings: int
    witness: bool

    def creature(self, number: int) -> Creature:
        """Creature `number` (1..) as it enters the game."""
        return Creature(number, initial(number), [[0] * 3 for _ in COLOURS] if self.witness else None)


@dataclass(slots=True)
class Creature:
    """What a creature knows of itself, and reports when it has been turned away."""

    number: int
    colour: int
    pairs: list[list[int]] | None
    """Meetings by own and other colour, with a witness."""
    meetings: int = 0
    self_meetings: int = 0

    def meet(self, number: int, colour: int) -> None:
        """Change colour on meeting a creature of that number and colour."""
        self.meetings += 1
        if number == self.number:
            self.self_meetings += 1
        # agon: begin witness
        if self.pairs is not None:
            self.pairs[self.colour][colour] += 1
        # agon: end
        self.colour = COMPLEMENTS[self.colour][colour]


def initial(number: int) -> int:
    """The colour of creature `number` (1..) at first, dealt round-robin."""
    return (number - 1) % len(NAMES)


# agon: begin harness
def workload(play: Callable[[Game], tuple[int, Iterable[Creature]]]) -> Workload:
    """The game as `play` plays it: it returns the time taken and every creature once, in any order."""

    def prepare(parameters: Parameters) -> Iterate:
        sizes = parameters.integers
        game = Game(sizes["creatures"], sizes["meetings"], parameters.witness)

        def iterate(_: int) -> Outcome:
            elapsed, creatures = play(game)
            return Outcome(elapsed, report(game, creatures))

        return iterate

    return Workload(Shape(integers={"creatures": 2, "meetings": 0}), prepare)


# agon: end


# agon: begin report
def report(game: Game, creatures: Iterable[Creature]) -> dict[str, Any]:
    """What the lab gets."""
    ordered = sorted(creatures, key=lambda creature: creature.number)
    reported: dict[str, Any] = {
        "complements": [[NAMES[colour] for colour in row] for row in COMPLEMENTS],
        "initial": [NAMES[initial(creature.number)] for creature in ordered],
        "final": [NAMES[creature.colour] for creature in ordered],
        "meetings": [creature.meetings for creature in ordered],
        "self": [creature.self_meetings for creature in ordered],
    }
    if game.witness:
        counted = [creature.pairs for creature in ordered if creature.pairs is not None]
        reported["witness"] = [[sum(pairs[own][other] for pairs in counted) for other in COLOURS] for own in COLOURS]
    return reported


# agon: end
