"""A coordinator answers a client's requests with the help of a retriever and a printer.

A message is a word for what it is, its numbers, and acc.
"""

from __future__ import annotations

import asyncio
from time import perf_counter_ns

from slixmpp import JID
from spade.message import Message

from society import SOCIETY, Member, integers, played, synchronous
from workload import rounds

REQUEST, DATUM, PRINTED = "request", "datum", "printed"


class Client(Member):
    def __init__(self, game: rounds.Game, coordinator: JID) -> None:
        super().__init__()
        self._game = game
        self._coordinator = coordinator
        self._answers = rounds.Answers()
        self.ended: asyncio.Future[tuple[int, rounds.Answers]] = asyncio.get_running_loop().create_future()

    async def request(self) -> None:
        """Begin the next round."""
        await self.send_words(self._coordinator, REQUEST, self._answers.count + 1, self._answers.acc)

    async def handle(self, message: Message) -> None:
        answers = self._answers
        datum, acc = integers(message.body)
        answers.count += 1
        answers.sum += datum
        answers.acc = self._game.step(acc, rounds.CLIENT)
        if answers.count == self._game.rounds:
            self.ended.set_result((perf_counter_ns(), answers))
        else:
            await self.request()


class Coordinator(Member):
    def __init__(self, game: rounds.Game, client: JID, retriever: JID, printer: JID) -> None:
        super().__init__()
        self._game = game
        self._client = client
        self._retriever = retriever
        self._printer = printer

    async def handle(self, message: Message) -> None:
        kind, *numbers, acc = message.body.split()
        stepped = self._game.step(int(acc), rounds.COORDINATOR)
        if kind == REQUEST:
            await self.send_words(self._retriever, *numbers, stepped)
        elif kind == DATUM:
            await self.send_words(self._printer, *numbers, stepped)
        else:
            await self.send_words(self._client, *numbers, stepped)


class Retriever(Member):
    def __init__(self, game: rounds.Game, coordinator: JID) -> None:
        super().__init__()
        self._game = game
        self._coordinator = coordinator

    async def handle(self, message: Message) -> None:
        number, acc = integers(message.body)
        stepped = self._game.step(acc, rounds.RETRIEVER)
        await self.send_words(self._coordinator, DATUM, number, rounds.datum(number), stepped)


class Printer(Member):
    def __init__(self, game: rounds.Game, coordinator: JID) -> None:
        super().__init__()
        self._game = game
        self._coordinator = coordinator
        self._lines = game.lines()

    async def handle(self, message: Message) -> None:
        number, datum, acc = integers(message.body)
        self._lines.line(f"{number} {datum}")
        if number == self._game.rounds:
            self._lines.close()  # the last line is on file before the client can be notified of it
        await self.send_words(self._coordinator, PRINTED, datum, self._game.step(acc, rounds.PRINTER))


async def play(game: rounds.Game) -> tuple[int, rounds.Answers]:
    to_client, to_coordinator, to_retriever, to_printer = SOCIETY.addresses(range(4))
    client = Client(game, to_coordinator)
    coordinator = Coordinator(game, to_client, to_retriever, to_printer)
    members = [client, coordinator, Retriever(game, to_coordinator), Printer(game, to_coordinator)]
    await SOCIETY.begin(members)

    begun = perf_counter_ns()
    await client.request()
    ended, answers = await client.ended
    await SOCIETY.end(members)
    return ended - begun, answers


WORKLOAD = played(rounds.workload(synchronous(play)), lambda _: 4)
