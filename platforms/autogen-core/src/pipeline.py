"""Strings are passed through three stages, each an agent."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from time import perf_counter_ns

from autogen_core import MessageContext, RoutedAgent, TopicId, event, type_subscription
from pydantic import BaseModel

from agents import new_runtime, synchronous
from workload import pipeline


class Task(BaseModel):
    text: str


class Stop(BaseModel):
    """Follows the last string."""


@type_subscription("stage")
class Stage(RoutedAgent):
    """Its key is its place. It has a next one or, if it is the last, reports when it has ended."""

    def __init__(self, stages: Sequence[pipeline.Stage], ended: asyncio.Future[int]) -> None:
        super().__init__("makes a new string")
        place = int(self.id.key)
        self._stage = stages[place]
        self._next = TopicId("stage", str(place + 1)) if place + 1 < len(stages) else None
        self._ended = ended

    @event
    async def work(self, message: Task, ctx: MessageContext) -> None:
        made = self._stage.make(message.text)
        if self._next is not None:
            await self.publish_message(Task(text=made), self._next)

    @event
    async def stop(self, message: Stop, ctx: MessageContext) -> None:
        self._stage.close()
        if self._next is not None:
            await self.publish_message(message, self._next)
        else:
            self._ended.set_result(perf_counter_ns())


async def play(tasks: Iterable[str], stages: Sequence[pipeline.Stage]) -> int:
    runtime = new_runtime()
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    await Stage.register(runtime, "stage", lambda: Stage(stages, ended))
    for place in range(len(stages)):
        await runtime.get("stage", str(place), lazy=False)
    first = TopicId("stage", "0")

    begun = perf_counter_ns()
    for text in tasks:
        await runtime.publish_message(Task(text=text), first)
    await runtime.publish_message(Stop(), first)
    elapsed = await ended - begun
    await runtime.stop_when_idle()
    return elapsed


WORKLOAD = pipeline.workload(synchronous(play))
