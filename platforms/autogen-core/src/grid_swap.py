"""Agents swap their states with others at random."""

from __future__ import annotations

import asyncio
from time import perf_counter_ns

from autogen_core import AgentId, MessageContext, RoutedAgent, TopicId, event, rpc, type_subscription
from pydantic import BaseModel

from agents import begin, new_runtime, synchronous
from workload import grid


class Request(BaseModel):
    state: int


class Acceptance(BaseModel):
    state: int


class Refusal(BaseModel):
    """The other one is in a transaction, or swaps no more."""


class Start(BaseModel):
    """Makes an agent active."""


class Stop(BaseModel):
    """Ends the swapping."""


class Finished(BaseModel):
    """Notifies the controller that an agent has done its rounds."""


CONTROLLER = TopicId("controller", "default")


@type_subscription("agent")
class Agent(RoutedAgent):
    """Its key is its cell."""

    def __init__(self, game: grid.Game, active: set[int]) -> None:
        super().__init__("swaps states")
        cell = int(self.id.key)
        self._game = game
        self._account = grid.Account(cell, cell)
        self._active = cell in active
        """From the moment that the agent is to request until its request is accepted."""
        self._refusing = False
        """Once the agent has finished or stopped."""
        self._stopping = False

    @event
    async def start(self, message: Start, ctx: MessageContext) -> None:
        await self._request()

    @rpc
    async def swap(self, message: Request, ctx: MessageContext) -> Acceptance | Refusal:
        if self._active or self._refusing:
            return Refusal()
        account = self._account
        answer = Acceptance(state=account.state)
        account.state = message.state
        account.accepted += 1
        self._active = True
        begin(self._request())  # when the answer is under way
        return answer

    @event
    async def stop(self, message: Stop, ctx: MessageContext) -> None:
        self._stopping = True
        if not self._active:
            await self._stopped()

    async def _request(self) -> None:
        account, game = self._account, self._game
        while not self._stopping:
            other = AgentId("agent", str(game.another(account.cell)))
            answer = await self.send_message(Request(state=account.state), other)
            if isinstance(answer, Acceptance):
                account.state = answer.state
                account.requested += 1
                break
            account.refused += 1
        self._active = False
        if self._stopping:
            await self._stopped()
        elif account.requested == game.rounds:
            self._refusing = True
            await self.publish_message(Finished(), CONTROLLER)

    async def _stopped(self) -> None:
        self._refusing = True
        await self.publish_message(self._account, CONTROLLER)


@type_subscription("controller")
class Controller(RoutedAgent):
    """Stops all agents when the first has finished, and collects their accounts."""

    def __init__(self, agents: int, ended: asyncio.Future[tuple[int, list[grid.Account]]]) -> None:
        super().__init__("stops all agents")
        self._agents = agents
        self._accounts: list[grid.Account] = []
        self._stopping = False
        self._ended = ended

    @event
    async def finished(self, message: Finished, ctx: MessageContext) -> None:
        if not self._stopping:
            self._stopping = True
            for cell in range(self._agents):
                await self.publish_message(Stop(), TopicId("agent", str(cell)))

    @event
    async def stopped(self, message: grid.Account, ctx: MessageContext) -> None:
        self._accounts.append(message)
        if len(self._accounts) == self._agents:
            self._ended.set_result((perf_counter_ns(), self._accounts))


async def play(game: grid.Game) -> tuple[int, list[grid.Account]]:
    runtime = new_runtime()
    full: asyncio.Future[tuple[int, list[grid.Account]]] = asyncio.get_running_loop().create_future()
    active = set(game.active)
    await Controller.register(runtime, "controller", lambda: Controller(game.agents, full))
    await Agent.register(runtime, "agent", lambda: Agent(game, active))
    await runtime.get("controller", lazy=False)
    for cell in range(game.agents):
        await runtime.get("agent", str(cell), lazy=False)

    begun = perf_counter_ns()
    for cell in game.active:
        await runtime.publish_message(Start(), TopicId("agent", str(cell)))
    ended, accounts = await full
    await runtime.stop_when_idle()
    return ended - begun, sorted(accounts, key=lambda account: account.cell)


WORKLOAD = grid.workload(synchronous(play))
