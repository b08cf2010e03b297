"""compute: agents that only calculate (jason-multicore 3.2.1)."""

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
from agon.workloads.modular import MODULUS

FACTOR = 48271
"""A step is x = FACTOR*x mod MODULUS: Lehmer's generator, whose products are exact in doubles."""

LEAST_NS_PER_STEP = 0.3
"""A step waits for the one before, and a product alone takes three cycles: who is faster did not take them all."""


def steps_of(agents: int, operations: int) -> list[int]:
    """The steps of each agent: floor(operations/agents), the first (operations mod agents) agents one more."""
    each, more = divmod(operations, agents)
    return [each + (agent < more) for agent in range(agents)]


def xor_of(agents: int, operations: int) -> int:
    """The exclusive or of all final x: agent i ends with i*FACTOR^steps mod MODULUS."""
    each, more = divmod(operations, agents)
    base = pow(FACTOR, each, MODULUS)
    longer = base * FACTOR % MODULUS
    result = 0
    for agent in range(1, agents + 1):
        result ^= agent * (longer if agent <= more else base) % MODULUS
    return result


class Compute(Workload):
    id = "compute"
    title = "Compute"
    summary = "Agents that only calculate share a fixed number of steps: what do more cores make of it?"
    source = "jason-multicore 3.2.1"
    parameters = (
        Parameter("agents", "agents among which the steps are shared out", 16, 1, 1_000_000),
        Parameter("operations", "steps, all agents together", 100_000_000, 1, 1_000_000_000_000),
    )
    metrics = (
        Metric("operation_rate", "1/s", "steps a second of in-program time", "higher"),
        Metric("cpu_speed_up", "1", "CPU time / elapsed time of the process: the source's speed-up", "higher"),
    )
    charts = (
        Chart(
            "lines",
            "CPU time / elapsed time",
            "agents",
            "cpu_speed_up",
            "1",
            log_x=True,
            figure="jason-multicore Figure 4",
        ),
        Chart(
            "lines",
            "Elapsed time in the program",
            "agents",
            "elapsed",
            "s",
            log_x=True,
            log_y=True,
            figure="jason-multicore Figure 4",
        ),
        Chart("speed-up", "Speed-up", "agents", "elapsed", "s", log_x=True, figure="jason-multicore Figure 4"),
        Chart(
            "sweep",
            "CPU time / elapsed time by cores",
            "agents",
            "cpu_speed_up",
            "1",
            log_x=True,
            figure="jason-multicore Figure 4",
        ),
    )
    presets = (
        Preset("quick", tuple({"agents": n, "operations": 100_000_000} for n in (1, 16, 256))),
        Preset("paper", tuple({"agents": 2**e, "operations": 1_000_000_000} for e in range(11))),
        Preset("demo", tuple({"agents": n, "operations": 3_000_000} for n in (1, 16))),
        Preset(
            "check",
            (
                {"agents": 1, "operations": 10},
                {"agents": 7, "operations": 12},
                {"agents": 3, "operations": 1_000},
                {"agents": 16, "operations": 100_001},
            ),
        ),
    )
    usual_rate = 100_000_000.0

    def size(self, params: Params) -> int:
        return integer_of(params, "operations")

    def doubled(self, params: Params) -> dict[str, ParamValue]:
        return self.params({**params, "operations": 2 * integer_of(params, "operations")})

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        agents, operations = integer_of(params, "agents"), integer_of(params, "operations")
        report = evidence.report
        strict.require_keys(report, "xor", *(["steps"] if evidence.witness else []))
        if evidence.witness:
            expected = steps_of(agents, operations)
            found = strict.integers(report["steps"], "steps", agents, 0, 2**63 - 1)
            for agent, (own, due) in enumerate(zip(found, expected, strict=True), start=1):
                if own != due:
                    raise OracleError(f"agent {agent} took {own} steps, not {due}")
        result, reported = xor_of(agents, operations), strict.integer(report["xor"], "xor", 0, 2**63 - 1)
        if reported != result:
            raise OracleError(f"the exclusive or of the agents' results is {reported}, not {result}")
        _judge_cpu(operations, evidence)
        metrics = {"operation_rate": strict.rate(operations, evidence)}
        if evidence.cpu_ns is not None and evidence.process_ns:
            metrics["cpu_speed_up"] = evidence.cpu_ns / evidence.process_ns
        return metrics


def _judge_cpu(operations: int, evidence: Evidence) -> None:
    least = LEAST_NS_PER_STEP * operations * evidence.iterations
    if evidence.cpu_ns is not None and evidence.cpu_ns < least:
        raise OracleError(
            f"{evidence.cpu_ns / 1e9:.3f} s of CPU time cannot hold {operations * evidence.iterations} steps: "
            f"at {LEAST_NS_PER_STEP} ns each they take {least / 1e9:.3f} s"
        )
