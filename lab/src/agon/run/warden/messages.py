"""What the lab and the warden write to each other: one JSON object a line."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

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
