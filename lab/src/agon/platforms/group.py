"""Runs a command as a process group of its own, for a limited time: it ends whole or not at all."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import IO

from agon.survivors import MARK, end_survivors

_LOOK_S = 0.1
"""Between two looks at the clock and at `stop`."""
_GRACE_S = 3.0
"""From the request to end until the end by force."""


class EndedEarlyError(Exception):
    """It was ended before it was done: its time was over, or `stop` was set."""


def run(
    argv: Sequence[str], *, cwd: Path, environment: Mapping[str, str], output: IO[bytes], until: float, stop: Event
) -> int:
    """Run `argv` to its end; its exit status.

    Ended with all that it has started, on EndedEarlyError: at `until` (of `time.monotonic`) or when `stop` is set; and
    on whatever else ends the waiting, Ctrl-C above all.
    """
    mark = f"build-{secrets.token_hex(8)}"  # a process that leaves the group keeps its environment
    process = subprocess.Popen(
        argv,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        env={**environment, MARK: mark},
        start_new_session=True,
    )
    try:
        while True:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(_LOOK_S)
            if stop.is_set() or time.monotonic() > until:
                raise EndedEarlyError
    except BaseException:
        _end(process, mark)
        raise


def _end(process: subprocess.Popen[bytes], mark: str) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)
            _gone(process)
    end_survivors(mark)
    process.wait()


def _gone(process: subprocess.Popen[bytes]) -> None:
    """Wait a little while until no process is left in the group. ProcessLookupError when none is."""
    ends = time.monotonic() + _GRACE_S
    while time.monotonic() < ends:
        process.poll()
        os.killpg(process.pid, 0)
        time.sleep(0.02)
