"""One invocation of a program: started, followed to the end of its last process, and accounted for."""

from __future__ import annotations

import os
import select
import time

from agon.run.warden.child import become_program
from agon.run.warden.counters import Counters, cpu_counters, frequency_mhz, loads
from agon.run.warden.group import Group
from agon.run.warden.messages import Answer, Job, Limit, Request, decode
from agon.run.warden.pipe import Cancelled, read_line
from agon.run.warden.processes import descendants, spent_ns
from agon.run.warden.streams import Repeater, Sink

FIRST_SAMPLE_S = 0.004
"""The first memory sample; the interval then doubles up to the job's `sample_interval_s`."""
GRACE_S = 1.0
"""How long processes that outlive the program may take to end by themselves."""
SHORT_NS = 100_000_000
"""Shorter programs cannot be distinguished from others in the kernel's counters."""


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
        in_read, in_write = os.pipe() if job.repeated else (None, None)
        warden = os.getpid()
        load_before = os.getloadavg()[0]
        pid = os.fork()
        if pid == 0:
            become_program(job, warden, in_read, out_write, err_write, word_write, gate_read)
        for descriptor in (in_read, out_write, err_write, word_write, gate_read):
            if descriptor is not None:
                os.close(descriptor)
        self.repeater = Repeater(in_write) if in_write is not None else None
        for descriptor in (out_read, err_read):
            os.set_blocking(descriptor, False)
        out = Sink(out_read, job.stdout, job.stdout_limit)
        err = Sink(err_read, job.stderr, job.stderr_limit)
        group = Group(pid, job.cgroup, job.memory_limit)
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
        deadline = start + int(job.time_limit_s * 1e9)
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
                    interval = min(interval * 2, job.sample_interval_s)
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
        line = read_line()
        if not line or self.repeater is None:
            raise Cancelled
        self.repeater.request(decode(line, Request).more)

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
        load, own_load, busy = loads(cpus_before, cpus, self.job.cpus)
        others = sum(busy) / tick - group.user - group.system - own
        stolen = (steal - steal_before) / max(1, total - total_before)
        if elapsed < SHORT_NS:
            others = stolen = 0.0  # the kernel counts in ticks: over a few of them a difference means nothing
        status = group.status
        return Answer(
            failure=failure or None,
            ended=self.ended,
            exit_status=os.waitstatus_to_exitcode(status) if status is not None and os.WIFEXITED(status) else None,
            signal=os.WTERMSIG(status) if status is not None and os.WIFSIGNALED(status) else None,
            elapsed_ns=elapsed,
            ready_ns=self.ready_ns,
            cpu_user_ns=int(group.user * 1e9),
            cpu_system_ns=int(group.system * 1e9),
            cpu_ready_ns=self.cpu_ready_ns,
            memory_peak=group.peak,
            memory_points=group.points,
            core_load=load,
            own_load=own_load,
            voluntary=group.voluntary,
            involuntary=group.involuntary,
            processes=len(group.seen),
            orphans=self.orphans,
            requested=self.repeater.requested if self.repeater is not None else 0,
            steal=round(stolen, 5),
            others=round(min(1.0, max(0.0, others) / (elapsed / 1e9 * max(1, len(busy)))), 5),
            load_before=load_before,
            frequency_mhz=frequency_mhz(min(self.job.cpus, default=0)),
            stdout_overflow=out.overflow,
            stderr_overflow=err.overflow,
            write_failure=out.failure or err.failure,
        )
