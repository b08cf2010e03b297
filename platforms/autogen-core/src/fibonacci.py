"""A server's answers to large and small requests are timed."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter_ns

from autogen_core import AgentId, MessageContext, RoutedAgent, TopicId, event, rpc, type_subscription
from pydantic import BaseModel

from agents import Gatherer, new_runtime, synchronous
from workload import fibonacci


class Begin(BaseModel):
    """A client's first message."""


class Request(BaseModel):
    n: int


class Answer(BaseModel):
    value: int


SERVER = AgentId("server", "default")
MANAGER = TopicId("manager", "default")


@type_subscription("manager")
class Manager(Gatherer):
    @event
    async def receive(self, message: fibonacci.Point, ctx: MessageContext) -> None:
        self.gather(message)


class InlineServer(RoutedAgent):
    """Computes in its own handler."""

    @rpc
    async def compute(self, message: Request, ctx: MessageContext) -> Answer:
        return Answer(value=fibonacci.fib(message.n))


class ThreadedServer(RoutedAgent):
    """Has a thread for each client's request, so that a large one does not hold up small ones."""

    def __init__(self, description: str, threads: ThreadPoolExecutor) -> None:
        super().__init__(description)
        self._threads = threads

    @rpc
    async def compute(self, message: Request, ctx: MessageContext) -> Answer:
        loop = asyncio.get_running_loop()
        return Answer(value=await loop.run_in_executor(self._threads, fibonacci.fib, message.n))


@type_subscription("client")
class Client(RoutedAgent):
    """Its key is its number."""

    def __init__(self, game: fibonacci.Game) -> None:
        super().__init__("asks for numbers")
        self._number = int(self.id.key)
        self._requests = game.lists[self._number - 1]

    @event
    async def begin(self, message: Begin, ctx: MessageContext) -> None:
        for n in self._requests:
            asked = perf_counter_ns()
            answer = await self.send_message(Request(n=n), SERVER)
            took = perf_counter_ns() - asked
            await self.publish_message(fibonacci.Point(self._number, n, answer.value, took), MANAGER)


async def play(game: fibonacci.Game) -> tuple[int, list[fibonacci.Point]]:
    with ThreadPoolExecutor(max_workers=len(game.lists)) as threads:
        runtime = new_runtime()
        full: asyncio.Future[tuple[int, list[fibonacci.Point]]] = asyncio.get_running_loop().create_future()
        await Manager.register(runtime, "manager", lambda: Manager(game.answers, full))
        if game.variant == "threaded":
            await ThreadedServer.register(runtime, "server", lambda: ThreadedServer("computes", threads))
        else:
            await InlineServer.register(runtime, "server", lambda: InlineServer("computes"))
        await Client.register(runtime, "client", lambda: Client(game))
        await runtime.get("manager", lazy=False)
        await runtime.get("server", lazy=False)
        numbers = range(1, len(game.lists) + 1)
        for number in numbers:
            await runtime.get("client", str(number), lazy=False)

        begun = perf_counter_ns()
        for number in numbers:
            await runtime.publish_message(Begin(), TopicId("client", str(number)))
        ended, points = await full
        await runtime.stop_when_idle()
    return ended - begun, points


WORKLOAD = fibonacci.workload(("threaded", "functions"), synchronous(play))
