"""throughput: strings of one size from a component to another over the platform's messaging layer (agentslang)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from agon.stats.responsiveness import quantiles, seconds
from agon.workloads import strict
from agon.workloads.base import (
    Chart,
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

LATENCY = "latency.csv"
COLUMNS = ("iteration", "message", "ns")

MOST_CHARACTERS = 256 * 2**20
"""All strings are made before the clock starts."""
MOST_SPRINTS = 100_000
"""A pause of a millisecond follows each."""
EVERY = 64
"""In a stream, messages whose number is a multiple of it are timed."""

STEP = 1_000
"""Characters that are estimated at as much work as the message itself."""


@lru_cache(maxsize=2)
def draw(messages: int, faults: int, seed: int) -> tuple[int, ...]:
    """The messages at which the handler fails, ascending: those with the smallest outputs of NumPy's PCG64(seed).

    The raw outputs are the same in every version of NumPy, which its distributions need not be.
    """
    if not faults:
        return ()
    raw = np.random.PCG64(seed).random_raw(messages)
    return tuple(sorted(int(number) for number in np.argsort(raw, kind="stable")[:faults]))


def timed(messages: int, protocol: ParamValue) -> range:
    """The numbers of the messages that are timed where there is a clock."""
    return range(0, messages, 1 if protocol == "sprint" else EVERY)


def _case(size: int, messages: int, **more: ParamValue) -> dict[str, ParamValue]:
    return {"size": size, "messages": messages, **more}


class Throughput(Workload):
    id = "throughput"
    title = "Throughput"
    summary = "Strings of one size go from a component to another: message size, serialisation, acknowledgement."
    source = "agentslang"
    parameters = (
        Parameter("size", "characters of each string, its number among them", 1_000, 10, MOST_CHARACTERS),
        Parameter("messages", "strings sent", 10_000, 1, MOST_CHARACTERS // 10),
        Parameter("serializer", "how a string is packed", "native", choices=("native", "msgpack")),
        Parameter("acks", "whether the receiver confirms what it has handled", "off", choices=("off", "on")),
        Parameter("transport", "what lies between the two", "inproc", choices=("inproc", "ipc", "tcp")),
        Parameter("protocol", "one message at a time, or as fast as may be", "stream", choices=("sprint", "stream")),
        Parameter("clock", "whether messages are timed", "on", choices=("on", "off")),
        Parameter("faults", "messages at which the receiver's handler fails", 0, 0, 100_000),
    )
    metrics = (
        Metric("message_rate", "1/s", "messages a second of in-program time", "higher"),
        Metric("byte_rate", "B/s", "characters a second of in-program time", "higher"),
        Metric("message_time", "s", "in-program time a message", mean=True),
        Metric("latency_mean", "s", "mean time from the send call to the end of the receiver's handler", mean=True),
        Metric("latency_p50", "s", "median time from the send call to the end of the receiver's handler"),
        Metric("latency_p99", "s", "99th percentile of the time from the send call to the end of the handler"),
        Metric("latency_max", "s", "longest time from the send call to the end of the receiver's handler"),
    )
    charts = (
        Chart("lines", "Messages a second", "size", "message_rate", "1/s", True, True, figure="agentslang Tables 1, 2"),
        Chart("lines", "Characters a second", "size", "byte_rate", "B/s", True, True, figure="agentslang Tables 1, 2"),
        Chart("lines", "Latency, median", "size", "latency_p50", "s", True, True, figure="agentslang Tables 1, 2"),
        Chart("lines", "Latency, 99th percentile", "size", "latency_p99", "s", True, True, figure="agentslang"),
        Chart(
            "lines",
            "What acknowledgement costs: time a message",
            "acks",
            "message_time",
            "s",
            log_y=True,
            figure="agentslang Table 2",
        ),
    )
    presets = (
        Preset(
            "quick",
            tuple(
                _case(size, messages, acks=acks)
                for size, messages in ((10, 60_000), (1_000, 60_000), (100_000, 1_320))
                for acks in ("off", "on")
            ),
        ),
        # The source's sizes and its count; its pause between two sprints is 'small'.
        Preset("paper", tuple(_case(10**e, 100, protocol="sprint") for e in range(1, 7))),
        Preset("demo", tuple(_case(size, 5_000) for size in (10, 1_000))),
        Preset(
            "check",
            (
                _case(10, 1),
                _case(11, 5, protocol="sprint", serializer="msgpack", acks="on", faults=2),
                _case(77, 150, serializer="msgpack"),
                _case(10, 400, transport="ipc", acks="on", faults=400),
                _case(70_001, 12, protocol="sprint", transport="ipc", acks="on", serializer="msgpack"),
                _case(65_537, 20, protocol="sprint", transport="tcp"),
                _case(300_000, 30, transport="tcp", serializer="msgpack", clock="off"),
                # Growth is shown by the last: one for each transport.
                _case(10, 11_000, transport="tcp", acks="on", faults=7, clock="off"),
                _case(10, 11_500, transport="ipc", acks="on", faults=7),
                _case(10, 12_000, transport="inproc", acks="on", faults=7, clock="off"),
            ),
        ),
    )
    bulk = (LATENCY,)
    has_input = True
    outside = 0.25  # strings that a platform cannot send twice are made before each iteration

    def validate(self, params: Params) -> None:
        size, messages, faults = _sizes(params)
        if size * messages > MOST_CHARACTERS:
            raise ParameterError(
                f"size={size} messages={messages}: that is {size * messages} characters, at most {MOST_CHARACTERS}"
            )
        if faults and params["acks"] != "on":
            raise ParameterError(f"faults={faults} needs acks=on: else no failure is reported to the sender")
        if faults > messages:
            raise ParameterError(f"faults={faults}: there are only {messages} messages")
        if params["protocol"] == "sprint" and params["clock"] != "on":
            raise ParameterError("protocol=sprint needs clock=on: every message is timed")
        if params["protocol"] == "sprint" and messages > MOST_SPRINTS:
            raise ParameterError(
                f"protocol=sprint messages={messages}: at most {MOST_SPRINTS}, with a pause after each"
            )

    def write_input(self, params: Params, seed: int, path: Path) -> None:
        _, messages, faults = _sizes(params)
        path.write_text(" ".join(map(str, draw(messages, faults, seed))) + "\n", encoding="ascii")

    def size(self, params: Params) -> int:
        size, messages, _ = _sizes(params)
        return messages * (STEP + size) // STEP

    def doubled(self, params: Params) -> dict[str, ParamValue]:
        return self.params({**params, "messages": 2 * integer_of(params, "messages")})

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        size, messages, faults = _sizes(params)
        acks = params["acks"] == "on"
        report = evidence.report
        keys = ["received", "characters", *(["confirmed", "unconfirmed"] if acks else [])]
        strict.require_keys(report, *keys, *(["crc_sent", "crc_received"] if evidence.witness else []))
        received = strict.integer(report["received"], "received", 0, 2**63 - 1)
        if received != messages:
            raise OracleError(f"the receiver handled {received} messages, not {messages}")
        characters = strict.integer(report["characters"], "characters", 0, 2**63 - 1)
        if characters != messages * size:
            raise OracleError(f"the messages received have {characters} characters in all, not {messages} times {size}")
        if acks:
            _judge_acks(report["confirmed"], report["unconfirmed"], messages, draw(messages, faults, evidence.seed))
        if evidence.witness:
            sent, came = (strict.integer(report[k], k, 0, 2**32 - 1) for k in ("crc_sent", "crc_received"))
            if sent != came:
                raise OracleError(
                    f"the checksums of what was sent sum to {sent}, of what was received to {came}: "
                    f"not each message came as it was sent, once"
                )
        rate = strict.rate(messages, evidence)
        metrics = {"message_rate": rate, "byte_rate": rate * size, "message_time": 1 / rate}
        return metrics | (_latencies(messages, params["protocol"], evidence) if params["clock"] == "on" else {})


def _sizes(params: Params) -> tuple[int, int, int]:
    return integer_of(params, "size"), integer_of(params, "messages"), integer_of(params, "faults")


def _judge_acks(confirmed: object, unconfirmed: object, messages: int, failed: Sequence[int]) -> None:
    """Confirmed is what the handler got through with, and nothing else."""
    count = strict.integer(confirmed, "confirmed", 0, 2**63 - 1)
    if count != messages - len(failed):
        raise OracleError(
            f"{count} messages were confirmed, not {messages - len(failed)}: the handler failed at {len(failed)}"
        )
    reported = strict.integers(unconfirmed, "unconfirmed", len(failed), 0, messages - 1)
    for number, due in zip(reported, failed, strict=True):
        if number != due:
            raise OracleError(f"message {number} stands among the unconfirmed where {due} is due, at which it failed")


def _latencies(messages: int, protocol: ParamValue, evidence: Evidence) -> dict[str, float]:
    numbers = timed(messages, protocol)
    path = evidence.samples / LATENCY
    rows = rows_of_iteration(path, COLUMNS, evidence.index, evidence.iterations, len(numbers))
    for (number, _), due in zip(rows, numbers, strict=True):
        if number != due:
            raise OracleError(f"{LATENCY} has message {number} where {due} is due")
    times = [ns for _, ns in rows]
    total, longest, elapsed = sum(times), max(times), evidence.elapsed_ns
    if protocol == "sprint" and total != elapsed:
        raise OracleError(
            f"the messages took {total} ns in all, but the iteration is reported to have lasted {elapsed} ns"
        )
    if longest > longest_ns(evidence):
        raise OracleError(
            f"message {numbers[times.index(longest)]} took {longest} ns, "
            f"but the iteration is reported to have lasted {elapsed} ns"
        )
    ends = {"latency_mean": total / len(times) / 1e9, "latency_max": longest / 1e9}
    return ends | seconds("latency", quantiles(times))
