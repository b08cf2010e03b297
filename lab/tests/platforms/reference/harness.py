"""What all programs share: arguments, JSON lines and a queue of messages."""

from __future__ import annotations

import json
import sys
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

COMMON = ("threads", "iterations", "seed", "variant", "samples", "witness")


def reject(message: str) -> NoReturn:
    """End as the protocol wants it after a bad argument."""
    print(message, file=sys.stderr)
    raise SystemExit(2)


class Arguments:
    """The `key=value` arguments; every one must be known."""

    def __init__(self, words: list[str], keys: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
        self._values: dict[str, str] = {}
        for word in words:
            key, equals, value = word.partition("=")
            if not equals:
                reject(f"'{word}' is not key=value")
            if key not in (*COMMON, *keys, *optional):
                reject(f"unknown key '{key}'")
            self._values[key] = value
        for key in (*COMMON, *keys):
            if key not in self._values:
                reject(f"'{key}=' is missing")

    def word(self, key: str, usual: str = "") -> str:
        return self._values.get(key, usual)

    def integer(self, key: str, low: int = 1) -> int:
        text = self._values[key]
        if not text.isdigit() or int(text) < low:
            reject(f"{key}={text}: must be an integer of at least {low}")
        return int(text)

    @property
    def witness(self) -> bool:
        return self.word("witness") == "on"

    @property
    def samples(self) -> Path:
        return Path(self.word("samples"))


class Mailroom:
    """Delivers messages one by one, in the order in which they were sent."""

    def __init__(self) -> None:
        self._queue: deque[tuple[Callable[..., None], tuple[Any, ...]]] = deque()

    def send(self, handler: Callable[..., None], *message: Any) -> None:
        self._queue.append((handler, message))

    def run(self) -> None:
        """Until no message is left."""
        queue = self._queue
        while queue:
            handler, message = queue.popleft()
            handler(*message)


class Program(ABC):
    """One workload: actors are made by `set_up`, the first messages sent by `begin`."""

    keys: tuple[str, ...]
    optional: tuple[str, ...] = ()

    def __init__(self, arguments: Arguments) -> None:
        self.arguments = arguments

    def start(self) -> None:
        """Report that all is ready."""
        emit({"event": "ready"})

    @abstractmethod
    def set_up(self, mailroom: Mailroom) -> None: ...

    @abstractmethod
    def begin(self) -> None: ...

    @abstractmethod
    def report(self, index: int) -> dict[str, Any]: ...

    def elapsed_ns(self, mailroom: Mailroom) -> int:
        start = time.monotonic_ns()
        self.begin()
        mailroom.run()
        return time.monotonic_ns() - start

    def iteration(self, index: int) -> dict[str, Any]:
        mailroom = Mailroom()
        self.set_up(mailroom)
        elapsed = self.elapsed_ns(mailroom)
        return {"event": "iteration", "index": index, "elapsed_ns": elapsed, "report": self.report(index)}


def emit(event: Mapping[str, Any]) -> None:
    print(json.dumps(event), flush=True)


def arguments_of(programs: Mapping[str, type[Program]]) -> tuple[type[Program], Arguments]:
    """The program asked for on the command line, and its arguments."""
    if len(sys.argv) < 2 or sys.argv[1] not in programs:
        reject(f"name a workload: {', '.join(programs)}")
    program = programs[sys.argv[1]]
    return program, Arguments(sys.argv[2:], program.keys, program.optional)


def main(programs: Mapping[str, type[Program]]) -> None:
    program, arguments = arguments_of(programs)
    work = program(arguments)
    work.start()
    repeat(work, arguments)


def repeat(program: Program, arguments: Arguments, change: Callable[[dict[str, Any]], None] = lambda _: None) -> None:
    """As many iterations as asked for; `change` alters each event."""
    index = 0
    for count in batches(arguments.integer("iterations", low=0)):
        for _ in range(count):
            event = program.iteration(index)
            change(event)
            emit(event)
            index += 1


def batches(iterations: int) -> Iterator[int]:
    """How many iterations to do, again and again: with `iterations=0` as standard input requests."""
    if iterations > 0:
        yield iterations
        return
    for line in iter(sys.stdin.readline, ""):
        if not line.strip().isdigit():
            print(f"standard input has {line!r}, no number of iterations", file=sys.stderr)
            raise SystemExit(1)
        if int(line) == 0:
            return
        yield int(line)
