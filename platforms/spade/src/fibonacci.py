"""A server's answers to large and small requests are timed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter_ns

from slixmpp import JID
from spade.message import Message

from society import SOCIETY, Gatherer, Member, integers, played, synchronous
from workload import fibonacci


class Server(Member):
    """Has a thread for each client's request, so that a large one does not hold up small ones."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        super().__init__()
        self._threads = threads

    async def handle(self, message: Message) -> None:
        self.agent.submit(self._answer(int(message.body), message.sender))

    async def _answer(self, n: int, client: JID) -> None:
        value = await asyncio.get_running_loop().run_in_executor(self._threads, fibonacci.fib, n)
        await self.send_words(client, value)


class Client(Member):
    def __init__(self, number: int, requests: Sequence[int], server: JID, manager: JID) -> None:
        super().__init__()
        self._number = number
        self._requests = iter(requests)
        self._server = server
        self._manager = manager
        self._n = 0
        self._asked = 0

    async def request(self) -> None:
        """Ask for the next number, if there is one."""
        n = next(self._requests, None)
        if n is not None:
            self._n = n
            self._asked = perf_counter_ns()
            await self.send_words(self._server, n)

    async def handle(self, message: Message) -> None:
        took = perf_counter_ns() - self._asked
        await self.send_words(self._manager, self._number, self._n, message.body, took)
        await self.request()


async def play(game: fibonacci.Game) -> tuple[int, list[fibonacci.Point]]:
    with ThreadPoolExecutor(max_workers=len(game.lists)) as threads:
        manager = Gatherer(game.answers)
        to_manager, to_server = SOCIETY.addresses(range(2))
        clients = [Client(number, requests, to_server, to_manager) for number, requests in enumerate(game.lists, 1)]
        members: list[Member] = [manager, Server(threads), *clients]
        await SOCIETY.begin(members)

        begun = perf_counter_ns()
        for client in clients:
            await client.request()
        ended, points = await manager.full
        await SOCIETY.end(members)
    return ended - begun, [fibonacci.Point(*integers(point)) for point in points]


_ONE_WAY = fibonacci.workload(("container",), synchronous(play))
WORKLOAD = played(_ONE_WAY, lambda parameters: parameters.integers["clients"] + 2)
