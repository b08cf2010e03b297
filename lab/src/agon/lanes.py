"""How `agon test` runs its parts: in lanes side by side, what measures alone, and each to its end or all to theirs.

Of the parts that run at a time the one that began first is in front: what it says is shown as it says it. What another
says is kept, and shown whole when it ends, or comes to the front.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Literal, TypeAlias

SKIPPED = 77
"""The status of a script that has found that what it needs is not here, and has said how to get it."""

LAST_LINES = 30
"""How much of the end of what a failed part said is shown again after all parts."""

FAILURE_LINES = 60
"""How much of the failures that Cargo reports: other tests run behind them."""

GRACE_S = 10.0
"""How long parts that are interrupted may take to tidy up."""

OVERDUE = 4.0
"""A part that takes so many times its budget hangs, and is ended: the others have their turn."""

LEAST_OVERDUE_S = 900.0
"""However small its budget is: a busy machine is no reason."""


@dataclass(frozen=True)
class Part:
    """One command. `needs`: commands without which it is skipped; `budget_s`: what it should take at most."""

    name: str
    argv: Sequence[str]
    cwd: Path
    needs: Sequence[str]
    hint: str
    budget_s: float
    alone: bool = False
    """It measures, or wants the whole machine."""
    holds: str = ""
    """What no two parts may use at a time, such as a folder that Cargo locks."""
    after: str = ""
    """The part that makes what this one uses, by its name: this begins when that has ended, if it runs at all."""

    @property
    def limit_s(self) -> float:
        """After which it is ended."""
        return max(OVERDUE * self.budget_s, LEAST_OVERDUE_S)


@dataclass(frozen=True)
class Outcome:
    """What came of a part."""

    part: Part
    result: Literal["passed", "failed", "skipped"]
    seconds: float
    word: str
    excerpt: Sequence[str] = ()
    """Of what a failed part said, where it did not go straight to a terminal: failed tests, and the last lines."""


Progress: TypeAlias = Callable[[str], None]


class _Excerpt:
    """Of what a part says, what is worth being shown again if it fails."""

    def __init__(self) -> None:
        self._count = 0
        self._last: deque[str] = deque(maxlen=LAST_LINES)
        self._failures: list[tuple[int, str]] = []
        """Each with the number of its line."""
        self._reports = False
        """Does Cargo say what has failed?"""

    def hear(self, line: str) -> None:
        self._count += 1
        self._last.append(line)
        self._reports |= line == "failures:"
        if self._reports and len(self._failures) < FAILURE_LINES:
            self._failures.append((self._count, line))
        self._reports &= not line.startswith("test result: ")

    def lines(self) -> list[str]:
        first_of_last = self._count - len(self._last) + 1
        return [*(line for number, line in self._failures if number < first_of_last), *self._last]


@dataclass
class _Running:
    """A part that has begun."""

    number: int
    part: Part
    process: subprocess.Popen[str]
    began: float
    unshown: list[str] = field(default_factory=list[str])
    excerpt: _Excerpt = field(default_factory=_Excerpt)
    overdue: bool = False

    def left_s(self) -> float:
        """Until it is overdue; 0 once it is."""
        return max(0.0, self.began + self.part.limit_s - time.monotonic())

    def listen(self, heard: SimpleQueue[_Said | None]) -> None:
        """Tells each line, then None when the part has ended."""
        if self.process.stdout is not None:
            with self.process.stdout as lines:
                for line in lines:
                    heard.put((self, line))
        self.process.wait()
        heard.put((self, None))

    def outcome(self) -> Outcome:
        status, seconds = self.process.returncode, time.monotonic() - self.began
        if self.overdue:
            return self._failed(f"did not end in {self.part.limit_s:.0f} s", seconds)
        if status == 0:
            return Outcome(self.part, "passed", seconds, "")
        if status == SKIPPED:
            return Outcome(self.part, "skipped", seconds, self.part.hint or "it says above what is missing")
        return self._failed(f"status {status}", seconds)

    def _failed(self, how: str, seconds: float) -> Outcome:
        word = f"{how}: {' '.join(self.part.argv)}"
        return Outcome(self.part, "failed", seconds, word, self.excerpt.lines())


_Said: TypeAlias = tuple[_Running, str | None]
"""A line of a part; None: it has ended."""


def run(
    parts: Sequence[Part], progress: Progress, lanes: int = 2, environment: Mapping[str, str] | None = None
) -> list[Outcome]:
    """Run all, `lanes` at a time, those that run alone last; the outcomes are in the parts' order. No process is left
    behind when the user interrupts. `environment` is added to the user's, who may have said otherwise."""
    return _Lanes(parts, progress, lanes, {**(environment or {}), **os.environ}).run()


