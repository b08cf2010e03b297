"""What echo-all and mass-reception share: requests and replies, and how long each takes there and back."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

from agon.stats.responsiveness import quantiles, seconds
from agon.workloads import arrivals, strict
from agon.workloads.arrivals import Times
from agon.workloads.base import (
    Chart,
    Evidence,
    Metric,
    OracleError,
    Parameter,
    ParameterError,
    Params,
    ParamValue,
    Workload,
    integer_of,
)
from agon.workloads.modular import MODULUS
from agon.workloads.samples import longest_ns, rows_of_iteration

RTT = "rtt.csv"
COLUMNS = ("iteration", "agent", "ns")

MOST_TIMED = 10_000_000
"""Round trips of an iteration that may be timed: the lab reads them all."""
MOST_REQUESTS = 10_000_000_000

NS_PER_US = 1_000
NS_PER_MS = 1_000_000
SCHEDULE_SLACK_NS = NS_PER_MS
"""What a timer may come early by."""
ROUNDING_NS = 1_000
"""What a time in whole nanoseconds may be off by, where the platform's clock shows fractions of a millisecond."""

SWEPT_MS = 500
LEAST_SWEPT, MOST_SWEPT = 400, 200_000
"""Requests of an iteration in a sweep over rates."""

LEAST_WAITED = 0.5
PAUSE_NS = 500_000_000
"""Round trips count from the iteration's own start, one after the other: so the requester that ends last has waited
nearly as long as the iteration lasted. The rest is the controller's, which counts those that have ended, and a pause of
the process may fall into it."""

PARAMETERS = (
    Parameter("messages", "requests of each of them, one under way at a time", 100, 1, 100_000_000),
    Parameter("clock", "whether each round trip is timed", "on", choices=("on", "off")),
    *arrivals.PARAMETERS,
)
METRICS = (
    Metric("rtt_mean", "s", "mean of all round-trip times", mean=True),
    Metric("rtt_p50", "s", "median round-trip time"),
    Metric("rtt_p99", "s", "99th percentile of the round-trip time"),
    Metric("rtt_max", "s", "longest round-trip time"),
    Metric("request_rate", "1/s", "requests answered a second of in-program time", "higher"),
)

PERCENTILES = Chart(
    "percentiles",
    "Round-trip time by percentile",
    "rate",
    "ns",
    "ns",
    log_y=True,
    samples=RTT,
    figure="jason-multicore 3.2.2",
    along=("arrivals",),
)


def closed(params: Params) -> bool:
    """Whether the next request waits for the reply and nothing else, as in the source."""
    return params.get("rate", 0) == 0


def scheduled(params: Params) -> bool:
    """Whether requests are due at a rate, whatever the replies take."""
    return not closed(params)


def _against_load(what: str, y: str, unit: str) -> Chart:
    title = f"{what}, against offered load"
    return Chart("lines", title, "rate", y, unit, True, True, figure="Agon", where=scheduled, along=("messages",),
                 swept=True)  # fmt: skip


LOAD = (
    _against_load("Round-trip time, median", "rtt_p50", "s"),
    _against_load("Round-trip time, 99th percentile", "rtt_p99", "s"),
    _against_load("Requests answered a second", "request_rate", "1/s"),
)


def series(
    x: str, title: str, panels: str, where: Callable[[Params], bool] = closed, along: tuple[str, ...] = ()
) -> tuple[Chart, ...]:
    """The charts of one of the source's series over `x`; `panels`: what it is called in the source's figures."""
    comma = f", {title}" if title else ""
    waiting = f"jason-multicore Figures 5{panels}, 6{panels}, 7{panels}"
    total = f"jason-multicore Figures 8{panels}, 9{panels}, 10{panels}"

    def chart(kind: Literal["lines", "sweep", "speed-up"], what: str, y: str, unit: str, figure: str) -> Chart:
        log = kind != "speed-up"
        return Chart(kind, f"{what}{comma}", x, y, unit, log_y=log, log_x=True, figure=figure, where=where, along=along)

    return (
        chart("lines", "Round-trip time, mean", "rtt_mean", "s", waiting),
        chart("sweep", "Round-trip time by cores", "rtt_mean", "s", waiting),
        chart("lines", "Elapsed time in the program", "elapsed", "s", total),
        chart("speed-up", "Speed-up", "elapsed", "s", total),
        chart("lines", "Requests answered a second", "request_rate", "1/s", total),
    )


