"""The timed server of small and large requests apart from its messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.files import Samples, read_integers
from harness.parameters import Parameters, Shape, UsageError
from harness.program import Iterate, Outcome, Workload


@dataclass(frozen=True)
class Game:
    """One run: a variant, and a list of requests for each client, client 1's first."""

    variant: str
    lists: Sequence[Sequence[int]]

    @property
    def answers(self) -> int:
        """How many answers there are to be."""
        return sum(map(len, self.lists))


@dataclass(frozen=True)
class Point:
    """What a client knows of one answer."""

    client: int
    n: int
    value: int
    ns: int


# agon: begin harness
def workload(variants: Sequence[str], play: Callable[[Game], tuple[int, Sequence[Point]]]) -> Workload:
    """The server as `play` plays it: it returns the time taken and the points in the order in which the manager
    received them."""

    def prepare(parameters: Parameters) -> Iterate:
        sizes = parameters.integers
        lists = read_input(parameters.input_path, sizes["clients"], sizes["requests"], sizes["max_n"])
        game = Game(parameters.variant, lists)
        samples = Samples(parameters.samples, "points.csv", "iteration,client,n,value,ns")

        def iterate(index: int) -> Outcome:
            elapsed, points = play(game)
            samples.append((index, point.client, point.n, point.value, point.ns) for point in points)
            return Outcome(elapsed, {"answers": len(points)})

        return iterate

    shape = Shape(integers={"clients": 1, "requests": 1, "max_n": 0}, variants=variants, has_input=True)
    return Workload(shape, prepare)


# agon: end


def fib(n: int) -> int:
    """fib(n) by the plain doubly recursive definition."""
    return n if n < 2 else fib(n - 1) + fib(n - 2)


# agon: begin harness
def read_input(path: Path, clients: int, requests: int, max_n: int) -> list[list[int]]:
    """The clients' lists of requests; UsageError where the file does not hold them."""
    lists = read_integers(path, max_n)
    if len(lists) != clients:
        raise UsageError(f"{path}: must hold {clients} lines, holds {len(lists)}")
    for number, found in enumerate(lists, 1):
        if len(found) != requests:
            raise UsageError(f"{path}:{number}: must hold {requests} integers, holds {len(found)}")
    return lists


# agon: end
