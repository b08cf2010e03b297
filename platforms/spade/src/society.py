"""What the programs share: agents that stay connected, behaviours that handle one message after the other."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from abc import abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from time import perf_counter_ns
from typing import Any, NoReturn, ParamSpec, TypeVar

from slixmpp import JID
from spade.agent import Agent
from spade.behaviour import CyclicBehaviour
from spade.container import Container
from spade.message import Message
from spade.trace import TraceStore

from harness.parameters import Parameters
from harness.program import Iterate, Workload
from server import HOST, Server

Given = ParamSpec("Given")
Result = TypeVar("Result")

VARIANTS = ("container", "xmpp")
FOREVER_S = 10**6
AT_A_TIME = 16
"""So many agents connect at the same time."""
SERVER_ENDED = 69


class Member(CyclicBehaviour):
    """What an agent does in one iteration: it handles message after message."""

    async def run(self) -> None:
        """Handle the next one."""
        message = await self.receive(timeout=FOREVER_S)
        if message is not None and not self.is_killed():
            await self.handle(message)

    @abstractmethod
    async def handle(self, message: Message) -> None:
        """Do what there is to do on that message."""

    async def send_words(self, to: JID, *words: object) -> None:
        """Send a message of these words."""
        await self.send(Message(to=to, sender=self.agent.jid, body=" ".join(map(str, words))))


class Gatherer(Member):
    """Collects so many things and then hands over the time and all of them, in the order in which they came."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count
        self._gathered: list[str] = []
        self.full: asyncio.Future[tuple[int, list[str]]] = asyncio.get_running_loop().create_future()

    async def handle(self, message: Message) -> None:
        """One more."""
        self._gathered.append(message.body)
        if len(self._gathered) == self._count:
            self.full.set_result((perf_counter_ns(), self._gathered))


def integers(text: str) -> list[int]:
    """What a message's words are."""
    return [int(word) for word in text.split()]


class Society:
    """All agents of the program."""

    def __init__(self) -> None:
        self._agents: list[Agent] = []
        self._server: Server | None = None

    def assemble(self, count: int, *, direct: bool) -> None:
        """Connect so many agents. `direct`: messages between them do not go through the server."""
        self._server = Server()
        os.environ["SSL_CERT_FILE"] = os.devnull  # agents verify no certificate, but would read all that the system has
        container = Container()
        container.loop.set_exception_handler(_loop_failed)
        container.loop.add_reader(self._server.ended, _server_ended)
        container.run(self._connect(count, self._server.port))
        if not direct:
            for agent in self._agents:
                container.unregister(str(agent.jid))

    async def _connect(self, count: int, port: int) -> None:
        turns = asyncio.Semaphore(AT_A_TIME)

        async def connect(agent: Agent) -> None:
            agent.traces = TraceStore(size=0)
            async with turns:
                await agent.start()
                await agent.client.get_roster()  # the server answers when it has seen that the agent is present

        self._agents = [Agent(f"agent{number}@{HOST}", "secret", port=port) for number in range(count)]
        await asyncio.gather(*map(connect, self._agents))

    def address(self, number: int) -> JID:
        """Of agent `number`, counted from 0."""
        return self._agents[number].jid

    def addresses(self, numbers: range) -> list[JID]:
        """Of several agents."""
        return [self._agents[number].jid for number in numbers]

    async def begin(self, members: Sequence[Member]) -> None:
        """Agent 0 begins to behave as the first of them, and so on."""
        for agent, member in zip(self._agents, members, strict=False):
            agent.add_behaviour(member)
        await asyncio.sleep(0)

    async def end(self, members: Sequence[Member]) -> None:
        """End these behaviours, and wait for it."""
        for member in members:
            member.kill()
            await member.enqueue(Message())  # what it waits for may never come
        await asyncio.gather(*(member.join() for member in members))

    def dissolve(self) -> None:
        """End the server, and all connections with it. Nothing runs in the event loop any more."""
        if self._server is not None:
            self._server.stop()


SOCIETY = Society()


def played(workload: Workload, agents: Callable[[Parameters], int]) -> Workload:
    """`workload`, for which so many agents are connected before the program is ready."""

    def prepare(parameters: Parameters) -> Iterate:
        iterate = workload.prepare(parameters)
        SOCIETY.assemble(agents(parameters), direct=parameters.variant == "container")
        return iterate

    return Workload(replace(workload.shape, variants=VARIANTS), prepare)


def synchronous(play: Callable[Given, Coroutine[Any, Any, Result]]) -> Callable[Given, Result]:
    """`play` as the harness calls it."""

    def run(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        return Container().loop.run_until_complete(play(*args, **kwargs))

    return run


def _server_ended() -> NoReturn:
    print("the XMPP server has ended", file=sys.stderr, flush=True)
    os._exit(SERVER_ENDED)


class _Failures(logging.Handler):
    """SPADE only logs that a behaviour failed: the others would wait for its part of the work for ever."""

    def emit(self, record: logging.LogRecord) -> None:
        print(record.getMessage(), file=sys.stderr, flush=True)
        if record.levelno >= logging.ERROR and "Traceback" in record.getMessage():
            os._exit(1)


def _loop_failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    loop.default_exception_handler(context)
    os._exit(1)


logging.getLogger().addHandler(_Failures(logging.WARNING))
