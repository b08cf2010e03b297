"""The warden: a small process of its own that starts programs, measures their whole group and ends them.

Why a process of its own. The lab holds large libraries and a live display; measuring from inside it would disturb both.
And the programs must die with the lab, however it dies. The chain is

    lab  --pipe-->  warden (subreaper)  --fork-->  program (own session)  -->  whatever it starts

1. The warden is the subreaper of everything below it: a process whose parent has gone becomes the warden's child, even
   if it made a session of its own. So "no children left" means that nothing of the invocation is left.
2. The warden ends, and ends everything below it first, when its standard input closes or it is sent SIGTERM; the kernel
   sends it SIGTERM when the lab dies (parent-death signal). A `kill -9` of the lab is therefore a clean end.
3. The program gets SIGKILL from the kernel if the warden itself is killed. What it had started may survive that; such
   processes carry AGON_MARK in their environment, and `agon resume` ends them by it (agon.survivors).
4. One program at a time. The warden is single-threaded: fork is safe, and the parent-death signal is the process's.

It reads one JSON `Job` a line and answers with one JSON line, an `Answer`. For a job that is `repeated` it writes a
`Batch` in between, with what the program's iterations took, and reads a `Request` for more (agon.run.repeat). It
imports nothing outside the standard library, so that it is small and starts fast.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import json
import os
import re
import select
import signal
import sys
import time
from typing import Literal, TypeAlias, TypedDict

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
PAGE = os.sysconf("SC_PAGE_SIZE")
FIRST_SAMPLE_S = 0.004
"""The first memory sample; the interval then doubles up to the job's `sample_interval_s`."""
SCAN_INTERVAL_S = 1.0
"""How often /proc is searched for processes that the program started, where neither a control group nor the kernel's
lists of children show."""
LISTS_CHILDREN = os.path.exists(f"/proc/self/task/{os.getpid()}/children")
GRACE_S = 1.0
"""How long processes that outlive the program may take to end by themselves."""
MAX_POINTS = 2000
LONGEST_FIRST = 1 << 16
"""Bytes of a first line that may still be `ready`."""
SHORT_NS = 100_000_000
"""Shorter programs cannot be distinguished from others in the kernel's counters."""
ELAPSED = re.compile(rb'"elapsed_ns"\s*:\s*(\d+)')

_libc = ctypes.CDLL(None, use_errno=True)


Limit: TypeAlias = Literal["time limit", "memory limit", "output limit", "garbage"]
"""`garbage`: it repeats on request, and its first line is another than `ready`, so that both sides would wait."""


class Job(TypedDict):
    """What the lab wants: one invocation of a program."""

    argv: list[str]
    cwd: str
    env: dict[str, str]
    stdout: str
    """The file that its standard output goes to."""
    stderr: str
    stdout_limit: int
    """Bytes. A program that writes more is ended."""
    stderr_limit: int
    """Bytes. What lies beyond is dropped."""
    cpus: list[int]
    """The processors that it may use; empty: all."""
    time_limit_s: float
    memory_limit: int | None
    """Bytes of the whole group."""
    cgroup: str | None
    """The folder of its control group, if it has one."""
    sample_interval_s: float
    repeated: bool
    """It repeats on request: between job and answer come a `Batch` and a `Request`, in turn."""


class Batch(TypedDict):
    """A program that repeats has done what was requested: it waits for the lab's `Request`."""

    batch: list[int]
    """Nanoseconds of each iteration since the last request; empty at the first."""


class Request(TypedDict):
    """The lab's reply to a `Batch`."""

    more: int
    """Iterations to do next; 0: none."""


