"""Strict reading of the CSV files that programs write into their samples directory."""

from __future__ import annotations

import os
import re
import stat
from functools import lru_cache
from pathlib import Path

from agon.workloads.base import Evidence, OracleError
from agon.workloads.strict import shown

Row = tuple[int, ...]

LARGEST = 2**63 - 1
WIDEST = len(str(LARGEST)) + 1
"""Characters that the widest field needs, its separator included."""

CLOCK_SLACK = 0.02
CLOCK_SLACK_NS = 10_000_000
"""Actors take times with clocks of their own: what these may disagree with the iteration's."""


def longest_ns(evidence: Evidence) -> float:
    """What one actor can have waited in all, one time after the other."""
    return evidence.elapsed_ns * (1 + CLOCK_SLACK) + CLOCK_SLACK_NS


def rows_of_iteration(path: Path, columns: tuple[str, ...], index: int, iterations: int, rows: int) -> tuple[Row, ...]:
    """The rows of iteration `index`, without the leading column `iteration`, in the file's order.

    The file holds `rows` rows for each of the iterations, every field an integer of 0..2^63-1.
    """
    try:
        status = path.lstat()
    except OSError:
        raise OracleError(f"there is no file {path.name}") from None
    # A named pipe would block the reader for ever, a link could lead anywhere.
    if not stat.S_ISREG(status.st_mode):
        raise OracleError(f"{path.name} is not a regular file")
    if status.st_size > (rows * iterations + 1) * WIDEST * len(columns) + len(",".join(columns)):
        raise OracleError(f"{path.name} has {status.st_size} bytes, more than {rows * iterations} rows can fill")
    parts = _read(path, status.st_mtime_ns, status.st_size, columns, iterations)
    if len(parts[index]) != rows:
        raise OracleError(f"{path.name} has {len(parts[index])} rows of iteration {index}, not {rows}")
    return parts[index]


@lru_cache(maxsize=2)
def _read(
    path: Path, mtime_ns: int, size: int, columns: tuple[str, ...], iterations: int
) -> tuple[tuple[Row, ...], ...]:
    """Every iteration's rows. Cached, since one file answers for all iterations of an invocation."""
    del mtime_ns, size
    try:
        text = os.fsdecode(path.read_bytes())
    except OSError as error:
        raise OracleError(f"{path.name} cannot be read: {error.strerror}") from None
    header, *lines = text.split("\n")
    if header != ",".join(columns):
        raise OracleError(f"the header of {path.name} is {shown(header)}, not '{','.join(columns)}'")
    if not lines or lines.pop() != "":
        raise OracleError(f"{path.name} ends in the middle of a line")
    rows = _fast(lines, columns) or [
        _row(line, f"line {number} of {path.name}", columns) for number, line in enumerate(lines, start=2)
    ]
    parts: list[list[Row]] = [[] for _ in range(iterations)]
    for number, row in enumerate(rows, start=2):
        if row[0] >= iterations:
            raise OracleError(f"line {number} of {path.name} is of iteration {row[0]}, but there are {iterations}")
        parts[row[0]].append(row[1:])
    return tuple(tuple(part) for part in parts)


def _fast(lines: list[str], columns: tuple[str, ...]) -> list[Row] | None:
    """All rows at once, many times faster than one by one; None if some line is not as it should be."""
    form = re.compile(rf"[0-9]{{1,{WIDEST - 1}}}" + rf",[0-9]{{1,{WIDEST - 1}}}" * (len(columns) - 1))
    if not all(map(form.fullmatch, lines)):
        return None
    numbers = list(map(int, ",".join(lines).split(","))) if lines else []
    return list(zip(*[iter(numbers)] * len(columns), strict=True)) if max(numbers, default=0) <= LARGEST else None


def _row(line: str, where: str, columns: tuple[str, ...]) -> Row:
    fields = line.split(",")
    if len(fields) != len(columns):
        raise OracleError(f"{where} has {len(fields)} fields, not {len(columns)}")
    for name, text in zip(columns, fields, strict=True):
        if not (text.isascii() and text.isdigit() and len(text) < WIDEST and int(text) <= LARGEST):
            raise OracleError(f"{where}: {name} is {shown(text)}, not an integer of 0..2^63-1")
    return tuple(int(text) for text in fields)
