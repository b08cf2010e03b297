"""One experiment at a time on a machine: two would measure each other."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

LOCK = Path(tempfile.gettempdir()) / f"agon-measuring-{os.getuid()}.lock"


@contextmanager
def alone(waiting: Callable[[str], None], lock: Path = LOCK) -> Generator[None]:
    """Hold the machine for measuring. If another lab of this user holds it, say so through `waiting`, then wait."""
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, 32, 0).decode(errors="replace").strip() or "unknown"
            waiting(f"another experiment is running (process {holder}): waiting, so that neither disturbs the other")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(descriptor)
