from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from harness import Arguments, Mailroom, Program


class Agent:
    """The agent of one cell."""

    def __init__(self, cell: int, grid: GridSwap, *, starts_active: bool) -> None:
        self.cell = self.state = cell
        self.grid = grid
        self.in_transaction = starts_active
        self.stopping = False
        self.requested = self.accepted = self.refused = self.requests = 0

    def activate(self) -> None:
        self.in_transaction = True
        pick = self.grid.random.randrange(len(self.grid.agents) - 1)
        other = self.grid.agents[pick + (pick >= self.cell)]
        self.requests += 1
        self.grid.send(other.request, self, self.state)

    def request(self, sender: Agent, state: int) -> None:
        if self.in_transaction or self.finished:
            self.grid.send(sender.refuse)
        else:
            self.accepted += 1
            self.grid.send(sender.accept, self.state)
            self.state = state
            self.activate()

    @property
    def finished(self) -> bool:
        return self.stopping or self.requested == self.grid.rounds

    def accept(self, state: int) -> None:
        self.in_transaction = False
        self.state = state
        self.requested += 1
        if self.requested == self.grid.rounds:
            self.grid.send(self.grid.reached)
        self.close()

    def refuse(self) -> None:
        self.refused += 1
        if self.finished:
            self.in_transaction = False
            self.close()
        else:
            self.activate()

    def stop(self) -> None:
        self.stopping = True
        self.close()

    def close(self) -> None:
        if self.stopping and not self.in_transaction:
            self.grid.send(self.grid.closed)


class GridSwap(Program):
    keys = ("side", "active", "rounds", "input")
    agent: type[Agent] = Agent

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.side, _, self.rounds = (arguments.integer(key) for key in self.keys[:3])
        self.active = [int(word) for word in Path(arguments.word("input")).read_text(encoding="ascii").split()]

    def set_up(self, mailroom: Mailroom) -> None:
        self.send = mailroom.send
        self.random = random.Random()
        active = set(self.active)
        self.agents = [self.agent(k, self, starts_active=k in active) for k in range(self.side**2)]
        self.stopped = False

    def begin(self) -> None:
        for cell in self.active:
            self.send(self.agents[cell].activate)

    def reached(self) -> None:
        if not self.stopped:
            self.stopped = True
            for agent in self.agents:
                self.send(agent.stop)

    def closed(self) -> None:
        """The mailroom runs until no message is left, so no count is needed."""

    def report(self, index: int) -> dict[str, Any]:
        with (self.arguments.samples / "cells.csv").open("a", encoding="ascii") as file:
            if index == 0:
                print("iteration,cell,requested,accepted,refused,state", file=file)
            for a in self.agents:
                print(index, a.cell, a.requested, a.accepted, a.refused, a.state, sep=",", file=file)
        return {
            "requests": sum(agent.requests for agent in self.agents),
            "swaps": sum(agent.requested for agent in self.agents),
        }
