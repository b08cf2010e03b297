"""Creatures meet in pairs through a broker and change colour."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter_ns

import pykka

from actors import Gatherer, Member, stop_all
from workload import chameneos


class Begin:
    """A creature's first message."""


@dataclass(slots=True)
class Request:
    """Asks the broker for a meeting."""

    number: int
    colour: int
    creature: pykka.ActorRef


@dataclass(slots=True)
class Partner:
    """Whom the creature meets."""

    number: int
    colour: int


class TurnedAway:
    """There are no more meetings."""


class Broker(Member):
    def __init__(self, meetings: int) -> None:
        super().__init__()
        self._left = meetings
        self._waiting: Request | None = None

    def on_receive(self, request: Request) -> None:
        if self._left == 0:
            request.creature.tell(TurnedAway())
        elif self._waiting is None:
            self._waiting = request
        else:
            first, self._waiting = self._waiting, None
            self._left -= 1
            first.creature.tell(Partner(request.number, request.colour))
            request.creature.tell(Partner(first.number, first.colour))


class Creature(Member):
    def __init__(self, creature: chameneos.Creature, broker: pykka.ActorRef, collector: pykka.ActorRef) -> None:
        super().__init__()
        self._creature = creature
        self._broker = broker
        self._collector = collector

    def on_receive(self, message: Partner | Begin | TurnedAway) -> None:
        if isinstance(message, TurnedAway):
            self._collector.tell(self._creature)
            return
        creature = self._creature
        if isinstance(message, Partner):
            creature.meet(message.number, message.colour)
        self._broker.tell(Request(creature.number, creature.colour, self.actor_ref))


def play(game: chameneos.Game) -> tuple[int, list[chameneos.Creature]]:
    full: pykka.Future[tuple[int, list[chameneos.Creature]]] = pykka.ThreadingFuture()
    collector = Gatherer.start(game.creatures, full)
    broker = Broker.start(game.meetings)
    creatures = [Creature.start(game.creature(number), broker, collector) for number in range(1, game.creatures + 1)]

    begun = perf_counter_ns()
    for creature in creatures:
        creature.tell(Begin())
    ended, collected = full.get()
    stop_all()
    return ended - begun, collected


WORKLOAD = chameneos.workload(play)
