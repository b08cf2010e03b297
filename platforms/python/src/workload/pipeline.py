"""The pipeline of three stages apart from its messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any
from zlib import crc32

from harness.files import Lines, clear_print
from harness.parameters import Parameters, Shape
from harness.program import Iterate, Outcome, Workload

WORDS = ("Requested", "Downloaded", "Indexed", "Wrote")
"""The driver's, and each stage's."""
STAGES = range(1, len(WORDS))
CHOICES = {"log": ("on", "off", "console"), "work": ("cut", "regex"), "make": ("before", "inside")}


def request(number: int, witness: bool) -> str:
    """The driver's string of that number."""
    return f"{number} Requested {number} Requested {number}" if witness else f"Requested {number}"


def requests(tasks: int, witness: bool) -> Iterator[str]:
    """The driver's strings."""
    return (request(number, witness) for number in range(tasks))


class Stage:
    """What a stage does with each string. `number`: 1 for the first."""

    def __init__(self, number: int, parameters: Parameters) -> None:
        self._word = WORDS[number]
        self._pattern = f"{WORDS[number - 1]} "
        self._replacement = f"{self._word} "
        self._regex = parameters.choices["work"] == "regex"
        self._witness = parameters.witness
        log = parameters.choices["log"]
        self._lines = None if log == "off" else Lines(parameters.print_path, at_once=log == "console")
        self.written = 0
        self.characters = 0
        self.crc = 0

    def make(self, text: str) -> str:
        """A new string: `text` with the stage's word in place of another."""
        if self._regex:
            made = re.sub(self._pattern, self._replacement, text, count=1)
        else:
            made = self._word + text[text.index(" ") :]
        self.written += 1
        self.characters += len(made)
        if self._witness:
            self.crc = (self.crc + crc32(made.encode("ascii"))) % (1 << 32)
        if self._lines is not None:
            self._lines.line(made)
        return made

    def close(self) -> None:
        """End the stage's part of the log."""
        if self._lines is not None:
            self._lines.close()


def workload(play: Callable[[Iterable[str], Sequence[Stage]], int]) -> Workload:
    """The pipeline as `play` plays it: the strings go to the first stage, and so on; it returns the time taken."""

    def prepare(parameters: Parameters) -> Iterate:
        count, witness = parameters.integers["tasks"], parameters.witness
        before = list(requests(count, witness)) if parameters.choices["make"] == "before" else None

        def iterate(_: int) -> Outcome:
            if parameters.choices["log"] == "on":
                clear_print(parameters.print_path)
            stages = [Stage(number, parameters) for number in STAGES]
            elapsed = play(requests(count, witness) if before is None else before, stages)
            return Outcome(elapsed, report(stages, witness))

        return iterate

    return Workload(Shape(integers={"tasks": 0}, choices=CHOICES, has_print=True), prepare)


def report(stages: Sequence[Stage], witness: bool) -> dict[str, Any]:
    """What the lab gets."""
    *earlier, last = stages
    reported: dict[str, Any] = {"written": last.written, "characters": last.characters}
    if witness:
        reported |= {"crc": last.crc, "stages": [stage.crc for stage in earlier]}
    return reported