class Answer(TypedDict):
    """What came of a job: times are nanoseconds, sizes are bytes, shares lie in 0..1."""

    failure: str | None
    """Why the program could not be started."""
    ended: Limit | None
    """The limit for which it was ended."""
    exit_status: int | None
    """None if it was ended by a signal."""
    signal: int | None
    elapsed_ns: int
    """From its start to the end of its last process."""
    ready_ns: int | None
    """From its start to the line `ready`."""
    cpu_user_ns: int
    cpu_system_ns: int
    cpu_ready_ns: int | None
    """CPU time of the group until the line `ready`."""
    memory_peak: int
    memory_points: list[list[int]]
    """Pairs: time since the start, resident bytes of the group."""
    core_load: list[float]
    """The busy share of each processor of the machine."""
    own_load: float
    """The mean of that over the job's `cpus`."""
    voluntary: int
    """Context switches."""
    involuntary: int
    processes: int
    orphans: int
    """Processes that it left and that had to be ended."""
    requested: int
    """Iterations, of a job that is `repeated`."""
    steal: float
    """The share of time that the hypervisor took."""
    others: float
    """The share of the job's `cpus` that other programs took."""
    load_before: float
    frequency_mhz: float | None
    stdout_overflow: bool
    stderr_overflow: bool
    write_failure: str | None
    """Why its output could not be stored."""


class Cancelled(Exception):
    """The lab asked for the end, or is gone."""


def _terminate(*_: object) -> None:
    raise Cancelled


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


Ticks: TypeAlias = dict[int, tuple[int, int]]
"""CPU -> (busy, total)."""
Counters: TypeAlias = tuple[Ticks, int, int]
"""Ticks of each CPU; machine-wide steal and total ticks."""


def cpu_counters() -> Counters:
    """The counters of /proc/stat."""
    per_cpu: Ticks = {}
    steal = total = 0
    with open("/proc/stat", encoding="ascii") as handle:
        for line in handle:
            if not line.startswith("cpu"):
                break
            name, *rest = line.split()
            ticks = [int(word) for word in rest[:8]]
            whole = sum(ticks)
            if name == "cpu":
                steal, total = ticks[7], whole
            else:
                per_cpu[int(name[3:])] = (whole - ticks[3] - ticks[4] - ticks[7], whole)
    return per_cpu, steal, total


def loads(before: Ticks, after: Ticks, given: list[int]) -> tuple[list[float], float, list[int]]:
    """The busy share of each CPU; of the `given` ones (all, where none is) the mean share, and the busy ticks."""
    there = [cpu for cpu in after if cpu in before]
    busy = {cpu: max(0, after[cpu][0] - before[cpu][0]) for cpu in there}
    load = {cpu: round(min(1.0, busy[cpu] / max(1, after[cpu][1] - before[cpu][1])), 4) for cpu in there}
    own = [cpu for cpu in given if cpu in busy] or there
    return list(load.values()), sum(load[cpu] for cpu in own) / max(1, len(own)), [busy[cpu] for cpu in own]


def frequency_mhz(cpu: int) -> float | None:
    """What a CPU's clock runs at now, None where the kernel does not report it (most virtual machines)."""
    try:
        with open(f"/sys/devices/system/cpu/cpu{cpu}/cpufreq/scaling_cur_freq", encoding="ascii") as handle:
            return int(handle.read()) / 1000
    except (OSError, ValueError):
        return None


