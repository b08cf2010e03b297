"""Conclusion 1, by table 1: ZeroMQ is the best choice of communication library."""

from __future__ import annotations

from agon.published.agentslang.shared import Side, absent, listed, shares
from agon.published.evidence import above_one, every
from agon.published.field import Field, Part, unsaid
from agon.published.matching import PATTERNS

ZEROMQ = ("zeromq", "jeromq", "pyzmq")
"""Platforms that speak ZeroMQ's protocol: its own library, one in Java, and a binding."""


def best_library(field: Field) -> list[Part]:
    """ZeroMQ before ActiveMQ, which is all that the source compared; and before every other library measured."""
    parts = [_faster(field, "activemq", "ActiveMQ")]
    parts += [_faster(field, label, label) for label in _others(field)]
    return parts


def _faster(field: Field, other: str, name: str) -> Part:
    claim = f"ZeroMQ is faster than {name} at every size"
    sides = Side("zeromq"), Side(other)
    found = shares(field, *sides)
    if not found:
        return unsaid(claim, absent(field, *sides))
    word = every(above_one(share) for share in found.values())
    return Part(claim, word, f"ZeroMQ's messages a second over {name}'s, {listed(found)}")


def _others(field: Field) -> list[str]:
    """The other messaging libraries that were measured as the source did. Patterns stand for no library."""
    labels = [
        p.label
        for p in field.results.experiment.platforms
        if p.family == "messaging"
        and p.id not in (*ZEROMQ, "activemq")
        and p.id not in PATTERNS
        and p.label not in PATTERNS.values()
    ]
    return [label for label in labels if Side(label).rates(field)]
