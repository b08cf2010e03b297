"""Section 2.6: the agent platforms in three clusters, and what JADE could not do."""

from __future__ import annotations

from collections.abc import Callable

from agon.published.evidence import Span, at_least, less, within
from agon.published.field import Field, Part, unsaid
from agon.published.model import VerdictWord
from agon.published.order import common_size

WORKLOAD = "service-rounds"

HEAP = 1 << 30
"""What the source gave the Java platforms, in bytes."""
HARDEST = 1_000_000
"""Rounds."""
TWICE = (1.5, 2.6)
"""MaDKit's time over the micro-agents'. By the source's own table: 1.56 with 1000 rounds, then 2.5, 2.18, 2.27."""
BY_FAR = 100.0
"""3APL's time over the next one's. By the source's own table: 1293."""


def clusters(field: Field) -> list[Part]:
    """3APL `BY_FAR` times behind OPAL; MaDKit and micro-agents before JADE and before OPAL; `TWICE` between the two."""
    return [
        _pair(field, "3APL is slowest by far", "3apl", "opal", lambda a, b: at_least(a.over(b), BY_FAR)),
        *(
            _pair(field, f"{fast} is faster than {slow}", fast, slow, less)
            for fast in ("madkit", "opal-microagents")
            for slow in ("jade", "opal")
        ),
        _pair(
            field,
            "OPAL's micro-agents are about twice as fast as MaDKit",
            "madkit",
            "opal-microagents",
            lambda a, b: within(a.over(b), *TWICE),
        ),
    ]


def _pair(field: Field, claim: str, a: str, b: str, rule: Callable[[Span, Span], VerdictWord]) -> Part:
    """The rule on the two platforms' times at the largest number of rounds that both passed."""
    size = common_size(field, WORKLOAD, (a, b))
    if size is None:
        absent = (field.missing(WORKLOAD, p, "elapsed") for p in (a, b))
        return unsaid(claim, "; ".join(why for why in absent if why))
    first, second = (field.span(field.row(WORKLOAD, p, "elapsed")[size], "elapsed") for p in (a, b))
    return Part(claim, rule(first, second), f"rounds={size}: {a} {first} s, {b} {second} s")


def jade_memory(field: Field) -> list[Part]:
    """JADE ran out of memory at `HARDEST` rounds under `HEAP` or more, or passed under `HEAP` or less."""
    claim = f"JADE cannot run {HARDEST} rounds in {HEAP >> 20} MiB"
    cell = next(
        (
            c
            for c in field.results.cells
            if c.cell.workload == WORKLOAD and c.cell.platform_id == "jade" and c.cell.params["rounds"] == HARDEST
        ),
        None,
    )
    if cell is None or cell.status == "incomplete":
        return [unsaid(claim, f"rounds={HARDEST} not measured")]
    limit = field.results.experiment.limits_of(cell.cell).memory_bytes
    bound = "no memory limit" if limit is None else f"a memory limit of {limit >> 20} MiB"
    if cell.measured:
        word = "does not hold" if limit is not None and limit <= HEAP else "inconclusive"
        return [Part(claim, word, f"it passed with {bound}")]
    codes = {i.reason.code for i in cell.invocations if i.reason is not None}
    starved = limit is not None and limit >= HEAP and codes <= {"memory limit", "out of memory"}
    return [Part(claim, "holds" if starved else "inconclusive", f"with {bound}: {cell.reason}")]
