from __future__ import annotations

import time
from abc import abstractmethod
from pathlib import Path
from typing import Any

from harness import Arguments, Mailroom, Program, reject

MODULUS = 2147483647
NS_PER_US = 1_000


class Replier:
    """Answers requests."""

    def __init__(self, number: int, game: RoundTrips) -> None:
        self.number = number
        self.game = game
        self.handled = 0
        self.witness = 0

    def request(self, asker: Requester, number: int) -> None:
        self.handled += 1
        self.witness = (self.witness + asker.number * self.game.messages + number) % MODULUS
        self.game.send(asker.reply, self.number, number)


class Requester(Replier):
    """Makes requests, one at a time; answers them too, where it is asked."""

    def __init__(self, number: int, game: RoundTrips) -> None:
        super().__init__(number, game)
        self.acc = 0
        self.replies = 0
        self.times: list[int] = []

    def ask(self) -> None:
        game = self.game
        if self.replies == game.messages:
            game.send(game.requester_ended)
            return
        if game.clock or game.rate:
            self.since = self.due() if game.rate else time.monotonic_ns() if self.replies else self.first()
            if game.rate and time.monotonic_ns() < self.since:
                game.send(self.ask)
                return
        game.send(game.replier_of(self.number, self.replies).request, self, self.replies)

    def first(self) -> int:
        return self.game.started

    def due(self) -> int:
        game = self.game
        return game.started + game.due_us[self.number][self.replies] * NS_PER_US

    def reply(self, number: int, request: int) -> None:
        assert request == self.replies
        self.acc = (self.acc * 31 + number) % MODULUS
        if self.game.clock:
            self.times.append(time.monotonic_ns() - self.since)
        self.replies += 1
        self.ask()


class RoundTrips(Program):
    requester: type[Requester] = Requester

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.messages = arguments.integer("messages")
        self.rate = arguments.integer("rate", 0)
        if arguments.word("arrivals") not in ("constant", "poisson"):
            reject("arrivals= must be constant or poisson")
        lines = Path(arguments.word("input")).read_text(encoding="ascii").splitlines() if self.rate else []
        self.due_us = [list(map(int, line.split())) for line in lines]
        if arguments.word("clock") not in ("on", "off"):
            reject("clock= must be on or off")
        self.clock = arguments.word("clock") == "on"
        self.requesters: list[Requester] = []
        self.repliers: list[Replier] = []

    def set_up(self, mailroom: Mailroom) -> None:
        self.send = mailroom.send
        self.through = 0
        self.make()

    @abstractmethod
    def make(self) -> None: ...

    @abstractmethod
    def replier_of(self, requester: int, request: int) -> Replier: ...

    def begin(self) -> None:
        self.started = time.monotonic_ns()
        for requester in self.requesters:
            self.send(requester.ask)

    def requester_ended(self) -> None:
        self.through += 1

    def report(self, index: int) -> dict[str, Any]:
        assert self.through == len(self.requesters)
        if self.clock:
            with (self.arguments.samples / "rtt.csv").open("a", encoding="ascii") as file:
                if index == 0:
                    print("iteration,agent,ns", file=file)
                for requester in self.requesters:
                    for ns in requester.times:
                        print(index, requester.number, ns, sep=",", file=file)
        report: dict[str, Any] = {
            "replies": sum(r.replies for r in self.requesters),
            "acc": [r.acc for r in self.requesters],
            "handled": [r.handled for r in self.repliers],
        }
        return report | ({"witness": [r.witness for r in self.repliers]} if self.arguments.witness else {})


class EchoAll(RoundTrips):
    keys = ("agents", "messages", "clock", "rate", "arrivals", "input")

    def make(self) -> None:
        self.requesters = [self.requester(i, self) for i in range(self.arguments.integer("agents", 2))]
        self.repliers = list(self.requesters)

    def replier_of(self, requester: int, request: int) -> Replier:
        size = len(self.repliers)
        return self.repliers[(requester + 1 + request % (size - 1)) % size]


class MassReception(RoundTrips):
    keys = ("senders", "receivers", "messages", "clock", "rate", "arrivals", "input")

    def make(self) -> None:
        self.requesters = [self.requester(i, self) for i in range(self.arguments.integer("senders"))]
        self.repliers = [Replier(i, self) for i in range(self.arguments.integer("receivers"))]

    def replier_of(self, requester: int, request: int) -> Replier:
        return self.repliers[requester % len(self.repliers)]
