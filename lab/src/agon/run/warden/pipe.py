"""The warden's end of the pipes: standard input and output are the lab's."""

from __future__ import annotations

import os
import sys

from agon.run.warden.messages import Answer, Batch, encode

_read = bytearray()
"""What was read together with the line before it: a job, behind a request that came too late."""


class Cancelled(Exception):
    """The lab asked for the end, or is gone."""


def send(message: Answer | Batch) -> None:
    """Write a message to the lab."""
    try:
        sys.stdout.buffer.write(encode(message))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise Cancelled from None


def read_line() -> bytes:
    """The next line of standard input; empty at its end. `poll` sees what has not been read: while a program runs, that
    is all there is, since nothing follows a job until the warden has written."""
    while (end := _read.find(b"\n") + 1) == 0:
        data = os.read(0, 1 << 16)
        if not data:
            return b""
        _read.extend(data)
    line = bytes(_read[:end])
    del _read[:end]
    return line
