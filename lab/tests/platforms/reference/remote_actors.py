"""Actors on two nodes, those of an even number on node 1. A frame is a JSON list: an actor's number and a message."""

from __future__ import annotations

import json
import time
from typing import Any

from chameneos import Chameneos, Creature
from harness import Mailroom
from remote import Connection, Nodes
from token_ring import TokenRing, Worker

OVER = b"over"
"""Node 0 to node 1: the iteration is over."""


class TwoNodes(Nodes):
    """Each node delivers its own messages first, then takes one from the connection."""

    def send_frame(self, connection: Connection, *words: Any) -> None:
        connection.send(json.dumps(words).encode())

    def at_home(self, number: int) -> bool:
        return (number % 2 == 0) == self.second

    def take(self, number: int, *message: Any) -> None:
        """What a frame sends to the actor of that number; 0 is node 0's own."""
        raise NotImplementedError

    def is_over(self) -> bool:
        """At node 0."""
        raise NotImplementedError

    def counted(self) -> dict[str, Any]:
        """What node 1 reports."""
        raise NotImplementedError

    def elapsed_ns(self, mailroom: Mailroom) -> int:
        start = time.monotonic_ns()
        self.begin()
        mailroom.run()
        while not self.is_over():
            self.take(*json.loads(self.connection.receive()))
            mailroom.run()
        elapsed = time.monotonic_ns() - start
        self.connection.send(OVER)
        self.await_node_1()
        return elapsed

    def handle_all(self, connection: Connection, first: bytes) -> dict[str, Any]:
        mailroom = Mailroom()
        self.connection = connection
        self.set_up(mailroom)
        frame = first
        while frame not in (b"", OVER):
            self.take(*json.loads(frame))
            mailroom.run()
            frame = connection.receive()
        return self.counted()


class FarWorker(Worker):
    """Stands for a worker of the other node."""

    def receive(self, token: int, left: int, acc: int) -> None:
        ring = self.ring
        assert isinstance(ring, RemoteTokenRing)
        ring.send_frame(ring.connection, self.number, token, left, acc)


class NearWorker(Worker):
    passed = 0

    def receive(self, token: int, left: int, acc: int) -> None:
        self.passed += left > 0
        super().receive(token, left, acc)


class RemoteTokenRing(TwoNodes, TokenRing):
    keys = (*TokenRing.keys, "node")
    worker: type[Worker] = NearWorker

    def set_up(self, mailroom: Mailroom) -> None:
        super().set_up(mailroom)
        self.ended = 0
        self.workers = [(self.worker if self.at_home(k) else FarWorker)(k, self) for k in range(1, self.size + 1)]
        for k, worker in enumerate(self.workers):
            worker.next = self.workers[(k + 1) % self.size]

    def take(self, number: int, *message: Any) -> None:
        if number == 0:
            self.count(*message)
        else:
            self.workers[number - 1].receive(*message)

    def count(self, token: int, worker: int, acc: int) -> None:
        if self.second:
            self.send_frame(self.connection, 0, token, worker, acc)
        else:
            super().count(token, worker, acc)
            self.ended += 1

    def is_over(self) -> bool:
        return self.ended == self.tokens

    def counted(self) -> dict[str, Any]:
        return {"passed": sum(w.passed for w in self.workers if isinstance(w, NearWorker))}


class FarCreature(Creature):
    """Stands for a creature of node 1, as the broker knows it."""

    def ask(self) -> None:
        self.forward("ask")

    def met(self, number: int, colour: int, first: bool) -> None:
        self.forward("met", number, colour, first)

    def turn_away(self) -> None:
        self.forward("turn_away")

    def forward(self, *message: Any) -> None:
        game = self.game
        assert isinstance(game, RemoteChameneos)
        game.send_frame(game.connection, self.number, *message)


class FarBroker:
    """Stands for the broker, at node 1."""

    def __init__(self, game: RemoteChameneos) -> None:
        self.game = game

    def meet(self, creature: Creature, number: int, colour: int) -> None:
        self.game.send_frame(self.game.connection, 0, "meet", number, colour)


class NearBroker:
    """Pairs a creature of each node."""

    def __init__(self, game: RemoteChameneos) -> None:
        self.game = game
        self.left = game.meetings
        self.waiting: list[tuple[Creature, int, int]] = []
        """All of one node."""

    def meet(self, creature: Creature, number: int, colour: int) -> None:
        send = self.game.send
        if self.left == 0:
            send(creature.turn_away)
        elif not self.waiting or self.are_alike(self.waiting[0][1], number):
            self.waiting.append((creature, number, colour))
        else:
            other, other_number, other_colour = self.waiting.pop(0)
            self.left -= 1
            send(other.met, number, colour, True)
            send(creature.met, other_number, other_colour, False)
            for left_over, _, _ in self.waiting if self.left == 0 else ():
                send(left_over.turn_away)

    def are_alike(self, number: int, other: int) -> bool:
        return number % 2 == other % 2


class RemoteChameneos(TwoNodes, Chameneos):
    keys = (*Chameneos.keys, "node")
    near_broker: type[NearBroker] = NearBroker

    def set_up(self, mailroom: Mailroom) -> None:
        self.send = mailroom.send
        self.broker: Any = FarBroker(self) if self.second else self.near_broker(self)
        self.creatures = [(self.creature if self.at_home(k) else FarCreature)(k, self) for k in range(1, self.size + 1)]
        self.collected: list[Creature] = []

    def take(self, number: int, *message: Any) -> None:
        what, *words = message
        if number > 0:
            getattr(self.creatures[number - 1], what)(*words)
        elif what == "meet":
            self.broker.meet(self.creatures[words[0] - 1], *words)
        else:
            creature = Creature(words[0], self)
            creature.colour, creature.meetings, creature.selves, creature.seen = words[1:]
            self.collected.append(creature)

    def collect(self, creature: Creature) -> None:
        super().collect(creature)
        if self.second:
            state = (creature.number, creature.colour, creature.meetings, creature.selves, creature.seen)
            self.send_frame(self.connection, 0, "collect", *state)

    def is_over(self) -> bool:
        return len(self.collected) == self.size

    def counted(self) -> dict[str, Any]:
        creatures = sorted(self.collected, key=lambda c: c.number)
        return {"meetings": [c.meetings for c in creatures]}
