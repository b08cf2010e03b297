"""Strings from a sender to a receiver, apart from the messages."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from harness.files import Samples, read_integers
from harness.parameters import Parameters, Shape, UsageError
from harness.program import Iterate, Outcome, Workload

DIGITS = 10
EVERY = 64
"""In a stream, messages whose number is a multiple of it are timed."""
PAUSE_S = 0.001
"""What is not counted after each message of a sprint."""

_MOST = 1 << 28
_POOL = 1 << 16
_PRINTABLE = bytes(range(32, 127))


now = time.monotonic_ns
"""The clock of all times."""


class HandlerError(Exception):
    """The receiver's handler fails at this message."""


@dataclass(frozen=True)
class Wire:
    """What lies between the two, and how it is used."""

    transport: str
    msgpack: bool
    acks: bool
    sprint: bool
    step: int
    """A message in so many is timed; 0 for none."""
    strings: Sequence[str]


class Reception:
    """The receiver's handler."""

    def __init__(self, size: int, faults: Sequence[int], witness: bool) -> None:
        self._size = size
        self._faults = frozenset(faults)
        self._witness = witness
        self.received = 0
        self.characters = 0
        self.crc = 0

    def handle(self, text: str) -> None:
        """Take the next message: HandlerError where the handler fails, ValueError where it is not the next one."""
        number = self.received
        if len(text) != self._size or int(text[:DIGITS]) != number:
            raise ValueError(f"message {number} is due, received: '{text[:DIGITS]}' of {len(text)} characters")
        self.received = number + 1
        self.characters += len(text)
        if self._witness:
            self.crc += crc32(text.encode("ascii"))
        if number in self._faults:
            raise HandlerError


@dataclass
class Ends:
    """What both ends have to report of an iteration."""

    elapsed_ns: int = 0
    """Of a stream."""
    sent: list[int] = field(default_factory=list)
    """When the messages that are timed were sent ..."""
    handled: list[int] = field(default_factory=list)
    """... and handled."""
    confirmed: int = 0
    unconfirmed: list[int] = field(default_factory=list)


def workload(play: Callable[[int, Wire, Reception], Ends]) -> Workload:
    """The throughput as `play` plays it, given the iteration's index."""

    def prepare(parameters: Parameters) -> Iterate:
        size, messages = parameters.integers["size"], parameters.integers["messages"]
        if size * messages > _MOST:
            raise UsageError(f"size={size} messages={messages}: at most {_MOST} characters in all")
        words = parameters.choices
        acks, sprint, clock = words["acks"] == "on", words["protocol"] == "sprint", words["clock"] == "on"
        faults = [number for line in read_integers(parameters.input_path, messages - 1) for number in line]
        if len(faults) != parameters.integers["faults"]:
            raise UsageError(f"faults={parameters.integers['faults']}: the input has {len(faults)}")
        if sprint and not clock:
            raise UsageError("protocol=sprint needs clock=on")
        if faults and not acks:
            raise UsageError(f"faults={len(faults)} needs acks=on")
        step = 0 if not clock else 1 if sprint else EVERY
        strings = _strings(size, messages, parameters.seed)
        wire = Wire(words["transport"], words["serializer"] == "msgpack", acks, sprint, step, strings)
        latency = Samples(parameters.samples, "latency.csv", "iteration,message,ns") if clock else None

        def iterate(index: int) -> Outcome:
            reception = Reception(size, faults, parameters.witness)
            ends = play(index, wire, reception)
            times = [handled - sent for sent, handled in zip(ends.sent, ends.handled, strict=True)]
            if latency is not None:
                latency.append((index, number * step, ns) for number, ns in enumerate(times))
            report: dict[str, Any] = {"received": reception.received, "characters": reception.characters}
            if acks:
                report |= {"confirmed": ends.confirmed, "unconfirmed": ends.unconfirmed}
            if parameters.witness:
                sent = sum(crc32(text.encode("ascii")) for text in strings)
                report |= {"crc_sent": sent % (1 << 32), "crc_received": reception.crc % (1 << 32)}
            return Outcome(sum(times) if sprint else ends.elapsed_ns, report)

        return iterate

    choices = {
        "serializer": ("native", "msgpack"),
        "acks": ("off", "on"),
        "transport": ("inproc", "ipc", "tcp"),
        "protocol": ("sprint", "stream"),
        "clock": ("on", "off"),
    }
    return Workload(Shape({"size": DIGITS, "messages": 1, "faults": 0}, choices, has_input=True), prepare)


def _strings(size: int, messages: int, seed: int) -> list[str]:
    rest = size - DIGITS
    choose = random.Random(seed)
    pool = bytes(choose.choices(_PRINTABLE, k=_POOL + rest)).decode("ascii")
    starts = (choose.randrange(_POOL) for _ in range(messages))
    return [f"{number:0{DIGITS}}{pool[start : start + rest]}" for number, start in enumerate(starts)]
