"""The warden's life: one job after the other, until the lab has no more."""

from __future__ import annotations

import contextlib
import json
import os
import signal
from typing import NoReturn

from agon.run.warden.invocation import Invocation
from agon.run.warden.pipe import Cancelled, read_line, write_line
from agon.run.warden.processes import adopt_orphans, end_with_parent


def serve(lab: int) -> None:
    """Serve the jobs of the process `lab` until standard input closes."""
    end_with_parent(signal.SIGTERM)
    adopt_orphans()
    signal.signal(signal.SIGTERM, _terminate)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the lab's to handle
    if os.getppid() != lab:
        return
    with contextlib.suppress(Cancelled):
        while line := read_line():
            write_line(Invocation(json.loads(line)).run())


def _terminate(*_: object) -> NoReturn:
    raise Cancelled
