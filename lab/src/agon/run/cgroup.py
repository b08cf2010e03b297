"""Memory limits and peaks by control group, where the lab may make one (usually: as root). Versions 1 and 2.

Every function takes the file system's root, so that it can be tested on a made-up one.
"""

from __future__ import annotations

import contextlib
import os
import signal
from dataclasses import dataclass
from pathlib import Path

PREFIX = "agon-"


@dataclass(frozen=True)
class Cgroup:
    """One control group of the lab's: programs are put into it one after the other."""

    path: Path
    version: int

    def set_limit(self, limit: int | None) -> None:
        """Limit memory, and swap with it so that the limit holds. None: no limit."""
        if self.version == 1:
            value = "-1" if limit is None else str(limit)
            with_swap = self.path / "memory.memsw.limit_in_bytes"
            # the kernel wants memory <= memory+swap at every moment: lift first, then lower in the right order
            self._write(with_swap, "-1")
            self._write(self.path / "memory.limit_in_bytes", "-1")
            (self.path / "memory.limit_in_bytes").write_text(value)
            self._write(with_swap, value)
        else:
            (self.path / "memory.max").write_text("max" if limit is None else str(limit))
            self._write(self.path / "memory.swap.max", "max" if limit is None else "0")

    def kills(self) -> int:
        """How often the kernel has ended a process of the group for its memory."""
        name = "memory.oom_control" if self.version == 1 else "memory.events"
        with contextlib.suppress(OSError, ValueError):
            for line in (self.path / name).read_text().splitlines():
                key, _, count = line.partition(" ")
                if key == "oom_kill":
                    return int(count)
        return 0

    def renew(self) -> bool:
        """A group that has seen nothing yet, in place of this one, which must hold no process.

        False if it could not be taken away: its recorded peak is then not the next program's alone.
        """
        try:
            self.path.rmdir()
        except OSError:
            return False
        self.path.mkdir()
        return True

    def peak(self) -> int | None:
        """The most memory that the group held at any moment, in bytes; None where the kernel does not report it.

        The kernel counts every page once, however many processes share it, with the files that the program was the
        first to read or write; and no process is too short-lived for it.
        """
        name = "memory.max_usage_in_bytes" if self.version == 1 else "memory.peak"
        with contextlib.suppress(OSError, ValueError):
            return int((self.path / name).read_text())
        return None

    def end(self) -> None:
        """End every process of the group."""
        with contextlib.suppress(OSError):
            for pid in (self.path / "cgroup.procs").read_text().split():
                with contextlib.suppress(OSError):
                    os.kill(int(pid), signal.SIGKILL)

    def remove(self) -> None:
        """Take the group away; it must be empty."""
        with contextlib.suppress(OSError):
            self.path.rmdir()

    @staticmethod
    def _write(path: Path, value: str) -> None:
        with contextlib.suppress(OSError):  # a kernel without swap accounting has no such file
            path.write_text(value)


def _candidates(root: Path) -> list[tuple[Path, int]]:
    base = root / "sys/fs/cgroup"
    found: list[tuple[Path, int]] = []
    if (base / "memory" / "memory.limit_in_bytes").exists():
        found.append((base / "memory", 1))
    with contextlib.suppress(OSError):
        if "memory" in (base / "cgroup.subtree_control").read_text().split():
            found.append((base, 2))
    return found


def make(root: Path = Path("/")) -> Cgroup | None:
    """A new group of the lab's, None where that is not allowed. Empty groups that dead labs left are taken away."""
    for base, version in _candidates(root):
        for old in base.glob(f"{PREFIX}*"):
            if not (root / "proc" / old.name.removeprefix(PREFIX)).exists():
                with contextlib.suppress(OSError):
                    old.rmdir()
        group = Cgroup(base / f"{PREFIX}{os.getpid()}", version)
        try:
            group.path.mkdir(exist_ok=True)
            group.set_limit(None)
        except OSError:
            group.remove()
            continue
        return group
    return None


def available() -> bool:
    """May the lab make a control group here?"""
    group = make()
    if group is None:
        return False
    group.remove()
    return True
