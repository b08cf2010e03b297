"""Finds and ends processes that an earlier lab left behind.

Every process of an experiment carries AGON_MARK (the experiment's id) in its environment, inherited by whatever it
starts. Unlike a recorded pid, the mark leaves no moment between the fork and the record, and a reused pid has none.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path

MARK = "AGON_MARK"


def marked(experiment: str, root: Path = Path("/proc")) -> list[int]:
    """Pids of the processes that carry the experiment's mark (this process apart)."""
    wanted = f"{MARK}={experiment}".encode()
    found: list[int] = []
    for entry in root.iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            words = (entry / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if wanted in words:
            found.append(int(entry.name))
    return found


def end_survivors(experiment: str) -> int:
    """End every marked process; returns how many there were."""
    ended: set[int] = set()
    for _ in range(50):
        pids = marked(experiment)
        if not pids:
            break
        for pid in pids:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
                ended.add(pid)
        time.sleep(0.02)
    return len(ended)
