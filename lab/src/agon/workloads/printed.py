"""Reading the file that a program was to print to (`print=PATH`)."""

from __future__ import annotations

import stat
from collections.abc import Generator
from pathlib import Path

from agon.workloads.base import OracleError

NAME = "print.txt"
"""What the file is called, among the samples."""

LONGEST = 100
"""Bytes: no workload prints longer lines."""


def shown_line(line: bytes) -> str:
    """A line as a message can hold it."""
    text = line.removesuffix(b"\n").decode("utf-8", errors="replace")
    return repr(text if len(text) <= 40 else text[:40] + "...")


def printed_lines(samples: Path) -> Generator[bytes]:
    """The file's lines, each with its newline; of one that is too long for any workload only the beginning."""
    path = samples / NAME
    try:
        status = path.lstat()
    except OSError:
        raise OracleError("there is no printed file") from None
    # A named pipe would block the reader for ever, a link could lead anywhere.
    if not stat.S_ISREG(status.st_mode):
        raise OracleError("the printed file is not a regular file")
    try:
        with path.open("rb") as file:
            while line := file.readline(LONGEST):
                yield line
    except OSError as error:
        raise OracleError(f"the printed file cannot be read: {error.strerror}") from None
