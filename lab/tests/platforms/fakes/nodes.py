"""Nodes that misbehave, each in one way, named by `variant=`."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from harness import Arguments, emit, repeat
from remote import Connection, RemoteThroughput


class Fake(RemoteThroughput):
    """Does the work honestly."""

    def node_1_begins(self) -> None:
        """Before node 1 is ready."""

    def start(self) -> None:
        if self.second:
            self.node_1_begins()
        super().start()


class Dies(Fake):
    """Node 1 dies in the middle of the work."""

    def handled(self, connection: Connection, number: int) -> None:
        if number == self.total // 2:
            os.kill(os.getpid(), signal.SIGKILL)
        super().handled(connection, number)


class Hangs(Fake):
    """Node 1 takes no more in the middle of the work."""

    def handled(self, connection: Connection, number: int) -> None:
        while number == self.total // 2:
            time.sleep(60)
        super().handled(connection, number)


class NeverReady(Fake):
    def node_1_begins(self) -> None:
        while True:
            time.sleep(60)


class FailsToStart(Fake):
    def node_1_begins(self) -> None:
        print("the port is taken", file=sys.stderr)
        raise SystemExit(3)


class WithoutAddress(Fake):
    def node_1_begins(self) -> None:
        emit({"event": "ready"})


class Stays(Fake):
    """Node 1 does not end when its standard input does."""

    def node_1_begins(self) -> None:
        devices = os.open("/dev/zero", os.O_RDONLY)
        os.dup2(devices, 0)  # without an end


class Loses(Fake):
    """Node 1 reports honestly that one is missing."""

    def counted(self, numbers: int, characters: int) -> dict[str, Any]:
        return super().counted(numbers, characters) | {"received": self.total - 1}


class Doubles(Fake):
    """One is lost and another counted twice."""

    def counted(self, numbers: int, characters: int) -> dict[str, Any]:
        return super().counted(numbers - 3 + 4, characters)


class Claims(Fake):
    """Node 0 reports that it has sent more than it has."""

    def report(self, index: int) -> dict[str, Any]:
        return super().report(index) | {"sent": self.total + 1}


class Garbles(Fake):
    """What node 1 sums up is not what was sent."""

    def with_witness(self, crc: int) -> dict[str, Any]:
        return super().with_witness(crc + int(self.second))


class Forgets(Fake):
    """Node 1 reports nothing."""

    def handle_all(self, connection: Connection, text: bytes) -> dict[str, Any]:
        os.dup2(os.open("/dev/null", os.O_WRONLY), 1)
        return super().handle_all(connection, text)


class GivesUp(Fake):
    """Node 0 fails by itself."""

    def begin(self) -> None:
        raise SystemExit("node 0 has had enough")


class RemovesFolder(Fake):
    """Node 0 cleans up more than its own, in the middle of the work."""

    def begin(self) -> None:
        shutil.rmtree(self.arguments.samples, ignore_errors=True)
        super().begin()


class OtherRemovesFolder(Fake):
    """Node 1 does."""

    def handled(self, connection: Connection, number: int) -> None:
        shutil.rmtree(self.arguments.samples, ignore_errors=True)
        super().handled(connection, number)


NODES: Mapping[str, Callable[[Arguments], Fake]] = {
    "node-dies": Dies,
    "node-hangs": Hangs,
    "node-never-ready": NeverReady,
    "node-fails-to-start": FailsToStart,
    "node-without-address": WithoutAddress,
    "node-stays": Stays,
    "node-loses": Loses,
    "node-doubles": Doubles,
    "node-claims": Claims,
    "node-garbles": Garbles,
    "node-forgets": Forgets,
    "node-gives-up": GivesUp,
    "node-0-removes-folder": RemovesFolder,
    "node-1-removes-folder": OtherRemovesFolder,
}


def run(variant: str, arguments: Arguments) -> None:
    """One node of the fake of that name."""
    program = NODES[variant](arguments)
    program.start()
    repeat(program, arguments)
