"""Section 5: the order of all platforms."""

from __future__ import annotations

from itertools import pairwise

from agon.published.evidence import every, geometric_mean, less
from agon.published.field import Field, Part, clock_for, unsaid

WORKLOADS = ("token-ring", "chameneos")
ORDER = ("erlang", "actorfoundry", "akka", "jason", "2apl", "goal")
"""From fast to slow."""


def overall_order(field: Field) -> list[Part]:
    """Those measured stand in the source's order of the geometric mean of times: over the sizes of each workload that
    all of them passed, then over the two workloads. Each neighbouring pair has to be shown to differ."""
    measured = [p for p in ORDER if all(field.row(w, p) for w in WORKLOADS)]
    absent = [p for p in ORDER if p not in measured]
    parts = [_order(field, measured)] if len(measured) > 1 else []
    if absent:
        why = "; ".join(next(m for w in WORKLOADS if (m := field.missing(w, p))) for p in absent)
        parts.append(unsaid(f"{', '.join(absent)} where the source has them", why))
    return parts


def _order(field: Field, platforms: list[str]) -> Part:
    claim = f"the order of those measured is {', '.join(platforms)}"
    rows = {w: {p: field.row(w, p) for p in platforms} for w in WORKLOADS}
    common = {w: [s for s in field.sizes(w) if all(s in rows[w][p] for p in platforms)] for w in WORKLOADS}
    if lacking := [w for w in WORKLOADS if not common[w]]:
        absent = "; ".join(m for w in lacking for p in platforms if (m := field.missing(w, p)))
        return unsaid(claim, f"no size of {' and of '.join(lacking)} that all of them passed: {absent}")
    clock = clock_for(rows[w][p][s] for w in WORKLOADS for p in platforms for s in common[w])
    means = {
        p: geometric_mean(
            [geometric_mean([field.span(rows[w][p][s], clock.metric) for s in common[w]]) for w in WORKLOADS]
        )
        for p in platforms
    }
    word = every(less(means[a], means[b]) for a, b in pairwise(platforms))
    sizes = " and ".join(f"{len(common[w])} sizes of {w}" for w in WORKLOADS)
    words = ", ".join(f"{p} {means[p]} s" for p in platforms)
    return Part(claim, word, f"geometric mean over {sizes}, {clock.words}: {words}")
