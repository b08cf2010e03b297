"""compute, echo-all and mass-reception, simulated: every step is done, and no closed form used."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

P = 2147483647


def compute(agents: int, operations: int, *, witness: bool) -> dict[str, Any]:
    steps = [0] * agents
    for k in range(operations):
        steps[k % agents] += 1
    xor = 0
    for i, count in enumerate(steps, start=1):
        x = i
        for _ in range(count):
            x = 48271 * x % P
        xor ^= x
    return {"xor": xor} | ({"steps": steps} if witness else {})


def circle(agents: int, messages: int) -> list[list[int]]:
    """Whom each agent asks, in order."""
    asked: list[list[int]] = []
    for agent in range(agents):
        others = [*range(agent + 1, agents), *range(agent)]
        asked.append([others[k % len(others)] for k in range(messages)])
    return asked


def partners(senders: int, receivers: int, messages: int) -> list[list[int]]:
    """Whom each sender asks, in order."""
    return [[sender % receivers] * messages for sender in range(senders)]


def exchange(asked: list[list[int]], repliers: int, seed: int, *, witness: bool) -> dict[str, Any]:
    """The report, the requesters' requests mixed at random."""
    choose = random.Random(seed)
    messages = len(asked[0])
    acc = [0] * len(asked)
    handled, sums = [0] * repliers, [0] * repliers
    made = [0] * len(asked)
    while under_way := [i for i, count in enumerate(made) if count < messages]:
        i = choose.choice(under_way)
        replier = asked[i][made[i]]
        handled[replier] += 1
        sums[replier] = (sums[replier] + i * messages + made[i]) % P
        acc[i] = (acc[i] * 31 + replier) % P
        made[i] += 1
    report: dict[str, Any] = {"replies": sum(made), "acc": acc, "handled": handled}
    return report | ({"witness": sums} if witness else {})


def times(requesters: int, messages: int, seed: int, elapsed_ns: int = 10**9) -> list[list[int]]:
    """(agent, ns) of every round trip, the agents interleaved at random, each one's times in order: the last agent is
    the last to end, with the iteration."""
    choose = random.Random(seed)
    order = [i for i in range(requesters) for _ in range(messages)]
    choose.shuffle(order)
    share = elapsed_ns // messages
    return [[i, share if i == requesters - 1 else choose.randint(1, share)] for i in order]


def write_times(path: Path, iterations: list[list[list[int]]]) -> None:
    lines = [",".join(map(str, [index, *row])) for index, rows in enumerate(iterations) for row in rows]
    path.write_text("".join(f"{line}\n" for line in ["iteration,agent,ns", *lines]), encoding="ascii")
