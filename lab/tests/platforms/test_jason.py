"""Jason creates its agents in each iteration: also in the hundredth, and in each mode."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.trials import trials

from agon.platforms.build import build
from agon.platforms.probe import missing_needs
from agon.platforms.registry import find

ITERATIONS = 100
"""A start that is lost once in some twenty times stops the agents for ever."""


@pytest.mark.full
def test_agents_in_every_mode_start_and_end_a_hundred_times(tmp_path: Path) -> None:
    jason = find("jason")
    absent = missing_needs(jason)
    if absent:
        pytest.skip("jason needs " + ", ".join(need.command for need in absent))
    build(jason)
    params = {"agents": 6, "messages": 10, "clock": "on", "rate": 0, "arrivals": "constant"}
    with trials(tmp_path) as bench:
        for variant in jason.manifest.workloads["echo-all"].variants:
            done = bench.run(f"jason:{variant}", "echo-all", params, iterations=ITERATIONS)
            assert done.status == "ok", (variant, done.reason, done.stderr_tail)
            assert len(done.iterations) == ITERATIONS
        assert bench.left_running() == []
