"""The swapping of states at random apart from its messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import random
from typing import Any

from harness.files import Samples, read_integers
from harness.parameters import Parameters, Shape, UsageError
from harness.program import Iterate, Outcome, Workload


@dataclass(frozen=True)
class Game:
    """One run: so many agents, of which some start active, swap until one has requested `rounds` swaps."""

    agents: int
    rounds: int
    active: Sequence[int]
    """The cells that start active."""

    def another(self, cell: int) -> int:
        """The cell of another agent, at random."""
        other = int(random() * (self.agents - 1))
        return other + 1 if other >= cell else other


@dataclass(slots=True)
class Account:
    """What an agent knows of itself, and reports when it has stopped."""

    cell: int
    state: int
    requested: int = 0
    accepted: int = 0
    refused: int = 0


def workload(play: Callable[[Game], tuple[int, Sequence[Account]]]) -> Workload:
    """The grid as `play` plays it: it returns the time taken and the accounts in the order of their cells."""

    def prepare(parameters: Parameters) -> Iterate:
        agents = parameters.integers["side"] ** 2
        lists = read_integers(parameters.input_path, agents - 1)
        if len(lists) != 1:
            raise UsageError(f"{parameters.input}: must hold one line, holds {len(lists)}")
        game = Game(agents, parameters.integers["rounds"], lists[0])
        samples = Samples(parameters.samples, "cells.csv", "iteration,cell,requested,accepted,refused,state")

        def iterate(index: int) -> Outcome:
            elapsed, accounts = play(game)
            samples.append((index, a.cell, a.requested, a.accepted, a.refused, a.state) for a in accounts)
            return Outcome(elapsed, report(accounts))

        return iterate

    return Workload(Shape(integers={"side": 2, "active": 1, "rounds": 1}, has_input=True), prepare)


def report(accounts: Sequence[Account]) -> dict[str, Any]:
    """What the lab gets."""
    swaps = sum(account.requested for account in accounts)
    return {"requests": swaps + sum(account.refused for account in accounts), "swaps": swaps}
