"""What the programs share: the event loop, runtimes, agents that gather, and the end where an agent fails."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine
from time import perf_counter_ns
from typing import Any, NoReturn, ParamSpec, TypeVar

from autogen_core import RoutedAgent, SingleThreadedAgentRuntime
from opentelemetry.trace import NoOpTracerProvider

Given = ParamSpec("Given")
Result = TypeVar("Result")

RUNNER = asyncio.Runner()
"""The one event loop, in which all iterations run."""


def synchronous(play: Callable[Given, Coroutine[Any, Any, Result]]) -> Callable[Given, Result]:
    """`play` as the harness calls it."""

    async def guarded(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        asyncio.get_running_loop().set_exception_handler(_loop_failed)
        return await play(*args, **kwargs)

    def run(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        return RUNNER.run(guarded(*args, **kwargs))

    return run


def new_runtime() -> SingleThreadedAgentRuntime:
    """A runtime that has been started. It has no way to end an agent, so each iteration has one of its own."""
    runtime = SingleThreadedAgentRuntime(tracer_provider=NoOpTracerProvider())
    runtime.start()
    return runtime


class Gatherer(RoutedAgent):
    """Collects so many things and then hands over the time and all of them, in the order in which they came."""

    def __init__(self, count: int, full: asyncio.Future[tuple[int, list[Any]]]) -> None:
        super().__init__("gathers")
        self._count = count
        self._gathered: list[Any] = []
        self._full = full

    def gather(self, item: object) -> None:
        """One more."""
        self._gathered.append(item)
        if len(self._gathered) == self._count:
            self._full.set_result((perf_counter_ns(), self._gathered))


_tasks: set[asyncio.Task[None]] = set()
"""The event loop itself does not keep its tasks."""


def begin(work: Coroutine[Any, Any, None]) -> None:
    """Do the work next to the handler, which does not wait for it."""
    task = asyncio.create_task(work)
    _tasks.add(task)
    task.add_done_callback(_ended)


def _ended(task: asyncio.Task[None]) -> None:
    _tasks.discard(task)
    task.result()  # an exception goes to the loop's handler


class _Failures(logging.Handler):
    """The runtime only logs that a handler failed: the others would wait for its part of the work for ever."""

    def emit(self, record: logging.LogRecord) -> None:
        logging.lastResort.handle(record)
        _end()


def _loop_failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    loop.default_exception_handler(context)
    _end()


def _end() -> NoReturn:
    os._exit(1)


logging.getLogger("autogen_core").addHandler(_Failures(logging.ERROR))
