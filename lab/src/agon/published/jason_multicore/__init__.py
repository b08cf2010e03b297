"""jason-multicore: what its text states in numbers, and one rule for each of its claims.

Its machine had 16 cores. What it claims of more cores than the measuring machine has is inconclusive; what it claims of
fewer is judged on those.
"""

from __future__ import annotations

from agon.published.field import Rules
from agon.published.jason_multicore import compute, modes, saturated
from agon.published.jason_multicore.shared import SOURCE
from agon.published.jason_multicore.tables import stated

_TESTS = ("echo-all", "mass-reception")

RULES: Rules = {
    "compute": (("compute",), compute.speed_up),
    "synchronous": (_TESTS, saturated.synchronous),
    "thread-per-agent": (_TESTS, saturated.thread_per_agent),
    "pool": (_TESTS, modes.pool),
    "speed-up": (_TESTS, modes.speed_up),
    "advice": (_TESTS, modes.advice),
}

__all__ = ["RULES", "SOURCE", "stated"]
