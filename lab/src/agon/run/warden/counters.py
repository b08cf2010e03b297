"""The machine as a whole: how busy its CPUs are, and how fast they run."""

from __future__ import annotations

from typing import TypeAlias

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
