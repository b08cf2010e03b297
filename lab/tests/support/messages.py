"""One message of each kind that has many fields."""

from __future__ import annotations

from agon.run.warden.messages import Answer, Job

JOB = Job(
    argv=["a"],
    cwd="/",
    env={"A": "b"},
    stdout="o",
    stderr="e",
    stdout_limit=1,
    stderr_limit=1,
    cpus=[0],
    time_limit_s=1.0,
    memory_limit=None,
    cgroup=None,
    sample_interval_s=0.2,
    repeated=False,
)
ANSWER = Answer(
    failure=None,
    ended=None,
    exit_status=0,
    signal=None,
    elapsed_ns=10**9,
    ready_ns=None,
    cpu_user_ns=0,
    cpu_system_ns=0,
    cpu_ready_ns=None,
    memory_peak=1 << 20,
    memory_points=[(0, 1)],
    core_load=[0.5],
    own_load=0.5,
    voluntary=0,
    involuntary=0,
    processes=1,
    orphans=0,
    requested=0,
    steal=0.0,
    others=0.0,
    load_before=0.0,
    frequency_mhz=None,
    stdout_overflow=False,
    stderr_overflow=False,
    write_failure=None,
)
