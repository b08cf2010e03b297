"""Agents send requests, one at a time, to agents that reply: echo-all and mass-reception."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Timer
from time import perf_counter_ns
from typing import Any

import pykka

from actors import Gatherer, Member, stop_all
from workload import round_trips


@dataclass(slots=True)
class Begin:
    """The controller's message: when the clock began, and who replies."""

    start_ns: int
    repliers: Sequence[pykka.ActorRef]


class Due:
    """A timer's: the next request may be due."""


@dataclass(slots=True)
class Request:
    requester: int
    number: int
    sender: pykka.ActorRef


@dataclass(slots=True)
class Reply:
    replier: int
    number: int


class Done:
    """A requester has all its replies."""


class Replier(Member):
    def __init__(self, replier: round_trips.Replier) -> None:
        super().__init__()
        self._replier = replier

    def on_receive(self, request: Request) -> None:
        self._replier.handle(request.requester, request.number)
        request.sender.tell(Reply(self._replier.number, request.number))


class Requester(Member):
    def __init__(self, requester: round_trips.Requester, controller: pykka.ActorRef) -> None:
        super().__init__()
        self._requester = requester
        self._controller = controller
        self._repliers: Sequence[pykka.ActorRef] = ()

    def on_receive(self, message: Any) -> None:
        if isinstance(message, Reply):
            if self._requester.add(message.replier):
                self._controller.tell(Done())
            else:
                self._request()
        elif isinstance(message, Begin):
            self._repliers = message.repliers
            self._requester.begin(message.start_ns)
            self._request()
        else:
            self._request()

    def _request(self) -> None:
        requester = self._requester
        early = requester.early_s()
        if early > 0:
            timer = Timer(early, self.actor_ref.tell, (Due(),))
            timer.daemon = True
            timer.start()
            return
        self._repliers[requester.replier].tell(Request(requester.number, requester.replies, self.actor_ref))


class Partner(Requester):
    """Asks and replies."""

    def __init__(
        self, requester: round_trips.Requester, replier: round_trips.Replier, controller: pykka.ActorRef
    ) -> None:
        super().__init__(requester, controller)
        self._replier = replier

    def on_receive(self, message: Any) -> None:
        if isinstance(message, Request):
            self._replier.handle(message.requester, message.number)
            message.sender.tell(Reply(self._replier.number, message.number))
        else:
            super().on_receive(message)


def play(exchange: round_trips.Exchange) -> int:
    full: pykka.Future[tuple[int, list[Any]]] = pykka.ThreadingFuture()
    controller = Gatherer.start(exchange.game.requesters, full)
    if exchange.game.echo_all:
        pairs = zip(exchange.requesters, exchange.repliers, strict=True)
        requesters = repliers = [Partner.start(requester, replier, controller) for requester, replier in pairs]
    else:
        repliers = [Replier.start(replier) for replier in exchange.repliers]
        requesters = [Requester.start(requester, controller) for requester in exchange.requesters]

    begun = perf_counter_ns()
    begin = Begin(begun, repliers)
    for requester in requesters:
        requester.tell(begin)
    ended, _ = full.get()
    stop_all()
    return ended - begun


ECHO_ALL = round_trips.echo_all(play)
MASS_RECEPTION = round_trips.mass_reception(play)
