"""mass-reception: many senders, few receivers (jason-multicore 3.2.2, Test 2)."""

from __future__ import annotations

from agon.workloads.base import Parameter, ParameterError, Params, Preset, integer_of
from agon.workloads.modular import MODULUS, MULTIPLIER, geometric
from agon.workloads.round_trips import LOAD, PARAMETERS, PERCENTILES, Exchange, RoundTrips, closed, series

SENDERS = (8, 16, 32, 64, 128, 256)
MOST = SENDERS[-1]


def one_receiver(params: Params) -> bool:
    """One receiver for all."""
    return closed(params) and params["receivers"] == 1


def pairs(params: Params) -> bool:
    """A receiver for each sender."""
    return closed(params) and params["receivers"] == params["senders"]


def most_senders(params: Params) -> bool:
    """As many senders as the source has at most."""
    return closed(params) and params["senders"] == MOST


def _paper() -> list[tuple[int, int]]:
    """The source's three series: one receiver, one for each sender, and 256 senders with 2 to 256 receivers."""
    found = {(n, m) for n in SENDERS for m in (1, n)} | {(MOST, 2**e) for e in range(1, 9)}
    return sorted(found)


class MassReception(RoundTrips):
    id = "mass-reception"
    title = "Mass reception"
    summary = "Many senders ask few receivers and wait for the reply: round-trip times at a hot spot."
    source = "jason-multicore 3.2.2"
    parameters = (
        Parameter("senders", "senders, each asking one receiver only", 64, 1, 1_000_000),
        Parameter("receivers", "receivers; sender i asks receiver i mod receivers", 1, 1, 1_000_000),
        *PARAMETERS,
    )
    charts = (
        *series("senders", "one receiver", "(b)", one_receiver, ("receivers",)),
        *series("senders", "as many receivers as senders", "(c)", pairs, ("receivers",)),
        *series("receivers", f"{MOST} senders", "(d)", most_senders),
        *LOAD,
        PERCENTILES,
    )
    presets = (
        Preset(
            "quick",
            tuple(
                {"senders": n, "receivers": m, "messages": 20}
                for n, m in ((8, 1), (8, 8), (64, 1), (256, 1), (256, 2), (256, 32), (256, 256))
            ),
        ),
        Preset("paper", tuple({"senders": n, "receivers": m, "messages": 100} for n, m in _paper())),
        Preset("demo", tuple({"senders": 32, "receivers": m, "messages": 100} for m in (1, 32))),
        Preset(
            "check",
            (
                {"senders": 1, "receivers": 1, "messages": 3},
                {"senders": 3, "receivers": 2, "messages": 2},
                {"senders": 5, "receivers": 3, "messages": 7, "rate": 1500, "arrivals": "poisson"},
                {"senders": 9, "receivers": 9, "messages": 5},
                # The last is the one that grows: without a file, whose writing lies outside the clock.
                {"senders": 7, "receivers": 2, "messages": 100, "clock": "off"},
            ),
        ),
    )
    requesters = "senders"
    requester, replier = "sender", "receiver"

    def validate(self, params: Params) -> None:
        super().validate(params)
        senders, receivers = integer_of(params, "senders"), integer_of(params, "receivers")
        if receivers > senders:
            raise ParameterError(f"receivers={receivers}: at most one for each of the {senders} senders")

    def exchange(self, params: Params) -> Exchange:
        senders, receivers, messages = (integer_of(params, name) for name in ("senders", "receivers", "messages"))
        series = geometric(MULTIPLIER, messages)
        numbers = messages * (messages - 1) // 2
        handled: list[int] = []
        witness: list[int] = []
        for receiver in range(receivers):
            own = range(receiver, senders, receivers)
            handled.append(messages * len(own))
            total = len(own) * (own[0] + own[-1]) // 2
            witness.append((total * messages * messages + numbers * len(own)) % MODULUS)
        return Exchange([i % receivers * series % MODULUS for i in range(senders)], handled, witness)
