"""The scheduler of `agon test`: some jobs at a time, exclusive ones alone, each to its end or all to theirs.

Of the jobs that run at a time, the one that began first is in the foreground: its output is shown as it comes. The
output of the others is kept, and shown whole when they end or come to the foreground.
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
"""The exit status of a script that misses a tool and has printed how to get it."""

LAST_LINES = 30
"""How many of the last lines of a failed job's output are shown again after all jobs."""

FAILURE_LINES = 60
"""How many lines of Cargo's report of failed tests are shown again: other tests may run after them."""

GRACE_S = 10.0
"""How long interrupted jobs may take to clean up."""

LATE = 2.0
"""A job that takes so many times its budget is reported."""

OVERDUE = 4.0
"""A job that takes so many times its budget is taken to hang, and is ended."""

LEAST_LIMIT_S = 300.0
"""No job is ended earlier, however small its budget: a busy machine may delay its start alone by that."""


@dataclass(frozen=True)
class Job:
    """One command. `needs`: commands without which it is skipped; `hint`: how to get them; `budget_s`: the seconds that
    it takes on a quiet machine with two cores, with what it compiles."""

    name: str
    argv: Sequence[str]
    cwd: Path
    needs: Sequence[str]
    hint: str
    budget_s: float
    exclusive: bool = False
    """It measures, or wants the whole machine: no other job runs at that time."""
    lock: str = ""
    """What no two jobs may use at a time, such as a folder that Cargo locks."""
    after: Sequence[str] = ()
    """Names of jobs that make what this one uses: it begins when those that run at all have ended."""
    lacking: Callable[[], Sequence[str]] = tuple[str, ...]
    """What is missing without which it is skipped, found out when it is to begin: another job may have installed it."""
    paths: Sequence[str] = ()
    """What it tests: files and folders below the project's root, or patterns such as `*.java`, in which `*` stands for
    any characters. A change there makes it worth running."""
    narrowed: Callable[[Sequence[str]], Sequence[str]] | None = None
    """The command that tests no more than these changed files, some of which are among `paths`; None: there is none."""

    @property
    def limit_s(self) -> float:
        """The seconds after which it is ended."""
        return max(OVERDUE * self.budget_s, LEAST_LIMIT_S)


@dataclass(frozen=True)
class Outcome:
    """How a job ended, after how many seconds; `detail`: why it failed or was skipped."""

    job: Job
    result: Literal["passed", "failed", "skipped"]
    seconds: float
    detail: str
    excerpt: Sequence[str] = ()
    """Of a failed job's output, where that did not go straight to a terminal: failed tests, and the last lines."""

    @property
    def late(self) -> bool:
        """Whether it took more than twice its budget."""
        return self.seconds > LATE * self.job.budget_s


Progress: TypeAlias = Callable[[str], None]


class _Excerpt:
    """The lines of a job's output that are shown again if it fails."""

    def __init__(self) -> None:
        self._count = 0
        self._last: deque[str] = deque(maxlen=LAST_LINES)
        self._failures: list[tuple[int, str]] = []
        """Each with the number of its line."""
        self._reporting = False
        """Whether Cargo is reporting failed tests."""

    def add(self, line: str) -> None:
        self._count += 1
        self._last.append(line)
        self._reporting |= line == "failures:"
        if self._reporting and len(self._failures) < FAILURE_LINES:
            self._failures.append((self._count, line))
        self._reporting &= not line.startswith("test result: ")

    def lines(self) -> list[str]:
        first_of_last = self._count - len(self._last) + 1
        return [*(line for number, line in self._failures if number < first_of_last), *self._last]


@dataclass
class _Running:
    """A job that has begun."""

    number: int
    job: Job
    process: subprocess.Popen[str]
    began: float
    unshown: list[str] = field(default_factory=list[str])
    excerpt: _Excerpt = field(default_factory=_Excerpt)
    overdue: bool = False

    def left_s(self) -> float:
        """Until it is overdue; 0 once it is."""
        return max(0.0, self.began + self.job.limit_s - time.monotonic())

    def forward(self, output: SimpleQueue[_Line | None]) -> None:
        """Puts each line of its output, then None when it has ended."""
        if self.process.stdout is not None:
            with self.process.stdout as lines:
                for line in lines:
                    output.put((self, line))
        self.process.wait()
        output.put((self, None))

    def outcome(self) -> Outcome:
        status, seconds = self.process.returncode, time.monotonic() - self.began
        if self.overdue:
            return self._failed(f"did not end in {self.job.limit_s:.0f} s", seconds)
        if status == 0:
            return Outcome(self.job, "passed", seconds, "")
        if status == SKIPPED:
            return Outcome(self.job, "skipped", seconds, self.job.hint or "its output above names what is missing")
        return self._failed(f"status {status}", seconds)

    def _failed(self, how: str, seconds: float) -> Outcome:
        return Outcome(self.job, "failed", seconds, f"{how}: {' '.join(self.job.argv)}", self.excerpt.lines())


