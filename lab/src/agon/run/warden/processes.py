"""Single processes, as the kernel shows them in /proc, and what it does to them when their parent ends."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import time

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
PAGE = os.sysconf("SC_PAGE_SIZE")
LISTS_CHILDREN = os.path.exists(f"/proc/self/task/{os.getpid()}/children")

_libc = ctypes.CDLL(None, use_errno=True)


def end_with_parent(sign: signal.Signals) -> None:
    """This process gets that signal when its parent dies."""
    _libc.prctl(PR_SET_PDEATHSIG, sign, 0, 0, 0)


def adopt_orphans() -> None:
    """Whatever is below this process becomes its child when its own parent has gone."""
    _libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def parent_of(pid: int) -> int | None:
    """Parent of a process, None if it is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as handle:
            return int(handle.read().rsplit(b")", 1)[1].split()[1])
    except (OSError, IndexError, ValueError):
        return None


def children(pid: int) -> list[int]:
    """The children of all threads of a process, as the kernel lists them; none if it is gone."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as handle:
                found += [int(word) for word in handle.read().split()]
    return found


def children_by_parent() -> dict[int, list[int]]:
    """The children of every process of the machine, found through /proc."""
    found: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            parent = parent_of(int(name))
            if parent is not None:
                found.setdefault(parent, []).append(int(name))
    return found


def descendants(root: int) -> list[int]:
    """Every process below `root`: where the kernel keeps lists of children by these, cheap enough for every sample."""
    table = None if LISTS_CHILDREN else children_by_parent()
    found: list[int] = []
    pending = [root]
    while pending:
        pid = pending.pop()
        below = children(pid) if table is None else table.get(pid, [])
        found += below
        pending += below
    return found


def resident(pid: int) -> int:
    """Resident bytes of a process, 0 if it is gone."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as handle:
            return int(handle.read().split()[1]) * PAGE
    except (OSError, IndexError, ValueError):
        return 0


def high_water(pid: int) -> int:
    """Peak resident bytes of a process (VmHWM), 0 if it is gone."""
    try:
        with open(f"/proc/{pid}/status", "rb") as handle:
            for line in handle:
                if line.startswith(b"VmHWM:"):
                    return int(line.split()[1]) * 1024
    except (OSError, IndexError, ValueError):
        pass
    return 0


def spent_ns(pid: int) -> int:
    """CPU time of a process and of those of its children that it has waited for, in whole ticks; 0 if it is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as handle:
            ticks = handle.read().rsplit(b")", 1)[1].split()[11:15]
    except (OSError, IndexError):
        return 0
    return sum(map(int, ticks)) * 1_000_000_000 // os.sysconf("SC_CLK_TCK")


def end_all_below() -> None:
    """End every process below this one, of which it is the subreaper."""
    deadline = time.monotonic() + 10
    while (left := descendants(os.getpid())) and time.monotonic() < deadline:
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        time.sleep(0.002)
