"""A node on another machine: `python3 -I -c THIS LIFE NEEDED.. -- ARGV...`, as ssh runs it there.

Its standard input, output and error are the connection's. When the input ends, because the lab is done or is gone, so
does the program's, which is its sign to end; if it has not ended LIFE seconds later, it is ended. It runs in a folder
of its own that goes with it. It imports nothing outside the standard library and needs nothing of Agon's: its text is
sent over.
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

MISSING = 72
"""The status where something is not there."""
HERE = "{here}"
"""In an argument: the program's own folder."""


def _absent(needed: Sequence[str], argv: Sequence[str]) -> str | None:
    for path in needed:
        if not Path(path).exists():
            return path
    return argv[0] if shutil.which(argv[0]) is None else None


def _pass_on(process: subprocess.Popen[bytes], life: float) -> int:
    """Until the program has ended: its status."""
    ended = os.pidfd_open(process.pid)
    poll = select.poll()
    poll.register(ended, select.POLLIN)
    poll.register(0, select.POLLIN)
    assert process.stdin is not None
    while True:
        events = [descriptor for descriptor, _ in poll.poll()]
        if ended in events:
            return process.wait()
        data = os.read(0, 1 << 16)
        if not data:
            process.stdin.close()
            break
        process.stdin.write(data)
        process.stdin.flush()
    try:
        return process.wait(life)
    except subprocess.TimeoutExpired:
        return -signal.SIGKILL


def main(words: Sequence[str]) -> NoReturn:
    """Start the program and stay with it."""
    cut = words.index("--")
    life, needed, argv = float(words[0]), words[1:cut], words[cut + 1 :]
    absent = _absent(needed, argv)
    if absent is not None:
        print(f"{absent} is not there", file=sys.stderr)
        raise SystemExit(MISSING)
    for sign in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda number, _: sys.exit(128 + number))
    with tempfile.TemporaryDirectory(prefix="agon-node-") as folder:
        filled = [word.replace(HERE, folder) for word in argv]
        own = dict(os.environ, TMPDIR=folder, LC_ALL="C.UTF-8")
        process = subprocess.Popen(filled, stdin=subprocess.PIPE, cwd=folder, env=own, start_new_session=True)
        try:
            status = _pass_on(process, life)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    raise SystemExit(status if status >= 0 else 128 - status)


if __name__ == "__main__":
    main(sys.argv[1:])
