"""Programs that misbehave, each in one way, named by `variant=`; otherwise they do the work honestly where they can."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "reference"))

from fibonacci import Fibonacci
from harness import Arguments, Program, arguments_of, emit, reject, repeat
from nodes import NODES, Fake
from nodes import run as run_node
from token_ring import TokenRing

MIB = 1024 * 1024
PROGRAMS: Mapping[str, type[Program]] = {"token-ring": TokenRing, "fibonacci": Fibonacci, "remote-throughput": Fake}


work = repeat


def crash(program: Program, arguments: Arguments) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def exit_status(program: Program, arguments: Arguments) -> None:
    work(program, arguments)
    print("the disk of the mind is full\n\tat mind.Disk.write(Disk.java:7)\n\t... 5 more", file=sys.stderr)
    raise SystemExit(3)


def server_dies(program: Program, arguments: Arguments) -> NoReturn:
    """The broker that it has started dies in the middle of the work."""
    with subprocess.Popen(["sleep", "60"]) as broker:
        broker.kill()
        broker.wait()
    print(f"the broker has ended with status {broker.returncode}", file=sys.stderr)
    raise SystemExit(69)


def server_left(program: Program, arguments: Arguments) -> None:
    """It ends without its broker."""
    broker = subprocess.Popen(["sleep", "60"])
    work(program, arguments)
    broker.returncode = 0  # Python does not warn of it


def hang(program: Program, arguments: Arguments) -> NoReturn:
    while True:
        time.sleep(60)


def ignore_sigterm(program: Program, arguments: Arguments) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    hang(program, arguments)


def eat_memory(program: Program, arguments: Arguments) -> None:
    eaten: list[bytes] = []
    for _ in range(128):
        eaten.append(b"x" * (16 * MIB))
        time.sleep(0.01)


def fork_orphans(program: Program, arguments: Arguments) -> None:
    """Double fork and a session of its own: the orphan is no child of ours and in no group of ours."""
    work(program, arguments)
    sys.stdout.flush()
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    (arguments.samples / "orphan.pid").write_text(str(os.getpid()), encoding="ascii")
    hang(program, arguments)


def name_server(program: Program, arguments: Arguments) -> None:
    """Leaves a daemon that serves a port, as Erlang's epmd does."""
    work(program, arguments)
    sys.stdout.flush()
    server = socket.create_server(("127.0.0.1", 0))
    (arguments.samples / "port").write_text(str(server.getsockname()[1]), encoding="ascii")
    if os.fork():
        return
    os.setsid()
    hang(program, arguments)


def temporary_files(program: Program, arguments: Arguments) -> None:
    """Forgets what it put into the folder for temporary files."""
    path = Path(tempfile.mkdtemp()) / "forgotten"
    path.write_text("x" * MIB, encoding="ascii")
    (arguments.samples / "where").write_text(str(path), encoding="ascii")
    work(program, arguments)


def out_of_memory(program: Program, arguments: Arguments) -> None:
    raise MemoryError


def garbage(program: Program, arguments: Arguments) -> None:
    print("Welcome to the fakes! Starting up...", flush=True)
    work(program, arguments)


def _altered(change: Callable[[dict[str, Any]], None]) -> Callable[[Program, Arguments], None]:
    return lambda program, arguments: repeat(program, arguments, change)


def _wrong_result(event: dict[str, Any]) -> None:
    ends = event["report"]["ends"]
    ends[0] = ends[0] % 2 + 1


def _an_hour(event: dict[str, Any]) -> None:
    event["elapsed_ns"] = 3600 * 10**9


def too_few_samples(program: Program, arguments: Arguments) -> None:
    def shorten(event: dict[str, Any]) -> None:
        points = arguments.samples / "points.csv"
        if points.exists():
            lines = points.read_text(encoding="ascii").splitlines(keepends=True)
            points.write_text("".join(lines[:-1]), encoding="ascii")
        else:
            event["report"]["ends"].pop()

    _altered(shorten)(program, arguments)


def more_than_asked(program: Program, arguments: Arguments) -> None:
    """Reads nothing, and goes on by its own judgement."""
    for index in range(5):
        emit(program.iteration(index))


def deaf(program: Program, arguments: Arguments) -> None:
    """Ends without asking how often to repeat."""
    os.close(0)


def ends_mid_batch(program: Program, arguments: Arguments) -> None:
    """Ends in the middle of the second batch, with status 0."""
    sys.stdin.readline()
    emit(program.iteration(0))
    sys.stdin.readline()
    for index in (1, 2):
        emit(program.iteration(index))


def too_few_iterations(program: Program, arguments: Arguments) -> None:
    for index in range(arguments.integer("iterations") - 1):
        emit(program.iteration(index))


def stderr_flood(program: Program, arguments: Arguments) -> None:
    for _ in range(64):
        sys.stderr.write("e" * (MIB - 1) + "\n")
    work(program, arguments)


def stdout_flood(program: Program, arguments: Arguments) -> None:
    for _ in range(1024):
        sys.stdout.write("o" * MIB)
        sys.stdout.flush()


