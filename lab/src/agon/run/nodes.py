"""Two nodes of one program, for the warden one program: `python -I nodes.py FILE HOST COUNT ARGV1.. ARGV0..`.

    warden  --fork-->  this  --fork-->  ARGV1            (COUNT words; its standard output goes to FILE)
                             --fork-->  ARGV0 peer=AT    (standard input and output are the lab's)

Where HOST is not empty, node 1 is on that machine: ARGV1 is what `far.py` gets there, and ssh takes it there.

1. Node 1 is started first. Its `ready` line holds its address; node 0 gets that address.
2. Node 0 ends by itself. Then node 1's standard input is closed, which is its sign to end.
3. A node that is missing or stays too long ends both. What was wrong is the last line on standard error, and the
status is `NODE_FAILED`; but where node 0 itself fails, its status is this program's.

Memory and CPU time are measured of whatever the warden has below it, and so of both nodes; it ends what is left.
Should this program be killed alone, the input of both nodes is at its end, and so are they; so it is with node 1 where
the connection to the other machine ends. It imports nothing outside
the standard library, so that it starts fast.
"""

from __future__ import annotations

import io
import json
import os
import select
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

NODE_FAILED = 68
"""This program's status where a node did not do its part."""
BAD_ARGUMENT = 2
"""Of a program that does not understand its arguments: both nodes get the same."""
GRACE_S = 10.0
"""How long node 1 may take to end once its standard input is closed."""
BLAME_S = 0.5
"""Where node 0 fails: so long it is watched whether that was since node 1 had gone."""
MOST_BYTES = 16 << 20
"""Of what node 1 prints; the rest is dropped."""
SSH_FAILED = 255
"""The status of ssh itself; any other is that of what it ran."""
MISSING = 72
"""As `far.MISSING`."""
SSH = (
    *("ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=20"),
    # Where the other machine falls silent the connection ends, and node 1 with it.
    *("-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=3", "--"),
)


def over_ssh(host: str, words: list[str]) -> list[str]:
    """The command that runs `far.py` with these words on another machine, which need not have it."""
    script = Path(__file__).with_name("far.py").read_text(encoding="utf-8")
    return [*SSH, host, shlex.join(["python3", "-I", "-c", script, *words])]


def _place_in(line: bytes) -> str:
    """Where a node listens, by its `ready` line; empty if it is none."""
    try:
        event: Any = json.loads(line)
        place = event["at"] if event["event"] == "ready" else ""
    except (ValueError, TypeError, KeyError):
        return ""
    return place if isinstance(place, str) else ""


class Nodes:
    """Both nodes, and what node 1 prints."""

    def __init__(self, file: str, host: str, second: list[str], first: list[str]) -> None:
        self._host = host
        self._argv = first
        self._out = io.FileIO(file, "w")
        self._left = MOST_BYTES
        self._first: subprocess.Popen[bytes] | None = None
        self._second = subprocess.Popen(
            over_ssh(host, second) if host else second, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._second.stdout is not None
        self._stdout = self._second.stdout.fileno()

    def run(self) -> NoReturn:
        """Both, to their end."""
        where = self._place()
        self._first = subprocess.Popen([*self._argv, f"peer={where}"])
        status = self._work(self._first)
        if status != 0:
            self._blame(status)
        assert self._second.stdin is not None
        self._second.stdin.close()
        self._wind_up()
        raise SystemExit(0)

    def _place(self) -> str:
        """Where node 1 listens, by its first line."""
        line = b""
        while not line.endswith(b"\n"):
            data = self._pump()
            if data is None:
                status = self._second.wait()
                if status == BAD_ARGUMENT:  # it has named it
                    raise SystemExit(BAD_ARGUMENT)
                self._fail(self._ended(status, "before node 1 was ready" if self._host else "before it was ready"))
            line += data
        place = _place_in(line.split(b"\n", 1)[0])
        if not place:
            self._fail(f"{self._node_1} printed something else than a ready event with its address (at)")
        return place

    def _work(self, first: subprocess.Popen[bytes]) -> int:
        """Until node 0 has ended: its status. Node 1 must outlive it."""
        poll = select.poll()
        own, other = os.pidfd_open(first.pid), os.pidfd_open(self._second.pid)
        for descriptor in (self._stdout, own, other):
            poll.register(descriptor, select.POLLIN)
        while True:
            events = {descriptor for descriptor, _ in poll.poll()}
            if self._stdout in events and self._pump() is None:
                poll.unregister(self._stdout)
            if own in events:
                return first.wait()
            if other in events:
                self._fail(self._ended(self._second.wait(), "while node 0 was at work"))

    def _blame(self, status: int) -> NoReturn:
        """Node 0 has failed: as its own end, or as what came of node 1's."""
        deadline = time.monotonic() + BLAME_S
        while time.monotonic() < deadline:
            if self._second.poll():
                self._fail(self._ended(self._second.wait(), "while node 0 was at work"))
            time.sleep(0.01)
        self._end()
        if status < 0:
            signal.signal(-status, signal.SIG_DFL)
            os.kill(os.getpid(), -status)
        raise SystemExit(status)

    @property
    def _node_1(self) -> str:
        return f"node 1, on {self._host}," if self._host else "node 1"

    def _ended(self, status: int, when: str) -> str:
        if self._host and status == SSH_FAILED:
            return f"the connection to {self._host} (ssh) failed {when}"
        if self._host and status == MISSING:
            return f"{self._host} has no such platform: install it there, and name its Agon's folder by --host-folder"
        how = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
        return f"{self._node_1} {how} {when}"

    def _wind_up(self) -> None:
        """Node 1 ends, with status 0, and what it has printed is stored."""
        deadline = time.monotonic() + GRACE_S
        poll = select.poll()
        poll.register(self._stdout, select.POLLIN)
        while (left := deadline - time.monotonic()) > 0:
            if poll.poll(left * 1000) and self._pump() is None:
                break
        try:
            status = self._second.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._fail(f"{self._node_1} did not end within {GRACE_S:.0f} s of node 0")
        if status != 0:
            self._fail(self._ended(status, "after node 0 had ended"))

    def _pump(self) -> bytes | None:
        """Store what node 1 has printed. None at the end."""
        data = os.read(self._stdout, 1 << 16)
        if not data:
            return None
        self._out.write(data[: self._left])
        self._left -= min(self._left, len(data))
        return data

    def _end(self) -> None:
        for process in (self._first, self._second):
            if process is not None and process.poll() is None:
                process.kill()
                process.wait()

    def _fail(self, message: str) -> NoReturn:
        self._end()
        print(message, file=sys.stderr)
        raise SystemExit(NODE_FAILED)


if __name__ == "__main__":
    words = sys.argv[4:]
    count = int(sys.argv[3])
    Nodes(sys.argv[1], sys.argv[2], words[:count], words[count:]).run()
