"""remote-throughput: strings of one size from a component of one node to a component of another."""

from __future__ import annotations

from agon.workloads import strict
from agon.workloads.base import (
    Chart,
    Evidence,
    Metric,
    Parameter,
    ParameterError,
    Params,
    ParamValue,
    Preset,
    Workload,
    integer_of,
)
from agon.workloads.remote import CPU_MESSAGE, MOST_CHARACTERS, judge_reports, sum_of_numbers

STEP = 1_000
"""Characters that are estimated at as much work as the message itself."""


def _case(size: int, messages: int) -> dict[str, ParamValue]:
    return {"size": size, "messages": messages}


class RemoteThroughput(Workload):
    id = "remote-throughput"
    title = "Throughput over two nodes"
    summary = "Strings of one size go from a node to another, as fast as back-pressure lets them; none may be lost."
    source = "Agon"
    nodes = 2
    parameters = (
        Parameter("size", "characters of each string, its number among them", 16, 10, MOST_CHARACTERS),
        Parameter("messages", "strings sent", 10_000, 1, MOST_CHARACTERS // 10),
    )
    metrics = (
        Metric("message_rate", "1/s", "messages a second of in-program time", "higher"),
        Metric("byte_rate", "B/s", "characters a second of in-program time", "higher"),
        Metric("message_time", "s", "in-program time a message", mean=True),
        CPU_MESSAGE,
    )
    charts = (
        Chart("lines", "Messages a second", "size", "message_rate", "1/s", True, True, figure="Agon"),
        Chart("lines", "Characters a second", "size", "byte_rate", "B/s", True, True, figure="Agon"),
        Chart("lines", "CPU time a message", "size", "cpu_message", "s", True, True, figure="Agon"),
    )
    presets = (
        Preset("quick", (_case(16, 90_000), _case(1_024, 50_000), _case(2**20, 100))),
        Preset("paper", (_case(16, 90_000), _case(1_024, 50_000), _case(2**20, 100))),
        Preset("demo", (_case(16, 20_000),)),
        Preset("check", (_case(10, 1), _case(77, 150), _case(70_001, 20), _case(16, 12_000))),
    )
    outside = 0.25  # strings that a platform cannot send twice are made before each iteration

    def validate(self, params: Params) -> None:
        size, messages = integer_of(params, "size"), integer_of(params, "messages")
        if size * messages > MOST_CHARACTERS:
            raise ParameterError(
                f"size={size} messages={messages}: that is {size * messages} characters, at most {MOST_CHARACTERS}"
            )

    def size(self, params: Params) -> int:
        return integer_of(params, "messages") * (STEP + integer_of(params, "size")) // STEP

    def messages(self, params: Params) -> int:
        return integer_of(params, "messages")

    def doubled(self, params: Params) -> dict[str, ParamValue]:
        return self.params({**params, "messages": 2 * integer_of(params, "messages")})

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        size, messages = integer_of(params, "size"), integer_of(params, "messages")
        received = {"received": messages, "characters": messages * size, "sum": sum_of_numbers(messages)}
        judge_reports(evidence, {"sent": messages}, received)
        rate = strict.rate(messages, evidence)
        return {"message_rate": rate, "byte_rate": rate * size, "message_time": 1 / rate}
