"""The lab's end: it starts the warden, sends it jobs, receives what came of them, and replaces it where it is lost."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import IO

from agon.errors import AgonError
from agon.run import cgroup as control_groups
from agon.run.repeat import More
from agon.run.warden.messages import Answer, Batch, Job, MessageError, Request, decode, encode
from agon.survivors import MARK, end_survivors

SCRIPT = Path(__file__).with_name("__main__.py")
"""The warden's program."""
SILENCE_S = 60.0
"""How long the warden may be silent after a program's time limit, or take to end: then it is ended."""


class WardenLost(AgonError):
    """The measuring process was ended from outside, by the program or by the kernel for want of memory."""


class Warden:
    """The lab's end. Use as a context manager; start it from the main thread."""

    def __init__(self, mark: str = "", *, limits: bool = True) -> None:
        """`limits`: whether to have a control group, which limits memory and knows its peak: a lab has one."""
        self._mark = mark
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._deadline = 0.0
        self._read = bytearray()
        """What was read together with the line before it."""
        self._clean = True
        """No process has been left by a warden that did not end as it should, or whose end an interruption hid."""
        self.cgroup: control_groups.Cgroup | None = None

    def __enter__(self) -> Warden:
        self.cgroup = control_groups.make() if self._limits else None
        self._start()
        return self

    def _start(self) -> None:
        clean, self._clean = self._clean, False
        self._read.clear()
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(SCRIPT), str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            env=os.environ | ({MARK: self._mark} if self._mark else {}),
        )
        self._clean = clean

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()
        if not self._clean:
            self._end_what_is_left()
        if self.cgroup is not None:
            self.cgroup.remove()

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None or process.stdin is None or process.stdout is None:
            return
        clean, self._clean = self._clean, False
        with contextlib.suppress(BrokenPipeError):  # what a dead one has not read
            process.stdin.close()  # the warden ends what runs, then itself
        process.stdout.close()
        try:
            process.wait(SILENCE_S)
        except subprocess.TimeoutExpired:  # stopped by a signal
            process.kill()
            process.wait()
        self._clean = clean and process.returncode == 0

    def _end_what_is_left(self) -> None:
        """End whatever the programs of a dead warden have left."""
        if self._mark:
            end_survivors(self._mark)
        if self.cgroup is not None:
            self.cgroup.end()
        self._clean = True

    def run(self, job: Job) -> Answer:
        """Run one job to its end. On KeyboardInterrupt the program is ended before the exception goes on."""
        self.begin(job)
        return self.result()

    def begin(self, job: Job) -> None:
        """Start a job; `result` waits for its end. One at a time."""
        self._deadline = time.monotonic() + job.time_limit_s + SILENCE_S
        try:
            self._send(job)
        except BaseException:
            self.cancel()
            raise

    def result(self, more: More | None = None) -> Answer:
        """What came of the job that was begun; `more` is asked how often to go on. On KeyboardInterrupt as `run`.

        WardenLost if the warden ends or falls silent; another one is then ready.
        """
        try:
            while True:
                message = self._receive()
                if isinstance(message, Answer):
                    if self._read:
                        raise WardenLost("the measuring process sent more than an answer")
                    return message
                self._send(Request(more(message.times) if more is not None else 0))
        except BaseException:
            self.cancel()
            raise

    def _send(self, message: Job | Request) -> None:
        stdin, _ = self._pipes()
        with contextlib.suppress(BrokenPipeError):  # it has ended: so has its output, which is read next
            stdin.write(encode(message))
            stdin.flush()

    def _receive(self) -> Answer | Batch:
        process = self._process
        line = self._line()
        if line.endswith(b"\n"):
            try:
                return decode(line, Answer, Batch)
            except MessageError as error:
                raise WardenLost(f"the measuring process sent something else than an answer: {error}") from None
        try:
            status = process.wait(SILENCE_S) if process is not None else None
        except subprocess.TimeoutExpired:
            raise WardenLost("the measuring process fell silent") from None
        how = f"was ended by signal {-status}" if status is not None and status < 0 else f"ended with status {status}"
        raise WardenLost(f"the measuring process {how} while the program ran")

    def _line(self) -> bytes:
        """The next line of the warden's; without an end, if the warden has ended."""
        pipe = self.fileno()
        while (end := self._read.find(b"\n") + 1) == 0:
            # waiting in select keeps Ctrl-C prompt
            if not select.select([pipe], [], [], max(0.0, self._deadline - time.monotonic()))[0]:
                raise WardenLost("the measuring process fell silent")
            data = os.read(pipe, 1 << 16)
            if not data:
                end = len(self._read)
                break
            self._read += data
        line = bytes(self._read[:end])
        del self._read[:end]
        return line

    def renew(self) -> None:
        """Another warden, once whatever the programs of a dead one have left is ended."""
        self._stop()
        self._end_what_is_left()
        self._start()

    def cancel(self) -> None:
        """End what runs, if anything does; the warden is then ready for the next job."""
        self._stop()
        self._start()

    def fileno(self) -> int:
        """For `select`: readable when the job that was begun has ended."""
        return self._pipes()[1].fileno()

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise AgonError("the warden is not running")
        return process.stdin, process.stdout
