"""The warden's life: one job after the other, until the lab has no more."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import NoReturn

from agon.run.warden.invocation import Invocation
from agon.run.warden.messages import Job, MessageError, Request, decode
from agon.run.warden.pipe import Cancelled, read_line, send
from agon.run.warden.processes import adopt_orphans, end_all_below, end_with_parent


def serve(lab: int) -> None:
    """Serve the jobs of the process `lab` until standard input closes."""
    end_with_parent(signal.SIGTERM)
    adopt_orphans()
    signal.signal(signal.SIGTERM, _terminate)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the lab's to handle
    if os.getppid() != lab:
        return
    with contextlib.suppress(Cancelled):
        try:
            _serve_jobs()
        finally:
            end_all_below()  # where the lab has died, SIGTERM follows the end of input, and may come while all is ended


def _serve_jobs() -> None:
    try:
        while line := read_line():
            message = decode(line, Job, Request)
            if isinstance(message, Job):  # a request crosses with the answer where the program ends meanwhile
                send(Invocation(message).run())
    except MessageError as error:
        sys.exit(f"the measuring process cannot read what the lab sent: {error}")


def _terminate(*_: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once, so that what it may interrupt can be done again
    raise Cancelled
