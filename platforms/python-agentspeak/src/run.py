"""One iteration, as the agents' actions see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter_ns
from typing import Any

from harness.files import Lines, Samples, clear_print
from harness.program import Outcome

FULL = 1000
"""So many rows are held back."""


class Files:
    """The files of samples of all iterations."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._begun: dict[str, Samples] = {}

    def begin(self, file: str, columns: Sequence[str]) -> None:
        """Begin the file, unless an earlier iteration has."""
        if file not in self._begun:
            self._begun[file] = Samples(self._folder, file, ",".join(("iteration", *columns)))

    def append(self, file: str, rows: Sequence[Sequence[int]]) -> None:
        """Add rows."""
        self._begun[file].append(rows)


class Run:
    """What the agents get, and what they report."""

    def __init__(
        self,
        index: int,
        values: Mapping[str, Any],
        lines: Sequence[Sequence[int]],
        files: Files,
        print_path: Path | None,
    ) -> None:
        self.values = values
        self._index = index
        self._lines = lines
        self._files = files
        self._begun = perf_counter_ns()
        self._rows: dict[str, list[Sequence[int]]] = {}
        self._report: dict[str, Any] = {}
        self._elapsed: int | None = None
        self._printer: Lines | None = None
        if print_path is not None:
            console = values.get("log") == "console"
            if not console:
                clear_print(print_path)
            self._printer = Lines(print_path, at_once=console)

    def clock(self) -> int:
        """Nanoseconds since the run began."""
        return perf_counter_ns() - self._begun

    def line(self, number: int) -> tuple[int, ...]:
        """A line of the lab's input, the first being 1."""
        return tuple(self._lines[number - 1])

    def begin_samples(self, file: str, columns: Sequence[str]) -> None:
        """The first row of a file of samples."""
        self._files.begin(file, columns)
        self._rows[file] = []

    def sample(self, file: str, row: Sequence[int]) -> None:
        """A further row."""
        rows = self._rows[file]
        rows.append((self._index, *row))
        if len(rows) == FULL:
            self._files.append(file, rows)
            rows.clear()

    def print(self, text: str) -> None:
        """A line of the file that is printed to; nothing if there is none."""
        if self._printer is not None:
            self._printer.line(text)

    def flush(self) -> None:
        """What was printed is safe: nothing more will be."""
        if self._printer is not None:
            self._printer.close()
            self._printer = None

    def report(self, key: str, value: Any) -> None:
        """Something to report to the lab."""
        self._report[key] = value

    def finish(self, elapsed: int) -> None:
        """The work is done and reported."""
        for file, rows in self._rows.items():
            self._files.append(file, rows)
        self.flush()
        self._elapsed = elapsed

    def outcome(self) -> Outcome:
        """What came of it."""
        if self._elapsed is None:
            raise RuntimeError("the agents came to rest before they had reported")
        return Outcome(self._elapsed, self._report)
