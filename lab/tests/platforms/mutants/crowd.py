"""Mutants of population."""

from __future__ import annotations

from harness import Arguments
from population import Agent, Population


class OneMissing(Population):
    """Creates one agent less."""

    def begin(self) -> None:
        self.size -= 1
        super().begin()


class OneTwice(Population):
    """The first agent stands in for the last as well."""

    def begin(self) -> None:
        for number in range(1, self.size + 1):
            self.agent(number if number < self.size else 1, self)


class OneAtATime(Population):
    """Dismisses each agent when it has greeted: there never is more than one."""

    def greet(self, guest: Agent) -> None:
        self.guests.append(guest)
        self.send(guest.dismiss, len(self.guests))


class HalfPopulation(Population):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.size //= 2
