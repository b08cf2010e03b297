"""compute, echo-all and mass-reception, each with one fault."""

from __future__ import annotations

import time

from compute import Agent, Compute
from harness import Arguments
from round_trips import EchoAll, MassReception, Replier, Requester, RoundTrips


class HastyAgent(Agent):
    def begin(self) -> None:
        self.steps -= 1
        super().begin()


class StepLess(Compute):
    agent = HastyAgent


class DelegatingAgent(Agent):
    """Leaves its steps to the first agent."""

    def begin(self) -> None:
        first = self.work.agents[0]
        self.work.send(self.work.note, first.calculate(self.number, self.steps))


class OneDoesAll(Compute):
    agent = DelegatingAgent


class HalfCompute(Compute):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.operations //= 2


class AsksNext(EchoAll):
    def replier_of(self, requester: int, request: int) -> Replier:
        return super().replier_of(requester, 0)


class Soliloquist(Requester):
    """Answers in the name of those it should ask."""

    def ask(self) -> None:
        if self.replies == self.game.messages:
            super().ask()
            return
        self.since = self.game.started
        self.handled += 1
        self.witness += self.number * self.game.messages + self.replies
        asked = self.game.replier_of(self.number, self.replies)
        self.game.send(self.reply, asked.number, self.replies)


class AnswersItself(EchoAll):
    requester = Soliloquist


class ImpatientRequester(Requester):
    def due(self) -> int:
        return self.game.started


class IgnoresSchedule(EchoAll):
    requester = ImpatientRequester


class AllToFirst(MassReception):
    def replier_of(self, requester: int, request: int) -> Replier:
        return self.repliers[0]


class Latecomer(Requester):
    """Begins some time after the one before it has all its replies, and starts its clock only then."""

    def first(self) -> int:
        time.sleep(0.05)
        return time.monotonic_ns()

    def ask(self) -> None:
        game = self.game
        if self.replies == game.messages and self.number + 1 < len(game.requesters):
            game.send(game.requesters[self.number + 1].ask)
        super().ask()


class OneByOne(MassReception):
    requester = Latecomer

    def begin(self) -> None:
        self.started = time.monotonic_ns()
        self.send(self.requesters[0].ask)


class HalfRoundTrips(RoundTrips):
    """Mixed in before a workload."""

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.messages //= 2


class HalfEchoAll(HalfRoundTrips, EchoAll): ...


class HalfMassReception(HalfRoundTrips, MassReception): ...
