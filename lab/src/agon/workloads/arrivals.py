"""When requests arrive in an open loop: on a schedule that waits for no reply, the same for every platform."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from agon.workloads.base import Parameter, ParameterError

Times: TypeAlias = npt.NDArray[np.int64]
"""A row a requester, a column a request."""

KINDS = ("constant", "poisson")
US_PER_S = 1_000_000
MOST_RATE = 10_000_000
MOST_REQUESTS = 1_000_000
"""Of an iteration."""
LONGEST_S = 600

PARAMETERS = (
    Parameter("rate", "requests due a second, of all together; 0: the next when the reply is there", 0, 0, MOST_RATE),
    Parameter("arrivals", "at a rate: evenly spaced, or at random as of independent users", KINDS[0], choices=KINDS),
)


def validate(requests: int, rate: int) -> None:
    """Whether so many requests can be scheduled at that rate; raises ParameterError."""
    if requests > MOST_REQUESTS:
        raise ParameterError(f"rate={rate}: that is {requests} requests on a schedule, at most {MOST_REQUESTS}")
    if requests > LONGEST_S * rate:
        raise ParameterError(f"rate={rate}: {requests} requests take {requests / rate:.0f} s, at most {LONGEST_S} s")


def schedule(requesters: int, messages: int, rate: int, arrivals: str, seed: int) -> Times:
    """When each request is due, in microseconds from the start.

    `constant`: one after the other in the requesters' order, 1/rate apart. `poisson`: a Poisson process of that rate,
    each arrival dealt at random to one who has not all its requests yet.
    """
    if arrivals == "constant":
        number = np.arange(messages, dtype=np.int64) * requesters + np.arange(requesters, dtype=np.int64)[:, None]
        return number * US_PER_S // rate
    generator = np.random.Generator(np.random.PCG64([seed, requesters, messages, rate]))
    gaps = -np.log1p(-generator.random(requesters * messages)) * (US_PER_S / rate)
    due = np.cumsum(gaps).astype(np.int64)
    whose = generator.permutation(np.repeat(np.arange(requesters), messages))
    return due[np.argsort(whose, kind="stable")].reshape(requesters, messages)


def write(path: Path, times: Times) -> None:
    """A line a requester."""
    path.write_text("".join(" ".join(map(str, row)) + "\n" for row in times.tolist()), encoding="ascii")
