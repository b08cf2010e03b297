"""service-rounds: a client served through a coordinator, round after round (microagents 2.6)."""

from __future__ import annotations

import numpy as np

from agon.workloads import printed, strict
from agon.workloads.base import (
    Chart,
    Evidence,
    Metric,
    OracleError,
    Parameter,
    Params,
    ParamValue,
    Preset,
    Workload,
    integer_of,
)
from agon.workloads.modular import MODULUS, MULTIPLIER, geometric, run

FACTOR, PERIOD = 7919, 1_000_003
"""The datum of round r is (r*FACTOR) mod PERIOD, a prime."""

CLIENT, COORDINATOR, RETRIEVER, PRINTER = 1, 2, 3, 4
ROUND = (COORDINATOR, RETRIEVER, COORDINATOR, PRINTER, COORDINATOR, CLIENT)
"""Who handles the messages of a round, in this order."""


def datum(number: int) -> int:
    """What the retriever answers in round `number`."""
    return number * FACTOR % PERIOD


def total(rounds: int) -> int:
    """The sum of the data of rounds 1 to `rounds`: PERIOD rounds in a row give every datum once."""
    whole, rest = divmod(rounds, PERIOD)
    tail = np.arange(1, rest + 1, dtype=np.int64) * FACTOR % PERIOD
    return whole * (PERIOD * (PERIOD - 1) // 2) + int(tail.sum())


def witness(rounds: int) -> int:
    """The client's `acc` after the last answer. A round is the map acc -> 31^6*acc + b."""
    return run(ROUND) * geometric(pow(MULTIPLIER, len(ROUND), MODULUS), rounds) % MODULUS


class ServiceRounds(Workload):
    id = "service-rounds"
    title = "Service rounds"
    summary = "A client is served through a coordinator, one round at a time: request and reply along a chain."
    source = "microagents 2.6"
    parameters = (Parameter("rounds", "rounds of six messages, one after the other", 10_000, 1, 100_000_000),)
    metrics = (Metric("round_rate", "1/s", "rounds a second of in-program time", "higher"),)
    charts = (
        Chart(
            "lines",
            "Elapsed time in the program",
            "rounds",
            "elapsed",
            "s",
            log_y=True,
            figure="microagents Figure 1",
        ),
    )
    presets = (
        Preset("quick", tuple({"rounds": r} for r in (1_000, 10_000, 100_000))),
        Preset("paper", tuple({"rounds": 10**e} for e in (3, 4, 5, 6))),
        Preset("demo", ({"rounds": 5_000},)),
        Preset("check", ({"rounds": 1}, {"rounds": 1_200})),
    )
    has_print = True

    def size(self, params: Params) -> int:
        return len(ROUND) * integer_of(params, "rounds")

    def doubled(self, params: Params) -> dict[str, ParamValue]:
        return self.params({"rounds": 2 * integer_of(params, "rounds")})

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        rounds = integer_of(params, "rounds")
        report = evidence.report
        strict.require_keys(report, "answers", "sum", *(["witness"] if evidence.witness else []))
        answers = strict.integer(report["answers"], "answers", 0, 2**63 - 1)
        if answers != rounds:
            raise OracleError(f"the client handled {answers} answers, not {rounds}")
        reported, expected = strict.integer(report["sum"], "sum", 0, 2**63 - 1), total(rounds)
        if reported != expected:
            raise OracleError(f"the data in the answers sum to {reported}, not {expected}")
        if evidence.witness:
            acc = strict.integer(report["witness"], "witness", 0, MODULUS - 1)
            if acc != witness(rounds):
                raise OracleError(
                    f"the client ends with the witness {acc}, not {witness(rounds)}: "
                    f"the messages did not go the way of {rounds} rounds, one at a time"
                )
        rate = strict.rate(rounds, evidence)
        # The file starts empty with each iteration: it is the last one's.
        if evidence.index == evidence.iterations - 1:
            _judge_print(rounds, evidence)
        return {"round_rate": rate}


def _judge_print(rounds: int, evidence: Evidence) -> None:
    number = 0
    for number, line in enumerate(printed.printed_lines(evidence.samples), start=1):
        if number > rounds:
            raise OracleError(f"the printed file has more than {rounds} lines")
        if line != b"%d %d\n" % (number, datum(number)):
            raise OracleError(
                f"line {number} of the printed file is {printed.shown_line(line)}, not '{number} {datum(number)}'"
            )
    if number != rounds:
        raise OracleError(f"the printed file has {number} lines, not {rounds}")
