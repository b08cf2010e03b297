"""Section 5: the order of all platforms."""

from __future__ import annotations

from itertools import pairwise

from agon.published.agere13.shared import SHARED
from agon.published.evidence import every, geometric_mean, less
from agon.published.field import Field, Part, clock_for, unsaid

WORKLOADS = ("token-ring", "chameneos")


def overall_order(field: Field) -> list[Part]:
    """Erlang before Akka before Jason in the geometric mean of times: over the sizes of each workload that all three
    passed, then over the two workloads. Each neighbouring pair needs separated intervals; both workloads must be there.
    """
    rest = unsaid(
        "ActorFoundry stands between Erlang and Akka, 2APL and GOAL stand last",
        "none of the three can be had from a registry",
    )
    return [_shared_order(field), rest]


def _shared_order(field: Field) -> Part:
    claim = "Erlang is faster than Akka, and Akka than Jason"
    rows = {w: {p: field.row(w, p) for p in SHARED} for w in WORKLOADS}
    common = {w: [s for s in field.sizes(w) if all(s in rows[w][p] for p in SHARED)] for w in WORKLOADS}
    lacking = [w for w in WORKLOADS if not common[w]]
    if lacking:
        absent = "; ".join(m for w in lacking for p in SHARED if (m := field.missing(w, p)))
        return unsaid(claim, f"no size of {' and of '.join(lacking)} that all three passed: {absent}")
    clock = clock_for(rows[w][p][s] for w in WORKLOADS for p in SHARED for s in common[w])
    means = {
        p: geometric_mean(
            [geometric_mean([field.span(rows[w][p][s], clock.metric) for s in common[w]]) for w in WORKLOADS]
        )
        for p in SHARED
    }
    word = every(less(means[a], means[b]) for a, b in pairwise(SHARED))
    sizes = " and ".join(f"{len(common[w])} sizes of {w}" for w in WORKLOADS)
    words = ", ".join(f"{p} {means[p]} s" for p in SHARED)
    return Part(claim, word, f"geometric mean over {sizes}, {clock.words}: {words}")
