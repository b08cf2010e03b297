"""Strings from one agent to another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from slixmpp import JID
from spade.message import Message

from society import SOCIETY, Member, played, synchronous
from workload.throughput import PAUSE_S, Ends, HandlerError, Reception, Wire, now, workload

UNDER_WAY = 1024
"""Messages of a stream, at most."""
MORE = UNDER_WAY // 2
"""After so many the receiver, where it confirms none, gives the sender credit for as many."""
DONE, FAILED = "done", "failed"
"""With what the receiver confirms a message, and with what it does not."""


class Receiver(Member):
    def __init__(self, wire: Wire, reception: Reception, ends: Ends, sender: JID) -> None:
        super().__init__()
        self._wire = wire
        self._reception = reception
        self._ends = ends
        self._sender = sender
        self.moved = asyncio.Event()
        """A sprint's message has been handled."""
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def handle(self, message: Message) -> None:
        wire, reception = self._wire, self._reception
        verdict = DONE
        try:
            reception.handle(message.body)
        except HandlerError:
            verdict = FAILED
        if wire.step and (reception.received - 1) % wire.step == 0 and not (wire.acks and wire.sprint):
            self._ends.handled.append(now())
        if reception.received == len(wire.strings):
            self.ended.set_result(now())
        if wire.acks:
            await self.send_words(self._sender, verdict)
        elif wire.sprint:
            self.moved.set()
        elif reception.received % MORE == 0:
            await self.send_words(self._sender, DONE)


class Sender(Member):
    def __init__(self, wire: Wire, ends: Ends, receiver: JID) -> None:
        super().__init__()
        self._wire = wire
        self._ends = ends
        self._receiver = receiver
        self._free = UNDER_WAY
        self._answered = 0
        self._moved = asyncio.Event()

    async def handle(self, message: Message) -> None:
        if self._wire.acks:
            if message.body == DONE:
                self._ends.confirmed += 1
            else:
                self._ends.unconfirmed.append(self._answered)
            self._answered += 1
            self._free += 1
        else:
            self._free += MORE
        self._moved.set()

    async def sprint(self, moved: asyncio.Event) -> None:
        """One at a time; `moved`: the receiver's."""
        acks = self._wire.acks
        done = self._moved if acks else moved
        for text in self._wire.strings:
            self._ends.sent.append(now())
            await self.send_words(self._receiver, text)
            await done.wait()
            done.clear()
            if acks:
                self._ends.handled.append(now())
            await asyncio.sleep(PAUSE_S)

    async def stream(self) -> None:
        """As fast as the receiver lets it."""
        step = self._wire.step
        for number, text in enumerate(self._wire.strings):
            await self._until(lambda: self._free > 0)
            self._free -= 1
            if step and number % step == 0:
                self._ends.sent.append(now())
            await self.send_words(self._receiver, text)
        if self._wire.acks:
            await self._until(lambda: self._answered == len(self._wire.strings))

    async def _until(self, met: Callable[[], bool]) -> None:
        while not met():
            self._moved.clear()
            await self._moved.wait()


async def _play(_: int, wire: Wire, reception: Reception) -> Ends:
    ends = Ends()
    to_sender, to_receiver = SOCIETY.addresses(range(2))
    sender, receiver = Sender(wire, ends, to_receiver), Receiver(wire, reception, ends, to_sender)
    await SOCIETY.begin([sender, receiver])

    begun = now()
    await (sender.sprint(receiver.moved) if wire.sprint else sender.stream())
    confirmed = now()
    ended = await receiver.ended
    ends.elapsed_ns = (confirmed if wire.acks else ended) - begun
    await SOCIETY.end([sender, receiver])
    return ends


WORKLOAD = played(workload(synchronous(_play)), lambda _: 2)
