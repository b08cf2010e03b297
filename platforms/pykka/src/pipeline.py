"""Strings are passed through three stages, each an actor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import perf_counter_ns

import pykka

from actors import Member, stop_all
from workload import pipeline


class Stop:
    """Follows the last string."""


class Stage(Member):
    """Has a next one or, if it is the last, reports when it has ended."""

    def __init__(self, stage: pipeline.Stage, following: pykka.ActorRef | None, ended: pykka.Future[int]) -> None:
        super().__init__()
        self._stage = stage
        self._next = following
        self._ended = ended

    def on_receive(self, message: str | Stop) -> None:
        if isinstance(message, str):
            made = self._stage.make(message)
            if self._next is not None:
                self._next.tell(made)
            return
        self._stage.close()
        if self._next is not None:
            self._next.tell(message)
        else:
            self._ended.set(perf_counter_ns())
        self.stop()


def play(tasks: Iterable[str], stages: Sequence[pipeline.Stage]) -> int:
    ended: pykka.Future[int] = pykka.ThreadingFuture()
    first: pykka.ActorRef | None = None
    for stage in reversed(stages):
        first = Stage.start(stage, first, ended)
    assert first is not None

    begun = perf_counter_ns()
    for task in tasks:
        first.tell(task)
    first.tell(Stop())
    elapsed = ended.get() - begun
    stop_all()
    return elapsed


WORKLOAD = pipeline.workload(play)
