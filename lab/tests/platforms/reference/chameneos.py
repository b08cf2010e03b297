from __future__ import annotations

from typing import Any

from harness import Arguments, Mailroom, Program

COLOURS = ("blue", "red", "yellow")


def complement(own: int, other: int) -> int:
    return own if own == other else 3 - own - other


class Creature:
    def __init__(self, number: int, game: Chameneos) -> None:
        self.number = number
        self.game = game
        self.initial = self.colour = (number - 1) % 3
        self.meetings = 0
        self.selves = 0
        self.seen = [[0] * 3 for _ in range(3)]

    def ask(self) -> None:
        self.game.send(self.game.broker.meet, self, self.number, self.colour)

    def met(self, number: int, colour: int, first: bool) -> None:
        self.meetings += 1
        self.selves += number == self.number
        if self.game.witness:
            self.seen[self.colour][colour] += 1
        self.change(colour, first)
        self.ask()

    def change(self, colour: int, first: bool) -> None:
        """`first` distinguishes the one who came first from its partner; only mutants care."""
        self.colour = complement(self.colour, colour)

    def turn_away(self) -> None:
        self.game.send(self.game.collect, self)


class Broker:
    def __init__(self, game: Chameneos) -> None:
        self.game = game
        self.left = game.meetings
        self.waiting: tuple[Creature, int, int] | None = None

    def meet(self, creature: Creature, number: int, colour: int) -> None:
        send = self.game.send
        if self.left == 0:
            send(creature.turn_away)
        elif self.waiting is None:
            self.waiting = (creature, number, colour)
        else:
            other, other_number, other_colour = self.waiting
            self.waiting = None
            self.left -= 1
            send(other.met, number, colour, True)
            send(creature.met, other_number, other_colour, False)


class Chameneos(Program):
    keys = ("creatures", "meetings")
    creature: type[Creature] = Creature
    make_broker: type[Broker] = Broker

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.size, self.meetings = (arguments.integer(key) for key in Chameneos.keys)
        self.witness = arguments.witness

    def set_up(self, mailroom: Mailroom) -> None:
        self.send = mailroom.send
        self.broker = self.make_broker(self)
        self.creatures = [self.creature(k, self) for k in range(1, self.size + 1)]
        self.collected: list[Creature] = []

    def begin(self) -> None:
        for creature in self.creatures:
            creature.ask()

    def collect(self, creature: Creature) -> None:
        self.collected.append(creature)

    def report(self, index: int) -> dict[str, Any]:
        creatures = sorted(self.collected, key=lambda c: c.number)
        report: dict[str, Any] = {
            "complements": [[COLOURS[complement(own, other)] for other in range(3)] for own in range(3)],
            "initial": [COLOURS[c.initial] for c in creatures],
            "final": [COLOURS[c.colour] for c in creatures],
            "meetings": [c.meetings for c in creatures],
            "self": [c.selves for c in creatures],
        }
        if self.witness:
            report["witness"] = [[sum(c.seen[i][j] for c in creatures) for j in range(3)] for i in range(3)]
        return report
