"""Creatures meet in pairs through a broker and change colour."""

from __future__ import annotations

import asyncio
from time import perf_counter_ns

from autogen_core import AgentId, MessageContext, RoutedAgent, TopicId, event, rpc, type_subscription
from pydantic import BaseModel

from agents import Gatherer, new_runtime, synchronous
from workload import chameneos


class Begin(BaseModel):
    """A creature's first message."""


class Request(BaseModel):
    """Asks the broker for a meeting."""

    number: int
    colour: int


class Partner(BaseModel):
    """Whom the creature meets."""

    number: int
    colour: int


class TurnedAway(BaseModel):
    """There are no more meetings."""


BROKER = AgentId("broker", "default")
COLLECTOR = TopicId("collector", "default")


@type_subscription("collector")
class Collector(Gatherer):
    @event
    async def receive(self, message: chameneos.Creature, ctx: MessageContext) -> None:
        self.gather(message)


class Broker(RoutedAgent):
    """Answers the first of two when the second has come."""

    def __init__(self, meetings: int) -> None:
        super().__init__("pairs creatures")
        self._left = meetings
        self._waiting: tuple[Request, asyncio.Future[Partner]] | None = None

    @rpc
    async def pair(self, message: Request, ctx: MessageContext) -> Partner | TurnedAway:
        if self._left == 0:
            return TurnedAway()
        if self._waiting is None:
            partner = asyncio.get_running_loop().create_future()
            self._waiting = message, partner
            return await partner
        first, partner = self._waiting
        self._waiting = None
        self._left -= 1
        partner.set_result(Partner(number=message.number, colour=message.colour))
        return Partner(number=first.number, colour=first.colour)


@type_subscription("creature")
class Creature(RoutedAgent):
    """Its key is its number."""

    def __init__(self, game: chameneos.Game) -> None:
        super().__init__("meets others")
        self._creature = game.creature(int(self.id.key))

    @event
    async def begin(self, message: Begin, ctx: MessageContext) -> None:
        creature = self._creature
        while isinstance(
            partner := await self.send_message(Request(number=creature.number, colour=creature.colour), BROKER), Partner
        ):
            creature.meet(partner.number, partner.colour)
        await self.publish_message(creature, COLLECTOR)


async def play(game: chameneos.Game) -> tuple[int, list[chameneos.Creature]]:
    runtime = new_runtime()
    full: asyncio.Future[tuple[int, list[chameneos.Creature]]] = asyncio.get_running_loop().create_future()
    await Collector.register(runtime, "collector", lambda: Collector(game.creatures, full))
    await Broker.register(runtime, "broker", lambda: Broker(game.meetings))
    await Creature.register(runtime, "creature", lambda: Creature(game))
    await runtime.get("collector", lazy=False)
    await runtime.get("broker", lazy=False)
    numbers = range(1, game.creatures + 1)
    for number in numbers:
        await runtime.get("creature", str(number), lazy=False)

    begun = perf_counter_ns()
    for number in numbers:
        await runtime.publish_message(Begin(), TopicId("creature", str(number)))
    ended, creatures = await full
    await runtime.stop_when_idle()
    return ended - begun, creatures


WORKLOAD = chameneos.workload(synchronous(play))