def no_folder(program: Program, arguments: Arguments) -> None:
    """Cleans up more than its own."""
    shutil.rmtree(arguments.samples)
    work(program, arguments)


def linked_folder(program: Program, arguments: Arguments) -> None:
    """The folder leads to another one, which holds a folder of the same name as that for temporary files."""
    other = arguments.samples.with_name(arguments.samples.name + "-other")
    (other / "tmp").mkdir(parents=True)
    (other / "tmp" / "precious").touch()
    shutil.rmtree(arguments.samples)
    arguments.samples.symlink_to(other)
    work(program, arguments)


def _replaced(*names: str, by: Callable[[Path], object]) -> Callable[[Program, Arguments], None]:
    def replaced(program: Program, arguments: Arguments) -> None:
        for name in names:
            (arguments.samples / name).unlink()
            by(arguments.samples / name)
        work(program, arguments)

    return replaced


def end_parent(program: Program, arguments: Arguments) -> None:
    """As a server's script does that ends its own process group's parent."""
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)


def end_parent_once(program: Program, arguments: Arguments) -> None:
    """Ends it as the kernel may where memory is short, but once: the second attempt passes."""
    once = arguments.samples.with_name(f"{arguments.samples.name}.once")
    if not once.exists():
        once.touch()
        if os.fork() == 0:
            os.setsid()
            time.sleep(60)
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(60)
    work(program, arguments)


def _parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[1])


def _interrupting(*, interrupt_first: bool) -> Callable[[Program, Arguments], None]:
    """The second of an experiment's programs leaves a process of another session, which interrupts the lab as Ctrl-C
    does and ends what measures, one right after the other, and stays."""

    def second(program: Program, arguments: Arguments) -> None:
        started = len([*arguments.samples.parent.iterdir()])
        resumed = (arguments.samples.parents[1] / "interrupted").exists()
        if started == 2 and not resumed:
            warden = os.getppid()
            signals = [(_parent_of(warden), signal.SIGINT), (warden, signal.SIGKILL)]
            if os.fork() == 0:
                os.setsid()
                for pid, number in signals if interrupt_first else reversed(signals):
                    os.kill(pid, number)
            hang(program, arguments)
        work(program, arguments)

    return second


def _one_nanosecond(event: dict[str, Any]) -> None:
    time.sleep(0.003)
    event["elapsed_ns"] = 1


FAKES: Mapping[str, Callable[[Program, Arguments], None]] = {
    "crash": crash,
    "exit-status": exit_status,
    "hang": hang,
    "ignore-sigterm": ignore_sigterm,
    "eat-memory": eat_memory,
    "fork-orphans": fork_orphans,
    "garbage": garbage,
    "deaf": deaf,
    "more-than-asked": more_than_asked,
    "ends-mid-batch": ends_mid_batch,
    "name-server": name_server,
    "out-of-memory": out_of_memory,
    "server-dies": server_dies,
    "server-left": server_left,
    "temporary-files": temporary_files,
    "no-folder": no_folder,
    "linked-folder": linked_folder,
    "no-output": _replaced("stdout.jsonl", "stderr.txt", by=lambda path: None),
    "output-is-pipe": _replaced("stdout.jsonl", "stderr.txt", by=os.mkfifo),
    "output-is-folder": _replaced("stdout.jsonl", "stderr.txt", by=os.mkdir),
    "output-is-link": _replaced("stdout.jsonl", "stderr.txt", by=lambda path: path.symlink_to("/dev/zero")),
    "end-parent": end_parent,
    "end-parent-once": end_parent_once,
    "interrupt-and-end-parent": _interrupting(interrupt_first=True),
    "end-parent-and-interrupt": _interrupting(interrupt_first=False),
    "one-nanosecond": _altered(_one_nanosecond),
    "wrong-result": _altered(_wrong_result),
    "too-few-samples": too_few_samples,
    "too-few-iterations": too_few_iterations,
    "longer-than-wall": _altered(_an_hour),
    "stderr-flood": stderr_flood,
    "stdout-flood": stdout_flood,
}


BEFORE_READY: Mapping[str, bytes] = {
    "short-warning": b"OpenJDK 64-Bit Server VM warning: short\n",
    "long-warning": b"OpenJDK 64-Bit Server VM warning: " + b"x" * 100_000 + b"\n",
    "endless-warning": b"x" * 300_000,
    "binary-warning": bytes(range(256)) * 20 + b"\n",
}
"""Written on standard output ahead of the line `ready`."""


def main() -> None:
    program, arguments = arguments_of(PROGRAMS)
    variant = arguments.word("variant")
    if variant == "nothing":
        return
    if variant in NODES:
        run_node(variant, arguments)
        return
    if variant not in FAKES and variant not in BEFORE_READY:
        reject(f"variant= must be one of nothing, {', '.join(FAKES)}")
    if variant in BEFORE_READY:
        sys.stdout.buffer.write(BEFORE_READY[variant])
        emit({"event": "ready"})
        work(program(arguments), arguments)
        return
    emit({"event": "ready"})
    FAKES[variant](program(arguments), arguments)


if __name__ == "__main__":
    main()
