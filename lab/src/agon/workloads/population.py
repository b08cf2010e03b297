"""population: how many agents there can be at once, and what each costs (eJason's greeting, agere13 2)."""

from __future__ import annotations

from agon.workloads import strict
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
from agon.workloads.modular import MODULUS, MULTIPLIER

MOST = 100_000_000
"""The sum of so many numbers still is an integer of doubles, which AgentSpeak counts in."""


def sum_of_numbers(agents: int) -> int:
    """1 + 2 + ... + agents."""
    return agents * (agents + 1) // 2


def witness_of(agents: int) -> int:
    """The sum of 31*number + agents over all agents: each took leave when all had greeted."""
    return (MULTIPLIER * sum_of_numbers(agents) + agents * agents) % MODULUS


class Population(Workload):
    id = "population"
    title = "Population"
    summary = "Agents are created, greet, and all live until the last has greeted: what does an agent cost?"
    source = "agere13 2"
    parameters = (Parameter("agents", "agents that are created and live at the same time", 10_000, 1, MOST),)
    metrics = (
        Metric("agent_rate", "1/s", "agents created, greeted and dismissed a second of in-program time", "higher"),
        Metric("memory_agent", "B", "peak memory of the process over its agents, the runtime's own share included"),
    )
    charts = (
        Chart("lines", "Elapsed time in the program", "agents", "elapsed", "s", True, True, figure="eJason"),
        Chart("lines", "Peak memory", "agents", "memory_peak", "B", True, True, figure="eJason"),
        Chart("lines", "Peak memory an agent", "agents", "memory_agent", "B", True, True, figure="eJason"),
    )
    presets = (
        Preset("quick", tuple({"agents": n} for n in (1_000, 10_000, 100_000))),
        Preset("paper", tuple({"agents": n} for n in (1_000, 10_000, 100_000, 300_000, 800_000))),
        Preset("demo", ({"agents": 1_000},)),
        Preset("check", tuple({"agents": n} for n in (1, 2, 7, 1_000))),
    )
    # What a runtime gives back when agents have ended is not asked of the clock.
    outside = 0.2

    def size(self, params: Params) -> int:
        return integer_of(params, "agents")

    def agents(self, params: Params) -> int:
        return integer_of(params, "agents")

    def doubled(self, params: Params) -> dict[str, ParamValue]:
        return self.params({**params, "agents": 2 * integer_of(params, "agents")})

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        agents = integer_of(params, "agents")
        report = evidence.report
        strict.require_keys(report, "greetings", "goodbyes", "sum", *(["witness"] if evidence.witness else []))
        for key in ("greetings", "goodbyes"):
            if (found := strict.integer(report[key], key, 0, 2**63 - 1)) != agents:
                raise OracleError(f"the host received {found} {key}, not {agents}")
        total = strict.integer(report["sum"], "sum", 0, 2**63 - 1)
        if total != sum_of_numbers(agents):
            raise OracleError(
                f"the numbers of the agents that took leave sum to {total}, not {sum_of_numbers(agents)}: "
                "not each of them did so once"
            )
        if evidence.witness:
            found = strict.integer(report["witness"], "witness", 0, MODULUS - 1)
            if found != witness_of(agents):
                raise OracleError(
                    f"what the agents took leave with sums to {found}, not {witness_of(agents)}: "
                    "some were dismissed before all had greeted"
                )
        return {"agent_rate": strict.rate(agents, evidence)}
