"""A coordinator answers a client's requests with the help of a retriever and a printer.

The three answers of a round are messages too: the runtime puts them into its queue like the requests.
"""

from __future__ import annotations

import asyncio
from time import perf_counter_ns

from autogen_core import AgentId, MessageContext, RoutedAgent, TopicId, event, rpc, type_subscription
from pydantic import BaseModel

from agents import new_runtime, synchronous
from workload import rounds


class Begin(BaseModel):
    """The client's first message."""


class Request(BaseModel):
    round: int
    acc: int


class Retrieve(BaseModel):
    round: int
    acc: int


class Datum(BaseModel):
    datum: int
    acc: int


class Line(BaseModel):
    round: int
    datum: int
    acc: int


class Printed(BaseModel):
    acc: int


class Answer(BaseModel):
    datum: int
    acc: int


COORDINATOR = AgentId("coordinator", "default")
RETRIEVER = AgentId("retriever", "default")
PRINTER = AgentId("printer", "default")


@type_subscription("client")
class Client(RoutedAgent):
    def __init__(self, game: rounds.Game, ended: asyncio.Future[tuple[int, rounds.Answers]]) -> None:
        super().__init__("asks for data")
        self._game = game
        self._ended = ended

    @event
    async def begin(self, message: Begin, ctx: MessageContext) -> None:
        answers = rounds.Answers()
        for number in range(1, self._game.rounds + 1):
            answer = await self.send_message(Request(round=number, acc=answers.acc), COORDINATOR)
            answers.count += 1
            answers.sum += answer.datum
            answers.acc = self._game.step(answer.acc, rounds.CLIENT)
        self._ended.set_result((perf_counter_ns(), answers))


class Server(RoutedAgent):
    def __init__(self, game: rounds.Game) -> None:
        super().__init__("serves")
        self._game = game


class Coordinator(Server):
    @rpc
    async def answer(self, message: Request, ctx: MessageContext) -> Answer:
        number, step = message.round, self._game.step
        acc = step(message.acc, rounds.COORDINATOR)
        found = await self.send_message(Retrieve(round=number, acc=acc), RETRIEVER)
        acc = step(found.acc, rounds.COORDINATOR)
        printed = await self.send_message(Line(round=number, datum=found.datum, acc=acc), PRINTER)
        return Answer(datum=found.datum, acc=step(printed.acc, rounds.COORDINATOR))


class Retriever(Server):
    @rpc
    async def retrieve(self, message: Retrieve, ctx: MessageContext) -> Datum:
        return Datum(datum=rounds.datum(message.round), acc=self._game.step(message.acc, rounds.RETRIEVER))


class Printer(Server):
    def __init__(self, game: rounds.Game) -> None:
        super().__init__(game)
        self._lines = game.lines()

    @rpc
    async def print(self, message: Line, ctx: MessageContext) -> Printed:
        self._lines.line(f"{message.round} {message.datum}")
        if message.round == self._game.rounds:
            self._lines.close()  # the last line is on file before the client can be notified of it
        return Printed(acc=self._game.step(message.acc, rounds.PRINTER))


async def play(game: rounds.Game) -> tuple[int, rounds.Answers]:
    runtime = new_runtime()
    full: asyncio.Future[tuple[int, rounds.Answers]] = asyncio.get_running_loop().create_future()
    await Client.register(runtime, "client", lambda: Client(game, full))
    await Coordinator.register(runtime, "coordinator", lambda: Coordinator(game))
    await Retriever.register(runtime, "retriever", lambda: Retriever(game))
    await Printer.register(runtime, "printer", lambda: Printer(game))
    for kind in ("client", "coordinator", "retriever", "printer"):
        await runtime.get(kind, lazy=False)

    begun = perf_counter_ns()
    await runtime.publish_message(Begin(), TopicId("client", "default"))
    ended, answers = await full
    await runtime.stop_when_idle()
    return ended - begun, answers


WORKLOAD = rounds.workload(synchronous(play))
