"""A terminal that a program prints to, as to a user's console: the lab reads what it prints."""

from __future__ import annotations

import os
import pty
import select
import tty
from pathlib import Path
from threading import Event, Thread

AT_ONCE = 1 << 16
"""Bytes read at a time; a terminal gives some thousand at most."""
QUIET_S = 0.2
"""So long nothing comes once the program has ended: there is no more."""


class Console:
    """Open until `close`. What comes is stored in the file `path`."""

    def __init__(self, path: Path) -> None:
        # The lab's own hold on the program's end: without it, reading would fail whenever no process has it open.
        self._read, self._held = pty.openpty()
        tty.setraw(self._held)  # a line feed stays one
        self.name = os.ttyname(self._held)
        """The device, for the program to open."""
        self._ended = Event()
        self._failure: OSError | None = None
        self._reader = Thread(target=self._store, args=(path,), name="console", daemon=True)
        self._reader.start()

    def close(self) -> None:
        """The program has ended: store what is left of its output. OSError where it could not all be stored."""
        self._ended.set()
        os.close(self._held)
        self._reader.join()
        os.close(self._read)
        if self._failure is not None:
            raise self._failure

    def _store(self, path: Path) -> None:
        with path.open("wb", buffering=0) as file:
            while data := self._next():
                if self._failure is not None:
                    continue  # a program that is not read would wait for ever
                try:
                    file.write(data)
                except OSError as error:
                    self._failure = error

    def _next(self) -> bytes:
        """What comes next; nothing at the end."""
        while not select.select([self._read], [], [], QUIET_S)[0]:
            if self._ended.is_set():
                return b""
        try:
            return os.read(self._read, AT_ONCE)
        except OSError:  # no process has the program's end open any more
            return b""
