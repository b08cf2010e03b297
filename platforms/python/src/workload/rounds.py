"""The service rounds apart from their messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.files import Lines, clear_print
from harness.parameters import Parameters, Shape
from harness.program import Iterate, Outcome, Workload

MODULUS = 2147483647
CLIENT, COORDINATOR, RETRIEVER, PRINTER = range(1, 5)


@dataclass(frozen=True)
class Game:
    """One run of so many rounds. With `witness` each message carries acc."""

    rounds: int
    print: Path
    witness: bool

    def lines(self) -> Lines:
        """What the printer prints to."""
        return Lines(self.print)

    def step(self, acc: int, agent: int) -> int:
        """acc as that agent sends it on; acc itself where no witness is asked for."""
        return (acc * 31 + agent) % MODULUS if self.witness else acc


@dataclass
class Answers:
    """What the client knows after the last answer."""

    count: int = 0
    sum: int = 0
    acc: int = 0


def datum(number: int) -> int:
    """What the retriever finds for a round (1..)."""
    return number * 7919 % 1000003


def workload(play: Callable[[Game], tuple[int, Answers]]) -> Workload:
    """The service rounds as `play` plays them: it returns the time taken and what the client knows."""

    def prepare(parameters: Parameters) -> Iterate:
        game = Game(parameters.integers["rounds"], parameters.print_path, parameters.witness)

        def iterate(_: int) -> Outcome:
            clear_print(game.print)
            elapsed, answers = play(game)
            return Outcome(elapsed, report(game, answers))

        return iterate

    return Workload(Shape(integers={"rounds": 1}, has_print=True), prepare)


def report(game: Game, answers: Answers) -> dict[str, Any]:
    """What the lab gets."""
    reported = {"answers": answers.count, "sum": answers.sum}
    return reported | {"witness": answers.acc} if game.witness else reported
