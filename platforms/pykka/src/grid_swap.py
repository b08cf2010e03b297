"""Agents, each an actor, swap their states with others at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter_ns

import pykka

from actors import Member, stop_all
from workload import grid


@dataclass(slots=True)
class Request:
    state: int
    requester: pykka.ActorRef


@dataclass(slots=True)
class Acceptance:
    state: int


class Refusal:
    """The other one is in a transaction, or swaps no more."""


class Start:
    """Makes an agent active."""


class Stop:
    """Ends the swapping."""


class Finished:
    """Notifies the controller that an agent has done its rounds."""


class Agent(Member):
    def __init__(
        self,
        game: grid.Game,
        cell: int,
        agents: Sequence[pykka.ActorRef],
        controller: pykka.ActorRef,
        active: bool,
    ) -> None:
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

    def on_receive(self, message: Request | Refusal | Acceptance | Start | Stop) -> None:
        account = self._account
        match message:
            case Request() if self._active or self._refusing:
                message.requester.tell(Refusal())
            case Request():
                message.requester.tell(Acceptance(account.state))
                account.state = message.state
                account.accepted += 1
                self._request()
            case Refusal():
                account.refused += 1
                self._request_or_stop()
            case Acceptance():
                account.state = message.state
                account.requested += 1
                self._active = False
                if self._stopping:
                    self._stopped()
                elif account.requested == self._game.rounds:
                    self._refusing = True
                    self._controller.tell(Finished())
            case Start():
                self._request_or_stop()
            case Stop():
                self._stopping = True
                if not self._active:
                    self._stopped()

    def _request_or_stop(self) -> None:
        if self._stopping:
            self._stopped()
        else:
            self._request()

    def _request(self) -> None:
        self._active = True
        account = self._account
        self._agents[self._game.another(account.cell)].tell(Request(account.state, self.actor_ref))

    def _stopped(self) -> None:
        self._refusing = True
        self._controller.tell(self._account)


class Controller(Member):
    """Stops all agents when the first has finished, and collects their accounts."""

    def __init__(
        self, agents: Sequence[pykka.ActorRef], missing: int, ended: pykka.Future[tuple[int, list[grid.Account]]]
    ) -> None:
        super().__init__()
        self._agents = agents
        self._missing = missing
        self._accounts: list[grid.Account] = []
        self._stopping = False
        self._ended = ended

    def on_receive(self, message: grid.Account | Finished) -> None:
        if isinstance(message, grid.Account):
            self._accounts.append(message)
            if len(self._accounts) == self._missing:
                self._ended.set((perf_counter_ns(), self._accounts))
        elif not self._stopping:
            self._stopping = True
            for agent in self._agents:
                agent.tell(Stop())


def play(game: grid.Game) -> tuple[int, list[grid.Account]]:
    full: pykka.Future[tuple[int, list[grid.Account]]] = pykka.ThreadingFuture()
    agents: list[pykka.ActorRef] = []
    controller = Controller.start(agents, game.agents, full)
    active = set(game.active)
    agents.extend(Agent.start(game, cell, agents, controller, cell in active) for cell in range(game.agents))

    begun = perf_counter_ns()
    for cell in game.active:
        agents[cell].tell(Start())
    ended, accounts = full.get()
    stop_all()
    return ended - begun, sorted(accounts, key=lambda account: account.cell)


WORKLOAD = grid.workload(play)
