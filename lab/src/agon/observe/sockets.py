"""Finds the sockets of systems that can be looked at, and asks them."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from agon.errors import AgonError, MissingError, UsageError
from agon.observe.snapshot import Snapshot, read

PATIENCE_S = 5.0
"""How long a system may take to answer: it gives its own workers a fifth of a second."""

LONGEST_LINE = 64 << 20
"""A snapshot of a system with tens of thousands of workers stays well below."""

HOW_TO = (
    "start the program with AGON_OBSERVE=1 in its environment, or build its system with "
    "System::builder().observe(true) (docs/observing.md)"
)

_NAME = re.compile(r"(\d+)-(\d+)\.sock")


class EndedError(AgonError):
    """The system, or its program, has ended while it was looked at."""


@dataclass(frozen=True)
class Place:
    """Where a system can be asked."""

    path: Path

    @property
    def pid(self) -> int | None:
        """The process, if the socket's name holds it."""
        found = _NAME.fullmatch(self.path.name)
        return int(found[1]) if found else None


def folders() -> list[Path]:
    """Where programs of this user put their sockets; they may have been started with another environment than ours."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    given = [Path(runtime) / "agon" / "top"] if runtime else []
    return [*given, Path(f"/tmp/agon-{os.geteuid()}/top")]


def places(among: Sequence[Path] | None = None) -> list[Place]:
    """Sockets with a listener, by process and number."""
    found: list[tuple[int, int, Place]] = []
    for folder in folders() if among is None else among:
        for path in folder.glob("*.sock"):
            name = _NAME.fullmatch(path.name)
            if name and _listens(path):
                found.append((int(name[1]), int(name[2]), Place(path)))
    return [place for _, _, place in sorted(found, key=lambda entry: entry[:2])]


def _listens(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(PATIENCE_S)
        try:
            probe.connect(str(path))
        except OSError:
            return False
        return True


def choose(wanted: str | None) -> list[Place]:
    """What `wanted` means: a process, a socket, or (None) every system there is. At least one."""
    if wanted is None:
        found = places()
        if not found:
            raise MissingError(f"no system to look at: {HOW_TO}")
        return found
    if wanted.isdecimal():
        found = [place for place in places() if place.pid == int(wanted)]
        if found:
            return found
        gone = not Path(f"/proc/{wanted}").exists()
        raise MissingError(
            f"there is no process {wanted}" if gone else f"process {wanted} cannot be looked at: {HOW_TO}"
        )
    path = Path(wanted)
    if not path.exists():
        raise UsageError(f"{wanted}: no such socket; write the number of a process, or the path of a socket")
    if not path.is_socket():
        raise UsageError(f"{wanted} is not a socket; write the number of a process, or the path of a socket")
    return [Place(path)]


class Observer:
    """A connection to a system. Use as a context manager."""

    def __init__(self, place: Place) -> None:
        self._where = str(place.path)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE_S)
        self._rest = b""
        self._is_first = True

    def __enter__(self) -> Observer:
        try:
            self._socket.connect(self._where)
        except OSError:
            self._socket.close()
            raise MissingError(f"{self._where}: the program has ended") from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()

    def snapshot(self, actors: int) -> Snapshot:
        """The system now, with about so many of its actors. EndedError if it has ended."""
        try:
            if self._is_first:  # comes unasked, with as many actors as the system thinks fit
                read(self._line(), self._where)
                self._is_first = False
            self._socket.sendall(b"%d\n" % actors)
            return read(self._line(), self._where)
        except TimeoutError:
            raise AgonError(f"{self._where} does not answer; is its process stopped?") from None
        except OSError:
            raise EndedError(f"{self._where}: the system has ended") from None

    def _line(self) -> bytes:
        parts = [self._rest]
        size = len(self._rest)
        while b"\n" not in parts[-1]:
            part = self._socket.recv(1 << 16)
            if not part:
                raise EndedError(f"{self._where}: the system has ended")
            parts.append(part)
            size += len(part)
            if size > LONGEST_LINE:
                raise AgonError(f"{self._where} sends lines without end; is it another program's socket?")
        line, _, self._rest = b"".join(parts).partition(b"\n")
        return line
