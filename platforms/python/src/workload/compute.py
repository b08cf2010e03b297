"""Agents that only calculate, apart from their messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor

from harness.parameters import Parameters, Shape
from harness.program import Iterate, Outcome, Workload

FACTOR = 48271
MODULUS = 2147483647


@dataclass(frozen=True)
class Game:
    """One run: so many agents share so many steps."""

    agents: int
    operations: int
    witness: bool

    def share(self, agent: int) -> int:
        """The steps of an agent, counted from 1."""
        each, more = divmod(self.operations, self.agents)
        return each + (agent <= more)


@dataclass(frozen=True, slots=True)
class Result:
    """What an agent has come to, in how many steps."""

    agent: int
    x: int
    steps: int


def calculate(agent: int, count: int) -> Result:
    """Take that many steps, one after the other."""
    x, steps = agent, 0
    for steps in range(1, count + 1):  # noqa: B007 - it counts what was really done
        x = FACTOR * x % MODULUS
    return Result(agent, x, steps)


def workload(play: Callable[[Game], tuple[int, Sequence[Result]]]) -> Workload:
    """The agents as `play` plays them: it returns the time taken and the results, in any order."""

    def prepare(parameters: Parameters) -> Iterate:
        sizes = parameters.integers
        game = Game(sizes["agents"], sizes["operations"], parameters.witness)

        def iterate(_: int) -> Outcome:
            elapsed, results = play(game)
            return Outcome(elapsed, report(game, results))

        return iterate

    return Workload(Shape(integers={"agents": 1, "operations": 0}), prepare)


def report(game: Game, results: Sequence[Result]) -> dict[str, object]:
    """What the lab gets."""
    reported: dict[str, object] = {"xor": reduce(xor, (result.x for result in results), 0)}
    if game.witness:
        reported["steps"] = [result.steps for result in sorted(results, key=lambda result: result.agent)]
    return reported
