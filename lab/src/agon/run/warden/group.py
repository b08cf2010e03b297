"""The processes of one invocation: which they are, what they take, and their end."""

from __future__ import annotations

import contextlib
import os
import signal
import time

from agon.run.warden.processes import LISTS_CHILDREN, descendants, high_water, resident

SCAN_INTERVAL_S = 1.0
"""How often /proc is searched for processes that the program started, where neither a control group nor the kernel's
lists of children show."""
MAX_POINTS = 2000


class Group:
    """The processes of one invocation, their memory, and what the kernel reports of those that ended."""

    def __init__(self, pid: int, cgroup: str | None, memory_limit: int | None) -> None:
        self.pid = pid
        self.cgroup = cgroup
        self.limit = memory_limit
        self.pids = {pid}
        self.seen = {pid}
        self.peak = 0
        self.points: list[tuple[int, int]] = []
        self.over = False
        self.last_scan = 0.0
        self.user = self.system = 0.0
        self.voluntary = self.involuntary = 0
        self.status: int | None = None
        self._floor = high_water(os.getpid())

    def refresh(self, now: float) -> None:
        """Look for processes that came or went."""
        if self.cgroup is not None:
            with contextlib.suppress(OSError), open(f"{self.cgroup}/cgroup.procs", encoding="ascii") as handle:
                self.pids = {int(line) for line in handle}
        elif LISTS_CHILDREN or now - self.last_scan >= SCAN_INTERVAL_S:
            self.last_scan = now
            self.pids = set(descendants(os.getpid()))
        self.seen |= self.pids

    def sample(self, at_ns: int) -> None:
        """Take one memory sample: the sum over the group now, and each process's own high-water mark."""
        now = sum(resident(pid) for pid in self.pids)
        marks = max((high_water(pid) for pid in self.pids), default=0)
        self.peak = max(self.peak, now, marks)
        self.points.append((at_ns, now))
        if len(self.points) >= MAX_POINTS:
            del self.points[1::2]
        if self.limit is not None and now > self.limit:
            self.over = True

    def reap(self) -> bool:
        """Collect whatever ended. True when nothing is left."""
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return True
            if pid == 0:
                return False
            self.user += usage.ru_utime
            self.system += usage.ru_stime
            self.voluntary += usage.ru_nvcsw
            self.involuntary += usage.ru_nivcsw
            # the kernel carries the size at exec, the warden's own, into a child's mark: below it the mark means
            # nothing (unless it is all there is: a program that ended before the first sample)
            if usage.ru_maxrss * 1024 > self._floor or self.peak == 0:
                self.peak = max(self.peak, usage.ru_maxrss * 1024)
            self.pids.discard(pid)
            if pid == self.pid:
                self.status = status

    def kill(self) -> int:
        """End everything below the warden; returns how many processes it had to end."""
        killed = set(descendants(os.getpid()))  # before the first signal: they may be gone when it returns
        with contextlib.suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)
        deadline = time.monotonic() + 10
        while not self.reap() and time.monotonic() < deadline:
            for pid in descendants(os.getpid()):
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
                    killed.add(pid)
            time.sleep(0.002)
        return len(killed)
