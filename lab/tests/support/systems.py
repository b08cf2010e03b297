"""Systems of actors that can be looked at: made up, and real ones where the engine's example is built."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from agon import home

Answer = Callable[[int, bytes], bytes | None]
"""The bytes for the n-th request (the 0th comes unasked) and its line; None closes the connection."""


def snapshot(second: int = 0, **changes: Any) -> dict[str, Any]:
    """A made-up system so many seconds after its first snapshot."""
    waits = {"count": 2 * second, "max_ns": 900_000, "buckets": [[1_000, second], [1_023_999, second]]}
    counts = {"moved_in": 1, "moved_out": 2, "handovers": 3, "dead_letters": 4, "panics": 5, "restarts": 6}
    system: dict[str, Any] = {
        "schema": 1,
        "pid": 4711,
        "system": 1,
        "name": "office",
        "mode": "pool",
        "uptime_ns": (60 + second) * 10**9,
        "away": 0,
        "counters": {
            **{"spawned": 9, "live": 3, "handled": 1_000 + 300 * second},
            **{"panics": 0, "restarts": 0, "dead_letters": 0},
        },
        "waits": waits,
        "workers": [
            {
                **{"worker": 0, "state": "running", "handled": 700 + 200 * second, "live": 3, "queued": 12},
                **{"sent_away": 50 * second, "sleeps": second, "waits": waits},
                **counts,
            },
            {
                **{"worker": 1, "state": "silent", "handled": 300 + 100 * second, "live": None, "queued": None},
                **{"sent_away": 0, "sleeps": 0, "waits": {"count": 0, "max_ns": 0, "buckets": []}},
                **counts,
            },
        ],
        "actors": [
            {
                **{"id": "#1.2.1", "type": "office::Typist", "name": "typist", "worker": 0},
                **{"handled": 900 + 20 * second, "queued": 2, "status": "ready"},
            },
            {
                **{"id": "#1.3.1", "type": "office::Notary", "name": None, "worker": 0},
                **{"handled": 100 + 80 * second, "queued": 10, "status": "away"},
            },
        ],
        "something_new": {"of": "a later version"},
    }
    return system | changes


def line(data: dict[str, Any]) -> bytes:
    """As it goes over the socket."""
    return json.dumps(data).encode() + b"\n"


def lively(number: int, _: bytes) -> bytes:
    """One second passes from each answer to the next."""
    return line(snapshot(number))


@contextmanager
def serving(path: Path, answer: Answer) -> Iterator[Path]:
    """A fake system that listens at `path`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen()
    threads: list[threading.Thread] = []

    def serve(connection: socket.socket) -> None:
        number = 0
        try:
            with connection, connection.makefile("rb") as requests:
                request = b""
                while (reply := answer(number, request)) is not None:
                    connection.sendall(reply)
                    request = requests.readline()
                    if not request:
                        return
                    number += 1
        except OSError:
            return  # the observer has gone

    def accept() -> None:
        while True:
            connection, _ = listener.accept()
            if ended.is_set():
                connection.close()
                return
            threads.append(threading.Thread(target=serve, args=(connection,)))
            threads[-1].start()

    ended = threading.Event()
    acceptor = threading.Thread(target=accept)
    acceptor.start()
    try:
        yield path
    finally:
        ended.set()
        with socket.socket(socket.AF_UNIX) as last:
            last.connect(str(path))
        acceptor.join()
        listener.close()
        path.unlink()
        for thread in threads:
            thread.join()


def example() -> Path:
    """The engine's program to look at; skips the test where it has not been built."""
    return built("examples/observed", "--example observed")


def built(name: str, how: str = "") -> Path:
    """A program of the engine, as cargo has built it last; skips the test where it has not."""
    named = os.environ.get("CARGO_TARGET_DIR")
    targets = [*([Path(named)] if named else []), home.root() / "target", home.root() / ".agon/shared/rust"]
    found: list[Path] = []
    for target in targets:
        for profile in ("release", "quick", "debug"):
            program = target / profile / name
            if program.exists():
                found.append(program)
    if not found:
        pytest.skip(f"the engine's {name} is not built: cargo build {how or f'--bin {name}'}")
    return max(found, key=lambda program: program.stat().st_mtime)


@contextmanager
def running(program: Path, seconds: int) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A real system, and its socket."""
    with subprocess.Popen([program, str(seconds)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, Path(process.stdout.readline().strip())
        finally:
            process.kill()
