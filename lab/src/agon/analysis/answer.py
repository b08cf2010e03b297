"""What a field of actor and agent platforms answers: which actor platform leads, and what an agent costs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from agon.analysis.families import ALL, Family, families
from agon.analysis.judged import Judged
from agon.stats.verdict import Verdict


@dataclass(frozen=True)
class Compared:
    """One platform compared with another over all workloads that both have."""

    reference: str
    verdict: Verdict


@dataclass(frozen=True)
class Cost:
    """What an agent platform takes of the time of actor platforms."""

    label: str
    fastest: Compared
    """The actor platform that takes least."""
    slowest: Compared | None
    """The one that takes most; None where there is only one."""


@dataclass(frozen=True)
class Answer:
    """Who leads, and what an agent costs."""

    table: Family
    """All platforms over all workloads."""
    leaders: tuple[str, ...]
    """Actor platforms not shown to be slower than another, fastest first; none where too little was measured."""
    next: tuple[str, Compared] | None
    """The fastest of the other actor platforms, compared with the fastest of all."""
    costs: tuple[Cost, ...]
    """Of each agent platform, cheapest first."""


def answer(judged: Judged) -> Answer | None:
    """None where fewer than two platforms can be compared."""
    found = {f.family: f for f in families(judged)}
    table = found.get(ALL) or next(iter(found.values()), None)
    if table is None or len(table.places) < 2:
        return None
    family_of = {p.label: p.family for p in judged.results.experiment.platforms}
    actors = [p.label for p in table.places if family_of[p.label] == "actor"]
    agents = [p.label for p in table.places if family_of[p.label] == "agent"]
    among = found.get("actor")
    leading = [p.label for p in among.places if p.leads] if among is not None and among.decided else []
    others = [p.label for p in among.places if p.label not in leading] if among is not None and leading else []
    following = _compared(among, others[0], leading[0]) if among is not None and others else None
    return Answer(
        table,
        tuple(leading),
        (others[0], following) if following is not None else None,
        tuple(_costs(table, agents, actors)),
    )


def _costs(table: Family, agents: Iterable[str], actors: list[str]) -> Iterable[Cost]:
    for agent in agents:
        compared = [found for actor in actors if (found := _compared(table, agent, actor)) is not None]
        if compared:
            yield Cost(agent, compared[0], compared[-1] if len(compared) > 1 else None)


def _compared(family: Family, subject: str, reference: str) -> Compared | None:
    verdict = family.between(subject, reference)
    return Compared(reference, verdict) if verdict is not None and verdict.ratio is not None else None
