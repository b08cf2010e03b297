"""Agents swap their states with others at random.

A message is a word for what it is, and a state.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict
from time import perf_counter_ns

from slixmpp import JID
from spade.message import Message

from society import SOCIETY, Member, played, synchronous
from workload import grid

REQUEST, ACCEPTANCE, REFUSAL, START, STOP, FINISHED = "request", "accept", "refuse", "start", "stop", "finished"


class Cell(Member):
    """What the agent of a cell does."""

    def __init__(self, game: grid.Game, cell: int, agents: Sequence[JID], controller: JID, active: bool) -> None:
        super().__init__()
        self._game = game
        self._account = grid.Account(cell, cell)
        self._agents = agents
        self._controller = controller
        self._active = active
        """From the moment that the agent is to request until its request is accepted."""
        self._refusing = False
        """Once the agent has finished or stopped."""
        self._stopping = False

    async def handle(self, message: Message) -> None:
        account = self._account
        match message.body.split():
            case [kind, _] if kind == REQUEST and (self._active or self._refusing):
                await self.send_words(message.sender, REFUSAL)
            case [kind, state] if kind == REQUEST:
                await self.send_words(message.sender, ACCEPTANCE, account.state)
                account.state = int(state)
                account.accepted += 1
                await self._request()
            case [kind, state] if kind == ACCEPTANCE:
                account.state = int(state)
                account.requested += 1
                self._active = False
                if self._stopping:
                    await self._stopped()
                elif account.requested == self._game.rounds:
                    self._refusing = True
                    await self.send_words(self._controller, FINISHED)
            case [kind] if kind == STOP:
                self._stopping = True
                if not self._active:
                    await self._stopped()
            case [kind]:
                account.refused += kind == REFUSAL
                await (self._stopped() if self._stopping else self._request())

    async def _request(self) -> None:
        self._active = True
        account = self._account
        await self.send_words(self._agents[self._game.another(account.cell)], REQUEST, account.state)

    async def _stopped(self) -> None:
        self._refusing = True
        await self.send_words(self._controller, json.dumps(asdict(self._account)))


class Controller(Member):
    """Stops all agents when the first has finished, and collects their accounts."""

    def __init__(self, agents: Sequence[JID]) -> None:
        super().__init__()
        self._agents = agents
        self._accounts: list[grid.Account] = []
        self._stopping = False
        self.ended: asyncio.Future[tuple[int, list[grid.Account]]] = asyncio.get_running_loop().create_future()

    async def handle(self, message: Message) -> None:
        if message.body != FINISHED:
            self._accounts.append(grid.Account(**json.loads(message.body)))
            if len(self._accounts) == len(self._agents):
                self.ended.set_result((perf_counter_ns(), self._accounts))
        elif not self._stopping:
            self._stopping = True
            for agent in self._agents:
                await self.send_words(agent, STOP)


async def play(game: grid.Game) -> tuple[int, list[grid.Account]]:
    agents = SOCIETY.addresses(range(1, game.agents + 1))
    controller = Controller(agents)
    active = set(game.active)
    members: list[Member] = [controller]
    for cell in range(game.agents):
        members.append(Cell(game, cell, agents, SOCIETY.address(0), cell in active))
    await SOCIETY.begin(members)

    begun = perf_counter_ns()
    for cell in game.active:
        await controller.send_words(agents[cell], START)
    ended, accounts = await controller.ended
    await SOCIETY.end(members)
    return ended - begun, sorted(accounts, key=lambda account: account.cell)


WORKLOAD = played(grid.workload(synchronous(play)), lambda parameters: parameters.integers["side"] ** 2 + 1)
