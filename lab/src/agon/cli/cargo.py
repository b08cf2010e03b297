"""Runs cargo for a user who waits: with its own progress on a terminal, else with a line now and then."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import threading
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import IO

from agon.platforms import group

_EVERY_S = 10.0
"""Between two lines about progress."""
_PROGRESS = re.compile(r"\s*Building \[.*\] (\d+)/(\d+)")
_ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_USUAL = ("Building ", "Compiling ", "Downloaded ", "Downloading ", "Finished ", "Locking ", "Updating ")
"""How the lines begin that cargo prints where nothing is wrong."""


class Interrupted(Exception):
    """The user ended it, and nothing of it runs any more."""


def note(message: str) -> None:
    """A line for the user, on standard error: standard output is the agents'."""
    print(f"agon: {message}", file=sys.stderr, flush=True)


class Work:
    """How far a build is, and how long it will take. `last`: what share of the time its own library takes."""

    def __init__(self, name: str, processor_s: float, last: float) -> None:
        self.name = name
        self._last = last
        self._expected_s = _elapsed_of(processor_s, len(os.sched_getaffinity(0)), os.getloadavg()[0])
        self._began = time.monotonic()
        self._already: float | None = None
        self._done = self._total = 0

    @property
    def estimate(self) -> str:
        """Before anything is done."""
        return f"about {rounded(self._expected_s)} on this machine"

    def reached(self, done: int, total: int) -> None:
        """So many of all crates are compiled; at first, those of a build that was interrupted."""
        share = _share(done, total, self._last)
        if self._already is None:
            self._already = share
            self._expected_s *= 1 - share
        if done != self._done and share - self._already > _ENOUGH:
            elapsed = time.monotonic() - self._began
            self._expected_s = elapsed * (1 - self._already) / (share - self._already)
        self._done, self._total = done, total

    @property
    def line(self) -> str:
        """How far it is, for the user."""
        elapsed = time.monotonic() - self._began
        left = self._expected_s - elapsed
        parts = f"{self._done} of {self._total} crates, " if self._total else ""
        return f"building {self.name}: {parts}{elapsed:.0f} s" + (f", about {rounded(left)} left" if left > 0 else "")


_ENOUGH = 0.1
"""From this share of a build on, its own pace estimates better than the times of other machines."""
_ALONE_S = 10.0
"""Of a build, what no second processor shortens."""


def _share(done: int, total: int, last: float) -> float:
    """What share of the time has passed when so many crates are compiled.

    The large ones come late. The last but one is the library that is the program, and takes the share `last`; the last
    only links.
    """
    return 1.0 if done >= total - 1 else (1 - last) * (done / total) ** 2


def _elapsed_of(processor_s: float, processors: int, load: float) -> float:
    """How long work takes that other programs share the processors with."""
    mine = processors * processors / (processors + load)
    return _ALONE_S + (processor_s - _ALONE_S) / mine


def rounded(seconds: float) -> str:
    """A time as exact as an estimate is."""
    return f"{max(10 * round(seconds / 10), 10)} s" if seconds < 95 else f"{round(seconds / 60)} min"


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str], work: Work) -> int:
    """Runs cargo to its end; its status. Raises Interrupted once it and all that it started have ended."""
    try:
        with _hang_up_is_an_interrupt():
            if sys.stderr.isatty():
                with os.fdopen(2, "wb", closefd=False) as terminal:
                    return _grouped(command, folder, environment, terminal)
            return _with_lines(command, folder, environment, work)
    except KeyboardInterrupt:
        raise Interrupted from None


def _grouped(command: Sequence[str], folder: Path, environment: Mapping[str, str], output: IO[bytes]) -> int:
    return group.run(command, cwd=folder, environment=environment, output=output, until=float("inf"), stop=Event())


def _with_lines(command: Sequence[str], folder: Path, environment: Mapping[str, str], work: Work) -> int:
    progress = {"CARGO_TERM_PROGRESS_WHEN": "always", "CARGO_TERM_PROGRESS_WIDTH": "80"}
    reading, writing = os.pipe()
    reader = threading.Thread(target=_follow, args=(reading, work))
    reader.start()
    try:
        with os.fdopen(writing, "wb") as output:
            return _grouped(command, folder, {**environment, **progress}, output)
    finally:
        reader.join()
        os.close(reading)


def _follow(reading: int, work: Work) -> None:
    """Passes on what is wrong, and shows now and then how far the build is."""
    rest, shown = b"", time.monotonic()
    while True:
        if select.select([reading], [], [], _EVERY_S)[0]:
            read = os.read(reading, 65536)
            *lines, rest = (rest + read).replace(b"\r", b"\n").split(b"\n")
            for line in lines if read else [rest]:
                _take(line.decode(errors="replace"), work)
            if not read:
                return
        if time.monotonic() - shown >= _EVERY_S:
            shown = time.monotonic()
            note(work.line)


def _take(line: str, work: Work) -> None:
    plain = _ESCAPES.sub("", line).rstrip()
    if found := _PROGRESS.match(plain):
        work.reached(int(found[1]), int(found[2]))
    elif plain and not plain.lstrip().startswith(_USUAL):
        print(plain, file=sys.stderr, flush=True)


@contextmanager
def _hang_up_is_an_interrupt() -> Generator[None]:
    """A terminal that is closed ends the build too, which is in a session of its own."""
    if signal.getsignal(signal.SIGHUP) != signal.SIG_DFL:  # it may be ignored, as nohup has it
        yield
        return
    signal.signal(signal.SIGHUP, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
