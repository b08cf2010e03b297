"""pipeline: strings through three stages (blog09)."""

from __future__ import annotations

import stat
import zlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from agon.workloads import printed, strict
from agon.workloads.base import (
    Chart,
    Evidence,
    Metric,
    OracleError,
    Parameter,
    Params,
    ParamValue,
    Preset,
    Workload,
    integer_of,
)

STAGES = ("Downloaded", "Indexed", "Wrote")
"""The first word of what each stage makes, in the order of the stages."""

SLICE = 1 << 16
"""Strings whose checksums are computed at a time."""

# zlib inverts what it is given and what it gives; between, a byte moves the register by this table.
_TABLE = np.array([zlib.crc32(bytes([byte]), 2**32 - 1) ^ (2**32 - 1) for byte in range(256)], dtype=np.uint32)

Registers: TypeAlias = NDArray[np.uint32]
Form: TypeAlias = tuple[str, ...]
"""Strings that differ in a number alone: what stands before it, between two of its places, and behind the last."""


def form(word: str, params: Params, *, witness: bool) -> Form:
    """What the stage of this word makes.

    The driver sends `Requested i`, and with a witness `i Requested i Requested i`: there, what a stage finds at the
    first blank, at the first match and at every match are three different strings.
    """
    if not witness:
        return (f"{word} ", "")
    return (
        ("", f" {word} ", " Requested ", "") if params["work"] == "regex" else (f"{word} Requested ", " Requested ", "")
    )


def _by_digits(tasks: int) -> Iterator[tuple[int, int, int]]:
    """0..tasks-1 in parts of equally long numbers: (digits, first, one past the last)."""
    bounds = [0, *(10**d for d in range(1, len(str(tasks)))), tasks]
    for digits, (low, high) in enumerate(pairwise(bounds), start=1):
        yield digits, low, high


def characters(strings: Form, tasks: int) -> int:
    """The total length of the strings of 0 .. tasks-1."""
    fixed, places = sum(map(len, strings)), len(strings) - 1
    return sum((high - low) * (fixed + places * digits) for digits, low, high in _by_digits(tasks))


