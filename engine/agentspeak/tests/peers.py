"""Jason and the engine, each a process that runs one program after another: `Programs.java`, `fuzz/src/bin/play.rs`."""

from __future__ import annotations

import struct
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from typing import IO

from regenerate import OPTIONS, java_of

HERE = Path(__file__).resolve().parent
END = "\x1e"
TOGETHER = 4000
"""Programs that one process runs: it remembers each name that it has seen."""

Lines = list[str]


class Peer:
    """Something that runs programs."""

    def __init__(self, command: Sequence[str], shows: bool = False) -> None:
        self.command = command
        self.shows = shows
        self.process: subprocess.Popen[bytes] | None = None
        self.left = 0

    def run(self, programs: Sequence[str]) -> list[Lines]:
        """What each prints. One that ends the process is distinguished from what others print by its only line."""
        found: list[Lines] = []
        while len(found) < len(programs):
            process = self._begun()
            some = programs[len(found) : len(found) + self.left]
            writer = threading.Thread(target=_write, args=(process.stdin, some), daemon=True)
            writer.start()
            received: list[Lines] = []
            while len(received) < len(some) and (lines := _read(process.stdout)) is not None:
                received.append(lines)
            found += received
            self.left -= len(some)
            if len(received) < len(some):
                self.end()
                found.append(["ends the process"])
            writer.join()
        return found

    def end(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def _begun(self) -> subprocess.Popen[bytes]:
        if self.process and self.left <= 0:
            self.end()
        if not self.process:
            self.left = TOGETHER
            errors = None if self.shows else subprocess.DEVNULL
            self.process = subprocess.Popen(self.command, stdin=PIPE, stdout=PIPE, stderr=errors)
        return self.process


def _read(source: IO[bytes] | None) -> Lines | None:
    assert source
    if not (length := source.read(4)):
        return None
    return source.read(struct.unpack(">I", length)[0]).decode().split(END)[:-1]


def _write(to: IO[bytes], programs: Sequence[str]) -> None:
    # If it has ended, with which program shows in its output.
    with suppress(OSError):
        for program in programs:
            text = program.encode()
            to.write(struct.pack(">I", len(text)) + text)
        to.flush()


def jason(lib: Path, place: Path, shows: bool = False) -> Peer:
    """Jason; `place`: a folder for its classes, and what it writes."""
    classes = f"{lib}/*"
    sources = str(HERE / "Programs.java")
    # Not every compiler knows what a star stands for.
    jars = ":".join(map(str, lib.glob("*.jar")))
    subprocess.run([java_of(lib, "javac"), "-nowarn", "-cp", jars, "-d", str(place), sources], check=True)
    options = [option for option in OPTIONS if "Tiered" not in option]
    command = [
        java_of(lib),
        *options,
        "-XX:+UseSerialGC",
        f"-Duser.home={place}",
        "-cp",
        f"{classes}:{place}",
        "Programs",
    ]
    return Peer([*command, "all"] if shows else command, shows)


def build(target: Path | None) -> Path:
    """The program that plays others on the engine, optimised and with its checks on, compiled now if need be."""
    target = target or HERE.parents[2] / "target"
    command = ["cargo", "build", "-q", "--locked", "--profile", "fuzz", "--bin", "play", "--target-dir", str(target)]
    subprocess.run(command, cwd=HERE.parent / "fuzz", check=True)
    return target / "fuzz" / "play"


def engine(play: Path, dialect: str, shows: bool = False) -> Peer:
    return Peer([str(play), "-", dialect], shows)
