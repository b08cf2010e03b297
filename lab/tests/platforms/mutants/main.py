"""The reference program with one fault, named by `variant=`."""

from __future__ import annotations

import functools
import random
import sys
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "reference"))

from chameneos import Broker, Chameneos, Creature
from fibonacci import Fibonacci, fib
from harness import Arguments, Mailroom, Program, main, reject
from token_ring import TokenRing, Worker


class NoPass(TokenRing):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.passes = 0


class LapLess(TokenRing):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.passes = max(0, self.passes - self.size)


class LosingWorker(Worker):
    def receive(self, token: int, left: int, acc: int) -> None:
        if token != self.ring.tokens or left != self.ring.passes // 2:
            super().receive(token, left, acc)


class TokenLost(TokenRing):
    worker = LosingWorker


class SwappingWorker(Worker):
    def receive(self, token: int, left: int, acc: int) -> None:
        if left == self.ring.passes // 2:
            token = {1: self.ring.tokens, self.ring.tokens: 1}.get(token, token)
        super().receive(token, left, acc)


class TokensSwapped(TokenRing):
    worker = SwappingWorker


class FrozenCreature(Creature):
    def change(self, colour: int, first: bool) -> None:
        pass


class FrozenColours(Chameneos):
    creature = FrozenCreature


class HalfCreature(Creature):
    def change(self, colour: int, first: bool) -> None:
        if first:
            super().change(colour, first)


class OnePartner(Chameneos):
    creature = HalfCreature


class EarlyBroker(Broker):
    def __init__(self, game: Chameneos) -> None:
        super().__init__(game)
        self.left -= 1


class OneMeetingLess(Chameneos):
    make_broker = EarlyBroker


class NarcissisticBroker(Broker):
    """Sends the first creature both halves of a meeting; of the two requests that follow it drops one."""

    def __init__(self, game: Chameneos) -> None:
        super().__init__(game)
        self.doubled: Creature | None = None

    def meet(self, creature: Creature, number: int, colour: int) -> None:
        if self.left == self.game.meetings:
            self.left -= 1
            self.doubled = creature
            self.game.send(creature.met, number, colour, True)
            self.game.send(creature.met, number, colour, False)
        elif creature is self.doubled:
            self.doubled = None
        else:
            super().meet(creature, number, colour)


class MeetsItself(Chameneos):
    make_broker = NarcissisticBroker


class OtherRequests(Fibonacci):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        choose = random.Random(7)
        self.lists = [[choose.randint(0, arguments.integer("max_n")) for _ in line] for line in self.lists]


class Cached(Fibonacci):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)

        @functools.cache
        def remembered(n: int) -> int:
            return n if n < 2 else remembered(n - 1) + remembered(n - 2)

        self.fib = remembered


class WrongValue(Fibonacci):
    def set_up(self, mailroom: Mailroom) -> None:
        super().set_up(mailroom)
        wrong = iter([1])
        self.fib = lambda n: fib(n) + next(wrong, 0)


class LateClock(Program):
    """Mixed in before a workload: reports what a clock shows that starts when half the time has gone by."""

    def elapsed_ns(self, mailroom: Mailroom) -> int:
        return super().elapsed_ns(mailroom) // 2


class LateTokenRing(LateClock, TokenRing): ...


class LateChameneos(LateClock, Chameneos): ...


class LateFibonacci(LateClock, Fibonacci): ...


class HalfTokenRing(TokenRing):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.passes //= 2


class HalfChameneos(Chameneos):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.meetings //= 2


class HalfFibonacci(Fibonacci):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.lists = [line[: len(line) // 2] for line in self.lists]


MUTANTS: Mapping[str, Mapping[str, type[Program]]] = {
    "no-pass": {"token-ring": NoPass},
    "lap-less": {"token-ring": LapLess},
    "token-lost": {"token-ring": TokenLost},
    "tokens-swapped": {"token-ring": TokensSwapped},
    "frozen-colours": {"chameneos": FrozenColours},
    "one-partner": {"chameneos": OnePartner},
    "one-meeting-less": {"chameneos": OneMeetingLess},
    "meets-itself": {"chameneos": MeetsItself},
    "other-requests": {"fibonacci": OtherRequests},
    "cached": {"fibonacci": Cached},
    "wrong-value": {"fibonacci": WrongValue},
    "late-clock": {"token-ring": LateTokenRing, "chameneos": LateChameneos, "fibonacci": LateFibonacci},
    "half-work": {"token-ring": HalfTokenRing, "chameneos": HalfChameneos, "fibonacci": HalfFibonacci},
}

if __name__ == "__main__":
    asked = [word.removeprefix("variant=") for word in sys.argv if word.startswith("variant=")]
    if not asked or asked[0] not in MUTANTS:
        reject(f"variant= must be one of {', '.join(MUTANTS)}")
    main(MUTANTS[asked[0]])
