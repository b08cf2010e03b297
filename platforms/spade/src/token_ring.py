"""Tokens are passed from neighbour to neighbour round a ring of agents."""

from __future__ import annotations

from time import perf_counter_ns

from slixmpp import JID
from spade.message import Message

from society import SOCIETY, Gatherer, Member, integers, played, synchronous
from workload import ring


class Worker(Member):
    """Passes tokens on: each is a message of its number, the passes left and acc."""

    def __init__(self, number: int, witness: bool, neighbour: JID, counter: JID) -> None:
        super().__init__()
        self._number = number
        self._witness = witness
        self._neighbour = neighbour
        self._counter = counter

    async def handle(self, message: Message) -> None:
        token, left, acc = integers(message.body)
        if left == 0:
            await self.send_words(self._counter, token, self._number, acc)
            return
        # agon: begin witness
        if self._witness:
            acc = ring.step(acc, self._number)
        # agon: end
        await self.send_words(self._neighbour, token, left - 1, acc)


async def play(game: ring.Game) -> tuple[int, list[ring.Arrival]]:
    counter = Gatherer(game.tokens)
    addresses = SOCIETY.addresses(range(game.workers + 1))  # the counter's first
    neighbours = [*addresses[2:], addresses[1]]
    members: list[Member] = [counter]
    for number, neighbour in enumerate(neighbours, 1):
        members.append(Worker(number, game.witness, neighbour, addresses[0]))
    await SOCIETY.begin(members)

    begun = perf_counter_ns()
    for token in range(1, game.tokens + 1):
        await counter.send_words(addresses[game.start(token)], token, game.passes, 0)
    ended, arrivals = await counter.full
    await SOCIETY.end(members)
    return ended - begun, [ring.Arrival(*integers(arrival)) for arrival in arrivals]


WORKLOAD = played(ring.workload(synchronous(play)), lambda parameters: parameters.integers["workers"] + 1)
