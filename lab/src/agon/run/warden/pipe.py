"""The warden's end of the pipes: standard input and output are the lab's."""

from __future__ import annotations

import json
import os
import sys

from agon.run.warden.messages import Answer, Batch


class Cancelled(Exception):
    """The lab asked for the end, or is gone."""


def write_line(answer: Answer | Batch) -> None:
    """One line to the lab."""
    try:
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise Cancelled from None


def read_line() -> bytes:
    """One line of standard input, unbuffered so that `poll` sees every byte that is still to come."""
    line = b""
    while not line.endswith(b"\n"):
        data = os.read(0, 1 << 16)
        if not data:
            return b""
        line += data
    return line
