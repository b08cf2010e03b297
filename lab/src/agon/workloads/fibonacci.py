"""fibonacci: small requests among large ones at one server (agere13 4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from agon.stats.responsiveness import quantiles, seconds, small_and_large
from agon.workloads import strict
from agon.workloads.base import (
    Chart,
    Companion,
    Evidence,
    Metric,
    OracleError,
    Parameter,
    ParameterError,
    Params,
    ParamValue,
    Preset,
    Workload,
    integer_of,
)
from agon.workloads.samples import longest_ns, rows_of_iteration

POINTS = "points.csv"
COLUMNS = ("iteration", "client", "n", "value", "ns")

LARGEST_N = 60
MOST_REQUESTS = 10_000_000
LEAST_NS_PER_CALL = 0.1
"""A call of fib costs more than this on any machine there is; who answers faster did not compute."""

FIB = [0, 1]
while len(FIB) <= LARGEST_N + 3:
    FIB.append(FIB[-2] + FIB[-1])


def calls_of(n: int) -> int:
    """How often the doubly recursive definition calls fib to answer fib(n)."""
    return 2 * FIB[n + 1] - 1


@lru_cache(maxsize=2)
def draw(clients: int, requests: int, max_n: int, seed: int) -> tuple[tuple[int, ...], ...]:
    """Every client's list of n, uniform in 0..max_n.

    Drawn from the 64-bit outputs of NumPy's PCG64(seed), client by client: n = floor(high 32 bits * (max_n+1) / 2^32).
    The raw outputs are the same in every version of NumPy, which its distributions need not be.
    """
    raw = np.random.PCG64(seed).random_raw(clients * requests) >> np.uint64(32)
    n = ((raw * np.uint64(max_n + 1)) >> np.uint64(32)).reshape(clients, requests)
    return tuple(tuple(int(x) for x in line) for line in n)


class Fibonacci(Workload):
    id = "fibonacci"
    title = "Fibonacci"
    summary = "Clients ask one server for small and large Fibonacci numbers: do the large hold the small ones back?"
    source = "agere13 4.3"
    parameters = (
        Parameter("clients", "clients, each with one request under way at a time", 100, 1, 100_000),
        Parameter("requests", "requests of each client", 50, 1, 1_000_000),
        Parameter("max_n", "requests are for fib(n), n uniform in 0..max_n", 28, 1, LARGEST_N),
    )
    metrics = (
        Metric("response_p50", "s", "median response time, all requests"),
        Metric("response_p99", "s", "99th percentile of the response time, all requests"),
        Metric("small_p50", "s", "median response time of the small requests (n <= max_n/2)"),
        Metric("small_p99", "s", "99th percentile of the response time of the small requests (n <= max_n/2)"),
        Metric("request_rate", "1/s", "requests answered a second of in-program time", "higher"),
    )
    charts = (
        Chart(
            "points",
            "Response time by n",
            "n",
            "ns",
            "ns",
            log_y=True,
            samples=POINTS,
            figure="agere13 Figure 8",
        ),
        Chart(
            "lines",
            "Response time of small requests, 99th percentile",
            "max_n",
            "small_p99",
            "s",
            log_y=True,
            figure="agere13 Figure 8",
        ),
    )
    presets = (
        Preset("quick", tuple({"clients": 100, "requests": 50, "max_n": m} for m in (12, 28))),
        # The source has one M a platform, from 12 to 46 (they are among the published data); side by side it takes one.
        Preset("paper", ({"clients": 100, "requests": 50, "max_n": 38},)),
        Preset("demo", tuple({"clients": 50, "requests": 20, "max_n": m} for m in (8, 14))),
        Preset(
            "check",
            ({"clients": 1, "requests": 3, "max_n": 5}, {"clients": 10, "requests": 40, "max_n": 10}),
        ),
    )
    bulk = (POINTS,)
    usual_rate = 200_000_000.0
    has_input = True

    def validate(self, params: Params) -> None:
        clients, requests, _ = _sizes(params)
        if clients * requests > MOST_REQUESTS:
            raise ParameterError(
                f"clients={clients} requests={requests}: that is {clients * requests} requests, at most {MOST_REQUESTS}"
            )

    def write_input(self, params: Params, seed: int, path: Path) -> None:
        lines = (" ".join(map(str, line)) for line in _draw(params, seed))
        path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")

    def size(self, params: Params) -> int:
        clients, requests, max_n = _sizes(params)
        # The mean over n of calls_of(n), in closed form.
        return round(clients * requests * (2 * (FIB[max_n + 3] - 1) - (max_n + 1)) / (max_n + 1))

    def work(self, params: Params, seed: int) -> int:
        return sum(calls_of(n) for line in _draw(params, seed) for n in line)

    def doubled(self, params: Params) -> dict[str, ParamValue]:
        return self.params({**params, "requests": 2 * integer_of(params, "requests")})

    def grown(self, params: Params) -> dict[str, ParamValue]:
        # Larger numbers rather than more of them: a server that remembers its answers then stands out by its CPU time.
        return self.params({**params, "max_n": integer_of(params, "max_n") + 2})

    def companions(self, params: Params) -> Sequence[Companion]:
        if params["clients"] == 1:
            return ()
        return (Companion("idle", {**params, "clients": 1}),)

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        clients, requests, max_n = _sizes(params)
        total = clients * requests
        strict.require_keys(evidence.report, "answers")
        answers = strict.integer(evidence.report["answers"], "answers", 0, 2**63 - 1)
        if answers != total:
            raise OracleError(f"the manager counted {answers} answers, not {total}")
        rate = strict.rate(total, evidence)
        rows = rows_of_iteration(evidence.samples / POINTS, COLUMNS, evidence.index, evidence.iterations, total)
        asked = _draw(params, evidence.seed)
        _judge_rows(rows, asked, evidence)
        _judge_cpu(sum(calls_of(n) for line in asked for n in line), evidence)
        return {"request_rate": rate} | _responses(rows, max_n)


def _sizes(params: Params) -> tuple[int, int, int]:
    return integer_of(params, "clients"), integer_of(params, "requests"), integer_of(params, "max_n")


def _draw(params: Params, seed: int) -> tuple[tuple[int, ...], ...]:
    return draw(*_sizes(params), seed)


def _judge_rows(rows: Sequence[tuple[int, ...]], asked: Sequence[Sequence[int]], evidence: Evidence) -> None:
    """Each client got right answers to its own requests, in their order and within the iteration's time."""
    answered = [0] * len(asked)
    waited = [0] * len(asked)
    for client, n, value, ns in rows:
        if not 1 <= client <= len(asked):
            raise OracleError(f"{POINTS} has a client {client}, but there are {len(asked)}")
        line, position = asked[client - 1], answered[client - 1]
        if position == len(line):
            raise OracleError(f"client {client} has more than its {len(line)} answers")
        if n != line[position]:
            raise OracleError(
                f"request {position + 1} of client {client} was for fib({n}), "
                f"but the input asks for fib({line[position]})"
            )
        if value != FIB[n]:
            raise OracleError(f"client {client} received {value} as fib({n}), not {FIB[n]}")
        answered[client - 1] += 1
        waited[client - 1] += ns
    longest = max(waited)
    if longest > longest_ns(evidence):
        raise OracleError(
            f"client {waited.index(longest) + 1} waited {longest} ns in all, "
            f"but the iteration is reported to have lasted {evidence.elapsed_ns} ns"
        )


def _judge_cpu(calls: int, evidence: Evidence) -> None:
    if evidence.cpu_ns is None:
        return
    least = LEAST_NS_PER_CALL * calls * evidence.iterations
    if evidence.cpu_ns < least:
        raise OracleError(
            f"{evidence.cpu_ns / 1e9:.3f} s of CPU time cannot hold {calls * evidence.iterations} calls of fib: "
            f"at {LEAST_NS_PER_CALL} ns a call they take {least / 1e9:.3f} s"
        )


def _responses(rows: Sequence[tuple[int, ...]], max_n: int) -> dict[str, float]:
    asked = [n for _, n, _, _ in rows]
    waited = [ns for _, _, _, ns in rows]
    small, _ = small_and_large(asked, waited, max_n)
    metrics: dict[str, float] = {}
    for name, times in (("response", quantiles(waited)), ("small", small)):
        if times is not None:
            metrics |= seconds(name, times)
    return metrics
