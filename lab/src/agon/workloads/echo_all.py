"""echo-all: every agent asks every other one in turn (jason-multicore 3.2.2, Test 1)."""

from __future__ import annotations

from agon.workloads.base import Chart, Parameter, Params, Preset, integer_of
from agon.workloads.modular import MODULUS, MULTIPLIER, geometric, run
from agon.workloads.round_trips import LOAD, PARAMETERS, PERCENTILES, Exchange, RoundTrips, closed, series


def windows(agents: int, length: int) -> list[int]:
    """The `acc` of each agent over the `length` agents that follow it (at most all others).

    The next agent's window has one agent less in front and one more behind, as in a rolling hash.
    """
    front = pow(MULTIPLIER, length, MODULUS)
    acc = run((1 + k) % agents for k in range(length))
    result: list[int] = []
    for agent in range(agents):
        result.append(acc)
        first, behind = (agent + 1) % agents, (agent + 1 + length) % agents
        acc = (MULTIPLIER * acc - first * front + behind) % MODULUS
    return result


def accs(agents: int, messages: int) -> list[int]:
    """The `acc` of each agent after all its replies: whole rounds past all others, then part of one."""
    rounds, rest = divmod(messages, agents - 1)
    series = geometric(pow(MULTIPLIER, agents - 1, MODULUS), rounds) * pow(MULTIPLIER, rest, MODULUS)
    whole, part = windows(agents, agents - 1), windows(agents, rest)
    return [(w * series + p) % MODULUS for w, p in zip(whole, part, strict=True)]


def witnesses(agents: int, messages: int) -> list[int]:
    """Over the requests that each agent answers, the sum of (requester*messages + number): each number comes once."""
    rounds, rest = divmod(messages, agents - 1)
    numbers = messages * (messages - 1) // 2
    result: list[int] = []
    for agent in range(agents):
        # In the part of a round those ask who stand 1 to `rest` places before it, round the circle.
        before = rest * agent - rest * (rest + 1) // 2 + agents * max(0, rest - agent)
        requesters = rounds * (agents * (agents - 1) // 2 - agent) + before
        result.append((requesters * messages + numbers) % MODULUS)
    return result


class EchoAll(RoundTrips):
    id = "echo-all"
    title = "Echo all"
    summary = "Every agent asks every other one in turn and waits for the reply: round-trip times as agents are added."
    source = "jason-multicore 3.2.2"
    parameters = (Parameter("agents", "agents, each asking all others in turn", 64, 2, 1_000_000), *PARAMETERS)
    charts = (
        *series("agents", "", "(a)"),
        Chart(
            "lines",
            "Round-trip time, 99th percentile",
            "agents",
            "rtt_p99",
            "s",
            log_x=True,
            log_y=True,
            figure="jason-multicore Figures 5(a), 6(a), 7(a)",
            where=closed,
        ),
        *LOAD,
        PERCENTILES,
    )
    presets = (
        Preset("quick", tuple({"agents": n, "messages": 20} for n in (8, 32, 256))),
        Preset("paper", tuple({"agents": n, "messages": 100} for n in (8, 16, 32, 64, 128, 256))),
        Preset("demo", tuple({"agents": n, "messages": 100} for n in (8, 32))),
        Preset(
            "check",
            (
                {"agents": 2, "messages": 3},
                {"agents": 4, "messages": 7},
                {"agents": 5, "messages": 7, "rate": 1500},
                {"agents": 9, "messages": 5},
                # The last is the one that grows: without a file, whose writing lies outside the clock.
                {"agents": 7, "messages": 100, "clock": "off"},
            ),
        ),
    )
    requesters = "agents"
    requester = replier = "agent"

    def exchange(self, params: Params) -> Exchange:
        agents, messages = integer_of(params, "agents"), integer_of(params, "messages")
        # Round the circle everybody is asked by as many as it asks.
        return Exchange(accs(agents, messages), [messages] * agents, witnesses(agents, messages))
