"""A server's answers to large and small requests are timed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter_ns

import pykka

from actors import Gatherer, Member, stop_all
from workload import fibonacci


class Begin:
    """A client's first message."""


@dataclass(slots=True)
class Request:
    n: int
    client: pykka.ActorRef


@dataclass(slots=True)
class Answer:
    value: int


class InlineServer(Member):
    """Computes in its own handler."""

    def on_receive(self, request: Request) -> None:
        request.client.tell(Answer(fibonacci.fib(request.n)))


class SpawningServer(Member):
    """Starts an actor a request, so that a large one does not hold up small ones."""

    def on_receive(self, request: Request) -> None:
        Computation.start().tell(request)


class Computation(Member):
    def on_receive(self, request: Request) -> None:
        request.client.tell(Answer(fibonacci.fib(request.n)))
        self.stop()


class Client(Member):
    def __init__(self, number: int, requests: Sequence[int], server: pykka.ActorRef, manager: pykka.ActorRef) -> None:
        super().__init__()
        self._number = number
        self._requests = iter(requests)
        self._server = server
        self._manager = manager
        self._n = 0
        self._asked = 0

    def on_receive(self, message: Answer | Begin) -> None:
        if isinstance(message, Answer):
            took = perf_counter_ns() - self._asked
            self._manager.tell(fibonacci.Point(self._number, self._n, message.value, took))
        n = next(self._requests, None)
        if n is not None:
            self._n = n
            self._asked = perf_counter_ns()
            self._server.tell(Request(n, self.actor_ref))


SERVERS = {"subactors": SpawningServer, "functions": InlineServer}


def play(game: fibonacci.Game) -> tuple[int, list[fibonacci.Point]]:
    full: pykka.Future[tuple[int, list[fibonacci.Point]]] = pykka.ThreadingFuture()
    manager = Gatherer.start(game.answers, full)
    server = SERVERS[game.variant].start()
    clients = [Client.start(number, requests, server, manager) for number, requests in enumerate(game.lists, 1)]

    begun = perf_counter_ns()
    for client in clients:
        client.tell(Begin())
    ended, points = full.get()
    stop_all()
    return ended - begun, points


WORKLOAD = fibonacci.workload(tuple(SERVERS), play)
