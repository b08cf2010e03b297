"""Tokens are passed from neighbour to neighbour round a ring of agents."""

from __future__ import annotations

import asyncio
from time import perf_counter_ns

from autogen_core import MessageContext, RoutedAgent, TopicId, event, type_subscription
from pydantic import BaseModel

from agents import Gatherer, new_runtime, synchronous
from workload import ring


class Token(BaseModel):
    """Belongs to the worker that received it, which passes on the token itself."""

    number: int
    left: int
    acc: int = 0


COUNTER = TopicId("counter", "default")


@type_subscription("counter")
class Counter(Gatherer):
    @event
    async def receive(self, message: ring.Arrival, ctx: MessageContext) -> None:
        self.gather(message)


@type_subscription("worker")
class Worker(RoutedAgent):
    """Its key is its number."""

    def __init__(self, game: ring.Game) -> None:
        super().__init__("passes tokens on")
        self._number = int(self.id.key)
        self._witness = game.witness
        self._neighbour = TopicId("worker", str(self._number % game.workers + 1))

    @event
    async def pass_on(self, message: Token, ctx: MessageContext) -> None:
        if message.left == 0:
            await self.publish_message(ring.Arrival(message.number, self._number, message.acc), COUNTER)
            return
        message.left -= 1
        # agon: begin witness
        if self._witness:
            message.acc = ring.step(message.acc, self._number)
        # agon: end
        await self.publish_message(message, self._neighbour)


async def play(game: ring.Game) -> tuple[int, list[ring.Arrival]]:
    runtime = new_runtime()
    full: asyncio.Future[tuple[int, list[ring.Arrival]]] = asyncio.get_running_loop().create_future()
    await Counter.register(runtime, "counter", lambda: Counter(game.tokens, full))
    await Worker.register(runtime, "worker", lambda: Worker(game))
    await runtime.get("counter", lazy=False)
    for number in range(1, game.workers + 1):
        await runtime.get("worker", str(number), lazy=False)

    begun = perf_counter_ns()
    for number in range(1, game.tokens + 1):
        topic = TopicId("worker", str(game.start(number)))
        await runtime.publish_message(Token(number=number, left=game.passes), topic)
    ended, arrivals = await full
    await runtime.stop_when_idle()
    return ended - begun, arrivals


WORKLOAD = ring.workload(synchronous(play))