class _Lanes:
    """What runs, and what waits for it."""

    def __init__(self, parts: Sequence[Part], progress: Progress, lanes: int, environment: Mapping[str, str]) -> None:
        self._waiting = sorted(enumerate(parts), key=lambda numbered: numbered[1].alone)
        self._progress = progress
        self._lanes = lanes
        self._environment = environment
        self._running: list[_Running] = []
        """The first is in front."""
        self._heard: SimpleQueue[_Said | None] = SimpleQueue()
        """None: an interrupt."""
        self._outcomes: dict[int, Outcome] = {}

    def run(self) -> list[Outcome]:
        with _heard_in_turn(lambda: self._heard.put(None)):
            try:
                self._fill()
                while self._running:
                    self._listen()
                    self._fill()
            finally:
                _end([one.process for one in self._running])
        return [self._outcomes[number] for number in sorted(self._outcomes)]

    def _listen(self) -> None:
        """Until one of them says something, or takes too long."""
        waits = [one.left_s() for one in self._running if not one.overdue]
        try:
            said = self._heard.get(timeout=min(waits, default=None))
        except Empty:
            late = [one for one in self._running if one.left_s() == 0]
            for one in late:
                one.overdue = True
            _end([one.process for one in late])
            return
        if said is None:
            raise KeyboardInterrupt
        self._hear(*said)

    def _fill(self) -> None:
        """Begin what may run now."""
        while len(self._running) < self._lanes and (found := self._next()) is not None:
            self._waiting.remove(found)
            self._begin(*found)

    def _next(self) -> tuple[int, Part] | None:
        if any(one.part.alone for one in self._running):
            return None
        running = [one.part for one in self._running]
        held = {part.holds for part in running} - {""}
        to_come = {part.name for part in [*running, *(part for _, part in self._waiting)]}
        free = (one for one in self._waiting if one[1].holds not in held and one[1].after not in to_come)
        return next((one for one in free if not (one[1].alone and self._running)), None)

    def _begin(self, number: int, part: Part) -> None:
        absent = [command for command in part.needs if shutil.which(command) is None]
        if absent:
            word = f"{', '.join(absent)} missing: {part.hint}"
            self._outcomes[number] = Outcome(part, "skipped", 0.0, word)
            return
        in_front = not self._running
        if in_front:
            self._progress(_title(part))
        # Only what is in front may have the terminal itself, and with it colours.
        piped = not (in_front and sys.stdout.isatty())
        process = subprocess.Popen(
            list(part.argv),
            cwd=part.cwd,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if piped else None,
            stderr=subprocess.STDOUT if piped else None,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # a group to be ended as a whole
        )
        one = _Running(number, part, process, time.monotonic())
        self._running.append(one)
        threading.Thread(target=one.listen, args=(self._heard,), daemon=True).start()

    def _hear(self, one: _Running, line: str | None) -> None:
        in_front = one is self._running[0]
        if line is not None:
            one.excerpt.hear(line.rstrip())
            if in_front:
                print(line, end="", flush=True)
            else:
                one.unshown.append(line)
            return
        self._outcomes[one.number] = one.outcome()
        if not in_front:
            self._show(one, f"{_title(one.part)}, beside {self._running[0].part.name}")
        self._running.remove(one)
        if self._running:
            first = self._running[0]
            self._show(first, _title(first.part) if in_front else f"{first.part.name}, further")

    def _show(self, one: _Running, title: str) -> None:
        self._progress(title)
        print("".join(one.unshown), end="", flush=True)
        one.unshown.clear()


def _title(part: Part) -> str:
    return f"{part.name} (budget {part.budget_s:.0f} s)"


def _end(processes: Sequence[subprocess.Popen[str]]) -> None:
    """Each with its whole group: asked first, as by Ctrl-C."""
    for process in processes:
        _send(process, signal.SIGINT)
    until = time.monotonic() + GRACE_S
    for process in processes:
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, until - time.monotonic()))
        _send(process, signal.SIGKILL)
        process.wait()


def _send(process: subprocess.Popen[str], which: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, which)


@contextmanager
def _heard_in_turn(interrupted: Callable[[], None]) -> Generator[None]:
    """An interrupt does not come between a part's begin and the note of it. Parts have no terminal that could hang up
    on them: whoever started them ends them then, too."""

    def note(*_: object) -> None:
        interrupted()

    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {which: handler for which in signals if (handler := signal.getsignal(which)) != signal.SIG_IGN}
    for which in before:
        signal.signal(which, note)
    try:
        yield
    finally:
        for which, handler in before.items():
            signal.signal(which, handler)
