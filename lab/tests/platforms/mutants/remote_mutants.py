"""What programs of two nodes may do less than they should."""

from __future__ import annotations

import time
from typing import Any

from harness import Arguments, Mailroom
from remote import MODULUS, MULTIPLIER, Connection, RemoteAsk, RemoteThroughput
from remote_actors import NearBroker, RemoteChameneos, RemoteTokenRing


class HalfRemoteThroughput(RemoteThroughput):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.total //= 2


class HalfRemoteAsk(RemoteAsk):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.total //= 2


class LateRemoteThroughput(RemoteThroughput):
    def elapsed_ns(self, mailroom: Mailroom) -> int:
        return super().elapsed_ns(mailroom) // 2


class LateRemoteAsk(RemoteAsk):
    """Its round trips fit the clock that starts late."""

    def elapsed_ns(self, mailroom: Mailroom) -> int:
        elapsed = super().elapsed_ns(mailroom) // 2
        self.times = [ns // 2 for ns in self.times]
        return elapsed


class OneAnswerForAll(RemoteAsk):
    """Every question gets the answer to the first."""

    def handled(self, connection: Connection, number: int) -> None:
        super().handled(connection, 0)


class AnswersAtHome(RemoteAsk):
    """Node 0 asks but once, and answers all other questions itself."""

    def begin(self) -> None:
        self.ask_one()
        numbers = range(1, self.total + 1)
        self.times = [1] * self.total
        self.sum = sum(number * (MULTIPLIER * number % MODULUS) for number in numbers) % MODULUS

    def ask_one(self) -> None:
        self.connection.send(self.texts[0])
        self.connection.receive()

    def elapsed_ns(self, mailroom: Mailroom) -> int:
        start = time.monotonic_ns()
        self.begin()
        return time.monotonic_ns() - start

    def handle_all(self, connection: Connection, text: bytes) -> dict[str, Any]:
        self.total = 1
        return super().handle_all(connection, text)


class LateRemoteTokenRing(RemoteTokenRing):
    def elapsed_ns(self, mailroom: Mailroom) -> int:
        return super().elapsed_ns(mailroom) // 2


class LateRemoteChameneos(RemoteChameneos):
    def elapsed_ns(self, mailroom: Mailroom) -> int:
        return super().elapsed_ns(mailroom) // 2


class HalfRemoteTokenRing(RemoteTokenRing):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.passes //= 2


class HalfRemoteChameneos(RemoteChameneos):
    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.meetings //= 2


class AllAtHome(RemoteTokenRing):
    """All workers are node 0's."""

    def at_home(self, number: int) -> bool:
        return not self.second


class HospitableBroker(NearBroker):
    def are_alike(self, number: int, other: int) -> bool:
        return False


class MeetsNeighbours(RemoteChameneos):
    """The broker pairs creatures as they come."""

    near_broker = HospitableBroker


class ReportsOneLess(RemoteChameneos):
    """Node 0 receives another number of meetings than node 1 has."""

    def counted(self) -> dict[str, Any]:
        counts = super().counted()["meetings"]
        return {"meetings": [counts[0] - 1, *counts[1:]]}
