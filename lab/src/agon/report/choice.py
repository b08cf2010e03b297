"""Which platform for which need: the answer in words, from one experiment's ok cells alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from agon.results.summary import Summary


class Place(NamedTuple):
    """One platform in a ranking, best first."""

    label: str
    value: Summary
    note: str
    """`tied with the best`, or what to know about the value."""


@dataclass(frozen=True)
class Need:
    """One need of somebody who chooses a platform, and what the experiment says to it."""

    name: str
    """`latency`, `hand-over`, `throughput`, `memory`, `fairness` or `agents`."""
    question: str
    answer: str
    ranking: list[Place]
    evidence: str
    """What was compared: workload, size, cores, metric, clock."""
    caveat: str
    """What the answer does not cover, and who was left out and why; may be empty."""
