"""The standard streams of a program: its output is stored and followed, its input names how often to repeat."""

from __future__ import annotations

import io
import os
import re

from agon.run.warden.messages import Batch
from agon.run.warden.pipe import send

LONGEST_FIRST = 1 << 16
"""Bytes of a first line that may still be `ready`."""
ELAPSED = re.compile(rb'"elapsed_ns"\s*:\s*(\d{1,18})')
"""Of an iteration. Where more digits follow, these make thirty years: enough for the lab to ask for no more."""


class Sink:
    """Where a stream of the program goes: a file, up to a limit; what lies beyond is drained and dropped."""

    def __init__(self, descriptor: int, path: str, limit: int) -> None:
        self.descriptor = descriptor
        self.left = limit
        self.overflow = False
        self.head = b""
        """What it began with: to the end of its first line, and at most `LONGEST_FIRST` bytes."""
        self.first_is_whole = False
        self.failure: str | None = None
        self.file: io.FileIO | None = None
        try:
            self.file = io.FileIO(path, "w")
        except OSError as error:  # the folder has gone: reported with the answer
            self._failed(error)

    def pump(self) -> bytes | None:
        """Move what is there. None at the end of the stream."""
        try:
            data = os.read(self.descriptor, 1 << 16)
        except BlockingIOError:
            return b""
        if not data:
            return None
        keep = data[: self.left]
        self.left -= len(keep)
        self.overflow = self.overflow or len(keep) < len(data)
        if not self.first_is_whole:
            self.head = (self.head + data).lstrip()
            end = self.head.find(b"\n")
            self.first_is_whole = end >= 0 or len(self.head) >= LONGEST_FIRST
            self.head = self.head[: min(end, LONGEST_FIRST) if end >= 0 else LONGEST_FIRST]
        if self.file is not None:
            try:
                self.file.write(keep)
            except OSError as error:
                self._failed(error)
        return data

    def _failed(self, error: OSError) -> None:
        self.failure = self.failure or (error.strerror or str(error))

    def close(self) -> None:
        os.close(self.descriptor)
        if self.file is not None:
            self.file.close()


class Repeater:
    """Follows the iterations of a program that repeats on request.

    1. A number goes to the program once it is ready, and again whenever it has written that many iterations.
    2. The lab names the number; it is asked after `ready` and after each batch, by a line with the batch's times. A
       line that holds no time counts as an iteration of 0 ns: judging the output is the lab's.
    3. After the number 0, or once the program has stopped reading, nothing more is asked or requested.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._line = bytearray()
        self._left: int | None = None
        """Iterations of the batch that are still to come; None: not asked for any."""
        self._batch: list[int] = []
        self.requested = 0
        self.over = False

    def feed(self, data: bytes, *, ready: bool) -> None:
        """Take what the program has written."""
        if self.over:
            return
        *lines, rest = data.split(b"\n")
        for line in lines:
            self._take(bytes(self._line) + line)
            self._line.clear()
        self._line += rest
        if ready and self._left is None:
            self._ask()

    def _take(self, line: bytes) -> None:
        if b'"iteration"' not in line or self._left is None:
            return
        found = ELAPSED.search(line)
        self._batch.append(int(found[1]) if found else 0)
        self._left -= 1
        if self._left == 0:
            self._ask()

    def _ask(self) -> None:
        send(Batch(self._batch))
        self._batch = []
        self._left = -1

    def request(self, more: int) -> None:
        """Hand the lab's number on."""
        self._left = more
        self.requested += more
        self.over = self.over or more == 0
        try:
            os.write(self._descriptor, b"%d\n" % more)
        except OSError:  # it reads no more: its output and its status show why
            self.over = True

    def close(self) -> None:
        os.close(self._descriptor)
