"""Servers whose times are known by formula, as programs that `agon run` measures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.places import PLATFORMS

from agon.results.store import load
from agon.stats.intervals import median_interval

QUEUES = PLATFORMS / "queues"
SERVICE_US = 50.0
ONCE = ("--pilot", "100ms", "--min-time", "100ms", "--max-time", "100ms", "--iterations", "1", "--invocations", "1")
LOAD = 0.5
MD1_MEAN_US = SERVICE_US * (1 + LOAD / (2 * (1 - LOAD)))
"""Pollaczek and Khinchine, from arrival to answer."""
MM1_MEAN_US = SERVICE_US / (1 - LOAD)


def measured(folder: Path, variants: str, rate: int, messages: int, arrivals: str, seed: int) -> dict[str, float]:
    """The mean, median and 99th percentile of each variant in a run, in microseconds, by `variant metric`."""
    sets = ("senders=20", f"rate={rate}", f"messages={messages}", f"arrivals={arrivals}")
    words = [word for one in sets for word in ("--set", one)]
    platforms = ",".join(f"{QUEUES}:{v}" for v in variants.split(","))
    command = ["run", "mass-reception", "-p", platforms, *words, *ONCE, "--seed", str(seed), "--out", str(folder / "r")]
    done = subprocess.run([sys.executable, "-m", "agon", *command], capture_output=True, text=True, cwd=folder,
                          check=False, stdin=subprocess.DEVNULL)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return {
        f"{cell.cell.variant} {name}": cell.metrics[f"rtt_{name}"].median * 1e6
        for cell in load(folder / "r").cells
        for name in ("mean", "p50", "p99")
    }


def test_a_run_finds_the_times_of_both_queues(tmp_path: Path) -> None:
    # Times are virtual and draws seeded: the same figures on every machine, whatever its load.
    found = measured(tmp_path, "md1,mm1", 10_000, 500, "poisson", 1)
    assert found["md1 mean"] == pytest.approx(MD1_MEAN_US, rel=0.1)
    assert found["mm1 mean"] == pytest.approx(MM1_MEAN_US, rel=0.1)
    assert found["mm1 p50"] == pytest.approx(MM1_MEAN_US * 0.6931, rel=0.1)
    assert found["mm1 p99"] == pytest.approx(MM1_MEAN_US * 4.6052, rel=0.2)


def test_a_run_finds_what_a_stall_delays(tmp_path: Path) -> None:
    found = measured(tmp_path, "stalls", 4_000, 400, "constant", 1)
    assert found["stalls p50"] == pytest.approx(SERVICE_US, rel=0.02)
    # Who comes t into a stall waits 100 ms - t, and for the fifth of t that was due before: 1% wait over 92 ms.
    assert found["stalls p99"] == pytest.approx(92_000, rel=0.01)


@pytest.mark.full
def test_runs_of_many_seeds_lie_on_the_formulas(tmp_path: Path) -> None:
    runs: list[dict[str, float]] = []
    for seed in range(1, 13):
        folder = tmp_path / str(seed)
        folder.mkdir()
        runs.append(measured(folder, "md1,mm1", 10_000, 500, "poisson", seed))
    for name, formula in (
        ("md1 mean", MD1_MEAN_US),
        ("mm1 mean", MM1_MEAN_US),
        ("mm1 p50", MM1_MEAN_US * 0.693147),
        ("mm1 p99", MM1_MEAN_US * 4.605170),
    ):
        interval = median_interval([run[name] for run in runs])
        assert interval.low <= formula <= interval.high, name
