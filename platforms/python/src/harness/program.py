"""Runs the workload that the command line names, and reports to the lab in JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import count, islice
from typing import Any, BinaryIO, NoReturn, TextIO, TypeAlias

from harness.orders import OrderError, orders
from harness.parameters import Parameters, Shape, UsageError, parse


@dataclass(frozen=True)
class Outcome:
    """What came of an iteration."""

    elapsed_ns: int
    report: Mapping[str, Any]


Iterate: TypeAlias = Callable[[int], Outcome]
"""Does the work once, given the iteration's index. Its actors end before it returns."""


@dataclass(frozen=True)
class Workload:
    """One program of the platform."""

    shape: Shape
    prepare: Callable[[Parameters], Iterate]
    """Reads the input and returns what runs one iteration."""


def main(workloads: Mapping[str, Workload]) -> NoReturn:
    """Run the workload and end the process: with status 2 where the command line is wrong."""
    requests = sys.stdin.buffer if sys.stdin else BytesIO()  # none where standard input is closed
    try:
        run(workloads, sys.argv[1:], sys.stdout, requests)
    except UsageError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except OrderError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
    sys.exit(0)


def run(workloads: Mapping[str, Workload], arguments: Sequence[str], out: TextIO, requests: BinaryIO) -> None:
    """Run the workload that the first argument names; UsageError where an argument is wrong.

    `requests` is read with iterations=0 only, between iterations; OrderError where a line of it is wrong.
    """
    if not arguments:
        raise UsageError("no workload given: start as WORKLOAD key=value ...")
    workload = workloads.get(arguments[0])
    if workload is None:
        raise UsageError(f"unknown workload '{arguments[0]}': one of {', '.join(sorted(workloads))}")
    parameters = parse(arguments[1:], workload.shape)
    iterate = workload.prepare(parameters)
    _write(out, {"event": "ready"})
    for index in _indices(parameters.iterations, requests):
        outcome = iterate(index)
        event = {"event": "iteration", "index": index, "elapsed_ns": outcome.elapsed_ns, "report": outcome.report}
        _write(out, event)


def _indices(iterations: int, requests: BinaryIO) -> Iterator[int]:
    if iterations:
        yield from range(iterations)
        return
    index = count()
    for batch in orders(requests):
        yield from islice(index, batch)


def _write(out: TextIO, event: Mapping[str, Any]) -> None:
    out.write(json.dumps(event) + "\n")
    out.flush()
