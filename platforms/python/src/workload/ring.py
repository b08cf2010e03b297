"""The token ring apart from its messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from harness.parameters import Parameters, Shape
from harness.program import Iterate, Outcome, Workload

# agon: begin witness
MODULUS = 2147483647
# agon: end


@dataclass(frozen=True)
class Game:
    """One ring."""

    workers: int
    tokens: int
    passes: int
    witness: bool

    def start(self, token: int) -> int:
        """The worker that the token starts at: max(1, floor(token*workers/tokens + 1/2))."""
        return max(1, (2 * token * self.workers + self.tokens) // (2 * self.tokens))


@dataclass(frozen=True)
class Arrival:
    """Where a token ended."""

    token: int
    worker: int
    acc: int


# agon: begin harness
def workload(play: Callable[[Game], tuple[int, Iterable[Arrival]]]) -> Workload:
    """The token ring as `play` plays it: it returns the time taken and the arrivals, in any order."""

    def prepare(parameters: Parameters) -> Iterate:
        sizes = parameters.integers
        game = Game(sizes["workers"], sizes["tokens"], sizes["passes"], parameters.witness)

        def iterate(_: int) -> Outcome:
            elapsed, arrivals = play(game)
            return Outcome(elapsed, report(game, arrivals))

        return iterate

    return Workload(Shape(integers={"workers": 2, "tokens": 1, "passes": 0}), prepare)


# agon: end


# agon: begin witness
def step(acc: int, worker: int) -> int:
    """acc after that worker has passed the token on."""
    return (acc * 31 + worker) % MODULUS


# agon: end


# agon: begin report
def report(game: Game, arrivals: Iterable[Arrival]) -> dict[str, Any]:
    """What the lab gets."""
    by_token = {arrival.token: arrival for arrival in arrivals}
    ends = [by_token[token] for token in range(1, game.tokens + 1)]
    reported = {"ends": [arrival.worker for arrival in ends]}
    if game.witness:
        reported["witness"] = [arrival.acc for arrival in ends]
    return reported


# agon: end