def spent_ns(pid: int) -> int:
    """CPU time of a process and of those of its children that it has waited for, in whole ticks; 0 if it is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as handle:
            ticks = handle.read().rsplit(b")", 1)[1].split()[11:15]
    except (OSError, IndexError):
        return 0
    return sum(map(int, ticks)) * 1_000_000_000 // os.sysconf("SC_CLK_TCK")


class Group:
    """The processes of one invocation, their memory, and what the kernel reports of those that ended."""

    def __init__(self, pid: int, cgroup: str | None, memory_limit: int | None) -> None:
        self.pid = pid
        self.cgroup = cgroup
        self.limit = memory_limit
        self.pids = {pid}
        self.seen = {pid}
        self.peak = 0
        self.points: list[list[int]] = []
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
        self.points.append([at_ns, now])
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


class Sink:
    """Where a stream of the program goes: a file, up to a limit; what lies beyond is drained and dropped."""

    def __init__(self, descriptor: int, path: str, limit: int) -> None:
        self.descriptor = descriptor
        self.left = limit
        self.overflow = False
        self.head = b""
        """What it began with: to the end of its first line, and at most `LONGEST_FIRST` bytes."""
        self.first_is_whole = False
        self.failure: str | None = None
        self.file: io.FileIO | None = None
        try:
            self.file = io.FileIO(path, "w")
        except OSError as error:  # the folder has gone: reported with the answer
            self._failed(error)

    def pump(self) -> bytes | None:
        """Move what is there. None at the end of the stream."""
        try:
            data = os.read(self.descriptor, 1 << 16)
        except BlockingIOError:
            return b""
        if not data:
            return None
        keep = data[: self.left]
        self.left -= len(keep)
        self.overflow = self.overflow or len(keep) < len(data)
        if not self.first_is_whole:
            self.head = (self.head + data).lstrip()
            end = self.head.find(b"\n")
            self.first_is_whole = end >= 0 or len(self.head) >= LONGEST_FIRST
            self.head = self.head[: min(end, LONGEST_FIRST) if end >= 0 else LONGEST_FIRST]
        if self.file is not None:
            try:
                self.file.write(keep)
            except OSError as error:
                self._failed(error)
        return data

    def _failed(self, error: OSError) -> None:
        self.failure = self.failure or (error.strerror or str(error))

    def close(self) -> None:
        os.close(self.descriptor)
        if self.file is not None:
            self.file.close()


class Repeater:
    """Follows the iterations of a program that repeats on request.

    1. A number goes to the program once it is ready, and again whenever it has written that many iterations.
    2. The lab names the number; it is asked after `ready` and after each batch, by a line with the batch's times. A
       line that holds no time counts as an iteration of 0 ns: judging the output is the lab's.
    3. After the number 0, or once the program has stopped reading, nothing more is asked or requested.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._line = bytearray()
        self._left: int | None = None
        """Iterations of the batch that are still to come; None: not asked for any."""
        self._batch: list[int] = []
        self.requested = 0
        self.over = False

    def feed(self, data: bytes, *, ready: bool) -> None:
        """Take what the program has written."""
        if self.over:
            return
        *lines, rest = data.split(b"\n")
        for line in lines:
            self._take(bytes(self._line) + line)
            self._line.clear()
        self._line += rest
        if ready and self._left is None:
            self._ask()

    def _take(self, line: bytes) -> None:
        if b'"iteration"' not in line or self._left is None:
            return
        found = ELAPSED.search(line)
        self._batch.append(int(found[1]) if found else 0)
        self._left -= 1
        if self._left == 0:
            self._ask()

    def _ask(self) -> None:
        _write_line({"batch": self._batch})
        self._batch = []
        self._left = -1

    def request(self, more: int) -> None:
        """Hand the lab's number on."""
        self._left = more
        self.requested += more
        self.over = self.over or more == 0
        try:
            os.write(self._descriptor, b"%d\n" % more)
        except OSError:  # it reads no more: its output and its status show why
            self.over = True

    def close(self) -> None:
        os.close(self._descriptor)


