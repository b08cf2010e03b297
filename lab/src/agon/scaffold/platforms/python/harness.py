"""Speaks the lab's protocol (docs/protocol.md): arguments, iterations, JSON lines."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar, NoReturn, TypeAlias

Report: TypeAlias = dict[str, list[int]]
COMMON = ("threads", "iterations", "seed", "variant", "samples", "witness")


class Program(ABC):
    """One workload. It is made before `ready`."""

    parameters: ClassVar[tuple[str, ...]]
    """The workload's own, all of them integers of at least 1."""

    def __init__(self, sizes: Mapping[str, int], witness: bool) -> None:
        self.sizes = sizes
        self.witness = witness

    @abstractmethod
    def iteration(self) -> tuple[int, Report]:
        """Elapsed nanoseconds and the report."""


def fail(message: str, status: int) -> NoReturn:
    print(message, file=sys.stderr)
    raise SystemExit(status)


def arguments_of(words: list[str], keys: tuple[str, ...]) -> dict[str, str]:
    """The `key=value` arguments: each key known, none missing."""
    arguments: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in keys:
            fail(f"'{word}' is no argument: give KEY=VALUE with {', '.join(keys)}", 2)
        arguments[key] = value
    for key in keys:
        if key not in arguments:
            fail(f"'{key}=' is missing", 2)
    return arguments


def number(arguments: dict[str, str], key: str, least: int) -> int:
    text = arguments[key]
    if not (text.isascii() and text.isdigit() and int(text) >= least):
        fail(f"{key}={text}: not an integer of at least {least}", 2)
    return int(text)


def batches(iterations: int) -> Iterator[int]:
    """How many iterations to do next; with iterations=0 the lab writes that on standard input, batch by batch."""
    if iterations > 0:
        yield iterations
        return
    for line in iter(sys.stdin.readline, ""):
        text = line.strip()
        if not (text.isascii() and text.isdigit()):
            fail(f"standard input: '{text}' is not a number of iterations", 1)
        if int(text) == 0:
            return
        yield int(text)


def write_event(event: dict[str, object]) -> None:
    print(json.dumps(event), flush=True)


def main(workloads: Mapping[str, Mapping[str, type[Program]]]) -> None:
    """Do what the command line asks for; `workloads` holds the program of each workload by variant."""
    name, *words = sys.argv[1:] or [""]
    variants = workloads.get(name)
    if variants is None:
        fail(f"'{name}' is no workload: give one of {', '.join(workloads)}", 2)
    parameters = next(iter(variants.values())).parameters
    arguments = arguments_of(words, (*COMMON, *parameters))
    iterations = number(arguments, "iterations", 0)
    sizes = {key: number(arguments, key, 1) for key in parameters}
    chosen = variants.get(arguments["variant"])
    if chosen is None:
        fail(f"variant={arguments['variant']}: there is {', '.join(variants)}", 2)
    program = chosen(sizes, arguments["witness"] == "on")
    write_event({"event": "ready"})
    index = 0
    for count in batches(iterations):
        for _ in range(count):
            elapsed_ns, report = program.iteration()
            write_event({"event": "iteration", "index": index, "elapsed_ns": elapsed_ns, "report": report})
            index += 1
