"""Strings are passed through three stages, each an agent."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from time import perf_counter_ns

from slixmpp import JID
from spade.message import Message

from society import SOCIETY, Member, played, synchronous
from workload import pipeline

STAGES = 3
STOP = "stop"
"""Follows the last string."""


class Driver(Member):
    """Only sends."""

    async def handle(self, message: Message) -> None:
        raise AssertionError(message)


class Stage(Member):
    """Has a next one or, if it is the last, reports when it has ended."""

    def __init__(self, stage: pipeline.Stage, following: JID | None, ended: asyncio.Future[int]) -> None:
        super().__init__()
        self._stage = stage
        self._next = following
        self._ended = ended

    async def handle(self, message: Message) -> None:
        if message.body != STOP:
            made = self._stage.make(message.body)
            if self._next is not None:
                await self.send_words(self._next, made)
            return
        self._stage.close()
        if self._next is not None:
            await self.send_words(self._next, STOP)
        else:
            self._ended.set_result(perf_counter_ns())


async def play(tasks: Iterable[str], stages: Sequence[pipeline.Stage]) -> int:
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    driver = Driver()
    first, *others = SOCIETY.addresses(range(1, STAGES + 1))
    members: list[Member] = [driver]
    for stage, following in zip(stages, [*others, None], strict=True):
        members.append(Stage(stage, following, ended))
    await SOCIETY.begin(members)

    begun = perf_counter_ns()
    for task in tasks:
        await driver.send_words(first, task)
    await driver.send_words(first, STOP)
    elapsed = await ended - begun
    await SOCIETY.end(members)
    return elapsed


WORKLOAD = played(pipeline.workload(synchronous(play)), lambda _: STAGES + 1)
