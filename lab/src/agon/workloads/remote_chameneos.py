"""remote-chameneos: each meeting is of a creature of the broker's node and one of the other."""

from __future__ import annotations

from agon.workloads import strict
from agon.workloads.base import Chart, Evidence, OracleError, Params, Preset, integer_of
from agon.workloads.chameneos import Chameneos
from agon.workloads.remote import CPU_MESSAGE, report_of_node_1

MESSAGES = 4
"""Of a meeting: two requests and two answers."""


class RemoteChameneos(Chameneos):
    id = "remote-chameneos"
    title = "Chameneos over two nodes"
    summary = "Creatures of one node meet those of another at one broker: a bottleneck at the end of a connection."
    source = "Agon"
    nodes = 2
    metrics = (*Chameneos.metrics, CPU_MESSAGE)
    charts = (
        Chart("lines", "Meetings a second", "creatures", "meeting_rate", "1/s", True, True, figure="Agon"),
        Chart("boxes", "Meetings of each creature", "creatures", "fairness", "meetings", figure="Agon"),
        Chart("lines", "CPU time a message", "creatures", "cpu_message", "s", True, True, figure="Agon"),
    )
    presets = (
        Preset("quick", tuple({"creatures": c, "meetings": 5_000} for c in (5, 50, 500))),
        Preset("paper", tuple({"creatures": c, "meetings": 50_000} for c in (5, 50, 500))),
        Preset("demo", ({"creatures": 10, "meetings": 2_000},)),
        Chameneos.presets[-1],
    )

    def messages(self, params: Params) -> int:
        return MESSAGES * integer_of(params, "meetings")

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        total = integer_of(params, "meetings")
        metrics = super().judge(params, evidence)
        meetings = evidence.report["meetings"]
        if (at_home := sum(meetings[::2])) != total:
            raise OracleError(
                f"the creatures of node 0 had {at_home} meetings, not {total}: one of each node belongs to a meeting"
            )
        own = report_of_node_1(evidence, "meetings")["meetings"]
        away = strict.integers(own, "node 1: meetings", len(meetings) // 2, 0, total)
        for creature, (reported, found) in enumerate(zip(meetings[1::2], away, strict=True)):
            if reported != found:
                number = 2 * creature + 2
                raise OracleError(f"creature {number} reports {found} meetings, node 0 reports {reported} of it")
        return metrics
