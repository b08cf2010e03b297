"""Two nodes on a connection: node 1 listens, node 0 connects. Frames are a length and as many bytes."""

from __future__ import annotations

import random
import socket
import sys
import threading
import time
import zlib
from typing import Any, NoReturn

from harness import Arguments, Mailroom, Program, emit

PRINTABLE = bytes(range(32, 127))
POOL = 1 << 16
DIGITS = 10
MODULUS = 2**31 - 1
MULTIPLIER = 48_271
LENGTH = 4


class Connection:
    def __init__(self, sock: socket.socket) -> None:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._sock = sock
        self._file = sock.makefile("rb", buffering=1 << 16)

    def send(self, data: bytes) -> None:
        self._sock.sendall(len(data).to_bytes(LENGTH, "big") + data)

    def receive(self) -> bytes:
        """The next frame; empty where the other node is gone."""
        length = self._file.read(LENGTH)
        return self._file.read(int.from_bytes(length, "big")) if len(length) == LENGTH else b""


class Nodes(Program):
    """Node 0 does iterations; node 1 serves until its standard input is closed."""

    optional = ("peer", "listen")

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.second = arguments.integer("node", 0) == 1

    def start(self) -> None:
        """Node 0 connects and is ready; node 1 serves and ends."""
        if self.second:
            self.serve()
        host, _, port = self.arguments.word("peer").rpartition(":")
        self.connection = Connection(socket.create_connection((host, int(port))))
        emit({"event": "ready"})

    def serve(self) -> NoReturn:
        address = self.arguments.word("listen", "127.0.0.1")
        server = socket.create_server((address, 0))
        threading.Thread(target=self.answer, args=(server,), daemon=True).start()
        emit({"event": "ready", "at": f"{address}:{server.getsockname()[1]}"})
        sys.stdin.read()
        raise SystemExit(0)

    def answer(self, server: socket.socket) -> None:
        connection = Connection(server.accept()[0])
        index = 0
        while (first := connection.receive()) != b"":
            report = self.handle_all(connection, first)
            emit({"event": "iteration", "index": index, "report": report})
            connection.send(self.confirmed)
            index += 1

    confirmed = b"all"

    def handle_all(self, connection: Connection, first: bytes) -> dict[str, Any]:
        """Node 1's part of an iteration, which begins with a frame; what it has to report."""
        raise NotImplementedError

    def await_node_1(self) -> None:
        if self.connection.receive() != self.confirmed:
            raise SystemExit("node 1 is gone")


class Remote(Nodes):
    """Strings, each with its number."""

    count: str
    """The parameter with how many strings an iteration sends."""

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.total = arguments.integer(self.count)
        self.size = arguments.integer("size", DIGITS)

    def start(self) -> None:
        if not self.second:
            self.texts = self.make_texts()
        super().start()

    def handle_all(self, connection: Connection, first: bytes) -> dict[str, Any]:
        text = first
        numbers = characters = crc = 0
        for due in range(self.total):
            if int(text[:DIGITS]) != due or len(text) != self.size:
                raise SystemExit(f"message {due} is not the one received")
            numbers = (numbers + due + 1) % MODULUS
            characters += len(text)
            crc += zlib.crc32(text)
            self.handled(connection, due)
            text = connection.receive() if due + 1 < self.total else b""
        return self.counted(numbers, characters) | self.with_witness(crc)

    def handled(self, connection: Connection, number: int) -> None:
        """A string has been handled at node 1."""

    def counted(self, numbers: int, characters: int) -> dict[str, Any]:
        raise NotImplementedError

    def with_witness(self, crc: int) -> dict[str, Any]:
        return {"crc": crc % 2**32} if self.arguments.witness else {}

    def sent(self) -> dict[str, Any]:
        return self.with_witness(sum(map(zlib.crc32, self.texts)))

    def make_texts(self) -> list[bytes]:
        choose = random.Random(self.arguments.integer("seed", 0))
        rest = self.size - DIGITS
        pool = bytes(choose.choices(PRINTABLE, k=POOL + rest))
        starts = (choose.randrange(POOL) for _ in range(self.total))
        return [b"%010d" % number + pool[start : start + rest] for number, start in enumerate(starts)]

    def set_up(self, mailroom: Mailroom) -> None: ...

    def elapsed_ns(self, mailroom: Mailroom) -> int:
        start = time.monotonic_ns()
        self.begin()
        elapsed = time.monotonic_ns() - start
        self.await_node_1()
        return elapsed


class RemoteThroughput(Remote):
    keys = ("size", "messages", "node")
    count = "messages"
    last = b"last"

    def begin(self) -> None:
        for text in self.texts:
            self.connection.send(text)
        if self.connection.receive() != self.last:
            raise SystemExit("node 1 is gone")

    def handled(self, connection: Connection, number: int) -> None:
        if number + 1 == self.total:
            connection.send(self.last)

    def counted(self, numbers: int, characters: int) -> dict[str, Any]:
        return {"received": self.total, "characters": characters, "sum": numbers}

    def report(self, index: int) -> dict[str, Any]:
        return {"sent": len(self.texts)} | self.sent()


class RemoteAsk(Remote):
    keys = ("size", "asks", "outstanding", "node")
    count = "asks"

    def begin(self) -> None:
        """Answers come in the order of the questions: the asker of the next answer asks next."""
        outstanding = self.arguments.integer("outstanding")
        self.asked = [0] * self.total
        self.times = [0] * self.total
        self.sum = 0
        for number in range(outstanding):
            self.ask(number)
        for number in range(self.total):
            answer = int(self.connection.receive())
            self.times[number] = time.monotonic_ns() - self.asked[number]
            self.sum = (self.sum + (number + 1) * answer) % MODULUS
            if number + outstanding < self.total:
                self.ask(number + outstanding)

    def ask(self, number: int) -> None:
        self.asked[number] = time.monotonic_ns()
        self.connection.send(self.texts[number])

    def handled(self, connection: Connection, number: int) -> None:
        connection.send(b"%d" % (MULTIPLIER * (number + 1) % MODULUS))

    def counted(self, numbers: int, characters: int) -> dict[str, Any]:
        del characters
        return {"handled": self.total, "sum": numbers}

    def report(self, index: int) -> dict[str, Any]:
        with (self.arguments.samples / "rtt.csv").open("a", encoding="ascii") as file:
            if index == 0:
                print("iteration,ask,ns", file=file)
            for number, ns in enumerate(self.times):
                print(index, number, ns, sep=",", file=file)
        return {"answers": self.total, "sum": self.sum} | self.sent()
