from __future__ import annotations

import random
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from harness import Arguments, Mailroom, Program

PRINTABLE = bytes(range(32, 127))
POOL = 1 << 16
DIGITS = 10
EVERY = 64
PAUSE_S = 0.001
UNDER_WAY = 64
"""Messages of a stream that are sent before the receiver has its turn."""

SHORT, LONGEST_8, LONGEST_16 = 31, 0xFF, 0xFFFF


class HandlerError(Exception):
    """The receiver's handler fails at a message."""


def pack(text: str) -> bytes:
    """`text` as one MsgPack string."""
    size = len(text)
    if size <= SHORT:
        return bytes([0xA0 | size]) + text.encode()
    if size <= LONGEST_8:
        return b"\xd9" + size.to_bytes(1, "big") + text.encode()
    if size <= LONGEST_16:
        return b"\xda" + size.to_bytes(2, "big") + text.encode()
    return b"\xdb" + size.to_bytes(4, "big") + text.encode()


def unpack(packed: bytes) -> str:
    """The text of one MsgPack string."""
    if packed[0] & 0xE0 == 0xA0:
        width, size = 0, packed[0] & SHORT
    else:
        width = {0xD9: 1, 0xDA: 2, 0xDB: 4}[packed[0]]
        size = int.from_bytes(packed[1 : 1 + width], "big")
    assert len(packed) == 1 + width + size
    return packed[1 + width :].decode()


def itself(text: Any) -> Any:
    return text


class Sender:
    def __init__(self, line: Throughput) -> None:
        self.line = line
        self.sent = 0
        self.confirmed = 0
        self.unconfirmed: list[int] = []

    def stream(self) -> None:
        """Sends some, and goes on when they have been handled."""
        for _ in range(min(UNDER_WAY, len(self.line.texts) - self.sent)):
            self.send()
        if self.sent < len(self.line.texts):
            self.line.send(self.stream)

    def send(self) -> None:
        number = self.sent
        self.sent += 1
        self.line.started = time.monotonic_ns()
        started = self.line.started if self.line.timed(number) else 0
        self.line.send(self.line.receiver.receive, number, self.line.pack(self.line.texts[number]), started)

    def confirm(self, number: int) -> None:
        self.confirmed += 1
        self.line.settled(number)

    def fail(self, number: int) -> None:
        self.unconfirmed.append(number)
        self.line.settled(number)


class Receiver:
    def __init__(self, line: Throughput) -> None:
        self.line = line
        self.received = 0
        self.characters = 0
        self.crc = 0

    def receive(self, number: int, message: Any, started: int) -> None:
        answer = self.line.sender.confirm
        try:
            self.handle(self.line.unpack(message))
        except HandlerError:
            answer = self.line.sender.fail
        if started:
            self.line.note(number, time.monotonic_ns() - started)
        if self.line.acks:
            self.line.send(answer, number)

    def handle(self, text: str) -> None:
        number = self.received
        if int(text[:DIGITS]) != number or len(text) != self.line.size:
            raise SystemExit(f"message {number} is not the one received")
        self.received += 1
        self.characters += len(text)
        if self.line.witness:
            self.crc += zlib.crc32(text.encode())
        if number in self.line.faults:
            raise HandlerError


class Throughput(Program):
    keys = ("size", "messages", "serializer", "acks", "transport", "protocol", "clock", "faults", "input")
    make_sender: type[Sender] = Sender
    make_receiver: type[Receiver] = Receiver

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.size = arguments.integer("size", DIGITS)
        self.acks = arguments.word("acks") == "on"
        self.sprint = arguments.word("protocol") == "sprint"
        self.clock = arguments.word("clock") == "on"
        self.witness = arguments.witness
        arguments.integer("faults", 0)
        self.faults = {int(word) for word in Path(arguments.word("input")).read_text(encoding="ascii").split()}
        packed = arguments.word("serializer") == "msgpack"
        self.pack: Callable[[str], Any] = pack if packed else itself
        self.unpack: Callable[[Any], str] = unpack if packed else itself
        self.texts = self.make_texts(arguments.integer("messages"), arguments.integer("seed", 0))

    def make_texts(self, messages: int, seed: int) -> list[str]:
        choose = random.Random(seed)
        rest = self.size - DIGITS
        pool = bytes(choose.choices(PRINTABLE, k=POOL + rest)).decode()
        starts = (choose.randrange(POOL) for _ in range(messages))
        return [f"{number:0{DIGITS}}{pool[start : start + rest]}" for number, start in enumerate(starts)]

    def timed(self, number: int) -> bool:
        return self.clock and (self.sprint or number % EVERY == 0)

    def set_up(self, mailroom: Mailroom) -> None:
        self.send = mailroom.send
        self.rows: list[tuple[int, int]] = []
        self.sender = self.make_sender(self)
        self.receiver = self.make_receiver(self)

    def begin(self) -> None:
        self.sender.stream()

    def note(self, number: int, ns: int) -> None:
        """A message has been handled."""
        if not (self.sprint and self.acks):
            self.rows.append((number, ns))

    def settled(self, number: int) -> None:
        """The sender has the confirmation of a message: a sprint ends here."""
        if self.sprint:
            self.rows.append((number, time.monotonic_ns() - self.started))

    def elapsed_ns(self, mailroom: Mailroom) -> int:
        if not self.sprint:
            return super().elapsed_ns(mailroom)
        for _ in self.texts:
            self.sender.send()
            mailroom.run()
            time.sleep(PAUSE_S)
        return sum(ns for _, ns in self.rows)

    def report(self, index: int) -> dict[str, Any]:
        if self.clock:
            with (self.arguments.samples / "latency.csv").open("a", encoding="ascii") as file:
                if index == 0:
                    print("iteration,message,ns", file=file)
                for row in self.rows:
                    print(index, *row, sep=",", file=file)
        report: dict[str, Any] = {"received": self.receiver.received, "characters": self.receiver.characters}
        if self.acks:
            report |= {"confirmed": self.sender.confirmed, "unconfirmed": self.sender.unconfirmed}
        if self.witness:
            sent = sum(zlib.crc32(text.encode()) for text in self.texts)
            report |= {"crc_sent": sent % 2**32, "crc_received": self.receiver.crc % 2**32}
        return report
