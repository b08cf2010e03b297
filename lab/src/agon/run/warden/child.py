"""The forked child, until it becomes the program."""

from __future__ import annotations

import os
import signal

from agon.run.warden.messages import Job
from agon.run.warden.processes import end_with_parent


def become_program(job: Job, warden: int, inp: int | None, out: int, err: int, word: int, gate: int) -> None:
    """Runs in the forked child: gets everything ready, reports it, and at a sign becomes the program. Never returns.

    The clock starts at the sign: joining a control group takes the kernel many milliseconds at times, and is not the
    program's doing.
    """
    try:
        os.setsid()
        end_with_parent(signal.SIGKILL)
        if os.getppid() != warden:
            os._exit(127)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        if job.cgroup:
            with open(f"{job.cgroup}/cgroup.procs", "w", encoding="ascii") as handle:
                handle.write(str(os.getpid()))
        if job.cpus:
            os.sched_setaffinity(0, job.cpus)
        os.chdir(job.cwd)
        os.dup2(os.open("/dev/null", os.O_RDONLY) if inp is None else inp, 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        os.write(word, b"+")
        os.read(gate, 1)
        os.execvpe(job.argv[0], job.argv, job.env)
    except OSError as error:
        # Of a program that is searched for, `filename` is the last place of PATH, in bytes.
        name = error.filename if isinstance(error.filename, str) else job.argv[0]
        os.write(word, f"{error.strerror}: {name}".encode(errors="replace"))
    except BaseException as error:
        os.write(word, str(error).encode(errors="replace"))
    os._exit(127)
