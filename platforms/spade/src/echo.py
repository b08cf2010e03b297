"""Agents send requests, one at a time, to agents that reply: echo-all and mass-reception.

A message is a word for what it is, and its numbers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import perf_counter_ns

from slixmpp import JID
from spade.message import Message

from harness.parameters import Parameters
from society import SOCIETY, Gatherer, Member, played, synchronous
from workload import round_trips

BEGIN, REQUEST, REPLY = "begin", "request", "reply"


class Replier(Member):
    def __init__(self, replier: round_trips.Replier) -> None:
        super().__init__()
        self._replier = replier

    async def handle(self, message: Message) -> None:
        _, requester, number = message.body.split()
        self._replier.handle(int(requester), int(number))
        await self.send_words(message.sender, REPLY, self._replier.number, number)


class Requester(Member):
    def __init__(self, requester: round_trips.Requester, repliers: Sequence[JID], controller: JID) -> None:
        super().__init__()
        self._requester = requester
        self._controller = controller
        self._repliers = repliers

    async def handle(self, message: Message) -> None:
        kind, number, *_ = message.body.split()
        if kind == BEGIN:
            self._requester.begin(int(number))
        elif self._requester.add(int(number)):
            await self.send_words(self._controller, "done")
            return
        early = self._requester.early_s()
        if early > 0:
            self.agent.submit(self._request_later(early))  # meanwhile the agent may have to reply
        else:
            await self._request()

    async def _request_later(self, early: float) -> None:
        while early > 0:
            await asyncio.sleep(early)
            early = self._requester.early_s()
        await self._request()

    async def _request(self) -> None:
        requester = self._requester
        await self.send_words(self._repliers[requester.replier], REQUEST, requester.number, requester.replies)


class Partner(Requester):
    """Asks and replies."""

    def __init__(
        self,
        requester: round_trips.Requester,
        repliers: Sequence[JID],
        controller: JID,
        replier: round_trips.Replier,
    ) -> None:
        super().__init__(requester, repliers, controller)
        self._replier = replier

    async def handle(self, message: Message) -> None:
        if not message.body.startswith(REQUEST):
            await super().handle(message)
            return
        _, requester, number = message.body.split()
        self._replier.handle(int(requester), int(number))
        await self.send_words(message.sender, REPLY, self._replier.number, number)


async def play(exchange: round_trips.Exchange) -> int:
    game = exchange.game
    controller = Gatherer(game.requesters)
    numbers = range(1, game.requesters + 1)
    requesters = SOCIETY.addresses(numbers)
    members: list[Member] = [controller]
    if game.echo_all:
        for requester, replier in zip(exchange.requesters, exchange.repliers, strict=True):
            members.append(Partner(requester, requesters, SOCIETY.address(0), replier))
    else:
        repliers = SOCIETY.addresses(range(numbers.stop, numbers.stop + game.repliers))
        members.extend(Requester(requester, repliers, SOCIETY.address(0)) for requester in exchange.requesters)
        members.extend(map(Replier, exchange.repliers))
    await SOCIETY.begin(members)

    begun = perf_counter_ns()
    for address in requesters:
        await controller.send_words(address, BEGIN, begun)
    ended, _ = await controller.full
    await SOCIETY.end(members)
    return ended - begun


def _agents(parameters: Parameters) -> int:
    sizes = parameters.integers
    return 1 + (sizes["agents"] if "agents" in sizes else sizes["senders"] + sizes["receivers"])


ECHO_ALL = played(round_trips.echo_all(synchronous(play)), _agents)
MASS_RECEPTION = played(round_trips.mass_reception(synchronous(play)), _agents)
