"""Agents calculate, each for itself."""

from __future__ import annotations

from time import perf_counter_ns

from slixmpp import JID
from spade.message import Message

from society import SOCIETY, Gatherer, Member, integers, played, synchronous
from workload import compute


class Calculator(Member):
    def __init__(self, number: int, steps: int, controller: JID) -> None:
        super().__init__()
        self._number = number
        self._steps = steps
        self._controller = controller

    async def handle(self, _: Message) -> None:
        result = compute.calculate(self._number, self._steps)
        await self.send_words(self._controller, result.agent, result.x, result.steps)


async def play(game: compute.Game) -> tuple[int, list[compute.Result]]:
    controller = Gatherer(game.agents)
    numbers = range(1, game.agents + 1)
    members: list[Member] = [controller]
    members.extend(Calculator(number, game.share(number), SOCIETY.address(0)) for number in numbers)
    await SOCIETY.begin(members)

    begun = perf_counter_ns()
    for address in SOCIETY.addresses(numbers):
        await controller.send_words(address, "begin")
    ended, results = await controller.full
    await SOCIETY.end(members)
    return ended - begun, [compute.Result(*integers(result)) for result in results]


WORKLOAD = played(compute.workload(synchronous(play)), lambda parameters: parameters.integers["agents"] + 1)
