"""Tokens are passed from neighbour to neighbour round a ring of actors."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter_ns

import pykka

from actors import Gatherer, Member, stop_all
from workload import ring


@dataclass(slots=True)
class Token:
    """Belongs to the worker that received it, which passes on the token itself."""

    number: int
    left: int
    acc: int = 0


@dataclass(slots=True)
class Link:
    """Who the worker's neighbour is."""

    neighbour: pykka.ActorRef


class Worker(Member):
    def __init__(self, number: int, witness: bool, counter: pykka.ActorRef) -> None:
        super().__init__()
        self._number = number
        self._witness = witness
        self._counter = counter
        self._neighbour: pykka.ActorRef = self.actor_ref

    def on_receive(self, message: Token | Link) -> None:
        if isinstance(message, Token):
            if message.left == 0:
                self._counter.tell(ring.Arrival(message.number, self._number, message.acc))
                return
            message.left -= 1
            # agon: begin witness
            if self._witness:
                message.acc = ring.step(message.acc, self._number)
            # agon: end
            self._neighbour.tell(message)
        else:
            self._neighbour = message.neighbour


def play(game: ring.Game) -> tuple[int, list[ring.Arrival]]:
    full: pykka.Future[tuple[int, list[ring.Arrival]]] = pykka.ThreadingFuture()
    counter = Gatherer.start(game.tokens, full)
    workers = [Worker.start(number, game.witness, counter) for number in range(1, game.workers + 1)]
    for worker, neighbour in zip(workers, [*workers[1:], workers[0]], strict=True):
        worker.tell(Link(neighbour))

    begun = perf_counter_ns()
    for token in range(1, game.tokens + 1):
        workers[game.start(token) - 1].tell(Token(token, game.passes))
    ended, arrivals = full.get()
    stop_all()
    return ended - begun, arrivals


WORKLOAD = ring.workload(play)