_Line: TypeAlias = tuple[_Running, str | None]
"""A line of a job's output; None: it has ended."""


def run(
    jobs: Sequence[Job], progress: Progress, at_a_time: int = 2, environment: Mapping[str, str] | None = None
) -> list[Outcome]:
    """Run all, `at_a_time` of them, exclusive ones last; the outcomes are in the jobs' order. No process is left when
    the user interrupts. `environment` is added to the user's; where both have a variable, the user's holds."""
    return _Scheduler(jobs, progress, at_a_time, {**(environment or {}), **os.environ}).run()


class _Scheduler:
    """The jobs that run, and those that wait."""

    def __init__(self, jobs: Sequence[Job], progress: Progress, at_a_time: int, environment: Mapping[str, str]) -> None:
        self._waiting = sorted(enumerate(jobs), key=lambda numbered: numbered[1].exclusive)
        self._progress = progress
        self._at_a_time = at_a_time
        self._environment = environment
        self._running: list[_Running] = []
        """The first is in the foreground."""
        self._output: SimpleQueue[_Line | None] = SimpleQueue()
        """None: an interrupt."""
        self._outcomes: dict[int, Outcome] = {}

    def run(self) -> list[Outcome]:
        with _interrupts_in_turn(lambda: self._output.put(None)):
            try:
                self._fill()
                while self._running:
                    self._next_line()
                    self._fill()
            finally:
                _end([one.process for one in self._running])
        return [self._outcomes[number] for number in sorted(self._outcomes)]

    def _next_line(self) -> None:
        """Wait until a job prints a line, ends, or is overdue."""
        waits = [one.left_s() for one in self._running if not one.overdue]
        try:
            line = self._output.get(timeout=min(waits, default=None))
        except Empty:
            late = [one for one in self._running if one.left_s() == 0]
            for one in late:
                one.overdue = True
            _end([one.process for one in late])
            return
        if line is None:
            raise KeyboardInterrupt
        self._take(*line)

    def _fill(self) -> None:
        """Begin what may run now."""
        while len(self._running) < self._at_a_time and (found := self._next_job()) is not None:
            self._waiting.remove(found)
            self._begin(*found)

    def _next_job(self) -> tuple[int, Job] | None:
        if any(one.job.exclusive for one in self._running):
            return None
        running = [one.job for one in self._running]
        locked = {job.lock for job in running} - {""}
        to_come = {job.name for job in [*running, *(job for _, job in self._waiting)]}
        free = (one for one in self._waiting if one[1].lock not in locked and to_come.isdisjoint(one[1].after))
        return next((one for one in free if not (one[1].exclusive and self._running)), None)

    def _begin(self, number: int, job: Job) -> None:
        absent = [*(command for command in job.needs if shutil.which(command) is None), *job.lacking()]
        if absent:
            self._outcomes[number] = Outcome(job, "skipped", 0.0, f"{', '.join(absent)} missing: {job.hint}")
            return
        in_foreground = not self._running
        if in_foreground:
            self._progress(_title(job))
        # Only the job in the foreground may have the terminal itself, and with it colours.
        piped = not (in_foreground and sys.stdout.isatty())
        process = subprocess.Popen(
            list(job.argv),
            cwd=job.cwd,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if piped else None,
            stderr=subprocess.STDOUT if piped else None,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # a group to be ended as a whole
        )
        one = _Running(number, job, process, time.monotonic())
        self._running.append(one)
        threading.Thread(target=one.forward, args=(self._output,), daemon=True).start()

    def _take(self, one: _Running, line: str | None) -> None:
        in_foreground = one is self._running[0]
        if line is not None:
            one.excerpt.add(line.rstrip())
            if in_foreground:
                print(line, end="", flush=True)
            else:
                one.unshown.append(line)
            return
        self._outcomes[one.number] = one.outcome()
        if not in_foreground:
            self._show(one, f"{_title(one.job)}, at the same time as {self._running[0].job.name}")
        self._running.remove(one)
        if self._running:
            first = self._running[0]
            self._show(first, _title(first.job) if in_foreground else f"{first.job.name}, continued")

    def _show(self, one: _Running, title: str) -> None:
        self._progress(title)
        print("".join(one.unshown), end="", flush=True)
        one.unshown.clear()


def _title(job: Job) -> str:
    return f"{job.name} (budget {job.budget_s:.0f} s)"


def _end(processes: Sequence[subprocess.Popen[str]]) -> None:
    """Each with its whole process group: by an interrupt first, as Ctrl-C does."""
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
def _interrupts_in_turn(interrupted: Callable[[], None]) -> Generator[None]:
    """An interrupt does not come between a job's start and its entry in the list of those to end. Jobs have no terminal
    that could hang up on them: a hang-up of ours ends them, too."""

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
