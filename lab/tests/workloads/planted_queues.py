"""Servers whose times are known by formula, in virtual time: what each answers a schedule with."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
NS_PER_US = 1000


class Queue:
    """One server, first come, first served. `service_us`: mean service time."""

    def __init__(self, service_us: float, seed: int) -> None:
        self.service_us = service_us
        self.draw = np.random.default_rng(seed)

    def services(self, count: int) -> Array:
        return np.full(count, self.service_us)

    def stalled_until(self, now: float) -> float:
        """When it goes on, if it does nothing then."""
        return now

    def answer(self, schedule: Path) -> tuple[list[list[int]], int]:
        """The (requester, ns) of all requests in `schedule`, and how long it all took, in ns."""
        lines = [list(map(int, line.split())) for line in schedule.read_text(encoding="ascii").splitlines()]
        order = sorted((due, who) for who, line in enumerate(lines) for due in line)
        end = 0.0
        times: list[list[int]] = [[] for _ in lines]
        for (due, who), service in zip(order, self.services(len(order)).tolist(), strict=True):
            end = self.stalled_until(max(end, due)) + service
            times[who].append(math.ceil((end - due) * NS_PER_US))
        return [[who, ns] for who, line in enumerate(times) for ns in line], math.ceil(end * NS_PER_US)


class Exponential(Queue):
    def services(self, count: int) -> Array:
        return self.draw.exponential(self.service_us, count)


class Stalling(Queue):
    """Does nothing in the last 100 ms of each second."""

    def stalled_until(self, now: float) -> float:
        second, within = divmod(now, 1_000_000)
        return (second + 1) * 1_000_000 if within >= 900_000 else now


def md1_mean_us(service_us: float, load: float) -> float:
    """Pollaczek and Khinchine: from arrival to answer, services all alike."""
    return service_us * (1 + load / (2 * (1 - load)))


def mm1_us(service_us: float, load: float, share: float | None = None) -> float:
    """The mean of the exponential time from arrival to answer, 1/(mu - lambda), or its percentile."""
    mean = service_us / (1 - load)
    return mean if share is None else -math.log(1 - share) * mean


def stall_us(service_us: float, load: float, share: float) -> float:
    """Who comes t into a stall of 100 ms waits 100 ms - t, and then for the load * t of work before it."""
    return max(service_us, 100_000 - (1 - share) * 1_000_000 * (1 - load))