@dataclass(frozen=True)
class Exchange:
    """What an honest run ends with."""

    acc: Sequence[int]
    """Of each requester, over the numbers of those who replied to it."""
    handled: Sequence[int]
    """Requests that each replier answered."""
    witness: Sequence[int]
    """Of each replier, over the requests it answered."""


class RoundTrips(Workload):
    """A workload of requests that each wait for their reply."""

    requesters: str
    """The parameter with how many there are."""
    requester: str
    replier: str
    """What one of them is called in messages."""
    bulk = (RTT,)
    metrics = METRICS
    has_input = True

    @abstractmethod
    def exchange(self, params: Params) -> Exchange:
        """What an honest run ends with, in closed form."""

    def validate(self, params: Params) -> None:
        total = self._total(params)
        most = MOST_TIMED if params["clock"] == "on" else MOST_REQUESTS
        if total > most:
            timed = "timed " if params["clock"] == "on" else ""
            raise ParameterError(
                f"{self.requesters}={params[self.requesters]} messages={params['messages']}: "
                f"that is {total} {timed}requests, at most {most}"
            )
        if rate := integer_of(params, "rate"):
            if params["clock"] == "off":
                raise ParameterError(f"rate={rate}: requests on a schedule are timed: clock=on")
            arrivals.validate(total, rate)

    def drawn(self, params: Params) -> bool:
        return not closed(params) and params["arrivals"] == "poisson"

    def write_input(self, params: Params, seed: int, path: Path) -> None:
        """In an open loop when each request is due; else nothing."""
        if closed(params):
            path.touch()
        else:
            arrivals.write(path, self._schedule(params, seed))

    def size(self, params: Params) -> int:
        return 2 * self._total(params)

    def doubled(self, params: Params) -> dict[str, ParamValue]:
        return self.params({**params, "messages": 2 * integer_of(params, "messages")})

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        report, total = evidence.report, self._total(params)
        strict.require_keys(report, "replies", "acc", "handled", *(["witness"] if evidence.witness else []))
        replies = strict.integer(report["replies"], "replies", 0, 2**63 - 1)
        if replies != total:
            raise OracleError(f"the {self.requester}s handled {replies} replies, not {total}")
        self._judge_exchange(report, self.exchange(params), evidence.witness)
        metrics = {"request_rate": strict.rate(total, evidence)}
        if not closed(params):
            judge_end(self._schedule(params, evidence.seed), evidence)
        if params["clock"] == "off":
            if os.path.lexists(evidence.samples / RTT):
                raise OracleError(f"clock=off, and yet there is a file {RTT}")
            return metrics
        return metrics | _times(self._judge_times(params, evidence))

    def at_rate(self, given: Params, rate: int) -> dict[str, ParamValue]:
        """The parameters with that rate, and with as many requests as are due in half a second, unless they are too
        few for a percentile or too many to read."""
        requesters = integer_of(given, self.requesters)
        requests = min(MOST_SWEPT, max(LEAST_SWEPT, rate * SWEPT_MS // 1000))
        return self.params({**given, "rate": rate, "clock": "on", "messages": -(-requests // requesters)})

    def _schedule(self, params: Params, seed: int) -> Times:
        requesters, messages, rate = (integer_of(params, n) for n in (self.requesters, "messages", "rate"))
        return _schedule(requesters, messages, rate, str(params["arrivals"]), seed)

    def _total(self, params: Params) -> int:
        return integer_of(params, self.requesters) * integer_of(params, "messages")

    def _judge_exchange(self, report: Mapping[str, Any], expected: Exchange, witness: bool) -> None:
        handled = strict.integers(report["handled"], "handled", len(expected.handled), 0, 2**63 - 1)
        for number, (found, due) in enumerate(zip(handled, expected.handled, strict=True)):
            if found != due:
                raise OracleError(f"{self.replier} {number} answered {found} requests, not {due}")
        accs = strict.integers(report["acc"], "acc", len(expected.acc), 0, MODULUS - 1)
        for number, (found, due) in enumerate(zip(accs, expected.acc, strict=True)):
            if found != due:
                raise OracleError(
                    f"{self.requester} {number} ends with acc {found}, not {due}: "
                    f"those who replied to it are not those it should have asked, in that order"
                )
        if witness:
            sums = strict.integers(report["witness"], "witness", len(expected.witness), 0, MODULUS - 1)
            for number, (found, due) in enumerate(zip(sums, expected.witness, strict=True)):
                if found != due:
                    raise OracleError(
                        f"the requests that {self.replier} {number} answered sum to {found}, not {due}: "
                        f"they are not those meant for it"
                    )

    def _judge_times(self, params: Params, evidence: Evidence) -> Times:
        """The times of each requester: as many as it made requests, and no more than the iteration can hold."""
        requesters, messages = integer_of(params, self.requesters), integer_of(params, "messages")
        rows = rows_of_iteration(
            evidence.samples / RTT, COLUMNS, evidence.index, evidence.iterations, requesters * messages
        )
        times = self._by_requester(np.array(rows, dtype=np.int64), requesters, messages)
        longest = longest_ns(evidence)
        least, most = int(times.min()), int(times.max())
        if least < 1:
            raise OracleError(f"{RTT} has a round trip of {least} ns")
        lasted = f"but the iteration is reported to have lasted {evidence.elapsed_ns} ns"
        if most > longest:
            raise OracleError(f"{RTT} has a round trip of {most} ns, {lasted}")
        if not closed(params):
            self._judge_order(times, self._schedule(params, evidence.seed) * NS_PER_US, longest, lasted)
            return times
        waited = times.sum(axis=1, dtype=np.float64)
        if (total := float(waited.max())) > longest:
            raise OracleError(f"{self.requester} {int(waited.argmax())} waited {total:.0f} ns in all, {lasted}")
        if total < LEAST_WAITED * evidence.elapsed_ns - PAUSE_NS:
            raise OracleError(
                f"by {RTT} no {self.requester} waited longer than {total:.0f} ns in all, {lasted}: "
                f"the first round trip of each counts from the start of the iteration"
            )
        return times

    def _by_requester(self, rows: Times, requesters: int, messages: int) -> Times:
        who = rows[:, 0]
        if int(who.max()) >= requesters:
            raise OracleError(f"{RTT} has a row of {self.requester} {int(who.max())}, but there are {requesters}")
        counts = np.bincount(who, minlength=requesters)
        wrong = np.flatnonzero(counts != messages)
        if wrong.size:
            number = int(wrong[0])
            raise OracleError(f"{RTT} has {int(counts[number])} rows of {self.requester} {number}, not {messages}")
        return rows[np.argsort(who, kind="stable"), 1].reshape(requesters, messages)

    def _judge_order(self, times: Times, due: Times, longest: float, lasted: str) -> None:
        """On a schedule a request is sent when the reply before is there, so replies come one after the other."""
        ends = due + times
        if (last := int(ends.max())) > longest:
            raise OracleError(f"by {RTT} the last reply came {last} ns after the start, {lasted}")
        early = np.argwhere(np.diff(ends, axis=1) < -ROUNDING_NS)
        if early.size:
            number, at = (int(x) for x in early[0])
            raise OracleError(f"by {RTT} reply {at + 2} of {self.requester} {number} came before the one before it")


@lru_cache(maxsize=4)
def _schedule(requesters: int, messages: int, rate: int, kind: str, seed: int) -> Times:
    return arrivals.schedule(requesters, messages, rate, kind, seed)


def judge_end(schedule: Times, evidence: Evidence) -> None:
    """The iteration lasted at least until the last request was due."""
    last = int(schedule.max()) * NS_PER_US
    if evidence.elapsed_ns < last - SCHEDULE_SLACK_NS:
        raise OracleError(
            f"the last request is due {last / NS_PER_MS:.3f} ms after the start, "
            f"but the iteration is reported to have lasted {evidence.elapsed_ns / NS_PER_MS:.3f} ms"
        )


def _times(times: Times) -> dict[str, float]:
    ends = {"rtt_mean": float(times.mean()) / 1e9, "rtt_max": float(times.max()) / 1e9}
    return ends | seconds("rtt", quantiles(times.ravel()))
