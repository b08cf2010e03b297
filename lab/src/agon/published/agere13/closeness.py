"""Sections 4.2 and 6: how closely Jason follows an actor platform on the JVM, and where it does not."""

from __future__ import annotations

from agon.published.evidence import Span, at_least, at_most, every, geometric_mean, less
from agon.published.field import Field, Part, clock_for, unsaid

CLOSE = 2.0
"""Jason's time over Akka's, at most. By the source's own table 1: 1.21 to 1.57."""
FURTHER = 5.0
"""That ratio in chameneos over that in the ring, at least. By the source's own tables: 9.0."""


def follows(field: Field) -> list[Part]:
    """Within `CLOSE` of Akka in the ring, `FURTHER` times further from it in chameneos, and before it in fairness."""
    ring, meetings = (_over_akka(field, w) for w in ("token-ring", "chameneos"))
    return [_close(field, ring), _further(field, ring, meetings), _fairer(field)]


def _over_akka(field: Field, workload: str) -> dict[int, Span]:
    """Jason's time over Akka's, at each size that both passed."""
    rows = {p: field.row(workload, p) for p in ("jason", "akka")}
    sizes = [s for s in rows["jason"] if s in rows["akka"]]
    clock = clock_for(rows[p][s] for p in rows for s in sizes) if sizes else None
    if clock is None:
        return {}
    jason, akka = ({s: field.span(rows[p][s], clock.metric) for s in sizes} for p in ("jason", "akka"))
    return {s: jason[s].over(akka[s]) for s in sizes}


def _absent(field: Field, *workloads: str) -> str:
    return "; ".join(m for w in workloads for p in ("jason", "akka") if (m := field.missing(w, p)))


def _close(field: Field, ring: dict[int, Span]) -> Part:
    claim = "in token-ring Jason follows Akka closely"
    if not ring:
        return unsaid(claim, _absent(field, "token-ring"))
    listed = "; ".join(f"{tokens} tokens: {span}" for tokens, span in ring.items())
    word = every(at_most(span, CLOSE) for span in ring.values())
    return Part(claim, word, f"Jason's time over Akka's, {listed}; close is {CLOSE:g} at most")


def _further(field: Field, ring: dict[int, Span], meetings: dict[int, Span]) -> Part:
    claim = "in chameneos it is much further behind Akka than in token-ring"
    if not ring or not meetings:
        return unsaid(claim, _absent(field, "token-ring", "chameneos"))
    near, far = geometric_mean([*ring.values()]), geometric_mean([*meetings.values()])
    times = far.over(near)
    detail = f"Jason's time over Akka's is {far} in chameneos and {near} in the ring, {times} times as much"
    return Part(claim, at_least(times, FURTHER), detail)


def _fairer(field: Field) -> Part:
    claim = "Jason surpasses Akka in fairness"
    rows = {p: field.row("chameneos", p, "fairness_stddev") for p in ("jason", "akka")}
    sizes = [s for s in rows["jason"] if s in rows["akka"]]
    if not sizes:
        return unsaid(claim, "; ".join(field.missing("chameneos", p, "fairness_stddev") for p in rows))
    jason, akka = (geometric_mean([field.span(rows[p][s], "fairness_stddev") for s in sizes]) for p in rows)
    return Part(claim, less(jason, akka), f"geometric mean of the standard deviation: Jason {jason}, Akka {akka}")
