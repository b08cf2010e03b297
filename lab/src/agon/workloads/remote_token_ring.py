"""remote-token-ring: the token ring, its workers by turns on two nodes, so that every pass goes over the connection."""

from __future__ import annotations

from agon.workloads.base import Chart, Evidence, Params, Preset, integer_of
from agon.workloads.remote import CPU_MESSAGE, judge_other
from agon.workloads.token_ring import TokenRing, start_of


def passed_at_node_1(start: int, workers: int, passes: int) -> int:
    """How many of a token's passes are made by workers of an even number."""
    laps, rest = divmod(passes, workers)
    last = start + rest - 1
    beyond = max(0, last - workers)
    return laps * (workers // 2) + min(last, workers) // 2 - (start - 1) // 2 + beyond // 2


class RemoteTokenRing(TokenRing):
    id = "remote-token-ring"
    title = "Token ring over two nodes"
    summary = (
        "Tokens are passed round a ring whose workers are on two nodes by turns: every pass goes over to the other."
    )
    source = "Agon"
    nodes = 2
    metrics = (*TokenRing.metrics, CPU_MESSAGE)
    charts = (
        Chart("lines", "Passes a second", "tokens", "message_rate", "1/s", True, True, figure="Agon"),
        Chart("lines", "CPU time a pass", "tokens", "cpu_message", "s", True, True, figure="Agon"),
    )
    presets = (
        Preset("quick", tuple({"workers": 500, "tokens": t, "passes": 503} for t in (1, 50, 500))),
        Preset("paper", tuple({"workers": 500, "tokens": t, "passes": 2003} for t in (1, 50, 500))),
        Preset("demo", ({"workers": 100, "tokens": 10, "passes": 503},)),
        Preset(
            "check",
            (
                {"workers": 7, "tokens": 1, "passes": 23},
                {"workers": 7, "tokens": 10, "passes": 23},
                {"workers": 50, "tokens": 20, "passes": 503},
            ),
        ),
    )

    def messages(self, params: Params) -> int:
        return self.size(params)

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        workers, tokens, passes = (integer_of(params, name) for name in ("workers", "tokens", "passes"))
        metrics = super().judge(params, evidence)
        starts = (start_of(i, workers, tokens) for i in range(1, tokens + 1))
        judge_other(evidence, {"passed": sum(passed_at_node_1(start, workers, passes) for start in starts)})
        return metrics
