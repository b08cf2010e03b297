"""What the programs share: actors whose failure ends the process, and one that gathers."""

from __future__ import annotations

import os
import traceback
from time import perf_counter_ns
from typing import Any

import pykka


class Member(pykka.ThreadingActor):
    """An actor that the others cannot do without."""

    use_daemon_thread = True  # none waits for them when the process is to end

    def on_failure(self, *_: object) -> None:
        """The actor is gone, and with it its part of the work."""
        traceback.print_exc()
        os._exit(1)


class Gatherer(Member):
    """Collects so many things and then hands over the time and all of them, in the order in which they came."""

    def __init__(self, count: int, full: pykka.Future[tuple[int, list[Any]]]) -> None:
        super().__init__()
        self._count = count
        self._gathered: list[Any] = []
        self._full = full

    def on_receive(self, message: Any) -> None:
        """One more."""
        self._gathered.append(message)
        if len(self._gathered) == self._count:
            self._full.set((perf_counter_ns(), self._gathered))


def stop_all() -> None:
    """End all actors, and wait for it."""
    pykka.get_all(pykka.ActorRegistry.stop_all(block=False))
