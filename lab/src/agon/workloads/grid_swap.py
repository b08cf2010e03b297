"""grid-swap: agents of a grid ask each other at random to swap states (microagents 3.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from agon.stats.fairness import five_numbers, stddev, unfairness
from agon.workloads import fair_grid, strict
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
from agon.workloads.samples import Row, rows_of_iteration

CELLS = "cells.csv"
COLUMNS = ("iteration", "cell", "requested", "accepted", "refused", "state")

LEAST_EXPECTED = 100
"""Refusals that chance must promise before their number is judged."""
LEAST_SHARE = 0.25
"""Of the refusals that chance promises, what must be there; with LEAST_EXPECTED of them, an honest program has fewer
once in 10^12 runs (Chernoff's bound)."""

FAIR = "A perfectly fair platform, simulated"
SIMULATED_ROUNDS = 1000
"""The source's: beyond, the simulation takes too long."""


def active_cells(side: int, active: int) -> int:
    """How many cells start active: their share, `active` thousandths, of all, a half rounded up; at least one."""
    return max(1, (2 * active * side * side + 1000) // 2000)


@lru_cache(maxsize=2)
def draw(side: int, active: int, seed: int) -> tuple[int, ...]:
    """The cells that start active, in ascending order: those with the smallest outputs of NumPy's PCG64(seed).

    The raw outputs are the same in every version of NumPy, which its distributions need not be.
    """
    raw = np.random.PCG64(seed).random_raw(side * side)
    chosen = np.argsort(raw, kind="stable")[: active_cells(side, active)]
    return tuple(sorted(int(cell) for cell in chosen))


class GridSwap(Workload):
    id = "grid-swap"
    title = "Grid swap"
    summary = "Agents of a grid ask each other at random to swap states: massive concurrency, refusals, fairness."
    source = "microagents 3.7"
    parameters = (
        Parameter("side", "side of the grid: side*side agents", 10, 2, 1000),
        Parameter("active", "agents that start active, in thousandths of all", 100, 1, 999),
        Parameter("rounds", "swaps of an agent after which it ends the run", 100, 1, 1_000_000),
    )
    metrics = (
        Metric("requests", "1", "requests sent", "none"),
        Metric("swap_request_rate", "1/s", "requests a second of in-program time", "higher"),
        Metric("swap_message_rate", "1/s", "messages a second of in-program time, two a request", "higher"),
        Metric("swaps_stddev", "swaps", "standard deviation of the swaps of an agent"),
        Metric("swaps_unfairness", "1", "(most - fewest) / most swaps of an agent"),
        Metric("fair_stddev", "swaps", "the same standard deviation on a perfectly fair platform, simulated", "none"),
        Metric("fair_unfairness", "1", "the same unfairness on a perfectly fair platform, simulated", "none"),
        Metric("swaps_min", "swaps", "fewest swaps of an agent", "none"),
        Metric("swaps_q1", "swaps", "first quartile of the swaps of an agent", "none"),
        Metric("swaps_median", "swaps", "median of the swaps of an agent", "none"),
        Metric("swaps_q3", "swaps", "third quartile of the swaps of an agent", "none"),
        Metric("swaps_max", "swaps", "most swaps of an agent", "none"),
    )
    charts = (
        Chart(
            "lines", "Requests a second", "side", "swap_request_rate", "1/s", log_y=True, figure="microagents Figure 2"
        ),
        Chart(
            "lines", "Messages a second", "side", "swap_message_rate", "1/s", log_y=True, figure="microagents Figure 2"
        ),
        Chart(
            "lines",
            "Standard deviation of swaps",
            "side",
            "swaps_stddev",
            "swaps",
            log_y=True,
            figure="microagents Table 2",
            reference="fair_stddev",
            reference_title=FAIR,
        ),
        Chart(
            "lines",
            "Unfairness of swaps",
            "side",
            "swaps_unfairness",
            "1",
            figure="microagents 3.7",
            reference="fair_unfairness",
            reference_title=FAIR,
        ),
        Chart("boxes", "Swaps of each agent", "side", "swaps", "swaps", figure="microagents Table 2"),
        Chart("grid", "Swaps over the grid", "cell", "requested", "swaps", samples=CELLS, figure="microagents 3.7"),
    )
    presets = (
        Preset("quick", tuple({"side": d, "active": 100, "rounds": 100} for d in (5, 10, 15, 50, 100))),
        # The source's figure runs from 5 to 500; its table names the other six.
        Preset("paper", tuple({"side": d, "active": 100, "rounds": 1000} for d in (5, 10, 15, 100, 200, 400, 500))),
        Preset("demo", ({"side": 15, "active": 100, "rounds": 50},)),
        Preset(
            "check",
            (
                {"side": 2, "active": 100, "rounds": 1},
                {"side": 5, "active": 100, "rounds": 20},
                {"side": 10, "active": 300, "rounds": 30},
            ),
        ),
    )
    bulk = (CELLS,)
    has_input = True

    def validate(self, params: Params) -> None:
        side, active, _ = _sizes(params)
        if active_cells(side, active) == side * side:
            raise ParameterError(
                f"side={side} active={active}: all agents would start active, and refuse each other for ever"
            )

    def write_input(self, params: Params, seed: int, path: Path) -> None:
        side, active, _ = _sizes(params)
        path.write_text(" ".join(map(str, draw(side, active, seed))) + "\n", encoding="ascii")

    def size(self, params: Params) -> int:
        side, active, rounds = _sizes(params)
        agents = side * side
        # Everybody comes near to `rounds` swaps, and of the others one in so many is in a transaction.
        return agents * rounds * (agents - 1) // (agents - active_cells(side, active))

    def doubled(self, params: Params) -> dict[str, ParamValue]:
        return self.params({**params, "rounds": 2 * integer_of(params, "rounds")})

    def done(self, params: Params, seed: int, metrics: Mapping[str, float]) -> float:
        # How far the others have come when the first agent is through is for the platform's fairness to decide.
        return metrics["requests"]

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        side, active, rounds = _sizes(params)
        strict.require_keys(evidence.report, "requests", "swaps")
        requests = strict.integer(evidence.report["requests"], "requests", 0, 2**63 - 1)
        swaps = strict.integer(evidence.report["swaps"], "swaps", 0, 2**63 - 1)
        rate = strict.rate(requests, evidence)
        path = evidence.samples / CELLS
        rows = rows_of_iteration(path, COLUMNS, evidence.index, evidence.iterations, side * side)
        _judge_cells(rows, rounds, frozenset(draw(side, active, evidence.seed)))
        _judge_states([row[4] for row in rows])
        refused = _judge_sums(rows, requests, swaps)
        _judge_refusals(refused, requests, active_cells(side, active), side * side)
        metrics = {"requests": float(requests), "swap_request_rate": rate, "swap_message_rate": 2 * rate}
        return metrics | fairness([row[1] for row in rows]) | reference(side, active, rounds)


def _sizes(params: Params) -> tuple[int, int, int]:
    return integer_of(params, "side"), integer_of(params, "active"), integer_of(params, "rounds")


def fairness(swaps: Sequence[int]) -> dict[str, float]:
    """How evenly the swaps are spread over the agents."""
    box = five_numbers(swaps)
    return {
        "swaps_stddev": stddev(swaps),
        "swaps_unfairness": unfairness(swaps),
        "swaps_min": box.min,
        "swaps_q1": box.q1,
        "swaps_median": box.median,
        "swaps_q3": box.q3,
        "swaps_max": box.max,
    }


def reference(side: int, active: int, rounds: int) -> dict[str, float]:
    """What the fairness would be on a perfectly fair platform.

    The extremes lie the further apart the more agents there are, the standard deviation hardly changes: of a larger
    grid than is simulated only that is shown.
    """
    if rounds > SIMULATED_ROUNDS:
        return {}
    simulated = min(side, fair_grid.LARGEST_SIDE)
    found = fair_grid.fair(simulated * simulated, active_cells(simulated, active), rounds)
    known = {"fair_stddev": found.stddev}
    return known | ({"fair_unfairness": found.unfairness} if simulated == side else {})


def _judge_cells(rows: Sequence[Row], rounds: int, active: frozenset[int]) -> None:
    """Each agent went back and forth between idle and active: a swap of its own for each way in, and none too many."""
    most = 0
    for k, (cell, requested, accepted, _, _) in enumerate(rows):
        if cell != k:
            raise OracleError(f"row {k + 1} of {CELLS} is of cell {cell}, not {k}")
        if requested > rounds:
            raise OracleError(f"cell {k} requested {requested} swaps, but stops at {rounds}")
        became = accepted + (k in active)
        if not 0 <= became - requested <= 1:
            start = "started active and " if k in active else ""
            raise OracleError(
                f"cell {k} {start}accepted {accepted} requests and requested {requested} swaps itself: "
                "each time an agent becomes active it requests one swap, the last time none or one"
            )
        most = max(most, requested)
    if most != rounds:
        raise OracleError(f"the most swaps that a cell requested are {most}, not {rounds}")


def _judge_states(states: Sequence[int]) -> None:
    holder: dict[int, int] = {}
    for cell, state in enumerate(states):
        if state >= len(states):
            raise OracleError(f"cell {cell} holds the state {state}, but states are 0..{len(states) - 1}")
        if state in holder:
            raise OracleError(f"cells {holder[state]} and {cell} both hold the state {state}")
        holder[state] = cell


def _judge_sums(rows: Sequence[Row], requests: int, swaps: int) -> int:
    """The refusals, all cells together, once they, the swaps and the requests have been found to agree."""
    _, requested, accepted, refused, _ = (sum(column) for column in zip(*rows, strict=True))
    for name, count in (("requested", requested), ("accepted", accepted)):
        if count != swaps:
            raise OracleError(f"the cells {name} {count} swaps, but there were {swaps}")
    if requests != swaps + refused:
        raise OracleError(f"there were {requests} requests, but {swaps} swaps and {refused} refusals")
    return refused


def _judge_refusals(refused: int, requests: int, active: int, agents: int) -> None:
    """As many refusals as chance brings about, give or take.

    The number of active agents never changes, and each is in a transaction. An agent that requests picks one of
    `agents` - 1 others, of whom `active` - 1 at least are in a transaction and refuse: whatever the schedule, every
    request is refused with at least that probability, given all that went before.
    """
    expected = requests * (active - 1) / (agents - 1)
    if expected >= LEAST_EXPECTED and refused < LEAST_SHARE * expected:
        raise OracleError(
            f"{refused} of {requests} requests were refused, but with {active} of {agents} agents in a transaction "
            f"about {expected:.0f} should be: an agent in a transaction must refuse at once"
        )
