from __future__ import annotations

from typing import Any

from harness import Arguments, Mailroom, Program

MODULUS = 2147483647


class Agent:
    """Greets as soon as it lives; takes leave when it is dismissed."""

    def __init__(self, number: int, host: Population) -> None:
        self.number = number
        self.host = host
        host.send(host.greet, self)

    def dismiss(self, greetings: int) -> None:
        self.host.send(self.host.leave, self.number, self.number * 31 + greetings)


class Population(Program):
    keys = ("agents",)
    agent: type[Agent] = Agent

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.size = arguments.integer("agents")

    def set_up(self, mailroom: Mailroom) -> None:
        self.send = mailroom.send
        self.guests: list[Agent] = []
        self.goodbyes = self.sum = self.witness = 0

    def begin(self) -> None:
        for number in range(1, self.size + 1):
            self.agent(number, self)

    def greet(self, guest: Agent) -> None:
        self.guests.append(guest)
        if len(self.guests) == self.size:
            for each in self.guests:
                self.send(each.dismiss, len(self.guests))

    def leave(self, number: int, acc: int) -> None:
        self.goodbyes += 1
        self.sum += number
        self.witness = (self.witness + acc) % MODULUS

    def report(self, index: int) -> dict[str, Any]:
        report = {"greetings": len(self.guests), "goodbyes": self.goodbyes, "sum": self.sum}
        return report | ({"witness": self.witness} if self.arguments.witness else {})
