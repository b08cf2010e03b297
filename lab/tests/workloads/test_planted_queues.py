"""Queues whose curves are known by formula, through the lab's own schedule, oracle, percentiles and saturation."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from honest import evidence
from honest_multicore import exchange, partners, write_times
from planted_queues import Exponential, Queue, Stalling, md1_mean_us, mm1_us, stall_us

from agon.stats.intervals import median_interval
from agon.stats.percentiles import Array, over_invocations
from agon.stats.saturation import saturation
from agon.workloads.base import OracleError
from agon.workloads.mass_reception import MassReception

MASS = MassReception()
SENDERS, MESSAGES = 20, 1000
SERVICE_US = 100.0
CAPACITY = 1e6 / SERVICE_US
TAIL = (0.5, 0.9, 0.99, 0.999)
"""At a high load 20 000 times hold so few long queues that the 99.9th percentile of most invocations is too low."""
REPORT = exchange(partners(SENDERS, 1, MESSAGES), 1, 1, witness=False)


def measured(folder: Path, queue: Queue, rate: int, seed: int, arrivals: str = "poisson") -> dict[str, float]:
    """One invocation of the queue: its schedule as the lab writes it, its times as the lab reads and judges them."""
    params = MASS.params({"senders": SENDERS, "messages": MESSAGES, "rate": rate, "arrivals": arrivals})
    MASS.write_input(params, seed, folder / "schedule.txt")
    rows, elapsed = queue.answer(folder / "schedule.txt")
    write_times(folder / "rtt.csv", [rows])
    return MASS.judge(params, evidence(REPORT, folder, elapsed_ns=elapsed, seed=seed))


def invocations(
    folder: Path, kind: type[Queue], load: float, count: int = 12
) -> tuple[list[dict[str, float]], list[Array]]:
    """The metrics and the times of each."""
    metrics: list[dict[str, float]] = []
    times: list[Array] = []
    for seed in range(count):
        place = folder / f"{load}-{seed}"
        place.mkdir()
        metrics.append(measured(place, kind(SERVICE_US, seed), round(load * CAPACITY), seed))
        times.append(np.sort(np.loadtxt(place / "rtt.csv", delimiter=",", skiprows=1)[:, 2]))
    return metrics, times


@pytest.mark.parametrize("load", [0.2, 0.5, 0.7, 0.8])
def test_services_all_alike_follow_pollaczek_and_khinchine(tmp_path: Path, load: float) -> None:
    metrics, _ = invocations(tmp_path, Queue, load)
    found = median_interval([m["rtt_mean"] * 1e6 for m in metrics])
    assert found.low <= md1_mean_us(SERVICE_US, load) <= found.high


@pytest.mark.parametrize(("load", "shares"), [(0.2, TAIL), (0.5, TAIL), (0.7, TAIL[:3])])
def test_exponential_services_have_exponential_times(tmp_path: Path, load: float, shares: tuple[float, ...]) -> None:
    metrics, times = invocations(tmp_path, Exponential, load)
    found = median_interval([m["rtt_mean"] * 1e6 for m in metrics])
    assert found.low <= mm1_us(SERVICE_US, load) <= found.high
    for share in shares:
        quoted = over_invocations(times, share)
        assert quoted is not None
        assert quoted.low <= mm1_us(SERVICE_US, load, share) * 1e3 <= quoted.high, share


def test_a_stall_is_paid_for_by_all_that_it_delays(tmp_path: Path) -> None:
    # Ten seconds at a fifth of what it can do, evenly spaced: 1% of all requests wait longer than 92 ms.
    metrics = measured(tmp_path, Stalling(SERVICE_US, 1), 2000, 1, "constant")
    assert metrics["rtt_p50"] * 1e6 == pytest.approx(SERVICE_US, rel=0.01)
    assert metrics["rtt_p99"] * 1e6 == pytest.approx(stall_us(SERVICE_US, 0.2, 0.99), rel=0.01)
    times = np.loadtxt(tmp_path / "rtt.csv", delimiter=",", skiprows=1)[:, 2]
    quoted = over_invocations([times], 0.999)
    assert quoted is not None and quoted.median / 1e3 == pytest.approx(stall_us(SERVICE_US, 0.2, 0.999), rel=0.01)


def test_throughput_stops_rising_at_what_the_server_can_do(tmp_path: Path) -> None:
    loads = (0.25, 0.5, 1.0, 2.0, 4.0)
    series: list[tuple[int, float, float]] = []
    for load in loads:
        found = measured(tmp_path, Exponential(SERVICE_US, 1), round(load * CAPACITY), 1)
        series.append((round(load * CAPACITY), found["request_rate"], found["rtt_mean"]))
    knee = saturation(series)
    assert knee is not None and knee.reached
    assert knee.load == CAPACITY
    assert series[-1][1] == pytest.approx(CAPACITY, rel=0.05)


def test_the_schedule_of_another_seed_does_not_fit(tmp_path: Path) -> None:
    params = MASS.params({"senders": SENDERS, "messages": MESSAGES, "rate": 5000, "arrivals": "poisson"})
    MASS.write_input(params, 7, tmp_path / "schedule.txt")
    rows, elapsed = Queue(SERVICE_US, 1).answer(tmp_path / "schedule.txt")
    write_times(tmp_path / "rtt.csv", [rows])
    MASS.judge(params, evidence(REPORT, tmp_path, elapsed_ns=elapsed, seed=7))
    for other in (8, 9, 10):
        with pytest.raises(OracleError, match=r"before the one before it|the last request is due|the last reply came"):
            MASS.judge(params, evidence(REPORT, tmp_path, elapsed_ns=elapsed, seed=other))


def test_poisson_arrivals_are_dealt_at_random(tmp_path: Path) -> None:
    params = MASS.params({"senders": SENDERS, "messages": MESSAGES, "rate": 5000, "arrivals": "poisson"})
    MASS.write_input(params, 3, tmp_path / "schedule.txt")
    due = np.loadtxt(tmp_path / "schedule.txt")
    assert due.shape == (SENDERS, MESSAGES)
    together, single = np.diff(np.sort(due.ravel())), np.diff(due[4])
    assert together.mean() == pytest.approx(200, rel=0.03)
    assert together.std() == pytest.approx(200, rel=0.03)
    assert single.std() == pytest.approx(single.mean(), rel=0.1)
