"""What the lab requests on standard input while the program runs: how many iterations are to come next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from harness.parameters import integer_of


class OrderError(Exception):
    """The lab wrote something that is no number of iterations."""


def orders(lines: BinaryIO) -> Iterator[int]:
    """The numbers on the lines, up to a 0 or the end. Each line is read when it is asked for."""
    while line := lines.readline():
        text = line.removesuffix(b"\n").decode("ascii", "backslashreplace")
        count = integer_of(text)
        if count is None:
            raise OrderError(f"standard input: '{text}' is not a number of iterations")
        if count == 0:
            return
        yield count