@lru_cache(maxsize=16)
def checksum(strings: Form, tasks: int) -> int:
    """The sum of the CRC-32 of the strings of 0 .. tasks-1, modulo 2^32: a character of many strings at a time."""
    total = 0
    for digits, low, high in _by_digits(tasks):
        for first in range(low, high, SLICE):
            numbers = np.arange(first, min(first + SLICE, high), dtype=np.uint32)
            crcs = np.full(len(numbers), 2**32 - 1, dtype=np.uint32)
            for place, fixed in enumerate(strings):
                if place:
                    for power in reversed(range(digits)):
                        crcs = _next(crcs, numbers // np.uint32(10**power) % np.uint32(10) + np.uint32(ord("0")))
                for byte in fixed.encode("ascii"):
                    crcs = _next(crcs, np.uint32(byte))
            total += int((~crcs).sum(dtype=np.uint64))
    return total % 2**32


def _next(crcs: Registers, byte: Registers | np.uint32) -> Registers:
    return _TABLE[(crcs ^ byte) & np.uint32(255)] ^ (crcs >> np.uint32(8))


SOURCE_WORK: Mapping[str, ParamValue] = {"work": "regex", "make": "inside"}
"""What blog09's programs do."""


class Pipeline(Workload):
    id = "pipeline"
    title = "Pipeline"
    summary = "Strings pass through three stages, each of which makes a new one: message passing with a little work."
    source = "blog09"
    parameters = (
        Parameter("tasks", "strings that go through the stages", 10_000, 1, 40_000_000),
        Parameter(
            "log",
            "whether each stage prints each string: to a file, or to a terminal, line by line",
            "off",
            choices=("off", "on", "console"),
        ),
        Parameter(
            "work",
            "how a stage replaces the first word: cut at the first blank, or by a regular expression made at each call",
            "cut",
            choices=("cut", "regex"),
        ),
        Parameter(
            "make",
            "when the driver makes its strings: before the clock starts, or as it sends them",
            "before",
            choices=("before", "inside"),
        ),
    )
    metrics = (Metric("task_rate", "1/s", "tasks through all stages a second of in-program time", "higher"),)
    charts = (Chart("lines", "Elapsed time in the program", "tasks", "elapsed", "s", log_y=True, figure="blog09"),)
    presets = (
        Preset("quick", tuple({"tasks": k, "log": "off"} for k in (100, 1_000, 10_000, 100_000))),
        Preset("paper", tuple({"tasks": 10**e, "log": "off", **SOURCE_WORK} for e in range(7))),
        Preset("demo", ({"tasks": 10_000, "log": "off"},)),
        Preset(
            "check",
            (
                {"tasks": 1, "log": "off"},
                {"tasks": 120, "log": "on"},
                {"tasks": 130, "log": "on", **SOURCE_WORK},
                {"tasks": 140, "log": "console", **SOURCE_WORK},
                {"tasks": 1_200, "log": "off"},
            ),
        ),
    )
    outside = 0.3  # the driver's strings are made before the clock starts
    has_print = True

    def size(self, params: Params) -> int:
        return len(STAGES) * integer_of(params, "tasks")

    def has_console(self, params: Params) -> bool:
        return params["log"] == "console"

    def doubled(self, params: Params) -> dict[str, ParamValue]:
        return self.params({**params, "tasks": 2 * integer_of(params, "tasks")})

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        tasks = integer_of(params, "tasks")
        report = evidence.report
        strict.require_keys(report, "written", "characters", *(["crc", "stages"] if evidence.witness else []))
        written = strict.integer(report["written"], "written", 0, 2**63 - 1)
        if written != tasks:
            raise OracleError(f"the write stage made {written} strings, not {tasks}")
        forms = {word: form(word, params, witness=evidence.witness) for word in STAGES}
        length = strict.integer(report["characters"], "characters", 0, 2**63 - 1)
        expected = characters(forms["Wrote"], tasks)
        if length != expected:
            raise OracleError(f"the strings that the write stage made have {length} characters, not {expected}")
        if evidence.witness:
            crcs = [*strict.integers(report["stages"], "stages", 2, 0, 2**32 - 1)]
            crcs.append(strict.integer(report["crc"], "crc", 0, 2**32 - 1))
            _judge_checksums(crcs, forms, tasks)
        rate = strict.rate(tasks, evidence)
        if evidence.index == evidence.iterations - 1:
            _judge_log(params, forms, evidence)
        return {"task_rate": rate}


def _judge_checksums(crcs: list[int], forms: Mapping[str, Form], tasks: int) -> None:
    for stage, strings, crc in zip(("download", "index", "write"), forms.values(), crcs, strict=True):
        if crc != checksum(strings, tasks):
            raise OracleError(
                f"the checksums of what the {stage} stage made sum to {crc}, not {checksum(strings, tasks)}: "
                f"it did not make each of '{_string(strings, 0)}' to '{_string(strings, tasks - 1)}' once"
            )


def _string(strings: Form, number: int) -> str:
    return str(number).join(strings)


def _judge_log(params: Params, forms: Mapping[str, Form], evidence: Evidence) -> None:
    """Each stage's strings stand in the file in their order, the stages mixed as may be; no file without a log.

    A file starts empty with each iteration, and is the last one's; a terminal's lines are those of all iterations.
    """
    tasks = integer_of(params, "tasks")
    if params["log"] == "off":
        path = evidence.samples / printed.NAME
        if path.exists() and not (stat.S_ISREG(path.lstat().st_mode) and path.lstat().st_size == 0):
            raise OracleError("log=off, but it wrote to the printed file")
        return
    total = tasks * evidence.iterations if params["log"] == "console" else tasks
    seen = dict.fromkeys(forms, 0)
    due = {f"{_string(strings, 0)}\n".encode(): word for word, strings in forms.items()}
    for number, line in enumerate(printed.printed_lines(evidence.samples), start=1):
        word = due.pop(line, None)
        if word is None:
            raise OracleError(
                f"line {number} of the printed file is {printed.shown_line(line)}{_wrong(line, due, total)}"
            )
        seen[word] += 1
        if seen[word] < total:
            due[f"{_string(forms[word], seen[word] % tasks)}\n".encode()] = word
    for word, count in seen.items():
        if count != total:
            raise OracleError(f"the printed file has {count} lines of '{word}', not {total}")


def _wrong(line: bytes, due: Mapping[bytes, str], tasks: int) -> str:
    """What is wrong with a line that is not due: which would be, of the stage whose word it has."""
    word = next((word for word in STAGES if word.encode() in line.split()), None)
    if word is None:
        return ": no stage makes it"
    expected = next((text for text, of in due.items() if of == word), None)
    return f", not {printed.shown_line(expected)}" if expected else f", after all {tasks} of its stage"
