"""remote-ask: questions from one node, answers from another, and how long each takes there and back."""

from __future__ import annotations

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
from agon.workloads.modular import MODULUS
from agon.workloads.remote import CPU_MESSAGE, MOST_CHARACTERS, judge_reports, sum_of_numbers
from agon.workloads.samples import longest_ns, rows_of_iteration

RTT = "rtt.csv"
COLUMNS = ("iteration", "ask", "ns")
MULTIPLIER = 48_271
"""The answer to question q is this times (q + 1), modulo 2^31 - 1."""
MOST_ASKS = 10_000_000
"""Of an iteration: each is timed, and the lab reads them all."""
STEP = 1_000


def sum_of_answers(asks: int) -> int:
    """Of (q + 1) times the answer to question q, over all questions, modulo 2^31 - 1."""
    return MULTIPLIER * (asks * (asks + 1) * (2 * asks + 1) // 6) % MODULUS


def _case(outstanding: int, asks: int, size: int = 16) -> dict[str, ParamValue]:
    return {"outstanding": outstanding, "asks": asks, "size": size}


class RemoteAsk(Workload):
    id = "remote-ask"
    title = "Asks over two nodes"
    summary = "Questions go from a node to another and wait for their answers: round-trip time between nodes."
    source = "Agon"
    nodes = 2
    parameters = (
        Parameter("asks", "questions in all", 5_000, 1, MOST_ASKS),
        Parameter("outstanding", "askers, each with one question under way at a time", 1, 1, 4_096),
        Parameter("size", "characters of each question, its number among them", 16, 10, 2**20),
    )
    metrics = (
        Metric("rtt_mean", "s", "mean of all round-trip times", mean=True),
        Metric("rtt_p50", "s", "median round-trip time"),
        Metric("rtt_p99", "s", "99th percentile of the round-trip time"),
        Metric("rtt_max", "s", "longest round-trip time"),
        Metric("request_rate", "1/s", "requests answered a second of in-program time", "higher"),
        CPU_MESSAGE,
    )
    charts = (
        Chart("lines", "Round-trip time, median", "outstanding", "rtt_p50", "s", True, True, figure="Agon"),
        Chart("lines", "Round-trip time, 99th percentile", "outstanding", "rtt_p99", "s", True, True, figure="Agon"),
        Chart("lines", "Questions answered a second", "outstanding", "request_rate", "1/s", True, True, figure="Agon"),
        Chart("lines", "CPU time a message", "outstanding", "cpu_message", "s", True, True, figure="Agon"),
    )
    presets = (
        Preset("quick", (_case(1, 2_000), _case(64, 10_000))),
        Preset("paper", (_case(1, 5_000), _case(1, 5_000, 1_024), _case(64, 50_000), _case(64, 50_000, 1_024))),
        Preset("demo", (_case(1, 1_000), _case(64, 2_000))),
        Preset("check", (_case(1, 1), _case(7, 100, 50), _case(64, 1_000))),
    )
    bulk = (RTT,)
    outside = 0.25  # as in remote-throughput

    def validate(self, params: Params) -> None:
        asks, size, outstanding = (integer_of(params, name) for name in ("asks", "size", "outstanding"))
        if size * asks > MOST_CHARACTERS:
            raise ParameterError(
                f"size={size} asks={asks}: that is {size * asks} characters, at most {MOST_CHARACTERS}"
            )
        if outstanding > asks:
            raise ParameterError(f"outstanding={outstanding}: there are only {asks} asks")

    def size(self, params: Params) -> int:
        return 2 * integer_of(params, "asks") * (STEP + integer_of(params, "size")) // STEP

    def messages(self, params: Params) -> int:
        return 2 * integer_of(params, "asks")

    def doubled(self, params: Params) -> dict[str, ParamValue]:
        return self.params({**params, "asks": 2 * integer_of(params, "asks")})

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        asks = integer_of(params, "asks")
        own = {"answers": asks, "sum": sum_of_answers(asks)}
        judge_reports(evidence, own, {"handled": asks, "sum": sum_of_numbers(asks)})
        return {"request_rate": strict.rate(asks, evidence)} | self._times(params, evidence)

    def _times(self, params: Params, evidence: Evidence) -> dict[str, float]:
        asks, outstanding = integer_of(params, "asks"), integer_of(params, "outstanding")
        rows = rows_of_iteration(evidence.samples / RTT, COLUMNS, evidence.index, evidence.iterations, asks)
        for due, (number, _) in enumerate(rows):
            if number != due:
                raise OracleError(f"{RTT} has ask {number} where {due} is due")
        times = [ns for _, ns in rows]
        longest = longest_ns(evidence)
        lasted = f"but the iteration is reported to have lasted {evidence.elapsed_ns} ns"
        if min(times) < 1:
            raise OracleError(f"{RTT} has a round trip of {min(times)} ns")
        if max(times) > longest:
            raise OracleError(f"{RTT} has a round trip of {max(times)} ns, {lasted}")
        for asker in range(outstanding):
            if (waited := sum(times[asker::outstanding])) > longest:
                raise OracleError(f"asker {asker} waited {waited} ns in all, {lasted}")
        ends = {"rtt_mean": sum(times) / asks / 1e9, "rtt_max": max(times) / 1e9}
        return ends | seconds("rtt", quantiles(times))
