from __future__ import annotations

from typing import Any

from harness import Arguments, Mailroom, Program


class Agent:
    def __init__(self, number: int, steps: int, work: Compute) -> None:
        self.number = number
        self.steps = steps
        self.work = work
        self.taken = 0

    def begin(self) -> None:
        self.work.send(self.work.note, self.calculate(self.number, self.steps))

    def calculate(self, x: int, steps: int) -> int:
        for _ in range(steps):
            x = 48271 * x % 2147483647
        self.taken += steps
        return x


class Compute(Program):
    keys = ("agents", "operations")
    agent: type[Agent] = Agent

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.size = arguments.integer("agents")
        self.operations = arguments.integer("operations")

    def set_up(self, mailroom: Mailroom) -> None:
        self.send = mailroom.send
        self.xor = 0
        each, more = divmod(self.operations, self.size)
        self.agents = [self.agent(i, each + (i <= more), self) for i in range(1, self.size + 1)]

    def begin(self) -> None:
        for agent in self.agents:
            self.send(agent.begin)

    def note(self, x: int) -> None:
        self.xor ^= x

    def report(self, index: int) -> dict[str, Any]:
        report: dict[str, Any] = {"xor": self.xor}
        return report | ({"steps": [a.taken for a in self.agents]} if self.arguments.witness else {})
