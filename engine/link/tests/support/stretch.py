"""A stretch of network between two network namespaces that loses, delays, reorders, repeats and cuts off packets.

Each namespace has a TAP device; what one sends is read here, and written to the other, or not. Needs root and Linux.
`stretch.py NAME [SEED]` makes the namespaces NAME-a (10.77.0.1) and NAME-b (10.77.0.2), prints `ready` and obeys lines:

    loss P          of a hundred packets so many are lost
    delay MS JITTER each takes so long, and so much more or less
    reorder P       so many are not delayed, and overtake the others
    repeat P        so many come twice
    cut forth|back  nothing passes from a to b, or from b to a
    heal            all is well again

Each is answered by a line with the packets that have been lost, overtaken and repeated until then. At the end of its
input it takes the namespaces away. Without permission it prints why, and its status is 77.
"""

from __future__ import annotations

import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field

TUNSETIFF = 0x400454CA
IFF_TAP, IFF_NO_PI = 0x0002, 0x1000
LARGEST = 1 << 16
NOT_PERMITTED = 77


@dataclass
class Faults:
    """What happens to packets: probabilities, and seconds."""

    loss: float = 0.0
    delay: float = 0.0
    jitter: float = 0.0
    reorder: float = 0.0
    repeat: float = 0.0
    cut: set[str] = field(default_factory=set)


@dataclass
class Counts:
    """What has happened to them."""

    lost: int = 0
    overtook: int = 0
    repeated: int = 0


class Stretch:
    """Two devices, and packets that are on their way from one to the other."""

    def __init__(self, a: int, b: int, seed: int) -> None:
        self.faults, self.counts = Faults(), Counts()
        self._to = {a: ("forth", b), b: ("back", a)}
        self._chance = random.Random(seed)
        self._due: list[tuple[float, int, int, bytes]] = []
        self._number = 0

    def devices(self) -> list[int]:
        return list(self._to)

    def wait(self) -> float | None:
        """How long nothing is due."""
        return max(0.0, self._due[0][0] - time.monotonic()) if self._due else None

    def take(self, device: int) -> None:
        """Reads what there is."""
        way, to = self._to[device]
        for _ in range(64):
            try:
                packet = os.read(device, LARGEST)
            except BlockingIOError:
                return
            self._pass(way, to, packet)

    def _pass(self, way: str, to: int, packet: bytes) -> None:
        faults, chance = self.faults, self._chance
        if way in faults.cut or chance.random() < faults.loss:
            self.counts.lost += 1
            return
        copies = 1
        if chance.random() < faults.repeat:
            self.counts.repeated += 1
            copies = 2
        for _ in range(copies):
            delay = faults.delay + chance.uniform(-faults.jitter, faults.jitter)
            if chance.random() < faults.reorder:
                self.counts.overtook += 1
                delay = 0.0
            if delay <= 0.0 and not self._due:
                _write(to, packet)
                continue
            self._number += 1
            heapq.heappush(self._due, (time.monotonic() + delay, self._number, to, packet))

    def give(self) -> None:
        """Writes what is due."""
        now = time.monotonic()
        while self._due and self._due[0][0] <= now:
            _, _, to, packet = heapq.heappop(self._due)
            _write(to, packet)

    def obey(self, line: str) -> None:
        """Runs the command of a line."""
        faults = self.faults
        match line.split():
            case ["loss", percent]:
                faults.loss = float(percent) / 100
            case ["delay", ms, jitter]:
                faults.delay, faults.jitter = float(ms) / 1000, float(jitter) / 1000
            case ["reorder", percent]:
                faults.reorder = float(percent) / 100
            case ["repeat", percent]:
                faults.repeat = float(percent) / 100
            case ["cut", ("forth" | "back") as way]:
                faults.cut.add(way)
            case ["heal"]:
                self.faults = Faults()
            case _:
                raise SystemExit(f"stretch.py: what is '{line}'?")


def _write(device: int, packet: bytes) -> None:
    with suppress(BlockingIOError):  # its queue is full: lost, as on any network
        os.write(device, packet)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


def _device(name: str, namespace: str, address: str) -> int:
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TAP | IFF_NO_PI))
    _ip("link", "set", name, "netns", namespace)
    inside = ["-n", namespace]
    _ip(*inside, "link", "set", name, "mtu", "1500")
    _ip(*inside, "address", "add", f"{address}/24", "dev", name)
    _ip(*inside, "link", "set", name, "up")
    _ip(*inside, "link", "set", "lo", "up")
    return device


def _serve(stretch: Stretch) -> None:
    rest = b""
    while True:
        ready, _, _ = select.select([*stretch.devices(), 0], [], [], stretch.wait())
        stretch.give()
        for source in ready:
            if source != 0:
                stretch.take(source)
                continue
            more = os.read(0, 4096)
            if not more:
                return
            *lines, rest = (rest + more).split(b"\n")
            for line in lines:
                stretch.obey(line.decode())
                counts = stretch.counts
                print(counts.lost, counts.overtook, counts.repeated, flush=True)


def main() -> int:
    name, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    ends = {f"{name}-a": "10.77.0.1", f"{name}-b": "10.77.0.2"}
    made: list[str] = []
    try:
        for namespace in ends:
            _ip("netns", "add", namespace)
            made.append(namespace)
        devices = [_device(namespace[-15:], namespace, address) for namespace, address in ends.items()]
        print("ready", flush=True)
        _serve(Stretch(devices[0], devices[1], seed))
    except (OSError, subprocess.CalledProcessError) as why:
        reason = why.stderr.strip() if isinstance(why, subprocess.CalledProcessError) else str(why)
        print(f"stretch.py: no network namespaces with TAP devices here: {reason}", file=sys.stderr)
        return NOT_PERMITTED
    finally:
        for namespace in made:
            subprocess.run(["ip", "netns", "delete", namespace], check=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
