"""Agents calculate, each for itself."""

from __future__ import annotations

from time import perf_counter_ns
from typing import Any

import pykka

from actors import Gatherer, Member, stop_all
from workload import compute


class Begin:
    """The controller's message."""


class Agent(Member):
    def __init__(self, number: int, steps: int, controller: pykka.ActorRef) -> None:
        super().__init__()
        self._number = number
        self._steps = steps
        self._controller = controller

    def on_receive(self, _: Begin) -> None:
        self._controller.tell(compute.calculate(self._number, self._steps))


def play(game: compute.Game) -> tuple[int, list[compute.Result]]:
    full: pykka.Future[tuple[int, list[Any]]] = pykka.ThreadingFuture()
    controller = Gatherer.start(game.agents, full)
    agents = [Agent.start(number, game.share(number), controller) for number in range(1, game.agents + 1)]

    begun = perf_counter_ns()
    for agent in agents:
        agent.tell(Begin())
    ended, results = full.get()
    stop_all()
    return ended - begun, results


WORKLOAD = compute.workload(play)
