"""Reads what a program printed: JSON lines as docs/protocol.md has them, or an error with what is wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from agon.run.files import read_own


class OutputError(Exception):
    """The output is not what the protocol asks for. `code` is a word of `agon.results.model.Reason`."""

    def __init__(self, code: Literal["garbage", "protocol"], message: str) -> None:
        super().__init__(message)
        self.code: Literal["garbage", "protocol"] = code
        self.message = message


@dataclass(frozen=True)
class Repetition:
    """One `iteration` line."""

    index: int
    elapsed_ns: int
    report: Mapping[str, Any]


def _shown(line: str) -> str:
    return repr(line[:80] + ("..." if len(line) > 80 else ""))


def _lines(path: Path) -> list[tuple[int, str]]:
    try:
        return _lines_of(read_own(path))
    except OSError as error:
        raise OutputError("protocol", f"its output {path.name} cannot be read: {error.strerror or error}") from None


def _lines_of(data: bytes) -> list[tuple[int, str]]:
    """The lines that are not blank, counted from 1. Only the byte `\\n` ends one: strings may hold the others."""
    lines = data.decode("utf-8", errors="replace").split("\n")
    return [(number, line) for number, line in enumerate(lines, 1) if line.strip(" \t\r")]


def _event(number: int, line: str) -> dict[str, Any]:
    try:
        data: object = json.loads(line)
    except (ValueError, RecursionError):
        raise OutputError("garbage", f"line {number} of standard output is not JSON: {_shown(line)}") from None
    if not isinstance(data, dict) or "event" not in data:
        raise OutputError("garbage", f"line {number} of standard output is no event: {_shown(line)}")
    return cast(dict[str, Any], data)


def first_garbage(path: Path, *, cut: bool) -> str | None:
    """What is wrong with the first line that is no event; None where all are. `cut`: the program was ended while it
    wrote, so that a last line without its end is no fault of its own."""
    try:
        data = read_own(path)
        lines = _lines_of(data[: data.rfind(b"\n") + 1] if cut else data)
        for number, line in lines:
            _event(number, line)
    except OSError:
        return None
    except OutputError as error:
        return error.message
    return None


def _natural(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def has_spoken(path: Path) -> bool:
    """Whether that node has printed anything."""
    try:
        return path.lstat().st_size > 0
    except OSError:
        return False


def read_other(path: Path, iterations: int) -> list[Mapping[str, Any]]:
    """What node 1 reports of each iteration; OutputError if it is not of exactly those that node 0 was asked for."""
    found: list[Mapping[str, Any]] = []
    for number, line in _lines(path)[1:]:
        event = _event(number, line)
        report = event.get("report")
        if event["event"] != "iteration" or event.get("index") != len(found) or not isinstance(report, dict):
            raise OutputError("protocol", f"line {number} of node 1: not the report of iteration {len(found)}")
        found.append(cast(dict[str, Any], report))
    if len(found) != iterations:
        raise OutputError("protocol", f"node 1 reported {len(found)} of {iterations} iterations")
    return found


def _repetition(number: int, event: dict[str, Any], expected: int) -> Repetition:
    index, elapsed, report = event.get("index"), event.get("elapsed_ns"), event.get("report")
    if not _natural(index) or index != expected:
        raise OutputError("protocol", f"line {number}: iteration index {index!r}, expected {expected}")
    if not _natural(elapsed) or elapsed == 0:
        raise OutputError("protocol", f"line {number}: elapsed_ns is {elapsed!r}, not a positive integer")
    if not isinstance(report, dict):
        raise OutputError("protocol", f"line {number}: the iteration has no report")
    return Repetition(expected, cast(int, elapsed), cast(dict[str, Any], report))


def read_output(path: Path, iterations: int) -> list[Repetition]:
    """The iterations a program reported; OutputError if they are not exactly those it was asked for."""
    lines = _lines(path)
    if not lines:
        raise OutputError("protocol", "it printed nothing: neither a ready event nor an iteration")
    found: list[Repetition] = []
    ready = False
    for number, line in lines:
        event = _event(number, line)
        match event["event"]:
            case "ready" if not ready and not found:
                ready = True
            case "ready":
                raise OutputError("protocol", f"line {number}: a second or late ready event")
            case "iteration" if ready:
                found.append(_repetition(number, event, len(found)))
            case "iteration":
                raise OutputError("protocol", f"line {number}: an iteration before the ready event")
            case other:
                raise OutputError("protocol", f"line {number}: unknown event {other!r}")
    if len(found) != iterations or not found:
        raise OutputError("protocol", f"{len(found)} of {iterations} iterations reported")
    return found
