"""@NAME@: what is done, and the oracle that decides whether it was. README.md describes it in words."""

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
from agon.workloads.modular import MODULUS, MULTIPLIER, geometric


def witness_of(pair: int, rounds: int) -> int:
    """The `acc` of a pair after its last round.

    In a round the second partner (2*pair) and then the first (2*pair - 1) set acc = acc*31 + own number. Two such steps
    are acc -> a*acc + b, and so many of them from 0 are b * (1 + a + a^2 + ...): no step is done again.
    """
    a = MULTIPLIER * MULTIPLIER
    b = MULTIPLIER * 2 * pair + 2 * pair - 1
    return b * geometric(a, rounds) % MODULUS


class Definition(Workload):
    id = "@NAME@"
    title = "@TITLE@"
    summary = "Pairs of partners send a message to and fro: the time of a round trip under concurrency."
    source = "its README.md"
    parameters = (
        Parameter("pairs", "pairs of partners", default=10, low=1, high=100_000),
        Parameter("rounds", "round trips of each pair", default=1000, low=1, high=1_000_000_000),
    )
    metrics = (Metric("exchange_rate", "1/s", "round trips a second of in-program time", "higher"),)
    charts = (Chart("lines", "Elapsed time in the program", "pairs", "elapsed", "s", log_y=True, log_x=True),)
    presets = (
        Preset("quick", tuple({"pairs": p, "rounds": 10_000} for p in (1, 10, 100))),
        Preset("paper", tuple({"pairs": p, "rounds": 100_000} for p in (1, 10, 100, 1000))),
        Preset("demo", ({"pairs": 10, "rounds": 1000},)),
        Preset("check", ({"pairs": 1, "rounds": 1}, {"pairs": 3, "rounds": 7}, {"pairs": 20, "rounds": 100})),
    )

    def size(self, params: Params) -> int:
        """Messages."""
        return 2 * integer_of(params, "pairs") * integer_of(params, "rounds")

    def doubled(self, params: Params) -> dict[str, ParamValue]:
        return self.params({**params, "rounds": 2 * integer_of(params, "rounds")})

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        pairs, rounds = integer_of(params, "pairs"), integer_of(params, "rounds")
        report = evidence.report
        strict.require_keys(report, "rounds", *(["witness"] if evidence.witness else []))
        for pair, done in enumerate(strict.integers(report["rounds"], "rounds", pairs, 0, 2**63 - 1), start=1):
            if done != rounds:
                raise OracleError(f"pair {pair} made {done} round trips, not {rounds}")
        if evidence.witness:
            found = strict.integers(report["witness"], "witness", pairs, 0, MODULUS - 1)
            for pair, acc in enumerate(found, start=1):
                if acc != witness_of(pair, rounds):
                    raise OracleError(
                        f"pair {pair} ends with the witness {acc}, not {witness_of(pair, rounds)}: "
                        f"its message did not go to and fro {rounds} times"
                    )
        return {"exchange_rate": strict.rate(pairs * rounds, evidence)}


WORKLOAD = Definition()
