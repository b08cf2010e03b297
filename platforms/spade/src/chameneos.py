"""Creatures meet in pairs through a broker and change colour."""

from __future__ import annotations

import json
from dataclasses import asdict
from time import perf_counter_ns

from slixmpp import JID
from spade.message import Message

from society import SOCIETY, Gatherer, Member, integers, played, synchronous
from workload import chameneos

TURNED_AWAY = "away"


class Broker(Member):
    """Pairs those who ask: each message is a number and a colour."""

    def __init__(self, meetings: int) -> None:
        super().__init__()
        self._left = meetings
        self._waiting: Message | None = None

    async def handle(self, message: Message) -> None:
        if self._left == 0:
            await self.send_words(message.sender, TURNED_AWAY)
        elif self._waiting is None:
            self._waiting = message
        else:
            first, self._waiting = self._waiting, None
            self._left -= 1
            await self.send_words(first.sender, message.body)
            await self.send_words(message.sender, first.body)


class Creature(Member):
    def __init__(self, creature: chameneos.Creature, broker: JID, collector: JID) -> None:
        super().__init__()
        self._creature = creature
        self._broker = broker
        self._collector = collector

    async def request(self) -> None:
        """Ask for a meeting."""
        await self.send_words(self._broker, self._creature.number, self._creature.colour)

    async def handle(self, message: Message) -> None:
        if message.body == TURNED_AWAY:
            await self.send_words(self._collector, json.dumps(asdict(self._creature)))
            return
        self._creature.meet(*integers(message.body))
        await self.request()


async def play(game: chameneos.Game) -> tuple[int, list[chameneos.Creature]]:
    collector = Gatherer(game.creatures)
    to_collector, to_broker = SOCIETY.addresses(range(2))
    creatures = [Creature(game.creature(number), to_broker, to_collector) for number in range(1, game.creatures + 1)]
    members: list[Member] = [collector, Broker(game.meetings), *creatures]
    await SOCIETY.begin(members)

    begun = perf_counter_ns()
    for creature in creatures:
        await creature.request()
    ended, reports = await collector.full
    await SOCIETY.end(members)
    return ended - begun, [chameneos.Creature(**json.loads(text)) for text in reports]


WORKLOAD = played(chameneos.workload(synchronous(play)), lambda parameters: parameters.integers["creatures"] + 2)
