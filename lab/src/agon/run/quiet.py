"""How quiet the machine is before anything is measured: what other programs and a hypervisor take of it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from agon.run.machine import allowed_cpus

BUSY = 0.05
"""Share of the CPUs that other programs may take before it is worth a word."""
STOLEN = 0.01
LOOK_S = 0.25
"""How long it is looked at; four times as long where something shows, so that a moment is no warning."""
STEADY = ("performance", "not reported", "unknown", "")
"""Governors that do not vary the clock, or of which nothing is known."""


@dataclass(frozen=True)
class Ticks:
    """Of the CPUs that the lab may use, in the kernel's ticks, up to a moment."""

    busy: int
    stolen: int
    total: int


def ticks(cpus: Collection[int], root: Path = Path("/")) -> Ticks | None:
    """From `/proc/stat`; None where it cannot be read."""
    busy = stolen = total = 0
    names = {f"cpu{cpu}" for cpu in cpus}
    try:
        lines = (root / "proc/stat").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    for line in lines:
        name, *fields = line.split()
        if name not in names or len(fields) < 8:
            continue
        user, nice, system, idle, waiting, hard, soft, steal = map(int, fields[:8])
        busy += user + nice + system + hard + soft
        stolen += steal
        total += user + nice + system + idle + waiting + hard + soft + steal
    return Ticks(busy, stolen, total) if total else None


def disturbance(governor: str, look: Callable[[], Ticks | None], wait: Callable[[float], None] = time.sleep) -> str:
    """What would disturb measurements that begin now, in one line; empty if nothing is seen. Takes up to 1.25 s."""
    others, stolen = _shares(look, wait, LOOK_S)
    if others > BUSY or stolen > STOLEN:
        others, stolen = _shares(look, wait, 4 * LOOK_S)
    found: list[str] = []
    if others > BUSY:
        found.append(f"other programs take {others:.0%} of this machine's CPUs")
    if stolen > STOLEN:
        found.append(f"the hypervisor takes {stolen:.0%} of their time")
    if not found:
        return ""
    if governor not in STEADY:
        found.append(f"and the clock may vary (governor '{governor}')")
    return f"{', '.join(found)} (load {os.getloadavg()[0]:.1f}): wait, or go on; intervals will be wider"


def now(governor: str) -> str:
    """The same of this machine, as it is. What the lab itself takes while it looks is a few ticks."""
    cpus = allowed_cpus()
    return disturbance(governor, lambda: ticks(cpus))


def _shares(look: Callable[[], Ticks | None], wait: Callable[[float], None], seconds: float) -> tuple[float, float]:
    before = look()
    wait(seconds)
    after = look()
    if before is None or after is None or after.total <= before.total:
        return 0.0, 0.0
    total = after.total - before.total
    return (after.busy - before.busy) / total, (after.stolen - before.stolen) / total
