"""The pipeline of three stages apart from its messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

from harness.files import Lines, clear_print
from harness.parameters import Parameters, Shape
from harness.program import Iterate, Outcome, Workload

WORDS = ("Downloaded", "Indexed", "Wrote")


class Stage:
    """What a stage does with each string."""

    def __init__(self, word: str, log: Path | None, witness: bool) -> None:
        self._word = word
        self._lines = None if log is None else Lines(log)
        self._witness = witness
        self.written = 0
        self.characters = 0
        self.crc = 0

    def make(self, text: str) -> str:
        """A new string: `text` with the stage's word in place of the first."""
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


def workload(play: Callable[[Sequence[str], Sequence[Stage]], int]) -> Workload:
    """The pipeline as `play` plays it: the strings go to the first stage, and so on; it returns the time taken."""

    def prepare(parameters: Parameters) -> Iterate:
        tasks = [f"Requested {number}" for number in range(parameters.integers["tasks"])]
        log = parameters.print_path if parameters.choices["log"] == "on" else None

        def iterate(_: int) -> Outcome:
            if log is not None:
                clear_print(log)
            stages = [Stage(word, log, parameters.witness) for word in WORDS]
            elapsed = play(tasks, stages)
            return Outcome(elapsed, report(stages, parameters.witness))

        return iterate

    return Workload(Shape(integers={"tasks": 0}, choices={"log": ("on", "off")}, has_print=True), prepare)


def report(stages: Sequence[Stage], witness: bool) -> dict[str, Any]:
    """What the lab gets."""
    *earlier, last = stages
    told: dict[str, Any] = {"written": last.written, "characters": last.characters}
    if witness:
        told |= {"crc": last.crc, "stages": [stage.crc for stage in earlier]}
    return told
