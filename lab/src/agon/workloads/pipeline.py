"""pipeline: strings through three stages (blog09)."""

from __future__ import annotations

import stat
import zlib
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import numpy as np

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


def _by_digits(tasks: int) -> Iterator[tuple[int, int, int]]:
    """0..tasks-1 in parts of equally long numbers: (digits, first, one past the last)."""
    bounds = [0, *(10**d for d in range(1, len(str(tasks)))), tasks]
    for digits, (low, high) in enumerate(pairwise(bounds), start=1):
        yield digits, low, high


def characters(word: str, tasks: int) -> int:
    """The total length of `word 0` .. `word tasks-1`."""
    return sum((high - low) * (len(word) + 1 + digits) for digits, low, high in _by_digits(tasks))


@lru_cache(maxsize=16)
def checksum(word: str, tasks: int) -> int:
    """The sum of the CRC-32 of `word 0` .. `word tasks-1`, modulo 2^32: a digit of many strings at a time."""
    start = zlib.crc32(f"{word} ".encode("ascii")) ^ (2**32 - 1)
    total = 0
    for digits, low, high in _by_digits(tasks):
        for first in range(low, high, SLICE):
            numbers = np.arange(first, min(first + SLICE, high), dtype=np.uint32)
            crcs = np.full(len(numbers), start, dtype=np.uint32)
            for power in reversed(range(digits)):
                byte = numbers // np.uint32(10**power) % np.uint32(10) + np.uint32(ord("0"))
                crcs = _TABLE[(crcs ^ byte) & np.uint32(255)] ^ (crcs >> np.uint32(8))
            total += int((~crcs).sum(dtype=np.uint64))
    return total % 2**32


class Pipeline(Workload):
    id = "pipeline"
    title = "Pipeline"
    summary = "Strings pass through three stages, each of which makes a new one: message passing with a little work."
    source = "blog09"
    parameters = (
        Parameter("tasks", "strings that go through the stages", 10_000, 1, 40_000_000),
        Parameter("log", "whether each stage prints each string to a file", "off", choices=("off", "on")),
    )
    metrics = (Metric("task_rate", "1/s", "tasks through all stages a second of in-program time", "higher"),)
    charts = (Chart("lines", "Elapsed time in the program", "tasks", "elapsed", "s", log_y=True, figure="blog09"),)
    presets = (
        Preset("quick", tuple({"tasks": k, "log": "off"} for k in (100, 1_000, 10_000, 100_000))),
        Preset("paper", tuple({"tasks": 10**e, "log": "off"} for e in range(7))),
        Preset("demo", ({"tasks": 10_000, "log": "off"},)),
        Preset(
            "check",
            ({"tasks": 1, "log": "off"}, {"tasks": 120, "log": "on"}, {"tasks": 1_200, "log": "off"}),
        ),
    )
    outside = 0.3  # the driver's strings are made before the clock starts
    has_print = True

    def size(self, params: Params) -> int:
        return len(STAGES) * integer_of(params, "tasks")

    def doubled(self, params: Params) -> dict[str, ParamValue]:
        return self.params({**params, "tasks": 2 * integer_of(params, "tasks")})

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        tasks = integer_of(params, "tasks")
        report = evidence.report
        strict.require_keys(report, "written", "characters", *(["crc", "stages"] if evidence.witness else []))
        written = strict.integer(report["written"], "written", 0, 2**63 - 1)
        if written != tasks:
            raise OracleError(f"the write stage made {written} strings, not {tasks}")
        length, expected = strict.integer(report["characters"], "characters", 0, 2**63 - 1), characters("Wrote", tasks)
        if length != expected:
            raise OracleError(f"the strings that the write stage made have {length} characters, not {expected}")
        if evidence.witness:
            crcs = [*strict.integers(report["stages"], "stages", 2, 0, 2**32 - 1)]
            crcs.append(strict.integer(report["crc"], "crc", 0, 2**32 - 1))
            _judge_checksums(crcs, tasks)
        rate = strict.rate(tasks, evidence)
        # The file starts empty with each iteration: it is the last one's.
        if evidence.index == evidence.iterations - 1:
            _judge_log(tasks if params["log"] == "on" else 0, evidence)
        return {"task_rate": rate}


def _judge_checksums(crcs: list[int], tasks: int) -> None:
    for stage, word, crc in zip(("download", "index", "write"), STAGES, crcs, strict=True):
        if crc != checksum(word, tasks):
            raise OracleError(
                f"the checksums of what the {stage} stage made sum to {crc}, not {checksum(word, tasks)}: "
                f"it did not make each of '{word} 0' to '{word} {tasks - 1}' once"
            )


def _judge_log(tasks: int, evidence: Evidence) -> None:
    """Each stage's strings stand in the file in their order, the stages mixed as may be; no file without a log."""
    if not tasks:
        path = evidence.samples / printed.NAME
        if path.exists() and not (stat.S_ISREG(path.lstat().st_mode) and path.lstat().st_size == 0):
            raise OracleError("log=off, but it wrote to the printed file")
        return
    seen = {word.encode(): 0 for word in STAGES}
    for number, line in enumerate(printed.printed_lines(evidence.samples), start=1):
        word, _, rest = line.partition(b" ")
        position = seen.get(word)
        if position is None:
            raise OracleError(f"line {number} of the printed file is {printed.shown_line(line)}: no stage makes it")
        if rest != b"%d\n" % position or position == tasks:
            due = f"not '{word.decode()} {position}'" if position < tasks else f"after all {tasks} of its stage"
            raise OracleError(f"line {number} of the printed file is {printed.shown_line(line)}, {due}")
        seen[word] = position + 1
    for word, count in seen.items():
        if count != tasks:
            raise OracleError(f"the printed file has {count} lines of '{word.decode()}', not {tasks}")