def _child(job: Job, warden: int, inp: int | None, out: int, err: int, word: int, gate: int) -> None:
    """Runs in the forked child: gets everything ready, reports it, and at a sign becomes the program. Never returns.

    The clock starts at the sign: joining a control group takes the kernel many milliseconds at times, and is not the
    program's doing.
    """
    try:
        os.setsid()
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != warden:
            os._exit(127)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        if job["cgroup"]:
            with open(f"{job['cgroup']}/cgroup.procs", "w", encoding="ascii") as handle:
                handle.write(str(os.getpid()))
        if job["cpus"]:
            os.sched_setaffinity(0, job["cpus"])
        os.chdir(job["cwd"])
        os.dup2(os.open("/dev/null", os.O_RDONLY) if inp is None else inp, 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        os.write(word, b"+")
        os.read(gate, 1)
        os.execvpe(job["argv"][0], job["argv"], job["env"])
    except OSError as error:
        # Of a program that is searched for, `filename` is the last place of PATH, in bytes.
        name = error.filename if isinstance(error.filename, str) else job["argv"][0]
        os.write(word, f"{error.strerror}: {name}".encode())
    except BaseException as error:
        os.write(word, str(error).encode())
    os._exit(127)


class Invocation:
    """One program from fork to the last process's end."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.ready_ns: int | None = None
        self.cpu_ready_ns: int | None = None
        self.ended: Limit | None = None
        self.orphans = 0
        self.repeater: Repeater | None = None

    def run(self) -> Answer:
        job = self.job
        out_read, out_write = os.pipe()
        err_read, err_write = os.pipe()
        word_read, word_write = os.pipe()
        gate_read, gate_write = os.pipe()
        in_read, in_write = os.pipe() if job["repeated"] else (None, None)
        warden = os.getpid()
        load_before = os.getloadavg()[0]
        pid = os.fork()
        if pid == 0:
            _child(job, warden, in_read, out_write, err_write, word_write, gate_read)
        for descriptor in (in_read, out_write, err_write, word_write, gate_read):
            if descriptor is not None:
                os.close(descriptor)
        self.repeater = Repeater(in_write) if in_write is not None else None
        for descriptor in (out_read, err_read):
            os.set_blocking(descriptor, False)
        out = Sink(out_read, job["stdout"], job["stdout_limit"])
        err = Sink(err_read, job["stderr"], job["stderr_limit"])
        group = Group(pid, job["cgroup"], job["memory_limit"])
        failure = os.read(word_read, 4096)
        cpu_before = cpu_counters()
        own_before = time.process_time()
        start = time.monotonic_ns()
        try:
            if failure == b"+":
                os.write(gate_write, b"!")
                failure = os.read(word_read, 4096)  # empty as soon as the program has started
            end = self._watch(group, out, err, start)
        except BaseException:
            group.kill()
            raise
        finally:
            os.close(word_read)
            os.close(gate_write)
            out.close()
            err.close()
            if self.repeater is not None:
                self.repeater.close()
        own = time.process_time() - own_before
        reason = failure.decode(errors="replace")
        return self._answer(group, out, err, reason, start, end, (load_before, cpu_before, own))

    def _watch(self, group: Group, out: Sink, err: Sink, start: int) -> int:
        """Follow the program until nothing of it is left; returns when that was (or when the program itself ended)."""
        job = self.job
        deadline = start + int(job["time_limit_s"] * 1e9)
        poll = select.poll()
        streams = {out.descriptor: out, err.descriptor: err}
        watch = os.pidfd_open(group.pid)
        for descriptor in (*streams, watch, 0):
            poll.register(descriptor, select.POLLIN)
        interval = FIRST_SAMPLE_S
        next_sample = start + int(interval * 1e9)
        try:
            while True:
                now = time.monotonic_ns()
                wait_ms = max(0, min(next_sample, deadline) - now) / 1e6
                events = {descriptor for descriptor, _ in poll.poll(wait_ms)}
                now = time.monotonic_ns()
                if 0 in events:
                    self._receive()
                for descriptor in events & streams.keys():
                    self._pump(streams[descriptor], out, poll, group, now - start)
                if watch in events:
                    end = time.monotonic_ns()
                    return self._wind_up(group, end, out, err)
                if now >= next_sample:
                    group.refresh(now / 1e9)
                    group.sample(now - start)
                    interval = min(interval * 2, job["sample_interval_s"])
                    next_sample = time.monotonic_ns() + int(interval * 1e9)
                if self._must_end(group, out, now, deadline):
                    group.kill()
                    return time.monotonic_ns()
        finally:
            os.close(watch)

    def _pump(self, sink: Sink, out: Sink, poll: select.poll, group: Group, at_ns: int) -> None:
        data = sink.pump()
        if data is None:
            poll.unregister(sink.descriptor)
        elif sink is out and data:
            if self.ready_ns is None and b'"ready"' in out.head:
                self.ready_ns = at_ns
                self.cpu_ready_ns = sum(map(spent_ns, descendants(os.getpid())))
            group.sample(at_ns)  # output comes where an iteration ends: the moment to see the high-water mark
            if self.repeater is not None and self.ready_ns is None and out.first_is_whole:
                self.ended = "garbage"
            elif self.repeater is not None:
                self.repeater.feed(data, ready=self.ready_ns is not None)

    def _receive(self) -> None:
        """The lab wrote or closed: how many iterations more, or that it wants the end."""
        line = _read_line()
        if not line or self.repeater is None:
            raise Cancelled
        request: Request = json.loads(line)
        self.repeater.request(request["more"])

    def _must_end(self, group: Group, out: Sink, now: int, deadline: int) -> bool:
        if self.ended is not None:
            return True
        if now >= deadline:
            self.ended = "time limit"
        elif group.over:
            self.ended = "memory limit"
        elif out.overflow:
            self.ended = "output limit"
        return self.ended is not None

    def _wind_up(self, group: Group, end: int, out: Sink, err: Sink) -> int:
        """The program has ended: drain its streams, give what it started a moment, end what stays."""
        deadline = end + int(GRACE_S * 1e9)
        gone = group.reap()
        waited = False
        while not gone and time.monotonic_ns() < deadline:
            waited = True
            time.sleep(0.002)
            gone = group.reap()
        last = time.monotonic_ns() if waited and gone else end
        if not gone:
            self.orphans = group.kill()
        for sink in (out, err):
            while sink.pump():
                pass
        return last

    def _answer(
        self,
        group: Group,
        out: Sink,
        err: Sink,
        failure: str,
        start: int,
        end: int,
        before: tuple[float, Counters, float],
    ) -> Answer:
        load_before, (cpus_before, steal_before, total_before), own = before
        cpus, steal, total = cpu_counters()
        elapsed = max(1, end - start)
        tick = os.sysconf("SC_CLK_TCK")
        load, own_load, busy = loads(cpus_before, cpus, self.job["cpus"])
        others = sum(busy) / tick - group.user - group.system - own
        stolen = (steal - steal_before) / max(1, total - total_before)
        if elapsed < SHORT_NS:
            others = stolen = 0.0  # the kernel counts in ticks: over a few of them a difference means nothing
        status = group.status
        return {
            "failure": failure or None,
            "ended": self.ended,
            "exit_status": os.waitstatus_to_exitcode(status) if status is not None and os.WIFEXITED(status) else None,
            "signal": os.WTERMSIG(status) if status is not None and os.WIFSIGNALED(status) else None,
            "elapsed_ns": elapsed,
            "ready_ns": self.ready_ns,
            "cpu_user_ns": int(group.user * 1e9),
            "cpu_system_ns": int(group.system * 1e9),
            "cpu_ready_ns": self.cpu_ready_ns,
            "memory_peak": group.peak,
            "memory_points": group.points,
            "core_load": load,
            "own_load": own_load,
            "voluntary": group.voluntary,
            "involuntary": group.involuntary,
            "processes": len(group.seen),
            "orphans": self.orphans,
            "requested": self.repeater.requested if self.repeater is not None else 0,
            "steal": round(stolen, 5),
            "others": round(min(1.0, max(0.0, others) / (elapsed / 1e9 * max(1, len(busy)))), 5),
            "load_before": load_before,
            "frequency_mhz": frequency_mhz(min(self.job["cpus"], default=0)),
            "stdout_overflow": out.overflow,
            "stderr_overflow": err.overflow,
            "write_failure": out.failure or err.failure,
        }


def main() -> None:
    """Serve jobs until standard input closes."""
    lab = int(sys.argv[1])
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    _libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signal.signal(signal.SIGTERM, _terminate)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the lab's to handle
    if os.getppid() != lab:
        return
    with contextlib.suppress(Cancelled):
        while True:
            line = _read_line()
            if not line:
                return
            _write_line(Invocation(json.loads(line)).run())


def _write_line(answer: Answer | Batch) -> None:
    """One line to the lab."""
    try:
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise Cancelled from None


def _read_line() -> bytes:
    """One line of standard input, unbuffered so that `poll` sees every byte that is still to come."""
    line = b""
    while not line.endswith(b"\n"):
        data = os.read(0, 1 << 16)
        if not data:
            return b""
        line += data
    return line


if __name__ == "__main__":
    main()
